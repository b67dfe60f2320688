import { setUnitNormal } from "../../geometry/triangle-normal.ts";
import type { Vector } from "../../geometry/vector.ts";
import { hypot } from "../../numerics/portable-math.ts";

const normal = new Float64Array(3);

/**
 * The unit normal of the triangle of nine numbers, on the side where its corners are counterclockwise; zero if it has no
 * area.
 */
export function unitNormal(corners: Float64Array): Vector {
  setUnitNormal(corners, 0, normal, 0);
  return [normal[0] + 0, normal[1] + 0, normal[2] + 0]; // no −0
}

/** The vector scaled to length 1; zero if it has no direction. */
export function normalise(x: number, y: number, z: number): Vector {
  const size = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (!(size > 0)) return [0, 0, 0];
  const length = size * hypot(x / size, y / size, z / size);
  return [x / length + 0, y / length + 0, z / length + 0]; // no −0
}
