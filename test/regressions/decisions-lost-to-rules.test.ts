import { expect, test } from "vitest";
import { createStatus, setStatus } from "../../src/reports/clash-status.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { list, record, text } from "../../src/reports/json-shape.ts";
import { writeMarkdown } from "../../src/reports/markdown.ts";
import { mergeStatus } from "../../src/reports/merge-status.ts";
import { oneOfEachKind } from "../reports/scenes.ts";

// A run whose rules left a pair out resolved its clash, "no longer found": an approval was lost as soon as the rules were wide again.
test("clashes of pairs that were not checked keep their status", () => {
  const report = createClashReport(oneOfEachKind());
  const gone = report.clashes.find(({ keyA, keyB }) => keyA !== keyB)!;
  const first = mergeStatus(createStatus(), report, { file: "status.json" }).status;
  const approved = setStatus(first, [gone.id], { status: "approved" });
  const narrow = { ...report, clashes: report.clashes.filter(({ id }) => id !== gone.id) };
  const isChecked = (keyA: string, keyB: string) => keyA !== gone.keyA || keyB !== gone.keyB;
  const statusAfter = (merged: typeof approved) => merged.clashes.find(({ id }) => id === gone.id)?.status;
  expect(statusAfter(mergeStatus(approved, narrow, { file: "status.json", isChecked }).status)).toBe(
    "approved",
  );
  expect(statusAfter(mergeStatus(approved, narrow, { file: "status.json" }).status)).toBe("resolved");
});

test("a member __proto__ of a configuration is a member", () => {
  const shape = record<Record<string, string[]>>(Object.fromEntries([["__proto__", list(text)]]) as never);
  const read = shape(JSON.parse('{"__proto__": ["x"]}'));
  expect(Object.keys(read)).toEqual(["__proto__"]);
});

test("addresses in names are no links in Markdown", () => {
  const scene = oneOfEachKind();
  for (const part of scene.parts) (part as { name?: string }).name = "https://evil.example www.evil.example";
  const { text: page } = writeMarkdown(createClashReport(scene), scene.parts, { maxPictures: 0 });
  expect(page).toContain("evil.example");
  expect(page).not.toContain("https://evil");
  expect(page).not.toContain("www.evil");
});
