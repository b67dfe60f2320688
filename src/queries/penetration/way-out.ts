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
import { type BallCover, coveredFrom, coverLine, freeFrom } from "./ball-cover.ts";
import {
  addPlane,
  type ContactPlanes,
  createContactPlanes,
  keepLastPlane,
  shortestTranslation,
} from "./contact-planes.ts";
import { type KnownPairs, type Line, lastExit } from "./known-pairs.ts";
import { type Motion, moveB, solidsMeet } from "./solids-meet.ts";
import type { UncoveredSearch } from "./uncovered.ts";
import { nextUncovered } from "./uncovered-kernel.ts";
import { createWalk, type Walk, walkOut } from "./walk-out.ts";

// The shortest way out that a handful of directions offers. Along a direction, the travel after which the hulls part is
// enough for sure; less may do for shapes with dents and holes. Samples find a shorter free travel, bisection the place
// where it begins. Every travel that counts has been tested on the solids themselves, so it is an upper bound, whatever
// the directions miss. Travels that are shorter than any can be, and those after which inner balls still meet, are not tested:
// that leaves out tests, not answers.

/** A translation of b after which the solids share no point, and where they would first touch again. */
export interface WayOut {
  travel: number;
  /** The longest travel along `direction` that is known to be too short. */
  tooShort: number;
  readonly direction: Float64Array;
  /** The triangles that part last, and are next to each other after the travel; −1 where they are not known. */
  triangleA: number;
  triangleB: number;
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  /** A shorter travel is rounding. */
  readonly floor: number;
  /** No way is shorter, whatever its direction. */
  least: number;
  /** Translations after which the solids surely meet. */
  readonly cover: BallCover;
  /** Triangles that have met on the way. */
  readonly known: KnownPairs;
}

const SAMPLES = 6;
/** Bisection ends when the travel is known to this share of itself: coarse to compare directions, fine for the best. */
const COARSE = 2 ** -10;
const FINE = 2 ** -36;
/** Squared, it is what a tilt adds to the travel. */
const TILT = 2 ** -20;

/** A direction is tried where balls part this much sooner than the best way: they part a little sooner than the solids do. */
const PROMISING = 0.97;
/** A way of at most this many times the least needs no wider search. */
const GOOD = 1.5;

/** What is found out about triangles that meet where b stands, only if inner balls do not lead to a good way. */
export interface MeetingTriangles {
  /** The directions in which they push b. */
  pushes(): Float64Array[];
  /** The least length of a way by what is between them. */
  least(): number;
}

/** `pair` are the hulls where they stand, `first` the direction in which they part soonest. */
export function findWayOut(
  motion: Motion,
  pair: ConvexPair,
  first: ArrayLike<number>,
  meeting: MeetingTriangles,
  least: number,
  cover: BallCover,
  known: KnownPairs,
  uncovered: UncoveredSearch | null,
): WayOut {
  const way = createWay(pair, first, least, cover, known);
  const farthest = reachAlong(pair, first) * (1 + FINE) + way.floor;
  way.travel = farthest;
  let isFirst = true;
  while (
    uncovered !== null &&
    (isFirst ? uncovered.foundCount > 0 : nextUncovered(uncovered, cover, PROMISING * way.travel))
  ) {
    isFirst = false;
    const walk = createWalk();
    const at = 3 * (uncovered.foundCount - 1);
    if (
      tryFrom(motion, uncovered.found.slice(at, at + 3), 0, way, walk) ||
      dive(motion, uncovered, way, walk)
    )
      followContacts(motion, way, walk);
  }
  if (way.travel === farthest) leaveHull(motion, pair, first, way);
  if (!(way.travel <= GOOD * way.least)) way.least = Math.max(way.least, meeting.least());
  if (!(way.travel <= GOOD * way.least))
    searchWidely(motion, pair, [...meeting.pushes(), Float64Array.from(first)], way);
  if (way.triangleA < 0) closeIn(motion, way);
  placeContact(motion, pair, way);
  return way;
}

