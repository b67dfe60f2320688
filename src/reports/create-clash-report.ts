import type {
  Clash,
  ClashCounts,
  ClashDepth,
  ClashDistance,
  ClashPart,
  ClashResult,
} from "../clash/clash.ts";
import { boundsAt } from "../clash/clash-body.ts";
import { groupClashes } from "../clash/group-clashes.ts";
import { completeParts } from "../clash/read-parts.ts";
import { worldBoxes } from "../clash/world-boxes.ts";
import { OptionError, show } from "../errors.ts";
import type { Bounds } from "../geometry/bounds.ts";
import { PART_NAMES } from "../mesh/part-names.ts";
import { topologyOf } from "../mesh/surface-topology.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { checkDataNames, checkNamesOfEach, type OptionNames } from "../option-names.ts";
import { type Baseline, compareWithBaseline } from "./baseline.ts";
import { checkList, checkObject, checkRecords, checkText } from "./check-argument.ts";
import { checkReport } from "./check-report.ts";
import {
  type ClashReport,
  REPORT_VERSION,
  type ReportClash,
  type ReportDepth,
  type ReportDistance,
  type ReportGroup,
  type ReportInput,
  type ReportLeftOut,
  type ReportPart,
  type ReportSettings,
  type ReportUnit,
} from "./clash-report.ts";

/** The input of `createClashReport`. */
export interface ClashReportSource {
  result: ClashResult;
  /** The parts that were passed to `findClashes`, in that order. */
  parts: readonly ClashPart[];
  /** More about each part from its file, in the order of `parts`. */
  partInfo?: readonly PartInfo[] | undefined;
  /** The files. `createClashReport` counts their parts and triangles. */
  inputs: readonly Omit<ReportInput, "parts" | "triangles">[];
  unit: ReportUnit;
  /**
   * The settings. Their lengths are in `unit` already, as the user wrote them. `depth` defaults to "exact", `group` to "cause".
   */
  settings: ReportSettingsSource;
  toolVersion: string;
  /** What was left out of `parts`. Default: nothing. */
  leftOut?: readonly ReportLeftOut[] | undefined;
  /** An earlier report to compare with. */
  baseline?: Baseline | null | undefined;
}

/** The settings of a report; those with a default may be left out. */
export type ReportSettingsSource = Omit<ReportSettings, "depth" | "group"> &
  Partial<Pick<ReportSettings, "depth" | "group">>;

const SOURCE: OptionNames<ClashReportSource> = {
  result: true,
  parts: true,
  partInfo: true,
  inputs: true,
  unit: true,
  settings: true,
  toolVersion: true,
  leftOut: true,
  baseline: true,
};

/** Parts of a model may be passed: their other properties are ignored. */
export interface PartInfo {
  /** The index of the part's input. Default: the part's group. */
  input?: number | undefined;
  guid?: string | undefined;
  type?: string | undefined;
  storey?: string | undefined;
  /** Whether the part's surface is closed. Default: `createClashReport` finds out. */
  closed?: boolean | undefined;
  /** World box of the part in units of the scene. Default: `createClashReport` finds out. */
  box?: Bounds | undefined;
}

const PART_INFO: OptionNames<PartInfo> = {
  input: true,
  guid: true,
  type: true,
  storey: true,
  closed: true,
  box: true,
};

/**
 * The report of a result. Every length and coordinate of the result is multiplied once by `unit.perSceneUnit`. Equal sources give
 * equal reports with their members in one order, without a time of day and without negative zero.
 */
