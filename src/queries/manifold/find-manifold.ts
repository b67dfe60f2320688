import { OptionError, show } from "../../errors.ts";
import { type Pose, plainPose, reachInWorld, readPose } from "../../geometry/affine.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import { type AabbTree, checkAabbTree } from "../../trees/layout.ts";
import { mayBeConvexTree, solidOfTree } from "../../trees/solid-of-tree.ts";
import { findPairs } from "../pairs/find-pairs.ts";
import { type PairOptions, reachOf } from "../pairs/pair-query.ts";
import { EXACT } from "../penetration/core-depth.ts";
import { boundByCores, measureHulls, placeHulls } from "../penetration/hull-depth.ts";
import { addStats, clearStats, copyStats, readStats } from "../stats.ts";
import { scalePair, shrink } from "../tiny-worlds.ts";
import { findLines, noteRegions, numberRegions } from "./contact-lines.ts";
import { beginSurface, endSurface } from "./contact-surface.ts";
import { findExactLines } from "./exact-lines.ts";
import { holdsSolid } from "./holds-solid.ts";
import { findInnerPieces } from "./inner-pieces.ts";
import { joinEnds } from "./join-ends.ts";
import { findLinesByKernel, numberRegionsByKernel } from "./lines-kernel.ts";
import { type ManifoldContext, returnManifoldContext, takeManifoldContext } from "./manifold-context.ts";
import {
  copyManifold,
  createManifold,
  EXACT_DEPTH,
  type Manifold,
  makeRoomForRegions,
  readManifold,
  UNKNOWN_DEPTH,
  UPPER_BOUND,
} from "./manifold-result.ts";
import {
  listCrossingEdges,
  listCurve,
  listVertices,
  setFrame,
  VERTEX_OF_A,
  VERTEX_OF_B,
} from "./region-candidates.ts";
import { measureExtent } from "./region-extent.ts";
import { findDirections } from "./region-normal.ts";
import { writePoint } from "./region-points.ts";
import { linkRegions, listRegionVertices } from "./region-vertices.ts";
import {
  findDirectionsByKernel,
  giveDirections,
  linkRegionsByKernel,
  measureRegionByKernel,
} from "./regions-kernel.ts";
import { spreadPoints } from "./spread-points.ts";

export interface ManifoldOptions extends Omit<PairOptions, "algorithm"> {
  /** The largest number of points per region: 1 to 4. Default: 4. */
  maxPoints?: number | undefined;
  /** An earlier result, to be overwritten and returned so that its memory is reused. Default: a new result. */
  into?: Manifold | null | undefined;
}

const MANIFOLD_OPTIONS: OptionNames<ManifoldOptions> = {
  aToWorld: true,
  bToWorld: true,
  test: true,
  descend: true,
  stats: true,
  maxPoints: true,
  into: true,
};

const MOST_POINTS = 4;
/** A result has room for at least this many pairs, then for powers of two, so that small queries do not leave large results behind. */
const LEAST_ROOM = 64;
/**
 * The normal of a flat part is used if the depth along it is at most this fraction of the depth along the vector area. A facet of a round
 * shape gains less, and would make the normal jump from frame to frame.
 */
const FLATTER = 0.95;
/** The key of a point that no feature defines: one solid is inside the other, and their surfaces do not meet. */
const CONTAINED = 0xffffffff;

/**
 * The contact of two meshes for a solver: the connected regions in which they meet, and for each a normal from a to b, a depth between
 * bounds, and up to four points with keys that persist from frame to frame. Which pairs meet and which of them are connected is exact, as
 * in `findPairs` and `findContacts`.
 *
 * The depth of a region is how far b must move along the normal until the surfaces of this region no longer overlap: the largest height of
 * a's piece inside b above b's piece inside a, on one line along the normal. Other regions may then still be in contact. For two convex
 * meshes, normal and depth are those of `penetration`: moving b separates them entirely.
 *
 * A mesh that is open, or not consistently wound, has no inside that winding could tell: depths are then "unknown", and the points are
 * those where the surfaces cross. One solid inside the other is a region without pairs.
 */
