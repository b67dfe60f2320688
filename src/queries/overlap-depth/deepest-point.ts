import { nearestOnTriangle, ON_SQUARE, onTriangle } from "../../geometry/distance/point-triangle.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE } from "../../trees/layout.ts";
import { INSIDE, OUTSIDE } from "../classify/locate-point.ts";
import { type ClippedTriangle, clipToBox, createClipped } from "./clip-triangle.ts";
import { type CornerDepths, createCornerDepths, entryOf, keepDepth, takeDepth } from "./corner-depths.ts";
import { type CutTriangle, createCut, cutTriangle, farShare, takeTriangle } from "./cut-triangle.ts";
import {
  addExitsAlongNormals,
  addExitsFromCentre,
  addExitThrough,
  createExits,
  type Exits,
  heightOf,
  isOutAfter,
  lengthAlong,
  lengthToExit,
} from "./exits.ts";
import {
  BALL,
  BALL_RADIUS,
  BALL_SIDE,
  createPieces,
  DEPTHS,
  DIRECTION,
  EXITS,
  PIECE,
  type Pieces,
  popPiece,
  pushNode,
  pushTriangle,
} from "./pieces.ts";
import {
  findNearest,
  ROUNDING,
  sideOfPoint,
  testsOf,
  type WorldSurface,
  worldBoxOf,
  worldTriangleOf,
} from "./world-surface.ts";

// The point of two surfaces that lies deepest inside the other's solid, by branch and bound: nodes of a surface's tree, then its triangles,
// then halves of triangles, the most promising first. The pieces of both surfaces share one queue, so a piece of one that is not as deep as
// a known point of the other is never opened. Three bounds apply to a piece:
// - the distance of its centre from the solid's surface, plus its radius;
// - the largest distance of its corners from the triangle nearest to the centre, because the distance to a triangle is convex;
// - the length of a translation that takes it out of the solid, verified by the exact test: a piece that is out afterwards was no deeper.
// The third settles large faces at once, however the solid's surface is triangulated.
//
// A ball around a point that reaches to the nearest surface lies on one side of the surface. So for most points the side is known from a
// nearby point.

/** How deeply surfaces reach into solids: between `lower`, at `point`, and `upper`. */
export interface Reach {
  lower: number;
  upper: number;
  /** The deepest point found, on one surface, and the point of the solid's surface nearest to it. */
  point: Float64Array;
  exit: Float64Array;
  /** Whether `point` is on the surface of a, the first of the directions. */
  isOfA: boolean;
}

/** A surface, and the solid into which it may reach. */
export interface Direction {
  readonly surface: WorldSurface;
  readonly solid: WorldSurface;
  readonly isOfA: boolean;
}

/** By default the search ends when the bounds agree to within this fraction of the depth. */
const AGREEMENT = 1e-2;

/** What the search must find. */
export interface SearchGoal {
  /** A length: depths below it need not be distinguished. With a tolerance, the search ends when its bounds agree to within it. */
  readonly precision: number;
  /**
   * Null: both bounds are wanted. A length: only whether the depth is at most this. The search then continues until that is proven (`upper`
   * is not greater), disproven (`lower` is greater), or the bounds agree to within the precision.
   */
  readonly tolerance: number | null;
  /** Without a tolerance, how closely the bounds must agree, relative to the depth. Default 1 %. */
  readonly agreement?: number | undefined;
}

/** Without a tolerance, the search halves at most this many triangles per direction, plus one for each triangle in the overlap. */
const MOST_HALVES = 1000;
/** The search ends after this many tests of boxes and triangles per direction, a few seconds, with the bounds it has. */
const MOST_TESTS = 3e7;

/** A piece is cut only if at most this fraction of it remains to be examined. */
const MOST_LEFT = 0.75;

