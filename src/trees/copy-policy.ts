import { areKernelsInsistedOn } from "../kernels/kernel-choice.ts";
import type { AabbTree } from "./layout.ts";
import { copyTree, MOST_COPY_BYTES, recordOf, type TreeCopy } from "./tree-copies.ts";

// When a tree is copied into the memory of the kernels (tree-copies.ts): one policy for all queries.
//
// A copy takes about 5 ns per triangle: a few per cent of a build, half of a refit. A query that finds nothing takes less than
// copying a hundred triangles. So a query gets
// - the existing copy, whichever query had it made;
// - a new one at once, if the tree has been refitted: a refit visits the whole tree anyway. `refit` fits the
//   copy together with the tree, so that even the next query finds one;
// - a new one, if there have been enough queries of its kind for kernels to pay for the copy;
// - otherwise none, and the query is counted.

/** The kind of query that uses the copy. */
export type CopyUser = "pairs" | "distance" | "point" | "ray";

interface Price {
  /** How many queries run without a copy, whatever the size of the tree. */
  readonly queries: number;
  /** How many triangles could be copied in the time that kernels save per query. */
  readonly trianglesPerQuery: number;
  /** Whether a refit justifies a copy. */
  readonly afterRefit: boolean;
}

const PRICES: Readonly<Record<CopyUser, Price>> = {
  pairs: { queries: 1, trianglesPerQuery: Infinity, afterRefit: true },
  // `distance` uses existing copies and makes none.
  distance: { queries: Infinity, trianglesPerQuery: Infinity, afterRefit: false },
  point: { queries: 16, trianglesPerQuery: 200, afterRefit: false },
  // A ray also needs nodes for rays, and these are rebuilt after each refit.
  ray: { queries: 16, trianglesPerQuery: 16, afterRefit: false },
};

/**
 * The tree's copy for a query of this kind; null if the query has to run without one. A ray gets a copy with `wide` 0 when
 * it is time to make the nodes for rays, and null before. The kernels' memory grows up to `mostBytes`.
 */
export function copyFor(tree: AabbTree, user: CopyUser, mostBytes = MOST_COPY_BYTES): TreeCopy | null {
  const record = recordOf(tree);
  const { copy } = record;
  if (copy !== null && (user !== "ray" || copy.wide > 0)) return copy;
  if (record.isUnfit || (copy !== null && copy.wide < 0)) return null;
  const price = PRICES[user];
  const asked = record.asked[user]++;
  const isPaid = (asked - price.queries + 1) * price.trianglesPerQuery >= tree.triangles.length;
  const isWorthIt = isPaid || (price.afterRefit && record.isRefitted) || areKernelsInsistedOn();
  if (!isWorthIt) return null;
  return copy ?? copyTree(tree, mostBytes);
}

/** Says that more pair queries than one will come, so that the first one has a copy made: for callers that know. */
export function expectPairs(tree: AabbTree): void {
  const { asked } = recordOf(tree);
  if (asked.pairs < PRICES.pairs.queries) asked.pairs = PRICES.pairs.queries;
}

/** Must be called after a refit of the tree. */
export function noteRefit(tree: AabbTree): void {
  recordOf(tree).isRefitted = true;
}