export function findManifold(a: AabbTree, b: AabbTree, options: ManifoldOptions = {}): Manifold {
  checkOptionNames(options, MANIFOLD_OPTIONS, "findManifold");
  checkAabbTree(a, "findManifold");
  checkAabbTree(b, "findManifold");
  const { into, maxPoints = MOST_POINTS, test, descend } = options;
  if (!(Number.isInteger(maxPoints) && maxPoints >= 1 && maxPoints <= MOST_POINTS))
    throw new OptionError(`maxPoints: ${show(maxPoints)} is not a whole number from 1 to ${MOST_POINTS}`);
  const out = into === undefined || into === null ? createManifold() : readManifold(into);
  const stats = readStats(options.stats);
  const aToWorld = plainPose(options.aToWorld ?? null, "aToWorld");
  const bToWorld = plainPose(options.bToWorld ?? null, "bToWorld");
  const scaled = scalePair(a, b, { aToWorld, bToWorld });
  if (scaled !== null)
    return shrinkManifold(findManifold(scaled.a, scaled.b, { ...options, ...scaled.poses }), scaled.factor);
  const pairs = findPairs(a, b, { aToWorld, bToWorld, test, descend, into: into ? out.pairs : undefined });
  out.pairs = pairs;
  const context = takeManifoldContext();
  try {
    describeManifold(context, a, aToWorld, b, bToWorld, maxPoints, out);
    addStats(pairs.stats, context.stats);
  } finally {
    returnManifoldContext(context);
  }
  if (stats !== undefined) copyStats(pairs.stats, stats);
  if (!into) return out;
  copyManifold(out, into);
  return into;
}

function describeManifold(
  context: ManifoldContext,
  treeA: AabbTree,
  aToWorld: Pose | null,
  treeB: AabbTree,
  bToWorld: Pose | null,
  maxPoints: number,
  out: Manifold,
): void {
  const { a, b, lines, stats } = context;
  // Its properties may be the caller's: none is asked from here on.
  const { pairs, count } = out.pairs;
  clearStats(stats);
  a.moves = readPose(aToWorld, "aToWorld", a.toWorld);
  b.moves = readPose(bToWorld, "bToWorld", b.toWorld);
  out.count = 0;
  out.pointCount = 0;
  out.starts[0] = 0;
  beginSurface(a, treeA);
  beginSurface(b, treeB);
  try {
    if (count === 0) {
      if (a.hasInside && b.hasInside && holdsSolid(a, b, stats)) writeContained(context, out);
      return;
    }
    context.scale = Math.max(
      reachInWorld(a.toWorld, reachOf(treeA)),
      reachInWorld(b.toWorld, reachOf(treeB)),
    );
    lines.pairs = pairs;
    lines.pairCount = count;
    traceContact(context, treeA, treeB);
    if (out.regionOfPair.length < lines.pairCount)
      out.regionOfPair = new Uint32Array(2 ** Math.ceil(Math.log2(Math.max(lines.pairCount, LEAST_ROOM))));
    out.regionOfPair.set(lines.regionOfPair.subarray(0, lines.pairCount));
    makeRoomForRegions(out, lines.regionCount, MOST_POINTS);
    if (a.hasInside && b.hasInside) writeSolidRegions(context, maxPoints, out);
    else for (let r = 0; r < lines.regionCount; r++) writeSurfaceRegion(context, r, maxPoints, out);
  } finally {
    endSurface(a);
    endSurface(b);
  }
}

