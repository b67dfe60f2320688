import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { roundDown, roundUp } from "../numerics/outward.ts";
import { isArrayOf } from "../typed-arrays.ts";

/**
 * Writes the box around the vertices corners[begin] … corners[end − 1] to out[at] and on, relative to the origin and rounded outward to f32, as
 * `fitBoxes` makes it from rounded vertices: rounding keeps the order, so it may come last. Boxes hold no −0.
 */
export function boxOfCorners(
  { positions }: TriangleMesh,
  origin: Float64Array,
  corners: Uint32Array,
  begin: number,
  end: number,
  out: Float32Array,
  at: number,
): void {
  const isSingle = isArrayOf(positions, "Float32Array");
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let c = begin; c < end; c++) {
      const value = positions[3 * corners[c] + axis];
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    out[at + axis] = (isSingle ? min : roundDown(min - origin[axis])) + 0;
    out[at + 3 + axis] = (isSingle ? max : roundUp(max - origin[axis])) + 0;
  }
}
