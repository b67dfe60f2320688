import type { Manifold } from "../../../src/index.ts";
import { hashOf } from "../../fingerprint/hash.ts";
import { manifoldRows } from "../../fingerprint/world-run.ts";
import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { pairsOfMeshes } from "../oracles/mesh-pairs.ts";
import { differenceOfPairs } from "./compare.ts";
import { smallPairCase } from "./pairs.ts";
import { convexCase } from "./penetration.ts";
import { twoSides } from "./two-sides.ts";

/** Lengths are off by no more than this times the largest coordinate. */
const ROUNDING = 2 ** -40;

export const findManifold: FuzzQuery = {
  name: "findManifold",
  checks:
    "findManifold: the pairs, bounds in order, points across along the normal, one answer for all trees and kernels, whatever was asked before",
  // Soups have regions without a depth, solids have depths.
  generate: (random) => (random.chance(0.4) ? smallPairCase(random) : convexCase(random)),
  check(fuzzCase, session) {
    const { meshA, meshB, aToWorld, bToWorld, a, b } = twoSides(fuzzCase);
    const expected = pairsOfMeshes(a, b);
    const most = Math.max(...Array.from(a, Math.abs), ...Array.from(b, Math.abs));
    session.counts.pairs += expected.tested;
    let first: string | null = null;
    session.eachVariant(["aabb"], () => {
      const treeA = session.build("a", meshA) as never;
      const treeB = session.build("b", meshB) as never;
      const got = session.ask("findManifold", treeA, treeB, { aToWorld, bToWorld });
      session.count(got.pairs.stats);
      const focus = differenceOfPairs(got.pairs.pairs, expected.pairs);
      if (focus !== null)
        throw new WrongAnswer("findManifold: pairs differ", got.pairs.pairs, expected.pairs, focus);
      judgeRegions(got, ROUNDING * most);
      const hash = hashOf(manifoldRows(got));
      first ??= hash;
      if (hash !== first)
        throw new WrongAnswer("findManifold: depends on the tree or the kernels", hash, first);
      // Memory is kept from query to query: another question must leave nothing in the answer.
      session.ask("findManifold", treeB, treeA, { aToWorld: bToWorld, bToWorld: aToWorld });
      const again = hashOf(manifoldRows(session.ask("findManifold", treeA, treeB, { aToWorld, bToWorld })));
      if (again !== first) throw new WrongAnswer("findManifold: depends on earlier queries", again, first);
    });
  },
};

function judgeRegions(got: Manifold, error: number): void {
  const { count, pairs, regionOfPair, starts, normals } = got;
  for (let i = 0; i < pairs.count; i++)
    if (!(regionOfPair[i] < count))
      throw new WrongAnswer("findManifold: a pair has no region", regionOfPair[i], count);
  for (let r = 0; r < count; r++) {
    const bounds = [0, got.lowerBounds[r], got.depths[r], got.upperBounds[r]];
    if (!bounds.every((bound, k) => k === 0 || bounds[k - 1] <= bound))
      throw new WrongAnswer("findManifold: bounds are out of order", bounds, "0 ≤ lower ≤ depth ≤ upper");
    for (let p = starts[r]; p < starts[r + 1]; p++)
      for (let k = 0; k < 3; k++) {
        const across = got.pointsA[3 * p + k] - got.pointsB[3 * p + k];
        const along = got.pointDepths[p] * normals[3 * r + k];
        if (!(Math.abs(across - along) <= error))
          throw new WrongAnswer("findManifold: points are not across each other", across, along);
      }
  }
}
