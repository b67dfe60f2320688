import { readPlanes } from "../../geometry/planes.ts";
import { checkOptionNames } from "../../option-names.ts";
import { addBox, type BoxStore, createBoxStore, moveAllBoxes, moveBox, removeBox } from "../box-store.ts";
import {
  BROAD_PHASE_OPTIONS,
  type BroadPhase,
  type BroadPhaseOptions,
  createBroadPhaseStats,
} from "../broad-phase.ts";
import { type CulledBoxes, createCulledBoxes, cullEach } from "../cull/cull-boxes.ts";
import { cullFatTree } from "../cull/cull-fat-tree.ts";
import { findPairsInCells } from "../one-shot/cell-pairs.ts";
import { createPairDeltas, finishDeltas, type PairDeltas } from "../pair-deltas.ts";
import {
  type Asking,
  createAsking,
  forgetAsking,
  keepOldBoxes,
  reserveAsking,
  sortAsking,
} from "./asking.ts";
import { buildFatTree } from "./build-fat-tree.ts";
import {
  appendCandidates,
  type Candidates,
  createCandidates,
  doMeet,
  dropAllCandidates,
  dropCandidates,
  lengthenPath,
  lookAtCandidates,
} from "./candidates.ts";
import {
  createFatBoxes,
  type FatBoxes,
  fatten,
  longestWay,
  measureExtent,
  reserveFat,
  takeMoves,
  takeNew,
} from "./fat-boxes.ts";
import { createFatTree, type FatTree, insertLeaf, refitLeaf, removeLeaf, reserve } from "./fat-tree.ts";
import { type CandidateList, findCandidates } from "./fat-tree-query.ts";

// A step of the dynamic tree:
//
//   boxes that left their fat box, new boxes ─▶ new fat boxes ─▶ tree ─▶ their candidates ─┐
//   candidates of all other boxes ─────────────────────────────────────────────────────────┴▶ looked at when due:
//                                                                                             what began and ended
//
// When many boxes ask at once, all candidates are found in one go without the tree, and the tree is built again when
// it is needed next.

/** Share of boxes above which one search for all is made instead of single ones. */
const MANY = 0.5;
/** Below so many boxes asking, they are asked for singly in any case. */
const FEW = 32;
/** Share of new boxes above which the tree is built at once. */
const MANY_NEW = 0.25;
/** The tree is built anew when a box that asks costs so many times what it did after the last build. */
const WORN = 1.6;
/** Updates between two measurements of the mean extent. */
const MEASURE_EVERY = 64;

interface DynamicTree {
  readonly store: BoxStore;
  readonly fat: FatBoxes;
  readonly tree: FatTree;
  readonly candidates: Candidates;
  /** New candidates. */
  readonly added: CandidateList;
  readonly deltas: PairDeltas;
  /** See candidates.ts. */
  path: number;
  readonly asking: Asking;
  /** 1 for ids whose box the last update has seen, and that was not removed since. */
  known: Uint8Array;
  /** Ids whose box the last update has seen, and that was removed since; they may be in use again. */
  readonly removed: number[];
  /** Whether the tree lacks the fat boxes of now. */
  stale: boolean;
  /** Whether boxes were added or moved since the last update. */
  moved: boolean;
  /** How often `cull` was asked while the tree was stale. */
  staleCulls: number;
  /** Whether the tree should be built anew. */
  worn: boolean;
  /** Comparisons for a box that asks, after the last build: a mean. 0 while unknown. */
  firstCost: number;
  /** Boxes that asked since the cost was looked at, and their comparisons. */
  watched: number;
  watchedCost: number;
  step: number;
}

/**
 * An incremental tree of fattened boxes: the fastest of the broad phases for boxes that move a little at a time, and
 * as exact as the others. Margins follow the motion. Default: 3 dimensions.
 */
export function createDynamicTree(options: BroadPhaseOptions = {}): BroadPhase {
  checkOptionNames(options, BROAD_PHASE_OPTIONS, "createDynamicTree");
  const { dimensions = 3 } = options;
  const store = createBoxStore(dimensions, "createDynamicTree");
  const stats = createBroadPhaseStats();
  const state: DynamicTree = {
    store,
    fat: createFatBoxes(),
    tree: createFatTree(),
    candidates: createCandidates(),
    added: { pairs: new Uint32Array(1024), count: 0, comparisons: 0 },
    deltas: createPairDeltas(),
    path: 0,
    asking: createAsking(),
    known: new Uint8Array(0),
    removed: [],
    stale: true,
    moved: false,
    staleCulls: 0,
    worn: false,
    firstCost: 0,
    watched: 0,
    watchedCost: 0,
    step: 0,
  };
  return {
    dimensions,
    stats,
    get size() {
      return store.size;
    },
    add(box) {
      const id = addBox(store, box);
      state.moved = true;
      return id;
    },
    move(id, box) {
      moveBox(store, id, box);
      state.moved = true;
    },
    moveAll(boxes) {
      moveAllBoxes(store, boxes);
      state.moved = true;
    },
    remove(id) {
      removeBox(store, id);
      leave(state, id);
    },
    cull: (planes, into) => cull(state, readPlanes(planes), into ?? createCulledBoxes()),
    update() {
      state.moved = false;
      state.tree.comparisons = 0;
      state.added.comparisons = 0;
      makeRoom(state);
      dropRemoved(state);
      if (state.worn) build(state);
      const { asking, candidates, fat, deltas } = state;
      listAsking(state);
      if (asking.count > FEW && asking.count > MANY * store.size) askAll(state);
      else if (asking.count > 0) askSingly(state);
      stats.overlapChecks = lookAtCandidates(
        candidates,
        fat,
        state.path,
        asking.changed,
        deltas.begun,
        deltas.ended,
      );
      forgetAsking(asking);
      stats.comparisons = state.added.comparisons + state.tree.comparisons;
      return finishDeltas(deltas, store);
    },
  };
}

