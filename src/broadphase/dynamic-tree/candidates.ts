import { notePair, type PairList } from "../pair-list.ts";
import type { FatBoxes } from "./fat-boxes.ts";

// Pairs of ids whose fat boxes meet: all pairs of boxes that can overlap before one of them leaves its fat box. In any
// order, each once.
//
// Each carries when it has to be looked at again. Two boxes that are d apart, or overlap by d, stay so until their
// sides have moved by d together, hence for as long as no side of any box has moved by d / 2. `path` adds up, step by
// step, the longest way that any side went; a pair is looked at again when the path has grown by d / 2. So most
// candidates cost a step one sequential read, and none of their boxes.
//
// A box that left its fat box may have gone any way, and does not count for the path: its candidates are looked at in
// any case, and dropped if the fat boxes do not meet any more.

export interface Candidates {
  count: number;
  /** Two ids a candidate. */
  pairs: Uint32Array;
  /** The path at which the candidate has to be looked at again. */
  deadlines: Float64Array;
  /** 1 for candidates that overlap, 0 for others. */
  states: Uint8Array;
  /** Room to list the candidates that are due. */
  due: Uint32Array;
}

/** Much more than rounding can do to one sum: paths are rounded up by it, deadlines down. */
const ROUNDING = 2 ** -48;
/** Gaps whose sums may overflow, or are infinite, are compared one by one. */
const LARGE = 1e280;
/** A path beyond this, or infinite, begins anew. */
const LONGEST_PATH = 1e300;

export function createCandidates(): Candidates {
  return {
    count: 0,
    pairs: new Uint32Array(0),
    deadlines: new Float64Array(0),
    states: new Uint8Array(0),
    due: new Uint32Array(0),
  };
}

/** The path after a step whose longest way was `way`, rounded up; 0 when it begins anew and all have to be looked at. */
export function lengthenPath(list: Candidates, path: number, way: number): number {
  const longer = path + way * (1 + ROUNDING) + path * ROUNDING;
  if (longer < LONGEST_PATH) return longer;
  list.deadlines.fill(0);
  return 0;
}

/** Puts candidates in; they are to be looked at at once. */
export function appendCandidates(list: Candidates, pairs: Uint32Array, count: number): void {
  const end = list.count + count;
  if (list.states.length < end) grow(list, Math.ceil(1.5 * end));
  list.pairs.set(pairs.subarray(0, 2 * count), 2 * list.count);
  list.deadlines.fill(0, list.count, end);
  list.states.fill(0, list.count, end);
  list.count = end;
}

/** Drops the candidates of ids with `gone` set; notes in `ended` those that overlapped. */
export function dropCandidates(list: Candidates, gone: Uint8Array, ended: PairList): void {
  const { pairs, states } = list;
  for (let i = list.count - 1; i >= 0; i--)
    if ((gone[pairs[2 * i]!]! | gone[pairs[2 * i + 1]!]!) !== 0) {
      if (states[i] === 1) notePair(ended, pairs[2 * i]!, pairs[2 * i + 1]!);
      dropCandidate(list, i);
    }
}

/** Drops all candidates; notes in `ended` those that overlapped. */
export function dropAllCandidates(list: Candidates, ended: PairList): void {
  const { pairs, states, count } = list;
  for (let i = 0; i < count; i++) if (states[i] === 1) notePair(ended, pairs[2 * i]!, pairs[2 * i + 1]!);
  list.count = 0;
}

/** The last candidate takes the place of the dropped one. */
function dropCandidate(list: Candidates, i: number): void {
  const { pairs, deadlines, states } = list;
  const last = --list.count;
  pairs[2 * i] = pairs[2 * last]!;
  pairs[2 * i + 1] = pairs[2 * last + 1]!;
  deadlines[i] = deadlines[last]!;
  states[i] = states[last]!;
}

/**
 * Lists the candidates whose deadline the path has reached, or that have a box with a new fat box. A loop of its own, without
 * a branch: which of them are due cannot be foretold, and then their boxes are fetched many at once.
 */
function listDue({ pairs, deadlines, due, count }: Candidates, path: number, changed: Uint8Array): number {
  let dueCount = 0;
  for (let i = 0; i < count; i++) {
    due[dueCount] = i; // stays if it is due
    const isLate = Number(deadlines[i]! <= path);
    dueCount += isLate | changed[pairs[2 * i]!]! | changed[pairs[2 * i + 1]!]!;
  }
  return dueCount;
}

/**
 * Looks at the candidates that are due, and notes those that began or ceased to overlap. `changed` has 1 for boxes with a
 * new fat box. Returns how many it looked at.
 */
