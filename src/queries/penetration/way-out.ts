import { bakePositions } from "../../geometry/affine.ts";
import {
  type ConvexPair,
  createConvexPair,
  findSupport,
  setConvexPair,
} from "../../geometry/convex/convex-pair.ts";
import { createConvexShape } from "../../geometry/convex/convex-shape.ts";
import { createConvexDistance, gjk } from "../../geometry/convex/gjk.ts";
import { faceNormal } from "../../geometry/convex/precise-normal.ts";
import { createSimplex } from "../../geometry/convex/simplex.ts";
import { type TriangleMesh, vertexOf } from "../../mesh/triangle-mesh.ts";
import { lengthOf } from "../../numerics/portable-math.ts";
import { createContactCache } from "../pairs/collide.ts";
import { type Motion, moveB, solidsMeet } from "./solids-meet.ts";

// The shortest way out that a handful of directions offers. Along a direction, the travel after which the hulls part is
// enough for sure; less may do for shapes with dents and holes. Samples find a shorter free travel, bisection the place
// where it begins. Every travel that counts has been tested on the solids themselves, so it is an upper bound, whatever
// the directions miss. Travels that are shorter than any can be are not tested: that leaves out tests, not answers.

/** A translation of b after which the solids share no point, and where they would first touch again. */
export interface WayOut {
  travel: number;
  /** The longest travel along `direction` that is known to be too short. */
  tooShort: number;
  readonly direction: Float64Array;
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  /** A shorter travel is rounding. */
  readonly floor: number;
  /** No way is shorter, whatever its direction. */
  readonly least: number;
}

const SAMPLES = 6;
/** Bisection ends when the travel is known to this share of itself: coarse to compare directions, fine for the best. */
const COARSE = 2 ** -10;
const FINE = 2 ** -36;
/** Squared, it is what a tilt adds to the travel. */
const TILT = 2 ** -20;
const MAX_ROUNDS = 6;

/**
 * `pair` are the hulls where they stand, `first` the direction in which they part soonest, `pushes` those in which
 * triangles that meet push b.
 */
export function findWayOut(
  motion: Motion,
  pair: ConvexPair,
  first: ArrayLike<number>,
  pushes: Float64Array[],
  least: number,
): WayOut {
  const way = createWay(pair, first, least);
  tryFirst(motion, pair, first, way);
  tryAll(motion, pair, pushes, way);
  for (const axis of AXES) tryBothWays(motion, pair, axis, way);
  // Where they touch again at the end of the way, the contact's own normal is often a shorter way.
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const before = way.travel;
    bisect(motion, way, FINE);
    tryAll(motion, pair, placeContact(motion, pair, way), way);
    tryBeside(motion, pair, way);
    if (way.travel > (1 - 2 * COARSE) * before) break;
  }
  bisect(motion, way, FINE);
  placeContact(motion, pair, way);
  return way;
}

/** For solids that touch: no way to go, one of the contact's normals, and a common point. */
export function findTouch(motion: Motion, pair: ConvexPair, pushes: Float64Array[]): WayOut {
  const way = createWay(pair, pushes[0] ?? AXES[0], 0);
  way.travel = 0;
  placeContact(motion, pair, way);
  return way;
}

function createWay(pair: ConvexPair, direction: ArrayLike<number>, least: number): WayOut {
  return {
    travel: Infinity,
    tooShort: 0,
    direction: Float64Array.from(direction),
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    floor: 2 ** -46 * pair.scale,
    least,
  };
}

/** The ways through the faces, edges and corners of a cube; a direction and its opposite are tried together. */
const AXES = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
  [1, 1, 0],
  [1, -1, 0],
  [0, 1, 1],
  [0, 1, -1],
  [1, 0, 1],
  [-1, 0, 1],
  [1, 1, 1],
  [-1, 1, 1],
  [1, -1, 1],
  [1, 1, -1],
].map((axis) => axis.map((x) => x / lengthOf(axis)));

/** How far the best direction is turned, in radians, to look for a better one beside it. */
const TURNS = [0.3, 0.1, 0.03];

/** A short walk over directions: each turn begins at the best so far. */
function tryBeside(motion: Motion, pair: ConvexPair, way: WayOut): void {
  for (const angle of TURNS) {
    const best = way.direction.slice();
    for (const axis of AXES.slice(0, 3)) {
      for (const sign of [angle, -angle]) {
        const turned = best.map((x, k) => x + sign * axis[k]);
        const length = lengthOf(turned);
        tryOneWay(
          motion,
          pair,
          turned.map((x) => x / length),
          way,
        );
      }
    }
  }
}

/** The hulls part here for sure; how much more than their touching it takes depends on rounding alone. */
function tryFirst(motion: Motion, pair: ConvexPair, direction: ArrayLike<number>, way: WayOut): void {
  const reach = reachAlong(pair, direction);
  let margin = way.floor;
  for (const x of motion.bToWorld) margin = Math.max(margin, 2 ** -46 * Math.abs(x));
  while (solidsMeet(motion, direction, reach + margin)) margin *= 8;
  way.travel = reach + margin;
  shorten(motion, direction, way.travel, way);
}

/**
 * Tries each direction, its opposite, and it with a trace of all others: on its own it may slide along a face that the
 * solids go on touching, and touching is meeting.
 */
