import { checkReport } from "./check-report.ts";
import type { ClashReport } from "./clash-report.ts";

/** A note about the whole report. */
export interface ReportNote {
  level: "error" | "warning";
  text: string;
}

/** Notes on why the report may be incomplete, the worst first; then the warnings of inputs and baseline. */
export function reportNotes(report: ClashReport): ReportNote[] {
  checkReport(report);
  const { status, truncated, inputs, baseline, counts, settings } = report;
  const errors: string[] = [];
  if (status === "partial") errors.push("stopped before all pairs were checked: clashes may be missing");
  if (counts.parts === 0 || (counts.parts === 1 && !settings.self)) errors.push("no pairs to check");
  const warnings =
    truncated === null ? [] : [`${truncated.unlisted} more clashes were found and are not listed`];
  for (const input of inputs) warnings.push(...input.warnings);
  for (const warning of baseline?.warnings ?? []) warnings.push(`baseline ${baseline!.file}: ${warning}`);
  return [
    ...errors.map((text): ReportNote => ({ level: "error", text })),
    ...warnings.map((text): ReportNote => ({ level: "warning", text })),
  ];
}
