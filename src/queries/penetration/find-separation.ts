import type { ConvexPair } from "../../geometry/convex/convex-pair.ts";
import { lengthOf } from "../../numerics/portable-math.ts";
import { type BallCover, coverLine, freeFrom } from "./ball-cover.ts";
import type { KnownPairs, Line } from "./known-pairs.ts";
import { placeContact } from "./place-contact.ts";
import { AXES, searchWidely } from "./search-widely.ts";
import {
  bisect,
  createSeparation,
  FINE,
  GAIN,
  meetsAfter,
  NOWHERE,
  reachAlong,
  type Separation,
  setBisected,
  setSeparation,
} from "./separation.ts";
import { followContacts, lookBeside, tryFrom } from "./shorten-separation.ts";
import { type Motion, solidsMeet } from "./solids-meet.ts";
import type { UncoveredSearch } from "./uncovered.ts";
import { nextUncovered } from "./uncovered-kernel.ts";
import { createWalk, type Walk, walkOut } from "./walk-out.ts";

// The shortest separation among a handful of directions. Along a direction, the travel after which the hulls separate is certainly enough;
// shapes with dents and holes may need less. Samples find a shorter free travel, and bisection finds where it becomes free. Every result is
// tested on the solids themselves, so it is an upper bound, whatever the directions miss. Travels below the lower bound, or at which inner
// balls still meet, are not tested: that saves tests and changes no answer.

/**
 * A direction is tried if balls separate in it this much sooner than the best separation, since balls separate a little sooner than solids.
 */
const PROMISING = 0.97;
/** A separation of at most this many times the lower bound needs no wider search. */
const GOOD = 1.5;

/** What the triangles that meet at b's pose tell; computed only if inner balls do not lead to a good separation. */
export interface MeetingTriangles {
  /** The directions in which the triangles push b. */
  pushes(): Float64Array[];
  /** A lower bound of its length, from points between the triangles. */
  least(): number;
}

/** `pair` holds the hulls at their poses, `first` is the direction in which they separate soonest. */
export function findSeparation(
  motion: Motion,
  pair: ConvexPair,
  first: ArrayLike<number>,
  meeting: MeetingTriangles,
  least: number,
  cover: BallCover,
  known: KnownPairs,
  uncovered: UncoveredSearch | null,
): Separation {
  const separation = createSeparation(pair, first, least, cover, known);
  const farthest = reachAlong(pair, first) * (1 + FINE) + separation.floor;
  separation.travel = farthest;
  let isFirst = true;
  while (
    uncovered !== null &&
    (isFirst ? uncovered.foundCount > 0 : nextUncovered(uncovered, cover, PROMISING * separation.travel))
  ) {
    isFirst = false;
    const walk = createWalk();
    const at = 3 * (uncovered.foundCount - 1);
    if (
      tryFrom(motion, uncovered.found.slice(at, at + 3), 0, separation, walk) ||
      dive(motion, uncovered, separation, walk)
    )
      followContacts(motion, separation, walk);
  }
  const isOfHulls = separation.travel === farthest;
  if (isOfHulls) leaveHull(motion, pair, first, separation);
  if (!(separation.travel <= GOOD * separation.least))
    separation.least = Math.max(separation.least, meeting.least());
  if (!(separation.travel <= GOOD * separation.least))
    searchWidely(motion, pair, [...meeting.pushes(), Float64Array.from(first)], separation);
  if (!isOfHulls) lookBeside(motion, separation);
  if (separation.triangleA < 0) closeIn(motion, separation);
  placeContact(motion, pair, separation);
  return separation;
}

/** Looks for a free translation beyond an uncovered one: balls leave it free, and farther away from them the solids may too. */
function dive(motion: Motion, { place, away }: UncoveredSearch, separation: Separation, walk: Walk): boolean {
  const line = { base: place, direction: away };
  const most = travelWithin(line, (1 - GAIN) * separation.travel);
  if (!(most > 0) || !walkOut(motion, separation.known, line, 0, most, separation.floor, walk)) return false;
  const direction = new Float64Array(3);
  for (let k = 0; k < 3; k++) direction[k] = place[k] + walk.travel * away[k];
  const length = lengthOf(direction);
  if (!(length < (1 - GAIN) * separation.travel)) return false;
  for (let k = 0; k < 3; k++) direction[k] /= length;
  // What blocked that translation may not block this line, and a shorter travel may do.
  coverLine(separation.cover, direction);
  const from = Math.min(freeFrom(separation.cover, separation.least), length);
  const straight = { base: NOWHERE, direction };
  if (
    walkOut(
      motion,
      separation.known,
      straight,
      from,
      length * (1 + FINE) + 8 * separation.floor,
      separation.floor,
      walk,
    )
  ) {
    if (walk.triangleA < 0) setBisected(motion, direction, 0, walk.travel, separation);
    else setSeparation(separation, direction, walk.travel, walk.tooShort, walk.triangleA, walk.triangleB);
    return true;
  }
  if (solidsMeet(motion, direction, length)) return false;
  walk.triangleA = walk.triangleB = -1;
  setSeparation(separation, direction, length, separation.least, -1, -1);
  return true;
}

/** The travel at which a line that starts within `distance` of the origin reaches it; negative if it starts farther away. */
function travelWithin({ base, direction }: Line, distance: number): number {
  const along = base[0] * direction[0] + base[1] * direction[1] + base[2] * direction[2];
  const squared = base[0] * base[0] + base[1] * base[1] + base[2] * base[2] - distance * distance;
  return squared < 0 ? Math.sqrt(along * along - squared) - along : -1;
}

/** Raises `tooShort` to just before the end of the translation: what meets there is what the solids touch last. */
function closeIn(motion: Motion, separation: Separation): void {
  const near = separation.travel * (1 - FINE) - 8 * separation.floor;
  coverLine(separation.cover, separation.direction);
  if (near > separation.tooShort && meetsAfter(motion, separation.direction, near, separation))
    separation.tooShort = near;
  bisect(motion, separation, FINE);
}

/** For solids that only touch: zero travel, one of the contact's normals, and a common point. */
export function findTouch(
  motion: Motion,
  pair: ConvexPair,
  pushes: Float64Array[],
  cover: BallCover,
  known: KnownPairs,
): Separation {
  const separation = createSeparation(pair, pushes[0] ?? AXES[0], 0, cover, known);
  separation.travel = 0;
  placeContact(motion, pair, separation);
  return separation;
}

/** Here the hulls certainly separate; how much more travel than touching takes depends only on rounding. */
function leaveHull(
  motion: Motion,
  pair: ConvexPair,
  direction: ArrayLike<number>,
  separation: Separation,
): void {
  const reach = reachAlong(pair, direction);
  let margin = separation.floor;
  for (const x of motion.bToWorld) margin = Math.max(margin, 2 ** -46 * Math.abs(x));
  while (solidsMeet(motion, direction, reach + margin)) margin *= 8;
  setSeparation(separation, direction, reach + margin, 0, -1, -1);
}
