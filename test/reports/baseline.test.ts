import { describe, expect, it } from "vitest";
import type { ClashKind } from "../../src/clash/clash.ts";
import { compareWithBaseline } from "../../src/reports/baseline.ts";
import type { ClashReport, ReportClash } from "../../src/reports/clash-report.ts";
import { createClashReport } from "../../src/reports/create-clash-report.ts";
import { randomReport, randomSource } from "./reports.ts";

const SHA = "ab".repeat(32);
const REPORT = randomReport(1, { clashes: 10 });

function compared(now: ClashReport, before: ClashReport) {
  const report = compareWithBaseline(now, { file: "before.json", sha256: SHA, report: before });
  return { report, baseline: report.baseline! };
}

function withClashes(clashes: ReportClash[]): ClashReport {
  return { ...REPORT, clashes };
}

describe("compareWithBaseline", () => {
  it("finds every clash unchanged when a report is compared with itself", () => {
    const { report, baseline } = compared(REPORT, REPORT);
    expect(baseline).toEqual({
      file: "before.json",
      sha256: SHA,
      new: 0,
      unchanged: 10,
      resolved: [],
      warnings: [],
    });
    expect(report.clashes.every(({ change }) => change === "unchanged")).toBe(true);
  });

  it("matches clashes by id, whatever their order and part indices", () => {
    const [first, second, third, ...rest] = REPORT.clashes;
    const before = withClashes([third, { ...second, a: 0, b: 0, trianglePairs: 7, depth: null }, first]);
    const { report, baseline } = compared(withClashes([second, ...rest]), before);
    expect(report.clashes.map(({ change }) => change)).toEqual(["unchanged", ...rest.map(() => "new")]);
    expect([baseline.new, baseline.unchanged]).toEqual([rest.length, 1]);
    const named = ({ id, kind, keyA, keyB }: ReportClash) => ({ id, kind, keyA, keyB });
    expect(baseline.resolved).toEqual([named(third), named(first)]);
  });

  it("counts a clash as new when its kind became worse, and as unchanged when it became milder", () => {
    const of = (kind: ClashKind) => withClashes([{ ...REPORT.clashes[0], kind }]);
    const change = (was: ClashKind, is: ClashKind) => compared(of(is), of(was)).report.clashes[0].change;
    expect(change("too-close", "overlapping")).toBe("new");
    expect(change("touching", "too-close")).toBe("new");
    expect(change("overlapping", "duplicate")).toBe("new");
    expect(change("overlapping", "touching")).toBe("unchanged");
    expect(change("too-close", "too-close")).toBe("unchanged");
    expect(compared(of("touching"), of("overlapping")).baseline.resolved).toEqual([]);
  });

  it("warns when either report lacks clashes", () => {
    const partial: ClashReport = { ...REPORT, status: "partial" };
    const truncated: ClashReport = { ...REPORT, truncated: { unlisted: 5, limit: 10 } };
    const warnings = (now: ClashReport, before: ClashReport) => compared(now, before).baseline.warnings;
    expect(warnings(REPORT, partial)).toEqual(["the baseline is partial: clashes listed as new may be old"]);
    expect(warnings(REPORT, truncated)).toEqual([
      "the baseline does not list 5 of its clashes: clashes listed as new may be old",
    ]);
    expect(warnings(partial, REPORT)).toEqual([
      "this report is partial: clashes listed as resolved may still exist",
    ]);
    expect(warnings(truncated, REPORT)).toEqual([
      "this report does not list 5 of its clashes: clashes listed as resolved may still exist",
    ]);
    expect(warnings({ ...partial, truncated: truncated.truncated }, partial)).toHaveLength(3);
  });

  it("warns of different settings, and takes 10 mm for 0.01 m", () => {
    const millimetres = { ...REPORT, settings: { ...REPORT.settings, tolerance: 0.3, clearance: 10 } };
    const metres: ClashReport = {
      ...REPORT,
      unit: { name: "m", metres: 1, perSceneUnit: 1 },
      settings: { ...millimetres.settings, tolerance: 0.0003, clearance: 0.01 },
    };
    expect(compared(millimetres, metres).baseline.warnings).toEqual([]);
    const other: ClashReport = {
      ...millimetres,
      settings: {
        tolerance: 0,
        clearance: 11,
        touching: "report",
        between: true,
        self: true,
        ignore: ["b", "a"],
        limit: 3,
        group: "cause",
      },
    };
    expect(
      compared(other, { ...metres, settings: { ...metres.settings, ignore: ["c"] } }).baseline.warnings,
    ).toEqual([
      "tolerance was 0.0003 m in the baseline and is 0 now",
      "clearance was 0.01 m in the baseline and is 0.011 m now",
      "touching was ignore in the baseline and is report now",
      "between was false in the baseline and is true now",
      "self was false in the baseline and is true now",
      "ignore patterns: 2 added and 1 removed since the baseline",
    ]);
    const shuffled = { ...other, settings: { ...other.settings, ignore: ["a", "b", "a"] } };
    expect(compared(other, shuffled).baseline.warnings).toEqual([]);
  });

  it("compares lengths of unknown unit as plain numbers", () => {
    const unit = { name: "unit", metres: null, perSceneUnit: 1 };
    const now: ClashReport = { ...REPORT, unit, settings: { ...REPORT.settings, tolerance: 2 } };
    expect(compared(now, now).baseline.warnings).toEqual([]);
    expect(compared(now, { ...REPORT, settings: now.settings }).baseline.warnings).toEqual([
      "tolerance was 0.002 m in the baseline and is 2 of unknown unit now",
    ]);
  });

  it("gives what createClashReport gives with a baseline", () => {
    const source = randomSource(1, { clashes: 10 });
    const baseline = { file: "before.json", sha256: SHA, report: randomReport(2) };
    expect(createClashReport({ ...source, baseline })).toEqual(compareWithBaseline(REPORT, baseline));
    expect(createClashReport({ ...source, baseline: null })).toEqual(REPORT);
  });
});
