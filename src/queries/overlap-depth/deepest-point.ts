import { nearestOnTriangle, ON_SQUARE, onTriangle } from "../../geometry/distance/point-triangle.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE } from "../../trees/layout.ts";
import { INSIDE, locate, OUTSIDE } from "../classify/locate-point.ts";
import { type Exit, exitsFromCentre, exitsThrough, isOutAfter, lengthToExit } from "./exits.ts";
import { trianglesInBox } from "./triangles-in-box.ts";
import { findNearest, ROUNDING, type WorldSurface, worldBoxOf, worldTriangleOf } from "./world-surface.ts";

// The point of one surface that lies deepest inside a solid, by branch and bound: nodes of the surface's tree, then its
// triangles, then halves of triangles, the most promising first. Three bounds apply to a piece:
// - its centre's distance from the solid's surface, plus its radius;
// - the farthest of its corners from the triangle nearest to the centre, because the distance to a triangle is convex;
// - a translation that takes it out of the solid, verified by the exact test: a piece that is taken out was no deeper.
// The third settles large faces at once, however the solid's surface is triangulated.

/** How deep a surface reaches into a solid: between `lower`, at `point`, and `upper`. */
export interface Reach {
  lower: number;
  upper: number;
  /** The deepest point seen, on the surface, and the point of the solid's surface nearest to it. */
  point: Float64Array;
  exit: Float64Array;
}

/** By default the search ends when the bounds agree to this, relative to the depth. */
const AGREEMENT = 1e-2;

/** What the search has to find. */
export interface SearchGoal {
  /** A length: depths below it need not be distinguished. With a tolerance: the search ends when its bounds agree to this. */
  readonly precision: number;
  /**
   * Null: both bounds are wanted. A length: only whether the depth is at most this. The search then continues until that is
   * proven (`upper` is not greater), disproven (`lower` is greater), or the bounds agree to the precision.
   */
  readonly tolerance: number | null;
  /** Without a tolerance, how nearly the bounds must agree, relative to the depth. Default 1 %. */
  readonly agreement?: number | undefined;
}

/** Without a tolerance the search halves at most this many triangles, plus one for each triangle in the overlap. */
const MOST_HALVES = 1000;
/** The search ends after this many tests of boxes and triangles, a few seconds, with the bounds it has. */
const MOST_TESTS = 3e7;

/** A node (no corners), or a triangle or part of one. */
interface Piece {
  bound: number;
  node: number;
  triangle: PieceTriangle | null;
}

interface PieceTriangle {
  readonly corners: Float64Array;
  // depth of each corner, 0 if it is not inside, NaN until needed (3); the surface's points nearest to them (9)
  readonly depths: Float64Array;
}

const EXITS = 3;

interface Search {
  surface: WorldSurface;
  solid: WorldSurface;
  heap: Piece[];
  reach: Reach;
  /** The greatest bound of a dropped piece. */
  dropped: number;
  goal: SearchGoal;
  /** Depths below this are rounding. */
  noise: number;
}

const centre = new Float64Array(3);
/** The distances of a triangle's corners from the solid's triangle nearest to its centre. */
const away = new Float64Array(3);

/** The deepest point of `surface` in `solid`, a closed mesh; `scale` is the size of the world's coordinates. */
export function deepestPoint(
  surface: WorldSurface,
  solid: WorldSurface,
  scale: number,
  goal: SearchGoal,
): Reach {
  const reach: Reach = { lower: 0, upper: 0, point: new Float64Array(3), exit: new Float64Array(3) };
  const noise = ROUNDING * scale;
  const heap: Piece[] = [];
  const search: Search = { surface, solid, heap, reach, dropped: 0, goal, noise };
  solid.at = -1; // earlier queries must not matter
  push(heap, { bound: halfNarrowest(solid) + noise, node: 0, triangle: null });
  let halves = goal.tolerance === null ? MOST_HALVES : Infinity;
  const before = testsOf(search);
  while (heap.length > 0 && !isDone(search)) {
    if (halves === 0 || testsOf(search) - before > MOST_TESTS) break;
    const { node, triangle, bound } = pop(heap);
    if (triangle === null) halves += openNode(search, node, bound);
    else {
      halve(search, triangle, bound);
      halves--;
    }
  }
  reach.upper = Math.max(reach.lower, search.dropped, heap.length > 0 ? heap[0].bound : 0);
  return reach;
}

/** Whether the pieces left on the heap can be ignored. */
function isDone(search: Search): boolean {
  const { heap, reach, goal } = search;
  const most = heap[0].bound;
  if (goal.tolerance === null || most <= goal.tolerance) return most <= enough(search);
  return reach.lower > goal.tolerance || most - reach.lower <= goal.precision;
}

