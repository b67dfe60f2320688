import { CLASH_KINDS } from "../clash/clash.ts";
import { OptionError, show } from "../errors.ts";
import { checkObject, checkText } from "./check-argument.ts";
import { checkReport } from "./check-report.ts";
import type { ClashReport, ReportClash, ReportDepth, ReportUnit } from "./clash-report.ts";

/** A clash as a sentence: "a.glb/shaft and a.glb/bearing overlap, at most 0.2 mm deep". */
export function clashSentence(clash: ReportClash, report: ClashReport): string {
  checkObject(clash, "clash");
  if (!CLASH_KINDS.includes(clash.kind) || clash.depth === undefined)
    throw new OptionError(`clash: expected a clash of a report, got one of kind ${show(clash.kind)}`);
  checkReport(report);
  const { unit, settings } = report;
  const { kind, keyA: a, keyB: b, depth, distance } = clash;
  const deep = depth === null ? "" : `, ${DEPTH[depth.kind]}${lengthText(depth.depth, unit)} deep`;
  switch (kind) {
    case "duplicate":
      return `${a} and ${b} are duplicates`;
    case "contains":
      return `${a} contains ${b}${deep}`;
    case "inside":
      return `${a} is inside ${b}${deep}`;
    case "overlapping":
      return `${a} and ${b} overlap${deep}`;
    case "self":
      return `${a} meets itself`;
    case "too-close": {
      const apart = distance === null ? "too close" : `${lengthText(distance.distance, unit)} apart`;
      return `${a} and ${b} are ${apart}, less than ${lengthText(settings.clearance, unit)}`;
    }
    case "touching":
      return `${a} and ${b} touch`;
  }
}

const DEPTH: Record<ReportDepth["kind"], string> = {
  exact: "",
  "upper-bound": "at most ",
  "lower-bound": "at least ",
};

/** A length as text, with its unit where it is known. */
export function lengthText(length: number, unit: ReportUnit): string {
  if (typeof length !== "number") throw new OptionError(`length: expected a number, got ${show(length)}`);
  checkObject(unit, "unit");
  checkText(unit.name, "unit.name");
  return unit.metres === null ? shortNumber(length) : `${shortNumber(length)} ${unit.name}`;
}

/** A number with six digits. */
export function shortNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}
