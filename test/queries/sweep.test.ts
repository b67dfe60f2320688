import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  createMesh,
  overlapBox,
  overlapSphere,
  type QueryStats,
  sweepBox,
  sweepSphere,
  type TriangleMesh,
} from "../../src/index.ts";
import { createBox, createIcosphere } from "../../src/mesh/primitives/index.ts";
import {
  overlapSphereByBruteForce,
  sweepBoxByBruteForce,
  sweepSphereByBruteForce,
} from "../../src/reference/index.ts";
import { latticeSoup, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

const MODELS: [string, TriangleMesh][] = [
  ["random soup", randomSoup(3, 24, 0.5)],
  ["lattice soup", latticeSoup(5, 24)],
  ["torus", smallTorus(8, 5)],
  ["box", createBox()],
];
const dyadic = fc.integer({ min: -8, max: 8 }).map((x) => x / 4);
const vector = fc.tuple(dyadic, dyadic, dyadic);
const size = fc.tuple(fc.nat(4), fc.nat(4), fc.nat(4)).map((v) => v.map((x) => x / 4));
const pose = fc.option(anyPose);

function boxAt(low: number[], extent: number[]): number[] {
  return [...low, ...low.map((x, k) => x + extent[k])];
}

describe("overlapBox", () => {
  for (const [name, mesh] of MODELS)
    it(`finds the triangles of brute force in integers (${name})`, () => {
      const tree = buildAabbTree(mesh);
      const into = overlapBox(tree, [0, 0, 0, 1, 1, 1]);
      fc.assert(
        fc.property(vector, size, pose, (low, extent, toWorld) => {
          const box = boxAt(low, extent);
          const { triangles, count } = overlapBox(tree, box, { toWorld, into });
          const expected = sweepBoxByBruteForce(mesh, box, [0, 0, 0], { toWorld });
          expect([...triangles]).toEqual([...expected]);
          expect(count).toBe(expected.length);
        }),
        { numRuns: randomCases(20) },
      );
    });

  it("counts touching, and finds a triangle around the box that has no corner in it", () => {
    const tree = buildAabbTree(createMesh({ positions: Float64Array.of(-9, -9, 1, 9, -9, 1, 0, 9, 1) }));
    expect(overlapBox(tree, [-1, -1, 0, 1, 1, 1]).count).toBe(1);
    expect(overlapBox(tree, [-1, -1, 0, 1, 1, 1 - 2 ** -53]).count).toBe(0);
  });

  it("rejects invalid boxes", () => {
    const tree = buildAabbTree(createBox());
    expect(() => overlapBox(tree, [0, 0, 0])).toThrow("box: expected 6 numbers");
    expect(() => overlapBox(tree, [0, 0, 2, 1, 1, 1])).toThrow(
      "box: its minimum 2 is above its maximum 1 in z",
    );
    expect(() => overlapBox(tree, [0, 0, 0, 1, Infinity, 1])).toThrow("box[4]: Infinity");
  });
});

describe("overlapSphere", () => {
  for (const [name, mesh] of MODELS)
    it(`finds the triangles of brute force in fractions (${name})`, () => {
      const tree = buildAabbTree(mesh);
      fc.assert(
        fc.property(vector, fc.nat(6), pose, (centre, quarters, toWorld) => {
          const found = overlapSphere(tree, centre, quarters / 4, { toWorld });
          expect([...found.triangles]).toEqual([
            ...overlapSphereByBruteForce(mesh, centre, quarters / 4, { toWorld }),
          ]);
        }),
        { numRuns: randomCases(20) },
      );
    });

  it("counts touching exactly: 3, 4 and 5 to a face, an edge and a corner", () => {
    const tree = buildAabbTree(createBox({ size: 2 }));
    const stats = {} as QueryStats;
    for (const [centre, radius] of [
      [[0.25, 0.5, 4], 3],
      [[4, 5, 0.5], 5],
      [[3, 3, 2], 3],
    ] as const) {
      expect(overlapSphere(tree, centre, radius, { stats }).count).toBeGreaterThan(0);
      expect(stats.exactTests).toBeGreaterThan(0);
      expect(overlapSphere(tree, centre, radius * (1 - 2 ** -52)).count).toBe(0);
    }
  });

  it("rejects a negative radius", () => {
    expect(() => overlapSphere(buildAabbTree(createBox()), [0, 0, 0], -1)).toThrow(
      "radius: -1 is not a number",
    );
  });
});

describe("sweepBox", () => {
  for (const [name, mesh] of MODELS)
    it(`hits when brute force in integers hits, at the first time (${name})`, () => {
      const tree = buildAabbTree(mesh);
      fc.assert(
        fc.property(vector, size, vector, pose, (low, extent, motion, toWorld) => {
          const box = boxAt(low, extent);
          const hit = sweepBox(tree, box, motion, { toWorld });
          const expected = sweepBoxByBruteForce(mesh, box, motion, { toWorld });
          if (hit === null) {
            expect(expected.length).toBe(0);
            return;
          }
          expect([...expected]).toContain(hit.triangle);
          expectBetween(hit.time, 0, 1);
          const moved = box.map((x, i) => x + hit.time * motion[i % 3]);
          for (let k = 0; k < 3; k++) expectBetween(hit.point[k], moved[k] - 1e-9, moved[3 + k] + 1e-9);
          if (hit.time === 0) expect(hit.normal).toBe(null);
          else {
            expect(Math.hypot(...hit.normal!)).toBeCloseTo(1, 12);
            const against = hit.normal!.reduce((sum, x, k) => sum + x * motion[k], 0);
            expect(against).toBeLessThan(0);
            const shorter = motion.map((x) => x * Math.max(0, hit.time - 1e-9));
            expect(sweepBoxByBruteForce(mesh, box, shorter, { toWorld }).length).toBe(0);
          }
        }),
        { numRuns: randomCases(20) },
      );
    });

  it("gives the time, the point and the normal of a cube that falls on a plane", () => {
    const plane = createMesh({ positions: Float64Array.of(-9, -9, 0, 9, -9, 0, 0, 9, 0) });
    const hit = sweepBox(buildAabbTree(plane), [-1, -1, 3, 1, 1, 5], [0, 0, -4]);
    expect(hit).toMatchObject({ triangle: 0, time: 0.75, normal: [0, 0, 1] });
    expect(hit!.point[2]).toBe(0);
  });

  it("does not fall through: a thin needle and a fast box", () => {
    const needle = createMesh({ positions: Float64Array.of(0, 0, 0, 0, 1e-12, 0, 0, 0, 10) });
    expect(sweepBox(buildAabbTree(needle), [-5e5, -1, 4, -5e5, 1, 5], [1e6, 0, 0])?.time).toBe(0.5);
  });
});

describe("sweepSphere", () => {
  for (const [name, mesh] of MODELS)
    it(`stops where it first touches (${name})`, () => {
      const tree = buildAabbTree(mesh);
      fc.assert(
        fc.property(vector, fc.nat(4), vector, pose, (centre, quarters, motion, toWorld) => {
          const radius = quarters / 4;
          const hit = sweepSphere(tree, centre, radius, motion, { toWorld });
          const far = [1, 0.9, 0.6, 0.3, 0.1].map((share) => motion.map((x, k) => centre[k] + share * x));
          if (hit === null) {
            for (const place of [centre, ...far])
              expect(overlapSphereByBruteForce(mesh, place, radius, { toWorld }).length).toBe(0);
            return;
          }
          expectBetween(hit.time, 0, 1);
          const then = centre.map((x, k) => x + hit.time * motion[k]);
          const near = overlapSphereByBruteForce(mesh, then, radius + 1e-9, { toWorld });
          expect([...near]).toContain(hit.triangle);
          if (hit.time > 0) {
            const before = [1 - 1e-6, 0.8, 0.5, 0.2, 0].map((share) => share * hit.time);
            for (const time of before) {
              const place = centre.map((x, k) => x + time * motion[k]);
              expect(overlapSphereByBruteForce(mesh, place, radius - 1e-9, { toWorld }).length).toBe(0);
            }
            expect(Math.hypot(...hit.normal!)).toBeCloseTo(1, 9);
          } else expect(hit.normal).toBe(null);
        }),
        { numRuns: randomCases(13) },
      );
    });

  for (const [name, mesh] of MODELS.filter(([name]) => name !== "torus"))
    it(`stops when brute force stops (${name})`, () => {
      const tree = buildAabbTree(mesh);
      let hitCount = 0;
      fc.assert(
        fc.property(
          vector,
          fc.integer({ min: 1, max: 4 }),
          vector,
          pose,
          (centre, quarters, motion, toWorld) => {
            const radius = quarters / 4 + 1 / 64; // off the lattice: a grazing hit is another test's
            const hit = sweepSphere(tree, centre, radius, motion, { toWorld });
            const expected = sweepSphereByBruteForce(mesh, centre, radius, motion, { toWorld });
            if (expected === null) expect(hit).toBe(null);
            else {
              hitCount++;
              expect(hit!.time).toBeCloseTo(expected, 7);
            }
          },
        ),
        { numRuns: 12 },
      );
      expect(hitCount).toBeGreaterThan(0);
    });

  it("agrees with the static test on a sphere that does not move", () => {
    const mesh = createIcosphere({ subdivisions: 2 });
    const tree = buildAabbTree(mesh);
    fc.assert(
      fc.property(vector, fc.nat(4), (centre, quarters) => {
        const hit = sweepSphere(tree, centre, quarters / 4, [0, 0, 0]);
        const { count, triangles } = overlapSphere(tree, centre, quarters / 4);
        expect(hit?.triangle).toBe(count === 0 ? undefined : triangles[0]);
      }),
    );
  });

  it("meets face, edge and corner of a cube at the right times", () => {
    const tree = buildAabbTree(createBox({ size: 2 }));
    expect(sweepSphere(tree, [0.2, 0.3, 5], 1, [0, 0, -6])).toMatchObject({ time: 0.5 });
    const edge = sweepSphere(tree, [4, 4, 0.3], 1, [-4, -4, 0]);
    expect(edge!.time).toBeCloseTo((3 * Math.SQRT2 - 1) / (4 * Math.SQRT2), 14);
    const corner = sweepSphere(tree, [4, 4, 4], 1, [-4, -4, -4]);
    expect(corner!.time).toBeCloseTo((3 * Math.sqrt(3) - 1) / (4 * Math.sqrt(3)), 14);
    expect(sweepSphere(tree, [2, 0, 5], 1, [0, 0, -10])).toMatchObject({ time: 0.4 }); // grazing
    expect(sweepSphere(tree, [2 + 2 ** -51, 0, 5], 1, [0, 0, -10])).toBe(null);
  });
});

function expectBetween(value: number, low: number, high: number): void {
  expect(value).toBeGreaterThanOrEqual(low);
  expect(value).toBeLessThanOrEqual(high);
}