/** Finds where the pairs meet, and which regions they form. */
function traceContact({ a, b, lines, scale }: ManifoldContext, treeA: AabbTree, treeB: AabbTree): void {
  let isFound = findLinesByKernel(lines, a, b);
  if (!isFound) {
    beginSurface(a, treeA);
    beginSurface(b, treeB);
    isFound = findLines(lines, a, b);
  }
  if (isFound) joinEnds(lines, a, b, scale);
  else {
    beginSurface(a, treeA);
    beginSurface(b, treeB);
    findExactLines(lines, a, b);
  }
  if (lines.byKernel !== null) numberRegionsByKernel(lines, lines.byKernel);
  else {
    if (isFound) numberRegions(lines);
    noteRegions(lines, a, b);
  }
}

/** Regions of two closed surfaces, each with a depth. */
function writeSolidRegions(context: ManifoldContext, maxPoints: number, out: Manifold): void {
  const { a, b, lines, verticesA, verticesB, stats } = context;
  findInnerPieces(a, b, lines, 0, stats);
  findInnerPieces(b, a, lines, 1, stats);
  if (lines.byKernel !== null) {
    linkRegionsByKernel(lines.byKernel, a, 0);
    linkRegionsByKernel(lines.byKernel, b, 1);
  } else {
    linkRegions(verticesA, a, lines);
    linkRegions(verticesB, b, lines);
  }
  context.box.region = -1;
  const areConvex = measureConvex(context);
  for (let r = 0; r < lines.regionCount; r++) writeSolidRegion(context, r, areConvex, maxPoints, out);
}

/** Whether both meshes are convex up to rounding; then `hulls` has their depth. */
function measureConvex({ a, b, hulls }: ManifoldContext): boolean {
  if (!mayBeConvexTree(a.tree) || !mayBeConvexTree(b.tree)) return false;
  const solidA = solidOfTree(a.tree);
  const solidB = solidOfTree(b.tree);
  if (solidA.core === null || solidB.core === null) return false;
  placeHulls(hulls, solidA, a.toWorld, solidB, b.toWorld);
  measureHulls(hulls);
  return boundByCores(hulls, solidA, a.toWorld, solidB, b.toWorld);
}

function writeSolidRegion(
  context: ManifoldContext,
  region: number,
  areConvex: boolean,
  maxPoints: number,
  out: Manifold,
): void {
  const { a, b, lines, verticesA, verticesB, hulls, candidates, chosen, best } = context;
  const { normals } = out;
  const at = 3 * region;
  let count = measureRegion(context, region, areConvex, maxPoints, normals);
  if (count === 0) {
    writeSurfaceRegion(context, region, maxPoints, out);
    return;
  }
  let lower = 0;
  const { top, bottom } = best;
  if (count < 0) {
    setFrame(normals, at, candidates.frame);
    candidates.count = 0;
    const [x, y, z] = [normals[at], normals[at + 1], normals[at + 2]];
    listVertices(candidates, a, verticesA, VERTEX_OF_A, x, y, z, top, bottom);
    listVertices(candidates, b, verticesB, VERTEX_OF_B, x, y, z, top, bottom);
    lower = listCrossingEdges(candidates, lines, a, b, region, normals, at);
    if (candidates.count === 0) listCurve(candidates, lines, region);
    count = spreadPoints(candidates, maxPoints, chosen);
  }
  const upper = areConvex ? hulls.depth : top - bottom;
  for (let i = 0; i < count; i++)
    lower = writePoint(out, candidates, chosen[i], lines, a, b, region, upper, lower);
  if (areConvex) writeDepth(out, region, upper, hulls.lower, hulls.isExact);
  else {
    lower = Math.min(lower, upper);
    writeDepth(out, region, upper, lower, upper - lower <= EXACT * context.scale);
  }
}

/**
 * Lists the inner vertices of a region and finds the direction along which it is least deep: its normal, and `best`. Returns 0 if no direction is
 * known; the number of points if the kernel has chosen them; otherwise −1.
 */
