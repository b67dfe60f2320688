import { type ConvexPair, findSupport } from "../../geometry/convex/convex-pair.ts";
import { type BallCover, coverLine, freeFrom } from "./ball-cover.ts";
import type { KnownPairs } from "./known-pairs.ts";
import { type Motion, solidsMeet } from "./solids-meet.ts";

/** A separating translation of b: after it the solids share no point. And where they would first touch again on the way back. */
export interface Separation {
  travel: number;
  /** The longest travel along `direction` known to be too short. */
  tooShort: number;
  readonly direction: Float64Array;
  /** The triangles that separate last and are adjacent after the travel; −1 if unknown. */
  triangleA: number;
  triangleB: number;
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  /** Travels below this are rounding. */
  readonly floor: number;
  /** No separation is shorter, whatever its direction. */
  least: number;
  /** Translations after which the solids certainly meet. */
  readonly cover: BallCover;
  /** Triangles that met along tested lines. */
  readonly known: KnownPairs;
}

/** Bisection ends when the travel is known to this fraction of itself: coarse to compare directions, fine for the best one. */
export const COARSE = 2 ** -10;
export const FINE = 2 ** -36;
/** A tilt adds its square to the travel. */
export const TILT = 2 ** -20;

/** A separation that is shorter by less than this fraction is not taken. */
export const GAIN = 2 ** -12;
export const NOWHERE = new Float64Array(3);

export function createSeparation(
  pair: ConvexPair,
  direction: ArrayLike<number>,
  least: number,
  cover: BallCover,
  known: KnownPairs,
): Separation {
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

export function setSeparation(
  separation: Separation,
  direction: ArrayLike<number>,
  travel: number,
  tooShort: number,
  triangleA: number,
  triangleB: number,
): void {
  separation.travel = travel;
  separation.tooShort = tooShort;
  separation.direction.set(direction);
  separation.triangleA = triangleA;
  separation.triangleB = triangleB;
}

/** Takes the direction, in which b is free after `travel` but not after `short`, and bisects coarsely between the two. */
export function setBisected(
  motion: Motion,
  direction: ArrayLike<number>,
  short: number,
  travel: number,
  separation: Separation,
): void {
  setSeparation(separation, direction, travel, short, -1, -1);
  bisect(motion, separation, COARSE);
}

/** `solidsMeet` on the line of `coverLine`; most travels need no test. */
export function meetsAfter(
  motion: Motion,
  direction: ArrayLike<number>,
  travel: number,
  separation: Separation,
): boolean {
  return (
    travel < separation.least ||
    freeFrom(separation.cover, travel) > travel ||
    solidsMeet(motion, direction, travel)
  );
}

/**
 * Narrows down where b becomes free. By halves only: jumping to where the contact ends would depend on which contact a tree
 * finds.
 */
export function bisect(motion: Motion, separation: Separation, resolution: number): void {
  coverLine(separation.cover, separation.direction);
  // The deepest corner is often the last to leave. Then b is free right behind it, and one test is enough.
  const behind = separation.least + 0.5 * resolution * separation.travel;
  if (resolution === FINE && behind > separation.tooShort && behind < separation.travel) {
    if (meetsAfter(motion, separation.direction, behind, separation)) separation.tooShort = behind;
    else {
      separation.travel = behind;
      separation.tooShort = Math.max(separation.tooShort, separation.least);
    }
  }
  while (
    separation.travel - separation.tooShort > resolution * separation.travel &&
    separation.travel > separation.floor
  ) {
    const middle = (separation.tooShort + separation.travel) / 2;
    if (meetsAfter(motion, separation.direction, middle, separation)) separation.tooShort = middle;
    else separation.travel = middle;
  }
}

/** How far b's hull must travel along the direction until it has passed a's hull. */
export function reachAlong(pair: ConvexPair, direction: ArrayLike<number>): number {
  const { support } = pair;
  along.set(direction);
  findSupport(pair, along, 0, true);
  return Math.max(0, support[0] * along[0] + support[1] * along[1] + support[2] * along[2]);
}

const along = new Float64Array(16);