/** A build costs more than a test of each box: a tree that updates can do without is built for a second question. */
function cull(state: DynamicTree, planes: Float64Array, into: CulledBoxes): CulledBoxes {
  const { store, tree, fat } = state;
  if (state.moved || (state.stale && state.staleCulls++ === 0))
    return cullEach(store.boxes, store.dimensions, store.limit, store.used, planes, into);
  if (state.stale) build(state);
  return cullFatTree(tree, fat.tight, store.limit, planes, into);
}

/** Takes a removed box out, if an update has ever seen it. */
function leave(state: DynamicTree, id: number): void {
  if (id >= state.known.length || state.known[id] === 0) return;
  if (!state.stale) removeLeaf(state.tree, id);
  state.known[id] = 0;
  state.removed.push(id);
}

function makeRoom(state: DynamicTree): void {
  const capacity = state.store.used.length;
  const { known } = state;
  if (known.length >= capacity) return;
  state.known = new Uint8Array(capacity);
  state.known.set(known);
  reserveAsking(state.asking, capacity);
  reserve(state.tree, capacity);
  reserveFat(state.fat, capacity);
}

/** Drops the candidates of removed boxes. */
function dropRemoved({ candidates, removed, asking, deltas }: DynamicTree): void {
  if (removed.length === 0) return;
  const gone = asking.changed; // nothing asks yet
  for (const id of removed) gone[id] = 1;
  dropCandidates(candidates, gone, deltas.ended);
  for (const id of removed) gone[id] = 0;
  removed.length = 0;
}

/** Takes over the moves, and lists the boxes that left their fat box, then the new ones. */
function listAsking(state: DynamicTree): void {
  const { store, known, fat, asking } = state;
  let count = takeMoves(fat, store.boxes, store.dimensions, known, store.limit, asking.ids);
  const oldCount = count;
  state.path = lengthenPath(state.candidates, state.path, longestWay);
  if (state.step++ % MEASURE_EVERY === 0) measureExtent(fat, known, store.limit);
  for (const id of store.freshIds) {
    if (store.used[id] === 0 || known[id] === 1) continue;
    known[id] = 1;
    takeNew(fat, store.boxes, store.dimensions, id, state.step);
    asking.ids[count++] = id;
  }
  asking.count = count;
  asking.newCount = count - oldCount;
}

/** Fat boxes and candidates for all boxes anew; the tree is not needed. */
function askAll(state: DynamicTree): void {
  const { store, known, fat, candidates, asking } = state;
  dropAllCandidates(candidates, state.deltas.ended);
  measureExtent(fat, known, store.limit);
  for (let id = 0; id < store.limit; id++) if (known[id] === 1) fatten(fat, id, state.step);
  state.stale = true;
  state.staleCulls = 0;
  if (asking.newCount > MANY_NEW * store.size) build(state);
  asking.count = listKnown(state, asking.ids);
  const found = findPairsInCells(fat.boxes, asking.ids, asking.count, Infinity);
  state.added.comparisons += found.comparisons + found.overlapChecks;
  appendCandidates(candidates, found.pairs, found.count);
}

/** The tree takes the new fat boxes of those that ask; then each finds its candidates in it. */
function askSingly(state: DynamicTree): void {
  const { fat, tree, candidates, asking, added } = state;
  const { ids, count, newCount } = asking;
  const oldCount = count - newCount;
  if (!state.stale) sortAsking(asking, tree);
  keepOldBoxes(asking, fat);
  for (let k = 0; k < oldCount; k++) fatten(fat, ids[k]!, state.step);
  if (state.stale) build(state);
  else for (let k = 0; k < count; k++) changeLeaf(state, k);
  added.count = 0;
  findCandidates(tree, asking, fat.boxes, added);
  appendCandidates(candidates, added.pairs, added.count);
  watchWear(state, count, added.comparisons + tree.comparisons);
}

/** A short move is refitted, a long one taken out and put in again. */
function changeLeaf({ tree, fat, asking }: DynamicTree, k: number): void {
  const id = asking.ids[k]!;
  if (k >= asking.count - asking.newCount) {
    insertLeaf(tree, id, fat.boxes);
  } else if (doMeet(asking.old, 6 * k, fat.tight, 6 * id)) {
    refitLeaf(tree, id, fat.boxes);
  } else {
    removeLeaf(tree, id);
    insertLeaf(tree, id, fat.boxes);
  }
}

/** Builds the tree of all boxes. */
function build(state: DynamicTree): void {
  const items = new Uint32Array(state.store.size);
  buildFatTree(state.tree, state.fat.boxes, items, listKnown(state, items));
  state.stale = state.worn = false;
  state.firstCost = 0;
}

/** Writes the ids of all boxes to `out`; returns how many. */
function listKnown({ known, store }: DynamicTree, out: Uint32Array): number {
  let count = 0;
  for (let id = 0; id < store.limit; id++) if (known[id] === 1) out[count++] = id;
  return count;
}

/** Notes how dear the tree is; when it has become dear, it is built before the next update. */
function watchWear(state: DynamicTree, count: number, cost: number): void {
  state.watched += count;
  state.watchedCost += cost;
  if (state.watched < FEW) return;
  const mean = state.watchedCost / state.watched;
  if (state.firstCost === 0) state.firstCost = mean;
  else if (mean > WORN * state.firstCost) state.worn = true;
  state.watched = state.watchedCost = 0;
}
