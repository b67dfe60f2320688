import { createConvexPair, findSupport, setConvexPair } from "../../geometry/convex/convex-pair.ts";
import { createConvexDepth, epa } from "../../geometry/convex/epa.ts";
import { createConvexDistance, gjk } from "../../geometry/convex/gjk.ts";
import { createSimplex } from "../../geometry/convex/simplex.ts";
import { vectorFrom } from "../../geometry/vector.ts";
import { checkOptionNames } from "../../option-names.ts";
import { type HullNode, hullTreeOf } from "../../trees/hull-tree.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { PAIR_OPTIONS, type PairOptions } from "../pairs/pair-query.ts";
import { scalePair } from "../tiny-worlds.ts";
import { EXACT } from "./core-depth.ts";
import { createHullDepth, measureHulls, placeHulls } from "./hull-depth.ts";
import { beginMotion, type Penetration, shrinkPenetration } from "./penetration.ts";
import { type Motion, moveB, returnMotion, solidsMeet, takeMotion } from "./solids-meet.ts";

// The depth of non-convex solids by their convex patches: SWIFT++ (Ehmann and Lin 2001) finds the pairs of hulls that meet, and EPA
// measures each of them, as DEEP (Kim, Lin and Manocha 2002) does in Schmidl, Walker and Lin.
//
// Bounds: the hulls lie inside the solids, so two hulls that are d deep keep the solids at least d deep, and the deepest pair is a lower
// bound. For the upper bound, b moves along that pair's normal until no hulls meet, and the solids themselves are tested there, exactly. If
// the hulls of the whole solids separate sooner, their depth is the answer.

/** Separating some pairs along the normal may push b into others; the number of rounds is limited. */
const MAX_ROUNDS = 64;

/** More than the rounding of EPA and of poses, relative to the pair's scale; less than the tolerance for "exact". */
const TRACE = EXACT / 4;

/** The state of one query. */
interface PatchQuery {
  readonly motion: Motion;
  readonly rootA: HullNode;
  readonly rootB: HullNode;
  /** Pairs of hulls that meet at b's present position. */
  readonly meeting: [HullNode, HullNode][];
}

// Shared scratch: a query never calls back into user code while it uses these.
const pair = createConvexPair();
const simplex = createSimplex();
const distance = createConvexDistance();
const depth = createConvexDepth();
const hulls = createHullDepth();
const NOWHERE = new Float64Array(3);

/**
 * The depth of two closed meshes by a convex surface decomposition, for comparison with `penetration`: an upper bound along the normal of
 * the deepest pair of patches, and that pair's depth as a lower bound. Null if the meshes share no point. The decomposition is kept with
 * the trees; `refit` renews it.
 */
export function penetrationByPatches(
  a: BinaryTree,
  b: BinaryTree,
  options: PairOptions = {},
): Penetration | null {
  checkOptionNames(options, PAIR_OPTIONS, "penetrationByPatches");
  const scaled = scalePair(a, b, options);
  if (scaled !== null)
    return shrinkPenetration(
      penetrationByPatches(scaled.a, scaled.b, { ...options, ...scaled.poses }),
      scaled.factor,
    );
  const motion = takeMotion();
  try {
    beginMotion(motion, a, b, options);
    return measureByPatches(motion);
  } finally {
    returnMotion(motion);
  }
}

function measureByPatches(motion: Motion): Penetration | null {
  const { a, b, solidA, solidB, aToWorld, bToWorld } = motion;
  if (!placeHulls(hulls, solidA, aToWorld, solidB, bToWorld)) return null;
  if (!solidsMeet(motion, NOWHERE, 0)) return null;
  measureHulls(hulls);
  const query = { motion, rootA: hullTreeOf(a).root, rootB: hullTreeOf(b).root, meeting: [] };
  findMeeting(query, NOWHERE, 0);
  const deepest = deepestPair(query);
  const lowerBound = Math.max(0, deepest.lower - TRACE * hulls.pair.scale);
  const travel = deepest.direction === null ? Infinity : travelAlong(query, deepest.direction);
  const isByPatches = travel < hulls.depth && !solidsMeet(motion, deepest.direction!, travel);
  const length = isByPatches ? travel : hulls.depth;
  const direction = vectorFrom(isByPatches ? deepest.direction! : hulls.found.direction);
  const pointA = vectorFrom(isByPatches ? deepest.pointA : hulls.found.pointA);
  const bound = Math.min(lowerBound, length);
  return {
    depth: length,
    direction,
    pointA,
    pointB: [0, 1, 2].map((k) => pointA[k] - length * direction[k]) as [number, number, number],
    kind: length - bound <= EXACT * hulls.pair.scale ? "exact" : "upper-bound",
    lowerBound: bound,
  };
}

/** Lists the pairs of patches whose hulls meet after b has moved by `travel` along a direction. */
function findMeeting(
  { motion, rootA, rootB, meeting }: PatchQuery,
  direction: ArrayLike<number>,
  travel: number,
): void {
  const { aToWorld, moved } = motion;
  moveB(motion, direction, travel);
  meeting.length = 0;
  const waiting: [HullNode, HullNode][] = [[rootA, rootB]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [p, q] = next;
    setConvexPair(pair, p.hull, aToWorld, q.hull, moved);
    simplex.count = 0;
    gjk(pair, simplex, true, distance);
    if (!distance.overlap) continue;
    if (p.children === null && q.children === null) meeting.push(next);
    else if (q.children === null || (p.children !== null && p.hull.pointCount >= q.hull.pointCount))
      for (const child of p.children!) waiting.push([child, q]);
    else for (const child of q.children) waiting.push([p, child]);
  }
}

interface DeepestPair {
  lower: number;
  /** From a to b; null if no hulls meet. */
  direction: Float64Array | null;
  pointA: Float64Array;
}

function deepestPair({ motion, meeting }: PatchQuery): DeepestPair {
  const found: DeepestPair = { lower: 0, direction: null, pointA: new Float64Array(3) };
  for (const [p, q] of meeting) {
    setConvexPair(pair, p.hull, motion.aToWorld, q.hull, motion.bToWorld);
    simplex.count = 0;
    gjk(pair, simplex, false, distance);
    epa(pair, simplex, depth);
    if (!(depth.upper > 0) || depth.lower < found.lower) continue;
    found.lower = depth.lower;
    found.direction = depth.direction.slice();
    found.pointA = depth.pointA.slice();
  }
  return found;
}

/** How far b must move along a direction until no patches meet; Infinity if no such distance was found. */
function travelAlong(query: PatchQuery, direction: Float64Array): number {
  const { motion, meeting } = query;
  let travel = 0;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    findMeeting(query, direction, travel);
    if (meeting.length === 0) return travel;
    let farther = travel;
    for (const [p, q] of meeting) {
      setConvexPair(pair, p.hull, motion.aToWorld, q.hull, motion.bToWorld);
      findSupport(pair, direction, 0, true);
      const [x, y, z] = pair.support;
      farther = Math.max(farther, x * direction[0] + y * direction[1] + z * direction[2]);
    }
    // Go beyond the rounding by which hulls that only touch seem to meet.
    travel = Math.max(farther, travel) + TRACE * pair.scale;
  }
  return Infinity;
}
