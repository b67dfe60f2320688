import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipToBox, createClipped } from "../../../src/queries/overlap-depth/clip-triangle.ts";

const coordinate = fc.integer({ min: -8, max: 8 });

/** Whether a point of the triangle, by weights, is in the box. */
function isIn(box: ArrayLike<number>, p: readonly number[], slack: number): boolean {
  return p.every((x, axis) => x >= box[axis] - slack && x <= box[3 + axis] + slack);
}

describe("clipToBox", () => {
  it("keeps the points of the triangle that are in the box, and no others", () => {
    const clipped = createClipped();
    fc.assert(
      fc.property(
        fc.array(coordinate, { minLength: 9, maxLength: 9 }),
        fc.array(coordinate, { minLength: 6, maxLength: 6 }),
        fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })),
        (numbers, sides, [u, v]) => {
          const t = Float64Array.from(numbers);
          const box = Float64Array.from(sides, (_, i) =>
            i < 3 ? Math.min(sides[i], sides[i + 3]) : Math.max(sides[i], sides[i - 3]),
          );
          clipToBox(clipped, t, 0, box, 0);
          const { corners, count } = clipped;
          for (let k = 0; k < count; k++)
            expect(isIn(box, [...corners.subarray(3 * k, 3 * k + 3)], 1e-12)).toBe(true);
          // A point of the triangle in the box is in one of the triangles around the polygon's first corner: their areas add up.
          const share = Math.sqrt(u);
          const weights = [1 - share, share * (1 - v), share * v];
          const point = [0, 1, 2].map((axis) => weights.reduce((sum, w, k) => sum + w * t[3 * k + axis], 0));
          if (!isIn(box, point, -1e-9)) return;
          expect(count).toBeGreaterThanOrEqual(3);
          const area = (p: readonly number[], q: ArrayLike<number>, i: number, j: number) => {
            const [d, e] = [i, j].map((at) => [0, 1, 2].map((axis) => q[at + axis] - p[axis]));
            return Math.hypot(
              d[1] * e[2] - d[2] * e[1],
              d[2] * e[0] - d[0] * e[2],
              d[0] * e[1] - d[1] * e[0],
            );
          };
          let around = 0;
          let whole = 0;
          const first = [...corners.subarray(0, 3)];
          for (let k = 0; k < count; k++) {
            const next = (k + 1) % count;
            around += area(point, corners, 3 * k, 3 * next);
            whole += area(first, corners, 3 * k, 3 * next);
          }
          expect(around).toBeCloseTo(whole, 6);
        },
      ),
    );
  });
});
