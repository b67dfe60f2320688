import { CLASH_KINDS } from "../clash/clash.ts";
import type { ClashReport, ReportClash } from "./clash-report.ts";

/** An earlier report and its file. */
export interface Baseline {
  /** The path on the command line, with forward slashes. */
  file: string;
  sha256: string;
  report: ClashReport;
}

/**
 * The report with the changes since the baseline. Clashes are matched by id, that is by the keys of their parts. A clash that the
 * baseline lists with a milder kind is new: parts that were too close and now overlap are a new mistake.
 */
export function compareWithBaseline(
  report: ClashReport,
  { file, sha256, report: before }: Baseline,
): ClashReport {
  const known = new Map(before.clashes.map(({ id, kind }) => [id, kind]));
  const clashes = report.clashes.map((clash): ReportClash => {
    const kind = known.get(clash.id);
    const isKnown = kind !== undefined && CLASH_KINDS.indexOf(kind) <= CLASH_KINDS.indexOf(clash.kind);
    return { ...clash, change: isKnown ? "unchanged" : "new" };
  });
  const listed = new Set(clashes.map(({ id }) => id));
  const unchanged = clashes.filter(({ change }) => change === "unchanged").length;
  return {
    ...report,
    clashes,
    baseline: {
      file,
      sha256,
      new: clashes.length - unchanged,
      unchanged,
      resolved: before.clashes
        .filter(({ id }) => !listed.has(id))
        .map(({ id, kind, keyA, keyB }) => ({ id, kind, keyA, keyB })),
      warnings: comparisonWarnings(report, before),
    },
  };
}

/** The reasons why the comparison may be wrong. */
function comparisonWarnings(now: ClashReport, before: ClashReport): string[] {
  const warnings: string[] = [];
  if (before.status === "partial") warnings.push("the baseline is partial: clashes listed as new may be old");
  if (before.truncated !== null)
    warnings.push(
      `the baseline does not list ${before.truncated.unlisted} of its clashes: clashes listed as new may be old`,
    );
  if (now.status === "partial")
    warnings.push("this report is partial: clashes listed as resolved may still exist");
  if (now.truncated !== null)
    warnings.push(
      `this report does not list ${now.truncated.unlisted} of its clashes: clashes listed as resolved may still exist`,
    );
  for (const name of ["tolerance", "clearance"] as const) {
    const [was, is] = [plainLength(before, name), plainLength(now, name)];
    if (was !== is) warnings.push(`${name} was ${was} in the baseline and is ${is} now`);
  }
  for (const name of ["touching", "between", "self"] as const) {
    const [was, is] = [before.settings[name], now.settings[name]];
    if (was !== is) warnings.push(`${name} was ${was} in the baseline and is ${is} now`);
  }
  const [gone, added] = [missing(before, now), missing(now, before)];
  if (gone + added > 0)
    warnings.push(`ignore patterns: ${added} added and ${gone} removed since the baseline`);
  return warnings;
}

/** A length as text: equal texts for equal lengths. */
function plainLength({ settings, unit }: ClashReport, name: "tolerance" | "clearance"): string {
  const length = settings[name];
  if (length === 0) return "0";
  if (unit.metres === null) return `${length} of unknown unit`;
  // 10 mm equal 0.01 m; nine digits hide the rounding of the product.
  return `${Number((length * unit.metres).toPrecision(9))} m`;
}

/** The number of ignore patterns in one report that are not in the other. */
function missing({ settings }: ClashReport, other: ClashReport): number {
  const there = new Set(other.settings.ignore);
  return new Set(settings.ignore.filter((pattern) => !there.has(pattern))).size;
}
