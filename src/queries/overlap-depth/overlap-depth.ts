import { readPose } from "../../geometry/affine.ts";
import { topologyOf } from "../../mesh/surface-topology.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { AABB_MAX, AABB_MIN, type AabbTree, checkAabbTree } from "../../trees/layout.ts";
import { checkLength } from "../distance/distance-query.ts";
import { PAIR_OPTIONS, type PairOptions, reachOf } from "../pairs/pair-query.ts";
import { copyStats, createStats, type QueryStats } from "../stats.ts";
import { type ScaledPair, scalePair } from "../tiny-worlds.ts";
import { commonBall } from "./common-ball.ts";
import { deepestPoint, type Reach } from "./deepest-point.ts";
import { enlarge, enlargement } from "./enlarge.ts";
import { createWorldSurface } from "./world-surface.ts";

/** How far two meshes reach into each other, where they do so most. */
export interface OverlapDepth {
  depth: number;
  /**
   * "exact": to rounding. "upper-bound": the depth lies between `lowerBound` and `depth`. "lower-bound": they share so
   * much of their inside that it is at least this.
   */
  kind: "exact" | "upper-bound" | "lower-bound";
  lowerBound: number;
  /** The deepest point found and the nearest point of the other surface: a point of each mesh, in the world. */
  pointA: [number, number, number];
  pointB: [number, number, number];
  /** Unit, from pointB to pointA; zero where they are one. */
  direction: [number, number, number];
  stats: QueryStats;
}

export interface OverlapDepthOptions extends PairOptions {
  /**
   * A length: the search does not tell apart depths below it. Default: 1e-4 of the smaller mesh's size. Of two closed
   * meshes a tenth of the narrowest side of their boxes at most: a copy must not pass for a shallow overlap.
   */
  precision?: number | undefined;
}

const OVERLAP_DEPTH_OPTIONS: OptionNames<OverlapDepthOptions> = { ...PAIR_OPTIONS, precision: true };

/** Bounds that agree to this, relative to the coordinates, make a depth exact. */
const EXACT = 1e-12;

