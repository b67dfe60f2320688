import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildRTree,
  type CollideOptions,
  type ContactCache,
  collide,
  createMesh,
  findPairs,
  OptionError,
  type QueryStats,
  type RTree,
  type TriangleMesh,
} from "../../src/index.ts";
import { createGrid46080, createPlaneGrid } from "../../src/mesh/primitives/index.ts";
import { findPairsByBruteForce } from "../../src/reference/index.ts";
import { insertTriangle, removeTriangle } from "../../src/trees.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { affinePose, anyPose, fromColumns, rigidPose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// The algorithms for two R-trees. Whatever else a pair query promises is in pair-contracts.test.ts, which has R-trees
// among its trees.

const ALGORITHMS = ["together", "version-1", "version-2", "version-2-merged", "blocks"] as const;

const BUILDS: ((mesh: TriangleMesh) => RTree)[] = [
  (mesh) => buildRTree(mesh),
  (mesh) => buildRTree(mesh, { maxChildren: 2 }),
  (mesh) => buildRTree(mesh, { maxChildren: 4, minChildren: 2, pack: "hilbert" }),
  (mesh) => buildRTree(mesh, { maxChildren: 3, pack: false }),
  (mesh) => buildRTree(mesh, { maxChildren: 32, pack: "str" }),
];

const anyMesh = fc
  .tuple(fc.boolean(), fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 30 }))
  .map(([onLattice, seed, count]) => (onLattice ? latticeSoup(seed, count) : randomSoup(seed, count, 0.6)));
const anyBuild = fc.constantFrom(...BUILDS);

function expectBruteForce(treeA: RTree, treeB: RTree, options: CollideOptions): void {
  const expected = findPairsByBruteForce(treeA.mesh, treeB.mesh, options);
  for (const algorithm of ALGORITHMS) {
    expect([...findPairs(treeA, treeB, { ...options, algorithm }).pairs], algorithm).toEqual([...expected]);
    expect(collide(treeA, treeB, { ...options, algorithm }), algorithm).toBe(expected.length > 0);
  }
}

