import { readPose } from "../../geometry/affine.ts";
import { type Vector, vectorFrom } from "../../geometry/vector.ts";
import { lengthOf } from "../../numerics/portable-math.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { type AabbTree, checkAabbTree } from "../../trees/layout.ts";
import { classify } from "../classify/classify.ts";
import { checkLength } from "../distance/distance-query.ts";
import { PAIR_OPTIONS, type PairOptions } from "../pairs/pair-query.ts";
import { addStats, copyStats, type QueryStats, readStats } from "../stats.ts";
import { type ScaledPair, scalePair } from "../tiny-worlds.ts";
import { commonBall } from "./common-ball.ts";
import { deepestPoint } from "./deepest-point.ts";
import { createOverlapPair, directionsOf, type OverlapPair, workOf } from "./overlap-pair.ts";
import { ROUNDING } from "./world-surface.ts";

/** How far two meshes reach into each other at most. */
export interface OverlapDepth {
  depth: number;
  /**
   * "exact": up to rounding. "upper-bound": the depth lies between `lowerBound` and `depth`. "lower-bound": the meshes share so much of
   * their inside that the depth is at least this.
   */
  kind: "exact" | "upper-bound" | "lower-bound";
  lowerBound: number;
  /** The deepest point found and the nearest point of the other surface: one point on each mesh, in world space. */
  pointA: Vector;
  pointB: Vector;
  /**
   * A unit vector from a to b: moving b along it takes pointB to pointA. pointA − pointB = lowerBound · direction; zero if the points
   * coincide.
   */
  direction: Vector;
  stats: QueryStats;
}

export interface OverlapDepthOptions extends PairOptions {
  /**
   * A length below which the search does not distinguish depths. Default: 1e-4 of the smaller mesh's size. For two closed meshes it is
   * capped at a tenth of the narrowest side of their boxes, so that a copy does not pass for a shallow overlap.
   */
  precision?: number | undefined;
}

const OVERLAP_DEPTH_OPTIONS: OptionNames<OverlapDepthOptions> = { ...PAIR_OPTIONS, precision: true };

/** Bounds that agree to within this, relative to the coordinates, make a depth exact. */
const EXACT = 1e-12;

/**
 * How far the surface of one closed mesh is inside the other at most: the largest distance from the other's surface of a point of either
 * surface that is inside the other solid. A shaft that is 0.1 too thick all around reaches 0.1 into its bearing, however long it is;
 * `penetration`, the way out, would be the length of the bearing. Never more than `penetration`. A ball that lies in both solids and is
 * wider than twice that depth shows that one solid is nearly a copy, or part of a copy, of the other (shifted slightly, say): then the
 * ball's diameter is the depth.
 *
 * An open mesh has no inside; against a closed mesh, its depth in the solid is measured. Null if both are open. Meshes that share no
 * interior point have depth 0.
 */
export function overlapDepth(
  a: AabbTree,
  b: AabbTree,
  options: OverlapDepthOptions = {},
): OverlapDepth | null {
  checkOptionNames(options, OVERLAP_DEPTH_OPTIONS, "overlapDepth");
  checkAabbTree(a, "overlapDepth");
  checkAabbTree(b, "overlapDepth");
  const scaled = scalePair(a, b, options);
  if (scaled !== null) return overlapDepthOfScaled(scaled, options);
  const { aToWorld: poseA = null, bToWorld: poseB = null, precision } = options;
  const stats = readStats(options.stats);
  if (precision !== undefined) checkLength(precision, "precision");
  const aToWorld = new Float64Array(16);
  const bToWorld = new Float64Array(16);
  readPose(poseA, "aToWorld", aToWorld);
  readPose(poseB, "bToWorld", bToWorld);
  const pair = createOverlapPair(a, aToWorld, b, bToWorld);
  if (pair === null) return null;
  const found = { ...measureOverlap(pair, precision), stats: workOf(pair) };
  if (stats !== undefined) copyStats(found.stats, stats);
  return found;
}

