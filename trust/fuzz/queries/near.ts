import type { NearPairs, NearStats } from "../../../src/index.ts";
import { type FuzzCase, type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { neighbourMesh, smallMeshes } from "../generators/meshes.ts";
import { rootToNumber } from "../oracles/integers.ts";
import { type FeaturePairs, featurePairs, pairsWithin } from "../oracles/near-features.ts";
import type { Random } from "../random.ts";
import { distanceCase, judgeLength } from "./distance.ts";
import { posesFor } from "./pairs.ts";

const LARGEST = 2 ** 100;

export const near: FuzzQuery = {
  name: "near",
  checks: "findNearPairs: every pair of features, in order, at and beside true distances, and the distances",
  generate: (random) => withShares(distanceCase(random), random),
  check(fuzzCase, session) {
    const [meshA, meshB] = fuzzCase.meshes;
    const [aToWorld, bToWorld] = [fuzzCase.poses[0]!, fuzzCase.poses[1]!];
    const all = featurePairs(meshA, aToWorld, meshB, bToWorld);
    const thicknesses = thicknessesOf(all, fuzzCase.numbers.shares);
    session.eachVariant(["aabb", "r-tree"], () => {
      const a = session.build("a", meshA) as never;
      const b = session.build("b", meshB) as never;
      for (const thickness of thicknesses) {
        const stats = {} as NearStats;
        judge(session.ask("findNearPairs", a, b, thickness, { aToWorld, bToWorld, stats }), all, thickness);
        session.count(stats);
      }
    });
  },
};

export const selfNear: FuzzQuery = {
  name: "selfNear",
  checks: "findSelfNearPairs: every pair of features without a common vertex, as for findNearPairs",
  generate(random) {
    const made = random.chance(0.6)
      ? neighbourMesh(random, random.pick([1, 1, 2, 3]))
      : smallMeshes(random, 1, 5);
    return withShares(
      { kind: made.kind, meshes: made.meshes, poses: posesFor(made, random), numbers: {} },
      random,
    );
  },
  check(fuzzCase, session) {
    const mesh = fuzzCase.meshes[0];
    const toWorld = fuzzCase.poses[0]!;
    const all = featurePairs(mesh, toWorld, null, null);
    const thicknesses = thicknessesOf(all, fuzzCase.numbers.shares);
    session.eachVariant(["aabb", "r-tree"], () => {
      const tree = session.build("tree", mesh) as never;
      for (const thickness of thicknesses) {
        const stats = {} as NearStats;
        judge(session.ask("findSelfNearPairs", tree, thickness, { toWorld, stats }), all, thickness);
        session.count(stats);
      }
    });
  },
};

/** Which of all distances are taken for thicknesses, as shares of their number. */
function withShares(made: Omit<FuzzCase, "seed">, random: Random): Omit<FuzzCase, "seed"> {
  return { ...made, numbers: { shares: [random.next() ** 3, random.next()] } };
}

/** Zero; some true distances, rounded, and the numbers beside them. */
function thicknessesOf({ pairs, exponent }: FeaturePairs, shares: number[]): number[] {
  const distances = pairs.map(({ square }) => rootToNumber(square[0], square[1], exponent));
  const sorted = distances.filter((distance) => distance > 0 && distance < LARGEST).sort((p, q) => p - q);
  const chosen = sorted.length === 0 ? [] : shares.map((share) => sorted[Math.floor(share * sorted.length)]);
  return [
    0,
    ...chosen.flatMap((distance) => {
      const step = Math.max(2 ** -52 * distance, Number.MIN_VALUE);
      return [distance - step, distance, distance + step];
    }),
  ];
}

function judge(got: NearPairs, all: FeaturePairs, thickness: number): void {
  const expected = pairsWithin(all, thickness);
  const names = Array.from({ length: got.count }, (_, row) =>
    [got.kinds[row], ...got.vertices.subarray(4 * row, 4 * row + 4)].join(" "),
  );
  const wanted = expected.map(({ name }) => name);
  if (names.join() !== wanted.join())
    throw new WrongAnswer("the pairs differ", { thickness, names }, { thickness, names: wanted });
  expected.forEach(({ name, square }, row) => {
    const distance = rootToNumber(square[0], square[1], all.exponent);
    judgeLength(`the distance of ${name}`, got.distances[row], distance, null);
    if (got.distances[row] > thickness)
      throw new WrongAnswer("a distance is beyond the thickness", got, thickness);
  });
}
