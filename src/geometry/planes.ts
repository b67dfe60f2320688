import { OptionError } from "../errors.ts";
import { describe, readCoordinate } from "./coordinates.ts";

/** Numbers per plane: a b c d of a x + b y + c z + d ≥ 0. */
export const PLANE = 4;

/** A copy of the caller's planes; throws an `OptionError` that names the wrong number. */
export function readPlanes(planes: ArrayLike<number>): Float64Array {
  const length = planes?.length;
  if (!(length > 0 && length % PLANE === 0))
    throw new OptionError(`planes: expected 4 numbers per plane, got ${describe(planes)}`);
  const out = new Float64Array(length);
  for (let i = 0; i < length; i++) out[i] = readCoordinate(planes[i], `planes[${i}]`);
  for (let at = 0; at < out.length; at += PLANE)
    if (out[at] === 0 && out[at + 1] === 0 && out[at + 2] === 0)
      throw new OptionError(`planes[${at}]: plane ${at / PLANE} has no normal`);
  return out;
}

/**
 * The six planes of a camera, for `cullFrustum` and `cullBoxes`, from the product projection · view of its matrices (16
 * numbers, column-major): left, right, bottom, top, near, far. Depth runs from −1 to 1 as in WebGL, or with `depthFromZero`
 * from 0 to 1 as in WebGPU. A plane at infinity cuts nothing off and is omitted.
 */
export function frustumPlanes(viewProjection: ArrayLike<number>, depthFromZero = false): Float64Array {
  if (viewProjection?.length !== 16)
    throw new OptionError(`viewProjection: expected 16 numbers, got ${describe(viewProjection)}`);
  const out = new Float64Array(6 * PLANE);
  for (let i = 0; i < 4; i++) {
    const column = 4 * i;
    const w = readCoordinate(viewProjection[column + 3], `viewProjection[${column + 3}]`);
    for (let axis = 0; axis < 3; axis++) {
      const value = readCoordinate(viewProjection[column + axis], `viewProjection[${column + axis}]`);
      const isNear = axis === 2 && depthFromZero;
      out[PLANE * (2 * axis) + i] = isNear ? value : w + value;
      out[PLANE * (2 * axis + 1) + i] = w - value;
    }
  }
  return out.filter((_, i) => {
    const at = i - (i % PLANE);
    return out[at] !== 0 || out[at + 1] !== 0 || out[at + 2] !== 0;
  });
}
