import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bakePositions,
  buildAabbTree,
  buildObbTree,
  buildRTree,
  type ContactCache,
  closestPoint,
  collide,
  createMesh,
  type Distance,
  distance,
  findPairs,
  isWithin,
  MeshError,
  OptionError,
  type PairTree,
  PoseError,
  type QueryStats,
  refit,
  type SplitRule,
  type TriangleMesh,
} from "../../src/index.ts";
import { createBox, createIcosphere } from "../../src/mesh/primitives/index.ts";
import { vertexOf } from "../../src/mesh/triangle-mesh.ts";
import {
  collideByBruteForce,
  distanceByBruteForce,
  pointDistanceByBruteForce,
} from "../../src/reference/index.ts";
import { insertTriangle, removeTriangle } from "../../src/trees.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose, fromColumns, identity, latticePose } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// The contracts of a distance, as properties:
// (1) fast = brute force (2) posed = baked, bit for bit (3) swapping a and b swaps the points, and nothing else
// (4) zero if and only if the meshes meet (5) tree, split rule and leaf size do not change the answer
// (6) maxDistance: the same answer or null (7) isWithin is distance ≤ clearance (8) the points lie on the surfaces
// (9) a way over a third mesh is no shorter (10) refit = rebuild (11) an R-tree is as far as the triangles in it.

const SPLITS: SplitRule[] = ["sah", "midpoint", "median", "half-balanced", "best-axis"];
type Build = (mesh: TriangleMesh) => PairTree;
const BUILDS: Record<string, Build> = {
  obb: (mesh) => buildObbTree(mesh),
  "obb/3": (mesh) => buildObbTree(mesh, { leafSize: 3 }),
  "r-tree": (mesh) => buildRTree(mesh),
  "r-tree/2": (mesh) => buildRTree(mesh, { minChildren: 1, maxChildren: 2 }),
  "r-tree by insertion": (mesh) => buildRTree(mesh, { pack: false, maxChildren: 3 }),
  "r-tree/32": (mesh) => buildRTree(mesh, { maxChildren: 32 }),
};
for (const split of SPLITS)
  for (const leafSize of [1, 2, 5])
    BUILDS[`${split}/${leafSize}`] = (mesh) => buildAabbTree(mesh, { split, leafSize });
const anyBuild = fc.constantFrom(...Object.keys(BUILDS)).map((name) => BUILDS[name]);

const anyMesh = fc
  .tuple(
    fc.constantFrom("random", "lattice", "perturbed"),
    fc.integer({ min: 0, max: 1e6 }),
    fc.integer({ min: 1, max: 8 }),
  )
  .map(([kind, seed, count]) => makeMesh(kind, seed, count));

function makeMesh(kind: string, seed: number, count: number): TriangleMesh {
  if (kind === "random") return randomSoup(seed, count, 0.3);
  const lattice = latticeSoup(seed, count, 3);
  const next = random(seed);
  const positions = Float64Array.from(lattice.positions, (x) =>
    kind === "lattice" ? x : x + 1 + (Math.floor(5 * next()) - 2) * 2 ** -52,
  );
  return createMesh({ positions });
}

/** A pose that may also move the mesh away by up to ten units. */
const farPose = fc
  .tuple(anyPose, fc.tuple(fc.integer({ min: -9, max: 9 }), fc.integer({ min: -9, max: 9 })))
  .map(([pose, [x, y]]) => pose.map((value, k) => value + (k === 12 ? x : k === 13 ? y : 0)));

function corner(mesh: TriangleMesh, triangle: number, k: number): number[] {
  const v = 3 * vertexOf(mesh, triangle, k);
  return [...mesh.positions.subarray(v, v + 3)];
}

function bake(mesh: TriangleMesh, pose: number[] | null): TriangleMesh {
  if (pose === null) return mesh;
  return createMesh({ positions: bakePositions(mesh.positions, pose), indices: mesh.indices });
}

/** An answer without its counters. */
function plain(answer: Distance | null): Omit<Distance, "stats"> | null {
  if (answer === null) return null;
  const { stats: _, ...rest } = answer;
  return rest;
}

function swapped(answer: Distance | null): Omit<Distance, "stats"> | null {
  if (answer === null) return null;
  return {
    distance: answer.distance,
    pointA: answer.pointB,
    pointB: answer.pointA,
    triangleA: answer.triangleB,
    triangleB: answer.triangleA,
  };
}