describe("every algorithm for R-trees", () => {
  it("equals brute force, whatever the trees and the poses (seed 31)", () => {
    fc.assert(
      fc.property(
        anyMesh,
        anyMesh,
        anyBuild,
        anyBuild,
        fc.option(anyPose),
        fc.option(anyPose),
        (a, b, buildA, buildB, aToWorld, bToWorld) => {
          expectBruteForce(buildA(a), buildB(b), { aToWorld, bToWorld });
        },
      ),
      { numRuns: randomCases(30), seed: 31 },
    );
  });

  it("loses no contact of flat meshes in the same, even nearly singular pose, which only margins keep (seed 32)", () => {
    const flat = fc.integer({ min: 0, max: 1e6 }).map((seed) => {
      const mesh = latticeSoup(seed, 8);
      for (let i = seed % 3; i < mesh.positions.length; i += 3) mesh.positions[i] = 1;
      return mesh;
    });
    const squashed = fc.tuple(affinePose, fc.integer({ min: 10, max: 34 })).map(([pose, bits]) => {
      for (let row = 0; row < 3; row++) pose[4 + row] = pose[row] + pose[4 + row] * 2 ** -bits;
      return pose;
    });
    fc.assert(
      fc.property(flat, flat, anyBuild, fc.oneof(rigidPose, affinePose, squashed), (a, b, build, pose) => {
        expectBruteForce(build(a), build(b), { aToWorld: pose, bToWorld: pose });
      }),
      { numRuns: randomCases(30), seed: 32 },
    );
  });

  it("loses no contact under poses that stretch a million times, nor far from zero (seed 33)", () => {
    const stretched = fc.tuple(affinePose, fc.integer({ min: 0, max: 2 })).map(([pose, column]) => {
      for (let row = 0; row < 3; row++) pose[4 * column + row] *= 2 ** -20;
      return pose;
    });
    const offset = 2 ** 30;
    fc.assert(
      fc.property(anyMesh, anyMesh, anyBuild, stretched, stretched, (a, b, build, aToWorld, bToWorld) => {
        expectBruteForce(build(a), build(b), { aToWorld, bToWorld });
        const far = [a, b].map((mesh) =>
          createMesh({ positions: Float64Array.from(mesh.positions, (x) => x + offset) }),
        );
        for (const pose of [aToWorld, bToWorld])
          for (let row = 0; row < 3; row++)
            pose[12 + row] -= offset * (pose[row] + pose[4 + row] + pose[8 + row]);
        expectBruteForce(build(far[0]), build(far[1]), { aToWorld, bToWorld });
      }),
      { numRuns: randomCases(15), seed: 33 },
    );
  });

  it("equals brute force on curved, flat and degenerate meshes", () => {
    const sheet = createPlaneGrid({ width: 3, depth: 3, columns: 4, rows: 4 });
    const point = createMesh({ positions: new Float32Array(180) });
    const line = createMesh({ positions: Float64Array.of(-1, -1, -1, 1, 1, 1, 0, 0, 0) });
    const bToWorld = rotation([0.9, 0.1, -0.3, 0.2], [0.05, 0.1, -0.02]);
    for (const a of [smallTorus(7, 5), sheet, point, line])
      for (const b of [smallTorus(7, 5), sheet, point, line])
        for (const pose of [null, bToWorld])
          expectBruteForce(buildRTree(a), buildRTree(b), { bToWorld: pose });
  });

  it("considers exactly the triangles in the tree (seed 34)", () => {
    fc.assert(
      fc.property(anyMesh, anyMesh, anyBuild, fc.integer(), (a, b, build, seed) => {
        const next = random(seed);
        const [treeA, treeB] = [build(a), build(b)];
        const gone = Array.from({ length: a.triangleCount }, () => next() < 0.6);
        for (let t = 0; t < a.triangleCount; t++) if (gone[t]) removeTriangle(treeA, t);
        for (let t = 0; t < a.triangleCount; t++) {
          if (!gone[t] || next() < 0.5) continue;
          insertTriangle(treeA, t);
          gone[t] = false;
        }
        const all = findPairsByBruteForce(a, b);
        const expected: number[] = [];
        for (let i = 0; i < all.length; i += 2) if (!gone[all[i]]) expected.push(all[i], all[i + 1]);
        for (const algorithm of ALGORITHMS) {
          expect([...findPairs(treeA, treeB, { algorithm }).pairs]).toEqual(expected);
          expect(collide(treeB, treeA, { algorithm })).toBe(expected.length > 0);
        }
      }),
      { numRuns: randomCases(15), seed: 34 },
    );
  });

  it("finds nothing in an empty tree", () => {
    const tree = buildRTree(smallTorus());
    const empty = buildRTree(randomSoup(1, 3));
    for (let t = 0; t < 3; t++) removeTriangle(empty, t);
    for (const algorithm of ALGORITHMS) {
      expect(findPairs(tree, empty, { algorithm }).count).toBe(0);
      expect(collide(empty, tree, { algorithm })).toBe(false);
      expect(collide(empty, empty, { algorithm })).toBe(false);
    }
  });

  it("counts exits that add up to the box tests, and finds equal pairs with all algorithms (torus × torus, seed 35)", () => {
    const tree = buildRTree(smallTorus(24, 16));
    const binary = buildAabbTree(tree.mesh);
    const next = random(35);
    for (let k = 0; k < 20; k++) {
      const [aToWorld, bToWorld] = [0, 1].map(() =>
        rotation(
          [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5],
          [next() - 0.5, next() - 0.5, next() - 0.5],
        ),
      ) as [number[], number[]];
      const expected = findPairs(binary, binary, { aToWorld, bToWorld }).pairs;
      for (const algorithm of ALGORITHMS) {
        const { pairs, stats } = findPairs(tree, tree, { aToWorld, bToWorld, algorithm });
        expect(pairs).toEqual(expected);
        expect(stats.exitAxes.reduce((sum, n) => sum + n, 0)).toBe(stats.boxTests);
      }
    }
  });

  it("makes one box test and no triangle test when the models are far apart", () => {
    const tree = buildRTree(smallTorus());
    const bToWorld = fromColumns([1, 0, 0], [0, 1, 0], [0, 0, 1], [9, 0, 0]);
    for (const algorithm of ALGORITHMS) {
      const { stats, count } = findPairs(tree, tree, { bToWorld, algorithm });
      expect(count).toBe(0);
      expect(stats.boxTests).toBe(1);
      expect(stats.triangleTests).toBe(0);
    }
  });
});