/** A point inside is at most this far from a side of the box, and so from the surface. */
function halfNarrowest(solid: WorldSurface): number {
  const at = worldBoxOf(solid, 0);
  const { boxes } = solid.kept;
  return 0.5 * Math.min(...[0, 1, 2].map((axis) => boxes[at + 3 + axis] - boxes[at + axis]));
}

function testsOf({ solid: { posed } }: Search): number {
  return posed.boxTests + posed.triangleTests;
}

/** A piece that cannot be deeper than this need not be examined. */
function enough({ reach, goal, noise }: Search): number {
  // Rounding counts against the tolerance: a proven depth must not exceed it at all.
  const { precision, tolerance, agreement = AGREEMENT } = goal;
  if (tolerance !== null) return tolerance;
  return (reach.lower > precision ? reach.lower * (1 + agreement) : precision) + noise;
}

/** Examines the node's children, or its triangles, and returns how many. */
function openNode(search: Search, node: number, bound: number): number {
  const { surface } = search;
  const { links } = surface.tree;
  const link = links[AABB_STRIDE * node + AABB_LINK];
  if (link >= 0) {
    lookAtNode(search, link, bound);
    lookAtNode(search, link + 1, bound);
    return 0;
  }
  const count = links[AABB_STRIDE * node + AABB_COUNT];
  for (let slot = ~link; slot < ~link + count; slot++) {
    const at = worldTriangleOf(surface, slot);
    const pieces = trianglesInBox(
      surface.kept.triangles,
      at,
      search.solid.kept.boxes,
      worldBoxOf(search.solid, 0),
    );
    for (const corners of pieces)
      lookAtTriangle(search, { corners, depths: new Float64Array(12).fill(Number.NaN) }, bound);
  }
  return count;
}

function lookAtNode(search: Search, node: number, parentBound: number): void {
  const { surface, solid, noise } = search;
  const { boxes } = surface.kept;
  const at = worldBoxOf(surface, node);
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    centre[axis] = 0.5 * (boxes[at + axis] + boxes[at + 3 + axis]);
    square += (0.5 * (boxes[at + 3 + axis] - boxes[at + axis])) ** 2;
  }
  if (!boxesMeet(boxes, at, solid.kept.boxes, worldBoxOf(solid, 0), noise)) return;
  const radius = Math.sqrt(square) + noise;
  findNearest(solid, centre, 0);
  const { distance, least } = solid;
  if (least > radius && locate(solid.posed, centre) === OUTSIDE) return;
  push(search.heap, { bound: Math.min(parentBound, distance + radius), node, triangle: null });
  if (least - radius > search.reach.lower) tryVertex(search, node);
}

/**
 * For a node that is inside as a whole, any vertex will do. Most other pieces are then too shallow before a triangle is
 * reached.
 */
function tryVertex({ surface, solid, reach }: Search, node: number): void {
  const { links } = surface.tree;
  let link = links[AABB_STRIDE * node + AABB_LINK];
  while (link >= 0) link = links[AABB_STRIDE * link + AABB_LINK];
  const at = worldTriangleOf(surface, ~link);
  const vertex = surface.kept.triangles.slice(at, at + 3);
  findNearest(solid, vertex, 0);
  improve(reach, vertex, solid);
}

function boxesMeet(a: Float64Array, i: number, b: Float64Array, j: number, slack: number): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (a[i + axis] > b[j + 3 + axis] + slack || b[j + axis] > a[i + 3 + axis] + slack) return false;
  return true;
}

function halve(search: Search, { corners, depths }: PieceTriangle, bound: number): void {
  let from = 0;
  let longest = -1;
  for (let k = 0; k < 9; k += 3) {
    const square = squareBetween(corners, k, corners, (k + 3) % 9);
    if (square > longest) [from, longest] = [k, square];
  }
  const to = (from + 3) % 9;
  const first = { corners: corners.slice(), depths: depths.slice() };
  const second = { corners: corners.slice(), depths: depths.slice() };
  for (let axis = 0; axis < 3; axis++)
    first.corners[to + axis] = second.corners[from + axis] =
      0.5 * (corners[from + axis] + corners[to + axis]);
  first.depths[to / 3] = Number.NaN;
  lookAtTriangle(search, first, bound);
  second.depths[from / 3] = first.depths[to / 3];
  for (let axis = 0; axis < 3; axis++) second.depths[EXITS + from + axis] = first.depths[EXITS + to + axis];
  lookAtTriangle(search, second, bound);
}

