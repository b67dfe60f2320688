import fc from "fast-check";
import { expect, it } from "vitest";
import {
  type AabbTree,
  buildAabbTree,
  type CollideOptions,
  collide,
  findPairs,
  MeshError,
  OptionError,
  PoseError,
  type QueryStats,
} from "../../../src/index.ts";
import { describeKernels, runsDuring } from "../../kernels.ts";
import { latticeSoup, randomSoup, smallTorus } from "../../meshes.ts";
import { affinePose, anyPose, identity, rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

// The short way of a pair query against the long one, which an option with its default value asks for.

/** A tree of which the kernels have a copy. */
function copied(tree: AabbTree): AabbTree {
  for (let times = 0; times < 3; times++) collide(tree, tree);
  return tree;
}

function answersOf(a: AabbTree, b: AabbTree, options: CollideOptions) {
  const stats = {} as QueryStats;
  const meet = collide(a, b, { ...options, stats });
  const found = findPairs(a, b, options);
  return { meet, counts: structuredClone(stats), pairs: [...found.pairs], all: structuredClone(found.stats) };
}

function errorOf(work: () => unknown): Error | null {
  try {
    work();
    return null;
  } catch (error) {
    return error as Error;
  }
}

describeKernels("the short way of a pair query", () => {
  for (const frame of ["none", "best"] as const)
    it(`has the answers and counters of the long way (frame: ${frame}, seed 21)`, () => {
      fc.assert(
        fc.property(
          fc.nat(1000),
          fc.boolean(),
          fc.option(fc.oneof(anyPose, affinePose), { nil: undefined }),
          fc.option(fc.oneof(anyPose, affinePose)),
          fc.constantFrom<(pose: number[]) => ArrayLike<number>>(
            (pose) => pose,
            (pose) => Float64Array.from(pose),
            (pose) => Float32Array.from(pose),
          ),
          (seed, isLattice, poseA, poseB, numbersOf) => {
            const soup = isLattice ? latticeSoup(seed, 20) : randomSoup(seed, 20, 0.6);
            const [a, b] = [
              copied(buildAabbTree(soup, { frame })),
              copied(buildAabbTree(randomSoup(seed + 1, 20, 0.6))),
            ];
            const aToWorld = poseA && numbersOf(poseA);
            const bToWorld = poseB && numbersOf(poseB);
            answersOf(a, b, { aToWorld, bToWorld }); // copies the boxes that this pose needs
            const long = answersOf(a, b, { aToWorld, bToWorld, test: "sat-lite" });
            expect(answersOf(a, b, { aToWorld, bToWorld })).toEqual(long);
          },
        ),
        { seed: 21, numRuns: randomCases(75) },
      );
    });

  it("has the errors of the long way", () => {
    const tree = copied(buildAabbTree(smallTorus(12, 8)));
    const bad = (at: number, value: unknown) => identity().map((x, i) => (i === at ? value : x)) as number[];
    const poses: unknown[] = [
      ...[NaN, Infinity, -Infinity, undefined, "x", 2 ** 101].flatMap((value) =>
        [0, 5, 9, 12, 14].map((at) => bad(at, value)),
      ),
      ...[3, 7, 11, 15].map((at) => bad(at, 0.5)),
      bad(0, 0),
      [1, 2, 3],
      "pose",
      7,
      {},
    ];
    for (const pose of poses)
      for (const name of ["aToWorld", "bToWorld"])
        for (const ask of [collide, findPairs]) {
          const options = { [name]: pose } as CollideOptions;
          const long = errorOf(() => ask(tree, tree, { ...options, test: "sat-lite" }));
          expect(errorOf(() => ask(tree, tree, options))).toEqual(long);
          expect(long).toBeInstanceOf(PoseError);
        }
    expect(() => collide(tree, {} as AabbTree)).toThrow(OptionError);
    expect(() => collide(null as unknown as AabbTree, tree)).toThrow(OptionError);
    const lost = copied(buildAabbTree(smallTorus(12, 8, Float64Array)));
    structuredClone(lost.mesh.positions.buffer, { transfer: [lost.mesh.positions.buffer as ArrayBuffer] });
    expect(() => collide(lost, tree)).toThrow(MeshError);
  });

  it("leaves poses that make both meshes tiny to the long way", () => {
    const tree = copied(buildAabbTree(smallTorus(12, 8)));
    const tiny = rotation([1, 0, 0, 0], [0, 0, 0], [2 ** -60, 2 ** -60, 2 ** -60]);
    const apart = rotation([1, 0, 0, 0], [2 ** -50, 0, 0], [2 ** -60, 2 ** -60, 2 ** -60]);
    expect(collide(tree, tree, { aToWorld: tiny, bToWorld: tiny })).toBe(true);
    expect(collide(tree, tree, { aToWorld: tiny, bToWorld: apart })).toBe(false);
  });

  it("is not disturbed by a pose whose elements are getters that run queries", () => {
    const [tree, other] = [copied(buildAabbTree(smallTorus(12, 8))), copied(buildAabbTree(smallTorus(8, 6)))];
    const far = rotation([1, 0.2, 0, 0], [50, 0, 0]);
    const pose = rotation([1, 0.3, 0.2, 0.1], [0.5, 0.1, 0]);
    const nosy = { length: 16 };
    for (let i = 0; i < 16; i++)
      Object.defineProperty(nosy, i, {
        get: () => {
          collide(other, other, { aToWorld: far, bToWorld: far });
          return pose[i];
        },
      });
    const expected = [...findPairs(tree, tree, { bToWorld: pose }).pairs];
    expect(expected.length).toBeGreaterThan(0);
    expect(collide(tree, tree, { aToWorld: far, bToWorld: nosy as ArrayLike<number> })).toBe(false);
    expect([...findPairs(tree, tree, { bToWorld: nosy as ArrayLike<number> }).pairs]).toEqual(expected);
  });

  it("is taken by kernels", () => {
    const tree = copied(buildAabbTree(smallTorus(12, 8)));
    expect(runsDuring("pairs", () => collide(tree, tree, { bToWorld: rotation([1, 0.1, 0, 0]) }))).toBe(1);
    expect(runsDuring("pairs", () => findPairs(tree, tree))).toBe(1);
  });
});