export function createClashReport(source: ClashReportSource): ClashReport {
  checkDataNames(source, SOURCE, "createClashReport's source");
  checkSource(source);
  const { result, unit, settings } = source;
  const parts = describeParts(source);
  const { unlisted } = result;
  const groups = describeGroups(source, parts);
  const groupOf = new Map(groups.flatMap(({ id, clashes }) => clashes.map((clash) => [clash, id])));
  const report: ClashReport = {
    format: "abut-clash-report",
    version: REPORT_VERSION,
    tool: { name: "abut", version: source.toolVersion },
    status: result.status,
    unit: { name: unit.name, metres: unit.metres, perSceneUnit: unit.perSceneUnit },
    inputs: describeInputs(source.inputs, parts),
    settings: describeSettings(settings),
    counts: describeCounts(result.counts),
    leftOut: (source.leftOut ?? []).map(({ type, count, reason }) => ({ type, count, reason })),
    parts,
    clashes: result.clashes.map((clash, i) => describeClash(clash, source, groupOf.get(i))),
    groups,
    truncated: unlisted > 0 ? { unlisted, limit: settings.limit ?? result.clashes.length } : null,
    baseline: null,
    review: null,
  };
  return source.baseline ? compareWithBaseline(report, source.baseline) : report;
}

function checkSource(source: ClashReportSource): void {
  checkObject(source, "source");
  const { result, parts, partInfo, inputs, unit, settings, toolVersion, leftOut, baseline } = source;
  if (partInfo !== undefined) {
    checkRecords(partInfo, "partInfo");
    checkNamesOfEach(partInfo, PART_INFO, "partInfo", PART_NAMES);
  }
  checkObject(result, "result");
  checkObject(result.counts, "result.counts");
  checkRecords(result.clashes, "result.clashes");
  checkRecords(parts, "parts");
  checkRecords(inputs, "inputs");
  for (const [i, { warnings }] of inputs.entries()) checkList(warnings, `inputs[${i}].warnings`);
  checkObject(unit, "unit");
  checkUnit(unit);
  checkObject(settings, "settings");
  checkList(settings.ignore, "settings.ignore");
  checkText(toolVersion, "toolVersion");
  if (leftOut !== undefined) checkRecords(leftOut, "leftOut");
  if (baseline === undefined || baseline === null) return;
  checkObject(baseline, "baseline");
  checkReport(baseline.report);
}

function checkUnit({ metres, perSceneUnit }: ReportUnit): void {
  if (!(perSceneUnit > 0 && Number.isFinite(perSceneUnit)))
    throw new OptionError(`unit.perSceneUnit: ${show(perSceneUnit)} is not a positive number`);
  if (metres !== null && !(metres > 0 && Number.isFinite(metres)))
    throw new OptionError(`unit.metres: ${show(metres)} is neither a positive number nor null`);
}

function describeParts({ parts: callerParts, partInfo, inputs, unit }: ClashReportSource): ReportPart[] {
  if (partInfo !== undefined && partInfo.length !== callerParts.length)
    throw new OptionError(`partInfo: ${partInfo.length} entries for ${callerParts.length} parts`);
  const parts = completeParts(callerParts);
  const closed = new Map<TriangleMesh, boolean>();
  const boxes = knownBoxes(partInfo) ?? worldBoxes(parts);
  return parts.map(({ key, name, group, mesh }, number) => {
    const { input = group, guid, type, storey, closed: known } = partInfo?.[number] ?? {};
    if (inputs[input] === undefined)
      throw new OptionError(
        `part ${number} ("${key}"): input ${input} does not exist; there are ${inputs.length}`,
      );
    if (!closed.has(mesh)) closed.set(mesh, known ?? topologyOf(mesh).closed);
    return {
      key,
      name,
      input,
      triangles: mesh.triangleCount,
      box: scaled(boundsAt(boxes, number), unit),
      closed: closed.get(mesh)!,
      ...(guid === undefined ? {} : { guid }),
      ...(type === undefined ? {} : { type }),
      ...(storey === undefined ? {} : { storey }),
    };
  });
}

/** The boxes of all parts; null unless all are known. */
function knownBoxes(partInfo: readonly PartInfo[] = []): Float64Array | null {
  const boxes = partInfo.flatMap(({ box }) => box ?? []);
  return boxes.length > 0 && boxes.length === 6 * partInfo.length ? Float64Array.from(boxes) : null;
}

function describeInputs(inputs: ClashReportSource["inputs"], parts: readonly ReportPart[]): ReportInput[] {
  const described = inputs.map(({ file, bytes, sha256, warnings }) => ({
    file,
    bytes,
    sha256,
    parts: 0,
    triangles: 0,
    warnings: [...warnings],
  }));
  for (const { input, triangles } of parts) {
    described[input].parts++;
    described[input].triangles += triangles;
  }
  return described;
}

