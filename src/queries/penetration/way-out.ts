import type { ConvexPair } from "../../geometry/convex/convex-pair.ts";
import { lengthOf } from "../../numerics/portable-math.ts";
import { type BallCover, coverLine, freeFrom } from "./ball-cover.ts";
import type { KnownPairs, Line } from "./known-pairs.ts";
import { placeContact } from "./place-contact.ts";
import { AXES, searchWidely } from "./search-widely.ts";
import { followContacts, lookBeside, tryFrom } from "./shorten-way.ts";
import { type Motion, solidsMeet } from "./solids-meet.ts";
import type { UncoveredSearch } from "./uncovered.ts";
import { nextUncovered } from "./uncovered-kernel.ts";
import { createWalk, type Walk, walkOut } from "./walk-out.ts";
import {
  bisect,
  createWay,
  FINE,
  GAIN,
  meetsAfter,
  NOWHERE,
  narrow,
  reachAlong,
  takeWay,
  type WayOut,
} from "./way.ts";

// The shortest way out that a handful of directions offers. Along a direction, the travel after which the hulls part is
// enough for sure; less may do for shapes with dents and holes. Samples find a shorter free travel, bisection the place
// where it begins. Every travel that counts has been tested on the solids themselves, so it is an upper bound, whatever
// the directions miss. Travels that are shorter than any can be, and those after which inner balls still meet, are not tested:
// that leaves out tests, not answers.

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
  const isOfHulls = way.travel === farthest;
  if (isOfHulls) leaveHull(motion, pair, first, way);
  if (!(way.travel <= GOOD * way.least)) way.least = Math.max(way.least, meeting.least());
  if (!(way.travel <= GOOD * way.least))
    searchWidely(motion, pair, [...meeting.pushes(), Float64Array.from(first)], way);
  if (!isOfHulls) lookBeside(motion, way);
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

/** Brings `tooShort` next to the end of the way: what stands there is what the solids touch last. */
function closeIn(motion: Motion, way: WayOut): void {
  const near = way.travel * (1 - FINE) - 8 * way.floor;
  coverLine(way.cover, way.direction);
  if (near > way.tooShort && meetsAfter(motion, way.direction, near, way)) way.tooShort = near;
  bisect(motion, way, FINE);
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

/** The hulls part here for sure; how much more than their touching it takes depends on rounding alone. */
function leaveHull(motion: Motion, pair: ConvexPair, direction: ArrayLike<number>, way: WayOut): void {
  const reach = reachAlong(pair, direction);
  let margin = way.floor;
  for (const x of motion.bToWorld) margin = Math.max(margin, 2 ** -46 * Math.abs(x));
  while (solidsMeet(motion, direction, reach + margin)) margin *= 8;
  takeWay(way, direction, reach + margin, 0, -1, -1);
}