/**
 * How far the surface of one closed mesh is inside the other at most: the greatest distance of a point of either
 * surface, inside the other solid, from the other's surface. A shaft that is 0.1 too thick all round reaches 0.1 into
 * its bearing, wherever else it goes; the way out (`penetration`) would be the length of the bearing. Never more than
 * `penetration`. A ball that lies in both solids and is wider than twice that shows that one is nearly a copy, or a part of a
 * copy, of the other (shifted by a hair, say): then its diameter is the depth.
 *
 * An open mesh has no inside; against a closed one it reaches into that. Null when both are open. Meshes that share no
 * inner point have depth 0.
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
  const { aToWorld: poseA = null, bToWorld: poseB = null, precision, stats } = options;
  if (precision !== undefined) checkLength(precision, "precision");
  const aToWorld = new Float64Array(16);
  const bToWorld = new Float64Array(16);
  readPose(poseA, "aToWorld", aToWorld);
  readPose(poseB, "bToWorld", bToWorld);
  const aClosed = topologyOf(a.mesh).closed;
  const bClosed = topologyOf(b.mesh).closed;
  if (!aClosed && !bClosed) return null;
  const factor = enlargement(a, aToWorld, b, bToWorld);
  const found =
    factor === null
      ? measureDepth(a, aToWorld, aClosed, b, bToWorld, bClosed, precision)
      : shrink(
          measureDepth(
            enlarge(a, aToWorld, factor),
            IDENTITY,
            aClosed,
            enlarge(b, bToWorld, factor),
            IDENTITY,
            bClosed,
            precision === undefined ? undefined : precision * factor,
          ),
          factor,
        );
  if (stats !== undefined) copyStats(found.stats, stats);
  return found;
}

/** The same in a world that is `factor` times as large. */
function overlapDepthOfScaled(
  { a, b, poses, factor }: ScaledPair<AabbTree>,
  options: OverlapDepthOptions,
): OverlapDepth | null {
  const { precision } = options;
  const larger = precision === undefined ? undefined : precision * factor;
  const found = overlapDepth(a, b, { ...options, ...poses, precision: larger });
  return found === null ? null : shrink(found, factor);
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

function shrink(found: OverlapDepth, factor: number): OverlapDepth {
  const smaller = (v: readonly number[]) => toVector(v.map((x) => x / factor));
  return {
    ...found,
    depth: found.depth / factor,
    lowerBound: found.lowerBound / factor,
    pointA: smaller(found.pointA),
    pointB: smaller(found.pointB),
  };
}

function measureDepth(
  a: AabbTree,
  aToWorld: Float64Array,
  aClosed: boolean,
  b: AabbTree,
  bToWorld: Float64Array,
  bClosed: boolean,
  asked: number | undefined,
): OverlapDepth {
  const work = createStats();
  const scale = Math.max(worldReach(a, aToWorld), worldReach(b, bToWorld));
  const [extentsA, extentsB] = [worldExtents(a, aToWorld), worldExtents(b, bToWorld)];
  const wanted = asked ?? 1e-4 * Math.min(Math.max(...extentsA), Math.max(...extentsB));
  const narrowest = Math.min(...extentsA, ...extentsB);
  const precision = aClosed && bClosed ? Math.min(wanted, 0.1 * narrowest) : wanted;
  const surfaceA = createWorldSurface(a, aToWorld, scale);
  const surfaceB = createWorldSurface(b, bToWorld, scale);
  const ofA = bClosed ? deepestPoint(surfaceA, surfaceB, scale, precision, work) : NO_REACH;
  const ofB = aClosed ? deepestPoint(surfaceB, surfaceA, scale, precision, work) : NO_REACH;
  const deeper = ofA.lower >= ofB.lower ? ofA : ofB;
  const lowerBound = deeper.lower;
  const most = Math.max(ofA.upper, ofB.upper);
  const isExact = most - lowerBound <= EXACT * scale;
  const depth = isExact ? lowerBound : most;
  // No ball in a mesh is wider than the narrowest side of its box.
  if (aClosed && bClosed && 2 * depth < narrowest) {
    const { diameter, centre } = commonBall(a, aToWorld, b, bToWorld);
    const point = toVector(centre);
    if (diameter > 2 * depth)
      return {
        depth: diameter,
        kind: "lower-bound",
        lowerBound: diameter,
        pointA: point,
        pointB: [...point],
        direction: [0, 0, 0],
        stats: work,
      };
  }
  const [pointA, pointB] = deeper === ofA ? [ofA.point, ofA.exit] : [ofB.exit, ofB.point];
  const way = [0, 1, 2].map((axis) => pointA[axis]! - pointB[axis]!);
  const length = Math.hypot(...way);
  return {
    depth,
    kind: isExact ? "exact" : "upper-bound",
    lowerBound,
    pointA: toVector(pointA),
    pointB: toVector(pointB),
    direction: toVector(length > 0 ? way.map((x) => x / length) : [0, 0, 0]),
    stats: work,
  };
}

const NO_REACH: Reach = { lower: 0, upper: 0, point: new Float64Array(3), exit: new Float64Array(3) };

function worldReach(tree: AabbTree, m: Float64Array): number {
  const reach = reachOf(tree);
  let most = 0;
  for (let row = 0; row < 3; row++) {
    const norm = Math.abs(m[row]!) + Math.abs(m[4 + row]!) + Math.abs(m[8 + row]!);
    most = Math.max(most, norm * reach + Math.abs(m[12 + row]!));
  }
  return most;
}

function worldExtents({ nodes }: AabbTree, m: Float64Array): number[] {
  return [0, 1, 2].map((row) =>
    [0, 1, 2].reduce(
      (sum, axis) => sum + Math.abs(m[4 * axis + row]!) * (nodes[AABB_MAX + axis]! - nodes[AABB_MIN + axis]!),
      0,
    ),
  );
}

function toVector(v: ArrayLike<number>): [number, number, number] {
  return [v[0]!, v[1]!, v[2]!];
}