interface Search {
  readonly directions: readonly Direction[];
  /** The number of the current piece's direction, its surface and its solid. */
  direction: number;
  surface: WorldSurface;
  solid: WorldSurface;
  pieces: Pieces;
  reach: Reach;
  /** The largest bound of a dropped piece. */
  dropped: number;
  goal: SearchGoal;
  /** Depths below this are rounding. */
  noise: number;
  /** The current piece, its two halves, and the translations tried on it. */
  readonly whole: Float64Array;
  readonly first: Float64Array;
  readonly second: Float64Array;
  readonly exits: Exits;
  readonly cut: CutTriangle;
  readonly corners: CornerDepths;
  readonly clipped: ClippedTriangle;
}

const centre = new Float64Array(3);
const corner = new Float64Array(3);
/** The distances of a triangle's corners from the solid's triangle nearest to its centre, and the corners, the farthest first. */
const away = new Float64Array(3);
const farthest = new Uint8Array(3);

/**
 * The deepest point of a surface in its solid, a closed mesh, over one or two directions; `scale` is the size of the world's coordinates.
 */
export function deepestPoint(directions: readonly Direction[], scale: number, goal: SearchGoal): Reach {
  const reach: Reach = {
    lower: 0,
    upper: 0,
    point: new Float64Array(3),
    exit: new Float64Array(3),
    isOfA: true,
  };
  const noise = ROUNDING * scale;
  const pieces = createPieces();
  const search: Search = {
    directions,
    direction: 0,
    surface: directions[0].surface,
    solid: directions[0].solid,
    pieces,
    reach,
    dropped: 0,
    goal,
    noise,
    whole: new Float64Array(PIECE),
    first: new Float64Array(PIECE),
    second: new Float64Array(PIECE),
    exits: createExits(),
    cut: createCut(),
    corners: createCornerDepths(),
    clipped: createClipped(),
  };
  directions.forEach(({ solid }, number) => {
    solid.at = -1; // results must not depend on earlier queries
    pushNode(pieces, halfNarrowest(solid) + noise, nodeItem(0, number, false));
  });
  let halves = goal.tolerance === null ? MOST_HALVES * directions.length : Infinity;
  const testCount = () => directions.reduce((sum, { solid }) => sum + testsOf(solid), 0);
  const mostTests = testCount() + MOST_TESTS * directions.length;
  while (pieces.count > 0 && !isDone(search)) {
    if (halves === 0 || testCount() > mostTests) break;
    const bound = pieces.bounds[0];
    const item = popPiece(pieces, search.whole);
    turnTo(search, item >= 0 ? (item >> 1) & 1 : search.whole[DIRECTION]);
    if (item >= 0) halves += openNode(search, item >> 2, (item & 1) === 1, bound);
    else {
      const length = lengthAlongNormal(search);
      if (length <= enough(search)) drop(search, length);
      else {
        if (!cutOff(search, bound)) halve(search, bound);
        halves--;
      }
    }
  }
  reach.upper = Math.max(reach.lower, search.dropped, pieces.count > 0 ? pieces.bounds[0] : 0);
  return reach;
}

function turnTo(search: Search, direction: number): void {
  const { surface, solid } = search.directions[direction];
  search.direction = direction;
  search.surface = surface;
  search.solid = solid;
}

/** A node's number and, in the lowest bits, its direction's number and whether its box is known to be inside the solid. */
function nodeItem(node: number, direction: number, isInside: boolean): number {
  return 4 * node + 2 * direction + (isInside ? 1 : 0);
}

/** Whether the remaining pieces can be ignored. */
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
  // Rounding counts against the tolerance: a depth proven to be within it must not exceed it at all.
  const { precision, tolerance, agreement = AGREEMENT } = goal;
  if (tolerance !== null) return tolerance;
  return (reach.lower > precision ? reach.lower * (1 + agreement) : precision) + noise;
}

/** A translation of this length settles a piece: with its rounding error it is at most the goal's precision or tolerance. */
function settlingLength(search: Search): number {
  return enough(search) - 1.5 * search.noise;
}

