import { describe, expect, it } from "vitest";
import { jsonPieces, writeJson } from "../../src/reports/json.ts";
import { randomReport } from "./reports.ts";

describe("writeJson", () => {
  it("can be read back, names and numbers bit for bit (seeds 1 to 20)", () => {
    for (let seed = 1; seed <= 20; seed++) {
      const report = randomReport(seed);
      expect(JSON.parse(writeJson(report))).toEqual(report);
    }
  });

  it("has a line per part and per clash, and ends with a line feed (seed 1)", () => {
    const report = randomReport(1);
    const lines = writeJson(report).split("\n");
    const after = (start: string) => lines.findIndex((line) => line.startsWith(`  "${start}": [`)) + 1;
    for (const [i, part] of report.parts.entries())
      expect(JSON.parse(lines[after("parts") + i].replace(/,$/, ""))).toEqual(part);
    for (const [i, clash] of report.clashes.entries())
      expect(JSON.parse(lines[after("clashes") + i].replace(/,$/, ""))).toEqual(clash);
    expect(lines.slice(0, 2)).toEqual(["{", '  "format": "abut-clash-report",']);
    expect(lines.at(-1)).toBe("");
  });

  it("writes an empty list on one line", () => {
    const text = writeJson(randomReport(2, { clashes: 0 }));
    expect(text).toContain('\n  "clashes": [],\n');
    expect(JSON.parse(text)).toEqual(randomReport(2, { clashes: 0 }));
  });

  it("comes in pieces that are no longer than a record (seed 3)", () => {
    const report = randomReport(3, { clashes: 100 });
    const pieces = [...jsonPieces(report)];
    expect(pieces.join("")).toBe(writeJson(report));
    expect(pieces.length).toBeGreaterThan(100);
  });
});
