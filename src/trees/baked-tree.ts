import { MAX_COORDINATE, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { treeOver } from "./buffer.ts";
import { buildObbTree } from "./build-obb.ts";
import { type AabbTree, HEADER, HEADER_WORDS, type ObbTree, type RTree } from "./layout.ts";
import { compactBuffer, rTreeOver } from "./r-tree/storage.ts";
import { fitToVertices } from "./refit.ts";
import { twinOf } from "./twin.ts";

/**
 * The tree with other vertices, in a buffer of its own: the same order of triangles, boxes fitted; an OBB tree is built anew. Its
 * exponent is 0. Vertices of no triangle may lie outside the range of coordinates; they are moved to zero.
 */
export function withVertices<T extends AabbTree | ObbTree | RTree>(tree: T, positions: Float64Array): T {
  for (let i = 0; i < positions.length; i++) if (Math.abs(positions[i]!) > MAX_COORDINATE) positions[i] = 0;
  const mesh = { ...tree.mesh, positions };
  if (tree.kind === "obb") return twinOf(buildObbTree(mesh)) as T;
  const copy = tree.kind === "r-tree" ? copyOfRTree(tree, mesh) : copyOfTree(tree, mesh);
  copy.exponent[0] = 0;
  fitToVertices(copy);
  return copy as T;
}

function copyOfTree({ buffer, nodeCount, depth }: AabbTree, mesh: TriangleMesh): AabbTree {
  return treeOver(new Uint8Array(buffer).slice().buffer, "aabb", mesh, nodeCount, depth) as AabbTree;
}

function copyOfRTree(tree: RTree, mesh: TriangleMesh): RTree {
  const buffer = compactBuffer(tree);
  const header = new Uint32Array(buffer, 0, HEADER_WORDS);
  return rTreeOver(buffer, mesh, header[HEADER.nodeCount]!, tree.depth);
}
