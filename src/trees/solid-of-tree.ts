import { type Solid, solidOf } from "../mesh/solid.ts";
import type { BinaryTree } from "./layout.ts";

// Computing the hull and the shells of a tree's mesh takes longer than most queries, so they are cached with the tree.
// Vertices may only change together with a refit, which is counted.

const solids = new WeakMap<BinaryTree, { readonly solid: Solid; readonly fits: number }>();

/** The solid of the tree's mesh, computed at the first call after a build or refit. */
export function solidOfTree(tree: BinaryTree): Solid {
  const known = solids.get(tree);
  const { fits } = tree.fitCount;
  if (known?.fits === fits) return known.solid;
  const solid = solidOf(tree.mesh);
  solids.set(tree, { solid, fits });
  return solid;
}
