import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  buildRTree,
  collide,
  collideMany,
  createMesh,
  PoseError,
  type QueryStats,
} from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { BATCH_SIZE } from "../../src/kernels/pair-memory-map.ts";
import type { PairTree } from "../../src/queries/pairs/pair-query.ts";
import { addStats, createStats } from "../../src/queries/stats.ts";
import { collideByBruteForce } from "../../src/reference/index.ts";
import { byKernel, describeKernels, runsDuring } from "../kernels.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose, identity, latticePose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";
import { gridTorus, powerPose, timesPower } from "../tiny.ts";

// (1) the answers are those of `collide`, and of brute force, at each pose (2) the counters are the sums of `collide`'s (3) a may have
// no pose, one, or one for each (4) any tree, any scale, any number of poses (5) nothing changes when a pose is refused.

function askOneByOne(a: PairTree, b: PairTree, poses: number[][], posesA: (number[] | null)[]) {
  const stats: Partial<QueryStats> = {};
  const sum = createStats();
  const meets = poses.map((bToWorld, i) => {
    const meet = collide(a, b, { aToWorld: posesA[i], bToWorld, stats });
    addStats(sum, stats as QueryStats);
    return Number(meet);
  });
  return { meets, sum };
}

/** Poses of a torus around another: some meet, some do not. */
function posesAround(seed: number, count: number): number[][] {
  const next = random(seed);
  const number = () => 2 * next() - 1;
  return Array.from({ length: count }, () =>
    rotation(
      [number(), number(), number(), number() + 2],
      [0, 1, 2].map(() => 1.6 * number()),
    ),
  );
}

const anySoup = fc
  .tuple(fc.boolean(), fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 12 }))
  .map(([isLattice, seed, count]) => (isLattice ? latticeSoup(seed, count) : randomSoup(seed, count, 0.5)));

