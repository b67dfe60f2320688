import { checkReport } from "./check-report.ts";
import type { ClashReport } from "./clash-report.ts";

/**
 * The report as JSON lines, for programs that read line by line. Each line has a `record`: first "header" (all but parts, clashes,
 * groups, baseline and review), then one "part" per part with its `number`, one "clash" per clash, with a baseline one "resolved" per resolved
 * clash, one "group" per group, and last "end" with the number of each. A text without the last line is truncated.
 */
export function writeJsonl(report: ClashReport): string {
  return [...jsonlLines(report)].join("");
}

/** The lines of `writeJsonl`, for reports that are too long for one string. */
export function jsonlLines(report: ClashReport): Generator<string> {
  checkReport(report);
  return reportLines(report);
}

function* reportLines(report: ClashReport): Generator<string> {
  const { parts, clashes, groups, truncated, baseline, review, ...header } = report;
  yield line("header", header);
  for (const [number, part] of parts.entries()) yield line("part", { number, ...part });
  for (const clash of clashes) yield line("clash", clash);
  for (const group of groups) yield line("group", group);
  const { resolved, ...comparison } = baseline ?? { resolved: [] };
  for (const clash of resolved) yield line("resolved", clash);
  yield line("end", {
    status: report.status,
    parts: parts.length,
    clashes: clashes.length,
    groups: groups.length,
    resolved: resolved.length,
    truncated,
    baseline: baseline && comparison,
    review,
  });
}

function line(record: string, members: object): string {
  return `${JSON.stringify({ record, ...members })}\n`;
}
