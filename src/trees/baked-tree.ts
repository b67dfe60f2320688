import { MAX_COORDINATE, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import { treeOver } from "./buffer.ts";
import { buildObbTree } from "./build-obb.ts";
import { fitToVertices } from "./fit-to-vertices.ts";
import {
  type AabbTree,
  HEADER,
  HEADER_WORDS,
  OBB_CENTRE,
  OBB_HALF,
  OBB_STRIDE,
  type ObbTree,
  type RTree,
} from "./layout.ts";
import { compactBuffer, rTreeOver } from "./r-tree/storage.ts";

/**
 * The tree with other vertices, in a new buffer: the order of triangles stays and boxes are fitted; an OBB tree is rebuilt.
 * Its exponent is 0. Vertices that no triangle uses may lie outside the range of coordinates; they are moved to zero.
 */
export function withVertices<T extends AabbTree | ObbTree | RTree>(tree: T, positions: Float64Array): T {
  for (let i = 0; i < positions.length; i++) if (Math.abs(positions[i]) > MAX_COORDINATE) positions[i] = 0;
  const mesh = { ...tree.mesh, positions };
  if (tree.kind === "obb") return plainObbTree(mesh) as T;
  const copy = tree.kind === "r-tree" ? copyOfRTree(tree, mesh) : copyOfTree(tree, mesh);
  copy.exponent[0] = 0;
  fitToVertices(copy);
  return copy as T;
}

/**
 * A tree whose boxes fit the mesh itself, however small. Boxes that were fitted to a scaled mesh are scaled back, which is
 * exact except for subnormal numbers: there a centre moves by half of the smallest number along each axis, and so does a
 * half extent.
 */
function plainObbTree(mesh: TriangleMesh): ObbTree {
  const tree = buildObbTree(mesh);
  const factor = 2 ** -tree.exponent[0];
  if (factor === 1) return tree;
  tree.exponent[0] = 0;
  for (let node = 0; node < tree.nodes.length; node += OBB_STRIDE)
    for (let axis = 0; axis < 3; axis++) {
      tree.nodes[node + OBB_CENTRE + axis] *= factor;
      const half = node + OBB_HALF + axis;
      tree.nodes[half] = tree.nodes[half] * factor + 2 * Number.MIN_VALUE;
    }
  return tree;
}

function copyOfTree({ buffer, nodeCount, depth }: AabbTree, mesh: TriangleMesh): AabbTree {
  const copy = treeOver(new Uint8Array(buffer).slice().buffer, "aabb", mesh, nodeCount, depth) as AabbTree;
  return { ...copy, frame: null }; // a frame was chosen for other vertices
}

function copyOfRTree(tree: RTree, mesh: TriangleMesh): RTree {
  const buffer = compactBuffer(tree);
  const header = new Uint32Array(buffer, 0, HEADER_WORDS);
  return rTreeOver(buffer, mesh, header[HEADER.nodeCount], tree.depth);
}
