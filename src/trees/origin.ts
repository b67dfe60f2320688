import type { OriginRule } from "../kernels/fit-boxes.ts";
import type { Positions } from "../mesh/triangle-mesh.ts";
import { isArrayOf } from "../typed-arrays.ts";

// Box bounds are f32. Coordinates of an f64 mesh far from zero, such as a building in a national grid, would round to a few
// numbers, every box would overlap every other, and queries would be exact but as slow as brute force. Such a mesh gets its
// bounds relative to an origin in its middle. An f32 mesh needs none: its coordinates are f32 numbers.

/** Coordinates beyond this many times the mesh's extent count as far from zero. */
const FAR = 8;

/** Writes the origin for a mesh with these positions. Callers reject non-finite positions. */
export function chooseOrigin(positions: Positions, out: Float64Array): void {
  out.fill(0);
  if (isArrayOf(positions, "Float32Array")) return;
  const { min, max } = boxOfPositions(positions);
  originOfBox(min, max, out);
}

/** The box of all vertices, used or not. */
export function boxOfPositions(positions: Positions): { min: number[]; max: number[] } {
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < positions.length; i += 3) {
    for (let axis = 0; axis < 3; axis++) {
      const value = positions[i + axis];
      if (value < min[axis]) min[axis] = value;
      if (value > max[axis]) max[axis] = value;
    }
  }
  return { min, max };
}

/** Chooses the origin of an f64 mesh from the box of its vertices. */
export function originOfBox(min: ArrayLike<number>, max: ArrayLike<number>, out: Float64Array): void {
  out.fill(0);
  let extent = 0;
  let magnitude = 0;
  for (let axis = 0; axis < 3; axis++) {
    extent = Math.max(extent, max[axis] - min[axis]);
    magnitude = Math.max(magnitude, Math.abs(min[axis]), Math.abs(max[axis]));
  }
  if (!(magnitude > FAR * extent)) return;
  for (let axis = 0; axis < 3; axis++) out[axis] = min[axis] + (max[axis] - min[axis]) / 2;
}

/** Half of FAR: vertices of no triangle may add the extent itself, and rounding a little more, to the magnitude. */
const NEAR = 4;

/**
 * Whether the origin is zero for sure, seen from the root's box alone, which is relative to zero. Vertices that are in no triangle lie
 * outside the box; the farther away one is, the larger the mesh's extent, and magnitude ≤ 4 · extent becomes ≤ 5 · extent at most.
 */
export function isSurelyZero(root: Float32Array): boolean {
  let extent = 0;
  let magnitude = 0;
  for (let axis = 0; axis < 3; axis++) {
    extent = Math.max(extent, root[3 + axis] - root[axis]);
    magnitude = Math.max(magnitude, Math.abs(root[axis]), Math.abs(root[3 + axis]));
  }
  return magnitude <= NEAR * extent;
}

/** How kernels find the origin of an f64 mesh. */
export const ORIGIN_RULE: OriginRule = { choose: originOfBox, isSurelyZero };