function tryAll(motion: Motion, pair: ConvexPair, directions: Float64Array[], way: WayOut): void {
  for (const direction of directions) {
    tryBothWays(motion, pair, direction, way);
    const tilted = direction.slice();
    for (const other of directions)
      if (other !== direction) for (let k = 0; k < 3; k++) tilted[k] += TILT * other[k];
    const length = lengthOf(tilted);
    tryOneWay(
      motion,
      pair,
      tilted.map((x) => x / length),
      way,
    );
  }
}

function tryBothWays(motion: Motion, pair: ConvexPair, direction: ArrayLike<number>, way: WayOut): void {
  tryOneWay(motion, pair, Float64Array.from(direction), way);
  tryOneWay(
    motion,
    pair,
    Float64Array.from(direction, (x) => -x),
    way,
  );
}

function tryOneWay(motion: Motion, pair: ConvexPair, direction: Float64Array, way: WayOut): void {
  // Only what beats the best by more than its resolution is worth a search.
  const better = way.travel * (1 - 4 * FINE);
  if (better <= way.least) return;
  shorten(motion, direction, Math.min(reachAlong(pair, direction) * (1 + FINE), better), way);
}

/** Looks for a free travel of at most `most`, and for the place where it begins. */
function shorten(motion: Motion, direction: ArrayLike<number>, most: number, way: WayOut): void {
  let short = 0;
  for (let k = 1; k <= SAMPLES; k++) {
    const travel = (k * most) / SAMPLES;
    if (travel < way.least || solidsMeet(motion, direction, travel)) {
      short = travel;
      continue;
    }
    way.travel = travel;
    way.tooShort = short;
    way.direction.set(direction);
    bisect(motion, way, COARSE);
    return;
  }
}

/** Narrows the place where the way becomes free. Halves only: a jump to where the contact ends would depend on which contact a tree finds. */
function bisect(motion: Motion, way: WayOut, resolution: number): void {
  // The deepest corner is often the last to leave: then the way is free right behind it, and one test is enough.
  const behind = way.least + 0.5 * resolution * way.travel;
  if (resolution === FINE && behind > way.tooShort && behind < way.travel) {
    if (solidsMeet(motion, way.direction, behind)) way.tooShort = behind;
    else {
      way.travel = behind;
      way.tooShort = Math.max(way.tooShort, way.least);
    }
  }
  while (way.travel - way.tooShort > resolution * way.travel && way.travel > way.floor) {
    const middle = (way.tooShort + way.travel) / 2;
    if (middle < way.least || solidsMeet(motion, way.direction, middle)) way.tooShort = middle;
    else way.travel = middle;
  }
}

/** How far the hull of b must travel along the direction until it has passed the hull of a. */
function reachAlong(pair: ConvexPair, direction: ArrayLike<number>): number {
  const { support } = pair;
  along.set(direction);
  findSupport(pair, along, 0, true);
  return Math.max(0, support[0] * along[0] + support[1] * along[1] + support[2] * along[2]);
}

const along = new Float64Array(16);

/**
 * Finds where b, pushed back a little from the end of its way, touches a first; writes the points, and returns the
 * directions that the contact suggests.
 */
function placeContact(motion: Motion, hulls: ConvexPair, way: WayOut): Float64Array[] {
  const { a, b, aToWorld, moved, query } = motion;
  const { direction, travel, pointA, pointB } = way;
  const cache = createContactCache();
  solidsMeet({ ...motion, query: { ...query, cache } }, direction, way.tooShort);
  if (cache.triangleA < 0) {
    // b has left a's inside without a contact that a test could have seen: any point of the hull's side will do.
    reachAlong(hulls, direction);
    const corner = hulls.a.sources[hulls.cornerA];
    pointA.set(bakePositions(a.mesh.positions, aToWorld).subarray(3 * corner, 3 * corner + 3));
    for (let axis = 0; axis < 3; axis++) pointB[axis] = pointA[axis] - travel * direction[axis];
    return [];
  }
  moveB(motion, direction, travel);
  const cornersA = trianglePoints(a.mesh, aToWorld, cache.triangleA);
  const cornersB = trianglePoints(b.mesh, moved, cache.triangleB);
  const triangles = createConvexPair();
  const distance = createConvexDistance();
  setConvexPair(triangles, createConvexShape(cornersA), IDENTITY, createConvexShape(cornersB), IDENTITY);
  gjk(triangles, createSimplex(), false, distance);
  pointA.set(distance.pointA);
  for (let axis = 0; axis < 3; axis++) pointB[axis] = distance.pointB[axis] - travel * direction[axis];
  const normals = [cornersA, cornersB].map((corners) => {
    const normal = new Float64Array(3);
    faceNormal(corners, 0, 3, 6, normal);
    return normal;
  });
  return [distance.direction, ...normals].filter((d) => lengthOf(d) > 0.5);
}

function trianglePoints(mesh: TriangleMesh, pose: Float64Array, triangle: number): Float64Array {
  const points = new Float64Array(9);
  for (let k = 0; k < 3; k++) {
    const v = 3 * vertexOf(mesh, triangle, k);
    points.set(mesh.positions.subarray(v, v + 3), 3 * k);
  }
  return bakePositions(points, pose);
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
