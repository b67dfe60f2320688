import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  createMesh,
  findPairs,
  OptionError,
  PoseError,
  refit,
  type SplitRule,
  type TriangleMesh,
} from "../../src/index.ts";
import { createPlaneGrid, createSpacecraft } from "../../src/mesh/primitives/index.ts";
import { findPairsByLayers, type LayerCache } from "../../src/papers.ts";
import { findPairsByBruteForce } from "../../src/reference/index.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose, latticePose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";
import { sameNumbers } from "../same-numbers.ts";
import { readF64, readU32, type TruthMesh, truthManifest, truthRoot } from "../truth.ts";

// (1) the pairs of brute force, whatever the trees, the poses and the sort (2) the same with a cache, from frame to frame, rigid or
// refitted (3) the exact answers at hand (4) what the counters say (5) bad input is refused and leaves the cache alone.

const anyTree = fc.record({
  split: fc.constantFrom<SplitRule>("sah", "midpoint", "median", "best-axis"),
  leafSize: fc.constantFrom(1, 2, 5),
});
const anyMesh = fc
  .tuple(fc.boolean(), fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 60 }))
  .map(([lattice, seed, count]) => (lattice ? latticeSoup(seed, count) : randomSoup(seed, count, 0.5)));

const SORTS = ["lists", "axes"] as const;
const anySort = fc.constantFrom(...SORTS);

const torus = smallTorus(40, 24);

/** Turns and shifts a little from step to step. */
function poseAt(step: number): number[] {
  return rotation([1, 0.05 * step, 0.3, 0.02 * step], [0.9 - 0.02 * step, 0.1, 0.01 * step]);
}

