import { CLASH_DEPTH_MODES, CLASH_KINDS, type ClashKind } from "../clash/clash.ts";
import { GROUP_MODES } from "../clash/clash-group.ts";
import { FormatError } from "../errors.ts";
import type { Bounds } from "../geometry/bounds.ts";
import type { Vector } from "../geometry/vector.ts";
import { checkText } from "./check-argument.ts";
import {
  type ClashReport,
  REPORT_VERSION,
  type ReportBaseline,
  type ReportClash,
  type ReportDepth,
  type ReportDistance,
  type ReportGroup,
  type ReportInput,
  type ReportLeftOut,
  type ReportPart,
  type ReportReview,
  type ReportSettings,
  type ReportUnit,
} from "./clash-report.ts";
import { STATUS_NAMES, type StatusName } from "./clash-status.ts";
import {
  count,
  expected,
  hex,
  length,
  list,
  Misfit,
  number,
  numbers,
  oneOf,
  orNull,
  positive,
  record,
  type Shape,
  text,
  truth,
} from "./json-shape.ts";

/**
 * Reads the text of `writeJson`. `file` is the name for errors. Throws `FormatError` with the place in the JSON for anything that
 * docs/clash-report.schema.json forbids, and for indices of parts and inputs that do not exist.
 */
export function readClashReport(json: string, file: string): ClashReport {
  checkText(json, "json");
  checkText(file, "file");
  const value = parse(json, file);
  try {
    checkVersion(value);
    const report = reportShape(value);
    checkNumbers(report);
    return report;
  } catch (error) {
    if (!(error instanceof Misfit)) throw error;
    const { place, message } = error;
    throw new FormatError(`${file}: ${place === "" ? message : `${place}: ${message}`}`);
  }
}

function parse(json: string, file: string): unknown {
  try {
    return JSON.parse(json.startsWith("\ufeff") ? json.slice(1) : json);
  } catch (error) {
    const hint = json.startsWith('{"record":')
      ? " (this looks like the jsonl format; pass the json report)"
      : "";
    throw new FormatError(`${file}: not JSON: ${(error as Error).message}${hint}`);
  }
}

/** Checked first, so that a report of another version is not called damaged. */
function checkVersion(value: unknown): void {
  const { format, version } = (value ?? {}) as { format?: unknown; version?: unknown };
  if (format !== "abut-clash-report")
    throw new Misfit('not a clash report of abut: "format" is not "abut-clash-report"');
  if (Number.isSafeInteger(version) && (version as number) > REPORT_VERSION)
    throw new Misfit(
      `a report of version ${version}; this abut reads version ${REPORT_VERSION}: use the abut that wrote it, or a newer one`,
    );
}

const kind: Shape<ClashKind> = oneOf(...CLASH_KINDS);
const vector = numbers<Vector>(3);
const bounds = numbers<Bounds>(6);

const inputShape = record<ReportInput>({
  file: text,
  bytes: count,
  sha256: hex(64),
  parts: count,
  triangles: count,
  warnings: list(text),
});

const settingsShape = record<ReportSettings>({
  tolerance: length,
  clearance: length,
  touching: oneOf("ignore", "report"),
  depth: oneOf(...CLASH_DEPTH_MODES),
  between: truth,
  self: truth,
  ignore: list(text),
  limit: orNull(count),
  group: oneOf(...GROUP_MODES, "none"),
});

const countsShape = record<ClashReport["counts"]>({
  parts: count,
  meshes: count,
  triangles: count,
  candidates: count,
  ignored: count,
  checked: count,
  tolerated: count,
  touchingIgnored: count,
  byKind: record<ClashReport["counts"]["byKind"]>({
    duplicate: count,
    contains: count,
    inside: count,
    overlapping: count,
    self: count,
    "too-close": count,
    touching: count,
  }),
});

const partShape = record<ReportPart>(
  {
    key: text,
    name: text,
    input: count,
    triangles: count,
    box: bounds,
    closed: truth,
    guid: text,
    type: text,
    storey: text,
  },
  ["guid", "type", "storey"],
);