/** Examines the node's children or its triangles; returns the number of triangles. */
function openNode(search: Search, node: number, isInside: boolean, bound: number): number {
  const { surface, solid, first, clipped } = search;
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
    clipToBox(clipped, surface.kept.triangles, at, solid.kept.boxes, box);
    for (let i = 1; i + 1 < clipped.count; i++) {
      takeTriangle(clipped.corners, i, first);
      for (let k = DEPTHS; k < BALL; k++) first[k] = Number.NaN;
      first[BALL_RADIUS] = isInside ? Infinity : 0;
      first[BALL_SIDE] = INSIDE;
      first[DIRECTION] = search.direction;
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
  const item = nodeItem(node, search.direction, isOneSided || isParentInside);
  pushNode(search.pieces, Math.min(parentBound, distance + radius), item);
  if (least - radius > search.reach.lower) tryVertex(search, node);
}

/** Tries one vertex of a node that is entirely inside, any will do. Most other pieces are then too shallow before a triangle is reached. */
function tryVertex(search: Search, node: number): void {
  const { surface, solid } = search;
  const { links } = surface.tree;
  let link = links[AABB_STRIDE * node + AABB_LINK];
  while (link >= 0) link = links[AABB_STRIDE * link + AABB_LINK];
  const at = worldTriangleOf(surface, ~link);
  const { triangles } = surface.kept;
  findNearest(solid, triangles, at);
  improve(search, triangles, at);
}

function boxesMeet(a: Float64Array, i: number, b: Float64Array, j: number, slack: number): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (a[i + axis] > b[j + 3 + axis] + slack || b[j + axis] > a[i + 3 + axis] + slack) return false;
  return true;
}

/**
 * How far the current piece must move along its own normal to leave the solid; Infinity if that is too far to settle it. Most pieces of
 * thin overlaps can leave like that, even pieces whose corners are all outside: a shaft's side in a bearing with a groove.
 */
function lengthAlongNormal(search: Search): number {
  const { whole, exits, solid, noise, reach } = search;
  exits.count = 0;
  addExitsAlongNormals(exits, whole);
  for (let exit = 0; exit < exits.count; exit++) {
    const settling = settlingLength(search);
    let length = reach.lower;
    let isInward = false;
    for (let k = 0; k < 3; k++) {
      if (!(whole[DEPTHS + k] > 0)) continue;
      // A corner leaves soonest straight towards its exit: the more oblique the direction, the longer the path.
      const depth = whole[DEPTHS + k];
      const along = lengthAlong(exits, exit, whole, 3 * k, EXITS + 3 * k);
      if (along > 0) length = Math.max(length, depth * (depth / along));
      else isInward = true;
    }
    if (isInward) continue;
    const tried = Math.min(length + noise / 2, settling);
    if (tried > 0 && isOutAfter(solid, whole, exits, exit, tried)) return tried + noise / 2;
    if (tried < settling && isOutAfter(solid, whole, exits, exit, settling)) return settling + noise / 2;
  }
  return Infinity;
}

/**
 * Cuts off the part of the current piece that the translation to a corner's exit settles, and examines the rest; false if no corner's exit
 * settles a large enough part. Where the nearest surface changes along a line, as on the flank of a tooth, this finds the line at once;
 * halving would need pieces as small as the bounds are close.
 */
function cutOff(search: Search, bound: number): boolean {
  const { whole, exits, noise, first, cut } = search;
  const length = settlingLength(search);
  if (!(length > 0)) return false;
  for (let k = 0; k < 3; k++) {
    if (!(whole[DEPTHS + k] > 0)) continue;
    exits.count = 0;
    addExitThrough(exits, whole, 3 * k, whole, EXITS + 3 * k, 1);
    if (exits.count === 0) continue;
    for (let i = 0; i < 3; i++) cut.heights[i] = heightOf(exits, 0, whole, 3 * i);
    if (!cutTriangle(cut, whole, length) || farShare(cut) > MOST_LEFT) continue;
    if (!isNearPartOut(search, length)) continue;
    drop(search, length + noise / 2);
    for (let i = 1; i + 1 < cut.farCount; i++) {
      takeTriangle(cut.far, i, first);
      for (let k = DEPTHS; k < BALL; k++) first[k] = Number.NaN;
      for (let at = BALL; at < PIECE; at++) first[at] = whole[at];
      lookAtTriangle(search, first, bound);
    }
    return true;
  }
  return false;
}

