import type { ConvexPair } from "../../geometry/convex/convex-pair.ts";
import { lengthOf } from "../../numerics/portable-math.ts";
import { coveredFrom, coverLine, freeFrom } from "./ball-cover.ts";
import { FINE, GAIN, meetsAfter, reachAlong, type Separation, setBisected, TILT } from "./separation.ts";
import { followContacts } from "./shorten-separation.ts";
import type { Motion } from "./solids-meet.ts";
import { createWalk } from "./walk-out.ts";

// Samples and bisection in many directions, for solids that inner balls do not fill.

const SAMPLES = 6;

/** Tries many directions without prior knowledge, for solids that balls do not fill. */
export function searchWidely(
  motion: Motion,
  pair: ConvexPair,
  pushes: Float64Array[],
  separation: Separation,
): void {
  const { cover } = separation;
  // The most promising first: its result rules out most of the others without a test.
  const tries = [...tiltedPushes(pushes), ...SIGNED_AXES].map((direction) => {
    coverLine(cover, direction);
    return { direction, travel: freeFrom(cover, 0) };
  });
  tries.sort((p, q) => p.travel - q.travel);
  for (const { direction } of tries) tryDirection(motion, pair, direction, separation);
  // A separation shorter than the floor is rounding, which no direction improves for long.
  do followContacts(motion, separation, createWalk());
  while (
    separation.travel > separation.floor &&
    (reverse(motion, pair, separation) || turn(motion, separation))
  );
}

/** Whether the opposite direction is shorter; if so, it is taken. A part stuck in a hole can leave on either side. */
function reverse(motion: Motion, pair: ConvexPair, separation: Separation): boolean {
  const before = separation.travel;
  tryDirection(
    motion,
    pair,
    separation.direction.map((x) => -x),
    separation,
  );
  return separation.travel < before;
}

/** Angles in radians by which the best direction is turned to find a better one nearby. */
const TURNS = [0.2, 0.05];

/** Whether a direction near the best one is free sooner; if so, it is taken. */
function turn(motion: Motion, separation: Separation): boolean {
  const most = (1 - GAIN) * separation.travel;
  const turned = new Float64Array(3);
  if (most <= separation.least) return false;
  for (const angle of TURNS)
    for (const axis of SIGNED_AXES.slice(0, 6)) {
      for (let k = 0; k < 3; k++) turned[k] = separation.direction[k] + angle * axis[k];
      const length = lengthOf(turned);
      for (let k = 0; k < 3; k++) turned[k] /= length;
      coverLine(separation.cover, turned);
      if (meetsAfter(motion, turned, most, separation)) continue;
      setBisected(motion, turned, 0, most, separation);
      return true;
    }
  return false;
}

/** The directions through the faces, edges and corners of a cube; a direction and its opposite are tried together. */
export const AXES = [
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
const SIGNED_AXES = AXES.flatMap((axis) => [Float64Array.from(axis), Float64Array.from(axis, (x) => -x)]);

/**
 * Each direction, its opposite, and the direction with a small share of all others added: on its own it may slide along a face that the
 * solids keep touching, and touching counts as meeting.
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

function tryDirection(
  motion: Motion,
  pair: ConvexPair,
  direction: Float64Array,
  separation: Separation,
): void {
  // Only a direction that beats the best by more than its resolution is worth a search.
  const better = separation.travel * (1 - 4 * FINE);
  if (better <= separation.least) return;
  shorten(motion, direction, Math.min(reachAlong(pair, direction) * (1 + FINE), better), separation);
}

/** Looks for a free travel of at most `most`, and for the point at which it becomes free. */
function shorten(motion: Motion, direction: ArrayLike<number>, most: number, separation: Separation): void {
  const { cover } = separation;
  coverLine(cover, direction);
  // A hole of a is a gap between balls: if b fits anywhere, it fits in the middle of the gap.
  let free = freeFrom(cover, 0);
  for (let again = 0; free <= most; free = freeFrom(cover, again)) {
    again = coveredFrom(cover, free);
    if (again === Infinity) break;
    const middle = (free + again) / 2;
    if (middle > most || meetsAfter(motion, direction, middle, separation)) continue;
    setBisected(motion, direction, free, middle, separation);
    return;
  }
  if (free > most) return;
  let short = 0;
  for (let k = 1; k <= SAMPLES; k++) {
    const travel = (k * most) / SAMPLES;
    if (!meetsAfter(motion, direction, travel, separation)) {
      setBisected(motion, direction, short, travel, separation);
      return;
    }
    short = travel;
  }
}
