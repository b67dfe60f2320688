import { describe, expect, it } from "vitest";
import { fuzz } from "../../../trust/fuzz/fuzz.ts";
import { QUERIES } from "../../../trust/fuzz/queries/index.ts";
import { randomCases } from "../../random-cases.ts";

// A fixed slice of what `npm run fuzz` does. What fails here: `npm run fuzz -- <query> --seed slice` writes a reproducer.

/** Cases of each query in CI, so that each takes about a fifth of a second: `.ci/run` fuzzes every query for a minute. */
const CASES: Record<string, number> = {
  pairs: 20,
  pairBatches: 2,
  self: 13,
  distance: 20,
  closestPoint: 13,
  castRay: 20,
  castRayAll: 20,
  sweepBox: 20,
  sweepSphere: 20,
  locatePoint: 20,
  windingNumber: 8,
  classify: 10,
  penetration: 20,
  overlapDepth: 20,
  timeOfImpact: 33,
  selfTimeOfImpact: 33,
  broadPhases: 3,
  bodies: 2,
  world: 3,
  clashes: 10,
};

describe("hostile questions get the oracle's answers", () => {
  // Threads run JavaScript, which the clash cases of the command need and this slice has not.
  for (const query of QUERIES)
    it(`${query.name} (seed slice)`, async () => {
      const cases = randomCases((CASES[query.name] ?? 35) / 2);
      const { failures } = await fuzz(query, {
        seed: "slice",
        cases,
        seconds: null,
        folder: null,
        mostFailures: 3,
      });
      expect(failures.map(({ what, script }) => `${what}\n${script.join("\n")}`)).toEqual([]);
    });
});