/** Whether the near part of a cut is outside the solid after moving by `length` along the exit. */
function isNearPartOut({ cut, exits, solid, first }: Search, length: number): boolean {
  for (let i = 1; i + 1 < cut.nearCount; i++) {
    takeTriangle(cut.near, i, first);
    if (!isOutAfter(solid, first, exits, 0, length)) return false;
  }
  return true;
}

/** Cuts the current piece at the middle of its longest edge and examines both halves. */
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
function depthOfCorner(search: Search, piece: Float64Array, k: number): number {
  const { solid } = search;
  let depth = piece[DEPTHS + k];
  if (!Number.isNaN(depth)) return depth;
  const { corners, direction } = search;
  const entry = entryOf(corners, piece, 3 * k);
  depth = takeDepth(corners, entry, direction, piece, 3 * k, piece, EXITS + 3 * k);
  piece[DEPTHS + k] = depth;
  if (!Number.isNaN(depth)) return depth;
  findNearest(solid, piece, 3 * k);
  for (let axis = 0; axis < 3; axis++) {
    corner[axis] = piece[3 * k + axis];
    piece[EXITS + 3 * k + axis] = solid.point[axis];
  }
  depth = solid.distance > 0 && sideOf(solid, piece, corner) === INSIDE ? solid.distance : 0;
  piece[DEPTHS + k] = depth;
  keepDepth(corners, entry, direction, piece, 3 * k, depth, piece, EXITS + 3 * k);
  if (depth > 0) improve(search, corner, 0);
  return depth;
}

/** A point's side of the solid's surface: that of the piece's ball if the ball contains the point. Exact. */
function sideOf(solid: WorldSurface, piece: Float64Array, point: Float64Array): number {
  const radius = piece[BALL_RADIUS];
  if (radius > 0 && Math.sqrt(squareBetween(piece, BALL, point, 0)) + 2 * solid.noise < radius)
    return piece[BALL_SIDE];
  return sideOfPoint(solid, point);
}

/** Bounds the depth of a piece and queues it if it may be the deepest. */
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
    if (side === INSIDE) improve(search, centre, 0);
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
  // The maximum over a polyhedron tends to be at a corner, and a triangle that is half outside leaves like its inner corner.
  sortByDistance();
  for (let i = 0; i < 3; i++) {
    const k = farthest[i];
    if (depthOfCorner(search, piece, k) === 0) continue;
    addExitThrough(exits, piece, 3 * k, piece, EXITS + 3 * k, 1);
    break;
  }
  for (let exit = 0; exit < exits.count; exit++)
    if (bound > enough(search)) bound = Math.min(bound, lengthOut(search, piece, exit));
  if (bound > enough(search)) pushTriangle(search.pieces, bound, piece);
  else drop(search, bound);
}

/** Sets the piece's ball, unless its present ball contains all of the piece. */
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

/** How far the triangle must move along an exit's direction to be completely outside the solid; Infinity if it is not outside then. */
function lengthOut(search: Search, corners: Float64Array, exit: number): number {
  const { solid, reach, noise, exits } = search;
  // A length below the depth already known would prove nothing new.
  const length = Math.max(reach.lower, lengthToExit(exits, exit, corners)) + noise / 2;
  // The part beyond the exit's plane may already be outside, so the shortest length that would settle the piece is tried first.
  const least = enough(search) - noise / 2;
  if (length > least && least > 0 && isOutAfter(solid, corners, exits, exit, least)) return enough(search);
  return isOutAfter(solid, corners, exits, exit, length) ? length + noise / 2 : Infinity;
}

/** Records a point inside the solid, after `findNearest` for it. */
function improve({ reach, solid, directions, direction }: Search, p: Float64Array, at: number): void {
  const { least, point: exit } = solid;
  if (!(least > reach.lower)) return;
  reach.lower = least;
  reach.isOfA = directions[direction].isOfA;
  for (let axis = 0; axis < 3; axis++) reach.point[axis] = p[at + axis];
  reach.exit.set(exit);
}

function squareBetween(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const x = p[i] - q[j];
  const y = p[i + 1] - q[j + 1];
  const z = p[i + 2] - q[j + 2];
  return x * x + y * y + z * z;
}
