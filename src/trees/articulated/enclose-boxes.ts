import { OBB_AXES as AXES, OBB_CENTRE as CENTRE, OBB_HALF as HALF, OBB_STRIDE as STRIDE } from "../layout.ts";

// The box of a parent along given axes: the two child boxes are projected on each axis (Schmidl, Walker, Lin, equation 4).

// Covers the errors of projections, of nearly orthonormal axes and of rounded vertices; u = 2^-53. The axes of a link's box
// are those of its rest box after the pose, orthonormal within 64 u, so a point of the box is misjudged by less than 3 · 64
// u of its size. Sums of products add less than 40 u.
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
  // biome-ignore format: vectors read in rows
  const a0x = frame[0], a0y = frame[1], a0z = frame[2],
    a1x = frame[3], a1y = frame[4], a1z = frame[5],
    a2x = frame[6], a2y = frame[7], a2z = frame[8];
  // How far each child extends along the three axes, summed over its box edges.
  let l0 = 0;
  let l1 = 0;
  let l2 = 0;
  let r0 = 0;
  let r1 = 0;
  let r2 = 0;
  for (let k = 0; k < 3; k++) {
    const h = boxes[l + HALF + k];
    const x = h * boxes[l + AXES + 3 * k];
    const y = h * boxes[l + AXES + 3 * k + 1];
    const z = h * boxes[l + AXES + 3 * k + 2];
    l0 += Math.abs(a0x * x + a0y * y + a0z * z);
    l1 += Math.abs(a1x * x + a1y * y + a1z * z);
    l2 += Math.abs(a2x * x + a2y * y + a2z * z);
  }
  for (let k = 0; k < 3; k++) {
    const h = boxes[r + HALF + k];
    const x = h * boxes[r + AXES + 3 * k];
    const y = h * boxes[r + AXES + 3 * k + 1];
    const z = h * boxes[r + AXES + 3 * k + 2];
    r0 += Math.abs(a0x * x + a0y * y + a0z * z);
    r1 += Math.abs(a1x * x + a1y * y + a1z * z);
    r2 += Math.abs(a2x * x + a2y * y + a2z * z);
  }
  // Relative to the left centre, so that nothing cancels far from the origin.
  const x = boxes[r + CENTRE] - boxes[l + CENTRE];
  const y = boxes[r + CENTRE + 1] - boxes[l + CENTRE + 1];
  const z = boxes[r + CENTRE + 2] - boxes[l + CENTRE + 2];
  const way0 = a0x * x + a0y * y + a0z * z;
  const way1 = a1x * x + a1y * y + a1z * z;
  const way2 = a2x * x + a2y * y + a2z * z;
  const least0 = -l0 < way0 - r0 ? -l0 : way0 - r0;
  const least1 = -l1 < way1 - r1 ? -l1 : way1 - r1;
  const least2 = -l2 < way2 - r2 ? -l2 : way2 - r2;
  const most0 = l0 > way0 + r0 ? l0 : way0 + r0;
  const most1 = l1 > way1 + r1 ? l1 : way1 + r1;
  const most2 = l2 > way2 + r2 ? l2 : way2 + r2;
  const m0 = (least0 + most0) / 2;
  const m1 = (least1 + most1) / 2;
  const m2 = (least2 + most2) / 2;
  const cx = boxes[l + CENTRE] + m0 * a0x + m1 * a1x + m2 * a2x;
  const cy = boxes[l + CENTRE + 1] + m0 * a0y + m1 * a1y + m2 * a2y;
  const cz = boxes[l + CENTRE + 2] + m0 * a0z + m1 * a1z + m2 * a2z;
  const h0 = (most0 - least0) / 2;
  const h1 = (most1 - least1) / 2;
  const h2 = (most2 - least2) / 2;
  const inflation = inflate * (h0 + h1 + h2 + Math.abs(cx) + Math.abs(cy) + Math.abs(cz)) + leastHalf;
  boxes[out + CENTRE] = cx;
  boxes[out + CENTRE + 1] = cy;
  boxes[out + CENTRE + 2] = cz;
  boxes[out + HALF] = h0 + inflation;
  boxes[out + HALF + 1] = h1 + inflation;
  boxes[out + HALF + 2] = h2 + inflation;
  // From locals: a loop over `frame` took a tenth of the CAB update.
  boxes[out + AXES] = a0x;
  boxes[out + AXES + 1] = a0y;
  boxes[out + AXES + 2] = a0z;
  boxes[out + AXES + 3] = a1x;
  boxes[out + AXES + 4] = a1y;
  boxes[out + AXES + 5] = a1z;
  boxes[out + AXES + 6] = a2x;
  boxes[out + AXES + 7] = a2y;
  boxes[out + AXES + 8] = a2z;
}

/** Writes to `node` the box with the axes of `frame` around the boxes of many leaves. */
export function encloseMany(
  boxes: Float64Array,
  leaves: Int32Array,
  frame: Float64Array,
  node: number,
): void {
  const first = STRIDE * leaves[0];
  const out = STRIDE * node;
  let cx = boxes[first + CENTRE];
  let cy = boxes[first + CENTRE + 1];
  let cz = boxes[first + CENTRE + 2];
  let size = 0;
  for (let axis = 0; axis < 3; axis++) {
    const ax = frame[3 * axis];
    const ay = frame[3 * axis + 1];
    const az = frame[3 * axis + 2];
    let least = Infinity;
    let most = -Infinity;
    for (let i = 0; i < leaves.length; i++) {
      const at = STRIDE * leaves[i];
      const position =
        ax * (boxes[at + CENTRE] - boxes[first + CENTRE]) +
        ay * (boxes[at + CENTRE + 1] - boxes[first + CENTRE + 1]) +
        az * (boxes[at + CENTRE + 2] - boxes[first + CENTRE + 2]);
      const radius = radiusAlong(boxes, at, ax, ay, az);
      if (position - radius < least) least = position - radius;
      if (position + radius > most) most = position + radius;
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
  for (let axis = 0; axis < 3; axis++) boxes[out + HALF + axis] += inflation;
}

function radiusAlong(boxes: Float64Array, at: number, ax: number, ay: number, az: number): number {
  return (
    boxes[at + HALF] *
      Math.abs(ax * boxes[at + AXES] + ay * boxes[at + AXES + 1] + az * boxes[at + AXES + 2]) +
    boxes[at + HALF + 1] *
      Math.abs(ax * boxes[at + AXES + 3] + ay * boxes[at + AXES + 4] + az * boxes[at + AXES + 5]) +
    boxes[at + HALF + 2] *
      Math.abs(ax * boxes[at + AXES + 6] + ay * boxes[at + AXES + 7] + az * boxes[at + AXES + 8])
  );
}