/** Looks for a free translation beyond an uncovered one: balls leave it free, and away from them the solids may leave it free, too. */
function dive(motion: Motion, { place, away }: UncoveredSearch, way: WayOut, walk: Walk): boolean {
  const line = { base: place, direction: away };
  const most = travelWithin(line, (1 - GAIN) * way.travel);
  if (!(most > 0) || !walkOut(motion, way.known, line, 0, most, way.floor, walk)) return false;
  const direction = new Float64Array(3);
  for (let k = 0; k < 3; k++) direction[k] = place[k] + walk.travel * away[k];
  const length = lengthOf(direction);
  if (!(length < (1 - GAIN) * way.travel)) return false;
  for (let k = 0; k < 3; k++) direction[k] /= length;
  // What stood in the way there may not stand in this one; and less of it may do.
  coverLine(way.cover, direction);
  const from = Math.min(freeFrom(way.cover, way.least), length);
  const straight = { base: NOWHERE, direction };
  if (walkOut(motion, way.known, straight, from, length * (1 + FINE) + 8 * way.floor, way.floor, walk)) {
    if (walk.triangleA < 0) narrow(motion, direction, 0, walk.travel, way);
    else takeWay(way, direction, walk.travel, walk.tooShort, walk.triangleA, walk.triangleB);
    return true;
  }
  if (solidsMeet(motion, direction, length)) return false;
  walk.triangleA = walk.triangleB = -1;
  takeWay(way, direction, length, way.least, -1, -1);
  return true;
}

/** The travel after which a line, which begins nearer than that, is `distance` away from the origin; negative if it begins farther away. */
function travelWithin({ base, direction }: Line, distance: number): number {
  const along = base[0] * direction[0] + base[1] * direction[1] + base[2] * direction[2];
  const squared = base[0] * base[0] + base[1] * base[1] + base[2] * base[2] - distance * distance;
  return squared < 0 ? Math.sqrt(along * along - squared) - along : -1;
}

function takeWay(
  way: WayOut,
  direction: ArrayLike<number>,
  travel: number,
  tooShort: number,
  triangleA: number,
  triangleB: number,
): void {
  way.travel = travel;
  way.tooShort = tooShort;
  way.direction.set(direction);
  way.triangleA = triangleA;
  way.triangleB = triangleB;
}

/** Tries directions of which nothing is known, for solids that balls do not fill. */
function searchWidely(motion: Motion, pair: ConvexPair, pushes: Float64Array[], way: WayOut): void {
  const { cover } = way;
  // The most promising first: what it finds rules out most of the others without a test.
  const tries = [...tiltedPushes(pushes), ...AXES_BOTH_WAYS].map((direction) => {
    coverLine(cover, direction);
    return { direction, travel: freeFrom(cover, 0) };
  });
  tries.sort((p, q) => p.travel - q.travel);
  for (const { direction } of tries) tryOneWay(motion, pair, direction, way);
  do followContacts(motion, way, createWalk());
  while (reverse(motion, pair, way) || turn(motion, way));
}

/** Brings `tooShort` next to the end of the way: what stands there is what the solids touch last. */
function closeIn(motion: Motion, way: WayOut): void {
  const near = way.travel * (1 - FINE) - 8 * way.floor;
  coverLine(way.cover, way.direction);
  if (near > way.tooShort && meetsAfter(motion, way.direction, near, way)) way.tooShort = near;
  bisect(motion, way, FINE);
}

/** Whether the opposite direction is shorter; then the way takes it. A part that is nearly through a hole leaves on either side. */
function reverse(motion: Motion, pair: ConvexPair, way: WayOut): boolean {
  const before = way.travel;
  tryOneWay(
    motion,
    pair,
    way.direction.map((x) => -x),
    way,
  );
  return way.travel < before;
}

/** How far the best direction is turned, in radians, to look for a better one beside it. */
const TURNS = [0.2, 0.05];

/** Whether a direction beside that of the way is free sooner; then the way takes it. */
function turn(motion: Motion, way: WayOut): boolean {
  const most = (1 - GAIN) * way.travel;
  const turned = new Float64Array(3);
  if (most <= way.least) return false;
  for (const angle of TURNS)
    for (const axis of AXES_BOTH_WAYS.slice(0, 6)) {
      for (let k = 0; k < 3; k++) turned[k] = way.direction[k] + angle * axis[k];
      const length = lengthOf(turned);
      for (let k = 0; k < 3; k++) turned[k] /= length;
      coverLine(way.cover, turned);
      if (meetsAfter(motion, turned, most, way)) continue;
      narrow(motion, turned, 0, most, way);
      return true;
    }
  return false;
}

const MAX_CONTACTS = 16;
/** A way that is shorter by less than this share of it is not taken. */
const GAIN = 2 ** -12;
/** Contact planes that allow less than this share of the way to be gained are not followed. */
const WORTH_A_STEP = 2 ** -11;
/** How much of the way to the suggested translation is gone: less where the contact is curved. */
const STEPS = [1 - TILT, 0.5, 0.25];

/** Where they touch again at the end of the way, the planes of contact suggest a shorter one. */
function followContacts(motion: Motion, way: WayOut, walk: Walk): void {
  const planes = createContactPlanes();
  for (let i = 0; i < MAX_CONTACTS; i++) {
    if (walk.triangleA < 0 && !finish(motion, way, walk)) return;
    addPlane(planes, walk.normal, way.travel * dot(walk.normal, way.direction));
    if (!stepAside(motion, way, planes, walk)) return;
  }
}

