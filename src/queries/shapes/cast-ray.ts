import { OptionError, show } from "../../errors.ts";
import { plainPose } from "../../geometry/affine.ts";
import { readTwoVectors } from "../../geometry/coordinates.ts";
import { rayExactTestCount, rayTriangle } from "../../geometry/overlap/ray-triangle.ts";
import { rayHitExact } from "../../geometry/overlap/ray-triangle-exact.ts";
import { compareRatios, type Ratio, ratioOfNumber } from "../../numerics/ratio.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { checkStats, type QueryStats, writeCounts } from "../stats.ts";
import { isTinyQuery } from "../tiny-worlds.ts";
import { createRayDescent, descendRay } from "./descend-ray.ts";
import { enterRoot } from "./enter-root.ts";
import { scaleRay, smallerHit } from "./scale-ray.ts";
import { sweepNodes } from "./sweep-nodes.ts";
import {
  beginTreeQuery,
  CENTRE,
  isMirrored,
  MOTION,
  MOVING_BOX,
  TREE_OPTIONS,
  type TreeOptions,
  toTreeFrame,
} from "./tree-frame.ts";
import { unitNormal, type Vector3 } from "./unit-normal.ts";
import { writeWorldCorners } from "./world-corners.ts";

export interface RayOptions extends TreeOptions {
  /**
   * The ray ends here, in units of its direction; hits at the end count, whether it is their exact t or the one that is reported, which
   * is rounded. Default: it has no end.
   */
  maxT?: number | undefined;
  /**
   * Which sides of triangles count: "both" (default), "front" (the ray meets the side on which the corners turn left), "back".
   * A ray in a triangle's plane meets neither side and counts for "both" alone.
   */
  side?: "both" | "front" | "back" | undefined;
  /** Filled with the query's counters, which differ by some per cent where the kernels serve. */
  stats?: QueryStats | undefined;
}

const RAY_OPTIONS: OptionNames<RayOptions> = { ...TREE_OPTIONS, maxT: true, side: true, stats: true };

export interface RayHit {
  triangle: number;
  /** Where on the ray: origin + t · direction. Infinity beyond all f64 numbers, for a direction below 1e-308. */
  t: number;
  point: Vector3;
  /** Of unit length, on the side where the triangle's corners turn left; zero for a degenerate triangle. */
  normal: Vector3;
}

const NO_OPTIONS: RayOptions = {};
const RAY = 6;
const ray = new Float64Array(RAY);
const world = new Float64Array(MOVING_BOX);
const moving = new Float64Array(MOVING_BOX);
const corners = new Float64Array(9);
const limit = new Float64Array(1);
const descent = createRayDescent();
const facing = new Int8Array(1);
const unused = new Int8Array(1);
const WANTED = { both: 0, front: 1, back: -1 } as const;
/** Directions shorter than SHORT are made LIFT times as long, which is exact: what divides by them would overflow. */
const SHORT = 2 ** -500;
const LIFT = 2 ** 574;
let lift = 1;
let wanted = 0;
let triangleTests = 0;
let nearest = -1;
let exactTests = 0;
/** The t of `nearest`. */
let first = 0;
/** The end of the ray as the caller gave it. */
let end = Infinity;
interface Found {
  slot: number;
  t: number;
  /** The exact t, where it was needed. */
  exact: Ratio | null;
}
let hits: Found[] = [];
/** Two t whose share of difference is below this may be in either order: each is off by a share of 2^-39 at most. */
const DOUBT = 2 ** -37;

/**
 * The first triangle on the ray from `origin` along `direction` (any length but zero), or null. Watertight and exact: a
 * ray through an edge or a vertex hits every triangle there; of hits at one t the lowest triangle number wins.
 */
