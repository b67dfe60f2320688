import {
  decideExactly,
  type RayTest,
  rayExactTestCount,
  rayTriangle,
} from "../../geometry/overlap/ray-triangle.ts";
import { rayHitExact } from "../../geometry/overlap/ray-triangle-exact.ts";
import { compareRatios, type Ratio, ratioOfNumber } from "../../numerics/ratio.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { type QueryStats, writeCounts } from "../stats.ts";
import { createRayDescent, descendRay, type RayDescent } from "./descend-ray.ts";
import { enterRoot, sweepNodes, type VisitSlots } from "./sweep-nodes.ts";
import { CENTRE, isMirrored, MOTION, toTreeFrame } from "./tree-frame.ts";
import { beginTreeQuery, createTreeQuery, type TreeQuery, writeWorldCorners } from "./tree-query.ts";

// A ray against the triangles of one tree: the first hit, or all of them. Values of t are rounded; if two are too close to order, their
// exact values decide.

/** A ray, and what it has hit so far. */
export interface RayQuery {
  readonly search: TreeQuery;
  readonly descent: RayDescent;
  /** Origin and direction. A direction shorter than SHORT is scaled by `lift`. */
  readonly ray: Float64Array;
  lift: number;
  /** The caller's end of the ray. */
  maxT: number;
  /** The side of triangles that counts: 1 front, −1 back, 0 both. */
  side: number;
  /** The slot of the first triangle hit, −1 for none, and its t. */
  nearest: number;
  firstT: number;
  /** All triangles hit, for queries that want all. */
  hits: RayFound[];
  /** How many exact t were needed. */
  exactTests: number;
  /** The work of the descent: box tests, and exact tests of triangles and of t. */
  boxTests: number;
  exactTestsOfDescent: number;
  /** Which side of a triangle the ray hits, written by `rayTriangle`. An exact test writes its side to `unused`. */
  readonly facing: Int8Array;
  readonly unused: Int8Array;
  /** Finds t where f64 cannot: integers, or ray-triangle-double.ts, which is faster, and more to load for a page. */
  readonly precisely: RayTest;
}

interface RayFound {
  slot: number;
  t: number;
  /** The exact t, if it was needed. */
  exact: Ratio | null;
}

const RAY = 6;
/** Directions shorter than SHORT are scaled by LIFT, which is exact: dividing by them would overflow. */
const SHORT = 2 ** -500;
const LIFT = 2 ** 574;
/** Two t with a smaller relative difference may be in either order: the relative error of each is at most 2^-39. */
const UNCERTAIN = 2 ** -37;

export function createRayQuery(precisely = decideExactly): RayQuery {
  return {
    search: createTreeQuery(),
    descent: createRayDescent(),
    ray: new Float64Array(RAY),
    lift: 1,
    maxT: Infinity,
    side: 0,
    nearest: -1,
    firstT: NaN, // NaN, so that V8 stores an f64 here from the start
    hits: [],
    exactTests: 0,
    boxTests: 0,
    exactTestsOfDescent: 0,
    facing: new Int8Array(1),
    unused: new Int8Array(1),
    precisely,
  };
}

/** Starts a query with the ray in `query.ray`, which ends at `maxT`. */
export function beginRay(query: RayQuery, maxT: number, side: number): void {
  const { ray, search } = query;
  const isShort = Math.max(Math.abs(ray[3]), Math.abs(ray[4]), Math.abs(ray[5])) < SHORT;
  const lift = isShort ? LIFT : 1;
  if (isShort) for (let axis = 3; axis < RAY; axis++) ray[axis] *= LIFT;
  query.lift = lift;
  query.maxT = maxT;
  query.side = side;
  // Missed nodes are entered at infinity. The end is rounded up, and each t is compared with it.
  search.maxTime[0] =
    maxT === Infinity
      ? Number.MAX_VALUE
      : Math.min((maxT / lift) * (1 + UNCERTAIN) + Number.MIN_VALUE, Number.MAX_VALUE);
}

/**
 * Prepares a query for rays of `castFrom`. The tree and its pose are already checked, and scaled if the mesh is tiny
 * (queries/tiny-worlds.ts): the nodes of a tiny mesh's own tree are those of its scaled twin, which an unscaled ray would miss.
 */
export function placeRays(query: RayQuery, tree: AabbTree, toWorld: Float64Array): void {
  beginTreeQuery(query.search, tree, toWorld, "castFrom");
}

/** The slot of the first triangle on a ray of unit direction that ends at `maxT`, −1 for none; `firstT` is its t. */
export function castFrom(
  query: RayQuery,
  tree: AabbTree,
  origin: Float64Array,
  direction: Float64Array,
  maxT: number,
): number {
  for (let axis = 0; axis < 3; axis++) {
    query.ray[axis] = origin[axis];
    query.ray[3 + axis] = direction[axis];
  }
  beginRay(query, maxT, 0);
  findNearest(query, tree);
  return query.nearest;
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

function descend(query: RayQuery, tree: AabbTree, isFirstOnly: boolean, visit: VisitSlots<RayQuery>): void {
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

/** Writes the work of the descent. Must be called last, because a setter may run a query. */
export function writeRayStats(query: RayQuery, stats: QueryStats): void {
  writeCounts(stats, query.boxTests, query.search.triangleTests, query.exactTestsOfDescent);
}

/** The sign, in the tree's space, of the component along the ray of the normals of triangles that count; 0 for any. */
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
    // A triangle that is farther only by rounding may be the first: such nodes and triangles are still examined.
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
  const t = rayTriangle(ray, search.corners, 0, facing, search.maxTime, query.precisely);
  return side !== 0 && facing[0] !== side ? -1 : t;
}

/**
 * Whether a hit of the triangle under test lies at or before the ray's end: by the reported t, so that a ray that ends at a
 * reported hit still has it, or by the exact t, so that a segment that ends in a triangle meets it.
 */
function isOnRay(query: RayQuery, t: number): boolean {
  if (!(t >= 0 && t <= query.search.maxTime[0])) return false;
  const { lift, maxT } = query;
  if (t * lift <= maxT || areApart(t * lift, maxT)) return t * lift <= maxT;
  const { over, under } = exactHit(query);
  return compareRatios({ over: over * BigInt(lift), under }, ratioOfNumber(maxT)) <= 0;
}

/** Whether the triangle under test is hit before `nearest`, or at its t with a lower number. */
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

/** The exact t of the triangle under test, which the ray must hit. */
function exactHit(query: RayQuery): Ratio {
  query.exactTests++;
  return rayHitExact(query.ray, query.search.corners, 0, query.unused)!;
}

/** Sorts by exact t, then by triangle. If the rounded t are in another order, the later ones are raised. */
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