describeKernels("a batch of poses in the kernel", () => {
  it("(1, 2, 3) answers as collide and brute force do, ties and identities included (seed 20)", () => {
    const pose = fc.oneof(anyPose, latticePose, fc.constant(identity()));
    fc.assert(
      fc.property(
        anySoup,
        anySoup,
        fc.array(fc.tuple(pose, pose), { minLength: 2, maxLength: 6 }),
        fc.constantFrom("none", "one", "each"),
        (meshA, meshB, pairs, sides) => {
          const [a, b] = [buildAabbTree(meshA), buildAabbTree(meshB)];
          const poses = pairs.map(([, bToWorld]) => bToWorld);
          const posesA = pairs.map(([aToWorld]) =>
            sides === "none" ? null : sides === "one" ? pairs[0][0] : aToWorld,
          );
          const aToWorld = sides === "none" ? null : sides === "one" ? pairs[0][0] : posesA.flat();
          const { meets, stats } = byKernel("pairs", () =>
            collideMany(a, b, poses.flat(), { aToWorld } as object),
          );
          const expected = withKernels(() => askOneByOne(a, b, poses, posesA));
          expect([...meets]).toEqual(expected.meets);
          expect(stats).toEqual(expected.sum);
          expect(expected.meets).toEqual(
            poses.map((bToWorld, i) =>
              Number(collideByBruteForce(meshA, meshB, { aToWorld: posesA[i], bToWorld })),
            ),
          );
          const plain = withoutKernels(() => collideMany(a, b, poses.flat(), { aToWorld } as object));
          expect([...plain.meets]).toEqual(expected.meets);
        },
      ),
      { seed: 20, numRuns: randomCases(75) },
    );
  });

  it("(1, 2, 4) goes on over several batches (torus, seed 3)", () => {
    const [a, b] = [buildAabbTree(smallTorus()), buildAabbTree(smallTorus())];
    const poses = posesAround(3, 2 * BATCH_SIZE + 7);
    const expected = withKernels(() =>
      askOneByOne(
        a,
        b,
        poses,
        poses.map(() => null),
      ),
    );
    let result = withKernels(() => collideMany(a, b, poses.flat()));
    expect([...result.meets]).toEqual(expected.meets);
    expect(result.stats).toEqual(expected.sum);
    expect(result.count).toBe(expected.meets.filter((meet) => meet === 1).length);
    expect(result.count).toBeGreaterThan(50);
    expect(result.count).toBeLessThan(poses.length - 50);
    const runs = runsDuring("pairs", () => {
      result = collideMany(a, b, Float64Array.from(poses.flat()), { into: result });
    });
    expect(runs).toBe(poses.length);
    expect([...result.meets]).toEqual(expected.meets);
  });

  it.each([1, 2, 3, BATCH_SIZE - 1, BATCH_SIZE, BATCH_SIZE + 1])(
    "(1, 2, 5) answers %i poses as collide does, and names the first singular one (random meshes, seed 6)",
    (count) => {
      fc.assert(
        fc.property(
          anySoup,
          anySoup,
          fc.integer({ min: 0, max: 1e6 }),
          fc.nat(count - 1),
          (meshA, meshB, seed, bad) => {
            const [a, b] = [buildAabbTree(meshA), buildAabbTree(meshB)];
            const poses = posesAround(seed, count);
            const none = poses.map(() => null);
            const { meets, stats } = withKernels(() => collideMany(a, b, poses.flat()));
            const expected = withKernels(() => askOneByOne(a, b, poses, none));
            expect([...meets]).toEqual(expected.meets);
            expect(stats).toEqual(expected.sum);
            poses[bad] = [...new Array(15).fill(0), 1];
            const ask = () => withKernels(() => collideMany(a, b, poses.flat()));
            expect(ask).toThrow(`pose ${bad}: bToWorld: singular`);
            poses[bad][13] = Number.POSITIVE_INFINITY;
            expect(ask).toThrow(`poses[${16 * bad + 13}]: Infinity is not a finite number`);
            poses[bad][15] = 0;
            poses[bad][13] = 0;
            expect(ask).toThrow(`poses: pose ${bad} is not affine`);
          },
        ),
        { seed: 6, numRuns: randomCases(count > 3 ? 2 : 20) },
      );
    },
  );

  it("(1, 4) answers at poses that kernels do not serve, between others (torus, seed 5)", () => {
    const [a, b] = [buildAabbTree(smallTorus()), buildAabbTree(smallTorus())];
    const poses = posesAround(5, 20);
    const far = [...identity().slice(0, 12), 2 ** 40, 0, 0, 1];
    poses[4] = far;
    poses[5] = far;
    poses[19] = far;
    const { meets } = withKernels(() => collideMany(a, b, poses.flat()));
    expect([...meets]).toEqual(
      poses.map((bToWorld) => Number(collideByBruteForce(a.mesh, b.mesh, { bToWorld }))),
    );
  });
});