function describeGroups(
  { result, parts, inputs, settings: { group = "cause" }, unit }: ClashReportSource,
  reportParts: readonly ReportPart[],
): ReportGroup[] {
  if (group === "none") return [];
  const labelOf: Partial<Record<typeof group, (part: ReportPart) => string | undefined>> = {
    storey: ({ storey }) => storey,
    files: ({ input }) => inputs[input].file,
    class: ({ type }) => type,
  };
  const labels = labelOf[group] && reportParts.map(labelOf[group]);
  return groupClashes(result.clashes, parts, { by: group, labels }).map((found) => ({
    id: found.id,
    name: found.name,
    parts: found.parts,
    count: found.clashes.length,
    clashes: found.clashes,
    box: scaled(found.box, unit),
  }));
}

function describeSettings(settings: ReportSettingsSource): ReportSettings {
  const {
    tolerance,
    clearance,
    touching,
    depth = "exact",
    between,
    self,
    ignore,
    limit,
    group = "cause",
  } = settings;
  for (const [name, value] of Object.entries({ tolerance, clearance }))
    if (!(value >= 0 && Number.isFinite(value)))
      throw new OptionError(`settings.${name}: ${value} is not a length`);
  return {
    tolerance: tolerance + 0,
    clearance: clearance + 0,
    touching,
    depth,
    between,
    self,
    ignore: [...ignore],
    limit: limit === Infinity ? null : limit,
    group,
  };
}

function describeCounts(counts: ClashCounts): ClashReport["counts"] {
  const { parts, meshes, triangles, candidates, ignored, checked, tolerated, touchingIgnored } = counts;
  const kinds = counts.byKind;
  return {
    parts,
    meshes,
    triangles,
    candidates,
    ignored,
    checked,
    tolerated,
    touchingIgnored,
    byKind: {
      duplicate: kinds.duplicate,
      contains: kinds.contains,
      inside: kinds.inside,
      overlapping: kinds.overlapping,
      self: kinds.self,
      "too-close": kinds["too-close"],
      touching: kinds.touching,
    },
  };
}

function describeClash(
  clash: Clash,
  { parts, unit }: ClashReportSource,
  group: string | undefined,
): ReportClash {
  const { id, kind, a, b, depth, distance, trianglePairs, curvesTruncated, exact } = clash;
  return {
    id,
    kind,
    a,
    b,
    keyA: parts[a].key,
    keyB: parts[b].key,
    depth: depth && describeDepth(depth, unit),
    distance: distance && describeDistance(distance, unit),
    trianglePairs,
    point: scaled(clash.point, unit),
    box: scaled(clash.box, unit),
    curves: clash.curves.map(({ closed, points }) => ({ closed, points: scaled(Array.from(points), unit) })),
    curvesTruncated,
    exact,
    ...(group === undefined ? {} : { group }),
  };
}

function describeDepth(found: ClashDepth, unit: ReportUnit): ReportDepth {
  const [depth, lowerBound] = scaled([found.depth, found.lowerBound], unit);
  const [x, y, z] = found.direction;
  return {
    depth,
    kind: found.kind,
    lowerBound,
    direction: [x + 0, y + 0, z + 0],
    pointA: scaled(found.pointA, unit),
    pointB: scaled(found.pointB, unit),
  };
}

function describeDistance(found: ClashDistance, unit: ReportUnit): ReportDistance {
  const [distance] = scaled([found.distance], unit);
  return { distance, pointA: scaled(found.pointA, unit), pointB: scaled(found.pointB, unit) };
}

/** A copy in the report's unit. Adding 0 turns −0 into 0. */
function scaled<Lengths extends number[]>(lengths: [...Lengths], { perSceneUnit }: ReportUnit): Lengths {
  return lengths.map((length) => {
    const value = length * perSceneUnit + 0;
    if (!Number.isFinite(value))
      throw new OptionError(`unit.perSceneUnit: ${perSceneUnit} times ${length} is not finite`);
    return value;
  }) as Lengths;
}
