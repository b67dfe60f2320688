import { movePoint } from "../../geometry/affine.ts";
import { BALL, type InnerBalls } from "./inner-balls.ts";

// Which translations of b certainly leave the solids in contact: those after which an inner ball of b meets one of a. In the space of
// translations each pair of balls is one ball, centred at the vector from b's centre to a's. On a line of translations it is an interval.

export interface BallCover {
  count: number;
  // per pair: the vector between the centres (3), its squared length minus the square of the summed radii (1), the summed radii (1)
  pairs: Float64Array;
  /** After a shorter translation the solids still meet, whatever its direction. */
  least: number;
  /** The intervals on the line of `coverLine`: begin, end. */
  spanCount: number;
  spans: Float64Array;
  /** World centres and radii of both sides. */
  placedA: Float64Array;
  placedB: Float64Array;
}

export const BALL_PAIR = 5;
export const RADIUS = 4;
/** What rounding can take from a ball's radius in world space, relative to all coordinates. */
const ROUNDING = 2 ** -44;
/** What rounding can add to the difference of two squares on a line. */
const SQUARED_ROUNDING = 2 ** -46;

export function createBallCover(): BallCover {
  return {
    count: 0,
    pairs: new Float64Array(0),
    least: 0,
    spanCount: 0,
    spans: new Float64Array(0),
    placedA: new Float64Array(0),
    placedB: new Float64Array(0),
  };
}

/** Moves the balls of both solids to the world; `reach` bounds the coordinates of both, and of b while it moves. */
export function placeBalls(
  cover: BallCover,
  a: InnerBalls,
  aToWorld: Float64Array,
  b: InnerBalls,
  bToWorld: Float64Array,
  reach: number,
): void {
  const placedA = (cover.placedA = placeSide(a, aToWorld, reach, cover.placedA));
  const placedB = (cover.placedB = placeSide(b, bToWorld, reach, cover.placedB));
  const room = BALL_PAIR * a.count * b.count;
  if (cover.pairs.length < room) {
    cover.pairs = new Float64Array(room);
    cover.spans = new Float64Array(2 * a.count * b.count);
  }
  const { pairs } = cover;
  let least = 0;
  let at = 0;
  for (let i = 0; i < BALL * a.count; i += BALL)
    for (let j = 0; j < BALL * b.count; j += BALL) {
      const x = placedA[i] - placedB[j];
      const y = placedA[i + 1] - placedB[j + 1];
      const z = placedA[i + 2] - placedB[j + 2];
      const radius = placedA[i + 3] + placedB[j + 3];
      const inner = radius * radius - SQUARED_ROUNDING * reach * reach;
      if (!(radius > 0 && inner > 0)) continue;
      const squared = x * x + y * y + z * z;
      least = Math.max(least, radius - Math.sqrt(squared));
      pairs[at] = x;
      pairs[at + 1] = y;
      pairs[at + 2] = z;
      pairs[at + 3] = squared - inner;
      pairs[at + RADIUS] = radius;
      at += BALL_PAIR;
    }
  cover.count = at / BALL_PAIR;
  cover.least = least;
  cover.spanCount = 0;
}

function placeSide(
  { count, numbers }: InnerBalls,
  m: Float64Array,
  reach: number,
  into: Float64Array,
): Float64Array {
  const out = into.length < BALL * count ? new Float64Array(BALL * count) : into;
  const least = leastStretch(m);
  for (let i = 0; i < BALL * count; i += BALL) {
    movePoint(m, numbers[i], numbers[i + 1], numbers[i + 2], out, i);
    out[i + 3] = numbers[i + 3] * least - ROUNDING * reach;
  }
  return out;
}

/** The largest factor by which a pose shortens vectors, by Gershgorin's bound for MᵀM; sharp if the pose only rotates and scales. */
function leastStretch(m: Float64Array): number {
  let least = Infinity;
  for (let i = 0; i < 12; i += 4) {
    let bound = 0;
    for (let j = 0; j < 12; j += 4) {
      const product = m[i] * m[j] + m[i + 1] * m[j + 1] + m[i + 2] * m[j + 2];
      bound += i === j ? product : -Math.abs(product);
    }
    least = Math.min(least, bound);
  }
  return least > 0 ? Math.sqrt(least) * (1 - ROUNDING) : 0;
}

/** Finds the intervals along a unit direction in which balls still meet. */
export function coverLine(cover: BallCover, direction: ArrayLike<number>): void {
  const { pairs, count, spans } = cover;
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  let at = 0;
  for (let i = 0; i < BALL_PAIR * count; i += BALL_PAIR) {
    const middle = x * pairs[i] + y * pairs[i + 1] + z * pairs[i + 2];
    const squared = middle * middle - pairs[i + 3];
    if (!(squared > 0)) continue;
    const half = Math.sqrt(squared);
    if (!(middle + half > 0)) continue;
    spans[at] = middle - half;
    spans[at + 1] = middle + half;
    at += 2;
  }
  cover.spanCount = at / 2;
}

/** The first travel along the line, at or after `travel`, at which no balls meet. */
export function freeFrom({ spans, spanCount }: BallCover, travel: number): number {
  let free = travel;
  for (let before = -1; before !== free; ) {
    before = free;
    for (let i = 0; i < 2 * spanCount; i += 2)
      if (spans[i] <= free && spans[i + 1] > free) free = spans[i + 1];
  }
  return free;
}

/** Given a travel at which no balls meet: the next travel at which balls meet again; Infinity if there is none. */
export function coveredFrom({ spans, spanCount }: BallCover, travel: number): number {
  let begin = Infinity;
  for (let i = 0; i < 2 * spanCount; i += 2) if (spans[i] > travel && spans[i] < begin) begin = spans[i];
  return begin;
}
