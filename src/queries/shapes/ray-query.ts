import { rayExactTestCount, rayTriangle } from "../../geometry/overlap/ray-triangle.ts";
import { rayHitExact } from "../../geometry/overlap/ray-triangle-exact.ts";
import { compareRatios, type Ratio, ratioOfNumber } from "../../numerics/ratio.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { type QueryStats, writeCounts } from "../stats.ts";
import { createRayDescent, descendRay, type RayDescent } from "./descend-ray.ts";
import { enterRoot, sweepNodes, type VisitLeaf } from "./sweep-nodes.ts";
import { CENTRE, isMirrored, MOTION, toTreeFrame } from "./tree-frame.ts";
import { createTreeQuery, type TreeQuery, writeWorldCorners } from "./tree-query.ts";

// A ray against the triangles of one tree: the first hit, or all of them. A t is rounded; where two are too close to tell which comes
// first, exact ones decide.

/** A ray, and what it has hit so far. */
export interface RayQuery {
  readonly search: TreeQuery;
  readonly descent: RayDescent;
  /** Origin and direction. A direction shorter than SHORT is `lift` times as long as the caller's. */
  readonly ray: Float64Array;
  lift: number;
  /** The end of the ray as the caller gave it. */
  maxT: number;
  /** The side of triangles that counts: 1 front, −1 back, 0 both. */
  side: number;
  /** The slot of the first triangle hit, −1 for none, and its t. */
  nearest: number;
  firstT: number;
  /** All triangles hit, for queries that want all. */
  hits: RayFound[];
  /** Exact t that were needed. */
  exactTests: number;
  /** What the descent did: box tests, and exact tests of triangles and of t. */
  boxTests: number;
  exactTestsOfDescent: number;
  /** Which side of a triangle the ray meets: out of `rayTriangle`, and of an exact test, where it is not needed. */
  readonly facing: Int8Array;
  readonly unused: Int8Array;
}

interface RayFound {
  slot: number;
  t: number;
  /** The exact t, where it was needed. */
  exact: Ratio | null;
}

const RAY = 6;
/** Directions shorter than SHORT are made LIFT times as long, which is exact: what divides by them would overflow. */
const SHORT = 2 ** -500;
const LIFT = 2 ** 574;
/** Two t that differ by a smaller share than this may be in either order: each is off by a share of 2^-39 at most. */
const UNCERTAIN = 2 ** -37;

export function createRayQuery(): RayQuery {
  return {
    search: createTreeQuery(),
    descent: createRayDescent(),
    ray: new Float64Array(RAY),
    lift: 1,
    maxT: Infinity,
    side: 0,
    nearest: -1,
    firstT: NaN, // an f64 number, so that V8 keeps one there from the beginning
    hits: [],
    exactTests: 0,
    boxTests: 0,
    exactTestsOfDescent: 0,
    facing: new Int8Array(1),
    unused: new Int8Array(1),
  };
}

/** Begins with a ray that has been read to `query.ray`, and ends at `maxT`. */
export function beginRay(query: RayQuery, maxT: number, side: number): void {
  const { ray, search } = query;
  const isShort = Math.max(Math.abs(ray[3]), Math.abs(ray[4]), Math.abs(ray[5])) < SHORT;
  const lift = isShort ? LIFT : 1;
  if (isShort) for (let axis = 3; axis < RAY; axis++) ray[axis] *= LIFT;
  query.lift = lift;
  query.maxT = maxT;
  query.side = side;
  // Nodes that are missed are entered at infinity. An end is rounded upwards, and each t compared with it.
  search.maxTime[0] =
    maxT === Infinity
      ? Number.MAX_VALUE
      : Math.min((maxT / lift) * (1 + UNCERTAIN) + Number.MIN_VALUE, Number.MAX_VALUE);
}

/** Finds the first hit: `nearest` and `firstT`. */
export function findNearest(query: RayQuery, tree: AabbTree): void {
  query.nearest = -1;
  descend(query, tree, true, visitNearest);
}

/** All hits, by exact t, then by triangle. */
export function findAllHits(query: RayQuery, tree: AabbTree): readonly RayFound[] {
  const hits: RayFound[] = [];
  query.hits = hits;
  descend(query, tree, false, visitAll);
  sortHits(query, tree, hits);
  query.hits = [];
  return hits;
}

function descend(query: RayQuery, tree: AabbTree, isFirstOnly: boolean, visit: VisitLeaf<RayQuery>): void {
  const { search, ray } = query;
  const { world, moving } = search;
  for (let axis = 0; axis < 3; axis++) {
    world[CENTRE + axis] = ray[axis];
    world[MOTION + axis] = ray[3 + axis];
  }
  toTreeFrame(search.placement, tree, world, moving);
  query.exactTests = 0;
  const exactBefore = rayExactTestCount();
  let boxTests = 1;
  const enter = enterRoot(tree.nodes, moving);
  if (enter <= search.maxTime[0]) {
    const facing = facingInTree(query);
    const tests = descendRay(query.descent, search, tree, enter, facing, isFirstOnly, visit, query);
    boxTests = tests ?? sweepNodes(search, tree, visit, query);
  }
  query.boxTests = boxTests;
  query.exactTestsOfDescent = rayExactTestCount() - exactBefore + query.exactTests;
}

