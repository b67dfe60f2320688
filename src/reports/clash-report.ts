import type { Bounds, ClashCounts, ClashKind, Vector } from "../clash/clash.ts";

export const REPORT_VERSION = 1;

/**
 * The result of `abut clash` as plain JSON: every output format is made from it. Its schema is published in
 * docs/clash-report.schema.json. All lengths and coordinates are in `unit`. No time of day: same input, same bytes.
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
  /** In the order in which they were read. Clashes name them by number. */
  parts: ReportPart[];
  /** The worst first. */
  clashes: ReportClash[];
  /** Null, or how many clashes there are besides those listed. */
  truncated: { unlisted: number; limit: number } | null;
  /** Null without a baseline. */
  baseline: ReportBaseline | null;
}

export interface ReportUnit {
  /** "m", "mm", "cm", "in", "ft", or "unit" where nothing tells. */
  name: string;
  /** One unit in metres; null where nothing tells. */
  metres: number | null;
  /** What the coordinates of meshes are multiplied by to be in this unit. */
  perSceneUnit: number;
}

export interface ReportInput {
  /** As given on the command line, with forward slashes. */
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
  /** The patterns as given, those of the allow file among them. */
  ignore: string[];
  limit: number | null;
}

export interface ReportPart {
  key: string;
  name: string;
  /** Number of the input. */
  input: number;
  triangles: number;
  box: Bounds;
  closed: boolean;
  /** IFC: the 22 characters of the GlobalId, and the class, e.g. "IfcWall". */
  guid?: string;
  type?: string;
}

export interface ReportClash {
  id: string;
  kind: ClashKind;
  /** Numbers of the parts; equal for "self". */
  a: number;
  b: number;
  /** Their keys, for readers that do not want to look them up. */
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
  /** Against the baseline; absent without one. What the baseline lists as a milder kind is new. */
  change?: "new" | "unchanged";
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
  /** Together with `unchanged`: all clashes that were found, or else all that are listed. */
  new: number;
  unchanged: number;
  /** What the baseline lists and this report does not. */
  resolved: { id: string; kind: ClashKind; keyA: string; keyB: string }[];
  /** Why these numbers may be wrong: a partial or truncated report on either side, other settings. */
  warnings: string[];
}

/** What formats with geometry (HTML, glb, BCF) need besides the report: the parts that it numbers. */
export type { ClashPart } from "../clash/clash.ts";
