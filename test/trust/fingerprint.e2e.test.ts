import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { buildAabbTree } from "../../src/index.ts";
import { type Fingerprint, takeClashFingerprint } from "../../trust/fingerprint/battery.ts";
import { hashOf } from "../../trust/fingerprint/hash.ts";
import { createModels } from "../../trust/fingerprint/models.ts";
import { builtModule, builtUrl } from "../build-once.ts";
import { EXPECTED } from "./expected-fingerprint.ts";

const execute = promisify(execFile);

describe("the fingerprint", () => {
  const run = async (options: string[], words: string[] = []): Promise<Fingerprint> => {
    const script = builtModule("trust/fingerprint/run.ts")!;
    return JSON.parse((await execute(process.execPath, [...options, script, "--json", ...words])).stdout);
  };
  let here: Fingerprint;
  beforeAll(async () => {
    here = await run([]);
  });

  it("is the one on record", () => {
    expect(here.groups).toMatchObject({ clashes: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(here.hash).toBe(EXPECTED);
  });

  it("is the same in a process without WebAssembly", async () => {
    expect(await run(["--no-expose-wasm"], ["--rounds", "1"])).toEqual(here);
  });

  it("is the same on 3 threads as on one", async () => {
    const { findClashesOnThreads } = (await import(
      builtUrl("workers/index.js")
    )) as typeof import("../../src/workers/index.ts");
    const clashes = await takeClashFingerprint((parts) => findClashesOnThreads(parts, { threads: 3 }));
    expect(clashes).toBe(here.groups.clashes);
  });

  it("covers boxes along the axes of a frame", () => {
    expect(buildAabbTree(createModels().bar).frame).not.toBeNull();
  });

  it("notices a single bit", () => {
    const answer = { point: [0.1, 0.2, 0.3], count: 3, stats: { boxTests: 1 } };
    const hash = hashOf(answer);
    expect(hashOf({ ...answer, stats: { boxTests: 2 } })).toBe(hash); // counters are no answers
    expect(hashOf({ ...answer, point: [0.1, 0.2, 0.3 + 2 ** -54] })).not.toBe(hash);
    expect(hashOf({ ...answer, point: [0.1, 0.3, 0.2] })).not.toBe(hash);
    expect(hashOf([0])).not.toBe(hashOf([-0]));
  });
});
