import { type ConvexPair, findSupport } from "../../geometry/convex/convex-pair.ts";
import { type BallCover, coverLine, freeFrom } from "./ball-cover.ts";
import type { KnownPairs } from "./known-pairs.ts";
import { type Motion, solidsMeet } from "./solids-meet.ts";

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

/** Bisection ends when the travel is known to this share of itself: coarse to compare directions, fine for the best. */
export const COARSE = 2 ** -10;
export const FINE = 2 ** -36;
/** Squared, it is what a tilt adds to the travel. */
export const TILT = 2 ** -20;

/** A way that is shorter by less than this share of it is not taken. */
export const GAIN = 2 ** -12;
export const NOWHERE = new Float64Array(3);

export function createWay(
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

export function takeWay(
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

/** Takes a way that is free after `travel` but not after `short`. */
export function narrow(
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
export function meetsAfter(
  motion: Motion,
  direction: ArrayLike<number>,
  travel: number,
  way: WayOut,
): boolean {
  return travel < way.least || freeFrom(way.cover, travel) > travel || solidsMeet(motion, direction, travel);
}

/** Narrows the place where the way becomes free. Halves only: a jump to where the contact ends would depend on which contact a tree finds. */
export function bisect(motion: Motion, way: WayOut, resolution: number): void {
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
export function reachAlong(pair: ConvexPair, direction: ArrayLike<number>): number {
  const { support } = pair;
  along.set(direction);
  findSupport(pair, along, 0, true);
  return Math.max(0, support[0] * along[0] + support[1] * along[1] + support[2] * along[2]);
}

const along = new Float64Array(16);
