import { MeshError, OptionError, show } from "../../errors.ts";
import { readPose } from "../../geometry/affine.ts";
import { checkWorldPose, checkWorldReach } from "../../geometry/relative-pose.ts";
import { type Vector, vectorFrom } from "../../geometry/vector.ts";
import { inspectMesh } from "../../mesh/inspect-mesh.ts";
import type { Solid } from "../../mesh/solid.ts";
import { checkOptionNames } from "../../option-names.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { checkTreeArrays } from "../../trees/layout.ts";
import { solidOfTree } from "../../trees/solid-of-tree.ts";
import { classifyContact } from "../classify/classify.ts";
import { createPairContact } from "../contacts/pair-contact.ts";
import { findPairs } from "../pairs/find-pairs.ts";
import { checkDescent, checkTrees, PAIR_OPTIONS, type PairOptions, reachOf } from "../pairs/pair-query.ts";
import { addStats, clearStats, readStats } from "../stats.ts";
import { scalePair, shrink } from "../tiny-worlds.ts";
import { createBallCover, placeBalls } from "./ball-cover.ts";
import { EXACT, isNearlyConvex, leastDepth } from "./core-depth.ts";
import { findSeparation, findTouch } from "./find-separation.ts";
import {
  boundByCores,
  createHullDepth,
  lengthBeyondRounding,
  measureHulls,
  placeHulls,
} from "./hull-depth.ts";
import { innerBallsOf } from "./inner-balls.ts";
import { createKnownPairs } from "./known-pairs.ts";
import { leastTravel } from "./least-travel.ts";
import { pushDirections } from "./push-directions.ts";
import { type Motion, returnMotion, solidsMeet, takeMotion } from "./solids-meet.ts";
import { createUncoveredSearch } from "./uncovered.ts";
import { nextUncovered, openUncovered } from "./uncovered-kernel.ts";
import { depthOfVertices } from "./vertex-depth.ts";

/** How deeply two solids penetrate each other. */
export interface Penetration {
  /** The length of the shortest known translation after which neither solid reaches into the other. */
  depth: number;
  /** Unit vector in world space, from a to b: moving b by depth · direction separates the solids. */
  direction: Vector;
  /** The contact point after that move, on a, and where it lies on b before the move. pointA − pointB = depth · direction. */
  pointA: Vector;
  pointB: Vector;
  /**
   * "exact": no shorter translation separates the solids, up to rounding. "upper-bound": this translation does, a shorter one may exist.
   * "lower-bound" and "estimate" are reserved; this version never returns them.
   */
  kind: "exact" | "upper-bound" | "lower-bound" | "estimate";
  /** The true depth is at least this; equal to `depth`, up to rounding, if the kind is "exact". */
  lowerBound: number;
}

/**
 * How deeply two closed meshes penetrate each other: the shortest translation of b after which they touch at most. Null if they share no
 * point; depth 0 if they only touch. One mesh inside the other counts, with or without contact.
 *
 * Two convex meshes: exact, by their hulls, at any tessellation. Two meshes that are convex up to rounding, like round shapes and f32
 * files: by their hulls, between proven bounds, "exact" if the bounds agree. Otherwise an upper bound: the translation is the best of
 * several directions, verified on the meshes themselves, exactly. An open mesh has no inside and is a `MeshError`. Hulls are kept with the
 * trees; `refit` renews them.
 */
export function penetration(a: BinaryTree, b: BinaryTree, options: PairOptions = {}): Penetration | null {
  checkOptionNames(options, PAIR_OPTIONS, "penetration");
  const scaled = scalePair(a, b, options);
  if (scaled !== null)
    return shrinkPenetration(penetration(scaled.a, scaled.b, { ...options, ...scaled.poses }), scaled.factor);
  const motion = takeMotion();
  try {
    beginMotion(motion, a, b, options);
    return measure(motion);
  } finally {
    returnMotion(motion);
  }
}

