import { nearestOnTriangle, ON_SQUARE, onTriangle } from "../../geometry/distance/point-triangle.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE } from "../../trees/layout.ts";
import { INSIDE, OUTSIDE } from "../classify/locate-point.ts";
import {
  addExitsFromCentre,
  addExitThrough,
  createExits,
  type Exits,
  isOutAfter,
  lengthToExit,
} from "./exits.ts";
import {
  BALL,
  BALL_RADIUS,
  BALL_SIDE,
  createPieces,
  DEPTHS,
  EXITS,
  PIECE,
  type Pieces,
  popPiece,
  pushNode,
  pushTriangle,
} from "./pieces.ts";
import { trianglesInBox } from "./triangles-in-box.ts";
import {
  findNearest,
  ROUNDING,
  sideOfPoint,
  testsOf,
  type WorldSurface,
  worldBoxOf,
  worldTriangleOf,
} from "./world-surface.ts";

// The point of one surface that lies deepest inside a solid, by branch and bound: nodes of the surface's tree, then its
// triangles, then halves of triangles, the most promising first. Three bounds apply to a piece:
// - its centre's distance from the solid's surface, plus its radius;
// - the farthest of its corners from the triangle nearest to the centre, because the distance to a triangle is convex;
// - a translation that takes it out of the solid, verified by the exact test: a piece that is taken out was no deeper.
// The third settles large faces at once, however the solid's surface is triangulated.
//
// A ball around a point, up to the surface nearest to it, lies on one side of the surface. So the side of most points is known
// from a point next to them.

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

interface Search {
  surface: WorldSurface;
  solid: WorldSurface;
  pieces: Pieces;
  reach: Reach;
  /** The greatest bound of a dropped piece. */
  dropped: number;
  goal: SearchGoal;
  /** Depths below this are rounding. */
  noise: number;
  /** The piece at hand, its two halves, and the translations tried on it. */
  readonly whole: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly exits: Exits;
}

const centre = new Float64Array(3);
const corner = new Float64Array(3);
/** The distances of a triangle's corners from the solid's triangle nearest to its centre, and the corners, the farthest first. */
const away = new Float64Array(3);
const farthest = new Uint8Array(3);

/** The deepest point of `surface` in `solid`, a closed mesh; `scale` is the size of the world's coordinates. */
export function deepestPoint(
  surface: WorldSurface,
  solid: WorldSurface,
  scale: number,
  goal: SearchGoal,
): Reach {
  const reach: Reach = { lower: 0, upper: 0, point: new Float64Array(3), exit: new Float64Array(3) };
  const noise = ROUNDING * scale;
  const pieces = createPieces();
  const search: Search = {
    surface,
    solid,
    pieces,
    reach,
    dropped: 0,
    goal,
    noise,
    whole: new Float64Array(PIECE),
    first: new Float64Array(PIECE),
    second: new Float64Array(PIECE),
    exits: createExits(),
  };
  solid.at = -1; // earlier queries must not matter
  pushNode(pieces, halfNarrowest(solid) + noise, nodeItem(0, false));
  let halves = goal.tolerance === null ? MOST_HALVES : Infinity;
  const before = testsOf(solid);
  while (pieces.count > 0 && !isDone(search)) {
    if (halves === 0 || testsOf(solid) - before > MOST_TESTS) break;
    const bound = pieces.bounds[0];
    const item = popPiece(pieces, search.whole);
    if (item >= 0) halves += openNode(search, item >> 1, (item & 1) === 1, bound);
    else {
      halve(search, bound);
      halves--;
    }
  }
  reach.upper = Math.max(reach.lower, search.dropped, pieces.count > 0 ? pieces.bounds[0] : 0);
  return reach;
}

/** A node's number and, in the last bit, whether its box is known to be inside the solid. */
function nodeItem(node: number, isInside: boolean): number {
  return 2 * node + (isInside ? 1 : 0);
}

/** Whether the pieces that are left can be ignored. */
function isDone(search: Search): boolean {
  const { pieces, reach, goal } = search;
  const most = pieces.bounds[0];
  if (goal.tolerance === null || most <= goal.tolerance) return most <= enough(search);
  return reach.lower > goal.tolerance || most - reach.lower <= goal.precision;
}

/** A point inside is at most this far from a side of the box, and so from the surface. */
function halfNarrowest(solid: WorldSurface): number {
  const at = worldBoxOf(solid, 0);
  const { boxes } = solid.kept;
  return 0.5 * Math.min(...[0, 1, 2].map((axis) => boxes[at + 3 + axis] - boxes[at + axis]));
}