/** The default precision. */
export function defaultPrecision(pair: OverlapPair): number {
  return cappedPrecision(pair, 1e-4 * pair.size);
}

/** `overlapDepth` of a pair in a world that is `factor` times as large, in the caller's lengths. */
function overlapDepthOfScaled(
  { a, b, poses, factor }: ScaledPair<AabbTree>,
  options: OverlapDepthOptions,
): OverlapDepth | null {
  const { precision } = options;
  const larger = precision === undefined ? undefined : precision * factor;
  const found = overlapDepth(a, b, { ...options, ...poses, precision: larger });
  return found === null ? null : { ...found, ...shrinkDepth(found, factor) };
}

function cappedPrecision({ aClosed, bClosed, narrowest }: OverlapPair, precision: number): number {
  return aClosed && bClosed ? Math.min(precision, 0.1 * narrowest) : precision;
}

/** Converts a result from a world scaled by `factor`. */
function shrinkDepth(found: Omit<OverlapDepth, "stats">, factor: number): Omit<OverlapDepth, "stats"> {
  const shrinkVector = (v: readonly number[]) => vectorFrom(v.map((x) => x / factor));
  return {
    ...found,
    depth: found.depth / factor,
    lowerBound: found.lowerBound / factor,
    pointA: shrinkVector(found.pointA),
    pointB: shrinkVector(found.pointB),
  };
}

/** The depth of a pair, independent of earlier queries about it. The bounds agree to within `agreement`, relative to the depth. */
export function measureOverlap(
  pair: OverlapPair,
  requested?: number | undefined,
  agreement?: number | undefined,
): Omit<OverlapDepth, "stats"> {
  const precision = requested === undefined ? defaultPrecision(pair) : cappedPrecision(pair, requested);
  const { aClosed, bClosed, scale, narrowest } = pair;
  const reach = deepestPoint(directionsOf(pair), scale, { precision, tolerance: null, agreement });
  const { lower: lowerBound, upper } = reach;
  if (lowerBound <= ROUNDING * scale && onlyTouch(pair)) return touchAt(reach.exit);
  const isExact = upper - lowerBound <= EXACT * scale;
  const depth = isExact ? lowerBound : upper;
  // No ball in a mesh is wider than the narrowest side of its box.
  if (aClosed && bClosed && 2 * depth < narrowest) {
    const { diameter, centre } = commonBall(pair, 2 * depth);
    const point = vectorFrom(centre);
    if (diameter > 2 * depth)
      return {
        depth: diameter,
        kind: "lower-bound",
        lowerBound: diameter,
        pointA: point,
        pointB: [...point],
        direction: [0, 0, 0],
      };
  }
  const [pointA, pointB] = reach.isOfA ? [reach.point, reach.exit] : [reach.exit, reach.point];
  const separation = [0, 1, 2].map((axis) => pointA[axis] - pointB[axis]);
  const length = lengthOf(separation);
  return {
    depth,
    kind: isExact ? "exact" : "upper-bound",
    lowerBound,
    pointA: vectorFrom(pointA),
    pointB: vectorFrom(pointB),
    direction: vectorFrom(length > 0 ? separation.map((x) => x / length) : [0, 0, 0]),
  };
}

/**
 * Pieces of triangles have rounded corners, which may lie inside a solid that the triangles only touch. So depths that
 * rounding can cause prove nothing, and the exact relation decides.
 */
function onlyTouch({ surfaceA, surfaceB, work }: OverlapPair): boolean {
  const poses = { aToWorld: surfaceA.posed.toWorld, bToWorld: surfaceB.posed.toWorld };
  const { relation, exact, stats } = classify(surfaceA.tree, surfaceB.tree, poses);
  addStats(work, stats);
  return exact && (relation === "touching" || relation === "separate");
}

function touchAt(point: Float64Array): Omit<OverlapDepth, "stats"> {
  const [pointA, pointB] = [vectorFrom(point), vectorFrom(point)];
  return { depth: 0, kind: "exact", lowerBound: 0, pointA, pointB, direction: [0, 0, 0] };
}
