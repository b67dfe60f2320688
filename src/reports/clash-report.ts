import type { ClashCounts, ClashKind } from "../clash/clash.ts";
import type { GroupMode } from "../clash/clash-group.ts";
import type { Bounds } from "../geometry/bounds.ts";
import type { Vector } from "../geometry/vector.ts";
import type { StatusName } from "./clash-status.ts";

export const REPORT_VERSION = 1;

/**
 * The result of `abut clash` as plain JSON. Every output format is made from it. docs/clash-report.schema.json is its schema. All
 * lengths and coordinates are in `unit`. It holds no time of day, so equal inputs give equal bytes.
 */
export interface ClashReport {
  format: "abut-clash-report";
  version: typeof REPORT_VERSION;
  tool: { name: "abut"; version: string };
  /** "partial": stopped before all pairs were checked. */
  status: "complete" | "partial";
  unit: ReportUnit;
  inputs: ReportInput[];
  settings: ReportSettings;
  counts: Omit<ClashCounts, "stats"> & { boxTests: number; triangleTests: number; exactTests: number };
  /** The parts in the order of reading. Clashes refer to them by index. */
  parts: ReportPart[];
  /** The worst clash first. */
  clashes: ReportClash[];
  /** Clashes that belong together, the group with the worst clash first. Empty if `settings.group` is "none". */
  groups: ReportGroup[];
  /** Null, or the number of clashes that are not listed. */
  truncated: { unlisted: number; limit: number } | null;
  /** The comparison with the baseline; null without a baseline. */
  baseline: ReportBaseline | null;
  /** The status file and how many of its clashes have each status; null without one. */
  review: { file: string; counts: Record<StatusName, number> } | null;
}

export interface ReportUnit {
  /** "m", "mm", "cm", "in", "ft", or "unit" where the unit is unknown. */
  name: string;
  /** One unit in metres; null where the unit is unknown. */
  metres: number | null;
  /** The factor from mesh coordinates to this unit. */
  perSceneUnit: number;
}

export interface ReportInput {
  /** The path on the command line, with forward slashes. */
  file: string;
  bytes: number;
  sha256: string;
  parts: number;
  triangles: number;
  warnings: string[];
}

export interface ReportSettings {
  tolerance: number;
  clearance: number;
  touching: "ignore" | "report";
  between: boolean;
  self: boolean;
  /** The patterns of the command line and of the allow file. */
  ignore: string[];
  limit: number | null;
  /** What the groups have in common. */
  group: GroupMode | "none";
}

export interface ReportPart {
  key: string;
  name: string;
  /** The index of the part's input. */
  input: number;
  triangles: number;
  box: Bounds;
  closed: boolean;
  /** IFC: the 22 characters of the GlobalId, and the class, e.g. "IfcWall". */
  guid?: string;
  type?: string;
  /** IFC: the name of the building storey that contains the part. */
  storey?: string;
}

export interface ReportClash {
  id: string;
  kind: ClashKind;
  /** Indices of the parts; equal for "self". */
  a: number;
  b: number;
  /** The keys of the parts, repeated here so that readers need not look them up. */
  keyA: string;
  keyB: string;
  depth: ReportDepth | null;
  distance: ReportDistance | null;
  trianglePairs: number;
  point: Vector;
  box: Bounds;
  curves: { closed: boolean; points: number[] }[];
  curvesTruncated: boolean;
  exact: boolean;
  /** The id of the clash's group; absent if clashes are not grouped. */
  group?: string;
  /** The change since the baseline; absent without a baseline. A clash that the baseline lists with a milder kind is "new". */
  change?: "new" | "unchanged";
  /** What the status file says about the clash after this run; absent without a status file. */
  review?: ReportReview;
}

/** See `StatusEntry`. */
export interface ReportReview {
  status: StatusName;
  assignee?: string;
  /** The latest comment. */
  comment?: string;
  /** Why abut changed the status. */
  note?: string;
}

/** See `ClashGroup`. */
export interface ReportGroup {
  /** 16 hex digits. */
  id: string;
  /** What the clashes have in common: a part and how many more, storeys, files or classes. */
  name: string;
  /** Indices of the parts that the clashes have in common, those with most clashes first. */
  parts: number[];
  /** The number of the group's clashes, listed or not. */
  count: number;
  /** Indices of its listed clashes, the worst first. */
  clashes: number[];
  /** The box around the group's clashes. */
  box: Bounds;
}

export interface ReportDepth {
  depth: number;
  kind: "exact" | "upper-bound" | "lower-bound";
  lowerBound: number;
  direction: Vector;
  pointA: Vector;
  pointB: Vector;
}

export interface ReportDistance {
  distance: number;
  pointA: Vector;
  pointB: Vector;
}

export interface ReportBaseline {
  file: string;
  sha256: string;
  /** `new` and `unchanged` together are all clashes found; where some are not listed, all that are listed. */
  new: number;
  unchanged: number;
  /** Clashes that the baseline lists and this report does not. */
  resolved: { id: string; kind: ClashKind; keyA: string; keyB: string }[];
  /** Why these numbers may be wrong: one of the reports is partial or truncated, or the settings differ. */
  warnings: string[];
}

/** The parts of the report, which formats with geometry (HTML, glb, BCF) need besides the report. */
export type { ClashPart } from "../clash/clash.ts";