function measure(motion: Motion): Penetration | null {
  const { solidA, solidB, aToWorld, bToWorld } = motion;
  if (!placeHulls(hulls, solidA, aToWorld, solidB, bToWorld)) return null;
  measureHulls(hulls);
  const areBounded = boundByCores(hulls, solidA, aToWorld, solidB, bToWorld);
  // Nearly convex solids certainly meet if they are deeper than rounding. Otherwise triangles decide.
  const isDeep = areBounded && hulls.lower > lengthBeyondRounding(hulls.pair, aToWorld, bToWorld);
  if (!isDeep && !solidsMeet(motion, NOWHERE, 0)) return null;
  if (areBounded) {
    const isTouch = !isDeep && hulls.depth > 0 && onlyTouch(motion, meetingPairs(motion));
    return isTouch ? touchOfHulls() : hullPenetration();
  }
  const least = leastOf(motion);
  const searched = searchedPenetration(motion);
  if (least === null || searched.kind === "exact") return searched;
  return { ...searched, lowerBound: Math.min(searched.depth, Math.max(searched.lowerBound, least)) };
}

/** A lower bound of the depth from the hulls just measured; null if a solid is not nearly convex. */
function leastOf({ solidA, aToWorld, solidB, bToWorld }: Motion): number | null {
  if (!isNearlyConvex(solidA) || !isNearlyConvex(solidB)) return null;
  return leastDepth(solidA, aToWorld, solidB, bToWorld, hulls.found, hulls.pair.scale);
}

/** Scales a result back from a world that is `factor` times as large. */
export function shrinkPenetration(found: Penetration | null, factor: number): Penetration | null {
  if (found === null) return null;
  found.depth /= factor;
  found.lowerBound /= factor;
  shrink(found.pointA, factor);
  shrink(found.pointB, factor);
  return found;
}

/** A lower bound of at least this fraction of the depth is not improved further. */
const CLOSE = 0.9;

function searchedPenetration(motion: Motion): Penetration {
  const { a, b, aToWorld, bToWorld } = motion;
  const { pair, found } = hulls;
  const trace = EXACT * pair.scale;
  placeBalls(cover, innerBallsOf(a), aToWorld, innerBallsOf(b), bToWorld, reachOfMotion(motion, hulls.depth));
  let pairs: Uint32Array | null = null;
  const getPairs = () => (pairs ??= meetingPairs(motion));
  const most = hulls.depth * (1 + 2 ** -10);
  openUncovered(uncovered, cover, most);
  const isFound = nextUncovered(uncovered, cover, most);
  const meeting = {
    pushes: () => pushDirections(motion, getPairs()),
    least: () => leastTravel(motion, getPairs(), found.direction) - trace,
  };
  const leastKnown = uncovered.least > 0 ? uncovered.least : meeting.least();
  // Solids deeper than rounding do more than touch.
  const isTouching = !(leastKnown > 0) && onlyTouch(motion, getPairs());
  const { travel, direction, pointA, pointB, least } = isTouching
    ? findTouch(motion, pair, meeting.pushes(), cover, known)
    : findSeparation(
        motion,
        pair,
        found.direction,
        meeting,
        Math.max(0, leastKnown),
        cover,
        known,
        isFound ? uncovered : null,
      );
  let deepest = 0;
  if (least < CLOSE * travel) {
    const back = direction.map((x) => -x);
    deepest = Math.max(
      depthOfVertices(b, bToWorld, a, aToWorld, direction),
      depthOfVertices(a, aToWorld, b, bToWorld, back),
    );
  }
  return {
    depth: travel,
    direction: vectorFrom(direction),
    pointA: vectorFrom(pointA),
    pointB: vectorFrom(pointB),
    kind: isTouching ? "exact" : "upper-bound",
    lowerBound: Math.min(travel, Math.max(least, deepest - trace)),
  };
}

/** A bound on the coordinates of both solids, and of b while it moves. */
function reachOfMotion({ aToWorld, bToWorld }: Motion, depth: number): number {
  let reach = hulls.pair.scale + 2 * depth;
  for (let axis = 12; axis < 15; axis++) reach += Math.abs(aToWorld[axis]) + Math.abs(bToWorld[axis]);
  return reach;
}

function meetingPairs({ a, aToWorld, b, bToWorld, query, sum }: Motion): Uint32Array {
  const { pairs, stats } = findPairs(a, b, { test: query.test, descend: query.descend, aToWorld, bToWorld });
  addStats(sum, stats);
  return pairs;
}

/** Whether solids that meet share no inner point; exact. */
function onlyTouch({ a, aToWorld, b, bToWorld, sum }: Motion, pairs: Uint32Array): boolean {
  const contact = pairs.length === 0 ? null : createPairContact(a.mesh, aToWorld, b.mesh, bToWorld, pairs);
  const { relation, stats } = classifyContact(a, aToWorld, b, bToWorld, contact);
  addStats(sum, stats);
  return relation === "touching";
}

