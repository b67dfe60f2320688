import type { ClashReport } from "./clash-report.ts";

/** The report with only its worst clashes, and the number of the others. Groups without a listed clash are left out. */
export function keepWorst(report: ClashReport, limit: number | null): ClashReport {
  if (limit === null || report.clashes.length <= limit) return report;
  const unlisted = report.clashes.length - limit + (report.truncated?.unlisted ?? 0);
  return {
    ...report,
    clashes: report.clashes.slice(0, limit),
    groups: report.groups
      .map((group) => ({ ...group, clashes: group.clashes.filter((clash) => clash < limit) }))
      .filter(({ clashes }) => clashes.length > 0),
    truncated: { unlisted, limit },
  };
}
