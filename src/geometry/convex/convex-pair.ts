import type { Pose } from "../affine.ts";
import type { ConvexShape } from "./convex-shape.ts";

// Two convex shapes, each under an affine pose, as one set: the Minkowski difference A − B of all a − b. It contains the
// origin if and only if the shapes meet; its distance from the origin is their distance, and the depth of the origin in it
// is how far one shape must move to separate them. The set is never built: callers ask for its farthest point in a
// direction.

export interface ConvexPair {
  a: ConvexShape;
  b: ConvexShape;
  /** The linear parts, column-major, 9 numbers each. */
  readonly linearA: Float64Array;
  readonly linearB: Float64Array;
  /** b's origin relative to a's, in world axes: all work is done around a's origin. */
  readonly shift: Float64Array;
  readonly originA: Float64Array;
  /** Result of the last `findSupport`: the two corners and their difference. */
  cornerA: number;
  cornerB: number;
  readonly support: Float64Array;
  /** A bound on all coordinates involved; rounding errors are a few 2^-53 of it. */
  scale: number;
}

export function createConvexPair(): ConvexPair {
  return {
    a: NOTHING,
    b: NOTHING,
    linearA: new Float64Array(16),
    linearB: new Float64Array(16),
    shift: new Float64Array(16),
    originA: new Float64Array(16),
    cornerA: 0,
    cornerB: 0,
    support: new Float64Array(16),
    scale: 0,
  };
}

const NOTHING: ConvexShape = {
  dimension: 0,
  points: new Float64Array(3),
  pointCount: 1,
  sources: new Uint32Array(1),
  faces: new Uint32Array(3),
  neighbours: new Uint32Array(0),
  starts: new Uint32Array(2),
  reach: new Float64Array(3),
};

/** Shapes with fewer corners are searched completely; from this size on, a walk over the hull's edges is shorter. */
export const WALK_FROM = 64;

/** Sets the shapes and their poses, which must have been checked. */
export function setConvexPair(
  pair: ConvexPair,
  a: ConvexShape,
  aToWorld: Pose,
  b: ConvexShape,
  bToWorld: Pose,
): void {
  pair.a = a;
  pair.b = b;
  pair.cornerA = 0;
  pair.cornerB = 0;
  setLinear(aToWorld, pair.linearA);
  setLinear(bToWorld, pair.linearB);
  for (let axis = 0; axis < 3; axis++) {
    pair.originA[axis] = aToWorld[12 + axis];
    pair.shift[axis] = bToWorld[12 + axis] - aToWorld[12 + axis];
  }
  let scale = 0;
  for (let axis = 0; axis < 3; axis++) scale += Math.abs(pair.shift[axis]);
  pair.scale = scale + reachOf(a, pair.linearA) + reachOf(b, pair.linearB);
}

function setLinear(pose: Pose, out: Float64Array): void {
  for (let column = 0; column < 3; column++)
    for (let row = 0; row < 3; row++) out[3 * column + row] = pose[4 * column + row];
}

/** A bound on the L1 length of a moved corner. */
function reachOf({ reach }: ConvexShape, m: Float64Array): number {
  let sum = 0;
  for (let row = 0; row < 3; row++)
    sum += Math.abs(m[row]) * reach[0] + Math.abs(m[3 + row]) * reach[1] + Math.abs(m[6 + row]) * reach[2];
  return sum;
}

/**
 * Finds the corners of a and b whose difference lies farthest along (d[at], d[at + 1], d[at + 2]), starting from the last
 * ones found, and writes the difference to `support`. With `all`, every corner is examined: on a nearly flat shape rounding
 * can stop a walk over edges too early.
 */
export function findSupport(pair: ConvexPair, d: Float64Array, at: number, all: boolean): void {
  const { linearA: ma, linearB: mb } = pair;
  const x = d[at];
  const y = d[at + 1];
  const z = d[at + 2];
  // max of d·(M p) is max of (Mᵀ d)·p
  local[0] = ma[0] * x + ma[1] * y + ma[2] * z;
  local[1] = ma[3] * x + ma[4] * y + ma[5] * z;
  local[2] = ma[6] * x + ma[7] * y + ma[8] * z;
  pair.cornerA = farthest(pair.a, pair.cornerA, all);
  local[0] = -(mb[0] * x + mb[1] * y + mb[2] * z);
  local[1] = -(mb[3] * x + mb[4] * y + mb[5] * z);
  local[2] = -(mb[6] * x + mb[7] * y + mb[8] * z);
  pair.cornerB = farthest(pair.b, pair.cornerB, all);
  setSupport(pair, pair.cornerA, pair.cornerB, pair.support, 0);
}

const local = new Float64Array(16);

/** The difference of two corners: (Ma·p − Mb·q) − shift. */
export function setSupport(
  pair: ConvexPair,
  cornerA: number,
  cornerB: number,
  out: Float64Array,
  at: number,
): void {
  const { linearA: ma, linearB: mb, shift } = pair;
  const p = pair.a.points;
  const q = pair.b.points;
  const i = 3 * cornerA;
  const j = 3 * cornerB;
  const px = p[i];
  const py = p[i + 1];
  const pz = p[i + 2];
  const qx = q[j];
  const qy = q[j + 1];
  const qz = q[j + 2];
  for (let row = 0; row < 3; row++)
    out[at + row] =
      ma[row] * px +
      ma[3 + row] * py +
      ma[6 + row] * pz -
      (mb[row] * qx + mb[3 + row] * qy + mb[6 + row] * qz) -
      shift[row];
}

/** A corner of a in the working frame: world axes, around a's origin. */
export function placeA({ a, linearA: m }: ConvexPair, corner: number, out: Float64Array, at: number): void {
  const { points: p } = a;
  const i = 3 * corner;
  for (let row = 0; row < 3; row++)
    out[at + row] = m[row] * p[i] + m[3 + row] * p[i + 1] + m[6 + row] * p[i + 2];
}

/** The corner of the shape farthest along `local`. */
function farthest(shape: ConvexShape, start: number, all: boolean): number {
  const { points, pointCount } = shape;
  const x = local[0];
  const y = local[1];
  const z = local[2];
  if (!all && pointCount >= WALK_FROM) return walk(shape, start);
  let best = start;
  let most = x * points[3 * start] + y * points[3 * start + 1] + z * points[3 * start + 2];
  for (let p = 0, i = 0; p < pointCount; p++, i += 3) {
    const height = x * points[i] + y * points[i + 1] + z * points[i + 2];
    if (height > most) {
      most = height;
      best = p;
    }
  }
  return best;
}

/** Terminates because each step climbs. On a convex surface a corner from which no edge climbs is the highest. */
function walk({ points, neighbours, starts }: ConvexShape, start: number): number {
  const x = local[0];
  const y = local[1];
  const z = local[2];
  let best = start;
  let most = x * points[3 * start] + y * points[3 * start + 1] + z * points[3 * start + 2];
  for (let last = -1; last !== best; ) {
    last = best;
    const end = starts[last + 1];
    for (let i = starts[last]; i < end; i++) {
      const p = 3 * neighbours[i];
      const height = x * points[p] + y * points[p + 1] + z * points[p + 2];
      if (height > most) {
        most = height;
        best = neighbours[i];
      }
    }
  }
  return best;
}
