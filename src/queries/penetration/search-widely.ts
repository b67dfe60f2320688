import type { ConvexPair } from "../../geometry/convex/convex-pair.ts";
import { lengthOf } from "../../numerics/portable-math.ts";
import { coveredFrom, coverLine, freeFrom } from "./ball-cover.ts";
import { followContacts } from "./shorten-way.ts";
import type { Motion } from "./solids-meet.ts";
import { createWalk } from "./walk-out.ts";
import { FINE, GAIN, meetsAfter, narrow, reachAlong, TILT, type WayOut } from "./way.ts";

// Samples and bisection in many directions, for solids that inner balls do not fill.

const SAMPLES = 6;

/** Tries directions of which nothing is known, for solids that balls do not fill. */
export function searchWidely(motion: Motion, pair: ConvexPair, pushes: Float64Array[], way: WayOut): void {
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

/** The ways through the faces, edges and corners of a cube; a direction and its opposite are tried together. */
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
const AXES_BOTH_WAYS = AXES.flatMap((axis) => [Float64Array.from(axis), Float64Array.from(axis, (x) => -x)]);

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
