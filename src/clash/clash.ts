import type { Pose } from "../geometry/affine.ts";
import type { Bounds } from "../geometry/bounds.ts";
import type { Vector } from "../geometry/vector.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { QueryStats } from "../queries/stats.ts";

/** An object that can clash with other parts. */
export interface ClashPart {
  /** Unique in the scene. Ids of clashes are derived from keys, so a key should not depend on the other parts (`keyParts`). */
  key: string;
  /** A name for reports. Default: the key. */
  name?: string | undefined;
  /**
   * Where the part comes from, e.g. the number of its file. With `between`, every part needs a group, and only parts of
   * different groups are checked. Default 0.
   */
  group?: number | undefined;
  /** Instances share one mesh object, and so one tree. */
  mesh: TriangleMesh;
  /** The part's pose. Default: the vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
}

/** A part with all defaults filled in, as `keyParts` returns it. */
export interface WholePart extends ClashPart {
  name: string;
  group: number;
  /** 16 numbers, column-major; null is the identity. */
  toWorld: Float64Array | null;
}

/** From the worst kind to the mildest. Results are sorted by kind first. */
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
 * "duplicate" … "overlapping" are the relations of `classify(a, b)`. "touching": parts that touch, overlap by no more than the
 * tolerance, or are apart by no more than the tolerance. "too-close": apart by more than that, and less than the clearance.
 * "self": one part whose surface meets itself.
 */
export type ClashKind = (typeof CLASH_KINDS)[number];

/** How closely the depth of a clash is measured. */
export const CLASH_DEPTH_MODES = ["none", "bounds", "exact"] as const;
export type ClashDepthMode = (typeof CLASH_DEPTH_MODES)[number];

/** Whether clashes of this kind have a depth, known or not. Duplicates have none: each fills the other. */
export function hasDepth(kind: ClashKind): boolean {
  return kind === "contains" || kind === "inside" || kind === "overlapping";
}

/** Two parts that clash, or one part that clashes with itself. All places are in world coordinates. */
export interface Clash {
  /** 16 hex digits, a hash of the parts' keys. The id does not depend on the order of parts, on threads or on other parts. */
  id: string;
  kind: ClashKind;
  /** Indices of the parts. The key of a sorts before the key of b; for "self" b equals a. */
  a: number;
  b: number;
  /**
   * How deeply the parts overlap. Null if the depth is unknown, with `depth: "none"`, and for "duplicate", "self", "too-close" and
   * "touching", which have no depth.
   */
  depth: ClashDepth | null;
  /** The distance of the parts; null if they meet. */
  distance: ClashDistance | null;
  /** The number of triangle pairs that meet; null if they meet but were not counted (`depth: "none"` without `curves`). */
  trianglePairs: number | null;
  /**
   * Where to look: a point of the contact or of the overlap, or the middle between the nearest points; the middle of `box` if triangle
   * pairs were not counted.
   */
  point: Vector;
  /**
   * The box around the contact or around the nearest points; for "contains" and "inside" the box of the inner part; the intersection of
   * both parts' boxes if triangle pairs were not counted.
   */
  box: Bounds;
  curves: ClashCurve[];
  /** Whether curves were left out because all of them together have more points than `curvePoints`. */
  curvesTruncated: boolean;
  /** Whether the kind rests on exact decisions alone (see `Relation.exact`). */
  exact: boolean;
}

/** The depth of an overlap, as `overlapDepth` measures it. For two open meshes: the penetration depth of their convex hulls. */
export interface ClashDepth {
  depth: number;
  /** "exact": correct up to rounding. "upper-bound", "lower-bound": the true depth is at most or at least `depth`. */
  kind: "exact" | "upper-bound" | "lower-bound";
  lowerBound: number;
  /**
   * The deepest point of one part and the nearest point on the other part's surface. The unit direction points from a to b: moving
   * b along it takes pointB to pointA.
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

/** A line along which two surfaces intersect, or the border of a region in which they coincide. */
export interface ClashCurve {
  /** x, y, z of each point. A closed curve does not repeat its first point. */
  points: Float64Array;
  closed: boolean;
}

export interface ClashOptions<Part extends ClashPart = ClashPart> {
  /**
   * Parts whose depth is proven to be at most this count as touching, and so do parts that are apart by no more than this. Reported depths
   * do not depend on it. Default 0.
   */
  tolerance?: number | undefined;
  /** Parts that do not touch and are apart by less than this clash as "too-close". Default 0: no part is too close. */
  clearance?: number | undefined;
  /** Whether parts that only touch clash. With "ignore" they are not "too-close" either. Default "ignore". */
  touching?: "ignore" | "report" | undefined;
  /**
   * "exact": depths are measured until their bounds agree to 1 % of the depth. "bounds": to 50 %. "none": depths are not measured, and
   * unless `curves` is set triangle pairs are not found, so that which parts clash is answered quickly. Default "exact". Which parts clash,
   * and their kinds, do not depend on it.
   */
  depth?: ClashDepthMode | undefined;
  /** Check only parts of different groups. Default false. */
  between?: boolean | undefined;
  /** Also check each part against itself. Default false. */
  self?: boolean | undefined;
  /**
   * Returns whether a pair may meet. Called once for each pair whose boxes are near enough; with `self` also with one part as both
   * arguments.
   */
  ignore?: ((a: Part, b: Part) => boolean) | undefined;
  /** The largest number of clashes to list, the worst first. All clashes are counted. Default Infinity. */
  limit?: number | undefined;
  /** Whether to find contact curves. Default true, or false with `depth: "none"`. */
  curves?: boolean | undefined;
  /** The largest number of curve points per clash. Default 10,000. */
  curvePoints?: number | undefined;
  /** Called between pairs. If it returns true the run stops, and the result is "partial". */
  isStopped?: (() => boolean) | undefined;
  /** Called between pairs with the numbers of checked pairs, of all pairs, and of clashes so far. */
  onProgress?: ((done: number, total: number, clashes: number) => void) | undefined;
  /**
   * A plain object, such as {}: filled with the counters of all queries. They depend on which queries the kernels answer, and so on the
   * number of threads; the result does not.
   */
  stats?: Partial<QueryStats> | undefined;
}

/** A pair that could not be checked, so that it is unknown whether it clashes. */
export interface UncheckedPair {
  kind: "unchecked";
  /** Indices of the parts, as in a `Clash`. */
  a: number;
  b: number;
  /** The message of the error. */
  reason: string;
}

export interface ClashResult {
  /** "partial" if the run was stopped before all pairs were checked, or if some pairs could not be checked. */
  status: "complete" | "partial";
  /** Sorted by kind, then the deeper or nearer first and unknown depths last, then by id. */
  clashes: Clash[];
  /** The number of clashes that `limit` left out. */
  unlisted: number;
  /** Pairs that could not be checked, sorted by the indices of their parts. */
  unchecked: UncheckedPair[];
  counts: ClashCounts;
}

export interface ClashCounts {
  parts: number;
  /** The number of distinct meshes, and the triangles of all parts (each instance counts). */
  meshes: number;
  triangles: number;
  /** Pairs of parts whose boxes are near enough (with `self`, also each part with itself), and their outcomes. */
  candidates: number;
  ignored: number;
  checked: number;
  /** Overlaps within the tolerance that `touching: "ignore"` left out. */
  tolerated: number;
  /** Pairs without an overlap that touch, within the tolerance, and that `touching: "ignore"` left out. */
  touchingIgnored: number;
  /** All clashes found, listed or not. */
  byKind: Record<ClashKind, number>;
}
