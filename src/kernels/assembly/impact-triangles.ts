// Twins: `boxTime` in queries/impact/moving-triangles.ts and `trianglesStayApart` in geometry/sweep/stay-apart.ts, to the bit. Lane 0 of a
// vector is time 0, lane 1 is time 1.
import { POINT_BYTES } from "../impact-memory-map";
import { earlierTo, laterFrom, NEVER } from "./impact-boxes";
import {
  areAbove, atEnd, atStart, bothAdded, heights, higher, larger, less, lower, norm, norms, plus, xOf, yOf, zOf,
} from "./impact-points";

const RELATIVE_ERROR: f64 = 1.4210854715202004e-14; // 2^-46
const UNDERFLOW: f64 = 1.1830521861667747e-271; // 2^-900

export const APART: i32 = 0;
/** The boxes meet at time 0. */
export const MEET: i32 = 1;
const LATER: i32 = 2;

/**
 * What is certain about two triangles, three vertex numbers at a and at b: that they are apart until `upper`; otherwise, whether their
 * boxes meet at time 0.
 */
export function triangleTime(a: i32, pointsA: i32, b: i32, pointsB: i32, upper: f64): i32 {
  const a0 = pointsA + load<i32>(a) * POINT_BYTES, a1 = pointsA + load<i32>(a, 4) * POINT_BYTES, a2 = pointsA + load<i32>(a, 8) * POINT_BYTES;
  const b0 = pointsB + load<i32>(b) * POINT_BYTES, b1 = pointsB + load<i32>(b, 4) * POINT_BYTES, b2 = pointsB + load<i32>(b, 8) * POINT_BYTES;
  // a beyond b, and b beyond a
  const ax0 = xOf(a0), ax1 = xOf(a1), ax2 = xOf(a2), bx0 = xOf(b0), bx1 = xOf(b1), bx2 = xOf(b2);
  const gapAx = less(lower(lower(ax0, ax1), ax2), higher(higher(bx0, bx1), bx2)), gapBx = less(lower(lower(bx0, bx1), bx2), higher(higher(ax0, ax1), ax2));
  if (areAbove(gapAx, 0) || areAbove(gapBx, 0)) return APART;
  const ay0 = yOf(a0), ay1 = yOf(a1), ay2 = yOf(a2), by0 = yOf(b0), by1 = yOf(b1), by2 = yOf(b2);
  const gapAy = less(lower(lower(ay0, ay1), ay2), higher(higher(by0, by1), by2)), gapBy = less(lower(lower(by0, by1), by2), higher(higher(ay0, ay1), ay2));
  if (areAbove(gapAy, 0) || areAbove(gapBy, 0)) return APART;
  const az0 = zOf(a0), az1 = zOf(a1), az2 = zOf(a2), bz0 = zOf(b0), bz1 = zOf(b1), bz2 = zOf(b2);
  const gapAz = less(lower(lower(az0, az1), az2), higher(higher(bz0, bz1), bz2)), gapBz = less(lower(lower(bz0, bz1), bz2), higher(higher(az0, az1), az2));
  if (areAbove(gapAz, 0) || areAbove(gapBz, 0)) return APART;
  let time: f64 = 0;
  const widest = higher(higher(higher(gapAx, gapBx), higher(gapAy, gapBy)), higher(gapAz, gapBz));
  if (atStart(widest) > 0) {
    let from: f64 = 0, to: f64 = 1;
    from = laterOf(gapAx, from), to = earlierOf(gapAx, to), from = laterOf(gapBx, from), to = earlierOf(gapBx, to);
    from = laterOf(gapAy, from), to = earlierOf(gapAy, to), from = laterOf(gapBy, from), to = earlierOf(gapBy, to);
    from = laterOf(gapAz, from), to = earlierOf(gapAz, to), from = laterOf(gapBz, from), to = earlierOf(gapBz, to);
    time = select(NEVER, from, from > to);
  }
  if (time >= upper) return APART;
  // by the direction between their centres: sums of six corners each
  const sumAx = plus(plus(ax0, ax1), ax2), sumAy = plus(plus(ay0, ay1), ay2), sumAz = plus(plus(az0, az1), az2);
  const sumBx = plus(plus(bx0, bx1), bx2), sumBy = plus(plus(by0, by1), by2), sumBz = plus(plus(bz0, bz1), bz2);
  if (separates(a0, a1, a2, b0, b1, b2, bothAdded(less(sumBx, sumAx)), bothAdded(less(sumBy, sumAy)), bothAdded(less(sumBz, sumAz)))) return APART;
  if (normalSeparates(a0, a1, a2, a0, a1, a2, b0, b1, b2) || normalSeparates(b0, b1, b2, a0, a1, a2, b0, b1, b2)) return APART;
  return select(MEET, LATER, time == 0);
}

