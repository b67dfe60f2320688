import { describe, expect, it } from "vitest";
import { fuzz } from "../../../trust/fuzz/fuzz.ts";
import { QUERIES } from "../../../trust/fuzz/queries/index.ts";

// A fixed slice of what `npm run fuzz` does. What fails here: `npm run fuzz -- <query> --seed slice` writes a reproducer.

/** Cases of each query, so that each takes about half a second. */
const CASES: Record<string, number> = {
  pairs: 60,
  pairBatches: 2,
  self: 40,
  distance: 60,
  closestPoint: 40,
  castRay: 60,
  castRayAll: 60,
  sweepBox: 60,
  sweepSphere: 60,
  locatePoint: 60,
  windingNumber: 25,
  classify: 30,
  penetration: 60,
  overlapDepth: 60,
  timeOfImpact: 100,
  selfTimeOfImpact: 100,
  broadPhases: 8,
  bodies: 4,
  world: 10,
  clashes: 30,
};

describe("hostile questions get the oracle's answers", () => {
  // Threads run JavaScript, which the clash cases of the command need and this slice has not.
  for (const query of QUERIES)
    it(`${query.name} (seed slice)`, async () => {
      const cases = CASES[query.name] ?? 100;
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