/** A piece that cannot be deeper than this need not be examined. */
function enough({ reach, goal, noise }: Search): number {
  // Rounding counts against the tolerance: a proven depth must not exceed it at all.
  const { precision, tolerance, agreement = AGREEMENT } = goal;
  if (tolerance !== null) return tolerance;
  return (reach.lower > precision ? reach.lower * (1 + agreement) : precision) + noise;
}

/** Examines the node's children, or its triangles, and returns how many triangles. */
function openNode(search: Search, node: number, isInside: boolean, bound: number): number {
  const { surface, solid, first } = search;
  const { links } = surface.tree;
  const link = links[AABB_STRIDE * node + AABB_LINK];
  if (link >= 0) {
    lookAtNode(search, link, isInside, bound);
    lookAtNode(search, link + 1, isInside, bound);
    return 0;
  }
  const count = links[AABB_STRIDE * node + AABB_COUNT];
  const box = worldBoxOf(solid, 0);
  for (let slot = ~link; slot < ~link + count; slot++) {
    const at = worldTriangleOf(surface, slot);
    for (const corners of trianglesInBox(surface.kept.triangles, at, solid.kept.boxes, box)) {
      first.set(corners);
      first.fill(Number.NaN, DEPTHS, BALL);
      first[BALL_RADIUS] = isInside ? Infinity : 0;
      first[BALL_SIDE] = INSIDE;
      lookAtTriangle(search, first, bound);
    }
  }
  return count;
}

function lookAtNode(search: Search, node: number, isParentInside: boolean, parentBound: number): void {
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
  const isOneSided = least > radius;
  if (isOneSided && !isParentInside && sideOfPoint(solid, centre) === OUTSIDE) return;
  const item = nodeItem(node, isOneSided || isParentInside);
  pushNode(search.pieces, Math.min(parentBound, distance + radius), item);
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
  const { triangles } = surface.kept;
  findNearest(solid, triangles, at);
  improve(reach, triangles, at, solid);
}

function boxesMeet(a: Float64Array, i: number, b: Float64Array, j: number, slack: number): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (a[i + axis] > b[j + 3 + axis] + slack || b[j + axis] > a[i + 3 + axis] + slack) return false;
  return true;
}

/** Cuts the piece at hand at the middle of its longest edge, and looks at both halves. */
function halve(search: Search, bound: number): void {
  const { whole, first, second } = search;
  let from = 0;
  let longest = -1;
  for (let k = 0; k < 9; k += 3) {
    const square = squareBetween(whole, k, whole, (k + 3) % 9);
    if (square > longest) {
      from = k;
      longest = square;
    }
  }
  const to = (from + 3) % 9;
  for (let k = 0; k < PIECE; k++) first[k] = second[k] = whole[k];
  for (let axis = 0; axis < 3; axis++)
    first[to + axis] = second[from + axis] = 0.5 * (whole[from + axis] + whole[to + axis]);
  first[DEPTHS + to / 3] = Number.NaN;
  lookAtTriangle(search, first, bound);
  second[DEPTHS + from / 3] = first[DEPTHS + to / 3];
  for (let axis = 0; axis < 3; axis++) second[EXITS + from + axis] = first[EXITS + to + axis];
  lookAtTriangle(search, second, bound);
}

/** The depth of a corner, 0 if it is not inside; computed once. */
function depthOfCorner({ solid, reach }: Search, piece: Float64Array, k: number): number {
  const known = piece[DEPTHS + k];
  if (!Number.isNaN(known)) return known;
  findNearest(solid, piece, 3 * k);
  for (let axis = 0; axis < 3; axis++) {
    corner[axis] = piece[3 * k + axis];
    piece[EXITS + 3 * k + axis] = solid.point[axis];
  }
  const depth = solid.distance > 0 && sideOf(solid, piece, corner) === INSIDE ? solid.distance : 0;
  piece[DEPTHS + k] = depth;
  if (depth > 0) improve(reach, corner, 0, solid);
  return depth;
}

/** The side of the solid's surface on which a point lies: that of the piece's ball if the ball holds the point. Exact. */
function sideOf(solid: WorldSurface, piece: Float64Array, point: Float64Array): number {
  const radius = piece[BALL_RADIUS];
  if (radius > 0 && Math.sqrt(squareBetween(piece, BALL, point, 0)) + 2 * solid.noise < radius)
    return piece[BALL_SIDE];
  return sideOfPoint(solid, point);
}

