import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { deserialize, serialize } from "node:v8";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  ALGORITHM,
  type ClashPart,
  type ClashPlan,
  type ClashTaskResult,
  cutTasks,
  findClashes,
  mergeClashes,
  type PartRecord,
  type PlanOptions,
  planClashes,
  runClashTask,
  sliceTask,
} from "../../../src/clash/index.ts";
import { estimateLoad } from "../../../src/clash/plan/estimate-cost.ts";
import { bytesOfOutcome, outcomeOfBytes } from "../../../src/clash/plan/outcome-bytes.ts";
import { FormatError, OptionError } from "../../../src/index.ts";
import {
  createBox,
  createIcosphere,
  createPlaneGrid,
  createTorus,
} from "../../../src/mesh/primitives/index.ts";
import { randomCases } from "../../random-cases.ts";
import { at, partOf } from "../scenes.ts";

const MESHES = [
  createBox(),
  createBox({ size: 0.25 }),
  createTorus({ majorSegments: 8, minorSegments: 6 }),
  createIcosphere({ subdivisions: 1 }),
  createPlaneGrid(),
];
/** An equal mesh that is another object. */
const TWIN = createBox();

/** Parts on a grid of quarters: many touch, coincide or contain others. */
const parts = fc
  .array(
    fc.record({
      mesh: fc.constantFrom(...MESHES, TWIN),
      place: fc.tuple(
        fc.integer({ min: 0, max: 10 }),
        fc.integer({ min: 0, max: 6 }),
        fc.integer({ min: 0, max: 2 }),
      ),
      isPosed: fc.boolean(),
      group: fc.integer({ min: 0, max: 2 }),
    }),
    { minLength: 2, maxLength: 14 },
  )
  .map((list) =>
    list.map(({ mesh, place: [x, y, z], isPosed, group }, i) =>
      partOf(`part ${(7 * i) % list.length}, ${i}`, mesh, isPosed ? at(x / 4, y / 4, z / 4) : null, group),
    ),
  );
const options = fc.record({
  tolerance: fc.constantFrom(0, 0.125),
  clearance: fc.constantFrom(0, 0.375),
  touching: fc.constantFrom("ignore" as const, "report" as const),
  depth: fc.constantFrom("none" as const, "bounds" as const, "exact" as const),
  between: fc.boolean(),
  self: fc.boolean(),
  limit: fc.constantFrom(Infinity, 3),
  curvePoints: fc.constantFrom(Infinity, 10_000, 8),
});

function loaderOf(scene: readonly ClashPart[], plan: ClashPlan) {
  const byAddress = new Map(plan.parts.map(({ mesh }, i) => [mesh, scene[i].mesh]));
  return ({ mesh }: PartRecord) => byAddress.get(mesh)!;
}

async function runAll(plan: ClashPlan, scene: readonly ClashPart[], tasks = plan.tasks) {
  const results: ClashTaskResult[] = [];
  for (const task of tasks) results.push(await runClashTask(sliceTask(plan, task), loaderOf(scene, plan)));
  return results;
}

