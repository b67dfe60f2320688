import type { RTree } from "../layout.ts";
import { AABB_COUNT as COUNT, AABB_LINK as LINK, AABB_STRIDE as STRIDE } from "../layout.ts";
import { fitToBlock, insertRecord } from "./insert.ts";
import { dropBlock, moveNode, parentOf, takeRecord } from "./storage.ts";

// Guttman 1984, section 3.3: deletion. FindLeaf is not needed, because the tree stores the node of each triangle.

const removed = new Int32Array(16);

/** Takes the triangle at a node out of the tree. */
export function removeNode(tree: RTree, node: number): void {
  const parent = parentOf(tree, node);
  takeChild(tree, parent, node, removed, 0);
  tree.places[~removed[LINK]] = -1;
  tree.triangleCount--;
  condense(tree, parent);
}

/** CondenseTree: nodes with too few children are dissolved on the way up, the others shrink to their contents. */
function condense(tree: RTree, from: number): void {
  const { nodes, links, minChildren } = tree;
  let orphans = new Int32Array(0);
  const heights: number[] = [];
  const emptyBlocks: number[] = [];
  let node = from;
  for (let height = 0; node !== 0; height++) {
    const n = STRIDE * node;
    const parent = parentOf(tree, node);
    const count = links[n + COUNT];
    if (count < minChildren) {
      const first = links[n + LINK];
      const larger = new Int32Array(orphans.length + STRIDE * count);
      larger.set(orphans);
      for (let k = 0; k < count; k++) {
        takeRecord(tree, first + k, larger, orphans.length + STRIDE * k);
        heights.push(height);
      }
      orphans = larger;
      emptyBlocks.push(first);
      takeChild(tree, parent, node, removed, 0);
    } else fitToBlock(nodes, n, nodes, links[n + LINK], count);
    node = parent;
  }
  fitToBlock(nodes, 0, nodes, links[LINK], links[COUNT]);
  for (let k = heights.length - 1; k >= 0; k--) insertRecord(tree, orphans, STRIDE * k, heights[k]);
  // Only now, when all blocks have parents again, and the last block first, so that the block moved into the gap is never
  // one to drop.
  for (const first of emptyBlocks.sort((p, q) => q - p)) dropBlock(tree, first);
  shrinkRoot(tree);
}

/** Moves a child of `parent` into a record; the last sibling takes its place. */
function takeChild(tree: RTree, parent: number, child: number, out: Int32Array, at: number): void {
  const p = STRIDE * parent;
  const last = tree.links[p + LINK] + --tree.links[p + COUNT];
  takeRecord(tree, child, out, at);
  if (child !== last) moveNode(tree, last, child);
}

/** Replaces a root that has a single inner child by that child. */
function shrinkRoot(tree: RTree): void {
  while (tree.depth > 2 && tree.links[COUNT] <= 1) {
    const { links } = tree;
    const first = links[LINK];
    takeRecord(tree, first, removed, 0);
    for (let k = 0; k < STRIDE; k++) links[k] = removed[k];
    tree.parents[(removed[LINK] - 1) / tree.maxChildren] = 0;
    tree.depth--;
    dropBlock(tree, first);
  }
}
