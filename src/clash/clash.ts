import type { Pose } from "../geometry/affine.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { QueryStats } from "../queries/stats.ts";

/** One thing that can clash with others. */
export interface ClashPart {
  /** Names the part in results and ids: distinct, and the same whatever else is in the scene (`keyParts`). */
  key: string;
  /** For people. Default: the key. */
  name?: string | undefined;
  /**
   * Where it comes from, e.g. the number of the file. With `between`, only parts of different groups are checked, and every part
   * needs one. Default 0.
   */
  group?: number | undefined;
  /** Instances share one mesh object, so that one tree serves them all. */
  mesh: TriangleMesh;
  /** Default: its vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
}

/** A part with nothing left out, as `keyParts` gives it. */
export interface WholePart extends ClashPart {
  name: string;
  group: number;
  /** 16 numbers, column-major; null stands for the identity. */
  toWorld: Float64Array | null;
}

/** From bad to harmless: results are sorted by this first. */
export const CLASH_KINDS = [
  "duplicate",
  "contains",
  "inside",
  "overlapping",
  "self",
  "too-close",
  "touching",
] as const;

/**
 * "duplicate" … "touching" are what `classify` says of the two parts, a first; "too-close": apart, by less than the
 * clearance; "self": one part whose surface meets itself.
 */
export type ClashKind = (typeof CLASH_KINDS)[number];

/** Whether parts reach into each other, by a depth that is known or not. Duplicates do as a whole: there is nothing to measure. */
export function hasDepth(kind: ClashKind): boolean {
  return kind === "contains" || kind === "inside" || kind === "overlapping";
}

export type Vector = [number, number, number];
/** Least corner, then greatest corner. */
export type Bounds = [number, number, number, number, number, number];

/** Two parts that clash, or one with itself. All in world coordinates. */
export interface Clash {
  /** 16 hex digits made of the parts' keys alone: the same whatever the order, the threads, the other parts. */
  id: string;
  kind: ClashKind;
  /** Numbers of the parts: the key of a sorts before that of b; b is a for "self". */
  a: number;
  b: number;
  /**
   * How deep they are in each other, with its kind; null where that is not known, or does not apply: of "duplicate" (they are in
   * each other as a whole), "self", "too-close" and "touching".
   */
  depth: ClashDepth | null;
  /** How far apart they are: only for "too-close". */
  distance: ClashDistance | null;
  /** How many pairs of triangles meet. */
  trianglePairs: number;
  /** Where to look: a point of the contact, of the overlap, or half way between the nearest points. */
  point: Vector;
  /** Around the contact, or around both nearest points; around the inner part of "contains" and "inside". */
  box: Bounds;
  curves: ClashCurve[];
  /** Whether some curves were left out, for there were more points than `curvePoints`. */
  curvesTruncated: boolean;
  /** Whether only exact decisions made the kind (see `Relation.exact`). */
  exact: boolean;
}

/** How far two parts reach into each other: see `overlapDepth`. Of two open meshes with volume: the way out of their hulls. */
export interface ClashDepth {
  depth: number;
  /** "exact": to rounding. Otherwise the depth is at most, or at least, this. */
  kind: "exact" | "upper-bound" | "lower-bound";
  lowerBound: number;
  /**
   * The deepest point and the nearest point of the other surface: one of each part. The unit direction is that from a to b: moving b
   * along it takes pointB to pointA.
   */
  direction: Vector;
  pointA: Vector;
  pointB: Vector;
}

export interface ClashDistance {
  distance: number;
  pointA: Vector;
  pointB: Vector;
}

/** A line along which two surfaces meet, or the border of where they coincide. */
export interface ClashCurve {
  /** x, y, z of each point. A closed curve does not repeat its first point. */
  points: Float64Array;
  closed: boolean;
}

export interface ClashOptions<Part extends ClashPart = ClashPart> {
  /**
   * Parts that are proven to be in each other by no more than this are no clash. Depths that are reported do not depend on it.
   * Default 0.
   */
  tolerance?: number | undefined;
  /** Parts that are apart by less than this are a clash, "too-close". Default 0: none. */
  clearance?: number | undefined;
  /** Whether parts that only touch are clashes. Ignored ones are not "too-close" either. Default "ignore". */
  touching?: "ignore" | "report" | undefined;
  /** Only parts of different groups. Default false. */
  between?: boolean | undefined;
  /** Also each part against itself. Default false. */
  self?: boolean | undefined;
  /** Pairs that may meet. Asked once for each pair whose boxes come near enough; for "self" with the same part twice. */
  ignore?: ((a: Part, b: Part) => boolean) | undefined;
  /** At most this many clashes are listed, the worst; all are counted. Default Infinity. */
  limit?: number | undefined;
  /** Whether curves are found. Default true. */
  curves?: boolean | undefined;
  /** At most this many curve points a clash. Default 10,000. */
  curvePoints?: number | undefined;
  /** Asked between pairs; once it is true the result is "partial". */
  isStopped?: (() => boolean) | undefined;
  /** Called between pairs, with how many of all have been checked. */
  onProgress?: ((done: number, total: number) => void) | undefined;
}

/** A pair that could not be checked: whether it clashes is not known. */
export interface UncheckedPair {
  kind: "unchecked";
  /** Numbers of the parts, as in a `Clash`. */
  a: number;
  b: number;
  /** What the error said. */
  reason: string;
}

export interface ClashResult {
  /** "partial" when it was stopped before all pairs were checked, or when some could not be. */
  status: "complete" | "partial";
  /** Sorted: by kind, then the deeper or nearer first and those of unknown depth last, then by id. */
  clashes: Clash[];
  /** What `limit` left out; 0 when nothing. */
  unlisted: number;
  /** Pairs that could not be checked, sorted by the numbers of their parts. */
  unchecked: UncheckedPair[];
  counts: ClashCounts;
}

export interface ClashCounts {
  parts: number;
  /** Different meshes, and the triangles of all parts (each instance counts). */
  meshes: number;
  triangles: number;
  /** Pairs of parts whose boxes come near enough (with `self`, also each part with itself), and what became of them. */
  candidates: number;
  ignored: number;
  checked: number;
  /** Overlaps that the tolerance permits. */
  tolerated: number;
  /** Touching pairs that were left out. */
  touchingIgnored: number;
  /** Found, listed or not. */
  byKind: Record<ClashKind, number>;
  stats: QueryStats;
}