@inline function laterOf(gaps: v128, from: f64): f64 { return laterFrom(atStart(gaps), atEnd(gaps), from); }
@inline function earlierOf(gaps: v128, to: f64): f64 { return earlierTo(atStart(gaps), atEnd(gaps), to); }

/** Whether the normal of p, q and r in the middle of the motion separates the triangles. */
function normalSeparates(p: i32, q: i32, r: i32, a0: i32, a1: i32, a2: i32, b0: i32, b1: i32, b2: i32): boolean {
  const ux = bothAdded(less(xOf(q), xOf(p))), uy = bothAdded(less(yOf(q), yOf(p))), uz = bothAdded(less(zOf(q), zOf(p)));
  const vx = bothAdded(less(xOf(r), xOf(p))), vy = bothAdded(less(yOf(r), yOf(p))), vz = bothAdded(less(zOf(r), zOf(p)));
  return separates(a0, a1, a2, b0, b1, b2, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

/** Whether all of one triangle is above all of the other along a direction, at time 0 and at time 1. */
function separates(a0: i32, a1: i32, a2: i32, b0: i32, b1: i32, b2: i32, x: f64, y: f64, z: f64): boolean {
  const ox = v128.load64_splat(a0), oy = v128.load64_splat(a0 + 16), oz = v128.load64_splat(a0 + 32);
  const heightA0 = heightOf(a0, x, y, z, ox, oy, oz), heightA1 = heightOf(a1, x, y, z, ox, oy, oz), heightA2 = heightOf(a2, x, y, z, ox, oy, oz);
  const heightB0 = heightOf(b0, x, y, z, ox, oy, oz), heightB1 = heightOf(b1, x, y, z, ox, oy, oz), heightB2 = heightOf(b2, x, y, z, ox, oy, oz);
  // Time 0 decides which triangle is above; it must still be above at time 1.
  const gaps = atStart(heightB0) > 0
    ? less(lower(lower(heightB0, heightB1), heightB2), higher(higher(heightA0, heightA1), heightA2))
    : less(lower(lower(heightA0, heightA1), heightA2), higher(higher(heightB0, heightB1), heightB2));
  if (!areAbove(gaps, 0)) return false;
  let reach = higher(higher(normOf(a0, ox, oy, oz), normOf(a1, ox, oy, oz)), normOf(a2, ox, oy, oz));
  reach = higher(reach, higher(higher(normOf(b0, ox, oy, oz), normOf(b1, ox, oy, oz)), normOf(b2, ox, oy, oz)));
  return areAbove(gaps, RELATIVE_ERROR * norm(x, y, z) * larger(reach) + UNDERFLOW);
}

@inline function heightOf(point: i32, x: f64, y: f64, z: f64, ox: v128, oy: v128, oz: v128): v128 {
  return heights(x, y, z, less(xOf(point), ox), less(yOf(point), oy), less(zOf(point), oz));
}

@inline function normOf(point: i32, ox: v128, oy: v128, oz: v128): v128 {
  return norms(less(xOf(point), ox), less(yOf(point), oy), less(zOf(point), oz));
}