describe("two R-trees", () => {
  it("with SAT need no more triangle tests than with SAT lite, and separate on edge axes", () => {
    const tree = buildRTree(smallTorus(24, 16));
    const bToWorld = rotation([0.9, 0.3, -0.5, 0.2], [0.4, 0.3, 0.2]);
    const lite = findPairs(tree, tree, { bToWorld });
    const full = findPairs(tree, tree, { bToWorld, test: "sat" });
    expect(full.pairs).toEqual(lite.pairs);
    expect(full.stats.boxTests).toBeLessThan(lite.stats.boxTests);
    expect(full.stats.exitAxes.subarray(6, 15).some((n) => n > 0)).toBe(true);
    expect(findPairs(tree, tree, { bToWorld, descend: "larger" }).pairs).toEqual(lite.pairs);
    expect(collide(tree, tree, { bToWorld, order: "depth-first" })).toBe(true);
  });

  it("retry the cached witness first, unless the tree has lost it", () => {
    const tree = buildRTree(smallTorus());
    const other = buildRTree(smallTorus());
    const cache: ContactCache = {};
    const stats = {} as QueryStats;
    const bToWorld = rotation([0.9, 0.3, -0.5, 0.2], [0.4, 0.3, 0.2]);
    expect(collide(tree, other, { bToWorld, cache, stats })).toBe(true);
    expect(stats.boxTests).toBeGreaterThan(0);
    expect(collide(tree, other, { bToWorld, cache, stats })).toBe(true);
    expect(stats.boxTests).toBe(0);
    for (let t = 0; t < tree.mesh.triangleCount; t++) removeTriangle(tree, t);
    expect(collide(tree, other, { bToWorld, cache, stats })).toBe(false);
  });

  it("are rejected together with other trees, and other trees with an algorithm", () => {
    const mesh = smallTorus();
    const [binary, tree] = [buildAabbTree(mesh), buildRTree(mesh)];
    expect(() => collide(tree, binary)).toThrow(
      'expected two trees of one kind, "aabb", "obb" or "r-tree", got "r-tree" and "aabb"',
    );
    expect(() => findPairs(binary, binary, { algorithm: "version-2" })).toThrow(
      'algorithm: version-2 is for R-trees, got trees of the kind "aabb"',
    );
    const wrong = { algorithm: "version-3" } as unknown as CollideOptions;
    expect(() => collide(tree, tree, wrong)).toThrow(OptionError);
    expect(() => collide(tree, tree, wrong)).toThrow(
      "algorithm: version-3 is not one of together, version-1, version-2, version-2-merged, blocks",
    );
  });
});

// Figueiredo 2009, section 4: version 2 needs orders of magnitude fewer box tests than version 1 and about as many
// triangle tests. Two grids of 46,080 triangles, tilted, side by side; here it is about 700 times.
describe("Figueiredo's claims on counts, two grids of 46,080 triangles", () => {
  const tree = buildRTree(createGrid46080());
  it.each([
    ["pushed into each other", 1.02],
    ["meeting at a corner", 1.14],
  ])("hold with the grids %s", (_, distance) => {
    const bToWorld = rotation([1, 0.05, 0.1, 0.08], [distance, 0.05, 0.1]);
    const first = findPairs(tree, tree, { bToWorld, algorithm: "version-1" });
    const second = findPairs(tree, tree, { bToWorld, algorithm: "version-2" });
    expect(second.pairs).toEqual(first.pairs);
    expect(first.stats.boxTests).toBeGreaterThan(100 * second.stats.boxTests);
    expect(second.stats.triangleTests).toBeLessThanOrEqual(1.5 * first.stats.triangleTests);
    expect(second.stats.triangleTests).toBeGreaterThanOrEqual(first.stats.triangleTests / 1.5);
  });

  it("need 1.2 to 2 box tests per node where version 2 tests both boxes apart, and no other triangle tests", () => {
    const bToWorld = rotation([1, 0.05, 0.1, 0.08], [1.14, 0.05, 0.1]);
    const apart = findPairs(tree, tree, { bToWorld, algorithm: "version-2" });
    const merged = findPairs(tree, tree, { bToWorld, algorithm: "version-2-merged" });
    expect(apart.pairs).toEqual(merged.pairs);
    expect(apart.stats.triangleTests).toBe(merged.stats.triangleTests);
    expect(apart.stats.boxTests).toBeGreaterThan(1.2 * merged.stats.boxTests);
    expect(apart.stats.boxTests).toBeLessThan(2 * merged.stats.boxTests);
  });
});
