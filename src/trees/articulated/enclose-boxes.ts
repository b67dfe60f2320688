import type * as Layout from "../layout.ts";

// The box of a parent, along given axes: the two child boxes are projected on each (Schmidl, Walker, Lin, equation 4).

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const STRIDE = 16 satisfies typeof Layout.OBB_STRIDE;
const CENTRE = 0 satisfies typeof Layout.OBB_CENTRE;
const HALF = 3 satisfies typeof Layout.OBB_HALF;
const AXES = 6 satisfies typeof Layout.OBB_AXES;

// What projections, nearly orthonormal axes and the rounding of the vertices themselves can lose, with u = 2^-53. The axes of a
// link's box are the moved ones of its rest box, orthonormal within 64 u; a point of the box is then misjudged by less than 3 · 64 u of
// its size. Sums of products add less than 40 u.
export const INFLATION = 2 ** -44; // 512 u
export const LEAST_HALF = 2 ** -1000;
const inflate = INFLATION;
const leastHalf = LEAST_HALF;

/** Writes the box along `frame` (three orthonormal axes) that encloses the boxes of nodes `left` and `right` to `node`. */
export function encloseBoxes(
  boxes: Float64Array,
  left: number,
  right: number,
  frame: Float64Array,
  node: number,
): void {
  const l = STRIDE * left;
  const r = STRIDE * right;
  const out = STRIDE * node;
  // Seen from the left centre, so that nothing cancels far from the origin.
  const x = boxes[r + CENTRE]! - boxes[l + CENTRE]!;
  const y = boxes[r + CENTRE + 1]! - boxes[l + CENTRE + 1]!;
  const z = boxes[r + CENTRE + 2]! - boxes[l + CENTRE + 2]!;
  let cx = boxes[l + CENTRE]!;
  let cy = boxes[l + CENTRE + 1]!;
  let cz = boxes[l + CENTRE + 2]!;
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    const ax = frame[3 * axis]!;
    const ay = frame[3 * axis + 1]!;
    const az = frame[3 * axis + 2]!;
    const way = ax * x + ay * y + az * z;
    const radiusLeft = radiusAlong(boxes, l, ax, ay, az);
    const radiusRight = radiusAlong(boxes, r, ax, ay, az);
    const least = -radiusLeft < way - radiusRight ? -radiusLeft : way - radiusRight;
    const most = radiusLeft > way + radiusRight ? radiusLeft : way + radiusRight;
    const middle = (least + most) / 2;
    cx += middle * ax;
    cy += middle * ay;
    cz += middle * az;
    boxes[out + HALF + axis] = (most - least) / 2;
    size += (most - least) / 2;
    boxes[out + AXES + 3 * axis] = ax;
    boxes[out + AXES + 3 * axis + 1] = ay;
    boxes[out + AXES + 3 * axis + 2] = az;
  }
  boxes[out + CENTRE] = cx;
  boxes[out + CENTRE + 1] = cy;
  boxes[out + CENTRE + 2] = cz;
  size += Math.abs(cx) + Math.abs(cy) + Math.abs(cz);
  const inflation = inflate * size + leastHalf;
  boxes[out + HALF] = boxes[out + HALF]! + inflation;
  boxes[out + HALF + 1] = boxes[out + HALF + 1]! + inflation;
  boxes[out + HALF + 2] = boxes[out + HALF + 2]! + inflation;
}

/** The same around the boxes of many leaves. */
export function encloseMany(
  boxes: Float64Array,
  leaves: Int32Array,
  frame: Float64Array,
  node: number,
): void {
  const first = STRIDE * leaves[0]!;
  const out = STRIDE * node;
  let cx = boxes[first + CENTRE]!;
  let cy = boxes[first + CENTRE + 1]!;
  let cz = boxes[first + CENTRE + 2]!;
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    const ax = frame[3 * axis]!;
    const ay = frame[3 * axis + 1]!;
    const az = frame[3 * axis + 2]!;
    let least = Infinity;
    let most = -Infinity;
    for (let i = 0; i < leaves.length; i++) {
      const at = STRIDE * leaves[i]!;
      const way =
        ax * (boxes[at + CENTRE]! - boxes[first + CENTRE]!) +
        ay * (boxes[at + CENTRE + 1]! - boxes[first + CENTRE + 1]!) +
        az * (boxes[at + CENTRE + 2]! - boxes[first + CENTRE + 2]!);
      const radius = radiusAlong(boxes, at, ax, ay, az);
      if (way - radius < least) least = way - radius;
      if (way + radius > most) most = way + radius;
    }
    const middle = (least + most) / 2;
    cx += middle * ax;
    cy += middle * ay;
    cz += middle * az;
    boxes[out + HALF + axis] = (most - least) / 2;
    size += (most - least) / 2;
    boxes[out + AXES + 3 * axis] = ax;
    boxes[out + AXES + 3 * axis + 1] = ay;
    boxes[out + AXES + 3 * axis + 2] = az;
  }
  boxes[out + CENTRE] = cx;
  boxes[out + CENTRE + 1] = cy;
  boxes[out + CENTRE + 2] = cz;
  const inflation = inflate * (size + Math.abs(cx) + Math.abs(cy) + Math.abs(cz)) + leastHalf;
  for (let axis = 0; axis < 3; axis++) boxes[out + HALF + axis]! += inflation;
}

function radiusAlong(boxes: Float64Array, at: number, ax: number, ay: number, az: number): number {
  return (
    boxes[at + HALF]! *
      Math.abs(ax * boxes[at + AXES]! + ay * boxes[at + AXES + 1]! + az * boxes[at + AXES + 2]!) +
    boxes[at + HALF + 1]! *
      Math.abs(ax * boxes[at + AXES + 3]! + ay * boxes[at + AXES + 4]! + az * boxes[at + AXES + 5]!) +
    boxes[at + HALF + 2]! *
      Math.abs(ax * boxes[at + AXES + 6]! + ay * boxes[at + AXES + 7]! + az * boxes[at + AXES + 8]!)
  );
}
