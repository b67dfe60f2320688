import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { changesBetween, statesOf } from "../../../src/cli/watch/file-states.ts";
import { type RunSummary, runLine } from "../../../src/cli/watch/run-line.ts";

const noon = new Date(2026, 0, 1, 12, 3, 5);
const none = { changed: [], added: [], removed: [] };
const run = (summary: Partial<RunSummary>) =>
  runLine(
    {
      changes: none,
      files: 3,
      clashes: 34,
      difference: { appeared: 2, gone: 1 },
      isPartial: false,
      seconds: 0.214,
      ...summary,
    },
    noon,
  );

it("a line says what changed, the clashes, and the time", () => {
  expect(run({ changes: null, difference: null, files: 1000, clashes: 1 })).toBe(
    "12:03:05 1,000 files: 1 clash (0.21 s)",
  );
  expect(run({ changes: { ...none, changed: ["model/gear.stl"] } })).toBe(
    "12:03:05 gear.stl changed: 34 clashes, 2 new, 1 gone (0.21 s)",
  );
  expect(run({ changes: { changed: ["a", "b"], added: ["c"], removed: ["d", "e", "f"] } })).toBe(
    "12:03:05 2 files changed, 1 added, 3 removed: 34 clashes, 2 new, 1 gone (0.21 s)",
  );
  expect(run({ isPartial: true })).toBe(
    "12:03:05 checked again: at least 34 clashes, 2 new, 1 gone (0.21 s)",
  );
});

it("a line with a long name is 80 columns wide, and keeps both ends of the name", () => {
  const line = run({ changes: { ...none, removed: [`dir/${"left-".repeat(20)}.right.glb`] } });
  expect(line).toHaveLength(80);
  expect(line).toMatch(/^12:03:05 left-left-.*….*right\.glb removed: 34 clashes/);
});

it("files differ by time, size or inode, and come and go", () => {
  const folder = mkdtempSync(join(tmpdir(), "abut-states-"));
  try {
    const [a, b, c] = ["a", "b", "c"].map((name) => join(folder, name));
    for (const file of [a, b]) writeFileSync(file, "1");
    const before = statesOf([a, b, c, a]);
    expect(changesBetween(before, statesOf([a, b, c]))).toEqual(none);
    writeFileSync(a, "12");
    rmSync(b);
    writeFileSync(c, "1");
    expect(changesBetween(before, statesOf([a, b, c]))).toEqual({ changed: [a], added: [c], removed: [b] });
    expect(changesBetween(before, statesOf([c])).removed).toEqual([a, b]);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
