import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clipToBox } from "../../../src/geometry/overlap/clip-to-box.ts";
import { randomCases } from "../../random-cases.ts";

describe("clipToBox", () => {
  it("is the mean corner of the part in the box", () => {
    const triangle = Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0);
    expect(clipToBox(triangle, Float64Array.of(-9, -9, -9, 9, 9, 9))).toEqual([4 / 3, 4 / 3, 0]);
    const [x, y, z] = clipToBox(triangle, Float64Array.of(0, 0, -1, 1, 2, 1)); // a rectangle
    expect([x, y, z].map((value) => Math.round(value * 1e9) / 1e9)).toEqual([0.5, 1, 0]);
  });

  it("keeps the nearest point of a triangle that only rounding keeps outside", () => {
    expect(clipToBox(Float64Array.of(2, 0, 0, 3, 0, 0, 3, 1, 0), Float64Array.of(0, 0, 0, 1, 1, 1))).toEqual([
      2, 0, 0,
    ]);
  });

  it("lies in the box and in the triangle, wherever they meet (seed 5)", () => {
    const coordinate = fc.double({ min: -2, max: 2, noNaN: true });
    const corners = fc.array(coordinate, { minLength: 9, maxLength: 9 });
    fc.assert(
      fc.property(corners, fc.tuple(coordinate, coordinate, coordinate), (numbers, weights) => {
        const triangle = Float64Array.from(numbers);
        // a box around a point of the triangle
        const total = weights.reduce((sum, w) => sum + Math.abs(w), 1e-9);
        const share = weights.map((w) => (Math.abs(w) + 1e-9 / 3) / total);
        const inner = [0, 1, 2].map(
          (k) => share[0] * numbers[k] + share[1] * numbers[3 + k] + share[2] * numbers[6 + k],
        );
        const box = Float64Array.from([...inner.map((x) => x - 0.25), ...inner.map((x) => x + 0.125)]);
        const point = clipToBox(triangle, box);
        for (let k = 0; k < 3; k++) {
          expect(point[k]).toBeGreaterThanOrEqual(
            Math.max(box[k], Math.min(numbers[k], numbers[3 + k], numbers[6 + k])) - 1e-9,
          );
          expect(point[k]).toBeLessThanOrEqual(
            Math.min(box[3 + k], Math.max(numbers[k], numbers[3 + k], numbers[6 + k])) + 1e-9,
          );
        }
        const [u, v, w] = [3, 6, -1].map((at) =>
          [0, 1, 2].map((k) => (at < 0 ? point[k] : numbers[at + k]) - numbers[k]),
        );
        const normal = [0, 1, 2].map(
          (k) => u[(k + 1) % 3] * v[(k + 2) % 3] - u[(k + 2) % 3] * v[(k + 1) % 3],
        );
        expect(Math.abs(normal[0] * w[0] + normal[1] * w[1] + normal[2] * w[2])).toBeLessThan(1e-9);
      }),
      { seed: 5, numRuns: randomCases(250) },
    );
  });
});
