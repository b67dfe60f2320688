import { areKernelsInsistedOn } from "../kernels/kernel-choice.ts";
import type { AabbTree } from "./layout.ts";
import { copyTree, MOST_COPY_BYTES, recordOf, type TreeCopy } from "./tree-copies.ts";

// When a tree is copied into the memory of the kernels (tree-copies.ts): one policy for all queries.
//
// A copy takes about 5 ns per triangle: some per cent of a build, half of a refit. A query that finds nothing takes less than the copy
// of a hundred triangles. So a query gets
// - the copy that there is, whoever had it made;
// - a new one at once, if the tree has been refitted: whoever fits the boxes passes over the whole tree anyway. `refit` fits the copy
//   together with the tree, so that even the next query finds one; that of f64 vertices, which costs 3 to 9 ns a triangle, only if it
//   was used since the last refit;
// - a new one, if queries of its kind have been asked so often that kernels would have paid for it;
// - otherwise none, and is counted.

/** Which query wants the copy. */
export type CopyUser = "pairs" | "distance" | "point" | "ray";

interface Price {
  /** How many queries go without a copy, whatever the size of the tree. */
  readonly queries: number;
  /** How many triangles could be copied in the time that kernels save in one query. */
  readonly trianglesPerQuery: number;
  /** Whether a refit is reason enough for a copy. */
  readonly afterRefit: boolean;
}

const PRICES: Readonly<Record<CopyUser, Price>> = {
  pairs: { queries: 1, trianglesPerQuery: Infinity, afterRefit: true },
  // `distance` uses the copies that others had made, and makes none.
  distance: { queries: Infinity, trianglesPerQuery: Infinity, afterRefit: false },
  point: { queries: 16, trianglesPerQuery: 200, afterRefit: false },
  // A ray needs nodes for rays beside the copy, and these are made anew after each refit.
  ray: { queries: 16, trianglesPerQuery: 16, afterRefit: false },
};

/**
 * The tree's copy for a query of this kind; null where the query has to do without one. A ray gets a copy with `wide` 0 when it is
 * time to make the nodes for rays, and none before. The memory of the kernels grows to `mostBytes`.
 */
export function copyFor(tree: AabbTree, user: CopyUser, mostBytes = MOST_COPY_BYTES): TreeCopy | null {
  const record = recordOf(tree);
  const { copy } = record;
  record.isUsed = true;
  if (copy !== null && (user !== "ray" || copy.wide > 0)) return copy;
  if (record.isUnfit || (copy !== null && copy.wide < 0)) return null;
  const price = PRICES[user];
  const asked = record.asked[user]++;
  const isPaid = (asked - price.queries + 1) * price.trianglesPerQuery >= tree.triangles.length;
  const isWorthIt = isPaid || (price.afterRefit && record.isRefitted) || areKernelsInsistedOn();
  if (!isWorthIt) return null;
  return copy ?? copyTree(tree, mostBytes);
}

/** To be called after a refit of the tree. */
export function noteRefit(tree: AabbTree): void {
  recordOf(tree).isRefitted = true;
}