export function lookAtCandidates(
  list: Candidates,
  { tight, boxes: fat }: FatBoxes,
  path: number,
  changed: Uint8Array,
  begun: PairList,
  ended: PairList,
): number {
  const { pairs, deadlines, states, due } = list;
  const dueCount = listDue(list, path, changed);
  // Backwards: what takes the place of a dropped candidate has been looked at, or is not due.
  for (let to = dueCount; to > 0; to -= PORTION) {
    const from = Math.max(0, to - PORTION);
    measureGaps(pairs, due, from, to, tight);
    for (let k = to - 1; k >= from; k--) {
      const i = due[k]!;
      const a = pairs[2 * i]!;
      const b = pairs[2 * i + 1]!;
      let gap = gaps[k - from]!;
      let state = overlaps[k - from]!;
      let lost = losses[k - from]!;
      if (!(lost < LARGE)) {
        gap = largestGap(tight, 6 * a, 6 * b);
        state = gap > 0 ? 0 : 1;
        lost = 0;
      }
      deadlines[i] = (path + 0.5 * (Math.abs(gap) - lost)) * (1 - ROUNDING);
      if (states[i] !== state) {
        states[i] = state;
        notePair(state === 1 ? begun : ended, a, b);
      }
      if (state === 0 && (changed[a]! | changed[b]!) !== 0 && !doMeet(fat, 6 * a, fat, 6 * b))
        dropCandidate(list, i);
    }
  }
  return dueCount;
}

/** So many candidates are measured in one go. */
const PORTION = 256;
const gaps = new Float64Array(PORTION);
/** What rounding may have added to a gap. */
const losses = new Float64Array(PORTION);
const overlaps = new Uint8Array(PORTION);

/**
 * Measures the candidates due[from … to − 1]: the largest of the six gaps, negative for an overlap. A loop without a branch:
 * boxes come from all over memory, and so the processor fetches many at once instead of one after the other.
 */
function measureGaps(
  pairs: Uint32Array,
  due: Uint32Array,
  from: number,
  to: number,
  tight: Float64Array,
): void {
  for (let k = from; k < to; k++) {
    const i = 2 * due[k]!;
    const p = 6 * pairs[i]!;
    const q = 6 * pairs[i + 1]!;
    const x0 = tight[p]! - tight[q + 3]!;
    const x1 = tight[q]! - tight[p + 3]!;
    const y0 = tight[p + 1]! - tight[q + 4]!;
    const y1 = tight[q + 1]! - tight[p + 4]!;
    const z0 = tight[p + 2]! - tight[q + 5]!;
    const z1 = tight[q + 2]! - tight[p + 5]!;
    // Twice the larger of two numbers is u + v + |u − v|.
    const x = x0 + x1 + Math.abs(x0 - x1);
    const y = y0 + y1 + Math.abs(y0 - y1);
    const z = z0 + z1 + Math.abs(z0 - z1);
    const xy = x + y + Math.abs(x - y);
    gaps[k - from] = (xy + 2 * z + Math.abs(xy - 2 * z)) / 8;
    losses[k - from] =
      (Math.abs(x0) + Math.abs(x1) + Math.abs(y0) + Math.abs(y1) + Math.abs(z0) + Math.abs(z1)) * ROUNDING;
    overlaps[k - from] =
      Number(x0 <= 0) &
      Number(x1 <= 0) &
      Number(y0 <= 0) &
      Number(y1 <= 0) &
      Number(z0 <= 0) &
      Number(z1 <= 0);
  }
}

/** Whether the box at `p` of `boxes` and the one at `q` of `others` share a point; false where there is NaN. */
export function doMeet(boxes: Float64Array, p: number, others: Float64Array, q: number): boolean {
  return (
    boxes[p]! <= others[q + 3]! &&
    others[q]! <= boxes[p + 3]! &&
    boxes[p + 1]! <= others[q + 4]! &&
    others[q + 1]! <= boxes[p + 4]! &&
    boxes[p + 2]! <= others[q + 5]! &&
    others[q + 2]! <= boxes[p + 5]!
  );
}

/** The largest of the six gaps, for boxes whose gaps may be infinite; none is NaN, see `isBox`. */
function largestGap(tight: Float64Array, p: number, q: number): number {
  let gap = -Infinity;
  for (let k = 0; k < 3; k++)
    gap = Math.max(gap, tight[p + k]! - tight[q + k + 3]!, tight[q + k]! - tight[p + k + 3]!);
  return gap;
}

function grow(list: Candidates, capacity: number): void {
  const { pairs, deadlines, states } = list;
  list.pairs = new Uint32Array(2 * capacity);
  list.deadlines = new Float64Array(capacity);
  list.states = new Uint8Array(capacity);
  list.due = new Uint32Array(capacity);
  list.pairs.set(pairs);
  list.deadlines.set(deadlines);
  list.states.set(states);
}