describe("planClashes, runClashTask, mergeClashes", () => {
  it("equal findClashes bit for bit, whatever the tasks and the order of results (seed 19)", async () => {
    await fc.assert(
      fc.asyncProperty(
        parts,
        options,
        fc.integer({ min: 1, max: 9 }),
        fc.integer({ min: 1, max: 30 }),
        fc.infiniteStream(fc.integer({ min: 0, max: 1000 })),
        async (scene, settings, taskPairs, kilobytes, shuffle) => {
          const plan = await planClashes(scene, { ...settings, taskPairs, taskBytes: 1000 * kilobytes });
          // Through bytes, as between processes, and some results twice.
          const sent = deserialize(serialize(plan)) as ClashPlan;
          const results = (await runAll(sent, scene)).map((result) => deserialize(serialize(result)));
          const twice = results.filter((_, i) => i % 3 === 0);
          const order = [...results, ...twice].map((result) => ({ result, key: shuffle.next().value }));
          order.sort((p, q) => p.key - q.key);
          expect(
            mergeClashes(
              plan,
              order.map(({ result }) => result),
            ),
          ).toStrictEqual(findClashes(scene, settings));
        },
      ),
      { seed: 19, numRuns: randomCases(10) },
    );
  });

  it("keep every bit of outcomes in bytes (seed 20)", async () => {
    await fc.assert(
      fc.asyncProperty(parts, options, async (scene, settings) => {
        const plan = await planClashes(scene, settings);
        for (const { pairs, outcomes } of await runAll(plan, scene))
          outcomes.forEach((outcome, i) => {
            const [a, b] = plan.pairs.subarray(2 * pairs[i], 2 * pairs[i] + 2);
            const names = { a, b, keyA: plan.parts[a].key, keyB: plan.parts[b].key };
            expect(outcomeOfBytes(bytesOfOutcome(outcome), names)).toStrictEqual(outcome);
          });
      }),
      { seed: 20, numRuns: randomCases(10) },
    );
  });

  it("keep the reason of a pair that was not checked, and reject bytes of something else", () => {
    const names = { a: 3, b: 4, keyA: "p", keyB: "q" };
    const refused = { kind: "unchecked" as const, a: 3, b: 4, reason: "mesh “a”: 3 < 4 \ud800" };
    expect(outcomeOfBytes(bytesOfOutcome(refused), names)).toStrictEqual(refused);
    expect(() => outcomeOfBytes(new Uint8Array(0), names)).toThrow(FormatError);
    for (const code of [-1, 0.5, 5, Number.NaN, 4])
      expect(() => outcomeOfBytes(new Uint8Array(Float64Array.of(code).buffer), names)).toThrow(FormatError);
  });

  it("find every pair of an order that keeps neighbours near", async () => {
    const row = Array.from({ length: 40 }, (_, i) =>
      partOf(`box ${(i * 17) % 40}`, MESHES[0], at(((i * 17) % 40) / 2)),
    );
    const plan = await planClashes(row, { taskPairs: 6 });
    const places = plan.tasks.map(({ pairs }) => {
      const xs = [...pairs].map((pair) => plan.parts[plan.pairs[2 * pair]].toWorld![12]);
      return Math.max(...xs) - Math.min(...xs);
    });
    expect(plan.tasks.flatMap(({ pairs }) => [...pairs])).toEqual(
      [...plan.pairs.keys()].slice(0, plan.pairs.length / 2),
    );
    expect(Math.max(...places)).toBeLessThan(4);
  });

  it("bound the tasks", async () => {
    const row = Array.from({ length: 60 }, (_, i) =>
      partOf(`${i}`, createIcosphere({ subdivisions: 2, radius: 1 + i / 1024 }), at(i)),
    );
    const plan = await planClashes(row);
    expect(plan.tasks.length).toBe(1);
    const small = cutTasks(plan, { taskBytes: 5 * (plan.tasks[0].bytes / 60) });
    expect(small.every(({ bytes }) => bytes <= (5 / 60) * plan.tasks[0].bytes + 1)).toBe(true);
    expect(small.every(({ pairs }) => pairs.length >= 1)).toBe(true);
    const short = cutTasks(plan, { taskTime: plan.tasks[0].cost / 1000 / 7 });
    expect(short.length).toBeGreaterThanOrEqual(7);
    // Every task loads its own meshes, of 320 triangles each.
    const loads = short.reduce(
      (sum, { pairs }) =>
        sum + new Set([...pairs].flatMap((i) => [plan.pairs[2 * i], plan.pairs[2 * i + 1]])).size,
      0,
    );
    const more = (loads - 60) * estimateLoad({ triangles: 320 });
    expect(short.reduce((sum, { cost }) => sum + cost, 0)).toBeCloseTo(plan.tasks[0].cost + more);
    const some = cutTasks(plan, {}, Uint32Array.of(3, 5));
    expect(some.map(({ pairs }) => [...pairs])).toEqual([[3, 5]]);
  });

  it("let parts of a stream go, and describe each mesh object once", async () => {
    let digests = 0;
    const digest = (bytes: Uint8Array) => {
      digests++;
      return createHash("sha256").update(bytes).digest();
    };
    async function* stream() {
      for (let i = 0; i < 10; i++) yield partOf(`${i}`, MESHES[0], at(i / 2));
    }
    const plan = await planClashes(stream(), { digest });
    expect(digests).toBe(3 + 10 + 1); // the mesh, its poses, the check
    expect(plan).toStrictEqual(
      await planClashes(Array.from({ length: 10 }, (_, i) => partOf(`${i}`, MESHES[0], at(i / 2)))),
    );
    expect(new Set(plan.parts.map(({ mesh }) => mesh)).size).toBe(1);
    expect(new Set(plan.parts.map(({ posed }) => posed)).size).toBe(10);
  });

  it("stop between pairs, and merge what there is as partial", async () => {
    const row = Array.from({ length: 10 }, (_, i) => partOf(`${i}`, MESHES[0], at(i / 2)));
    const plan = await planClashes(row);
    let pairs = 0;
    const result = await runClashTask(sliceTask(plan, plan.tasks[0]), loaderOf(row, plan), {
      isStopped: () => pairs >= 4,
      onPair: () => pairs++,
    });
    expect(result.outcomes.length).toBe(4);
    const merged = mergeClashes(plan, [result]);
    expect(merged.status).toBe("partial");
    expect(merged.counts.checked).toBe(4);
  });

  it("hand records to ignore", async () => {
    const row = Array.from({ length: 4 }, (_, i) => partOf(`${i}`, MESHES[0], at(i / 2)));
    const ignore = (a: { key: string }, b: { key: string }) => a.key === "0" && b.key === "1";
    const plan = await planClashes(row, { ignore });
    expect(plan.ignored).toBe(1);
    expect(mergeClashes(plan, await runAll(plan, row))).toStrictEqual(findClashes(row, { ignore }));
  });

  it("reject what another algorithm or another plan made", async () => {
    const row = [partOf("a", MESHES[0]), partOf("b", MESHES[0], at(0.5))];
    const plan = await planClashes(row);
    const slice = sliceTask(plan, plan.tasks[0]);
    const other = { ...slice, algorithm: "abut 0.0.1" };
    await expect(runClashTask(other, loaderOf(row, plan))).rejects.toThrow(
      `the task was made by "abut 0.0.1", but this is "${ALGORITHM}"`,
    );
    const result = await runClashTask(slice, loaderOf(row, plan));
    const stricter = await planClashes(row, { clearance: 1 });
    expect(() => mergeClashes(stricter, [result])).toThrow(OptionError);
    expect(() => mergeClashes(plan, [{ ...result, pairs: Uint32Array.of(7) }])).toThrow(
      "the result has pair 7, but the plan has 1 pairs",
    );
    expect(() => mergeClashes({ ...plan, algorithm: "x" }, [])).toThrow(OptionError);
  });

  it("check parts and options as findClashes does", async () => {
    const [a, b] = [partOf("a", MESHES[0]), partOf("b", MESHES[0])];
    const twice = [a, { ...b, key: "a" }];
    await expect(planClashes(twice)).rejects.toThrow('parts[1].key: "a" is also the key of parts[0]');
    const { group: _, ...loose } = b;
    await expect(planClashes([a, loose], { between: true })).rejects.toThrow("parts[1].group");
    await expect(planClashes([a, { ...b, toworld: null } as ClashPart])).resolves.toBeDefined();
    await expect(planClashes([a, { key: "b", mesh: MESHES[0], toworld: null } as ClashPart])).rejects.toThrow(
      "toworld",
    );
    await expect(planClashes([a, b], { clearence: 1 } as PlanOptions)).rejects.toThrow("clearence");
    await expect(planClashes([a, b], { taskBytes: 0 })).rejects.toThrow(
      "taskBytes: 0 is not a number above 0",
    );
    await expect(planClashes(null as never)).rejects.toThrow(OptionError);
  });

  it("name the published version as their algorithm", () => {
    const { version } = JSON.parse(readFileSync(new URL("../../../package.json", import.meta.url), "utf8"));
    expect(ALGORITHM.startsWith(`abut ${version}, `)).toBe(true);
  });
});
