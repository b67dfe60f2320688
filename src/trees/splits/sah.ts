import { COARSE, NOISE, SAMPLE_COUNT as SAMPLE, SMALL_SET } from "../../kernels/split-constants.ts";
import { cheapestPlane, type Plane } from "./bins.ts";
import { moveRecord } from "./move-record.ts";
import { MIRRORED_MAX } from "./quantised-layout.ts";
import { quantiseAgain } from "./quantised-records.ts";
import { splitSmallSet } from "./small-sets.ts";
import { splitFour, splitThree } from "./three-or-four.ts";
import {
  createRecords,
  RECORD_STRIDE,
  RECORD_WORDS_SHIFT,
  type Records,
  type Workspace,
} from "./workspace.ts";

const sample = createRecords(SAMPLE);
const plane: Plane = { axis: 0, cut: 0, cost: 0, spread: 0 };

/**
 * The surface area heuristic: the least area × count on both sides, over the three axes. Works on quantised records and
 * never reads a node's box.
 */
export function splitSah(
  work: Workspace,
  from: Records,
  to: Records,
  _node: number,
  begin: number,
  end: number,
): number {
  const count = end - begin;
  if (count <= SMALL_SET) {
    if (count === 2) return splitTwo(from, to, begin);
    if (count === 3) return splitThree(from, to, begin);
    if (count === 4) return splitFour(from, to, begin);
    return splitSmallSet(from, to, begin, end);
  }
  findPlane(from, begin, end);
  if (plane.spread < COARSE) {
    quantiseAgain(from, begin, end, work.mesh, work.corners);
    findPlane(from, begin, end);
    if (plane.spread <= NOISE) return begin;
  }
  return partition(from, to, begin, end);
}

function findPlane(from: Records, begin: number, end: number): void {
  if (end - begin > 2 * SAMPLE) {
    takeSample(from.words, begin, end - begin);
    cheapestPlane(sample.ints, 0, SAMPLE, plane);
    if (plane.spread > NOISE) return;
  }
  cheapestPlane(from.ints, begin, end, plane);
}

/** One of each run of equal length, at a scattered position: a fixed stride could follow one row of a grid. */
function takeSample(words: Float64Array, begin: number, count: number): void {
  const run = count / SAMPLE;
  for (let i = 0; i < SAMPLE; i++) {
    const scatter = (Math.imul(i, 0x9e3779b1) >>> 8) * 2 ** -24;
    moveRecord(words, begin + Math.floor((i + scatter) * run), sample.words, i);
  }
}

/** Left ones fill `to` from the front, right ones from the back, branch-free as in midpoint.ts. */
function partition(from: Records, to: Records, begin: number, end: number): number {
  const { ints } = from;
  const { axis, cut } = plane;
  const source = from.words;
  const target = to.words;
  let front = begin;
  let back = end - 1;
  for (let i = begin; i < end; i++) {
    const r = RECORD_STRIDE * i + axis;
    const isLeft = (ints[r] - ints[r + MIRRORED_MAX] - cut) >> 31; // −1 or 0
    // `moveRecord`, inlined by hand: V8 does not always inline it here, which costs a tenth of the build.
    const s = i << RECORD_WORDS_SHIFT;
    const t = (back ^ ((front ^ back) & isLeft)) << RECORD_WORDS_SHIFT;
    target[t] = source[s];
    target[t + 1] = source[s + 1];
    target[t + 2] = source[s + 2];
    target[t + 3] = source[s + 3];
    front = (front - isLeft) | 0;
    back = (back - 1 - isLeft) | 0;
  }
  return front;
}

function splitTwo(from: Records, to: Records, begin: number): number {
  moveRecord(from.words, begin, to.words, begin);
  moveRecord(from.words, begin + 1, to.words, begin + 1);
  return begin + 1;
}
