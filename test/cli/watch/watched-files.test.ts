import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import type { ModelCheck } from "../../../src/cli/commands/check-model.ts";
import type { Input } from "../../../src/cli/scene/read-input.ts";
import { loadStatus } from "../../../src/cli/status-file.ts";
import { statesOf } from "../../../src/cli/watch/file-states.ts";
import { createFolderAlarm } from "../../../src/cli/watch/folder-alarm.ts";
import { createStatusDesk } from "../../../src/cli/watch/status-desk.ts";
import { createWarmFiles } from "../../../src/cli/watch/warm-reader.ts";
import { createStatus, type StatusEntry, writeStatus } from "../../../src/reports/clash-status.ts";

const folder = mkdtempSync(join(tmpdir(), "abut-watched-"));
afterAll(() => rmSync(folder, { recursive: true }));

describe("files in the memory of a watch", () => {
  const [model, buffer] = [join(folder, "a.gltf"), join(folder, "a.bin")];
  writeFileSync(model, "");

  /** Reads a file, and the one it names, which `meanwhile` may write again. */
  function createReading(meanwhile: () => void) {
    let reads = 0;
    const warm = createWarmFiles();
    const read = async (states: Map<string, string>) => {
      const reader = {
        async read(): Promise<Input> {
          reads++;
          meanwhile();
          return { model: {}, bytes: 0, sha256: "", named: [buffer] } as unknown as Input;
        },
        end: async () => {},
      };
      await warm.wrap(reader, states).read(model, {});
      return reads;
    };
    return { warm, read };
  }

  it("are read once while they stay", async () => {
    writeFileSync(buffer, "1");
    utimesSync(buffer, 1, 1);
    const { warm, read } = createReading(() => {});
    expect(await read(statesOf([model]))).toBe(1);
    expect(warm.namedBy([model])).toEqual(statesOf([buffer]));
    expect(await read(statesOf([model, buffer]))).toBe(1);
  });

  it("are read again where a file that they name was written while it was read", async () => {
    let isWritten = true;
    const { warm, read } = createReading(() => {
      if (isWritten) writeFileSync(buffer, "22");
    });
    utimesSync(buffer, 1, 1);
    expect(await read(statesOf([model]))).toBe(1);
    expect(warm.namedBy([model])).toEqual(new Map([[buffer, ""]])); // it counts as changed
    utimesSync(buffer, 1, 1);
    const before = statesOf([model, buffer]);
    expect(await read(before)).toBe(2);
    isWritten = false;
    expect(await read(statesOf([model, buffer]))).toBe(3); // it was written during the second reading, too
    expect(await read(statesOf([model, buffer]))).toBe(3);
  });
});

it("a watch notices a folder that was replaced", async () => {
  const watched = join(folder, "replaced");
  const alarm = createFolderAlarm();
  const { signal } = new AbortController();
  mkdirSync(watched);
  alarm.set([watched]);
  rmSync(watched, { recursive: true });
  mkdirSync(watched);
  alarm.set([watched]);
  while (await isRung(50)) {} // what happened until now
  writeFileSync(join(watched, "file"), "");
  expect(await isRung(10_000)).toBe(true);
  alarm.close();

  async function isRung(ms: number): Promise<boolean> {
    const began = performance.now();
    await alarm.next(ms, signal);
    return performance.now() - began < ms - 1;
  }
});

it("a watch keeps new clashes that others wrote to the status file from run to run", async () => {
  const path = join(folder, "abut-status.json");
  const entryOf = (digit: string): StatusEntry => ({
    id: digit.repeat(16),
    status: "new",
    kind: "overlapping",
    keyA: `${digit}.stl/a`,
    keyB: `${digit}.stl/b`,
  });
  const [ours, theirs] = [entryOf("1"), entryOf("2")];
  writeFileSync(path, writeStatus({ ...createStatus(), clashes: [theirs] }));
  const desk = createStatusDesk();
  const before = statesOf([path]);
  const check = {
    status: { path, file: { ...createStatus(), clashes: [ours, theirs] } },
    inputs: [],
    whole: { clashes: [{ id: ours.id, review: { status: "new" } }] },
  } as unknown as ModelCheck;
  expect(await desk.save(check, before)).toBe(true);
  const { clashes } = await loadStatus(path);
  expect(clashes.map((entry) => desk.isFresh(entry))).toEqual([true, false]);
});
