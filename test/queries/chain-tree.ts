import { type AabbTree, buildAabbTree, refit } from "../../src/index.ts";
import { AABB_COUNT as COUNT, AABB_LINK as LINK, AABB_STRIDE as STRIDE } from "../../src/trees/layout.ts";
import { trianglesAt } from "../meshes.ts";

/**
 * A tree as deep as it has triangles, which are small ones at x = 0, 1, 2 …: of an inner node's children one is a leaf, and the one on
 * the given side holds all that is left. No builder makes such a tree; a file may hold it.
 */
export function chainTree(count: number, side: "left" | "right"): AabbTree {
  const mesh = trianglesAt(Array.from({ length: count }, (_, x) => [x, 0, 0]));
  const tree = { ...buildAabbTree(mesh, { leafSize: 1, frame: "none" }), depth: count };
  let inner = 0;
  for (let level = 0; level < count - 1; level++) {
    const left = 2 * level + 1;
    tree.links[STRIDE * inner + LINK] = left;
    const isLeft = side === "left";
    inner = isLeft ? left : left + 1;
    // Slots are in the order of the leaves, from left to right.
    setLeaf(tree, isLeft ? left + 1 : left, isLeft ? count - 1 - level : level);
  }
  setLeaf(tree, inner, side === "left" ? 0 : count - 1);
  refit(tree);
  return tree;
}

function setLeaf({ links }: AabbTree, node: number, slot: number): void {
  links[STRIDE * node + LINK] = ~slot;
  links[STRIDE * node + COUNT] = 1;
}
