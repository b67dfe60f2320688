import {
  AXIS_BYTES,
  BOX_AXIS,
  BOX_TESTS,
  ENTRY_BYTES,
  ENTRY_ENTER,
  FIRST,
  FIRST_ROW,
  INVERSE,
  LAST,
  LAST_ROW,
  RAY_END,
  STACK,
  TOP,
  TRIANGLE_TESTS,
  WIDE_ROW_BYTES,
} from "../../kernels/ray-memory-map.ts";

// What the descents by a ray (descend-ray.ts) and by a moving box (descend-swept-box.ts) write to the kernel's memory alike.

/** The two views of a kernel's memory. */
interface KernelViews {
  readonly ints: Int32Array;
  readonly floats: Float32Array;
}

// The scale of a descent, f64 numbers: t where it begins, the kernel's time per t, and the slack.
export const BEGIN = 0;
export const SPEED = 1;
export const MARGIN = 2;

/** Writes how the ray or box moves on an axis of the tree's space; `outward` enlarges the boxes of nodes on both sides. */
export function setNodeAxis(
  { ints, floats }: KernelViews,
  axis: number,
  begin: number,
  isUpward: boolean,
  inverse: number,
  outward: number,
): void {
  const at = (BOX_AXIS + axis * AXIS_BYTES) >> 2;
  const low = axis * WIDE_ROW_BYTES;
  const high = low + 3 * WIDE_ROW_BYTES;
  floats[at + (FIRST >> 2)] = isUpward ? begin + outward : begin - outward;
  floats[at + (LAST >> 2)] = isUpward ? begin - outward : begin + outward;
  floats[at + (INVERSE >> 2)] = isUpward ? inverse : -inverse;
  ints[at + (FIRST_ROW >> 2)] = isUpward ? low : high;
  ints[at + (LAST_ROW >> 2)] = isUpward ? high : low;
}

/** Puts the root on the kernel's stack and begins to count. */
export function beginAtRoot({ ints, floats }: KernelViews): void {
  ints[BOX_TESTS >> 2] = 1;
  ints[TRIANGLE_TESTS >> 2] = 0;
  ints[TOP >> 2] = ENTRY_BYTES;
  ints[STACK >> 2] = 0; // the root's link
  floats[(STACK + ENTRY_ENTER) >> 2] = 0;
}

/** An upper bound of the kernel's time of a hit at t. */
export function kernelTime(t: number, scale: Float64Array): number {
  return (t - scale[BEGIN]) * scale[SPEED] + scale[MARGIN];
}

/** Ends the kernel's descent at maxTime, which the visitor may have lowered. */
export function endAt(floats: Float32Array, maxTime: Float64Array, scale: Float64Array): void {
  const end = kernelTime(maxTime[0], scale);
  if (end < floats[RAY_END >> 2]) floats[RAY_END >> 2] = end;
}
