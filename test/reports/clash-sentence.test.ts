import { describe, expect, it } from "vitest";
import type { ClashReport, ReportClash } from "../../src/reports/clash-report.ts";
import { clashSentence, lengthText } from "../../src/reports/clash-sentence.ts";
import { MILLIMETRES, randomReport } from "./reports.ts";

const REPORT: ClashReport = { ...randomReport(1, { clashes: 0 }) };
const DEPTH = {
  depth: 0.2,
  kind: "exact",
  lowerBound: 0.2,
  direction: [1, 0, 0],
  pointA: [0, 0, 0],
  pointB: [0, 0, 0],
};

function sentence(clash: object, report = REPORT): string {
  const base = { keyA: "shaft", keyB: "bearing", depth: null, distance: null };
  return clashSentence({ ...base, ...clash } as ReportClash, report);
}

describe("clashSentence", () => {
  it("names each kind", () => {
    const kinds = ["duplicate", "contains", "inside", "overlapping", "self", "touching"];
    expect(kinds.map((kind) => sentence({ kind }))).toEqual([
      "shaft and bearing are duplicates",
      "shaft contains bearing",
      "shaft is inside bearing",
      "shaft and bearing overlap",
      "shaft meets itself",
      "shaft and bearing touch",
    ]);
  });

  it("gives the depth with its bound", () => {
    const deep = (kind: string) => sentence({ kind: "overlapping", depth: { ...DEPTH, kind } });
    expect(deep("exact")).toBe("shaft and bearing overlap, 0.2 mm deep");
    expect(deep("upper-bound")).toBe("shaft and bearing overlap, at most 0.2 mm deep");
    expect(deep("lower-bound")).toBe("shaft and bearing overlap, at least 0.2 mm deep");
  });

  it("gives the distance and the clearance", () => {
    const report = { ...REPORT, settings: { ...REPORT.settings, clearance: 1 } };
    const distance = { distance: 0.123456789, pointA: [0, 0, 0], pointB: [0, 0, 0] };
    expect(sentence({ kind: "too-close", distance }, report)).toBe(
      "shaft and bearing are 0.123457 mm apart, less than 1 mm",
    );
  });
});

describe("lengthText", () => {
  it("has six digits, and a unit where it is known", () => {
    expect(lengthText(1234567.8, MILLIMETRES)).toBe("1234570 mm");
    expect(lengthText(1e-9 / 3, MILLIMETRES)).toBe("3.33333e-10 mm");
    expect(lengthText(0.1 + 0.2, { name: "unit", metres: null, perSceneUnit: 1 })).toBe("0.3");
  });
});
