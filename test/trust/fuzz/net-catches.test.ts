import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { appendCounts, sumCounts } from "../../../trust/fuzz/counts-file.ts";
import { countOf, fuzz, makeCase } from "../../../trust/fuzz/fuzz.ts";
import { type FuzzQuery, WrongAnswer } from "../../../trust/fuzz/fuzz-case.ts";
import { batchedMeshes } from "../../../trust/fuzz/generators/meshes.ts";
import { QUERIES } from "../../../trust/fuzz/queries/index.ts";
import { pairCase } from "../../../trust/fuzz/queries/pairs.ts";
import type { Random } from "../../../trust/fuzz/random.ts";
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

describe("the fuzzer", () => {
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

  it("keeps the one question that fails", async () => {
    const asks: FuzzQuery = {
      name: "asks",
      checks: "nothing",
      questions: { point: 3 },
      generate: () => ({
        kind: "",
        meshes: [],
        poses: [],
        numbers: { point: [1, 1, 1, 2, 70, 2, 3, 3, 3] },
      }),
      check({ numbers }) {
        if (numbers.point.some((x) => x > 50)) throw new WrongAnswer("a large number", 1, 2);
      },
    };
    const failure = await tryCase(asks, makeCase(asks, "net", 0));
    const { fuzzCase } = await shrink(asks, failure!);
    expect(fuzzCase.numbers.point).toEqual([0, 70, 0]);
  });

  it("stops at a number of answers, and adds up what several runs counted", async () => {
    const folder = mkdtempSync(join(tmpdir(), "abut-counts-"));
    try {
      const path = join(folder, "counts.jsonl");
      const right = QUERIES.find(({ name }) => name === "overlapBox")!;
      for (const seed of ["one", "two"]) {
        const report = await fuzz(right, {
          seed,
          cases: null,
          answers: 30,
          seconds: null,
          folder: null,
          mostFailures: 1,
        });
        expect(countOf(right, report.counts)).toBeGreaterThanOrEqual(30);
        expect(countOf(right, report.counts)).toBeLessThan(60);
        appendCounts(path, right, seed, report);
      }
      const lines = readFileSync(path, "utf8")
        .trim()
        .split("\n")
        .map((line) => JSON.parse(line));
      const compared = lines[0].compared + lines[1].compared;
      expect(sumCounts([path], QUERIES)).toEqual([
        expect.stringMatching(new RegExp(`^overlapBox +${compared} answers of \\d+ cases, 0 wrong`)),
      ]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it("builds trees with frames: the best ones, any axes, and those that a large turned mesh gets by itself", async () => {
    const framed: Record<string, number> = {};
    const builds = (name: string, makeMeshes: FuzzQuery["generate"]): FuzzQuery => ({
      name,
      checks: "nothing",
      generate: makeMeshes,
      check({ meshes }, session) {
        session.eachVariant(["aabb"], () => {
          const { frame = "default" } = session.variant.options;
          const word = typeof frame === "string" ? frame : "axes";
          if (session.buildAabb("a", meshes[0]).frame !== null) framed[word] = (framed[word] ?? 0) + 1;
        });
      },
    });
    const options = { seed: "frames", cases: 60, seconds: null, folder: null, mostFailures: 1 };
    await fuzz(builds("small", pairCase), options);
    expect(framed.best).toBeGreaterThan(10);
    expect(framed.axes).toBeGreaterThan(20);
    framed.auto = 0;
    const batched = (random: Random) => {
      const { kind, meshes } = batchedMeshes(random, 1, 64, 3);
      return { kind, meshes, poses: [null], numbers: {} };
    };
    await fuzz(builds("batched", batched), options);
    expect(framed.auto).toBeGreaterThan(0);
    expect(framed.none).toBeUndefined();
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