describe("distance", () => {
  it("(1)(4)(8) equals brute force, whatever the trees and the poses (seed 61)", () => {
    fc.assert(
      fc.property(
        anyMesh,
        anyMesh,
        anyBuild,
        fc.option(farPose),
        fc.option(farPose),
        (a, b, build, aToWorld, bToWorld) => {
          const options = { aToWorld, bToWorld };
          const found = distance(build(a), build(b), options)!;
          const expected = distanceByBruteForce(a, b, options);
          const size = Math.max(...bake(a, aToWorld).positions.map(Math.abs), 1);
          expect(Math.abs(found.distance - expected)).toBeLessThanOrEqual(2 ** -43 * expected);
          expect(found.distance === 0).toBe(collideByBruteForce(a, b, options));
          const [onA, onB] = [
            pointDistanceByBruteForce(a, found.pointA, aToWorld),
            pointDistanceByBruteForce(b, found.pointB, bToWorld),
          ];
          expect(onA).toBeLessThan(1e-13 * size + 1e-13 * expected);
          expect(onB).toBeLessThan(1e-13 * size + 1e-13 * expected);
          const way = Math.hypot(...found.pointA.map((x, k) => x - found.pointB[k]));
          expect(Math.abs(way - expected)).toBeLessThan(1e-12 * size + 1e-12 * expected);
        },
      ),
      { numRuns: randomCases(30), seed: 61 },
    );
  });

  it("(2) is equal for posed and baked meshes, bit for bit (seed 62)", () => {
    fc.assert(
      fc.property(anyMesh, anyMesh, anyBuild, farPose, farPose, (a, b, build, aToWorld, bToWorld) => {
        const posed = distance(build(a), build(b), { aToWorld, bToWorld });
        const baked = distance(build(bake(a, aToWorld)), build(bake(b, bToWorld)));
        expect(plain(posed)).toEqual(plain(baked));
      }),
      { numRuns: randomCases(50), seed: 62 },
    );
  });

  it("(3) does not change when a and b are swapped (seed 63)", () => {
    fc.assert(
      fc.property(anyMesh, anyMesh, anyBuild, farPose, farPose, (a, b, build, aToWorld, bToWorld) => {
        const forth = distance(build(a), build(b), { aToWorld, bToWorld });
        const back = distance(build(b), build(a), { aToWorld: bToWorld, bToWorld: aToWorld });
        expect(swapped(back)).toEqual(plain(forth));
      }),
      { numRuns: randomCases(75), seed: 63 },
    );
  });

  it("(4) is zero exactly where meshes meet, among contacts that only exact arithmetic can tell (seed 64)", () => {
    let met = 0;
    let missed = 0;
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        anyBuild,
        latticePose,
        fc.integer({ min: 0, max: 2 }),
        (seed, build, pose, ulps) => {
          const [a, b] = [latticeSoup(seed, 3), createMesh(latticeSoup(seed + 1, 3))];
          const moved = createMesh({
            positions: Float64Array.from(b.positions, (x) => (x + 1) * (1 + ulps * 2 ** -52)),
          });
          const [treeA, treeB] = [build(a), build(moved)];
          const found = distance(treeA, treeB, { bToWorld: pose })!;
          const meet = collide(treeA, treeB, { bToWorld: pose });
          expect(found.distance === 0).toBe(meet);
          if (meet) {
            met++;
            const pairs = findPairs(treeA, treeB, { bToWorld: pose });
            const named = [...pairs.pairs].some(
              (i, k) => k % 2 === 0 && i === found.triangleA && pairs.pairs[k + 1] === found.triangleB,
            );
            expect(named).toBe(true);
            expect(found.pointA).toEqual(found.pointB);
            const first = distance(treeA, treeB, { bToWorld: pose, witness: "first" })!;
            expect(first.distance).toBe(0);
          } else missed++;
        },
      ),
      { numRuns: randomCases(150), seed: 64 },
    );
    expect(met).toBeGreaterThan(randomCases(5));
    expect(missed).toBeGreaterThan(randomCases(15));
  });

  it("(4) tells a gap of one unit in the last place from a contact, and measures it", () => {
    const box = createBox({ size: [1, 1, 1] });
    for (const gap of [2 ** -52, 2 ** -40, 1e-9, 3e-5]) {
      const offset = 1 + gap; // rounded, and then b's side at −½ + offset is exact
      const bToWorld = fromColumns([1, 0, 0], [0, 1, 0], [0, 0, 1], [offset, 0.25, -0.125]);
      for (const build of Object.values(BUILDS)) {
        const found = distance(build(box), build(box), { bToWorld })!;
        expect(found.distance).toBe(offset - 1);
        expect(collide(build(box), build(box), { bToWorld })).toBe(false);
      }
    }
  });

  it("(5) does not depend on the tree, among many pairs at one distance (seed 65)", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1e6 }),
        fc.integer({ min: 0, max: 1e6 }),
        fc.constantFrom(
          ...[
            [6, 0, 0],
            [3, 5, 0],
            [0, 0, -7],
            [0, 0, 0],
          ],
        ),
        (seedA, seedB, offset) => {
          const [a, b] = [latticeSoup(seedA, 10), latticeSoup(seedB, 10)];
          const bToWorld = fromColumns([1, 0, 0], [0, 1, 0], [0, 0, 1], offset);
          const answers = Object.values(BUILDS).map((build) =>
            plain(distance(build(a), build(b), { bToWorld })),
          );
          for (const answer of answers) expect(answer).toEqual(answers[0]);
        },
      ),
      { numRuns: randomCases(20), seed: 65 },
    );
  });

  it("(6)(7) respects maxDistance, and isWithin agrees with it (seed 66)", () => {
    fc.assert(
      fc.property(
        anyMesh,
        anyMesh,
        anyBuild,
        farPose,
        fc.double({ min: 0, max: 3, noNaN: true }),
        (a, b, build, bToWorld, factor) => {
          const [treeA, treeB] = [build(a), build(b)];
          const found = distance(treeA, treeB, { bToWorld })!;
          const below = found.distance * (1 - 2 ** -52);
          for (const limit of [0, factor * found.distance, factor, below, found.distance]) {
            const limited = distance(treeA, treeB, { bToWorld, maxDistance: limit });
            expect(plain(limited)).toEqual(found.distance <= limit ? plain(found) : null);
            expect(isWithin(treeA, treeB, limit, { bToWorld })).toBe(found.distance <= limit);
          }
        },
      ),
      { numRuns: randomCases(50), seed: 66 },
    );
  });

  it("(9) obeys the triangle inequality by way of a third mesh, plus that mesh's extent (seed 67)", () => {
    fc.assert(
      fc.property(anyMesh, anyMesh, anyMesh, farPose, farPose, (a, b, c, bToWorld, cToWorld) => {
        const [treeA, treeB, treeC] = [buildAabbTree(a), buildAabbTree(b), buildAabbTree(c)];
        const direct = distance(treeA, treeC, { bToWorld: cToWorld })!;
        const first = distance(treeA, treeB, { bToWorld })!;
        const second = distance(treeB, treeC, { aToWorld: bToWorld, bToWorld: cToWorld })!;
        const toll = Math.hypot(...first.pointB.map((x, k) => x - second.pointA[k]));
        expect(direct.distance).toBeLessThanOrEqual(
          (first.distance + second.distance + toll) * (1 + 1e-12) + 1e-12,
        );
      }),
      { numRuns: randomCases(25), seed: 67 },
    );
  });

  it("(10) is equal for a refitted and a new tree (seed 68)", () => {
    fc.assert(
      fc.property(anyMesh, anyMesh, anyBuild, farPose, (a, b, build, bToWorld) => {
        const tree = build(a);
        if (tree.kind === "obb") return;
        const other = build(b);
        distance(tree, other, { bToWorld });
        for (let i = 0; i < a.positions.length; i++) a.positions[i] += 0.5 * ((i * 7) % 5);
        refit(tree);
        expect(plain(distance(tree, other, { bToWorld }))).toEqual(
          plain(distance(build(a), other, { bToWorld })),
        );
      }),
      { numRuns: randomCases(30), seed: 68 },
    );
  });

  it("(11) considers exactly the triangles that are in an R-tree (seed 60)", () => {
    fc.assert(
      fc.property(anyMesh, anyMesh, fc.nat(), farPose, (a, b, choice, bToWorld) => {
        const tree = buildRTree(a, { minChildren: 1, maxChildren: 3 });
        const other = buildRTree(b);
        const stays = choice % a.triangleCount;
        for (let t = 0; t < a.triangleCount; t++) if (t !== stays) removeTriangle(tree, t);
        const positions = Float64Array.from([0, 1, 2].flatMap((c) => corner(a, stays, c)));
        const alone = distance(buildRTree(createMesh({ positions })), other, { bToWorld });
        expect(plain(distance(tree, other, { bToWorld }))).toEqual({ ...plain(alone), triangleA: stays });
        for (let t = 0; t < a.triangleCount; t++) if (t !== stays) insertTriangle(tree, t);
        expect(plain(distance(tree, other, { bToWorld }))).toEqual(
          plain(distance(buildAabbTree(a), buildAabbTree(b), { bToWorld })),
        );
      }),
      { numRuns: randomCases(25), seed: 60 },
    );
  });

  it("is null for an R-tree without triangles, and nothing is within any clearance of it", () => {
    const mesh = smallTorus(6, 4);
    const empty = buildRTree(mesh);
    for (let t = 0; t < mesh.triangleCount; t++) removeTriangle(empty, t);
    const full = buildRTree(mesh);
    const bToWorld = fromColumns([1, 0, 0], [0, 1, 0], [0, 0, 1], [5, 0, 0]);
    for (const [a, b] of [
      [empty, full],
      [full, empty],
      [empty, empty],
    ] as const) {
      const stats = {} as QueryStats;
      expect(distance(a, b, { bToWorld, stats })).toBeNull();
      expect(stats.boxTests + stats.triangleTests).toBe(0);
      expect(distance(a, b, { maxDistance: 9 })).toBeNull();
      expect(isWithin(a, b, 9, { bToWorld })).toBe(false);
      expect(isWithin(a, b, Infinity)).toBe(false);
    }
    expect(closestPoint(empty, [1, 2, 3])).toBeNull();
    insertTriangle(empty, 7);
    expect(distance(empty, full)).toMatchObject({ distance: 0 });
    expect(closestPoint(empty, [1, 2, 3])).toMatchObject({ triangle: 7 });
  });

  it("survives poses that stretch, shear and flatten (seed 69)", () => {
    const hard = fc
      .tuple(farPose, fc.integer({ min: 0, max: 2 }), fc.integer({ min: -25, max: 25 }))
      .map(([pose, column, power]) => pose.map((x, k) => (k >> 2 === column ? x * 2 ** power : x)));
    const sheared = fc.tuple(farPose, fc.integer({ min: 0, max: 20 })).map(([pose, bits]) => {
      for (let row = 0; row < 3; row++) pose[4 + row] = pose[row] + pose[4 + row] * 2 ** -bits;
      return pose;
    });
    const extreme = fc.oneof(hard, sheared);
    fc.assert(
      fc.property(anyMesh, anyMesh, anyBuild, extreme, extreme, (a, b, build, aToWorld, bToWorld) => {
        const posed = distance(build(a), build(b), { aToWorld, bToWorld });
        const baked = distance(buildAabbTree(bake(a, aToWorld)), buildAabbTree(bake(b, bToWorld)));
        expect(plain(posed)).toEqual(plain(baked));
      }),
      { numRuns: randomCases(50), seed: 69 },
    );
  });

  it("is correct for tiny and for huge coordinates", () => {
    for (const scale of [2 ** -1000, 2 ** -600, 2 ** -300, 2 ** -150, 2 ** 40, 2 ** 95]) {
      const a = createMesh({ positions: Float64Array.of(0, 0, 0, 3, 0, 0, 0, 3, 0).map((x) => x * scale) });
      const b = createMesh({ positions: Float64Array.of(1, 1, 2, 1, 1, 5, 2, 2, 7).map((x) => x * scale) });
      for (const build of [buildAabbTree, buildObbTree, buildRTree]) {
        const found = distance(build(a) as PairTree, build(b) as PairTree)!;
        expect(found.distance).toBe(2 * scale);
        expect(found.pointA).toEqual([scale, scale, 0]);
        expect(found.pointB).toEqual([scale, scale, 2 * scale]);
      }
    }
  });

  it("equals the gap of two spheres, with few triangle tests", () => {
    const mesh = createIcosphere({ subdivisions: 4 });
    const bToWorld = fromColumns([1, 0, 0], [0, 1, 0], [0, 0, 1], [3, 0, 0]);
    for (const build of [BUILDS["sah/2"], BUILDS.obb, BUILDS["r-tree"]]) {
      const stats = {} as QueryStats;
      const found = distance(build(mesh), build(mesh), { bToWorld, stats })!;
      expect(found.distance).toBeGreaterThan(0.999);
      expect(found.distance).toBeLessThan(1.01);
      expect(found.stats).toEqual(stats);
      expect(stats.triangleTests).toBeGreaterThan(0);
      expect(stats.triangleTests).toBeLessThan(2000);
      expect(stats.boxTests).toBeLessThan(8000);
    }
  });

  it("agrees for two tori in every tree (16 × 10 segments, 12 poses, seed 6)", () => {
    const torus = smallTorus();
    const next = random(6);
    const trees = Object.values(BUILDS).map((build) => build(torus));
    for (let k = 0; k < 12; k++) {
      const bToWorld = identity();
      for (let axis = 12; axis < 15; axis++) bToWorld[axis] = 4 * (next() - 0.5);
      const answers = trees.map((tree) => plain(distance(tree, tree, { bToWorld })));
      for (const answer of answers) expect(answer).toEqual(answers[0]);
    }
  });

  it("rejects trees of two kinds, invalid lengths and invalid poses", () => {
    const mesh = smallTorus(6, 4);
    const [a, b] = [buildAabbTree(mesh), buildObbTree(mesh)];
    expect(() => distance(a, b as unknown as typeof a)).toThrow(OptionError);
    expect(() => isWithin(b, a as unknown as typeof b, 1)).toThrow(OptionError);
    expect(() => distance(buildRTree(mesh), a as unknown as ReturnType<typeof buildRTree>)).toThrow(
      OptionError,
    );
    expect(() => distance(a, undefined as unknown as typeof a)).toThrow(OptionError);
    for (const wrong of [-1, Number.NaN, "1" as unknown as number, null as unknown as number]) {
      expect(() => distance(a, a, { maxDistance: wrong })).toThrow(/maxDistance: .*(-1|NaN|1|null)/);
      expect(() => isWithin(a, a, wrong)).toThrow(/clearance/);
    }
    expect(() => distance(a, a, { witness: "any" as "first" })).toThrow(/witness: any/);
    expect(() => distance(a, a, { bToWorld: [1, 2] })).toThrow(PoseError);
    expect(() => isWithin(a, a, 1, { aToWorld: new Float64Array(16) })).toThrow(PoseError);
  });

  it("throws MeshError for vertices that became NaN without a refit", () => {
    const away = fromColumns([1, 0, 0], [0, 1, 0], [0, 0, 1], [5, 0, 0]);
    for (const build of [BUILDS["sah/2"], BUILDS.obb, BUILDS["r-tree"]]) {
      const tree = build(smallTorus(6, 4));
      tree.mesh.positions.fill(Number.NaN);
      expect(() => distance(tree, tree, { bToWorld: away })).toThrow(MeshError);
      expect(() => isWithin(tree, tree, 9, { bToWorld: away })).toThrow(MeshError);
      expect(() => closestPoint(tree, [5, 0, 0])).toThrow(MeshError);
    }
  });

  it("gives unchanged answers with a cache from frame to frame, with fewer tests", () => {
    const torus = smallTorus(48, 24);
    const turned = fromColumns(
      [2 / 3, 2 / 3, -1 / 3],
      [-1 / 3, 2 / 3, 2 / 3],
      [2 / 3, -1 / 3, 2 / 3],
      [1.9, 0.7, 0],
    );
    // the first ones meet
    const frames = Array.from({ length: 30 }, (_, k) =>
      turned.map((value, at) => value + (at === 12 || at === 14 ? k / 30 : 0)),
    );
    for (const build of [BUILDS["sah/2"], BUILDS.obb]) {
      const tree = build(torus);
      const cache: ContactCache = {};
      const tests = { without: 0, with: 0 };
      let apart = 0;
      for (const bToWorld of frames) {
        const without = distance(tree, tree, { bToWorld })!;
        const found = distance(tree, tree, { bToWorld, cache })!;
        expect(plain(found)).toEqual(plain(without));
        expect([cache.triangleA, cache.triangleB]).not.toContain(-1);
        if (found.distance === 0) continue;
        apart++;
        expect([cache.triangleA, cache.triangleB]).toEqual([found.triangleA, found.triangleB]);
        tests.without += without.stats.boxTests + without.stats.triangleTests;
        tests.with += found.stats.boxTests + found.stats.triangleTests;
      }
      expect(apart).toBeGreaterThan(5);
      expect(apart).toBeLessThan(30);
      expect(tests.with).toBeLessThan(tests.without);
    }
  });

  it("is not misled by a cache from other models", () => {
    const tree = buildAabbTree(smallTorus(6, 4));
    const bToWorld = fromColumns([1, 0, 0], [0, 1, 0], [0, 0, 1], [5, 0, 0]);
    const expected = plain(distance(tree, tree, { bToWorld }));
    for (const slot of [0, 7, 4999]) {
      const cache = { triangleA: 3, triangleB: 3, slotA: slot, slotB: slot };
      expect(plain(distance(tree, tree, { bToWorld, cache }))).toEqual(expected);
    }
  });

  it("reads options before it begins, so that a getter may run another query", () => {
    const tree = buildAabbTree(smallTorus(6, 4));
    const away = fromColumns([1, 0, 0], [0, 1, 0], [0, 0, 1], [5, 0, 0]);
    const expected = plain(distance(tree, tree, { bToWorld: away }));
    const found = distance(tree, tree, {
      bToWorld: away,
      get maxDistance() {
        distance(tree, tree, { aToWorld: away });
        return Infinity;
      },
    });
    expect(plain(found)).toEqual(expected);
  });
});
