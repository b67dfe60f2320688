import { type Solid, solidOf } from "../mesh/solid.ts";
import type { BinaryTree, RTree } from "./layout.ts";

// The hull and the shells of a tree's mesh take longer to find than most queries take, so they are kept with the tree.
// Vertices may only change together with a refit, and `refit` forgets them.

const solids = new WeakMap<BinaryTree | RTree, Solid>();

/** What is known about the inside of the tree's mesh; found at the first call after a build or refit. */
export function solidOfTree(tree: BinaryTree): Solid {
  let solid = solids.get(tree);
  if (solid === undefined) {
    solid = solidOf(tree.mesh);
    solids.set(tree, solid);
  }
  return solid;
}

export function forgetSolid(tree: BinaryTree | RTree): void {
  solids.delete(tree);
}
