import type { Vector } from "../vector.ts";
import { rayWeightsExact } from "./ray-weights-exact.ts";

// Where in a triangle a ray hits it, as weights of the corners. They are the areas that the point spans with the edges, in the coordinate
// plane in which the triangle is largest. Near an edge, where rounding could change what is zero, integers decide.

/** A weight below this is decided by integers, however small the error of the point. */
const NEAR_EDGE = 2 ** -20;
/** More than the relative error of t (ray-query.ts) and of the point that it gives. */
const POINT_ERROR = 2 ** -37;

/**
 * The weights of a triangle's three corners that give the point in which a ray of six numbers meets it, at `t`. A weight is 0 exactly
 * where the ray meets the edge opposite the corner, and positive elsewhere; the sum is 1 up to rounding.
 */
export function rayWeights(ray: Float64Array, corners: Float64Array, t: number): Vector {
  const x = ray[0] + t * ray[3];
  const y = ray[1] + t * ray[4];
  const z = ray[2] + t * ray[5];
  const ux = corners[3] - corners[0];
  const uy = corners[4] - corners[1];
  const uz = corners[5] - corners[2];
  const vx = corners[6] - corners[0];
  const vy = corners[7] - corners[1];
  const vz = corners[8] - corners[2];
  const nx = Math.abs(uy * vz - uz * vy);
  const ny = Math.abs(uz * vx - ux * vz);
  const nz = Math.abs(ux * vy - uy * vx);
  // The coordinates i and j of the plane, those of p, q and r from the point on.
  const along = nx >= ny ? (nx >= nz ? 0 : 2) : ny >= nz ? 1 : 2;
  const i = along === 0 ? 1 : 0;
  const j = along === 2 ? 1 : 2;
  const at = along === 0 ? y : x;
  const up = along === 2 ? y : z;
  const pi = corners[i] - at;
  const pj = corners[j] - up;
  const qi = corners[3 + i] - at;
  const qj = corners[3 + j] - up;
  const ri = corners[6 + i] - at;
  const rj = corners[6 + j] - up;
  const area = Math.max(nx, ny, nz);
  const sign = (qi - pi) * (rj - pj) - (qj - pj) * (ri - pi) < 0 ? -1 : 1;
  const first = (sign * (qi * rj - qj * ri)) / area;
  const second = (sign * (ri * pj - rj * pi)) / area;
  const third = (sign * (pi * qj - pj * qi)) / area;
  const edges = Math.abs(ux) + Math.abs(uy) + Math.abs(uz) + Math.abs(vx) + Math.abs(vy) + Math.abs(vz);
  const reach =
    Math.max(Math.abs(ray[0]), Math.abs(ray[1]), Math.abs(ray[2])) +
    t * Math.max(Math.abs(ray[3]), Math.abs(ray[4]), Math.abs(ray[5]));
  const least = NEAR_EDGE + (POINT_ERROR * reach * edges) / area;
  // NaN, of a triangle without area, fails the comparison.
  return first > least && second > least && third > least
    ? [first, second, third]
    : rayWeightsExact(ray, corners);
}
