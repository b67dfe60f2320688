import { OptionError, show } from "../errors.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { type BoxStore, createBoxStore, doOverlap } from "./box-store.ts";
import { BROAD_PHASE_OPTIONS, type BroadPhase, type BroadPhaseOptions } from "./broad-phase.ts";
import { notePair } from "./pair-list.ts";
import { addToSet, createPairSet, deleteFromSet, deleteMarked, type PairSet, visitSet } from "./pair-set.ts";
import { createWholeListPhase, type PairLister } from "./whole-list-phase.ts";

// The traditional method of I-COLLIDE (Cohen, Lin, Manocha and Ponamgi 1995), the comparison of Xing, Liu and Xu: per axis
// one list of interval ends that stays sorted between steps. Insertion sort repairs it; a minimum that passes a maximum
// downwards begins an overlap of two intervals, a maximum that passes a minimum ends one. Boxes whose intervals begin to
// overlap are tested on all axes, and the pairs that pass are kept in a set.
//
// I-COLLIDE keeps three flags for each of the n² / 2 pairs, one per axis, and so does `flags: true`. By default the other axes
// are tested instead: the flags of 100,000 boxes would take 5 GB.

/** The ends along one axis, sorted by value; a minimum comes before a maximum of equal value. */
interface Axis {
  /** 2 · id for a minimum, 2 · id + 1 for a maximum. */
  ends: Int32Array;
  /** The end's value when it was last sorted. */
  values: Float64Array;
}

export interface Sweep {
  readonly store: BoxStore;
  readonly axes: Axis[];
  /** The number of ends in each axis's list. */
  endCount: number;
  readonly overlapping: PairSet;
  /** I-COLLIDE's flags, a byte for each pair (`flagOf`), a bit for each axis on which the intervals overlap; null: not kept. */
  flags: Uint8Array | null;
  /** 1 for ids whose box was removed since the last update, even if the id is in use again. */
  removed: Uint8Array;
  removedCount: number;
  open: OpenBoxes;
  comparisons: number;
  swaps: number;
  overlapChecks: number;
}

/** The boxes that have begun and not ended on the walk along the first axis. */
interface OpenBoxes {
  fresh: Int32Array;
  old: Int32Array;
  /** Where each box is in its list. */
  placeOf: Int32Array;
}

export interface SweepAndPruneOptions extends BroadPhaseOptions {
  /**
   * Keep I-COLLIDE's three flags for every pair of boxes, n² / 2 bytes, instead of testing the other axes when two intervals
   * begin to overlap. Default: false. Changes time and memory, never the answer. The limit is then 92,682 boxes, 4 GB of flags;
   * one more is an `OptionError` of `add`. When boxes are added to a scene that has some, a quarter more may be kept.
   */
  flags?: boolean | undefined;
}

/** 4 GB less one: the longest array that all engines of today can make, in bytes. */
const MOST_FLAGS = 2 ** 32 - 1;
/** The largest n with n (n - 1) / 2 <= MOST_FLAGS. */
const MOST_BOXES_WITH_FLAGS = 92_682;

const SWEEP_AND_PRUNE_OPTIONS: OptionNames<SweepAndPruneOptions> = { ...BROAD_PHASE_OPTIONS, flags: true };

/**
 * The traditional sort of interval ends on every axis, for comparison. Steps cost about N^(5/3) in 3D: prefer
 * `createDynamicTree`, or `createSegmentSort` if all boxes move fast. Default: 3 dimensions.
 */
export function createSweepAndPrune(options: SweepAndPruneOptions = {}): BroadPhase {
  checkOptionNames(options, SWEEP_AND_PRUNE_OPTIONS, "createSweepAndPrune");
  const { dimensions = 3, flags = false } = options;
  if (typeof flags !== "boolean") throw new OptionError(`flags: ${show(flags)} is not true or false`);
  const most = flags ? MOST_BOXES_WITH_FLAGS : undefined;
  const store = createBoxStore(dimensions, "createSweepAndPrune", most);
  return createWholeListPhase(store, () => createSweepLister(createSweep(store, flags)));
}

export function createSweepLister(sweep: Sweep): PairLister {
  const { store } = sweep;
  return {
    noteRemoved: (id) => markRemoved(sweep, id),
    listPairs(found, stats) {
      sweep.comparisons = sweep.swaps = sweep.overlapChecks = 0;
      if (sweep.removedCount > 0) dropRemoved(sweep);
      for (let axis = 0; axis < store.dimensions; axis++) sortAxis(sweep, axis);
      if (store.freshIds.length > 0 || sweep.endCount < 2 * store.size) insertNew(sweep);
      // In the order of the set, which hardly changes between two updates.
      visitSet(sweep.overlapping, (a, b) => notePair(found, a, b));
      stats.comparisons = sweep.comparisons;
      stats.swaps = sweep.swaps;
      stats.overlapChecks = sweep.overlapChecks;
    },
  };
}

