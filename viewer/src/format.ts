import type { ClashReport, ReportDepth } from "../../src/reports/clash-report.ts";
import type { PageClash } from "../../src/reports/packed-scene.ts";

const whole = new Intl.NumberFormat("en");
const short = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const long = new Intl.NumberFormat("en", { maximumSignificantDigits: 9 });
const full = new Intl.NumberFormat("en", { maximumSignificantDigits: 15 });

export function count(value: number, noun: string): string {
  return `${whole.format(value)} ${noun}${value === 1 ? "" : noun.endsWith("h") ? "es" : "s"}`;
}

/** What follows a length: " mm" (a space that does not break), or nothing where the unit is not known. */
export function unitOf({ unit }: Pick<ClashReport, "unit">): string {
  return unit.metres === null ? "" : `\u00a0${unit.name}`;
}

export function integer(value: number): string {
  return whole.format(value);
}

/** Three digits, for lists and labels. */
export function length(value: number, unit: string): string {
  return `${small(value) ?? short.format(value)}${unit}`;
}

/** Nine digits, for the detail panel. */
export function preciseLength(value: number, unit: string): string {
  return `${precise(value)}${unit}`;
}

export function precise(value: number): string {
  return small(value) ?? long.format(value + 0); // no "-0"
}

/** A coordinate that has been rounded already. */
export function coordinate(value: number): string {
  return small(value) ?? full.format(value + 0);
}

/** Very small and very large numbers in powers of ten; null for the others. */
function small(value: number): string | null {
  const size = Math.abs(value);
  return size !== 0 && (size < 1e-4 || size >= 1e9) ? value.toExponential(2).replace("-", "−") : null;
}

const SIGNS: Record<ReportDepth["kind"], string> = {
  exact: "=",
  "upper-bound": "≤",
  "lower-bound": "≥",
};

/** "≤ 0.21 mm", or null where nothing is known. */
export function measure({ depth, distance }: PageClash, unit: string): string | null {
  if (depth !== null) return `${SIGNS[depth.kind]} ${length(depth.depth, unit)}`;
  if (distance !== null) return `${length(distance.distance, unit)}`;
  return null;
}

/** "3.4 MB" */
export function bytes(value: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let unit = 0;
  let size = value;
  for (; size >= 1000 && unit < units.length - 1; unit++) size /= 1000;
  return `${unit === 0 ? size : size.toPrecision(3)} ${units[unit]}`;
}

/** Without its folder. */
export function nameOfFile(file: string): string {
  return file.slice(file.lastIndexOf("/") + 1);
}
