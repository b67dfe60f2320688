import { type ConvexPair, findSupport, placeA, setSupport, WALK_FROM } from "./convex-pair.ts";
import { reduceSimplex, type Simplex } from "./simplex.ts";

// The distance of two convex shapes by Gilbert, Johnson and Keerthi 1988: a simplex of points of their difference moves
// towards the origin. Correctness does not depend on its progress: the simplex' nearest point bounds the distance from
// above, the support point along it bounds it from below, and both bounds are reported.

/** What is known about the distance of two convex shapes, in world units. */
export interface ConvexDistance {
  /** The shapes have a common point, or their distance is below rounding. */
  overlap: boolean;
  /** A lower bound of the distance; 0 if they overlap. */
  lower: number;
  /** The distance of the two points below; 0 if they overlap. */
  upper: number;
  /** The nearest point of a, in the world; a common point if they overlap. */
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  /** A unit vector from a to b; the plane perpendicular to it proves `lower`. */
  readonly direction: Float64Array;
  /** How many support points of the difference were computed. */
  supports: number;
}

export function createConvexDistance(): ConvexDistance {
  return {
    overlap: false,
    lower: 0,
    upper: 0,
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    direction: new Float64Array(3),
    supports: 0,
  };
}

/** The rounding error of a point of the difference, relative to the pair's scale. */
const ROUNDING = 2 ** -51;
/** The distance is known once upper and lower bound agree to this. */
const CLOSED = 2 ** -48;
// Polytopes need at most one step per corner, in practice under 20. Only rounding could make it take longer.
const MAX_STEPS = 256;

/**
 * Measures the pair, starting from the corners that `simplex` kept from the last call (count 0: from scratch), and leaves
 * corners for the next call. With `separate`, stops as soon as the shapes are known to be more than `enough` apart.
 */
export function gjk(
  pair: ConvexPair,
  simplex: Simplex,
  separate: boolean,
  out: ConvexDistance,
  enough = 0,
): void {
  out.supports = 0;
  out.overlap = false;
  out.lower = 0;
  beginSimplex(pair, simplex);
  const touching = ROUNDING * pair.scale;
  const separation = Math.max(touching, enough);
  const walks = pair.a.pointCount >= WALK_FROM || pair.b.pointCount >= WALK_FROM;
  let last = Infinity;
  for (let step = 0; ; step++) {
    const inside = reduceSimplex(simplex);
    const length = inside ? 0 : lengthOf(simplex.nearest);
    if (length <= touching) {
      out.overlap = true;
      break;
    }
    // No progress: only rounding is left to gain.
    const stalled = length >= last || step >= MAX_STEPS;
    last = length;
    let bound = askBound(pair, simplex, length, false, out);
    let apart = separate && bound > separation;
    let closed = length - bound <= CLOSED * length + touching || holdsSupport(pair, simplex);
    // A walk over edges proves nothing, because rounding may have stopped it: search all corners before a bound is trusted.
    if (walks && (stalled || apart || closed)) {
      bound = askBound(pair, simplex, length, true, out);
      apart = separate && bound > separation;
      closed = length - bound <= CLOSED * length + touching || holdsSupport(pair, simplex);
    }
    if (bound > out.lower && (!walks || stalled || apart || closed)) keepBound(simplex, length, bound, out);
    if (stalled || apart || closed) break;
    addSupport(pair, simplex);
  }
  if (out.overlap) out.lower = 0;
  placeNearest(pair, simplex, out);
}

function lengthOf(v: Float64Array): number {
  return Math.sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

/** The distance from the origin of the plane, perpendicular to the nearest point, that has the whole difference behind it. */
function askBound(
  pair: ConvexPair,
  { nearest }: Simplex,
  length: number,
  all: boolean,
  out: ConvexDistance,
): number {
  const { support } = pair;
  towards[0] = -nearest[0];
  towards[1] = -nearest[1];
  towards[2] = -nearest[2];
  findSupport(pair, towards, 0, all);
  out.supports++;
  return (nearest[0] * support[0] + nearest[1] * support[1] + nearest[2] * support[2]) / length;
}

function keepBound({ nearest }: Simplex, length: number, bound: number, out: ConvexDistance): void {
  out.lower = bound;
  for (let axis = 0; axis < 3; axis++) out.direction[axis] = -nearest[axis] / length;
}

const towards = new Float64Array(16);

/** The corners of the last call at their current positions, or any point of the difference. */
function beginSimplex(pair: ConvexPair, simplex: Simplex): void {
  const { cornersA, cornersB, points } = simplex;
  let kept = 0;
  for (let i = 0; i < simplex.count; i++) {
    if (cornersA[i] >= pair.a.pointCount || cornersB[i] >= pair.b.pointCount) continue; // the simplex was left by other shapes
    cornersA[kept] = cornersA[i];
    cornersB[kept] = cornersB[i];
    setSupport(pair, cornersA[kept], cornersB[kept], points, 3 * kept);
    kept++;
  }
  if (kept === 0) {
    cornersA[0] = 0;
    cornersB[0] = 0;
    setSupport(pair, 0, 0, points, 0);
    kept = 1;
  }
  simplex.count = kept;
  pair.cornerA = cornersA[0];
  pair.cornerB = cornersB[0];
}

function holdsSupport(pair: ConvexPair, { count, cornersA, cornersB }: Simplex): boolean {
  for (let i = 0; i < count; i++)
    if (cornersA[i] === pair.cornerA && cornersB[i] === pair.cornerB) return true;
  return false;
}

function addSupport(pair: ConvexPair, simplex: Simplex): void {
  const at = simplex.count++;
  simplex.points[3 * at] = pair.support[0];
  simplex.points[3 * at + 1] = pair.support[1];
  simplex.points[3 * at + 2] = pair.support[2];
  simplex.cornersA[at] = pair.cornerA;
  simplex.cornersB[at] = pair.cornerB;
}

/** The nearest points of a and b mix their corners by one set of shares; their distance is the upper bound. */
function placeNearest(pair: ConvexPair, simplex: Simplex, out: ConvexDistance): void {
  const { shares, points, cornersA, count } = simplex;
  const { pointA, pointB } = out;
  let x = 0;
  let y = 0;
  let z = 0;
  for (let axis = 0; axis < 3; axis++) pointA[axis] = pair.originA[axis];
  for (let i = 0; i < count; i++) {
    const share = shares[i];
    x += share * points[3 * i];
    y += share * points[3 * i + 1];
    z += share * points[3 * i + 2];
    placeA(pair, cornersA[i], corner, 0);
    for (let axis = 0; axis < 3; axis++) pointA[axis] += share * corner[axis];
  }
  pointB[0] = pointA[0] - x;
  pointB[1] = pointA[1] - y;
  pointB[2] = pointA[2] - z;
  out.upper = out.overlap ? 0 : Math.sqrt(x * x + y * y + z * z);
}

const corner = new Float64Array(16);