/** Writes what the descent did. To be called last: a setter may run a query of its own. */
export function writeRayStats(query: RayQuery, stats: QueryStats): void {
  writeCounts(stats, query.boxTests, query.search.triangleTests, query.exactTestsOfDescent);
}

/** The sign, in the tree's space, of the component along the ray of normals of triangles that count; 0 for any. */
function facingInTree({ side, search }: RayQuery): number {
  return side === 0 ? 0 : isMirrored(search.placement) ? side : -side;
}

function visitNearest(query: RayQuery, tree: AabbTree, slot: number, count: number): void {
  const { maxTime } = query.search;
  for (let s = slot; s < slot + count; s++) {
    const t = testTriangle(query, tree, s);
    if (!isOnRay(query, t) || (query.nearest >= 0 && !comesFirst(query, tree, s, t))) continue;
    query.firstT = t;
    query.nearest = s;
    // What is farther by rounding alone may be the first: such nodes and triangles are still looked at.
    maxTime[0] = Math.min(maxTime[0], t * (1 + 2 * UNCERTAIN) + Number.MIN_VALUE);
  }
}

function visitAll(query: RayQuery, tree: AabbTree, slot: number, count: number): void {
  for (let s = slot; s < slot + count; s++) {
    const t = testTriangle(query, tree, s);
    if (isOnRay(query, t)) query.hits.push({ slot: s, t, exact: null });
  }
}

function testTriangle(query: RayQuery, tree: AabbTree, slot: number): number {
  const { search, ray, side, facing } = query;
  search.triangleTests++;
  writeWorldCorners(search.placement, tree, slot, search.corners);
  const t = rayTriangle(ray, search.corners, 0, facing);
  return side !== 0 && facing[0] !== side ? -1 : t;
}

/**
 * Whether a hit of the triangle under test lies before the ray's end, or on it: by the t that is reported, so that a hit is its own
 * end, or by the exact t, so that a segment which ends in a triangle meets it.
 */
function isOnRay(query: RayQuery, t: number): boolean {
  if (!(t >= 0 && t <= query.search.maxTime[0])) return false;
  const { lift, maxT } = query;
  if (t * lift <= maxT || areApart(t * lift, maxT)) return t * lift <= maxT;
  const { over, under } = exactHit(query);
  return compareRatios({ over: over * BigInt(lift), under }, ratioOfNumber(maxT)) <= 0;
}

/** Whether the triangle under test is hit before `nearest`, or at the same t with a lower number. */
function comesFirst(query: RayQuery, tree: AabbTree, slot: number, t: number): boolean {
  const { search, nearest, firstT } = query;
  if (areApart(t, firstT)) return t < firstT;
  const exact = exactHit(query);
  writeWorldCorners(search.placement, tree, nearest, search.corners);
  const order = compareRatios(exact, exactHit(query));
  return order < 0 || (order === 0 && tree.triangles[slot] < tree.triangles[nearest]);
}

function areApart(t: number, u: number): boolean {
  return Math.abs(t - u) > UNCERTAIN * (t + u) + 4 * Number.MIN_VALUE;
}

/** The exact t of the triangle under test, which the ray does hit. */
function exactHit(query: RayQuery): Ratio {
  query.exactTests++;
  return rayHitExact(query.ray, query.search.corners, 0, query.unused)!;
}

/** By exact t, then by triangle. Where the rounded t are in another order, the later ones are raised. */
function sortHits(query: RayQuery, tree: AabbTree, hits: RayFound[]): void {
  hits.sort((a, b) => a.t - b.t);
  for (let i = 1; i < hits.length; i++)
    if (!areApart(hits[i - 1].t, hits[i].t)) {
      setExact(query, tree, hits[i - 1]);
      setExact(query, tree, hits[i]);
    }
  hits.sort((a, b) =>
    a.exact !== null && b.exact !== null
      ? compareRatios(a.exact, b.exact) || tree.triangles[a.slot] - tree.triangles[b.slot]
      : a.t - b.t,
  );
  for (let i = 1; i < hits.length; i++) hits[i].t = Math.max(hits[i].t, hits[i - 1].t);
}

function setExact(query: RayQuery, tree: AabbTree, hit: RayFound): void {
  if (hit.exact !== null) return;
  writeWorldCorners(query.search.placement, tree, hit.slot, query.search.corners);
  hit.exact = exactHit(query);
}
