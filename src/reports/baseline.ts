import { CLASH_KINDS } from "../clash/clash.ts";
import type { ClashReport, ReportClash } from "./clash-report.ts";

/** An earlier report, and where it was read. */
export interface Baseline {
  /** As given on the command line, with forward slashes. */
  file: string;
  sha256: string;
  report: ClashReport;
}

/**
 * The report with what changed since the baseline. Clashes are matched by id, hence by the keys of their parts. One
 * that the baseline lists as a milder kind is new: parts that came too close and now overlap are another mistake.
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
      warnings: doubts(report, before),
    },
  };
}

/** Why the comparison may not mean what it says. */
function doubts(now: ClashReport, before: ClashReport): string[] {
  const warnings: string[] = [];
  if (before.status === "partial")
    warnings.push("the baseline is partial: clashes that are called new may be old");
  if (before.truncated !== null)
    warnings.push(
      `the baseline does not list ${before.truncated.unlisted} of its clashes: some that are called new may be old`,
    );
  if (now.status === "partial")
    warnings.push("this report is partial: clashes that are called resolved may still be there");
  if (now.truncated !== null)
    warnings.push(
      `this report does not list ${now.truncated.unlisted} of its clashes: some that are called resolved may still be there`,
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
    warnings.push(
      `ignore has ${added} patterns that the baseline did not have, and lacks ${gone} that it had`,
    );
  return warnings;
}

/** A length as text that is equal where the lengths are. */
function plainLength({ settings, unit }: ClashReport, name: "tolerance" | "clearance"): string {
  const length = settings[name];
  if (length === 0) return "0";
  if (unit.metres === null) return `${length} of unknown unit`;
  // 10 mm are 0.01 m; nine digits forgive the rounding of the product.
  return `${Number((length * unit.metres).toPrecision(9))} m`;
}

/** How many ignore patterns of one report another does not have. */
function missing({ settings }: ClashReport, other: ClashReport): number {
  const there = new Set(other.settings.ignore);
  return new Set(settings.ignore.filter((pattern) => !there.has(pattern))).size;
}
