import { MAX_COORDINATE, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { treeOver } from "./buffer.ts";
import { fitToVerticesPlainly } from "./fit-to-vertices.ts";
import type { AabbTree } from "./layout.ts";

/**
 * The tree with other vertices, in a new buffer: the order of triangles stays and boxes are fitted. Its exponent is 0. Vertices that no
 * triangle uses may lie outside the range of coordinates; they are moved to zero.
 */
export function withVertices(tree: AabbTree, positions: Float64Array): AabbTree {
  const copy = copyOfTree(tree, meshWithVertices(tree.mesh, positions));
  copy.exponent[0] = 0;
  fitToVerticesPlainly(copy);
  return copy;
}

/** The mesh with other vertices, of which those too far away are moved to zero. */
export function meshWithVertices(mesh: TriangleMesh, positions: Float64Array): TriangleMesh {
  for (let i = 0; i < positions.length; i++) if (Math.abs(positions[i]) > MAX_COORDINATE) positions[i] = 0;
  return { ...mesh, positions };
}

function copyOfTree({ buffer, nodeCount, depth }: AabbTree, mesh: TriangleMesh): AabbTree {
  const copy = treeOver(new Uint8Array(buffer).slice().buffer, "aabb", mesh, nodeCount, depth) as AabbTree;
  return { ...copy, frame: null }; // a frame was chosen for other vertices
}
