import { OptionError, show } from "../../errors.ts";
import { readVector } from "../../geometry/coordinates.ts";
import { rayExactTestCount, rayTriangle } from "../../geometry/overlap/ray-triangle.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { checkStats, type QueryStats, writeCounts } from "../stats.ts";
import { isTinyQuery } from "../tiny-worlds.ts";
import { enterRoot } from "./enter-root.ts";
import { scaleRay, smallerHit } from "./scale-ray.ts";
import { counted, descendRay } from "./simd/descend-ray.ts";
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
  /** The ray ends here, in units of its direction; hits at the end count. Default: it has no end. */
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
  /** Where on the ray: origin + t · direction. */
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
const facing = new Int8Array(1);
const WANTED = { both: 0, front: 1, back: -1 } as const;
/** Directions shorter than SHORT are made LIFT times as long, which is exact: what divides by them would overflow. */
const SHORT = 2 ** -500;
const LIFT = 2 ** 574;
let lift = 1;
let wanted = 0;
let triangleTests = 0;
let nearest = -1;
let hits: { triangle: number; t: number }[] = [];

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
  return nearest < 0 ? null : hitOf(tree, nearest, limit[0]!);
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
  return hits
    .sort((a, b) => a.t - b.t || tree.triangles[a.triangle]! - tree.triangles[b.triangle]!)
    .map(({ triangle, t }) => hitOf(tree, triangle, t));
}

function beginRay(
  tree: AabbTree,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayOptions,
  caller: string,
): QueryStats | undefined {
  if (options !== NO_OPTIONS) checkOptionNames(options, RAY_OPTIONS, caller);
  const { maxT = Infinity, side = "both", toWorld = null, stats } = options;
  checkStats(stats);
  if (!(typeof maxT === "number" && maxT >= 0))
    throw new OptionError(`maxT: ${show(maxT)} is not a number of at least 0`);
  if (side !== "both" && side !== "front" && side !== "back")
    throw new OptionError(`side: ${show(side)} is not "both", "front" or "back"`);
  readVector(origin, "origin", ray, 0);
  readVector(direction, "direction", ray, 3);
  if (ray[3] === 0 && ray[4] === 0 && ray[5] === 0) throw new OptionError("direction: has no length");
  beginTreeQuery(tree, toWorld, caller);
  lift = Math.max(Math.abs(ray[3]!), Math.abs(ray[4]!), Math.abs(ray[5]!)) < SHORT ? LIFT : 1;
  if (lift !== 1) for (let axis = 3; axis < RAY; axis++) ray[axis]! *= lift;
  limit[0] = Math.min(maxT, Number.MAX_VALUE) / lift; // nodes that are missed are entered at infinity
  wanted = WANTED[side];
  return stats;
}

function runRay(
  tree: AabbTree,
  isFirstOnly: boolean,
  visit: typeof visitNearest,
  stats: QueryStats | undefined,
): void {
  world[CENTRE] = ray[0]!;
  world[CENTRE + 1] = ray[1]!;
  world[CENTRE + 2] = ray[2]!;
  world[MOTION] = ray[3]!;
  world[MOTION + 1] = ray[4]!;
  world[MOTION + 2] = ray[5]!;
  toTreeFrame(tree, world, moving);
  triangleTests = 0;
  const exactBefore = rayExactTestCount();
  let boxTests = 1;
  const enter = enterRoot(tree.nodes, moving);
  if (enter <= limit[0]!) {
    if (descendRay(tree, moving, enter, limit, facingInTree(), isFirstOnly, visit)) {
      boxTests = counted.boxTests;
      triangleTests = counted.triangleTests;
    } else boxTests = sweepNodes(tree, moving, limit, visit);
  }
  if (stats !== undefined) writeCounts(stats, boxTests, triangleTests, rayExactTestCount() - exactBefore);
}

/** The sign, in the tree's space, of the component along the ray of normals of triangles that count; 0 for any. */
function facingInTree(): number {
  return wanted === 0 ? 0 : isMirrored() ? wanted : -wanted;
}

function visitNearest(tree: AabbTree, slot: number, count: number): boolean {
  for (let s = slot; s < slot + count; s++) {
    const t = testTriangle(tree, s);
    if (!(t >= 0 && t <= limit[0]!)) continue;
    if (t === limit[0] && nearest >= 0 && tree.triangles[nearest]! < tree.triangles[s]!) continue;
    limit[0] = t;
    nearest = s;
  }
  return false;
}

function visitAll(tree: AabbTree, slot: number, count: number): boolean {
  for (let s = slot; s < slot + count; s++) {
    const t = testTriangle(tree, s);
    if (t >= 0 && t <= limit[0]!) hits.push({ triangle: s, t });
  }
  return false;
}

function testTriangle(tree: AabbTree, slot: number): number {
  triangleTests++;
  writeWorldCorners(tree, slot, corners);
  const t = rayTriangle(ray, corners, 0, facing);
  return wanted !== 0 && facing[0] !== wanted ? -1 : t;
}

function hitOf(tree: AabbTree, slot: number, t: number): RayHit {
  writeWorldCorners(tree, slot, corners);
  const point: Vector3 = [ray[0]! + t * ray[3]!, ray[1]! + t * ray[4]!, ray[2]! + t * ray[5]!];
  return { triangle: tree.triangles[slot]!, t: t * lift, point, normal: unitNormal(corners) };
}
