import { lengthOf } from "../../numerics/portable-math.ts";
import { createTrianglePairs, findPairs } from "../pairs/find-pairs.ts";
import { addStats } from "../stats.ts";
import {
  addKnownPair,
  createPassage,
  findObstacle,
  type KnownPairs,
  type Line,
  type Passage,
  passPair,
} from "./known-pairs.ts";
import { holdAnyPiece, type Motion, moveB, solidsMeet } from "./solids-meet.ts";

// From a travel that is too short to the next one at which the solids are free. Every pair of triangles that meets must separate, and the
// distance along a straight line after which it does has a closed form: b moves at least as far as the last pair needs. New pairs may meet
// there, so the step is repeated. All meeting pairs are taken into account, so the travel does not depend on the tree. Pairs known from
// earlier walks are passed first, without a search.

/** Where a walk ended, and what last blocked it. */
export interface Walk {
  travel: number;
  /** The unit normal, from a to b, of the plane in which the last two triangles separate. */
  readonly normal: Float64Array;
  /** The last two triangles to separate; −1 if the walk met none. */
  triangleA: number;
  triangleB: number;
  /** The last travel at which triangles met. */
  tooShort: number;
}

export function createWalk(): Walk {
  return { travel: 0, normal: new Float64Array(3), triangleA: -1, triangleB: -1, tooShort: 0 };
}

const MOST_STEPS = 6;

/**
 * Walks along `line` from `from` to at most `most`, in steps that end `beyond` the point where triangles would touch; false if the solids
 * still meet at the end, or the walk takes too many steps.
 */
export function walkOut(
  motion: Motion,
  known: KnownPairs,
  line: Line,
  from: number,
  most: number,
  beyond: number,
  walk: Walk,
): boolean {
  walk.triangleA = -1;
  walk.travel = from;
  for (let step = 0; step < MOST_STEPS; step++) {
    if (!passKnown(known, line, most, beyond, walk)) return false;
    const farther = partPairs(motion, known, line, walk);
    if (farther < 0) return !holdAnyPiece(motion);
    walk.tooShort = walk.travel;
    walk.travel += farther + beyond;
    if (!(walk.travel <= most)) return false;
  }
  return !solidsMeet(motion, translationOf(line, walk.travel), 1);
}

const translation = new Float64Array(3);

function translationOf({ base, direction }: Line, travel: number): Float64Array {
  for (let k = 0; k < 3; k++) translation[k] = base[k] + travel * direction[k];
  return translation;
}

const found = createTrianglePairs();
const passage = createPassage();

/** Advances until no known pair is in the way; false if that is too far. */
function passKnown(known: KnownPairs, line: Line, most: number, beyond: number, walk: Walk): boolean {
  for (;;) {
    const pair = findObstacle(known, line, walk.travel, passage);
    if (pair < 0) return true;
    walk.tooShort = walk.travel;
    walk.travel = passage.exit + beyond;
    noteLast(known, pair, passage, walk);
    if (!(walk.travel <= most)) return false;
  }
}

function noteLast({ triangles }: KnownPairs, pair: number, { normal }: Passage, walk: Walk): void {
  walk.triangleA = triangles[2 * pair];
  walk.triangleB = triangles[2 * pair + 1];
  const length = lengthOf(normal);
  for (let k = 0; k < 3; k++) walk.normal[k] = normal[k] / length;
}

/** How far b must move until all pairs of triangles that meet have separated; −1 if none meet. Adds all of them to the known pairs. */
function partPairs(motion: Motion, known: KnownPairs, line: Line, walk: Walk): number {
  const { a, b, aToWorld, moved, query, sum } = motion;
  moveB(motion, translationOf(line, walk.travel), 1);
  const { test, descend } = query;
  const { pairs, count, stats } = findPairs(a, b, { aToWorld, bToWorld: moved, test, descend, into: found });
  addStats(sum, stats);
  let most = -1;
  for (let i = 0; i < count; i++) {
    const pair = addKnownPair(known, motion, pairs[2 * i], pairs[2 * i + 1]);
    passPair(known, pair, line, walk.travel + most, Infinity, passage);
    const travel = passage.exit < Infinity ? Math.max(0, passage.exit - walk.travel) : 0;
    if (!(travel > most)) continue;
    most = travel;
    noteLast(known, pair, passage, walk);
  }
  return most;
}