export function createSweep(store: BoxStore, flags: boolean): Sweep {
  return {
    store,
    axes: Array.from({ length: store.dimensions }, () => ({
      ends: new Int32Array(0),
      values: new Float64Array(0),
    })),
    endCount: 0,
    overlapping: createPairSet(),
    flags: flags ? new Uint8Array(0) : null,
    removed: new Uint8Array(0),
    removedCount: 0,
    open: createOpenBoxes(0),
    comparisons: 0,
    swaps: 0,
    overlapChecks: 0,
  };
}

function markRemoved(sweep: Sweep, id: number): void {
  if (sweep.removed.length < sweep.store.used.length) {
    const larger = new Uint8Array(sweep.store.used.length);
    larger.set(sweep.removed);
    sweep.removed = larger;
  }
  sweep.removed[id] = 1;
  sweep.removedCount++;
}

/** Removes the ends and pairs of removed boxes. */
function dropRemoved(sweep: Sweep): void {
  const { removed, endCount } = sweep;
  let kept = 0;
  for (const { ends } of sweep.axes) {
    kept = 0;
    for (let i = 0; i < endCount; i++) if (removed[ends[i] >> 1] !== 1) ends[kept++] = ends[i];
  }
  sweep.endCount = kept;
  deleteMarked(sweep.overlapping, removed);
  if (sweep.flags !== null) clearFlags(sweep.flags, removed);
  removed.fill(0);
  sweep.removedCount = 0;
}

/** Reads the current ends of an axis, and repairs their order by insertion sort. */
function sortAxis(sweep: Sweep, axis: number): void {
  const { ends, values } = sweep.axes[axis];
  readValues(sweep.store, axis, ends, values, sweep.endCount);
  for (let i = 1; i < sweep.endCount; i++) insertEnd(sweep, axis, ends, values, i);
  sweep.comparisons += Math.max(0, sweep.endCount - 1);
}

/** Moves the end at `from` down to its position among the sorted ones before it. */
function insertEnd(sweep: Sweep, axis: number, ends: Int32Array, values: Float64Array, from: number): void {
  const end = ends[from];
  const value = values[from];
  const isMax = end & 1;
  let at = from;
  while (at > 0) {
    const before = values[at - 1];
    if (before < value) break;
    const other = ends[at - 1];
    if (before === value && (isMax === 1 || (other & 1) === 0)) break;
    if (isMax === 0 && (other & 1) === 1) {
      sweep.overlapChecks++;
      beginOverlap(sweep, axis, end >> 1, other >> 1);
    } else if (isMax === 1 && (other & 1) === 0) {
      endOverlap(sweep, axis, end >> 1, other >> 1);
    }
    ends[at] = other;
    values[at] = before;
    at--;
  }
  ends[at] = end;
  values[at] = value;
  sweep.swaps += from - at;
  sweep.comparisons += from - at;
}

/** Two intervals begin to overlap on an axis. */
function beginOverlap({ store, overlapping, flags }: Sweep, axis: number, a: number, b: number): void {
  if (flags === null) {
    if (doOverlap(store, a, b)) addToSet(overlapping, a, b);
    return;
  }
  const at = flagOf(a, b);
  flags[at] |= 1 << axis;
  if (flags[at] === (1 << store.dimensions) - 1) addToSet(overlapping, a, b);
}

/** Two intervals cease to overlap on an axis. */
function endOverlap({ store, overlapping, flags }: Sweep, axis: number, a: number, b: number): void {
  if (flags === null) {
    deleteFromSet(overlapping, a, b);
    return;
  }
  const at = flagOf(a, b);
  if (flags[at] === (1 << store.dimensions) - 1) deleteFromSet(overlapping, a, b);
  flags[at] &= ~(1 << axis);
}

/** The place of a pair among the flags: row by row, those of the higher id with all lower ones. */
export function flagOf(a: number, b: number): number {
  return a > b ? (a * (a - 1)) / 2 + b : (b * (b - 1)) / 2 + a;
}

/** Clears the flags of all pairs that have a marked id. */
function clearFlags(flags: Uint8Array, marked: Uint8Array): void {
  for (let high = 1, row = 0; row < flags.length; row += high++)
    for (let low = 0; low < high && row + low < flags.length; low++)
      if (marked[high] === 1 || marked[low] === 1) flags[row + low] = 0;
}