export function castRay(
  tree: AabbTree,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayOptions = NO_OPTIONS,
): RayHit | null {
  if (isTinyQuery(tree, options)) {
    const scaled = scaleRay(tree, origin, direction, options);
    if (scaled !== null) {
      const hit = castRay(scaled.tree, scaled.origin, scaled.direction, scaled.options);
      return hit === null ? null : smallerHit(hit, scaled);
    }
  }
  const stats = beginRay(tree, origin, direction, options, "castRay");
  nearest = -1;
  runRay(tree, true, visitNearest, stats);
  return nearest < 0 ? null : hitOf(tree, nearest, first);
}

/** All triangles on the ray, sorted by (t, triangle). */
export function castRayAll(
  tree: AabbTree,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayOptions = NO_OPTIONS,
): RayHit[] {
  if (isTinyQuery(tree, options)) {
    const scaled = scaleRay(tree, origin, direction, options);
    if (scaled !== null)
      return castRayAll(scaled.tree, scaled.origin, scaled.direction, scaled.options).map((hit) =>
        smallerHit(hit, scaled),
      );
  }
  const stats = beginRay(tree, origin, direction, options, "castRayAll");
  hits = [];
  runRay(tree, false, visitAll, stats);
  sortHits(tree);
  return hits.map(({ slot, t }) => hitOf(tree, slot, t));
}

function beginRay(
  tree: AabbTree,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayOptions,
  caller: string,
): QueryStats | undefined {
  if (options !== NO_OPTIONS) checkOptionNames(options, RAY_OPTIONS, caller);
  const { maxT = Infinity, side = "both", toWorld: pose = null, stats } = options;
  checkStats(stats);
  if (!(typeof maxT === "number" && maxT >= 0))
    throw new OptionError(`maxT: ${show(maxT)} is not a number of at least 0`);
  if (side !== "both" && side !== "front" && side !== "back")
    throw new OptionError(`side: ${show(side)} is not "both", "front" or "back"`);
  const toWorld = plainPose(pose, "toWorld");
  readTwoVectors(origin, "origin", direction, "direction", ray);
  if (ray[3] === 0 && ray[4] === 0 && ray[5] === 0) throw new OptionError("direction: has no length");
  beginTreeQuery(tree, toWorld, caller);
  lift = Math.max(Math.abs(ray[3]), Math.abs(ray[4]), Math.abs(ray[5])) < SHORT ? LIFT : 1;
  if (lift !== 1) for (let axis = 3; axis < RAY; axis++) ray[axis] *= lift;
  end = maxT;
  // Nodes that are missed are entered at infinity. An end is rounded upwards, and each t compared with it.
  limit[0] =
    maxT === Infinity
      ? Number.MAX_VALUE
      : Math.min((maxT / lift) * (1 + DOUBT) + Number.MIN_VALUE, Number.MAX_VALUE);
  wanted = WANTED[side];
  return stats;
}

function runRay(
  tree: AabbTree,
  isFirstOnly: boolean,
  visit: typeof visitNearest,
  stats: QueryStats | undefined,
): void {
  world[CENTRE] = ray[0];
  world[CENTRE + 1] = ray[1];
  world[CENTRE + 2] = ray[2];
  world[MOTION] = ray[3];
  world[MOTION + 1] = ray[4];
  world[MOTION + 2] = ray[5];
  toTreeFrame(tree, world, moving);
  triangleTests = 0;
  exactTests = 0;
  const exactBefore = rayExactTestCount();
  let boxTests = 1;
  const enter = enterRoot(tree.nodes, moving);
  if (enter <= limit[0]) {
    if (descendRay(descent, tree, moving, enter, limit, facingInTree(), isFirstOnly, visit)) {
      boxTests = descent.boxTests;
      triangleTests = descent.triangleTests;
    } else boxTests = sweepNodes(tree, moving, limit, visit);
  }
  if (stats !== undefined)
    writeCounts(stats, boxTests, triangleTests, rayExactTestCount() - exactBefore + exactTests);
}

