import { cross, dot, type IntegerVector, isZero, minus } from "../../numerics/integer-vectors.ts";
import { ratioToNumber } from "../../numerics/ratio.ts";
import type { Vector } from "../vector.ts";
import { rayHitExact, rayInIntegers } from "./ray-triangle-exact.ts";

// The exact twin of `rayWeights`, in integers: each weight is rounded once.

const unused = new Int8Array(1);

/** The weights of the corners at the point in which the ray first meets the triangle, which it must hit. */
export function rayWeightsExact(ray: Float64Array, corners: Float64Array): Vector {
  const { d, p, q, r, n, under } = rayInIntegers(ray, corners, 0);
  // The volumes of ray and edge are the weights, times d · n.
  if (under !== 0n)
    return [volumeShare(d, q, r, under), volumeShare(d, r, p, under), volumeShare(d, p, q, under)];
  const t = rayHitExact(ray, corners, 0, unused);
  if (t === null) throw new RangeError("the ray misses the triangle");
  const at = times(d, t.over);
  const [a, b, c] = [times(p, t.under), times(q, t.under), times(r, t.under)];
  if (isZero(n)) return needleWeights(at, a, b, c);
  const area = dot(n, cross(minus(b, a), minus(c, a)));
  const share = (from: IntegerVector, to: IntegerVector) =>
    // `area` has t.under twice, and so has this product.
    ratioToNumber(dot(n, cross(minus(from, at), minus(to, at))), area);
  return [share(b, c), share(c, a), share(a, b)];
}

function volumeShare(d: IntegerVector, from: IntegerVector, to: IntegerVector, under: bigint): number {
  return ratioToNumber(dot(d, cross(from, to)), under);
}

/** A triangle that is a segment or a point: the weights of the first edge on which the point lies. */
function needleWeights(at: IntegerVector, a: IntegerVector, b: IntegerVector, c: IntegerVector): Vector {
  const corners = [a, b, c];
  for (let k = 0; k < 3; k++) {
    const from = corners[k];
    const edge = minus(corners[(k + 1) % 3], from);
    const length = dot(edge, edge);
    const along = dot(minus(at, from), edge);
    if (length === 0n || along < 0n || along > length) continue;
    const weights: Vector = [0, 0, 0];
    weights[k] = ratioToNumber(length - along, length);
    weights[(k + 1) % 3] = ratioToNumber(along, length);
    return weights;
  }
  return [1, 0, 0];
}

function times(v: IntegerVector, factor: bigint): IntegerVector {
  return [v[0] * factor, v[1] * factor, v[2] * factor];
}