function readValues(
  store: BoxStore,
  axis: number,
  ends: Int32Array,
  values: Float64Array,
  count: number,
): void {
  const { boxes, stride, dimensions } = store;
  for (let i = 0; i < count; i++) {
    const end = ends[i];
    values[i] = boxes[stride * (end >> 1) + (end & 1) * dimensions + axis];
  }
}

/** Merges the ends of new boxes into the sorted lists, then finds their pairs in a walk along the first axis; along all for flags. */
function insertNew(sweep: Sweep): void {
  const { store } = sweep;
  const isAllNew = sweep.endCount === 0;
  const candidates = isAllNew ? [...store.used.keys()] : store.freshIds;
  const ids = Uint32Array.from(new Set(candidates.filter((id) => store.used[id] === 1)));
  for (let axis = 0; axis < store.dimensions; axis++) mergeNew(sweep, axis, ids);
  sweep.endCount += 2 * ids.length;
  if (ids.length === 0) return;
  const { flags } = sweep;
  if (flags === null) {
    sweepNew(sweep, 0, isAllNew);
    return;
  }
  const room = (store.idEnd * (store.idEnd - 1)) / 2;
  if (flags.length < room) {
    // Later ids may come one by one: a quarter more saves copying all flags for each of them.
    const spare = flags.length === 0 ? room : Math.min(MOST_FLAGS, Math.ceil(1.25 * room));
    sweep.flags = new Uint8Array(spare);
    sweep.flags.set(flags);
  }
  for (let axis = 0; axis < store.dimensions; axis++) sweepNew(sweep, axis, isAllNew);
}

function mergeNew(sweep: Sweep, axis: number, ids: Uint32Array): void {
  const { store, endCount } = sweep;
  const { boxes, stride, dimensions } = store;
  const where = (end: number) => boxes[stride * (end >> 1) + (end & 1) * dimensions + axis];
  const isBefore = (p: number, q: number) => {
    sweep.comparisons++;
    const [x, y] = [where(p), where(q)];
    return x < y || (x === y && (p & 1) < (q & 1));
  };
  const added = Int32Array.from({ length: 2 * ids.length }, (_, k) => 2 * ids[k >> 1] + (k & 1));
  added.sort((p, q) => (isBefore(p, q) ? -1 : isBefore(q, p) ? 1 : 0));

  const list = sweep.axes[axis];
  const count = endCount + added.length;
  if (list.ends.length < count) {
    const larger = new Int32Array(2 * count);
    larger.set(list.ends);
    list.ends = larger;
    list.values = new Float64Array(2 * count);
  }
  let i = endCount - 1;
  let j = added.length - 1;
  for (let to = count - 1; j >= 0; to--)
    list.ends[to] = i >= 0 && isBefore(added[j], list.ends[i]) ? list.ends[i--] : added[j--];
}

function createOpenBoxes(length: number): OpenBoxes {
  return { fresh: new Int32Array(length), old: new Int32Array(length), placeOf: new Int32Array(length) };
}

/** Finds the pairs of new boxes. A box that begins is tested against the open ones; two old boxes are not tested. */
function sweepNew(sweep: Sweep, axis: number, isAllNew: boolean): void {
  const { store, endCount } = sweep;
  const { ends } = sweep.axes[axis];
  if (sweep.open.placeOf.length < store.idEnd) sweep.open = createOpenBoxes(2 * store.idEnd);
  const { fresh, old, placeOf } = sweep.open;
  let freshCount = 0;
  let oldCount = 0;
  for (let i = 0; i < endCount; i++) {
    const id = ends[i] >> 1;
    const isNew = isAllNew || store.fresh[id] === 1;
    if ((ends[i] & 1) === 1) {
      const list = isNew ? fresh : old;
      const lastOne = list[isNew ? --freshCount : --oldCount];
      list[placeOf[id]] = lastOne;
      placeOf[lastOne] = placeOf[id];
      continue;
    }
    testOpen(sweep, axis, id, fresh, freshCount);
    if (isNew) {
      testOpen(sweep, axis, id, old, oldCount);
      placeOf[id] = freshCount;
      fresh[freshCount++] = id;
    } else {
      placeOf[id] = oldCount;
      old[oldCount++] = id;
    }
  }
}

function testOpen(sweep: Sweep, axis: number, id: number, open: Int32Array, count: number): void {
  sweep.overlapChecks += count;
  for (let k = 0; k < count; k++) beginOverlap(sweep, axis, id, open[k]);
}
