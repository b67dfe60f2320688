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

/** How many queries run without a copy, whatever the size of the tree; and how many triangles kernels could copy in the time they save per query. */
type Price = readonly [queries: number, trianglesPerQuery: number];

const PRICES: Readonly<Record<CopyUser, Price>> = {
  pairs: [1, Infinity],
  // `distance` uses existing copies and makes none.
  distance: [Infinity, Infinity],
  point: [16, 200],
  // A ray also needs nodes for rays, and these are rebuilt after each refit.
  ray: [16, 16],
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
  const [queries, trianglesPerQuery] = PRICES[user];
  const isPaid = (++record.asked[user] - queries) * trianglesPerQuery >= tree.triangles.length;
  // A refit justifies a copy for pairs only.
  if (!(isPaid || (user === "pairs" && record.isRefitted) || areKernelsInsistedOn())) return null;
  return copy ?? copyTree(tree, mostBytes);
}

/** Says that more pair queries than one will come, so that the first one has a copy made: for callers that know. */
export function expectPairs(tree: AabbTree): void {
  const { asked } = recordOf(tree);
  asked.pairs ||= 1;
}

/** Must be called after a refit of the tree. */
export function noteRefit(tree: AabbTree): void {
  recordOf(tree).isRefitted = true;
}
