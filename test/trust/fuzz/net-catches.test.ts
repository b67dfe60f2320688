import { describe, expect, it } from "vitest";
import { fuzz, makeCase } from "../../../trust/fuzz/fuzz.ts";
import { type FuzzQuery, WrongAnswer } from "../../../trust/fuzz/fuzz-case.ts";
import { pairCase } from "../../../trust/fuzz/queries/pairs.ts";
import { shrink, tryCase } from "../../../trust/fuzz/shrink.ts";
import { reproducerText } from "../../../trust/fuzz/write-reproducer.ts";

/** A query that is wrong wherever a mesh has a corner with x ≥ 2. */
const wrong: FuzzQuery = {
  name: "wrong",
  checks: "nothing",
  generate: pairCase,
  check({ meshes, poses }, session) {
    session.eachVariant(["aabb"], () => {
      const a = session.buildAabb("a", meshes[0]);
      session.ask("findSelfPairs", a, { toWorld: poses[0]! });
      if (meshes[0].positions.some((x, i) => i % 3 === 0 && x >= 2)) throw new WrongAnswer("a large x", 1, 2);
    });
  },
};

describe("the net", () => {
  it("finds a fault and makes it small", async () => {
    const { failures } = await fuzz(wrong, {
      seed: "net",
      cases: 200,
      seconds: null,
      folder: null,
      mostFailures: 1,
    });
    expect(failures).toHaveLength(1);
    expect(failures[0].script[0]).toMatch(/positions: new Float64Array\(\[[^\]]*\]\)/);
    const numbers = /Float64Array\(\[([^\]]*)\]/.exec(failures[0].script[0])![1].split(",").map(Number);
    expect(numbers).toHaveLength(9);
    expect(numbers.filter((x) => x !== 0 && x !== 1).length).toBeLessThanOrEqual(1);
  });

  it("gives the same cases for the same seed", () => {
    const [first, again, other] = ["a", "a", "b"].map((seed) =>
      JSON.stringify(makeCase(wrong, seed, 7).meshes),
    );
    expect(again).toBe(first);
    expect(other).not.toBe(first);
  });

  it("writes a reproducer that names what it calls", async () => {
    for (let number = 0; number < 200; number++) {
      const failure = await tryCase(wrong, makeCase(wrong, "net", number));
      if (failure === null) continue;
      const text = reproducerText("wrong", await shrink(wrong, failure));
      expect(text).toContain("const { buildAabbTree, createMesh, findSelfPairs } = await load");
      expect(text).toContain("withKernels(() => findSelfPairs(a,");
      return;
    }
    expect.fail("no case failed");
  });
});
