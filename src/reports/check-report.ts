import { OptionError, show } from "../errors.ts";
import type { ClashReport } from "./clash-report.ts";

/** Throws `OptionError` for what is not a report. A report from a file is read, and checked as a whole, by `readClashReport`. */
export function checkReport(report: ClashReport): void {
  if (typeof report !== "object" || report === null)
    throw new OptionError(`report: expected a report of createClashReport, got ${show(report)}`);
  if (report.format !== "abut-clash-report")
    throw new OptionError(`report.format: ${show(report.format)} is not "abut-clash-report"`);
  for (const name of ["inputs", "parts", "clashes", "groups"] as const)
    if (!Array.isArray(report[name]))
      throw new OptionError(`report.${name}: expected an array, got ${show(report[name])}`);
}
