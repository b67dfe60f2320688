import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bakePositions,
  buildAabbTree,
  buildObbTree,
  buildRTree,
  closestPoint,
  createMesh,
  OptionError,
  type PairTree,
  PoseError,
  type QueryStats,
  type SplitRule,
  type TriangleMesh,
} from "../../src/index.ts";
import { createIcosphere } from "../../src/mesh/primitives/index.ts";
import { pointDistanceByBruteForce } from "../../src/reference/index.ts";
import { latticeSoup, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

const SPLITS: SplitRule[] = ["sah", "midpoint", "median", "half-balanced", "best-axis"];
const BUILDS: ((mesh: TriangleMesh) => PairTree)[] = [
  (mesh) => buildObbTree(mesh),
  (mesh) => buildRTree(mesh),
  (mesh) => buildRTree(mesh, { pack: false, minChildren: 1, maxChildren: 2 }),
  (mesh) => buildRTree(mesh, { maxChildren: 5 }),
  ...SPLITS.map((split) => (mesh: TriangleMesh) => buildAabbTree(mesh, { split })),
];

const anyMesh = fc
  .tuple(fc.boolean(), fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 20 }))
  .map(([lattice, seed, count]) => (lattice ? latticeSoup(seed, count) : randomSoup(seed, count, 0.3)));
const coordinate = fc.oneof(fc.integer({ min: -2, max: 5 }), fc.double({ min: -3, max: 3, noNaN: true }));
const anyPoint = fc.tuple(coordinate, coordinate, coordinate);

describe("closestPoint", () => {
  it("(1) equals brute force, (2) posed = baked, (3) whatever the tree (seed 71)", () => {
    fc.assert(
      fc.property(anyMesh, anyPoint, fc.option(anyPose), (mesh, point, toWorld) => {
        const expected = pointDistanceByBruteForce(mesh, point, toWorld);
        const baked =
          toWorld === null
            ? mesh
            : createMesh({ positions: bakePositions(mesh.positions, toWorld), indices: mesh.indices });
        const size = Math.max(1, ...baked.positions.map(Math.abs));
        const answers = BUILDS.flatMap((build) => [
          closestPoint(build(mesh), point, { toWorld })!,
          closestPoint(build(baked), point)!,
        ]).map(({ stats: _, ...rest }) => rest);
        for (const answer of answers) expect(answer).toEqual(answers[0]);
        const [found] = answers;
        expect(Math.abs(found.distance - expected)).toBeLessThanOrEqual(2 ** -43 * expected);
        expect(pointDistanceByBruteForce(mesh, found.point, toWorld)).toBeLessThan(1e-13 * size);
        const way = Math.hypot(...found.point.map((x, k) => x - point[k]));
        expect(Math.abs(way - expected)).toBeLessThan(1e-12 * size);
      }),
      { numRuns: randomCases(20), seed: 71 },
    );
  });

  it("(4) is zero exactly for points of the surface (seed 72)", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), anyPose, (seed, toWorld) => {
        const mesh = latticeSoup(seed, 5);
        const corner = bakePositions(mesh.positions.slice(9, 12), toWorld);
        for (const build of BUILDS) {
          expect(closestPoint(build(mesh), corner, { toWorld })!.distance).toBe(0);
          const beside = closestPoint(build(mesh), [9, 9 + 2 ** -40, 9 - 2 ** -45])!;
          expect(beside.distance).toBeGreaterThan(0);
        }
      }),
      { numRuns: randomCases(13), seed: 72 },
    );
  });

  it("(5) is null beyond maxDistance and unchanged within it (seed 73)", () => {
    fc.assert(
      fc.property(anyMesh, anyPoint, fc.double({ min: 0, max: 2, noNaN: true }), (mesh, point, factor) => {
        const tree = buildAabbTree(mesh);
        const { distance, triangle } = closestPoint(tree, point)!;
        for (const maxDistance of [factor, factor * distance, distance, distance * (1 - 2 ** -52)]) {
          const limited = closestPoint(tree, point, { maxDistance });
          expect(limited === null).toBe(distance > maxDistance);
          if (limited !== null) expect(limited.triangle).toBe(triangle);
        }
      }),
      { numRuns: randomCases(25), seed: 73 },
    );
  });

  it("takes few tests on a sphere of 5,120 triangles, and counts them", () => {
    const tree = buildAabbTree(createIcosphere({ subdivisions: 4 }));
    const stats = {} as QueryStats;
    const found = closestPoint(tree, [0.3, 2, 0.4], { stats })!;
    expect(found.stats).toEqual(stats);
    expect(found.distance).toBeCloseTo(Math.hypot(0.3, 2, 0.4) - 1, 2);
    expect(stats.boxTests).toBeLessThan(120);
    expect(stats.triangleTests).toBeLessThan(40);
    expect(stats.triangleTests).toBeGreaterThan(0);
  });

  it("fills an earlier answer, and leaves it unchanged where the answer is null", () => {
    const tree = buildAabbTree(smallTorus(12, 8));
    const [first, second] = [closestPoint(tree, [3, 0, 0])!, closestPoint(tree, [0, 0.1, 2])!];
    const { point, stats } = first;
    expect(closestPoint(tree, [0, 0.1, 2], { into: first })).toBe(first);
    expect(first).toEqual(second);
    expect([first.point, first.stats]).toEqual([point, stats]);
    expect(first.point).toBe(point);
    expect(closestPoint(tree, [9, 0, 0], { into: first, maxDistance: 1 })).toBeNull();
    expect(first).toEqual(second);
    expect(closestPoint(tree, [0, 0.1, 2], { into: null })).toEqual(second);
    expect(() => closestPoint(tree, [0, 0, 0], { into: {} as typeof first })).toThrow(/into: expected/);
  });

  it("rejects what is not a tree, a point, a length or a pose", () => {
    const tree = buildAabbTree(smallTorus(6, 4));
    expect(() => closestPoint(null as unknown as typeof tree, [0, 0, 0])).toThrow(OptionError);
    expect(() => closestPoint(tree, [0, Number.NaN, 0])).toThrow(/point\[1\]: NaN/);
    expect(() => closestPoint(tree, [0, 0])).toThrow(/point\[2\]: undefined/);
    expect(() => closestPoint(tree, [0, 0, 2 ** 101])).toThrow(OptionError);
    expect(() => closestPoint(tree, [0, 0, 0], { maxDistance: -1 })).toThrow(/maxDistance: -1/);
    expect(() => closestPoint(tree, [0, 0, 0], { toWorld: new Float64Array(16) })).toThrow(PoseError);
  });
});
