import { checkReport } from "./check-report.ts";
import type { ClashReport, ReportClash } from "./clash-report.ts";
import { printable } from "./printable-text.ts";

const COLUMNS = [
  "id",
  "kind",
  "change",
  "group",
  "groupName",
  "status",
  "assignee",
  "comment",
  "keyA",
  "keyB",
  "nameA",
  "nameB",
  "fileA",
  "fileB",
  "guidA",
  "guidB",
  "typeA",
  "typeB",
  "depth",
  "depthKind",
  "depthLowerBound",
  "distance",
  "unit",
  "trianglePairs",
  "x",
  "y",
  "z",
  "minX",
  "minY",
  "minZ",
  "maxX",
  "maxY",
  "maxZ",
  "exact",
] as const;

type Row = Partial<Record<(typeof COLUMNS)[number], string | number | boolean | null | undefined>>;

/**
 * The report as CSV (RFC 4180): one row per clash, without curves. With a baseline, resolved clashes follow as rows whose `change`
 * is "resolved".
 *
 * Spreadsheets run text that begins like a formula, and names come from files of strangers. So text that begins like a formula or
 * with an apostrophe gets an apostrophe in front; remove it to get the original text. Control characters become their Unicode
 * pictures. Numbers are not changed.
 */
export function writeCsv(report: ClashReport): string {
  checkReport(report);
  const groupNames = new Map(report.groups.map(({ id, name }) => [id, name]));
  const rows = [
    ...report.clashes.map((clash) => ({
      ...rowOf(clash, report),
      group: clash.group,
      groupName: clash.group && groupNames.get(clash.group),
      status: clash.review?.status,
      assignee: clash.review?.assignee,
      comment: clash.review?.comment,
    })),
    ...(report.baseline?.resolved ?? []).map((clash): Row => ({ ...clash, change: "resolved" })),
  ];
  return [COLUMNS.join(","), ...rows.map((row) => COLUMNS.map((name) => cell(row[name])).join(","))]
    .map((line) => `${line}\r\n`)
    .join("");
}

function rowOf(clash: ReportClash, { parts, inputs, unit }: ClashReport): Row {
  const { depth, distance } = clash;
  const [a, b] = [parts[clash.a], parts[clash.b]];
  const [x, y, z] = clash.point;
  const [minX, minY, minZ, maxX, maxY, maxZ] = clash.box;
  return {
    id: clash.id,
    kind: clash.kind,
    change: clash.change,
    keyA: clash.keyA,
    keyB: clash.keyB,
    nameA: a.name,
    nameB: b.name,
    fileA: inputs[a.input].file,
    fileB: inputs[b.input].file,
    guidA: a.guid,
    guidB: b.guid,
    typeA: a.type,
    typeB: b.type,
    depth: depth?.depth,
    depthKind: depth?.kind,
    depthLowerBound: depth?.lowerBound,
    distance: distance?.distance,
    unit: unit.name,
    trianglePairs: clash.trianglePairs,
    ...{ x, y, z, minX, minY, minZ, maxX, maxY, maxZ },
    exact: clash.exact,
  };
}

/** Characters that begin a formula, with their full-width forms; tab and line ends, which some programs skip; the apostrophe. */
const RISKY = /^['=+\-@\t\r\n＝＋－＠]/;

function cell(value: Row[keyof Row]): string {
  if (value === undefined || value === null) return "";
  if (typeof value !== "string") return String(value);
  const text = RISKY.test(value) ? `'${printable(value)}` : printable(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
