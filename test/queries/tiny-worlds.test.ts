import { describe, expect, it } from "vitest";
import { PoseError } from "../../src/errors.ts";
import { bakePositions } from "../../src/geometry/affine.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { convexHull } from "../../src/mesh/convex-hull.ts";
import { isConvex } from "../../src/mesh/is-convex.ts";
import { createBox } from "../../src/mesh/primitives/index.ts";
import { createMesh, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { classify } from "../../src/queries/classify/classify.ts";
import { locatePoint, windingNumber } from "../../src/queries/classify/locate-point.ts";
import { findContacts } from "../../src/queries/contacts/find-contacts.ts";
import { closestPoint } from "../../src/queries/distance/closest-point.ts";
import { distance } from "../../src/queries/distance/distance.ts";
import { isWithin } from "../../src/queries/distance/is-within.ts";
import type { ImpactStats } from "../../src/queries/impact/impact-result.ts";
import { selfTimeOfImpact, timeOfImpact } from "../../src/queries/impact/time-of-impact.ts";
import { overlapDepth } from "../../src/queries/overlap-depth/overlap-depth.ts";
import { collide } from "../../src/queries/pairs/collide.ts";
import { findPairs } from "../../src/queries/pairs/find-pairs.ts";
import { findPairsByLayers } from "../../src/queries/pairs/find-pairs-by-layers.ts";
import { buildObbTree } from "../../src/queries/pairs/obb-trees.ts";
import { buildRTree } from "../../src/queries/pairs/r-trees.ts";
import { penetration } from "../../src/queries/penetration/penetration.ts";
import { collidesItself, findSelfPairs } from "../../src/queries/self/find-self-pairs.ts";
import { castRay, castRayAll } from "../../src/queries/shapes/cast-ray.ts";
import { cullFrustum } from "../../src/queries/shapes/cull-frustum.ts";
import { overlapBox } from "../../src/queries/shapes/overlap-box.ts";
import { overlapSphere } from "../../src/queries/shapes/overlap-sphere.ts";
import { sweepBox } from "../../src/queries/shapes/sweep-box.ts";
import { sweepSphere } from "../../src/queries/shapes/sweep-sphere.ts";
import type { QueryStats } from "../../src/queries/stats.ts";
import { findPairsByBruteForce } from "../../src/reference/triangle-pairs.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { latticeSoup, randomSoup } from "../meshes.ts";
import { gridTorus, offsetTimesPower, powerPose, timesPower } from "../tiny.ts";

// (1) A query about meshes times 2^k answers as the query about the meshes does: the same pairs, relations and times, lengths times 2^k.
// (2) So it does at a pose that makes the meshes tiny, or ordinary again.
// (3) Where scaling is exact it takes the same number of tests, exact ones above all.
// (4) A pose never changes the meaning: posed = baked among subnormal numbers, too.

const BUILDERS = { aabb: buildAabbTree, obb: buildObbTree, "r-tree": buildRTree };
const KINDS = Object.keys(BUILDERS) as (keyof typeof BUILDERS)[];
// times 2: so that its largest coordinate is 1 … 2, and it has the boxes that its tiny copies have
const torus = timesPower(gridTorus(22, 14), 1);
const other = timesPower(gridTorus(22, 14, [0.3, 0.2, 0.1]), 1);
const POWERS = [-1000, -700, -300, -100, -45, -38, 40, 90];
/** Products of a pose and a coordinate stay normal numbers, and poses stay in range. */
const POSED_POWERS = [-900, -600, -300, -100, -45, 40, 90];
const TURN = turn(0.3, [0.3, 0.2, 0.1]);
const FAR = turn(0.7, [4.1, 0.2, 0.1]);

function turn(angle: number, offset: number[]): number[] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  return [c, s, 0, 0, -s, c, 0, 0, 0, 0, 1, 0, ...offset, 1];
}

/** The results of a run with kernels and one without. */
function bothWays<T>(work: () => T): T[] {
  return [withoutKernels(work), withKernels(work)];
}

function trees(power: number, kind: keyof typeof BUILDERS = "aabb") {
  return [BUILDERS[kind](timesPower(torus, power)), BUILDERS[kind](timesPower(other, power))] as const;
}

function aabbTrees(power: number) {
  return [buildAabbTree(timesPower(torus, power)), buildAabbTree(timesPower(other, power))] as const;
}