describe("collideMany", () => {
  it.each([
    ["OBB trees", buildObbTree],
    ["R-trees", buildRTree],
    ["trees with a frame", (mesh: ReturnType<typeof smallTorus>) => buildAabbTree(mesh, { frame: "best" })],
  ])("(1, 2, 4) answers as collide does for %s", (_, build) => {
    const [a, b] = [build(smallTorus()), build(smallTorus(9, 7))];
    const poses = posesAround(7, 40);
    for (const ask of [withKernels, withoutKernels]) {
      const expected = ask(() =>
        askOneByOne(
          a,
          b,
          poses,
          poses.map(() => null),
        ),
      );
      const { meets, stats } = ask(() => collideMany(a, b, poses.flat()));
      expect([...meets]).toEqual(expected.meets);
      expect(stats).toEqual(expected.sum);
    }
  });

  it("(1, 4) answers for tiny meshes, and for poses that make meshes tiny", () => {
    const torus = gridTorus(8, 6);
    const shifted = [0, 0.25, 5].map((x) => [...identity().slice(0, 12), x, 0, 0, 1]);
    const tiny = buildAabbTree(timesPower(torus, -1000));
    const offsets = shifted.map((pose) => pose.map((x, i) => (i === 12 ? x * 2 ** -1000 : x)));
    expect([...collideMany(tiny, tiny, offsets.flat()).meets]).toEqual([1, 1, 0]);
    const tree = buildAabbTree(torus);
    const small = powerPose(-1000);
    const poses = shifted.map((pose) => [...small.slice(0, 12), pose[12] * 2 ** -1000, ...small.slice(13)]);
    expect([...collideMany(tree, tree, poses.flat(), { aToWorld: small }).meets]).toEqual([1, 1, 0]);
  });

  it("(4) takes no poses, and one", () => {
    const tree = buildAabbTree(smallTorus());
    expect(collideMany(tree, tree, [])).toMatchObject({ count: 0, stats: { boxTests: 0 } });
    expect([...collideMany(tree, tree, identity()).meets]).toEqual([1]);
  });

  it("(4) takes the other options of collide", () => {
    const [a, b] = [buildAabbTree(smallTorus()), buildAabbTree(smallTorus())];
    const poses = posesAround(9, 30);
    for (const options of [{ test: "sat" }, { descend: "larger" }, { descend: "larger-volume" }] as const) {
      const one = poses.map((bToWorld) => Number(collide(a, b, { ...options, bToWorld })));
      expect([...collideMany(a, b, poses.flat(), options).meets]).toEqual(one);
    }
  });

  it("(5) takes finite numbers whose sum is not for what collide takes them for", () => {
    const tree = buildAabbTree(smallTorus());
    const poses = posesAround(4, 3);
    poses[1] = [...identity().slice(0, 12), 1.5e308, 1.5e308, 0, 1];
    const one = () => collide(tree, tree, { bToWorld: poses[1] });
    expect(one).toThrow(PoseError);
    const ask = () => collideMany(tree, tree, poses.flat());
    expect(ask).toThrow("pose 1: bToWorld");
  });

  it("(5) names the pose that it refuses, and leaves `into` as it was", () => {
    const tree = buildAabbTree(smallTorus());
    const into = collideMany(tree, tree, posesAround(1, 3).flat());
    const before = structuredClone(into);
    const poses = posesAround(2, 9);
    const refused = (bad: number[], message: string) => {
      poses[6] = bad;
      const ask = () => collideMany(tree, tree, poses.flat(), { into });
      expect(ask).toThrow(PoseError);
      expect(ask).toThrow(message);
      expect(into).toEqual(before);
    };
    refused(new Array(16).fill(Number.NaN), "poses[96]: NaN is not a finite number");
    refused(new Array(16).fill(0), "poses: pose 6 is not affine");
    refused([...new Array(15).fill(0), 1], "pose 6: bToWorld: singular");
    expect(() => collideMany(tree, tree, new Array(20).fill(0))).toThrow(
      "poses: expected 16 numbers per pose",
    );
    expect(() =>
      collideMany(tree, tree, poses.slice(0, 3).flat(), { aToWorld: poses.slice(0, 2).flat() }),
    ).toThrow("aToWorld: expected 16 numbers, or 16 for each of 3 poses, got 32");
  });

  it("(2) decides in exact arithmetic where f32 cannot tell, and says so", () => {
    const flat = createMesh({ positions: new Float64Array([0, 0, 0, 1, 0, 0, 0, 1, 0]) });
    const [a, b] = [buildAabbTree(flat), buildAabbTree(flat)];
    const poses = [2 ** -60, 0, -(2 ** -60)].map((z) => [...identity().slice(0, 12), 0.25, 0.25, z, 1]); // no common corners
    for (const ask of [withKernels, withoutKernels]) {
      const { meets, stats } = ask(() => collideMany(a, b, poses.flat()));
      expect([...meets]).toEqual([0, 1, 0]);
      expect(stats.exactTests).toBeGreaterThan(0);
    }
  });
});
