import { OptionError } from "../../errors.ts";
import { toIntegers } from "../../numerics/integers.ts";
import type { Until } from "../../numerics/unit-roots.ts";
import { sweepExactly } from "./exact-sweep.ts";
import { mayMeetBefore } from "./sweep-filter.ts";

// When a moving vertex and a moving face, or two moving edges, first touch. Points move in straight lines from their
// position at time 0 to their position at time 1, both f64; touching counts. The filter nearly always answers "never"; the
// exact stage decides the rest, so no contact is missed and none invented.

/** The times next to a first contact: neighbouring f64 numbers, or one number twice if it is the exact time. */
export interface TimeInterval {
  lower: number;
  upper: number;
}

/** Numbers per query: four points at time 0, then these four at time 1, x y z each. */
const QUERY = 24;
const LARGEST = 2 ** 100;

const forever = new Float64Array(16).fill(2);
const found = new Float64Array(2);

/**
 * The time in 0 … 1 at which a vertex first touches a face, or null; exact. `query` is 24 numbers: vertex and three corners
 * at time 0, then at time 1.
 */
export function sweepVertexFace(query: ArrayLike<number>): TimeInterval | null {
  return answer(query, false);
}

/**
 * The time in 0 … 1 at which two edges first touch, or null; exact. `query` is 24 numbers: both ends of one edge and both
 * ends of the other at time 0, then at time 1.
 */
export function sweepEdgeEdge(query: ArrayLike<number>): TimeInterval | null {
  return answer(query, true);
}

/**
 * Whether the features at q[at … at + 23] meet before a contact whose neighbouring times are lower[0] and upper[0]. Writes
 * the times next to their first contact to `out`. That contact may turn out to be no earlier; the caller checks.
 */
export function sweepFeatures(
  q: Float64Array,
  at: number,
  isEdges: boolean,
  lower: Float64Array,
  upper: Float64Array,
  out: Float64Array,
): boolean {
  if (!mayMeetBefore(q, at, isEdges, upper)) return false;
  if (lower[0] !== known.lower || upper[0] !== known.upper) setKnown(lower[0], upper[0]);
  return sweepExactly(q, at, isEdges, out, known.until);
}

/** Cache: where a box lands flat, many features meet at exactly one time. */
const known = { lower: 2, upper: 2, until: null as Until | null };

function setKnown(lower: number, upper: number): void {
  known.lower = lower;
  known.upper = upper;
  const [time, unit] = toIntegers(Float64Array.of(lower, 1)) as [bigint, bigint];
  // If the contact lies between two neighbouring f64, the lower one is still earlier; if it is an f64, that number is not.
  known.until = lower <= 1 ? { time, unit, isIncluded: lower < upper } : null;
}

function answer(query: ArrayLike<number>, isEdges: boolean): TimeInterval | null {
  if (query?.length !== QUERY)
    throw new OptionError(`query: expected 24 numbers, four points at two times, got ${query?.length}`);
  const q = Float64Array.from(query);
  const bad = q.findIndex((value) => !(Math.abs(value) <= LARGEST));
  if (bad >= 0) throw new OptionError(`query[${bad}]: ${q[bad]} is not a finite number within ±2^100`);
  return sweepFeatures(q, 0, isEdges, forever, forever, found) ? { lower: found[0], upper: found[1] } : null;
}