const clashShape = record<ReportClash>(
  {
    id: hex(16),
    kind,
    a: count,
    b: count,
    keyA: text,
    keyB: text,
    depth: orNull(
      record<ReportDepth>({
        depth: length,
        kind: oneOf("exact", "upper-bound", "lower-bound"),
        lowerBound: length,
        direction: vector,
        pointA: vector,
        pointB: vector,
      }),
    ),
    distance: orNull(record<ReportDistance>({ distance: length, pointA: vector, pointB: vector })),
    trianglePairs: orNull(count),
    point: vector,
    box: bounds,
    curves: list(record<ReportClash["curves"][number]>({ closed: truth, points: list(number) })),
    curvesTruncated: truth,
    exact: truth,
    group: hex(16),
    change: oneOf("new", "unchanged"),
    review: record<ReportReview>(
      { status: oneOf(...STATUS_NAMES), assignee: text, comment: text, note: text },
      ["assignee", "comment", "note"],
    ),
  },
  ["group", "change", "review"],
);

const groupShape = record<ReportGroup>({
  id: hex(16),
  name: text,
  parts: list(count),
  count,
  clashes: list(count),
  box: bounds,
});

const baselineShape = record<ReportBaseline>({
  file: text,
  sha256: hex(64),
  new: count,
  unchanged: count,
  resolved: list(record<ReportBaseline["resolved"][number]>({ id: hex(16), kind, keyA: text, keyB: text })),
  warnings: list(text),
});

const reportShape = record<ClashReport>({
  format: oneOf("abut-clash-report"),
  version: oneOf(REPORT_VERSION),
  tool: record<ClashReport["tool"]>({ name: oneOf("abut"), version: text }),
  status: oneOf("complete", "partial"),
  unit: record<ReportUnit>({ name: text, metres: orNull(positive), perSceneUnit: positive }),
  inputs: list(inputShape),
  settings: settingsShape,
  counts: countsShape,
  leftOut: list(record<ReportLeftOut>({ type: text, count, reason: oneOf("not-built", "in-several-files") })),
  parts: list(partShape),
  clashes: list(clashShape),
  groups: list(groupShape),
  truncated: orNull(record<NonNullable<ClashReport["truncated"]>>({ unlisted: count, limit: count })),
  baseline: orNull(baselineShape),
  review: orNull(
    record<NonNullable<ClashReport["review"]>>({
      file: text,
      counts: record<Record<StatusName, number>>({
        new: count,
        active: count,
        reviewed: count,
        approved: count,
        resolved: count,
      }),
    }),
  ),
});

/** Checks what a schema cannot express: indices into other lists, repeated keys, three numbers per point. */
function checkNumbers({ inputs, parts, clashes, groups }: ClashReport): void {
  for (const [i, { input }] of parts.entries())
    if (input >= inputs.length) refuse(["parts", i, "input"], `an input below ${inputs.length}`, input);
  const ids = new Set<string>();
  for (const [i, { id, a, b, keyA, keyB, curves }] of clashes.entries()) {
    if (ids.has(id)) refuse(["clashes", i, "id"], "an id that no other clash has", id);
    ids.add(id);
    for (const [name, part, key] of [["a", a, keyA] as const, ["b", b, keyB] as const]) {
      if (part >= parts.length) refuse(["clashes", i, name], `a part below ${parts.length}`, part);
      if (parts[part].key !== key)
        refuse(["clashes", i, name === "a" ? "keyA" : "keyB"], `the key of part ${part}`, key);
    }
    for (const [c, { points }] of curves.entries())
      if (points.length % 3 !== 0)
        refuse(["clashes", i, "curves", c, "points"], "3 numbers per point", points);
  }
  for (const [g, { id, parts: common, clashes: own }] of groups.entries()) {
    for (const [i, part] of common.entries())
      if (part >= parts.length) refuse(["groups", g, "parts", i], `a part below ${parts.length}`, part);
    for (const [i, clash] of own.entries())
      if (clashes[clash]?.group !== id) refuse(["groups", g, "clashes", i], `a clash of group ${id}`, clash);
  }
}

function refuse(path: (string | number)[], what: string, value: unknown): never {
  const misfit = expected(what, value);
  misfit.path.push(...path);
  throw misfit;
}
