import { OptionError } from "../../errors.ts";
import type { ObbTree, RTree } from "../../trees/layout.ts";
import type { PairContext } from "./pair-context.ts";
import type { RTreeAlgorithm } from "./r-tree-algorithms.ts";

// What pair queries need for OBB trees and R-trees. It comes with the functions that make such trees (buildObbTree, buildRTree,
// restoreTree), so a page that uses only AABB trees does not load it: 8 kB of 60, compressed.

/** How pair queries handle one kind of tree. */
interface TreeSupport<Tree> {
  /** Descends two trees, after `beginPairQuery` and `placePair`; returns whether a pair was found that ends the query. */
  descend(context: PairContext, a: Tree, b: Tree): boolean;
  /** The tree with other vertices, in a new buffer; its exponent is 0. */
  withVertices(tree: Tree, positions: Float64Array): Tree;
}

interface Supported {
  obb: TreeSupport<ObbTree> | null;
  "r-tree": (TreeSupport<RTree> & { readonly algorithms: readonly RTreeAlgorithm[] }) | null;
}

const supported: Supported = { obb: null, "r-tree": null };

/** From now on pair queries accept trees of this kind. */
export function supportTrees<Kind extends keyof Supported>(
  kind: Kind,
  support: NonNullable<Supported[Kind]>,
): void {
  supported[kind] = support;
}

/** Throws `OptionError` in a program that never made such a tree, because it arrived by a plain post message. */
export function supportOf<Kind extends keyof Supported>(kind: Kind): NonNullable<Supported[Kind]> {
  const support = supported[kind];
  if (support === null)
    throw new OptionError(
      `a tree of the kind "${kind}" that this program did not build: send it by saveTree and restoreTree`,
    );
  return support as NonNullable<Supported[Kind]>;
}
