import type { RTree } from "../layout.ts";
import { AABB_COUNT as COUNT, AABB_LINK as LINK, NO_TRIANGLE, AABB_STRIDE as STRIDE } from "../layout.ts";
import { boxCorners } from "../ordered-boxes.ts";
import { type OrderedVertices, orderedVertices } from "../ordered-vertices.ts";
import { chooseOrigin } from "../origin.ts";
import { fitToBlock } from "./insert.ts";

// Kept between calls: refit allocates nothing once it has seen its largest tree.
let inner = new Int32Array(0);

const origin = new Float64Array(3);

/** Fits origin and boxes of an R-tree to the vertices; the exponent stays. Returns how many boxes there are. */
export function fitRTreeToVertices(tree: RTree): number {
  const { positions } = tree.mesh;
  chooseOrigin(positions, origin);
  const boxesFitted = fitRTree(tree, orderedVertices(positions, origin));
  tree.origin.set(origin);
  return boxesFitted;
}

/** Writes every node's box: first the triangles', then the inner nodes' from the bottom up. Returns how many boxes there are. */
function fitRTree(tree: RTree, vertices: OrderedVertices): number {
  fitTriangles(tree, vertices);
  const { nodes, links } = tree;
  const innerCount = listInnerNodes(tree);
  for (let i = innerCount - 1; i >= 0; i--) {
    const at = STRIDE * inner[i];
    fitToBlock(nodes, at, nodes, links[at + LINK], links[at + COUNT]);
  }
  return tree.triangleCount + innerCount;
}

function fitTriangles({ links, corners, triangles, nodeCount }: RTree, vertices: OrderedVertices): void {
  for (let node = 0; node < nodeCount; node++)
    if (triangles[node] !== NO_TRIANGLE)
      boxCorners(links, STRIDE * node, corners, 3 * node, 3 * node + 3, vertices);
}

/** Lists the inner nodes, parents before children: the order of nodes in the array does not say. */
function listInnerNodes({ links, nodeCount }: RTree): number {
  if (inner.length < nodeCount) inner = new Int32Array(nodeCount);
  inner[0] = 0;
  let count = 1;
  for (let i = 0; i < count; i++) {
    const at = STRIDE * inner[i];
    const first = links[at + LINK];
    const end = first + links[at + COUNT];
    if (end === first || links[STRIDE * first + LINK] < 0) continue;
    for (let child = first; child < end; child++) inner[count++] = child;
  }
  return count;
}
