import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxMeetsTriangle, restingExactTestCount } from "../../src/geometry/overlap/resting-box-triangle.ts";
import { sweptBoxTriangle } from "../../src/geometry/sweep/box-triangle.ts";
import { buildAabbTree, meetsBox, meetsSphere, type QueryStats, type TriangleMesh } from "../../src/index.ts";
import { createBox, createIcosphere } from "../../src/mesh/primitives/index.ts";
import { overlapSphereByBruteForce, sweepBoxByBruteForce } from "../../src/reference/index.ts";
import { latticeSoup, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

const MODELS: [string, TriangleMesh][] = [
  ["random soup", randomSoup(3, 60, 0.5)],
  ["lattice soup", latticeSoup(5, 60)],
  ["torus", smallTorus()],
  ["box", createBox()],
];
const dyadic = fc.integer({ min: -8, max: 8 }).map((x) => x / 4);
const vector = fc.tuple(dyadic, dyadic, dyadic);
const size = fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)).map((v) => v.map((x) => x / 4));
const pose = fc.option(anyPose);

describe("meetsBox and meetsSphere", () => {
  for (const [name, mesh] of MODELS) {
    it(`meetsBox says whether brute force in integers finds a triangle (${name}, seed 31)`, () => {
      const tree = buildAabbTree(mesh);
      const answers = new Set<boolean>();
      fc.assert(
        fc.property(vector, size, pose, (low, extent, toWorld) => {
          const box = [...low, ...low.map((x, k) => x + extent[k])];
          const isMet = meetsBox(tree, box, { toWorld });
          expect(isMet).toBe(sweepBoxByBruteForce(mesh, box, [0, 0, 0], { toWorld }).length > 0);
          answers.add(isMet);
        }),
        { numRuns: 40, seed: 31 },
      );
      expect(answers.size).toBe(2);
    });

    it(`meetsSphere says whether brute force in fractions finds a triangle (${name}, seed 32)`, () => {
      const tree = buildAabbTree(mesh);
      const answers = new Set<boolean>();
      fc.assert(
        fc.property(vector, fc.nat(6), pose, (centre, quarters, toWorld) => {
          const isMet = meetsSphere(tree, centre, quarters / 4, { toWorld });
          const found = overlapSphereByBruteForce(mesh, centre, quarters / 4, { toWorld });
          expect(isMet).toBe(found.length > 0);
          answers.add(isMet);
        }),
        { numRuns: randomCases(20), seed: 32 },
      );
      expect(answers.size).toBe(2);
    });
  }

  it("stops at the first triangle that is met", () => {
    const tree = buildAabbTree(createIcosphere({ subdivisions: 4 }));
    const stats = {} as QueryStats;
    expect(meetsBox(tree, [-2, -2, -2, 2, 2, 2], { stats })).toBe(true);
    expect(stats.triangleTests).toBe(1);
    expect(meetsSphere(tree, [0, 0, 0], 2, { stats })).toBe(true);
    expect(stats.triangleTests).toBe(1);
    expect(meetsSphere(tree, [0, 0, 0], 0.9, { stats })).toBe(false);
  });

  it("excludes by distance nodes that only the box of a ball meets", () => {
    const tree = buildAabbTree(createBox());
    const stats = {} as QueryStats;
    const [half] = [Math.max(...createBox().positions)];
    expect(meetsSphere(tree, [half + 1, half + 1, half + 1], 1.5, { stats })).toBe(false);
    expect(stats.triangleTests).toBe(0);
  });
});

describe("boxMeetsTriangle", () => {
  const near = fc
    .integer({ min: -6, max: 6 })
    .chain((x) => fc.constantFrom(x / 4, x / 4 + 2 ** -52, x / 4 - 2 ** -50));
  const nine = fc.array(near, { minLength: 9, maxLength: 9 });

  it("agrees with the swept box that stands still, at the last bit too (seed 33)", () => {
    const exactBefore = restingExactTestCount();
    const answers = new Set<boolean>();
    fc.assert(
      fc.property(vector, size, nine, (low, extent, corners) => {
        const box = Float64Array.from([...low, ...low.map((x, k) => x + extent[k]), 0, 0, 0]);
        const triangle = Float64Array.from(corners);
        const isMet = boxMeetsTriangle(box, triangle, 0);
        expect(isMet).toBe(sweptBoxTriangle(box, triangle, 0) >= 0);
        answers.add(isMet);
      }),
      { numRuns: randomCases(1500), seed: 33 },
    );
    expect(answers.size).toBe(2);
    expect(restingExactTestCount()).toBeGreaterThan(exactBefore);
  });
});