/** Looks for a shorter way at, or towards, the shortest translation that all planes allow. */
function stepAside(motion: Motion, way: WayOut, planes: ContactPlanes, walk: Walk): boolean {
  const direction = new Float64Array(3);
  for (const step of STEPS) {
    if (!allowsShorter(planes, way)) {
      // Planes of earlier contacts may not hold here.
      keepLastPlane(planes);
      if (!allowsShorter(planes, way)) return false;
    }
    for (let k = 0; k < 3; k++)
      direction[k] = step * planes.shortest[k] + (1 - step) * way.travel * way.direction[k];
    const length = lengthOf(direction);
    if (!(length < (1 - GAIN) * way.travel)) return false;
    for (let k = 0; k < 3; k++) direction[k] /= length;
    if (tryFrom(motion, direction, length, way, walk)) return true;
  }
  return false;
}

function allowsShorter(planes: ContactPlanes, { travel }: WayOut): boolean {
  return shortestTranslation(planes) && lengthOf(planes.shortest) < (1 - WORTH_A_STEP) * travel;
}

/** Looks for a shorter way along `direction`, of which about `length` should be enough. */
function tryFrom(motion: Motion, direction: Float64Array, length: number, way: WayOut, walk: Walk): boolean {
  const most = way.travel * (1 - GAIN);
  const line = { base: NOWHERE, direction };
  coverLine(way.cover, direction);
  let from = freeFrom(way.cover, Math.max(length, way.least));
  if (!(from < most)) return false;
  if (length > 0)
    from = freeFrom(
      way.cover,
      Math.max(way.least, Math.min(from, lastExit(way.known, line, from) - way.floor)),
    );
  if (!walkOut(motion, way.known, line, from, most, way.floor, walk)) return false;
  if (walk.triangleA < 0) narrow(motion, direction, 0, walk.travel, way);
  else takeWay(way, direction, walk.travel, walk.tooShort, walk.triangleA, walk.triangleB);
  return true;
}

/** Finds where the way becomes free, to rounding, and what stands there; false if that is not a pair of triangles. */
function finish(motion: Motion, way: WayOut, walk: Walk): boolean {
  coverLine(way.cover, way.direction);
  way.tooShort = Math.max(way.tooShort, way.least, Math.min(freeFrom(way.cover, way.tooShort), way.travel));
  for (let again = 0; again < 2; again++) {
    const most = way.travel * (1 + FINE) + 8 * way.floor;
    const line = { base: NOWHERE, direction: way.direction };
    if (walkOut(motion, way.known, line, way.tooShort, most, way.floor, walk) && walk.triangleA >= 0) {
      const travel = Math.min(way.travel, walk.travel);
      takeWay(way, way.direction, travel, Math.min(travel, walk.tooShort), walk.triangleA, walk.triangleB);
      return true;
    }
    bisect(motion, way, again === 0 ? COARSE : FINE);
  }
  return false;
}

function dot(u: Float64Array, v: Float64Array): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

/** For solids that touch: no way to go, one of the contact's normals, and a common point. */
export function findTouch(
  motion: Motion,
  pair: ConvexPair,
  pushes: Float64Array[],
  cover: BallCover,
  known: KnownPairs,
): WayOut {
  const way = createWay(pair, pushes[0] ?? AXES[0], 0, cover, known);
  way.travel = 0;
  placeContact(motion, pair, way);
  return way;
}

