import { crossProduct, difference, divide, dotProduct, roundsTo } from "../../numerics/double-double.ts";
import { decideExactly } from "./ray-triangle.ts";

// Where a ray meets the plane of a triangle, in 106 bits: the result of `rayTriangleExact` to the last bit, in a fiftieth
// of its time. Where an origin is close to a large triangle, f64 has lost most digits of its height over the plane.
//
// t = (p · n) / (d · n), n = u × v. Let e = 2^-104, the error of one operation (double-double.ts). The error of a component of n is at most
// 3e, that of its product with one of p is 5e, and that of the sum 7e of the sum S of all products |p||u||v|. ERROR is twice that. Underflow
// adds at most 2^-966, with coordinates up to 2^101; LEAST makes ERROR · S larger. A subnormal t has lost the bits that would tell how it
// rounds, so t must be above LEAST, too.

const ERROR = 2 ** -100;
const LEAST = 2 ** -800;
/** A result with a larger relative error will hardly have a provable rounding. */
const DOUBT = 2 ** -60;

// Offsets of vectors (three numbers each) and numbers in `d`.
const d = new Float64Array(48);
const P = 0;
const U = 6;
const V = 12;
const DIRECTION = 18;
const NORMAL = 24;
const OVER = 30;
const UNDER = 32;
const T = 34;
const SPARE = 36;

/** `rayTriangle` for a ray whose line certainly hits the triangle. Integers decide where this file cannot prove how t rounds. */
export function rayTriangleDouble(
  ray: Float64Array,
  corners: Float64Array,
  at: number,
  facing: Int8Array,
): number {
  for (let axis = 0; axis < 3; axis++) {
    difference(corners, at + axis, ray, axis, d, P + 2 * axis);
    difference(corners, at + 3 + axis, corners, at + axis, d, U + 2 * axis);
    difference(corners, at + 6 + axis, corners, at + axis, d, V + 2 * axis);
    d[DIRECTION + 2 * axis] = ray[3 + axis];
  }
  crossProduct(d, U, V, NORMAL, SPARE);
  dotProduct(d, P, NORMAL, OVER, SPARE);
  dotProduct(d, DIRECTION, NORMAL, UNDER, SPARE);
  divide(d, OVER, UNDER, T, SPARE);
  const error = 2 * (shareOfError(P, OVER) + shareOfError(DIRECTION, UNDER) + ERROR);
  const size = Math.abs(d[T]);
  const isProven = error < DOUBT && size > LEAST && roundsTo(d, T, error * size);
  if (!isProven) return decideExactly(ray, corners, at, facing);
  facing[0] = d[UNDER] > 0 ? -1 : 1;
  return d[T] > 0 ? d[T] : -1;
}

/** The relative error of the product of the vector at `d[p]` and the normal, which is `d[product]`; infinite if it may underflow. */
function shareOfError(p: number, product: number): number {
  let sum = 0;
  for (let axis = 0; axis < 3; axis++) {
    const y = axis === 2 ? 0 : 2 * axis + 2;
    const z = axis === 0 ? 4 : 2 * axis - 2;
    sum += Math.abs(d[p + 2 * axis]) * (Math.abs(d[U + y] * d[V + z]) + Math.abs(d[U + z] * d[V + y]));
  }
  return sum > LEAST ? (ERROR * sum) / Math.abs(d[product]) : Infinity;
}
