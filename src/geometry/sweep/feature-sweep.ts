import { OptionError } from "../../errors.ts";
import { toIntegers } from "../../numerics/integers.ts";
import type { Until } from "../../numerics/unit-roots.ts";
import { sweepExactly } from "./exact-sweep.ts";
import { mayMeetBefore } from "./sweep-filter.ts";

// When do a moving vertex and a moving face, or two moving edges, first touch? Points move in straight lines from where
// they are at time 0 to where they are at time 1, both f64; touching counts. The filter answers nearly always, with no;
// the exact stage answers the rest, so that nothing is missed and nothing invented.

/** The times next to a first contact: neighbouring f64 numbers, or one number twice if it is the time itself. */
export interface TimeInterval {
  lower: number;
  upper: number;
}

/** Numbers of a query: four points at time 0, then the same four at time 1, x y z each. */
const QUERY = 24;
const LARGEST = 2 ** 100;

const forever = new Float64Array(16).fill(2);
const found = new Float64Array(2);

/**
 * When a vertex first touches a face, in 0 … 1, or null; exact. `query` is 24 numbers: vertex and three corners at time
 * 0, then at time 1.
 */
export function sweepVertexFace(query: ArrayLike<number>): TimeInterval | null {
  return answer(query, false);
}

/**
 * When two edges first touch, in 0 … 1, or null; exact. `query` is 24 numbers: both ends of one and both ends of the
 * other at time 0, then at time 1.
 */
export function sweepEdgeEdge(query: ArrayLike<number>): TimeInterval | null {
  return answer(query, true);
}

/**
 * Whether the features at q[at … at + 23] meet earlier than a contact whose neighbouring times are lower[0] and upper[0];
 * the times next to their first contact go to `out`. It may be one that is no earlier, which the caller sees.
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

/** Many features meet at the very same time, where a box lands flat: what was made of it is kept. */
const known = { lower: 2, upper: 2, until: null as Until | null };

function setKnown(lower: number, upper: number): void {
  known.lower = lower;
  known.upper = upper;
  const [time, unit] = toIntegers(Float64Array.of(lower, 1)) as [bigint, bigint];
  // Between two neighbours, the lower one is still earlier; the number itself is not.
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
