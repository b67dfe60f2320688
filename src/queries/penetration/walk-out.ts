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

// From a travel that is too short to the first one behind it after which the solids are free. Each pair of triangles that meets has
// to part, and along a straight line that takes a length which is known in closed form: b goes at least as far as the last of
// them. New pairs may meet there, so it is repeated. All pairs take part, hence the travel does not depend on the tree. Pairs that an
// earlier walk has met are passed first, without a search.

/** Where a walk has ended, and what stood in the way last. */
export interface Walk {
  travel: number;
  /** The unit normal of the plane in which the last two triangles part, from a to b. */
  readonly normal: Float64Array;
  /** These triangles; −1 where the walk met none. */
  triangleA: number;
  triangleB: number;
  /** The last travel at which triangles met. */
  tooShort: number;
}

export function createWalk(): Walk {
  return { travel: 0, normal: new Float64Array(3), triangleA: -1, triangleB: -1, tooShort: 0 };
}

const MOST_STEPS = 6;

/** Walks along `line` from a travel of `from`, at most to `most`, in steps that end `beyond` where triangles would touch; false if the solids still meet there, or the walk is too long. */
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

/** Goes on until no known pair stands in the way; false if that is too far. */
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

/** How far all pairs of triangles that meet have to go until they have parted; −1 where none meet. All are known from then on. */
function partPairs(motion: Motion, known: KnownPairs, line: Line, walk: Walk): number {
  const { a, b, aToWorld, moved, query, sum } = motion;
  moveB(motion, translationOf(line, walk.travel), 1);
  const { test, descend } = query;
  const { pairs, count, stats } = findPairs(a, b, { aToWorld, bToWorld: moved, test, descend, into: found });
  addStats(sum, stats);
  let most = -1;
  for (let i = 0; i < count; i++) {
    const pair = addKnownPair(known, motion, pairs[2 * i], pairs[2 * i + 1]);
    passPair(known, pair, line, walk.travel + most, passage);
    const travel = passage.exit < Infinity ? Math.max(0, passage.exit - walk.travel) : 0;
    if (!(travel > most)) continue;
    most = travel;
    noteLast(known, pair, passage, walk);
  }
  return most;
}
