import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AabbTree,
  buildAabbTree,
  type ContactCache,
  collide,
  createMesh,
  findPairs,
  PoseError,
  type QueryStats,
} from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { collideChecked, createContactCache } from "../../src/queries/pairs/collide.ts";
import { createStats } from "../../src/queries/stats.ts";
import { byKernel, describeKernels, runsDuring } from "../kernels.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// Contracts of a cache, by kernels and without them:
// (1) it changes no answer; (2) what it holds after a hit are triangles that meet; (3) a hit of the remembered triangles needs no box test;
// (4) it does not make a pose legal that is not.

type Positions = typeof Float32Array | typeof Float64Array;

function treeOf(
  soup: { positions: ArrayLike<number>; indices: unknown },
  Kind: Positions,
  frame?: "best",
): AabbTree {
  const { positions, indices } = soup as ReturnType<typeof smallTorus>;
  const mesh = createMesh({ positions: Kind.from(positions), indices });
  return buildAabbTree(mesh, frame === undefined ? {} : { frame });
}

function isFound({ triangleA, triangleB }: ContactCache, pairs: Uint32Array): boolean {
  return pairs.some((_, i) => i % 2 === 0 && pairs[i] === triangleA && pairs[i + 1] === triangleB);
}

describeKernels("a cache of collide by kernels", () => {
  for (const [Kind, frame] of [
    [Float32Array, undefined],
    [Float64Array, undefined],
    [Float64Array, "best"],
  ] as const)
    it(`changes no answer along paths, holds triangles that meet, and saves box tests (${Kind.name}, ${frame ?? "no"} frame, seed 41)`, () => {
      const next = random(41);
      const [a, b] = [treeOf(smallTorus(16, 9), Kind, frame), treeOf(smallTorus(11, 7), Kind, frame)];
      const [cache, plainCache] = [{}, {}] as ContactCache[];
      const checkedCache = createContactCache();
      const stats = {} as QueryStats;
      let hits = 0;
      let atOnce = 0;
      let misses = 0;
      for (let leg = 0; leg < 6; leg++) {
        const from = [3 * next() - 1.5, 3 * next() - 1.5, 2 * next() - 1];
        const turn = [next() - 0.5, next() - 0.5, next() - 0.5];
        for (let step = 0; step < 40; step++) {
          const place = from.map((x, axis) => x + 0.02 * step * turn[axis]);
          const bToWorld = rotation([1, 0.01 * step + turn[0], turn[1], turn[2]], place);
          const truth = withoutKernels(() => collide(a, b, { bToWorld }));
          expect(byKernel("pairs", () => collide(a, b, { bToWorld, cache, stats }))).toBe(truth);
          expect(withoutKernels(() => collide(a, b, { bToWorld, cache: plainCache }))).toBe(truth);
          const pose = Float64Array.from(bToWorld);
          expect(collideChecked(a, b, null, pose, checkedCache, createStats())).toBe(truth);
          if (!truth) {
            misses++;
            continue;
          }
          hits++;
          if (stats.boxTests === 0) atOnce++;
          const { pairs } = withoutKernels(() => findPairs(a, b, { bToWorld }));
          for (const filled of [cache, plainCache, checkedCache]) expect(isFound(filled, pairs)).toBe(true);
        }
      }
      expect(hits).toBeGreaterThan(50);
      expect(misses).toBeGreaterThan(20);
      expect(atOnce).toBeGreaterThan(hits / 4);
    });

  it("changes no answer on lattices, where triangles touch, share planes and have no area, nor with slots from anywhere", () => {
    // Where both poses leave the origin alone, remembered triangles are tested in TypeScript.
    const runs = runsDuring("pairs", () =>
      fc.assert(
        fc.property(
          fc.integer({ min: 0, max: 1e6 }),
          fc.integer({ min: 1, max: 24 }),
          fc.boolean(),
          fc.constantFrom<Positions>(Float32Array, Float64Array),
          anyPose,
          anyPose,
          fc.nat(30),
          fc.nat(30),
          (seed, count, isLattice, Kind, aToWorld, bToWorld, slotA, slotB) => {
            const soup = isLattice
              ? latticeSoup
              : (from: number, size: number) => randomSoup(from, size, 0.6);
            const [a, b] = [treeOf(soup(seed, count), Kind), treeOf(soup(seed + 1, 7), Kind)];
            const truth = withoutKernels(() => collide(a, b, { aToWorld, bToWorld }));
            for (const cache of [{}, { slotA, slotB }, { slotA: -5, slotB }] as ContactCache[])
              for (let times = 0; times < 3; times++)
                expect(withKernels(() => collide(a, b, { aToWorld, bToWorld, cache }))).toBe(truth);
          },
        ),
        { numRuns: randomCases(150) },
      ),
    );
    expect(runs).toBeGreaterThan(9 * randomCases(100));
  });
});

describe("a cache of collide", () => {
  it("does not make a pose legal that is singular or not finite, though the remembered triangles meet", () => {
    const tree = treeOf(smallTorus(12, 8), Float32Array);
    const cache: ContactCache = {};
    for (let times = 0; times < 3; times++) expect(collide(tree, tree, { cache })).toBe(true);
    const flat = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    expect(() => collide(tree, tree, { bToWorld: flat, cache })).toThrow(PoseError);
    const nowhere = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, Number.NaN, 0, 0, 1];
    expect(() => collide(tree, tree, { bToWorld: nowhere, cache })).toThrow(PoseError);
  });
});