describe("pairs of meshes times 2^k", () => {
  it.each(KINDS)("equal those of the unscaled meshes, with as many exact tests (%s trees)", (kind) => {
    const [a, b] = trees(0, kind);
    const [plain, inKernels] = bothWays(() => findPairs(a, b));
    expect(plain.count).toBeGreaterThan(100);
    expect(inKernels.pairs).toEqual(plain.pairs);
    for (const power of POWERS) {
      const [tinyA, tinyB] = trees(power, kind);
      const [found, foundInKernels] = bothWays(() => findPairs(tinyA, tinyB));
      expect(found.pairs).toEqual(plain.pairs);
      expect(foundInKernels.pairs).toEqual(plain.pairs);
      expect(found.stats.exactTests).toBe(plain.stats.exactTests);
      if (power > -40) continue; // the boxes are others
      expect(found.stats).toEqual(plain.stats);
      expect(foundInKernels.stats).toEqual(inKernels.stats);
      expect(collide(tinyA, tinyB)).toBe(true);
    }
  });

  it.each(["midpoint", "median", "half-balanced", "best-axis"] as const)(
    "equal those of the unscaled meshes, also by layers (split rule %s)",
    (split) => {
      const [a, b] = [torus, other].map((mesh) => buildAabbTree(mesh, { split }));
      const expected = findPairs(a, b);
      for (const power of [-1000, -300, 90]) {
        const [tinyA, tinyB] = [torus, other].map((mesh) =>
          buildAabbTree(timesPower(mesh, power), { split }),
        );
        expect(findPairs(tinyA, tinyB).pairs).toEqual(expected.pairs);
        const byLayers = findPairsByLayers(tinyA, tinyB);
        expect(byLayers.pairs).toEqual(expected.pairs);
        expect(byLayers.stats.exactTests).toBe(expected.stats.exactTests);
      }
    },
  );

  it.each(KINDS)("equal those of the unscaled meshes at turned poses (%s trees)", (kind) => {
    const [a, b] = trees(0, kind);
    const poses = (power: number) => ({
      aToWorld: offsetTimesPower(TURN, power),
      bToWorld: offsetTimesPower(turn(0.9, [0.5, 0.1, 0]), power),
    });
    const [plain, inKernels] = bothWays(() => findPairs(a, b, poses(0)));
    expect(plain.count).toBeGreaterThan(100);
    for (const power of POSED_POWERS) {
      const [tinyA, tinyB] = trees(power, kind);
      const [found, foundInKernels] = bothWays(() => findPairs(tinyA, tinyB, poses(power)));
      expect(found.pairs).toEqual(plain.pairs);
      expect(foundInKernels.pairs).toEqual(plain.pairs);
      expect(found.stats.exactTests).toBe(plain.stats.exactTests);
      if (power > -40) continue;
      expect(found.stats).toEqual(plain.stats);
      expect(foundInKernels.stats).toEqual(inKernels.stats);
    }
  });

  it.each(KINDS)("equal those of the unscaled meshes where poses scale up or down (%s trees)", (kind) => {
    const expected = findPairs(...trees(0, kind)).pairs;
    for (const power of [-1000, -300, -60, 90]) {
      const back = { aToWorld: powerPose(-power), bToWorld: powerPose(-power) };
      const there = { aToWorld: powerPose(power), bToWorld: powerPose(power) };
      for (const found of [
        ...bothWays(() => findPairs(...trees(power, kind), back)),
        ...bothWays(() => findPairs(...trees(0, kind), there)),
      ]) {
        expect(found.pairs).toEqual(expected);
        expect(found.stats.exactTests).toBeLessThan(100);
      }
    }
    // one of a tiny world, one of an ordinary one
    const [a] = trees(-300, kind);
    const [, b] = trees(0, kind);
    expect(findPairs(a, b, { aToWorld: powerPose(300) }).pairs).toEqual(expected);
    expect(findPairs(a, b, { bToWorld: powerPose(-300) }).pairs).toEqual(expected);
    expect(findPairs(b, a, { aToWorld: powerPose(-300) }).count).toBe(expected.length / 2);
  });

  it.each([-1060, -1040, -1022, -960])(
    "equal those of baked meshes among subnormal numbers, 2^%i (seed 3)",
    (power) => {
      const [a, b] = [3, 4].map((seed) => timesPower(randomSoup(seed, 40), power));
      const poses = [offsetTimesPower(TURN, power), offsetTimesPower(turn(0.9, [0.1, 0.1, 0]), power)];
      const baked = [a, b].map((mesh, i) =>
        createMesh({ positions: bakePositions(mesh.positions, poses[i]), indices: mesh.indices }),
      );
      const expected = findPairsByBruteForce(baked[0], baked[1]);
      expect(expected.length).toBeGreaterThan(0);
      for (const kind of KINDS) {
        const [treeA, treeB] = [BUILDERS[kind](a), BUILDERS[kind](b)];
        const options = { aToWorld: poses[0], bToWorld: poses[1] };
        expect(findPairs(treeA, treeB, options).pairs).toEqual(expected);
        expect(findPairs(BUILDERS[kind](baked[0]), BUILDERS[kind](baked[1])).pairs).toEqual(expected);
        const singular = [...poses[0]];
        for (let i = 0; i < 3; i++) singular[i] = 0;
        expect(() => findPairs(treeA, treeB, { aToWorld: singular })).toThrow(PoseError);
      }
    },
  );

  it("equal those of brute force for tiny meshes beside ordinary ones, and for lattices (seed 5)", () => {
    const soups = [
      latticeSoup(5, 30),
      timesPower(latticeSoup(6, 30), -300),
      timesPower(latticeSoup(7, 30), -1040),
    ];
    for (const a of soups)
      for (const b of soups) {
        const expected = findPairsByBruteForce(a, b);
        for (const kind of KINDS)
          expect(findPairs(BUILDERS[kind](a), BUILDERS[kind](b)).pairs).toEqual(expected);
      }
  });

  it("are found for f32 meshes with subnormal coordinates", () => {
    const small = (mesh: TriangleMesh) =>
      createMesh({
        positions: Float32Array.from(mesh.positions, (x) => x * 2 ** -127),
        indices: mesh.indices,
      });
    const [a, b] = [buildAabbTree(small(torus)), buildAabbTree(small(other))];
    expect(a.exponent[0]).toBe(127);
    for (const found of bothWays(() => findPairs(a, b)))
      expect(found.pairs).toEqual(findPairs(...aabbTrees(0)).pairs);
  });
});