/** The depth of a corner, 0 if it is not inside; computed once. */
function depthOfCorner({ solid, reach }: Search, { corners, depths }: PieceTriangle, k: number): number {
  if (!Number.isNaN(depths[k])) return depths[k];
  const corner = corners.slice(3 * k, 3 * k + 3);
  findNearest(solid, corner, 0);
  depths.set(solid.point, EXITS + 3 * k);
  depths[k] = solid.distance > 0 && locate(solid.posed, corner) === INSIDE ? solid.distance : 0;
  if (depths[k] > 0) improve(reach, corner, solid);
  return depths[k];
}

function lookAtTriangle(search: Search, triangle: PieceTriangle, parentBound: number): void {
  const { solid, noise, reach } = search;
  const { corners, depths } = triangle;
  const { posed, kept } = solid;
  for (let axis = 0; axis < 3; axis++)
    centre[axis] = (corners[axis] + corners[3 + axis] + corners[6 + axis]) / 3;
  let square = 0;
  for (let k = 0; k < 9; k += 3) square = Math.max(square, squareBetween(corners, k, centre, 0));
  const radius = Math.sqrt(square) + noise;
  findNearest(solid, centre, 0);
  const { distance, least, at } = solid;
  // Deciding on which side the centre lies takes as long as everything else, and often does not matter.
  let side: number | null = null;
  if (least > radius || least > reach.lower) {
    side = locate(posed, centre);
    if (least > radius && side === OUTSIDE) return;
    if (side === INSIDE) improve(reach, centre, solid);
  }

  for (let k = 0; k < 9; k += 3) {
    nearestOnTriangle(corners, k, kept.triangles, at);
    away[k / 3] = Math.sqrt(onTriangle[ON_SQUARE]);
  }
  let bound = Math.min(parentBound, distance + radius, Math.max(away[0], away[1], away[2]) + noise);
  if (bound <= enough(search)) {
    drop(search, bound);
    return;
  }
  side ??= locate(posed, centre);
  const exits = exitsFromCentre(solid, centre, distance, side, 1e6 * noise);
  // The maximum over a polyhedron tends to be at a corner, and a triangle half outside leaves like its inner corner.
  for (const k of [0, 1, 2].sort((i, j) => away[j] - away[i])) {
    const depth = depthOfCorner(search, triangle, k);
    if (depth === 0) continue;
    exits.push(
      ...exitsThrough(
        corners.subarray(3 * k, 3 * k + 3),
        depths.subarray(EXITS + 3 * k, EXITS + 3 * k + 3),
        1,
      ),
    );
    break;
  }
  for (const exit of exits)
    if (bound > enough(search)) bound = Math.min(bound, lengthOut(search, corners, exit));
  if (bound > enough(search)) push(search.heap, { bound, node: -1, triangle });
  else drop(search, bound);
}

function drop(search: Search, bound: number): void {
  if (bound > search.dropped) search.dropped = bound;
}

/**
 * How far the triangle has to move along an exit's direction to be completely outside the solid; Infinity if it is not
 * outside then.
 */
function lengthOut(search: Search, corners: Float64Array, exit: Exit): number {
  const { solid, reach, noise } = search;
  // A length below the depth that is already known would prove nothing new.
  const length = Math.max(reach.lower, lengthToExit(corners, exit)) + noise / 2;
  // The part beyond the exit's plane may already be outside. So the shortest length that would settle the piece is tried
  // first.
  const least = enough(search) - noise / 2;
  if (length > least && least > 0 && isOutAfter(solid, corners, exit, least)) return enough(search);
  return isOutAfter(solid, corners, exit, length) ? length + noise / 2 : Infinity;
}

function improve(reach: Reach, point: Float64Array, { least, point: exit }: WorldSurface): void {
  if (!(least > reach.lower)) return;
  reach.lower = least;
  reach.point.set(point);
  reach.exit.set(exit);
}

function squareBetween(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const x = p[i] - q[j];
  const y = p[i + 1] - q[j + 1];
  const z = p[i + 2] - q[j + 2];
  return x * x + y * y + z * z;
}

// A binary heap, the greatest bound at index 0.

function push(heap: Piece[], piece: Piece): void {
  let at = heap.length;
  heap.push(piece);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent].bound >= piece.bound) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = piece;
}

function pop(heap: Piece[]): Piece {
  const top = heap[0];
  const last = heap.pop()!;
  if (heap.length === 0) return top;
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1].bound > heap[child].bound) child++;
    if (heap[child].bound <= last.bound) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return top;
}