function createWay(
  pair: ConvexPair,
  direction: ArrayLike<number>,
  least: number,
  cover: BallCover,
  known: KnownPairs,
): WayOut {
  known.count = 0;
  return {
    travel: Infinity,
    tooShort: 0,
    direction: Float64Array.from(direction),
    triangleA: -1,
    triangleB: -1,
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    floor: 2 ** -46 * pair.scale,
    least,
    cover,
    known,
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
const AXES_BOTH_WAYS = AXES.flatMap((axis) => [Float64Array.from(axis), Float64Array.from(axis, (x) => -x)]);

/** The hulls part here for sure; how much more than their touching it takes depends on rounding alone. */
function leaveHull(motion: Motion, pair: ConvexPair, direction: ArrayLike<number>, way: WayOut): void {
  const reach = reachAlong(pair, direction);
  let margin = way.floor;
  for (const x of motion.bToWorld) margin = Math.max(margin, 2 ** -46 * Math.abs(x));
  while (solidsMeet(motion, direction, reach + margin)) margin *= 8;
  takeWay(way, direction, reach + margin, 0, -1, -1);
}

/**
 * Each direction, its opposite, and it with a trace of all others: on its own it may slide along a face that the solids go on
 * touching, and touching is meeting.
 */
function tiltedPushes(directions: Float64Array[]): Float64Array[] {
  return directions.flatMap((direction) => {
    const tilted = direction.slice();
    for (const other of directions)
      if (other !== direction) for (let k = 0; k < 3; k++) tilted[k] += TILT * other[k];
    const length = lengthOf(tilted);
    return [direction, direction.map((x) => -x), tilted.map((x) => x / length)];
  });
}

function tryOneWay(motion: Motion, pair: ConvexPair, direction: Float64Array, way: WayOut): void {
  // Only what beats the best by more than its resolution is worth a search.
  const better = way.travel * (1 - 4 * FINE);
  if (better <= way.least) return;
  shorten(motion, direction, Math.min(reachAlong(pair, direction) * (1 + FINE), better), way);
}

/** Looks for a free travel of at most `most`, and for the place where it begins. */
function shorten(motion: Motion, direction: ArrayLike<number>, most: number, way: WayOut): void {
  const { cover } = way;
  coverLine(cover, direction);
  // A hole of a is a gap between balls: its middle is where b fits, if anywhere.
  let free = freeFrom(cover, 0);
  for (let again = 0; free <= most; free = freeFrom(cover, again)) {
    again = coveredFrom(cover, free);
    if (again === Infinity) break;
    const middle = (free + again) / 2;
    if (middle > most || meetsAfter(motion, direction, middle, way)) continue;
    narrow(motion, direction, free, middle, way);
    return;
  }
  if (free > most) return;
  let short = 0;
  for (let k = 1; k <= SAMPLES; k++) {
    const travel = (k * most) / SAMPLES;
    if (!meetsAfter(motion, direction, travel, way)) {
      narrow(motion, direction, short, travel, way);
      return;
    }
    short = travel;
  }
}

/** Takes a way that is free after `travel` but not after `short`. */
function narrow(
  motion: Motion,
  direction: ArrayLike<number>,
  short: number,
  travel: number,
  way: WayOut,
): void {
  takeWay(way, direction, travel, short, -1, -1);
  bisect(motion, way, COARSE);
}

/** `solidsMeet` on the line of `coverLine`; most travels need no test. */
function meetsAfter(motion: Motion, direction: ArrayLike<number>, travel: number, way: WayOut): boolean {
  return travel < way.least || freeFrom(way.cover, travel) > travel || solidsMeet(motion, direction, travel);
}

/** Narrows the place where the way becomes free. Halves only: a jump to where the contact ends would depend on which contact a tree finds. */
function bisect(motion: Motion, way: WayOut, resolution: number): void {
  coverLine(way.cover, way.direction);
  // The deepest corner is often the last to leave: then the way is free right behind it, and one test is enough.
  const behind = way.least + 0.5 * resolution * way.travel;
  if (resolution === FINE && behind > way.tooShort && behind < way.travel) {
    if (meetsAfter(motion, way.direction, behind, way)) way.tooShort = behind;
    else {
      way.travel = behind;
      way.tooShort = Math.max(way.tooShort, way.least);
    }
  }
  while (way.travel - way.tooShort > resolution * way.travel && way.travel > way.floor) {
    const middle = (way.tooShort + way.travel) / 2;
    if (meetsAfter(motion, way.direction, middle, way)) way.tooShort = middle;
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
const NOWHERE = new Float64Array(3);

/**
 * Finds where b, pushed back a little from the end of its way, touches a first; writes the points, and returns the
 * directions that the contact suggests.
 */
function placeContact(motion: Motion, hulls: ConvexPair, way: WayOut): Float64Array[] {
  const { a, b, aToWorld, moved, query } = motion;
  const { direction, travel, pointA, pointB } = way;
  let { triangleA, triangleB } = way;
  if (triangleA < 0) {
    const cache = createContactCache();
    solidsMeet({ ...motion, query: { ...query, cache } }, direction, way.tooShort);
    triangleA = cache.triangleA;
    triangleB = cache.triangleB;
  }
  if (triangleA < 0) {
    // b has left a's inside without a contact that a test could have seen: any point of the hull's side will do.
    reachAlong(hulls, direction);
    const corner = hulls.a.sources[hulls.cornerA];
    pointA.set(bakePositions(a.mesh.positions, aToWorld).subarray(3 * corner, 3 * corner + 3));
    for (let axis = 0; axis < 3; axis++) pointB[axis] = pointA[axis] - travel * direction[axis];
    return [];
  }
  moveB(motion, direction, travel);
  const cornersA = trianglePoints(a.mesh, aToWorld, triangleA);
  const cornersB = trianglePoints(b.mesh, moved, triangleB);
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