/**
 * The depth of the convex hulls of two meshes that meet, or of which one surrounds the other. Moving b by it separates any surfaces, open
 * ones too, so it is an upper bound. Null if a hull is flat.
 */
export function penetrationOfHulls(
  a: BinaryTree,
  b: BinaryTree,
  options: Pick<PairOptions, "aToWorld" | "bToWorld"> = {},
): Penetration | null {
  const scaled = scalePair(a, b, options);
  if (scaled !== null)
    return shrinkPenetration(penetrationOfHulls(scaled.a, scaled.b, scaled.poses), scaled.factor);
  const { aToWorld: poseA = null, bToWorld: poseB = null } = options;
  const aToWorld = new Float64Array(16);
  const bToWorld = new Float64Array(16);
  readPose(poseA, "aToWorld", aToWorld);
  readPose(poseB, "bToWorld", bToWorld);
  const solidA = solidOfTree(a);
  const solidB = solidOfTree(b);
  if (solidA.hull.dimension < 3 || solidB.hull.dimension < 3) return null;
  placeHulls(hulls, solidA, aToWorld, solidB, bToWorld);
  measureHulls(hulls);
  return { ...hullPenetration(), kind: "upper-bound", lowerBound: 0 };
}

/** Checks all arguments before any work is done. */
export function beginMotion(motion: Motion, a: BinaryTree, b: BinaryTree, options: PairOptions): void {
  // Copies, because an option may be a getter, even one that runs another query.
  const { aToWorld: poseA = null, bToWorld: poseB = null, test, descend } = options;
  const stats = readStats(options.stats);
  const { aToWorld, bToWorld, query } = motion;
  const aMoves = readPose(poseA, "aToWorld", aToWorld);
  const bMoves = readPose(poseB, "bToWorld", bToWorld);
  motion.solidA = checkedSolid(a, "a");
  motion.solidB = checkedSolid(b, "b");
  // Needed here: if the hulls decide, no pair query will check the trees.
  checkTrees(a, b);
  checkDescent(test ?? "sat-lite", descend ?? "both");
  if (aMoves) checkWorldPose(aToWorld, reachOf(a), "aToWorld");
  else checkWorldReach(reachOf(a), "aToWorld");
  if (bMoves) checkWorldPose(bToWorld, reachOf(b), "bToWorld");
  else checkWorldReach(reachOf(b), "bToWorld");
  motion.a = a;
  motion.b = b;
  query.test = test;
  query.descend = descend;
  motion.sum = stats ?? motion.ownSum;
  clearStats(motion.sum);
}

const NOWHERE = new Float64Array(3);
// Shared scratch: a query never calls back into user code while it uses these.
const hulls = createHullDepth();
const cover = createBallCover();
const uncovered = createUncoveredSearch();
const known = createKnownPairs();

function checkedSolid(tree: BinaryTree, name: string): Solid {
  const kind: unknown = tree?.kind;
  if (kind !== "aabb" && kind !== "obb")
    throw new OptionError(
      `${name}: expected an "aabb" or "obb" tree, got ${kind === undefined ? typeof tree : show(kind)}`,
    );
  checkTreeArrays(tree, name);
  const solid = solidOfTree(tree);
  if (!solid.closed)
    throw new MeshError(
      `${name}: the mesh is open, ${inspectMesh(tree.mesh).openEdges.length / 2} of its edges belong to one triangle; it has no inside to be deep in`,
    );
  if (solid.hull.dimension < 3)
    throw new MeshError(`${name}: the mesh is flat and has no inside to be deep in`);
  return solid;
}

/** The result of `hulls` for solids that only touch: its depth is rounding. */
function touchOfHulls(): Penetration {
  const found = hullPenetration();
  return { ...found, depth: 0, pointB: vectorFrom(found.pointA), kind: "exact", lowerBound: 0 };
}

/** The result of `hulls`. */
function hullPenetration(): Penetration {
  const { found, depth, lower, isExact } = hulls;
  return {
    depth,
    direction: vectorFrom(found.direction),
    pointA: vectorFrom(found.pointA),
    pointB: vectorFrom(found.pointB),
    kind: isExact ? "exact" : "upper-bound",
    lowerBound: lower,
  };
}
