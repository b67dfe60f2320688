import { OptionError } from "../../errors.ts";
import type { ObbTree, RTree } from "../../trees/layout.ts";
import type { PairContext } from "./pair-context.ts";

// What pair queries need of OBB trees and R-trees. It comes with the functions that make such trees, buildObbTree, buildRTree and
// restoreTree, so a page that has only AABB trees does not load it: 8 kB of 60, compressed.

/** A kind of tree for pair queries. */
interface TreeSupport<Tree> {
  /** Descends two trees, set up by `beginPairQuery` and `placePair`; whether a pair was found that ends the query. */
  descend(context: PairContext, a: Tree, b: Tree): boolean;
  /** The tree with other vertices, in a new buffer; its exponent is 0. */
  withVertices(tree: Tree, positions: Float64Array): Tree;
}

interface Supported {
  obb: TreeSupport<ObbTree> | null;
  "r-tree": TreeSupport<RTree> | null;
}

const supported: Supported = { obb: null, "r-tree": null };

/** From now on pair queries take trees of this kind. */
export function supportTrees<Kind extends keyof Supported>(
  kind: Kind,
  support: NonNullable<Supported[Kind]>,
): void {
  supported[kind] = support;
}

/** Throws `OptionError` in a program that has never made such a tree: it was posted there as it is. */
export function supportOf<Kind extends keyof Supported>(kind: Kind): NonNullable<Supported[Kind]> {
  const support = supported[kind];
  if (support === null)
    throw new OptionError(
      `a tree of the kind "${kind}" that this program has not made: send it by saveTree and restoreTree`,
    );
  return support as NonNullable<Supported[Kind]>;
}