describe("other queries about meshes times 2^k", () => {
  const [a, b] = aabbTrees(0);
  const tiny = [-900, -300, -100, 90].map((power) => ({ power, trees: aabbTrees(power), unit: 2 ** power }));
  const cases = tiny.map(({ power, trees, unit }) => [power, unit, ...trees] as const);
  const times = (v: ArrayLike<number>, unit: number) => Array.from(v, (x) => x * unit);

  it.each(cases)("find the same self pairs (2^%i)", (power, _unit, tree) => {
    const crossed = (unit: number) => {
      const positions = new Float64Array([...torus.positions, ...other.positions]).map((x) => x * unit);
      const indices = Uint32Array.from([...torus.indices!, ...other.indices!], (v, i) =>
        i < torus.indices!.length ? v : v + torus.vertexCount,
      );
      return buildAabbTree(createMesh({ positions, indices }));
    };
    const [ordinary, small] = [crossed(1), crossed(2 ** power)];
    const toWorld = (p: number) => ({ toWorld: offsetTimesPower(TURN, p) });
    for (const [found, expected] of [
      [findSelfPairs(small), findSelfPairs(ordinary)],
      [findSelfPairs(small, toWorld(power)), findSelfPairs(ordinary, toWorld(0))],
      [findSelfPairs(small, { by: "layers" }), findSelfPairs(ordinary, { by: "layers" })],
      [findSelfPairs(small, { topology: "position" }), findSelfPairs(ordinary, { topology: "position" })],
    ] as const) {
      expect(expected.count).toBeGreaterThan(100);
      expect(found.pairs).toEqual(expected.pairs);
      expect(found.stats.exactTests).toBe(expected.stats.exactTests);
    }
    expect(collidesItself(tree)).toBe(false);
    expect(collidesItself(small)).toBe(true);
    // layers need no refit
    small.mesh.positions.subarray(torus.positions.length).fill(0);
    expect(findSelfPairs(small, { by: "layers" }).degenerateTriangles.length).toBe(other.triangleCount);
  });

  it.each(cases)("measure distances that are 2^%i times as long", (power, unit, tinyA, tinyB) => {
    const options = (p: number) => ({ bToWorld: offsetTimesPower(FAR, p) });
    const expected = distance(a, b, options(0))!;
    const found = distance(tinyA, tinyB, options(power))!;
    expect(found.distance).toBe(expected.distance * unit);
    expect(found.pointA).toEqual(times(expected.pointA, unit));
    expect(found.pointB).toEqual(times(expected.pointB, unit));
    expect(found.triangleA).toBe(expected.triangleA);
    expect(found.stats.exactTests).toBe(expected.stats.exactTests);
    expect(distance(tinyA, tinyB, { ...options(power), maxDistance: 0.99 * found.distance })).toBeNull();
    expect(isWithin(tinyA, tinyB, 0.99 * found.distance, options(power))).toBe(false);
    expect(isWithin(tinyA, tinyB, 1.01 * found.distance, options(power))).toBe(true);
    expect(distance(tinyA, tinyB)!.distance).toBe(0);
    const point = [0.31, 0.77, 0.4];
    const nearest = closestPoint(tinyA, times(point, unit))!;
    expect(nearest.distance).toBe(closestPoint(a, point)!.distance * unit);
    expect(nearest.point).toEqual(times(closestPoint(a, point)!.point, unit));
    expect(closestPoint(tinyA, times(point, unit), { maxDistance: nearest.distance / 2 })).toBeNull();
  });

  it.each(KINDS)("measure the same distances (%s trees)", (kind) => {
    const options = (p: number) => ({ bToWorld: offsetTimesPower(FAR, p) });
    const expected = distance(...trees(0, kind), options(0))!.distance;
    expect(distance(...trees(-300, kind), options(-300))!.distance).toBe(expected * 2 ** -300);
  });

  it.each(cases)(
    "hit the same triangles with rays, boxes, spheres and planes (2^%i)",
    (power, unit, tree) => {
      const [origin, direction] = [
        [3, 0.03, 0.02],
        [-1, 0.01, 0],
      ];
      const toWorld = (p: number) => ({ toWorld: offsetTimesPower(TURN, p) });
      const expected = castRay(a, origin, direction)!;
      const found = castRay(tree, times(origin, unit), direction)!;
      expect(found).toEqual({ ...expected, t: expected.t * unit, point: times(expected.point, unit) });
      expect(castRay(tree, times(origin, unit), direction, { maxT: 0.99 * found.t })).toBeNull();
      expect(castRay(tree, times(origin, unit), direction, { maxT: found.t })).toEqual(found);
      const scaled = castRay(tree, times(origin, unit), times(direction, unit))!;
      expect(scaled.t).toBe(expected.t);
      expect(castRayAll(tree, times(origin, unit), times(direction, unit)).map(({ t }) => t)).toEqual(
        castRayAll(a, origin, direction).map(({ t }) => t),
      );
      expect(castRay(tree, times(origin, unit), direction, toWorld(power))?.triangle).toBe(
        castRay(a, origin, direction, toWorld(0))?.triangle,
      );
      const box = [0.2, 0.1, -0.1, 1, 1, 0.3];
      expect(overlapBox(tree, times(box, unit)).triangles).toEqual(overlapBox(a, box).triangles);
      expect(overlapBox(tree, times(box, unit)).stats.exactTests).toBe(overlapBox(a, box).stats.exactTests);
      const centre = [0.4, 1, 0.2];
      expect(overlapSphere(tree, times(centre, unit), 0.4 * unit).triangles).toEqual(
        overlapSphere(a, centre, 0.4).triangles,
      );
      const [start, motion] = [
        [3, -0.1, -0.1, 3.2, 0.1, 0.1],
        [-4, 0.1, 0],
      ];
      const swept = sweepBox(a, start, motion)!;
      expect(sweepBox(tree, times(start, unit), times(motion, unit))).toEqual({
        ...swept,
        point: times(swept.point, unit),
      });
      const rolled = sweepSphere(a, [3, 0.1, 0], 0.1, motion)!;
      expect(sweepSphere(tree, times([3, 0.1, 0], unit), 0.1 * unit, times(motion, unit))).toEqual({
        ...rolled,
        point: times(rolled.point, unit),
      });
      const planes = (u: number) => [1, 0.1, 0, -0.1 * u, 0, 1, 0.2, 0.3 * u];
      expect(cullFrustum(tree, planes(unit)).triangles).toEqual(cullFrustum(a, planes(1)).triangles);
    },
  );

  it.each(cases)("give the same relations and point locations (2^%i)", (power, unit, tinyA, tinyB) => {
    expect(classify(tinyA, tinyB).relation).toBe("overlapping");
    const far = { bToWorld: offsetTimesPower(FAR, power) };
    expect(classify(tinyA, tinyB, far)).toEqual(classify(a, b, { bToWorld: FAR }));
    for (const point of [
      [1, 0.01, 0.02],
      [0, 0, 0],
    ]) {
      expect(locatePoint(tinyA, times(point, unit))).toEqual(locatePoint(a, point));
      expect(windingNumber(tinyA, times(point, unit))).toBe(windingNumber(a, point));
    }
  });

  it.each(cases)("find the same contacts, scaled (2^%i)", (_power, unit, tinyA, tinyB) => {
    const expected = findContacts(a, b);
    const found = findContacts(tinyA, tinyB);
    expect(found.pairs).toEqual(expected.pairs);
    expect(found.kinds).toEqual(expected.kinds);
    expect(found.normals).toEqual(expected.normals);
    expect([...found.points]).toEqual(times(expected.points, unit));
    expect([...found.sizes]).toEqual(times(expected.sizes, unit));
    expect(found.curves.map(({ length }) => length)).toEqual(
      expected.curves.map(({ length }) => length * unit),
    );
    expect(found.regions.map(({ centroid }) => centroid)).toEqual(
      expected.regions.map(({ centroid }) => times(centroid, unit)),
    );
  });

  it.each(cases)("measure the same depths, scaled (2^%i)", (_power, unit, tinyA, tinyB) => {
    for (const measure of [penetration, overlapDepth]) {
      const expected = measure(a, b)!;
      const found = measure(tinyA, tinyB)!;
      expect(found.depth).toBe(expected.depth * unit);
      expect(found.lowerBound).toBe(expected.lowerBound * unit);
      expect(found.pointA).toEqual(times(expected.pointA, unit));
      expect(found.direction).toEqual(expected.direction);
      expect(found.kind).toBe(expected.kind);
    }
  });

  it.each(cases)("find the same times of impact (2^%i)", (power, unit, tinyA, tinyB) => {
    const near = (p: number) => offsetTimesPower(turn(0.7, [0.3, 0.2, 0.1]), p);
    const straight = (p: number) => ({ from: offsetTimesPower(FAR, p), to: near(p) });
    const turning = (p: number) => ({
      from: straight(p).from,
      to: offsetTimesPower(TURN, p),
      about: [2 ** p, 0, 0],
    });
    const stats = [{} as ImpactStats, {} as ImpactStats];
    const expected = timeOfImpact(a, b, null, straight(0), { stats: stats[0] });
    expect(expected.kind).toBe("hit");
    expect(timeOfImpact(tinyA, tinyB, null, straight(power), { stats: stats[1] })).toEqual(expected);
    expect(stats[1].exactTests).toBe(stats[0].exactTests);
    expect(timeOfImpact(tinyA, tinyB, null, turning(power), { tolerance: 1e-6 * unit })).toEqual(
      timeOfImpact(a, b, null, turning(0), { tolerance: 1e-6 }),
    );
    const end = (u: number) => torus.positions.map((x, i) => (x + (i % 3 === 0 ? 5 : 0)) * u);
    const deforming = (p: number) => ({ positionsAtEnd: end(2 ** p) });
    expect(timeOfImpact(tinyA, tinyB, deforming(power), straight(power))).toEqual(
      timeOfImpact(a, b, deforming(0), straight(0)),
    );
    const crush = (u: number) => torus.positions.map((x, i) => (i % 3 === 2 ? -x : x) * u);
    expect(selfTimeOfImpact(tinyA, crush(unit))).toEqual(selfTimeOfImpact(a, crush(1)));
  });

  it("find the hulls of tiny meshes", () => {
    const hull = convexHull(torus);
    const tinyHull = convexHull(timesPower(torus, -900));
    expect(tinyHull.indices).toEqual(hull.indices);
    expect(tinyHull.positions).toEqual(timesPower(hull, -900).positions);
    expect(isConvex(tinyHull)).toBe(isConvex(hull));
    expect(isConvex(timesPower(createBox(), -1000))).toBe(true);
  });

  it("need no more exact tests for objects far away from a tiny mesh", () => {
    const stats = {} as QueryStats;
    const [tree] = aabbTrees(-300);
    expect(distance(tree, b, { bToWorld: offsetTimesPower(FAR, 3), stats })!.distance).toBeGreaterThan(1);
    expect(castRay(tree, [1, 0, 0], [0, 1, 0])).toBeNull();
    expect(overlapBox(tree, [-1, -1, -1, 1, 1, 1]).count).toBe(torus.triangleCount);
  });
});

it("distances below the smallest f64 are not 0, which is reserved for meshes that meet", () => {
  // Parallel faces, on 3x + 5y + 7z = 1 and = 0, of the least numbers: 0.11 of the least f64 apart.
  const face = [102, -61, 0, 42, 59, -60, -138, -1, 60];
  const base = [0, 0, 0, 5, -3, 0, 7, 0, -3];
  const [a, b] = [face, base].map((numbers) =>
    buildAabbTree(createMesh({ positions: Float64Array.from(numbers, (x) => x * Number.MIN_VALUE) })),
  );
  expect(collide(a, b)).toBe(false);
  expect(distance(a, b)!.distance).toBe(Number.MIN_VALUE);
  expect(closestPoint(a, [0, 0, 0])!.distance).toBe(Number.MIN_VALUE);
});
