import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createCut,
  cutTriangle,
  farShare,
  takeTriangle,
} from "../../../src/queries/overlap-depth/cut-triangle.ts";

const coordinate = fc.integer({ min: -64, max: 64 });
const corners = fc.array(coordinate, { minLength: 9, maxLength: 9 });

/** Twice the area of a triangle, the plain way. */
function areaOf(t: ArrayLike<number>): number {
  const [u, v] = [3, 6].map((k) => [0, 1, 2].map((axis) => t[k + axis] - t[axis]));
  return Math.hypot(u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]);
}

describe("cutTriangle", () => {
  it("cuts into two parts that cover the triangle, each on its side of the limit", () => {
    const cut = createCut();
    const part = new Float64Array(9);
    fc.assert(
      fc.property(
        corners,
        fc.tuple(coordinate, coordinate, coordinate),
        coordinate,
        (numbers, direction, limit) => {
          const t = Float64Array.from(numbers);
          const heightOf = (p: ArrayLike<number>, i: number) =>
            direction.reduce((sum, x, axis) => sum + x * p[i + axis], 0);
          for (let k = 0; k < 3; k++) cut.heights[k] = heightOf(t, 3 * k);
          const lows = [...cut.heights].filter((height) => height <= limit).length;
          expect(cutTriangle(cut, t, limit)).toBe(lows === 1 || lows === 2);
          if (lows === 0 || lows === 3) return;
          const sum = (polygon: Float64Array, count: number, side: number) => {
            let area = 0;
            for (let i = 1; i + 1 < count; i++) {
              takeTriangle(polygon, i, part);
              area += areaOf(part);
              for (let k = 0; k < 9; k += 3)
                expect(side * (heightOf(part, k) - limit)).toBeGreaterThan(-1e-9);
            }
            return area;
          };
          const far = sum(cut.far, cut.farCount, 1);
          expect(sum(cut.near, cut.nearCount, -1) + far).toBeCloseTo(areaOf(t), 6);
          if (areaOf(t) > 0) expect(farShare(cut)).toBeCloseTo(far / areaOf(t), 6);
        },
      ),
    );
  });
});
