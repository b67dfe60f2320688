import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { areWithinExactly, measureExactly } from "../../../src/geometry/distance/feature-distance-exact.ts";
import {
  beginFeatureTest,
  createFeatureTest,
  isEdgeNearEdge,
  isVertexNearFace,
  measureEdges,
  measureVertexFace,
} from "../../../src/geometry/distance/near-features.ts";
import { FOUND_S, FOUND_T } from "../../../src/geometry/distance/triangle-distance.ts";
import { random } from "../../meshes.ts";
import { randomCases } from "../../random-cases.ts";

// (1) all stages give the answer of integers (2) f64 decides what is not near the thickness, 106 bits what is near it, integers ties
// (3) what is measured is within rounding of what integers measure.

const test = createFeatureTest();
const found = new Float64Array(16);
const points = new Float64Array(6);

function isNear(c: Float64Array, isEdges: boolean, thickness: number): boolean {
  beginFeatureTest(test, thickness);
  return isEdges ? isEdgeNearEdge(test, c, 0, 3, c, 6, 9) : isVertexNearFace(test, c, 0, c, 3, 6, 9);
}

function measure(c: Float64Array, isEdges: boolean): number {
  beginFeatureTest(test, 2 ** 100);
  return isEdges ? measureEdges(test, c, 0, 3, c, 6, 9) : measureVertexFace(test, c, 0, c, 3, 6, 9);
}

function randomCorners(seed: number): Float64Array {
  const next = random(seed);
  return Float64Array.from({ length: 12 }, next);
}

describe.each([
  ["a vertex and a face", false],
  ["two edges", true],
])("%s", (_, isEdges) => {
  it("(1) (2) within a few units of the thickness, where 106 bits decide (seed 1)", () => {
    let exactTests = 0;
    fc.assert(
      fc.property(fc.nat(), fc.integer({ min: -3, max: 3 }), (seed, units) => {
        const corners = randomCorners(seed);
        const distance = measureExactly(corners, isEdges, found, points);
        const thickness = distance + units * 2 ** -53 * distance;
        expect(isNear(corners, isEdges, thickness)).toBe(areWithinExactly(corners, isEdges, thickness));
        exactTests += test.exactTests;
      }),
      { seed: 1, numRuns: randomCases(500) },
    );
    expect(exactTests).toBe(0);
  });

  it("(1) (2) away from the thickness, where f64 decides (seed 2)", () => {
    for (let seed = 0; seed < 200; seed++) {
      const corners = randomCorners(seed);
      const distance = measureExactly(corners, isEdges, found, points);
      expect(isNear(corners, isEdges, distance * (1 + 2 ** -30))).toBe(true);
      expect(isNear(corners, isEdges, distance * (1 - 2 ** -30))).toBe(false);
    }
  });

  it("(1) with needles, parallel edges and corners that nearly touch (seed 3)", () => {
    const coordinate = fc.constantFrom(0, 1, 1 + 2 ** -52, 0.5, 2 ** -40, 1 / 3, 2 ** -80, 2 ** -600, 1000);
    fc.assert(
      fc.property(
        fc.array(coordinate, { minLength: 12, maxLength: 12 }),
        fc.constantFrom(0, 1, 2 ** -40, 2 ** -52, 2 ** -600, 0.25),
        (numbers, thickness) => {
          const corners = Float64Array.from(numbers);
          expect(isNear(corners, isEdges, thickness)).toBe(areWithinExactly(corners, isEdges, thickness));
          const distance = measureExactly(corners, isEdges, found, points);
          expect(isNear(corners, isEdges, distance * 1.5)).toBe(true);
          if (distance === 0) expect(measure(corners, isEdges)).toBe(0);
          else expect(Math.abs(measure(corners, isEdges) / distance - 1)).toBeLessThan(2 ** -33);
        },
      ),
      { seed: 3, numRuns: randomCases(500) },
    );
  });

  it("(3) is measured as integers measure it (seed 4)", () => {
    for (let seed = 0; seed < 300; seed++) {
      const corners = randomCorners(seed);
      const distance = measureExactly(corners, isEdges, found, points);
      const [first, second, expected] = [found[FOUND_S], found[FOUND_T], points.slice()];
      expect(measure(corners, isEdges) / distance).toBeCloseTo(1, 9);
      expect(test.found[FOUND_S]).toBeCloseTo(first, 7);
      expect(test.found[FOUND_T]).toBeCloseTo(second, 7);
      expected.forEach((x, k) => {
        expect(test.points[k]).toBeCloseTo(x, 7);
      });
    }
  });

  it("(2) integers decide a tie", () => {
    const corners = isEdges
      ? Float64Array.of(0, 0, 0, 1, 0, 0, 0.5, -1, 1, 0.5, 1, 1)
      : Float64Array.of(0.25, 0.25, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0);
    expect(isNear(corners, isEdges, 1)).toBe(true);
    expect(test.exactTests).toBe(1);
    expect(isNear(corners, isEdges, 1 - 2 ** -53)).toBe(false);
  });
});
