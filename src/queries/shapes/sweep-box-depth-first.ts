import { plainVector } from "../../geometry/coordinates.ts";
import type { AabbTree } from "../../trees/layout.ts";
import {
  findFirstHit,
  readSweepOptions,
  type SweepHit,
  type SweepOptions,
  type SweptShape,
} from "./find-first-hit.ts";
import { readBox } from "./overlap-box.ts";
import { type BoxSweepQuery, createBoxSweepQuery, SWEPT_SOLID_BOX, visitTriangle } from "./sweep-box.ts";
import { sweepLeftFirst } from "./sweep-left-first.ts";

const query = createBoxSweepQuery();

const SWEPT: SweptShape<BoxSweepQuery> = {
  ...SWEPT_SOLID_BOX,
  caller: "sweepBoxDepthFirst",
  descend: (query, tree) => {
    sweepLeftFirst(query.search, tree, hasHit, query);
    return query.search.boxTests;
  },
};

/**
 * The sweep of the best-axis tutorial: of the triangles that a solid, axis-aligned world box meets while it moves by `motion`, the
 * first in the tree's order, left subtrees before right ones, or null. The time is that triangle's: another one may be met sooner.
 * Touching counts, and whether there is a hit is exact. Boxes of nodes are those that the tree has, in f32 and rounded outward.
 */
export function sweepBoxDepthFirst(
  tree: AabbTree,
  bounds: ArrayLike<number>,
  motion: ArrayLike<number>,
  options: SweepOptions = {},
): SweepHit | null {
  const plain = readSweepOptions(options, "sweepBoxDepthFirst");
  const along = plainVector(motion, "motion");
  return findFirstHit(SWEPT, query, tree, readBox(bounds, along), plain);
}

/** Whether a triangle of the leaf is met: the first one becomes the query's `nearest`. */
function hasHit(query: BoxSweepQuery, tree: AabbTree, slot: number, count: number): boolean {
  for (let s = slot; s < slot + count; s++) {
    query.search.triangleTests++;
    visitTriangle(query, tree, s);
    if (query.nearest >= 0) return true;
  }
  return false;
}
