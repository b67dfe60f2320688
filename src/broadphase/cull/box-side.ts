import { PLANE } from "../../geometry/planes.ts";
import { planeExactTestCount, planeSide } from "../../numerics/plane-side.ts";

// Boxes against planes. A plane cuts a box off if the whole box lies strictly behind it, that is, if the corner farthest
// along the plane's normal does. Boxes may be unbounded: a corner at infinity is never behind.

// As in plane-side.ts.
export const FILTER = 8 * 2 ** -53;
export const UNDERFLOW = 2 ** -900;

const corner = new Float64Array(3);

/** How often a filter could not decide since the module was loaded. */
export const cullExactTestCount = planeExactTestCount;

/**
 * Whether a single plane cuts the box off; exact. The box starts at `at`, its maxima `dimensions` numbers later; in 2D z is
 * 0.
 */
export function isCutOff(planes: Float64Array, boxes: Float64Array, at: number, dimensions: 2 | 3): boolean {
  const to = at + dimensions;
  for (let p = 0; p < planes.length; p += PLANE) {
    const a = planes[p];
    const b = planes[p + 1];
    const c = planes[p + 2];
    const d = planes[p + 3];
    const ax = a * boxes[a > 0 ? to : at];
    const by = b * boxes[b > 0 ? to + 1 : at + 1];
    const cz = dimensions === 2 ? 0 : c * boxes[c > 0 ? to + 2 : at + 2];
    const sum = ax + by + cz + d;
    const bound = FILTER * (Math.abs(ax) + Math.abs(by) + Math.abs(cz) + Math.abs(d)) + UNDERFLOW;
    if (sum > bound) continue;
    // Infinite and undefined sums fail the filter and come here too.
    if (sum < -bound || isBehind(planes, p, boxes, at, dimensions)) return true;
  }
  return false;
}

/** Whether one plane cuts the box off, decided exactly; the caller has already filtered. */
function isBehind(
  planes: Float64Array,
  p: number,
  boxes: Float64Array,
  at: number,
  dimensions: 2 | 3,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const n = planes[p + axis];
    const x = n === 0 || axis >= dimensions ? 0 : boxes[n > 0 ? at + dimensions + axis : at + axis];
    if (!Number.isFinite(x)) return false;
    corner[axis] = x;
  }
  return planeSide(planes, p, corner, 0) < 0;
}

/**
 * −1: a plane cuts the box of six numbers off; 1: the whole box is in front of all planes; 0: neither, or rounding cannot
 * tell.
 */
export function boxSide(planes: Float64Array, boxes: Float64Array, at: number): -1 | 0 | 1 {
  let side: 0 | 1 = 1;
  for (let p = 0; p < planes.length; p += PLANE) {
    const a = planes[p];
    const b = planes[p + 1];
    const c = planes[p + 2];
    const d = planes[p + 3];
    const farX = a * boxes[a > 0 ? at + 3 : at];
    const farY = b * boxes[b > 0 ? at + 4 : at + 1];
    const farZ = c * boxes[c > 0 ? at + 5 : at + 2];
    const far = farX + farY + farZ + d;
    if (far < -FILTER * (Math.abs(farX) + Math.abs(farY) + Math.abs(farZ) + Math.abs(d)) - UNDERFLOW)
      return -1;
    const nearX = a * boxes[a > 0 ? at : at + 3];
    const nearY = b * boxes[b > 0 ? at + 1 : at + 4];
    const nearZ = c * boxes[c > 0 ? at + 2 : at + 5];
    const near = nearX + nearY + nearZ + d;
    const bound = FILTER * (Math.abs(nearX) + Math.abs(nearY) + Math.abs(nearZ) + Math.abs(d)) + UNDERFLOW;
    if (!(near > bound)) side = 0;
  }
  return side;
}
