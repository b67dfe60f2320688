import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  type ContactCache,
  collide,
  createMesh,
  findPairs,
  OptionError,
  type Pose,
  type QueryStats,
  type TriangleMesh,
} from "../../src/index.ts";
import { createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { findPairsByBruteForce } from "../../src/reference/index.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

const TESTS = ["sat-lite", "sat"] as const;

/** Column-major, from the columns of the linear part and the offset. */
function pose(u: number[], v: number[], w: number[], offset: number[]): Pose {
  return [...u, 0, ...v, 0, ...w, 0, ...offset, 1];
}

/** A rotation by a random quaternion (Shoemake) and an offset within ±reach. */
function rigid(next: () => number, reach: number): Pose {
  const [r, s, t] = [next(), 2 * Math.PI * next(), 2 * Math.PI * next()];
  const [x, y] = [Math.sqrt(1 - r) * Math.sin(s), Math.sqrt(1 - r) * Math.cos(s)];
  const [z, w] = [Math.sqrt(r) * Math.sin(t), Math.sqrt(r) * Math.cos(t)];
  return pose(
    [1 - 2 * (y * y + z * z), 2 * (x * y + z * w), 2 * (x * z - y * w)],
    [2 * (x * y - z * w), 1 - 2 * (x * x + z * z), 2 * (y * z + x * w)],
    [2 * (x * z + y * w), 2 * (y * z - x * w), 1 - 2 * (x * x + y * y)],
    [0, 1, 2].map(() => (2 * next() - 1) * reach),
  );
}

const next = random(11);
const POSES: [string, Pose | null][] = [
  ["none", null],
  ["identity", pose([1, 0, 0], [0, 1, 0], [0, 0, 1], [0, 0, 0])],
  ["rigid", rigid(next, 0.3)],
  ["scaled", pose([2, 0, 0], [0, 0.5, 0], [0, 0, 1.25], [0.25, 0, -0.5])],
  ["sheared", pose([1, 0, 0], [1, 1, 0], [0, -1, 1], [0, 0.5, 0])],
  ["mirrored", pose([-1, 0, 0], [0, 0, 1], [0, 1, 0], [1, 0, 0])],
  ["scaled 1e4 : 1 and turned", pose([60, 80, 0], [-0.008, 0.006, 0], [0, 0, 1], [0.1, 0, 0])],
  ["far away", pose([1, 0, 0], [0, 1, 0], [0, 0, 1], [1e6, 1e6, -1e6])],
];
const POSE_PAIRS = POSES.flatMap(([nameA, a]) => POSES.map(([nameB, b]) => [nameA, nameB, a, b] as const));

function expectBruteForce(
  a: TriangleMesh,
  b: TriangleMesh,
  aToWorld: Pose | null,
  bToWorld: Pose | null,
): void {
  const expected = findPairsByBruteForce(a, b, { aToWorld, bToWorld });
  for (const leafSize of [1, 3]) {
    const treeA = buildObbTree(a, { leafSize });
    const treeB = buildObbTree(b, { leafSize });
    for (const test of TESTS) {
      for (const descend of ["both", "larger", "larger-volume"] as const) {
        const options = { aToWorld, bToWorld, test, descend };
        expect(findPairs(treeA, treeB, options).pairs).toEqual(expected);
        expect(collide(treeA, treeB, options)).toBe(expected.length > 0);
        expect(collide(treeA, treeB, { ...options, order: "depth-first" })).toBe(expected.length > 0);
      }
    }
  }
}

describe("OBB trees", () => {
  it.each(POSE_PAIRS)("agree with brute force, a %s, b %s (random and lattice, seeds 1 to 4)", (...args) => {
    const [, , aToWorld, bToWorld] = args;
    expectBruteForce(randomSoup(1, 25, 0.5), randomSoup(2, 25, 0.5), aToWorld, bToWorld);
    expectBruteForce(latticeSoup(3, 20), latticeSoup(4, 20), aToWorld, bToWorld);
  });

  it("agree with brute force on curved, flat and degenerate meshes", () => {
    const sheet = createPlaneGrid({ width: 3, depth: 3, columns: 4, rows: 4 });
    const point = createMesh({ positions: new Float32Array(18) });
    const line = createMesh({ positions: Float64Array.of(-1, -1, -1, 1, 1, 1, 0, 0, 0) });
    const meshes = [smallTorus(7, 5), sheet, point, line];
    for (const a of meshes) for (const b of meshes) expectBruteForce(a, b, null, rigid(random(5), 0.1));
    for (const a of meshes) expectBruteForce(a, a, null, null);
  });

  it("agree with brute force on lattice soups under lattice maps (fast-check)", () => {
    const entry = fc.integer({ min: -2, max: 2 });
    const vector = fc.array(entry, { minLength: 3, maxLength: 3 });
    const lattice = fc
      .tuple(vector, vector, vector, vector)
      .filter(([u, v, w]) => {
        const [a, b, c, d, e, f, g, h, i] = [...u, ...v, ...w] as number[];
        return a * (e * i - f * h) - b * (d * i - f * g) + c * (d * h - e * g) !== 0;
      })
      .map(([u, v, w, offset]) => pose(u, v, w, offset));
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), lattice, lattice, (seed, aToWorld, bToWorld) => {
        expectBruteForce(latticeSoup(seed, 6, 3), latticeSoup(seed + 1, 6, 3), aToWorld, bToWorld);
      }),
      { numRuns: randomCases(25) },
    );
  });

  it("give equal answers posed and baked, and with a and b swapped (torus × torus, seed 6)", () => {
    const torus = smallTorus(12, 8);
    const tree = buildObbTree(torus);
    const nextPose = random(6);
    for (let k = 0; k < 20; k++) {
      const aToWorld = rigid(nextPose, 1);
      const bToWorld = rigid(nextPose, 1);
      const pairs = findPairs(tree, tree, { aToWorld, bToWorld }).pairs;
      const aabb = buildAabbTree(torus);
      expect(pairs).toEqual(findPairs(aabb, aabb, { aToWorld, bToWorld }).pairs);
      const swapped = findPairs(tree, tree, { aToWorld: bToWorld, bToWorld: aToWorld });
      const back = [];
      for (let i = 0; i < swapped.count; i++) back.push([swapped.pairs[2 * i + 1], swapped.pairs[2 * i]]);
      back.sort((p, q) => p[0] - q[0] || p[1] - q[1]);
      expect([...pairs]).toEqual(back.flat());
    }
  });

  it("count exits that add up to the box tests, edge axes only with SAT, which needs no more tests (seed 7)", () => {
    const tree = buildObbTree(smallTorus(24, 16));
    const nextPose = random(7);
    let edgeExits = 0;
    let exits = 0;
    for (let k = 0; k < 30; k++) {
      const options = {
        aToWorld: rigid(nextPose, 1),
        bToWorld: rigid(nextPose, 1),
        descend: "larger" as const,
      };
      const lite = findPairs(tree, tree, { ...options, test: "sat-lite" });
      const full = findPairs(tree, tree, { ...options, test: "sat" });
      for (const { stats } of [lite, full])
        expect(stats.exitAxes.reduce((sum, n) => sum + n, 0)).toBe(stats.boxTests);
      expect(lite.stats.exitAxes.subarray(6, 15).every((n) => n === 0)).toBe(true);
      expect(full.stats.boxTests).toBeLessThanOrEqual(lite.stats.boxTests);
      expect(full.stats.triangleTests).toBeLessThanOrEqual(lite.stats.triangleTests);
      expect(full.pairs).toEqual(lite.pairs);
      edgeExits += full.stats.exitAxes.subarray(6, 15).reduce((sum, n) => sum + n, 0);
      exits += full.stats.boxTests - full.stats.exitAxes[15];
    }
    // van den Bergen, section 3: about 15 % of the separations are found on the edge axes
    expect(edgeExits / exits).toBeGreaterThan(0.05);
    expect(edgeExits / exits).toBeLessThan(0.3);
  });

  it("need far fewer triangle tests than AABB trees of the same leaf size (torus × torus, seed 8)", () => {
    const torus = smallTorus(32, 20);
    const obb = buildObbTree(torus);
    const aabb = buildAabbTree(torus, { split: "midpoint", leafSize: 1 });
    const nextPose = random(8);
    const stats = {} as QueryStats;
    let [boxesObb, boxesAabb, trianglesObb, trianglesAabb] = [0, 0, 0, 0];
    for (let k = 0; k < 100; k++) {
      const options = {
        aToWorld: rigid(nextPose, 1),
        bToWorld: rigid(nextPose, 1),
        test: "sat" as const,
        stats,
      };
      const hit = collide(obb, obb, options);
      boxesObb += stats.boxTests;
      trianglesObb += stats.triangleTests;
      expect(collide(aabb, aabb, options)).toBe(hit);
      boxesAabb += stats.boxTests;
      trianglesAabb += stats.triangleTests;
    }
    expect(boxesObb).toBeLessThan(boxesAabb);
    expect(2 * trianglesObb).toBeLessThan(trianglesAabb);
  });

  it("test one pair of roots and no triangles when the meshes are far apart", () => {
    const tree = buildObbTree(smallTorus());
    const { stats, count } = findPairs(tree, tree, {
      bToWorld: pose([1, 0, 0], [0, 1, 0], [0, 0, 1], [9, 0, 0]),
    });
    expect(count).toBe(0);
    expect(stats.boxTests).toBe(1);
    expect(stats.triangleTests).toBe(0);
  });

  it("retry the cached witness first", () => {
    const tree = buildObbTree(smallTorus());
    const cache: ContactCache = {};
    const stats = {} as QueryStats;
    const bToWorld = rigid(random(9), 0.5);
    expect(collide(tree, tree, { bToWorld, cache, stats })).toBe(true);
    expect(stats.boxTests).toBeGreaterThan(0);
    expect(collide(tree, tree, { bToWorld, cache, stats })).toBe(true);
    expect(stats.boxTests).toBe(0);
  });

  it("are rejected together with AABB trees", () => {
    const mesh = smallTorus();
    expect(() => collide(buildObbTree(mesh), buildAabbTree(mesh))).toThrow(OptionError);
  });
});