describe("findPairsByLayers", () => {
  it("(1) equals brute force, whatever the trees, the poses and the sort (seed 71)", () => {
    fc.assert(
      fc.property(
        anyMesh,
        anyMesh,
        anyTree,
        anyTree,
        fc.option(anyPose),
        fc.option(fc.oneof(anyPose, latticePose)),
        anySort,
        (a, b, forA, forB, aToWorld, bToWorld, sort) => {
          const [treeA, treeB] = [buildAabbTree(a, forA), buildAabbTree(b, forB)];
          const found = findPairsByLayers(treeA, treeB, { aToWorld, bToWorld, sort });
          expect([...found.pairs]).toEqual([...findPairsByBruteForce(a, b, { aToWorld, bToWorld })]);
        },
      ),
      { numRuns: randomCases(38), seed: 71 },
    );
  });

  it("(1) loses no contact between flat boxes that only the margins keep overlapping (seed 72)", () => {
    const flat = fc.integer({ min: 0, max: 1e6 }).map((seed) => {
      const mesh = latticeSoup(seed, 6);
      for (let i = seed % 3; i < mesh.positions.length; i += 3) mesh.positions[i] = 1;
      return mesh;
    });
    fc.assert(
      fc.property(flat, flat, anyTree, anyPose, anySort, (a, b, options, pose, sort) => {
        const found = findPairsByLayers(buildAabbTree(a, options), buildAabbTree(b, options), {
          aToWorld: pose,
          bToWorld: pose,
          sort,
        });
        const expected = findPairsByBruteForce(a, b, { aToWorld: pose, bToWorld: pose });
        expect([...found.pairs]).toEqual([...expected]);
      }),
      { numRuns: randomCases(25), seed: 72 },
    );
  });

  it("(1) finds the pairs of unlike models: a torus of many triangles and a box of a few, in either order", () => {
    const big = buildAabbTree(torus);
    const small = buildAabbTree(randomSoup(73, 3, 2));
    for (let step = 0; step < 5; step++) {
      const bToWorld = poseAt(step);
      expect(findPairsByLayers(big, small, { bToWorld }).pairs).toEqual(
        findPairs(big, small, { bToWorld }).pairs,
      );
      expect(findPairsByLayers(small, big, { bToWorld }).pairs).toEqual(
        findPairs(small, big, { bToWorld }).pairs,
      );
    }
  });

  it.each(SORTS)(
    "(2) gives unchanged pairs with a cache along a path, into one result, and after jumps (%s)",
    (sort) => {
      const [a, b] = [buildAabbTree(torus), buildAabbTree(createSpacecraft())];
      const [cache, into] = [{} as LayerCache, findPairsByLayers(a, b)];
      let pairs = 0;
      for (const step of [0, 1, 2, 3, 4, 5, 30, 31, 200, 6, 7, 0]) {
        const bToWorld = poseAt(step);
        const found = findPairsByLayers(a, b, { bToWorld, cache, into, sort });
        expect(found).toBe(into);
        expect([...found.pairs]).toEqual([...findPairs(a, b, { bToWorld }).pairs]);
        pairs += found.count;
      }
      expect(pairs).toBeGreaterThan(500);
    },
  );

  it.each(SORTS)(
    "(2) follows a waving sheet through a torus by refit, and other trees with the same cache (%s, seed 74)",
    (sort) => {
      const sheet = createPlaneGrid({ width: 3, depth: 3, columns: 40, rows: 40 });
      const [a, b] = [buildAabbTree(sheet), buildAabbTree(torus)];
      const cache: LayerCache = {};
      const next = random(74);
      for (let frame = 0; frame < 10; frame++) {
        for (let v = 0; v < sheet.positions.length; v += 3)
          sheet.positions[v + 1] = 0.3 * Math.sin(3 * sheet.positions[v] + 0.2 * frame) + 0.01 * next();
        refit(a);
        const found = findPairsByLayers(a, b, { cache, sort });
        expect(found.count).toBeGreaterThan(100);
        expect(found.pairs).toEqual(findPairs(a, b).pairs);
      }
      expect(findPairsByLayers(b, a, { cache, sort }).pairs).toEqual(findPairs(b, a).pairs);
    },
  );

  it("(2) starts over when a cache of one sort is passed with the other", () => {
    const [a, b] = [buildAabbTree(torus), buildAabbTree(createSpacecraft())];
    const cache: LayerCache = {};
    for (const sort of ["lists", "axes", "axes", "lists", undefined] as const) {
      const { layers } = cache;
      const found = findPairsByLayers(a, b, { bToWorld: poseAt(2), cache, sort });
      expect(found.pairs).toEqual(findPairs(a, b, { bToWorld: poseAt(2) }).pairs);
      const kind = layers?.[0].sort.kind;
      expect(cache.layers === layers).toBe(kind === (sort ?? "lists"));
    }
  });

  it("(4) counts box tests by how they ended, and as many triangle tests as its leaf pairs have", () => {
    const tree = buildAabbTree(torus);
    const { stats } = findPairsByLayers(tree, tree, { bToWorld: poseAt(3) });
    const descended = findPairs(tree, tree, { bToWorld: poseAt(3) }).stats;
    expect(stats.boxTests).toBe(stats.exitAxes.reduce((sum, count) => sum + count, 0));
    // The same leaf pairs pass the same six axes, but for boxes that rounding decides.
    expect(stats.triangleTests / descended.triangleTests).toBeCloseTo(1, 2);
    expect(stats.exitAxes[15]).toBeGreaterThan(0);
    const apart = findPairsByLayers(tree, tree, { bToWorld: rotation([1, 0, 0, 0], [9, 0, 0]) });
    expect([apart.count, apart.stats.boxTests, apart.stats.triangleTests]).toEqual([0, 1, 0]);
  });

  it("(4) counts overlaps on all axes by axes, on one by lists", () => {
    const tree = buildAabbTree(torus);
    const byLists = findPairsByLayers(tree, tree, { bToWorld: poseAt(3) });
    const byAxes = findPairsByLayers(tree, tree, { bToWorld: poseAt(3), sort: "axes" });
    expect(byAxes.stats.boxTests).toBe(byAxes.stats.exitAxes.reduce((sum, count) => sum + count, 0));
    expect(byAxes.stats.boxTests).toBeGreaterThan(byLists.stats.boxTests);
    expect(byAxes.stats.triangleTests).toBe(byLists.stats.triangleTests);
  });

  it("(5) rejects other trees, poses and caches by name, and works as before afterwards", () => {
    const tree = buildAabbTree(torus);
    const cache: LayerCache = {};
    const right = findPairsByLayers(tree, tree, { cache, bToWorld: poseAt(1) }).pairs;
    const obb = buildObbTree(torus) as unknown as typeof tree;
    expect(() => findPairsByLayers(tree, obb, { cache })).toThrow(OptionError);
    expect(() => findPairsByLayers(tree, tree, { cache, bToWorld: new Array(16).fill(0) })).toThrow(
      PoseError,
    );
    expect(() => findPairsByLayers(tree, tree, { cache, sort: "cells" as never })).toThrow(
      'sort: cells is not "lists" or "axes"',
    );
    expect(() => findPairsByLayers(tree, tree, { cache: 3 as never })).toThrow(
      "cache: expected an object to be filled",
    );
    expect(findPairsByLayers(tree, tree, { cache, bToWorld: poseAt(1) }).pairs).toEqual(right);
  });
});

const manifest = truthRoot() === null ? null : truthManifest();

function readMesh({ verts, tris }: TruthMesh): TriangleMesh {
  return createMesh({ positions: readF64(verts), indices: readU32(tris) });
}

describe.skipIf(manifest === null)("(3) exact answers, layer by layer", () => {
  for (const { id, A, B, expected } of [
    ...(manifest?.pairCases ?? []),
    ...(manifest?.smallPairCases ?? []),
  ]) {
    it(`${id}: ${expected.pairCount} pairs`, () => {
      const found = findPairsByLayers(buildAabbTree(readMesh(A)), buildAabbTree(readMesh(B)));
      expect(found.count).toBe(expected.pairCount);
      expect(sameNumbers(found.pairs, readU32(expected.pairs))).toBe(true);
    });
  }

  for (const { id, poses, A, B, expected } of manifest?.poseSweeps ?? []) {
    it(`${id}: pair counts at ${poses} poses, by refit`, () => {
      const frames = readF64(B.frames);
      const positions = frames.slice(0, 3 * B.vertexCount);
      const a = buildAabbTree(readMesh(A));
      const b = buildAabbTree(createMesh({ positions, indices: readU32(B.tris) }));
      const [cache, into] = [{} as LayerCache, findPairsByLayers(a, b)];
      const counts = [...readU32(expected.pairCounts)];
      const found = counts.map((_, pose) => {
        positions.set(frames.subarray(pose * positions.length, (pose + 1) * positions.length));
        refit(b);
        return findPairsByLayers(a, b, { cache, into }).count;
      });
      expect(found).toEqual(counts);
    });
  }
});
