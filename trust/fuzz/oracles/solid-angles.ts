import { fractionToNumber, integerRoot } from "./integers.ts";
import { cross, dot, minus, toVectors, type Vector } from "./vectors.ts";

// How often a surface winds around a point: the solid angles of its triangles over 4π. The tangent of half a solid angle is a fraction of
// a volume, which is a whole number here, and of products and lengths of the three arms, which are taken to as many bits as decide it.

/** A winding number, and how far off f64 arithmetic by the formula of van Oosterom and Strackee may be. */
export interface Winding {
  value: number;
  error: number;
}

const EPSILON = 2 ** -53;
// Differences of coordinates are off by ε. So a volume is off by at most 3ε + 7ε of its permanent, and the denominator by at most 56ε of
// the product of the lengths: 14ε in that product, 10ε in each of three others, 12ε in their sum. Slightly more is taken.
const VOLUME_ERROR = 12 * EPSILON;
const DENOMINATOR_ERROR = 64 * EPSILON;
/** A volume that is smaller than this part of the product of the lengths may underflow: the point is as good as in the plane. */
const UNDERFLOW = 2 ** -170;
/** Of an arc tangent, the sum and the division. */
const ANGLE_ERROR = 8 * EPSILON;

/** The winding number of triangles, nine numbers each, around a point. */
export function windingAround(triangles: Float64Array, point: ArrayLike<number>): Winding {
  const { vectors } = toVectors(point, triangles);
  const arms = vectors.slice(1).map((corner) => minus(corner, vectors[0]));
  const count = arms.length / 3;
  let [total, error] = [0, 0];
  for (let t = 0; t < count; t++) {
    const angle = halfSolidAngle(arms[3 * t], arms[3 * t + 1], arms[3 * t + 2]);
    total += angle.value;
    // Sums before and after this one are rounded, too.
    error += angle.error + (ANGLE_ERROR + count * EPSILON) * Math.abs(angle.value);
  }
  return { value: total / (2 * Math.PI), error: error / (2 * Math.PI) + 2 ** -1000 };
}

/** Half the solid angle of a triangle seen from the origin; zero where the origin lies in its plane. */
function halfSolidAngle(a: Vector, b: Vector, c: Vector): Winding {
  const volume = dot(a, cross(b, c));
  const { bits, sum, lengths } = denominatorOf(a, b, c, volume);
  const scaled = volume << bits;
  const unit = largest(scaled, sum);
  if (unit === 0n) return { value: 0, error: 2 * Math.PI }; // on an edge
  const [y, x] = [fractionToNumber(scaled, unit, 0), fractionToNumber(sum, unit, 0)];
  const product = fractionToNumber(lengths, unit, 0);
  const doubtY = VOLUME_ERROR * fractionToNumber(permanentOf(a, b, c) << bits, unit, 0) + UNDERFLOW * product;
  const doubtX = DENOMINATOR_ERROR * product;
  return { value: volume === 0n ? 0 : Math.atan2(y, x), error: angleBetween(y, x, doubtY, doubtX) };
}

/** How far the angle of (x, y) changes at most when both change by their doubts. */
function angleBetween(y: number, x: number, doubtY: number, doubtX: number): number {
  // A step through the triangle takes the angle from π to −π.
  if (Math.abs(y) <= doubtY && x <= doubtX) return 2 * Math.PI;
  const distance = Math.hypot(x, y);
  const doubt = Math.hypot(doubtX, doubtY);
  return doubt >= distance ? Math.PI : Math.asin(doubt / distance);
}

interface Denominator {
  /** Both numbers are times 2^bits. */
  bits: bigint;
  /** |a| |b| |c| + (a·b) |c| + (b·c) |a| + (c·a) |b|. */
  sum: bigint;
  /** |a| |b| |c|. */
  lengths: bigint;
}

/** With enough bits for its ratio to the volume: 60 of the larger of both. */
function denominatorOf(a: Vector, b: Vector, c: Vector, volume: bigint): Denominator {
  const squares = [dot(a, a), dot(b, b), dot(c, c)];
  const [ab, bc, ca] = [dot(a, b), dot(b, c), dot(c, a)];
  // A root is less than a unit too small, and a product of two lengths is at most the largest square.
  const error = 6n * largest(...squares) + 1n;
  for (let bits = 64n; ; bits *= 2n) {
    const [la, lb, lc] = squares.map((square) => integerRoot(square << (2n * bits)));
    const lengths = (la * lb * lc) >> (2n * bits);
    const sum = lengths + ab * lc + bc * la + ca * lb;
    // In the plane of the triangle the angle is zero, and the sum is needed for its sign only.
    if (volume === 0n || largest(volume << bits, sum) > error << 60n) return { bits, sum, lengths };
  }
}

/** The volume with every product positive. */
function permanentOf(a: Vector, b: Vector, c: Vector): bigint {
  const [p, q, r] = [a, b, c].map((arm) => arm.map((x) => (x < 0n ? -x : x)));
  return (
    p[0] * (q[1] * r[2] + q[2] * r[1]) +
    p[1] * (q[2] * r[0] + q[0] * r[2]) +
    p[2] * (q[0] * r[1] + q[1] * r[0])
  );
}

function largest(...values: bigint[]): bigint {
  let most = 0n;
  for (const value of values) {
    const size = value < 0n ? -value : value;
    if (size > most) most = size;
  }
  return most;
}
