import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ANY_AXIS, MOST, setWorldMetric } from "../../src/queries/distance/world-metric.ts";
import { affinePose, rigidPose } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

const unit = fc.double({ min: -1, max: 1, noNaN: true });
const metric = new Float64Array(5);

describe("setWorldMetric", () => {
  it("bounds the length of a vector in the world from both sides (seed 24)", () => {
    fc.assert(
      fc.property(fc.oneof(rigidPose, affinePose), fc.tuple(unit, unit, unit), (pose, v) => {
        setWorldMetric(Float64Array.from(pose), true, metric);
        const square = v.reduce((sum, x) => sum + x * x, 0);
        const inWorld = [0, 1, 2].map((row) => v.reduce((sum, x, k) => sum + pose[4 * k + row] * x, 0));
        const worldSquare = inWorld.reduce((sum, x) => sum + x * x, 0);
        expect(metric[ANY_AXIS] * square).toBeLessThanOrEqual(worldSquare);
        expect(metric[MOST] * square).toBeGreaterThanOrEqual(worldSquare);
        const alongAxes = v.reduce((sum, x, k) => sum + metric[k] * x * x, 0);
        expect(alongAxes).toBeLessThanOrEqual(worldSquare);
      }),
      { seed: 24, numRuns: randomCases(250) },
    );
  });

  it("recognises a pose that preserves shapes", () => {
    const scaled = [0, 3, 0, 0, -3, 0, 0, 0, 0, 0, 3, 0, 5, 6, 7, 1];
    for (const [moves, factor] of [
      [true, 9],
      [false, 1],
    ] as const) {
      setWorldMetric(Float64Array.from(scaled), moves, metric);
      expect(metric[ANY_AXIS] / factor).toBeCloseTo(1, 10);
      expect(metric[MOST] / factor).toBeCloseTo(1, 10);
    }
  });

  it("gives no bounds where squares leave the range of f64", () => {
    const tiny = 2 ** -600;
    setWorldMetric(Float64Array.of(tiny, 0, 0, 0, 0, tiny, 0, 0, 0, 0, tiny, 0, 0, 0, 0, 1), true, metric);
    expect(metric[ANY_AXIS]).toBe(0);
    expect(metric[MOST]).toBe(Infinity);
  });
});
