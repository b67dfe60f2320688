import type { QueryStats } from "../../../src/index.ts";
import { type FuzzCase, type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { batchedMeshes, isTame, type MadeMeshes, smallMeshes } from "../generators/meshes.ts";
import { anyPose, latticePose } from "../generators/poses.ts";
import { pairsOfMeshes } from "../oracles/mesh-pairs.ts";
import type { Random } from "../random.ts";
import { differenceOfPairs } from "./compare.ts";
import { twoSides } from "./two-sides.ts";

/** The paper's algorithms take the square of the triangles. */
const FEW = 100;
const TREES = ["aabb", "obb", "r-tree"] as const;

export const pairs: FuzzQuery = {
  name: "pairs",
  unit: "pairs",
  checks: "findPairs and findPairsByLayers: every pair of triangles, sorted",
  generate: pairCase,
  check(fuzzCase, session) {
    const { meshA, meshB, aToWorld, bToWorld, a, b } = twoSides(fuzzCase);
    const expected = pairsOfMeshes(a, b);
    session.counts.pairs += expected.tested;
    session.eachVariant(TREES, () => {
      const treeA = session.build("a", meshA);
      const treeB = session.build("b", meshB);
      const options = { aToWorld, bToWorld, stats: {} as QueryStats };
      const compare = (what: string, got: Uint32Array) => {
        const focus = differenceOfPairs(got, expected.pairs);
        if (focus !== null) throw new WrongAnswer(`${what} differs`, got, expected.pairs, focus);
      };
      // Twice: a tree is copied for the kernels when it is asked for the second time.
      compare("findPairs", session.ask("findPairs", treeA, treeB, options).pairs);
      session.count(options.stats);
      compare(
        "findPairs",
        session.ask("findPairs", treeA, treeB, { ...options, test: "sat", descend: "larger" }).pairs,
      );
      session.count(options.stats);
      if (session.variant.tree === "aabb")
        for (const sort of ["lists", "axes"] as const)
          compare(
            "findPairsByLayers",
            session.ask("findPairsByLayers", treeA as never, treeB as never, { aToWorld, bToWorld, sort })
              .pairs,
          );
      if (session.variant.tree === "r-tree" && a.length + b.length < 9 * FEW)
        for (const algorithm of ["version-1", "version-2", "blocks"] as const)
          compare("findPairs", session.ask("findPairs", treeA, treeB, { ...options, algorithm }).pairs);
    });
  },
};

/** Groups, and the most triangles that a mesh has of one: what is dense costs the least for each pair. */
const DENSITIES = [
  [500, 20],
  [60, 60],
  [20, 120],
] as const;

/** For campaigns: one question is tens of thousands of pairs. AABB trees alone, with kernels; every fourth case without them, too. */
export const pairBatches: FuzzQuery = {
  name: "pairBatches",
  unit: "pairs",
  goal: 1e8,
  checks: "findPairs of thousands of far-apart groups at once",
  generate(random) {
    const [groups, most] = random.pick(DENSITIES);
    const made = batchedMeshes(random, 2, groups, most, random.chance(0.6));
    const poses = made.isLattice && random.chance(0.3) ? posesFor(made, random) : [null, null];
    return { kind: made.kind, meshes: made.meshes, poses, numbers: { withoutKernels: [random.below(4)] } };
  },
  check(fuzzCase, session) {
    const { meshA, meshB, aToWorld, bToWorld, a, b } = twoSides(fuzzCase);
    const expected = pairsOfMeshes(a, b);
    session.counts.pairs += expected.tested;
    session.eachVariant(["aabb"], () => {
      if (session.variant.kernels === "off" && fuzzCase.numbers.withoutKernels[0] > 0) return;
      const treeA = session.build("a", meshA);
      const treeB = session.build("b", meshB);
      const stats = {} as QueryStats;
      const got = session.ask("findPairs", treeA, treeB, { aToWorld, bToWorld, stats }).pairs;
      session.count(stats);
      const focus = differenceOfPairs(got, expected.pairs);
      if (focus !== null) throw new WrongAnswer("findPairs differs", got, expected.pairs, focus);
    });
  },
};

/** Two meshes and their poses, small or batched. */
export function pairCase(random: Random): Omit<FuzzCase, "seed"> {
  const made = random.chance(0.97)
    ? smallMeshes(random, 2)
    : batchedMeshes(random, 2, random.pick([64, 512, 2000]), 3);
  return { kind: made.kind, meshes: made.meshes, poses: posesFor(made, random), numbers: {} };
}

/** Two small meshes and their poses. */
export function smallPairCase(random: Random): Omit<FuzzCase, "seed"> {
  const made = smallMeshes(random, 2, 3);
  return { kind: made.kind, meshes: made.meshes, poses: posesFor(made, random), numbers: {} };
}

export function posesFor(made: MadeMeshes, random: Random): (number[] | null)[] {
  if (!made.meshes.every(isTame) || random.chance(0.3)) return made.meshes.map(() => null);
  // One pose for all keeps what touches in touch, but for rounding.
  const makePose = made.isLattice && random.chance(0.5) ? latticePose : anyPose;
  const common = makePose(random);
  const isCommon = random.chance(0.6);
  return made.meshes.map(() => (isCommon ? common : makePose(random)));
}