/** Bounds the depth of a piece, and adds it to the others if it may be the deepest one. */
function lookAtTriangle(search: Search, piece: Float64Array, parentBound: number): void {
  const { solid, noise, reach, exits } = search;
  for (let axis = 0; axis < 3; axis++) centre[axis] = (piece[axis] + piece[3 + axis] + piece[6 + axis]) / 3;
  let square = 0;
  for (let k = 0; k < 9; k += 3) square = Math.max(square, squareBetween(piece, k, centre, 0));
  const radius = Math.sqrt(square) + noise;
  findNearest(solid, centre, 0);
  const { distance, least, at } = solid;
  // Deciding on which side the centre lies takes as long as everything else, and often does not matter.
  let side: number | null = null;
  if (least > radius || least > reach.lower) {
    side = sideOf(solid, piece, centre);
    if (least > radius && side === OUTSIDE) return;
    if (side === INSIDE) improve(reach, centre, 0, solid);
  }

  for (let k = 0; k < 9; k += 3) {
    nearestOnTriangle(piece, k, solid.kept.triangles, at);
    away[k / 3] = Math.sqrt(onTriangle[ON_SQUARE]);
  }
  let bound = Math.min(parentBound, distance + radius, Math.max(away[0], away[1], away[2]) + noise);
  if (bound <= enough(search)) {
    drop(search, bound);
    return;
  }
  side ??= sideOf(solid, piece, centre);
  setBall(piece, centre, least, side);
  exits.count = 0;
  addExitsFromCentre(exits, solid, centre, distance, side, 1e6 * noise);
  // The maximum over a polyhedron tends to be at a corner, and a triangle half outside leaves like its inner corner.
  sortByDistance();
  for (let i = 0; i < 3; i++) {
    const k = farthest[i];
    const depth = depthOfCorner(search, piece, k);
    if (depth === 0) continue;
    addExitThrough(exits, piece, 3 * k, piece, EXITS + 3 * k, 1);
    break;
  }
  for (let exit = 0; exit < exits.count; exit++)
    if (bound > enough(search)) bound = Math.min(bound, lengthOut(search, piece, exit));
  if (bound > enough(search)) pushTriangle(search.pieces, bound, piece);
  else drop(search, bound);
}

/** Sets the piece's ball, unless the one it has holds all of its points. */
function setBall(piece: Float64Array, place: Float64Array, radius: number, side: number): void {
  if (piece[BALL_RADIUS] === Infinity) return;
  for (let axis = 0; axis < 3; axis++) piece[BALL + axis] = place[axis];
  piece[BALL_RADIUS] = radius;
  piece[BALL_SIDE] = side;
}

/** Sorts the three corners by `away`; corners at equal distance keep their order. */
function sortByDistance(): void {
  for (let i = 0; i < 3; i++) {
    let place = i;
    for (; place > 0 && away[farthest[place - 1]] < away[i]; place--) farthest[place] = farthest[place - 1];
    farthest[place] = i;
  }
}

function drop(search: Search, bound: number): void {
  if (bound > search.dropped) search.dropped = bound;
}

/**
 * How far the triangle has to move along an exit's direction to be completely outside the solid; Infinity if it is not
 * outside then.
 */
function lengthOut(search: Search, corners: Float64Array, exit: number): number {
  const { solid, reach, noise, exits } = search;
  // A length below the depth that is already known would prove nothing new.
  const length = Math.max(reach.lower, lengthToExit(exits, exit, corners)) + noise / 2;
  // The part beyond the exit's plane may already be outside. So the shortest length that would settle the piece is tried
  // first.
  const least = enough(search) - noise / 2;
  if (length > least && least > 0 && isOutAfter(solid, corners, exits, exit, least)) return enough(search);
  return isOutAfter(solid, corners, exits, exit, length) ? length + noise / 2 : Infinity;
}

function improve(reach: Reach, p: Float64Array, at: number, { least, point: exit }: WorldSurface): void {
  if (!(least > reach.lower)) return;
  reach.lower = least;
  for (let axis = 0; axis < 3; axis++) reach.point[axis] = p[at + axis];
  reach.exit.set(exit);
}

function squareBetween(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const x = p[i] - q[j];
  const y = p[i + 1] - q[j + 1];
  const z = p[i + 2] - q[j + 2];
  return x * x + y * y + z * z;
}