/** The sign, in the tree's space, of the component along the ray of normals of triangles that count; 0 for any. */
function facingInTree(): number {
  return wanted === 0 ? 0 : isMirrored() ? wanted : -wanted;
}

function visitNearest(tree: AabbTree, slot: number, count: number): boolean {
  for (let s = slot; s < slot + count; s++) {
    const t = testTriangle(tree, s);
    if (!isOnRay(t) || (nearest >= 0 && !comesFirst(tree, s, t))) continue;
    first = t;
    nearest = s;
    // What is farther by rounding alone may be the first: such nodes and triangles are still looked at.
    limit[0] = Math.min(limit[0], t * (1 + 2 * DOUBT) + Number.MIN_VALUE);
  }
  return false;
}

/**
 * Whether a hit of the triangle whose corners are at hand lies before the ray's end, or on it: by the t that is reported, so that it is its own
 * end, or by the exact one, so that a segment which ends in a triangle meets it.
 */
function isOnRay(t: number): boolean {
  if (!(t >= 0 && t <= limit[0])) return false;
  if (t * lift <= end || areApart(t * lift, end)) return t * lift <= end;
  const { over, under } = exactHit();
  return compareRatios({ over: over * BigInt(lift), under }, ratioOfNumber(end)) <= 0;
}

/** Whether the triangle whose corners are at hand is hit before `nearest`, or at the same t with a lower number. */
function comesFirst(tree: AabbTree, slot: number, t: number): boolean {
  if (areApart(t, first)) return t < first;
  const then = exactHit();
  writeWorldCorners(tree, nearest, corners);
  const order = compareRatios(then, exactHit());
  return order < 0 || (order === 0 && tree.triangles[slot] < tree.triangles[nearest]);
}

function areApart(t: number, u: number): boolean {
  return Math.abs(t - u) > DOUBT * (t + u) + 4 * Number.MIN_VALUE;
}

/** Of the corners at hand, which the ray does hit. */
function exactHit(): Ratio {
  exactTests++;
  return rayHitExact(ray, corners, 0, unused)!;
}

function visitAll(tree: AabbTree, slot: number, count: number): boolean {
  for (let s = slot; s < slot + count; s++) {
    const t = testTriangle(tree, s);
    if (isOnRay(t)) hits.push({ slot: s, t, exact: null });
  }
  return false;
}

/** By exact t, then by triangle. Where the rounded t are in another order, the later ones are raised. */
function sortHits(tree: AabbTree): void {
  hits.sort((a, b) => a.t - b.t);
  for (let i = 1; i < hits.length; i++)
    if (!areApart(hits[i - 1].t, hits[i].t)) {
      measure(tree, hits[i - 1]);
      measure(tree, hits[i]);
    }
  hits.sort((a, b) =>
    a.exact !== null && b.exact !== null
      ? compareRatios(a.exact, b.exact) || tree.triangles[a.slot] - tree.triangles[b.slot]
      : a.t - b.t,
  );
  for (let i = 1; i < hits.length; i++) hits[i].t = Math.max(hits[i].t, hits[i - 1].t);
}

function measure(tree: AabbTree, hit: Found): void {
  if (hit.exact !== null) return;
  writeWorldCorners(tree, hit.slot, corners);
  hit.exact = exactHit();
}

function testTriangle(tree: AabbTree, slot: number): number {
  triangleTests++;
  writeWorldCorners(tree, slot, corners);
  const t = rayTriangle(ray, corners, 0, facing);
  return wanted !== 0 && facing[0] !== wanted ? -1 : t;
}

function hitOf(tree: AabbTree, slot: number, t: number): RayHit {
  writeWorldCorners(tree, slot, corners);
  const point: Vector3 = [ray[0] + t * ray[3], ray[1] + t * ray[4], ray[2] + t * ray[5]];
  return { triangle: tree.triangles[slot], t: Math.min(t * lift, end), point, normal: unitNormal(corners) };
}
