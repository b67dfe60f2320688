import { CLASH_KINDS, type ClashKind, hasDepth } from "../../clash/clash.ts";
import type { ClashReport, ReportClash } from "../../reports/clash-report.ts";
import { STATUS_NAMES } from "../../reports/clash-status.ts";
import type { Colour, Paint } from "./colours.ts";
import { countOf, formatCount, formatNumber } from "./format-number.ts";
import { groupLines, shownClashes } from "./group-lines.ts";
import { cleanText, layOutTable, type TextCell, type TextColumn } from "./text-table.ts";

export interface TableOptions {
  /** Characters that fit on a line. */
  width: number;
  paint: Paint;
  /** The names of the report's parts. */
  names: readonly string[];
}

const COLOURS: Record<ClashKind, Colour> = {
  duplicate: "red",
  contains: "red",
  inside: "red",
  overlapping: "red",
  self: "yellow",
  "too-close": "yellow",
  touching: "cyan",
};
const DEPTH_SIGNS = { exact: "=", "upper-bound": "≤", "lower-bound": "≥" } as const;

/** The report for people: the clashes, worst first, and what was checked. */
export function writeClashTable(report: ClashReport, { width, paint, names }: TableOptions): string {
  const lines: string[] = [];
  if (report.groups.some(({ count }) => count > 1)) {
    const shown = shownClashes(report);
    const table = clashLines({ ...report, clashes: shown }, width, paint, names);
    lines.push(...groupLines(report, table, { width, paint, names }), "");
  } else if (report.clashes.length > 0) lines.push(...clashLines(report, width, paint, names), "");
  lines.push(...resolvedLines(report, paint), ...summaryLines(report, paint));
  return lines.map((line) => `${line}\n`).join("");
}

interface Column extends TextColumn {
  cell: (clash: ReportClash) => TextCell;
}

function clashLines(report: ClashReport, width: number, paint: Paint, names: readonly string[]): string[] {
  const { clashes, baseline, unit } = report;
  const has = (test: (clash: ReportClash) => boolean) => clashes.some(test);
  const length = unit.name === "unit" ? "" : ` ${unit.name}`;
  const column = (title: string, cell: Column["cell"], more: Partial<TextColumn> = {}): Column => ({
    title,
    cell,
    align: "left",
    shrinks: false,
    ...more,
  });
  const columns = [
    column("kind", ({ kind }) => ({ text: kind, colour: COLOURS[kind] })),
    ...(baseline === null ? [] : [column("", ({ change }) => (change === "new" ? "new" : ""))]),
    ...(report.review === null ? [] : [column("status", ({ review }) => review?.status ?? "")]),
    column("a", ({ a }) => names[a], { shrinks: true }),
    column("b", ({ a, b }) => (a === b ? "itself" : names[b]), { shrinks: true }),
    ...(has(({ kind }) => hasDepth(kind)) ? [column(`depth${length}`, depthCell, { align: "right" })] : []),
    ...(has(({ distance }) => distance !== null)
      ? [
          column(`gap${length}`, ({ distance }) => (distance ? formatNumber(distance.distance) : ""), {
            align: "right",
          }),
        ]
      : []),
    column("triangles", ({ trianglePairs }) => formatCount(trianglePairs), { align: "right" }),
    column("id", ({ id }) => ({ text: id, colour: "dim" })),
  ];
  const rows = clashes.map((clash) => columns.map(({ cell }) => cell(clash)));
  return layOutTable(columns, rows, width, paint);
}

function depthCell(clash: ReportClash): string {
  if (clash.depth !== null) return `${DEPTH_SIGNS[clash.depth.kind]} ${formatNumber(clash.depth.depth)}`;
  return hasDepth(clash.kind) ? "?" : "";
}

function resolvedLines({ baseline }: ClashReport, paint: Paint): string[] {
  if (baseline === null || baseline.resolved.length === 0) return [];
  const lines = baseline.resolved.map(({ kind, keyA, keyB, id }) =>
    paint(cleanText(`  ${kind} ${keyA}${keyA === keyB ? "" : `, ${keyB}`} ${id}`), "dim"),
  );
  return [`Resolved since ${baseline.file}:`, ...lines, ""];
}

function summaryLines(report: ClashReport, paint: Paint): string[] {
  const { truncated, baseline, status, clashes } = report;
  const isClean = totalOf(report) === 0;
  const lines = [paint(summarize(report), isClean ? (status === "complete" ? "green" : "yellow") : "bold")];
  if (truncated !== null)
    lines.push(
      paint(
        `Truncated: the worst ${formatCount(clashes.length)} of ${formatCount(totalOf(report))} are listed (--limit).`,
        "yellow",
      ),
    );
  if (baseline !== null)
    lines.push(
      `Since ${baseline.file}: ${formatCount(baseline.new)} new, ${formatCount(baseline.unchanged)} unchanged, ` +
        `${formatCount(baseline.resolved.length)} resolved.`,
    );
  if (report.review !== null) {
    const { file, counts } = report.review;
    const names = STATUS_NAMES.filter((name) => counts[name] > 0).map(
      (name) => `${formatCount(counts[name])} ${name}`,
    );
    lines.push(`Status in ${file}: ${names.join(", ") || "nothing"}.`);
  }
  lines.push(checkedLine(report));
  if (status === "partial") lines.push(paint("Partial: not all pairs were checked.", "yellow"));
  if (clashes.some((clash) => depthCell(clash) === "?"))
    lines.push(paint("Depth ?: unknown, because a flat part has none.", "dim"));
  if (clashes.some(({ depth }) => depth !== null))
    lines.push(
      paint("Depth: how far the parts reach into each other. =: exactly, ≤: at most, ≥: at least.", "dim"),
    );
  return lines;
}

/** One line: how many clashes of which kinds. */
export function summarize(report: ClashReport): string {
  const { byKind } = report.counts;
  const total = totalOf(report);
  if (total === 0) return report.status === "complete" ? "No clashes." : "No clashes so far.";
  const kinds = CLASH_KINDS.filter((kind) => byKind[kind] > 0).map(
    (kind) => `${formatCount(byKind[kind])} ${kind}`,
  );
  const groups = report.groups.length;
  const grouped = groups > 0 && groups < total ? ` in ${countOf(groups, "group")}` : "";
  return `${countOf(total, "clash", "clashes")}${grouped}: ${kinds.join(", ")}.`;
}

function totalOf({ counts }: ClashReport): number {
  return CLASH_KINDS.reduce((sum, kind) => sum + counts.byKind[kind], 0);
}

function checkedLine({ counts, inputs, settings }: ClashReport): string {
  const { parts, triangles, candidates, checked, ignored, tolerated, touchingIgnored } = counts;
  const asides = [
    ignored > 0 && `${formatCount(ignored)} ignored`,
    tolerated > 0 && `${formatCount(tolerated)} within the tolerance`,
    touchingIgnored > 0 && `${formatCount(touchingIgnored)} only touching`,
  ].filter((aside) => aside !== false);
  return (
    `${countOf(parts, "part")} of ${countOf(triangles, "triangle")} in ${countOf(inputs.length, "file")}; ` +
    `${formatCount(checked)} of ${countOf(candidates, "candidate pair")} checked${settings.self ? " (self included)" : ""}` +
    `${asides.length > 0 ? `, ${asides.join(", ")}` : ""}.`
  );
}
