import { notePair, type PairList } from "./pair-deltas.ts";

// Pairs of boxes whose fat boxes meet, by their places: all pairs that can overlap before a box leaves its fat box. In
// any order; what keeps them fast is that neighbours in space are mostly neighbours in memory.
//
// Each carries when it has to be looked at again. Two boxes that are d apart, or overlap by d, stay so until their
// sides have moved by d together, hence for as long as no side of any box has moved by d / 2. `path` adds up, step by
// step, the longest way that any side went; a pair is looked at again when the path has grown by d / 2. So most
// candidates cost a step one sequential read, and none of their boxes.

export interface Candidates {
  count: number;
  /** Two places a candidate. */
  pairs: Uint32Array;
  /** The path at which the candidate has to be looked at again. */
  deadlines: Float64Array;
  /** 1 for candidates that overlap, 0 for others. */
  states: Uint8Array;
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

/** Drops the candidates of places with `changed` set; notes in `ended` the ids of those that overlapped. */
export function dropCandidates(
  list: Candidates,
  changed: Uint8Array,
  idOf: Uint32Array,
  ended: PairList,
): void {
  const { pairs, deadlines, states, count } = list;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const a = pairs[2 * i]!;
    const b = pairs[2 * i + 1]!;
    if ((changed[a]! | changed[b]!) !== 0) {
      if (states[i] === 1) notePair(ended, idOf[a]!, idOf[b]!);
      continue;
    }
    pairs[2 * kept] = a;
    pairs[2 * kept + 1] = b;
    deadlines[kept] = deadlines[i]!;
    states[kept++] = states[i]!;
  }
  list.count = kept;
}

/** Drops all candidates; notes in `ended` the ids of those that overlapped. */
export function dropAllCandidates(list: Candidates, idOf: Uint32Array, ended: PairList): void {
  const { pairs, states, count } = list;
  for (let i = 0; i < count; i++)
    if (states[i] === 1) notePair(ended, idOf[pairs[2 * i]!]!, idOf[pairs[2 * i + 1]!]!);
  list.count = 0;
}

/**
 * Looks at the candidates whose deadline the path has reached, and notes the ids of those that began or ceased to
 * overlap. Returns how many it looked at.
 */
export function lookAtCandidates(
  list: Candidates,
  tight: Float64Array,
  path: number,
  idOf: Uint32Array,
  begun: PairList,
  ended: PairList,
): number {
  const { pairs, deadlines, states, count } = list;
  let looks = 0;
  for (let i = 0; i < count; i++) {
    if (deadlines[i]! > path) continue;
    looks++;
    const a = pairs[2 * i]!;
    const b = pairs[2 * i + 1]!;
    const p = 6 * a;
    const q = 6 * b;
    const x0 = tight[p]! - tight[q + 3]!;
    const x1 = tight[q]! - tight[p + 3]!;
    const y0 = tight[p + 1]! - tight[q + 4]!;
    const y1 = tight[q + 1]! - tight[p + 4]!;
    const z0 = tight[p + 2]! - tight[q + 5]!;
    const z1 = tight[q + 2]! - tight[p + 5]!;
    const gaps =
      x0 +
      Math.abs(x0) +
      (x1 + Math.abs(x1)) +
      (y0 + Math.abs(y0)) +
      (y1 + Math.abs(y1)) +
      (z0 + Math.abs(z0)) +
      (z1 + Math.abs(z1));
    // Twice the larger of two numbers is u + v + |u − v|.
    const x = x0 + x1 + Math.abs(x0 - x1);
    const y = y0 + y1 + Math.abs(y0 - y1);
    const z = z0 + z1 + Math.abs(z0 - z1);
    const xy = x + y + Math.abs(x - y);
    let gap = (xy + 2 * z + Math.abs(xy - 2 * z)) / 8;
    let state = gaps > 0 ? 0 : 1;
    let lost =
      (Math.abs(x0) + Math.abs(x1) + Math.abs(y0) + Math.abs(y1) + Math.abs(z0) + Math.abs(z1)) * ROUNDING;
    if (!(lost < LARGE)) {
      gap = largestGap(tight, p, q);
      state = gap > 0 ? 0 : 1;
      lost = 0;
    }
    deadlines[i] = (path + 0.5 * (Math.abs(gap) - lost)) * (1 - ROUNDING);
    if (states[i] === state) continue;
    states[i] = state;
    notePair(state === 1 ? begun : ended, idOf[a]!, idOf[b]!);
  }
  return looks;
}

/** The largest of the six gaps, for boxes whose gaps may be infinite; none is NaN, see `isBox`. */
function largestGap(tight: Float64Array, p: number, q: number): number {
  let gap = -Infinity;
  for (let k = 0; k < 3; k++)
    gap = Math.max(gap, tight[p + k]! - tight[q + k + 3]!, tight[q + k]! - tight[p + k + 3]!);
  return gap;
}

/** Gives every candidate the new places of its boxes. */
export function renumberCandidates(list: Candidates, newPlaces: Uint32Array): void {
  for (let i = 0; i < 2 * list.count; i++) list.pairs[i] = newPlaces[list.pairs[i]!]!;
}

function grow(list: Candidates, capacity: number): void {
  const { pairs, deadlines, states } = list;
  list.pairs = new Uint32Array(2 * capacity);
  list.deadlines = new Float64Array(capacity);
  list.states = new Uint8Array(capacity);
  list.pairs.set(pairs);
  list.deadlines.set(deadlines);
  list.states.set(states);
}
