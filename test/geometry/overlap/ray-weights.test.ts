import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { decideExactly, rayTriangle } from "../../../src/geometry/overlap/ray-triangle.ts";
import { rayWeights } from "../../../src/geometry/overlap/ray-weights.ts";
import { rayWeightsExact } from "../../../src/geometry/overlap/ray-weights-exact.ts";
import { expectClose, expectSame } from "../../expect-in-loops.ts";
import { randomCases } from "../../random-cases.ts";

const facing = new Int8Array(1);
const end = Float64Array.of(Infinity);
const float = fc.double({ min: -2, max: 2, noNaN: true });
const small = fc.integer({ min: -2, max: 2 });

/** The weights by both ways, and what they give; null where the ray misses. */
function weigh(ray: number[], corners: number[]) {
  const line = Float64Array.from(ray);
  const triangle = Float64Array.from(corners);
  const t = rayTriangle(line, triangle, 0, facing, end, decideExactly);
  if (t < 0) return null;
  const fast = rayWeights(line, triangle, t);
  const exact = rayWeightsExact(line, triangle);
  const place = (weights: number[]) =>
    [0, 1, 2].map((axis) => weights.reduce((sum, w, k) => sum + w * corners[3 * k + axis], 0));
  return { t, fast, exact, place, point: [0, 1, 2].map((axis) => ray[axis] + t * ray[3 + axis]) };
}

describe("the weights of a ray's hit", () => {
  it("are those of integers, and give the point (seed 11)", () => {
    let hits = 0;
    fc.assert(
      fc.property(
        fc.array(float, { minLength: 9, maxLength: 9 }),
        fc.array(float, { minLength: 3, maxLength: 3 }),
        fc.tuple(
          fc.double({ min: 0.001, max: 1, noNaN: true }),
          fc.double({ min: 0.001, max: 1, noNaN: true }),
        ),
        (corners, origin, [u, v]) => {
          const [a, b] = [u * (1 - v), u * v];
          const aim = [0, 1, 2].map(
            (k) => corners[k] * (1 - a - b) + corners[3 + k] * a + corners[6 + k] * b - origin[k],
          );
          if (aim.every((x) => x === 0)) return;
          const found = weigh([...origin, ...aim], corners);
          if (found === null) return;
          hits++;
          const { fast, exact, place, point } = found;
          const sum = fast[0] + fast[1] + fast[2];
          expectClose(sum, 1, 9);
          const [placeOfFast, placeOfExact] = [place(fast), place(exact)];
          for (let k = 0; k < 3; k++) {
            expectSame(fast[k] === 0, exact[k] === 0);
            expectSame(fast[k] >= 0, true);
            // Of slender triangles the weights are sensitive, the point is not.
            expectClose(placeOfFast[k], point[k], 8);
            expectClose(placeOfExact[k], point[k], 8);
          }
        },
      ),
      { seed: 11, numRuns: randomCases(1000) },
    );
    expect(hits).toBeGreaterThan(randomCases(500));
  });

  it("are 0 exactly on edges, also in the plane and of needles (seed 12)", () => {
    const seen = { edges: 0, inside: 0, plane: 0 };
    fc.assert(
      fc.property(
        fc.array(small, { minLength: 9, maxLength: 9 }),
        fc.array(small, { minLength: 3, maxLength: 3 }),
        fc.array(small, { minLength: 3, maxLength: 3 }),
        (corners, origin, direction) => {
          if (direction.every((x) => x === 0)) return;
          const found = weigh([...origin, ...direction], corners);
          if (found === null) return;
          const { fast, exact, place, point } = found;
          if (facing[0] === 0) seen.plane++;
          else if (exact.includes(0)) seen.edges++;
          else seen.inside++;
          const placeOfFast = place(fast);
          for (let k = 0; k < 3; k++) {
            expectClose(fast[k], exact[k], 12);
            expectSame(fast[k] === 0, exact[k] === 0);
            expectSame(fast[k] >= 0, true);
            expectClose(placeOfFast[k], point[k], 12);
          }
        },
      ),
      { seed: 12, numRuns: randomCases(10_000) },
    );
    for (const count of Object.values(seen)) expect(count).toBeGreaterThan(30);
  });

  it("hold for origins that are far away", () => {
    const corners = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    const { fast } = weigh([0.25, 0.5, 2 ** 40, 0, 0, -1], corners)!;
    expect(fast).toEqual([0.25, 0.25, 0.5]);
    const { fast: onEdge } = weigh([0.25, 0, 2 ** 40, 0, 0, -1], corners)!;
    expect(onEdge).toEqual([0.75, 0.25, 0]);
  });
});
