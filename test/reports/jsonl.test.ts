import { describe, expect, it } from "vitest";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { jsonlLines, writeJsonl } from "../../src/reports/jsonl.ts";
import { randomCases } from "../random-cases.ts";
import { randomReport, randomSource } from "./reports.ts";

function recordsOf(text: string) {
  expect(text.endsWith("\n")).toBe(true);
  return text
    .slice(0, -1)
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("writeJsonl", () => {
  it("holds everything that the report holds, for random reports", () => {
    for (let seed = 1; seed <= randomCases(10); seed++) {
      const source = randomSource(seed, { unlisted: seed % 3 });
      const before = { file: "before.json", sha256: "0".repeat(64), report: randomReport(seed + 1) };
      const report = createClashReport({ ...source, baseline: seed % 2 === 0 ? null : before });
      const records = recordsOf(writeJsonl(report));
      const only = (name: string) =>
        records.filter(({ record }) => record === name).map(({ record: _, number: __, ...rest }) => rest);
      const [header, end] = [only("header")[0], only("end")[0]];
      expect({
        ...header,
        parts: only("part"),
        clashes: only("clash"),
        groups: only("group"),
        truncated: end.truncated,
        baseline: end.baseline && { ...end.baseline, resolved: only("resolved") },
        review: end.review,
      }).toEqual(report);
    }
  });

  it("begins with the header, numbers the parts and ends with the counts (seed 1)", () => {
    const report = randomReport(1, { status: "partial", unlisted: 4 });
    const records = recordsOf(writeJsonl(report));
    expect(records[0]).toMatchObject({ record: "header", format: "abut-clash-report", version: 1 });
    expect(records[0]).not.toHaveProperty("clashes");
    expect(records.slice(1, 9).map(({ number }) => number)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(records.at(-1)).toEqual({
      record: "end",
      status: "partial",
      parts: 8,
      clashes: 12,
      groups: report.groups.length,
      resolved: 0,
      truncated: { unlisted: 4, limit: 12 },
      baseline: null,
      review: null,
    });
  });

  it("has no end record when it is cut off at any place (seed 2)", () => {
    const lines = [...jsonlLines(randomReport(2))];
    for (let count = 0; count < lines.length; count++)
      expect(lines.slice(0, count).some((line) => line.startsWith('{"record":"end"'))).toBe(false);
    expect(lines.at(-1)!.startsWith('{"record":"end"')).toBe(true);
  });
});
