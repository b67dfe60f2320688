import type { Matrix4 } from "three";
import { PoseError } from "../errors.ts";
import { invert } from "../geometry/relative-pose.ts";
import { hypot } from "../numerics/portable-math.ts";

/** A determinant above this share of its largest possible value, the product of the columns' lengths, is not just rounding. */
const CERTAIN = 2 ** -20;
const inverse = new Float64Array(9);

/**
 * Whether a matrix scales by 0, along one axis or all of them: how objects and instances of three.js are hidden. Below rotated parents its
 * determinant is zero but for rounding. Numbers that are not finite are no scale: queries report them.
 */
export function isFlattened(matrix: Matrix4): boolean {
  const { elements: e } = matrix;
  if (!e.every(Number.isFinite)) return false;
  const largest = hypot(e[0], e[1], e[2]) * hypot(e[4], e[5], e[6]) * hypot(e[8], e[9], e[10]);
  if (Math.abs(matrix.determinant()) > CERTAIN * largest) return false;
  try {
    invert(Float64Array.from(e), "matrix", inverse);
    return false;
  } catch (error) {
    if (error instanceof PoseError) return true;
    throw error;
  }
}
