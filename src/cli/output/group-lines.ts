import { CLASH_KINDS } from "../../clash/clash.ts";
import type { ClashReport, ReportClash, ReportGroup } from "../../reports/clash-report.ts";
import type { Paint } from "./colours.ts";
import { countOf, formatCount } from "./format-number.ts";
import { cleanText, cut } from "./text-table.ts";

/** How many clashes of a group the table shows. */
const MOST_SHOWN = 3;

/** The clashes that the table shows, group by group, the worst of each. */
export function shownClashes({ groups, clashes }: ClashReport): ReportClash[] {
  return groups.flatMap((group) => shownOf(group).map((clash) => clashes[clash]));
}

function shownOf({ clashes }: ReportGroup): number[] {
  return clashes.slice(0, MOST_SHOWN);
}

/**
 * The lines of the table with a heading for each group of several clashes. `table` holds the titles, then a line for each of
 * `shownClashes`.
 */
export function groupLines(
  report: ClashReport,
  [titles, ...rows]: readonly string[],
  options: GroupLineOptions,
): string[] {
  const lines = [titles];
  let next = 0;
  let wasHeaded = false;
  for (const group of report.groups) {
    const shown = shownOf(group).length;
    const isHeaded = group.count > 1;
    if (isHeaded || wasHeaded) lines.push("");
    if (isHeaded) lines.push(headingOf(group, report, options));
    lines.push(...rows.slice(next, next + shown));
    next += shown;
    if (shown < group.count) lines.push(options.paint(`and ${formatCount(group.count - shown)} more`, "dim"));
    wasHeaded = isHeaded;
  }
  return lines;
}

interface GroupLineOptions {
  width: number;
  paint: Paint;
  names: readonly string[];
}

function headingOf(
  group: ReportGroup,
  { clashes }: ClashReport,
  { width, paint, names }: GroupLineOptions,
): string {
  const kinds = CLASH_KINDS.filter((kind) => group.clashes.some((clash) => clashes[clash].kind === kind));
  const count = `: ${countOf(group.count, "clash", "clashes")}, ${kinds.join(", ")} `;
  const title = cut(cleanText(titleOf(group, names)), Math.max(8, width - count.length - group.id.length));
  return `${paint(title, "bold")}${count}${paint(group.id, "dim")}`;
}

/** The group's name, with the names that the table gives to parts. */
function titleOf({ name, parts }: ReportGroup, names: readonly string[]): string {
  if (parts.length === 0) return name;
  const first = names[parts[0]];
  if (parts.length === 1) return first;
  return parts.length === 2
    ? `${first} and ${names[parts[1]]}`
    : `${first} and ${parts.length - 1} other parts`;
}