function measureRegion(
  context: ManifoldContext,
  region: number,
  areConvex: boolean,
  maxPoints: number,
  normals: Float64Array,
): number {
  const { a, b, lines, verticesA, verticesB, hulls, directions, best, trial } = context;
  const { byKernel } = lines;
  let directionCount = 1;
  if (areConvex) for (let k = 0; k < 3; k++) directions[k] = hulls.found.direction[k];
  else {
    directionCount = byKernel === null ? 0 : findDirectionsByKernel(byKernel, region);
    if (directionCount > 0)
      return measureRegionByKernel(byKernel!, region, directionCount, maxPoints, context, normals);
    directionCount = findDirections(lines, a, b, region, directions);
    if (directionCount === 0) return 0;
  }
  if (byKernel !== null) {
    giveDirections(byKernel, directions, directionCount);
    return measureRegionByKernel(byKernel, region, directionCount, maxPoints, context, normals);
  }
  listRegionVertices(verticesA, a, lines, region, context.box);
  listRegionVertices(verticesB, b, lines, region, context.box);
  let upper = Infinity;
  for (let d = 0; d < directionCount; d++) {
    measureExtent(lines, a, verticesA, b, verticesB, region, directions, 3 * d, trial);
    const extent = trial.top - trial.bottom;
    if (!(extent < FLATTER * upper)) continue;
    upper = extent;
    best.top = trial.top;
    best.bottom = trial.bottom;
    for (let k = 0; k < 3; k++) normals[3 * region + k] = directions[3 * d + k];
  }
  return -1;
}

/** A region of unknown depth: points of its curve. */
function writeSurfaceRegion(
  { a, b, lines, directions, candidates, chosen }: ManifoldContext,
  region: number,
  maxPoints: number,
  out: Manifold,
): void {
  const count = findDirections(lines, a, b, region, directions);
  for (let k = 0; k < 3; k++) out.normals[3 * region + k] = count === 0 ? 0 : directions[k];
  setFrame(out.normals, 3 * region, candidates.frame);
  candidates.count = 0;
  listCurve(candidates, lines, region);
  const pointCount = spreadPoints(candidates, maxPoints, chosen);
  for (let i = 0; i < pointCount; i++) writePoint(out, candidates, chosen[i], lines, a, b, region, 0, 0);
  writeDepth(out, region, 0, 0, false);
  out.upperBounds[region] = Infinity;
  out.kinds[region] = UNKNOWN_DEPTH;
}

function writeDepth(out: Manifold, region: number, depth: number, lower: number, isExact: boolean): void {
  out.depths[region] = depth;
  out.lowerBounds[region] = lower;
  out.upperBounds[region] = depth;
  out.kinds[region] = isExact ? EXACT_DEPTH : UPPER_BOUND;
  out.count = region + 1;
  out.starts[region + 1] = out.pointCount;
}

/** One solid is inside the other and their surfaces do not meet: one region, measured by the hulls. */
function writeContained({ a, b, hulls }: ManifoldContext, out: Manifold): void {
  const solidA = solidOfTree(a.tree);
  const solidB = solidOfTree(b.tree);
  makeRoomForRegions(out, 1, MOST_POINTS);
  placeHulls(hulls, solidA, a.toWorld, solidB, b.toWorld);
  measureHulls(hulls);
  if (!boundByCores(hulls, solidA, a.toWorld, solidB, b.toWorld)) {
    hulls.lower = 0;
    hulls.isExact = false;
  }
  for (let k = 0; k < 3; k++) {
    out.normals[k] = hulls.found.direction[k];
    out.pointsA[k] = hulls.found.pointA[k];
    out.pointsB[k] = hulls.found.pointB[k];
  }
  out.pointDepths[0] = hulls.depth;
  out.keys[0] = CONTAINED;
  out.keys[1] = 0;
  out.pointCount = 1;
  writeDepth(out, 0, hulls.depth, hulls.lower, hulls.isExact);
}

/** Scales a result back from a world that is `factor` times as large. */
function shrinkManifold(out: Manifold, factor: number): Manifold {
  for (const lengths of [out.depths, out.lowerBounds, out.upperBounds, out.pointDepths])
    shrink(lengths, factor);
  shrink(out.pointsA, factor);
  shrink(out.pointsB, factor);
  return out;
}
