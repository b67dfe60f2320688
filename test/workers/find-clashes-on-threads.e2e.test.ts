import { execFile } from "node:child_process";
import { promisify } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAssembly } from "../../bench/scenes/assembly.mjs";
import { type ClashOptions, type ClashPart, findClashes } from "../../src/clash/index.ts";
import { createMesh } from "../../src/index.ts";
import { createBox, createIcosphere, createTorusKnot } from "../../src/mesh/primitives/index.ts";
import { threadsFor } from "../../src/workers/find-clashes-on.ts";
import { builtUrl } from "../build-once.ts";
import { at, join, partOf, unweld } from "../clash/scenes.ts";
import { rigidPose } from "../poses.ts";

// Threads run JavaScript, so these tests load the transpiled sources.
const built: typeof import("../../src/workers/index.ts") = await import(builtUrl("workers/index.js"));
const { findClashesOnThreads } = built;

const assembly = createAssembly(createMesh, { parts: 17, triangles: 850, seed: 39 }).parts;

const row = Array.from({ length: 12 }, (_, i) => partOf(`box ${i}`, createBox(), at(0.75 * i)));

describe("findClashesOnThreads", () => {
  const scenes: [string, number[], readonly ClashPart[], ClashOptions][] = [
    ["an assembly, seed 39", [1, 3], assembly, {}],
    ["random poses, seed 11", [2], scattered(11), { clearance: 0.25, touching: "report", self: true }],
    ["the worst four of a row of boxes", [2], row, { limit: 4, curves: false }],
  ];
  it.each(scenes)("equals findClashes bit for bit (%s, on %j threads)", async (_, counts, parts, options) => {
    const expected = findClashes(parts, options);
    expect(expected.clashes.length).toBeGreaterThan(0);
    for (const threads of counts)
      expect(await findClashesOnThreads(parts, { ...options, threads })).toStrictEqual(expected);
  });

  it("starts no more threads than there is work for", () => {
    expect(threadsFor(3, 2, 4)).toBe(2);
    expect(threadsFor(2, 1e6, 4)).toBe(2);
    expect(threadsFor(1e9, 1e6, 4)).toBe(8 * 4);
  });

  it("equals findClashes where threads start before the pairs are known", async () => {
    const parts = [...row, partOf("far", createBox({ segments: 160 }), at(100))];
    const expected = findClashes(parts);
    expect(expected.counts).toMatchObject({ triangles: 307_344, checked: 11 });
    expect(await findClashesOnThreads(parts, { threads: 2 })).toStrictEqual(expected);
  });

  it("takes parts whose meshes are already in shared memory, and triangle soups", async () => {
    const { positions, indices } = createBox({ size: 2 });
    const shared = new Float32Array(new SharedArrayBuffer(4 * positions.length));
    shared.set(positions);
    const parts = [
      partOf("shared", createMesh({ positions: shared, indices })),
      partOf("soup", unweld(createBox({ size: 2 })), at(-0.5)),
      partOf("short indices", createMesh({ positions, indices: Uint16Array.from(indices!) }), at(0.5, 0.25)),
    ];
    const expected = findClashes(parts);
    expect(expected.counts.byKind.overlapping).toBe(3);
    expect(await findClashesOnThreads(parts, { threads: 2 })).toStrictEqual(expected);
  });

  it("returns an empty result for zero parts and for parts far apart", async () => {
    const apart = [partOf("a", createBox()), partOf("b", createBox(), at(9))];
    for (const parts of [[], apart])
      expect(await findClashesOnThreads(parts, { threads: 2 })).toStrictEqual(findClashes(parts));
  });

  it("calls ignore once for each pair", async () => {
    const asked = new Map<string, number>();
    const ignore = (a: ClashPart, b: ClashPart) => {
      const pair = `${a.key} ${b.key}`;
      asked.set(pair, (asked.get(pair) ?? 0) + 1);
      return pair.includes("box 3");
    };
    const result = await findClashesOnThreads(row, { ignore, threads: 2 });
    expect(result).toStrictEqual(
      findClashes(row, { ignore: (a, b) => `${a.key} ${b.key}`.includes("box 3") }),
    );
    expect(asked.size).toBe(result.counts.candidates);
    expect(new Set(asked.values())).toEqual(new Set([1]));
  });

  it("reports progress that never decreases and ends with all pairs", async () => {
    const seen: number[] = [];
    let all = 0;
    const onProgress = (done: number, total: number) => {
      seen.push(done);
      all = total;
    };
    const { counts } = await findClashesOnThreads(row, { threads: 2, onProgress });
    expect(seen).toEqual([...seen].sort((p, q) => p - q));
    expect(seen.at(-1)).toBe(counts.checked);
    expect(all).toBe(counts.checked);
  });

  it("returns a partial result when stopped", async () => {
    for (const threads of [1, 2]) {
      const result = await findClashesOnThreads(row, { threads, isStopped: () => true });
      expect(result.status).toBe("partial");
      expect(result.counts.checked).toBe(0);
    }
    let begun = false;
    const onProgress = () => {
      begun = true;
    };
    const result = await findClashesOnThreads(row, { threads: 2, onProgress, isStopped: () => begun });
    expect(result.counts.checked).toBeLessThan(result.counts.candidates);
    expect(result.status).toBe("partial");
  });

  it("rejects what findClashes rejects, and a bad number of threads", async () => {
    for (const threads of [0, -1, 1.5, Number.NaN, "2", null])
      await expect(findClashesOnThreads(row, { threads: threads as number })).rejects.toThrow(
        `threads: ${threads} is not a whole number of at least 1`,
      );
    await expect(findClashesOnThreads(row, { tolerance: -1 })).rejects.toThrow("tolerance: -1");
    await expect(findClashesOnThreads([...row, row[0]])).rejects.toThrow("is also the key of parts[0]");
    await expect(findClashesOnThreads(null as never)).rejects.toThrow("parts: expected an array");
    await expect(findClashesOnThreads(row, null as never)).rejects.toThrow("options: expected an object");
  });

  it("rejects with the errors that onProgress and isStopped throw", async () => {
    const fail = () => {
      throw new RangeError("of the caller");
    };
    await expect(findClashesOnThreads(row, { threads: 2, onProgress: fail })).rejects.toThrow(RangeError);
    await expect(findClashesOnThreads(row, { threads: 2, isStopped: fail })).rejects.toThrow(RangeError);
  });

  it("ends all threads, so that the process can exit", async () => {
    const program = `
      import { findClashesOnThreads } from ${JSON.stringify(builtUrl("workers/index.js"))};
      import { createBox } from ${JSON.stringify(builtUrl("primitives.js"))};
      const part = (key) => ({ key, name: key, group: 0, mesh: createBox(), toWorld: null });
      const parts = [part("a"), part("b"), part("c")];
      console.log((await findClashesOnThreads(parts, { threads: 2 })).clashes.length);
      const onProgress = () => { throw new Error("stop"); };
      await findClashesOnThreads(parts, { threads: 2, onProgress }).catch(({ message }) => console.log(message));`;
    const run = promisify(execFile)(process.execPath, ["--input-type=module", "-e", program], {
      timeout: 30_000,
    });
    expect((await run).stdout).toBe("3\nstop\n");
  });
});

/** Boxes, spheres, knots, a part that meets itself, and two boxes that touch. */
function scattered(seed: number): ClashPart[] {
  const box = createBox({ size: 1.5 });
  const meshes = [
    box,
    createIcosphere({ subdivisions: 1 }),
    createTorusKnot({ knotSegments: 12, tubeSegments: 3 }),
    join(box, at(0), box, at(0.5, 0.25)),
  ];
  const poses = fc.sample(rigidPose, { seed, numRuns: meshes.length });
  const parts = poses.map((pose, i) => partOf(`part ${i}`, meshes[i], Float64Array.from(pose)));
  return [...parts, partOf("right", box), partOf("left", box, at(-1.5))];
}
