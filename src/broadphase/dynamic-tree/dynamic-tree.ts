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
import { buildFatTree } from "./build-fat-tree.ts";
import {
  appendCandidates,
  type Candidates,
  createCandidates,
  dropAllCandidates,
  dropCandidates,
  lengthenPath,
  lookAtCandidates,
  renumberCandidates,
} from "./candidates.ts";
import {
  createFatBoxes,
  type FatBoxes,
  fatten,
  longestWay,
  measureExtent,
  renumberFat,
  reserveFat,
  takeMoves,
  takeNew,
} from "./fat-boxes.ts";
import {
  createFatTree,
  type FatTree,
  insertLeaf,
  refitLeaf,
  removeLeaf,
  renumberLeaves,
  reserve,
} from "./fat-tree.ts";
import { type CandidateList, findCandidates } from "./fat-tree-query.ts";
import { createPairDeltas, finishDeltas, type PairDeltas } from "./pair-deltas.ts";
import {
  createPlaces,
  freeLeft,
  leavePlace,
  NOWHERE,
  type Places,
  renumberPlaces,
  takePlace,
} from "./places.ts";

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
/** Share of new boxes above which places are given anew at once. */
const MANY_NEW = 0.25;
/** The tree is built and places are given anew when a box that asks costs so many times what it did after the last build. */
const WORN = 1.6;
/** Updates between two measurements of the mean extent. */
const MEASURE_EVERY = 64;

interface DynamicTree {
  readonly store: BoxStore;
  readonly places: Places;
  readonly fat: FatBoxes;
  readonly tree: FatTree;
  readonly candidates: Candidates;
  /** New candidates. */
  readonly added: CandidateList;
  readonly deltas: PairDeltas;
  /** See candidates.ts. */
  path: number;
  /** 1 for places whose candidates of the last update do not count any more. */
  changed: Uint8Array;
  /** Places whose box left its fat box, or is new. */
  asking: Uint32Array;
  /** How many of the last ones in `asking` are new. */
  newCount: number;
  /** Whether the tree lacks the fat boxes of now. */
  stale: boolean;
  /** Whether boxes were added or moved since the last update. */
  moved: boolean;
  /** How often `cull` was asked while the tree was stale. */
  staleCulls: number;
  /** Whether places should be given anew. */
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
    places: createPlaces(),
    fat: createFatBoxes(),
    tree: createFatTree(),
    candidates: createCandidates(),
    added: { pairs: new Uint32Array(1024), count: 0, comparisons: 0 },
    deltas: createPairDeltas(),
    path: 0,
    changed: new Uint8Array(0),
    asking: new Uint32Array(0),
    newCount: 0,
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
      if (state.worn) renumber(state);
      const count = listAsking(state);
      if (count > FEW && count > MANY * store.size) askAll(state);
      else askSingly(state, count);
      const { candidates, fat, path, places, deltas } = state;
      stats.overlapChecks = lookAtCandidates(
        candidates,
        fat.tight,
        path,
        places.idOf,
        deltas.begun,
        deltas.ended,
      );
      stats.comparisons = state.added.comparisons + state.tree.comparisons;
      return finishDeltas(deltas, store);
    },
  };
}

/** A build costs more than a test of each box: a tree that updates can do without is built for a second question. */
function cull(state: DynamicTree, planes: Float64Array, into: CulledBoxes): CulledBoxes {
  const { store, tree, fat, places } = state;
  if (state.moved || (state.stale && state.staleCulls++ === 0))
    return cullEach(store.boxes, store.dimensions, store.limit, store.used, planes, into);
  if (state.stale) build(state);
  return cullFatTree(tree, fat.tight, places.idOf, store.limit, planes, into);
}

/** Takes a removed box out, if an update has ever seen it. */
function leave(state: DynamicTree, id: number): void {
  const place = id < state.places.placeOf.length ? state.places.placeOf[id]! : NOWHERE;
  if (place === NOWHERE) return;
  if (!state.stale) removeLeaf(state.tree, place);
  leavePlace(state.places, place);
}

/** Room for all ids and places. Free places are given first, so there are never more than boxes and places being left. */
function makeRoom(state: DynamicTree): void {
  const { store, places } = state;
  const capacity = Math.max(store.used.length, store.size + places.leaving.length);
  if (state.changed.length >= capacity) return;
  const { placeOf, idOf, empty } = places;
  places.placeOf = new Int32Array(capacity).fill(NOWHERE);
  places.idOf = new Uint32Array(capacity);
  places.empty = new Uint8Array(capacity).fill(1);
  places.placeOf.set(placeOf);
  places.idOf.set(idOf);
  places.empty.set(empty);
  state.changed = new Uint8Array(capacity);
  state.asking = new Uint32Array(capacity);
  reserve(state.tree, capacity);
  reserveFat(state.fat, capacity);
}

/** Takes over the moves, and lists the boxes that left their fat box, then the new ones. */
function listAsking(state: DynamicTree): number {
  const { store, places, fat, asking } = state;
  let count = takeMoves(fat, store.boxes, store.dimensions, places, asking);
  state.path = lengthenPath(state.candidates, state.path, longestWay);
  if (state.step++ % MEASURE_EVERY === 0) measureExtent(fat, places.empty, places.limit);
  state.newCount = 0;
  for (const id of store.freshIds) {
    if (store.used[id] === 0 || places.placeOf[id] !== NOWHERE) continue;
    const place = takePlace(places, id);
    takeNew(fat, store.boxes, store.dimensions, place, id, state.step);
    asking[count++] = place;
    state.newCount++;
  }
  return count;
}

/** Fat boxes and candidates for all boxes anew; the tree is not needed. */
function askAll(state: DynamicTree): void {
  const { store, places, fat, candidates, asking } = state;
  dropAllCandidates(candidates, places.idOf, state.deltas.ended);
  freeLeft(places);
  measureExtent(fat, places.empty, places.limit);
  for (let place = 0; place < places.limit; place++)
    if (places.empty[place] === 0) fatten(fat, place, state.step);
  state.stale = true;
  state.staleCulls = 0;
  if (state.newCount > MANY_NEW * store.size) renumber(state);
  const count = listPlaces(places, asking);
  const found = findPairsInCells(fat.boxes, asking, count, Infinity);
  state.added.comparisons += found.comparisons + found.overlapChecks;
  appendCandidates(candidates, found.pairs, found.count);
}

/** The tree takes the new fat boxes of those that ask; then each finds its candidates in it. */
function askSingly(state: DynamicTree, count: number): void {
  const { places, fat, tree, candidates, changed, asking, added } = state;
  if (count === 0 && places.leaving.length === 0) return;
  for (let k = 0; k < count; k++) changed[asking[k]!] = 1;
  for (const place of places.leaving) changed[place] = 1;
  dropCandidates(candidates, changed, places.idOf, state.deltas.ended);
  for (const place of places.leaving) changed[place] = 0;
  freeLeft(places);

  const oldCount = count - state.newCount;
  if (state.stale && count > 0) buildWithout(state, oldCount);
  for (let k = 0; k < count; k++) changeLeaf(state, asking[k]!, k >= oldCount);
  added.count = 0;
  for (let k = 0; k < count; k++) findCandidates(tree, asking[k]!, fat.boxes, changed, added);
  appendCandidates(candidates, added.pairs, added.count);
  for (let k = 0; k < count; k++) changed[asking[k]!] = 0;
  watchWear(state, count, added.comparisons + tree.comparisons);
}

/** A short move is refitted, a long one taken out and put in again. */
function changeLeaf({ tree, fat, step }: DynamicTree, place: number, isNew: boolean): void {
  if (isNew) {
    insertLeaf(tree, place, fat.boxes);
  } else if (isApart(fat.boxes, fat.tight, 6 * place)) {
    removeLeaf(tree, place);
    fatten(fat, place, step);
    insertLeaf(tree, place, fat.boxes);
  } else {
    fatten(fat, place, step);
    refitLeaf(tree, place, fat.boxes);
  }
}

/** Builds the tree; the new boxes, which follow the first `oldCount` ones asking, are not in it yet. */
function buildWithout(state: DynamicTree, oldCount: number): void {
  const { places, asking } = state;
  for (let k = 0; k < state.newCount; k++) places.empty[asking[oldCount + k]!] = 1;
  build(state);
  for (let k = 0; k < state.newCount; k++) places.empty[asking[oldCount + k]!] = 0;
}

/** Builds the tree of all boxes that have a place. */
function build(state: DynamicTree): void {
  const items = new Uint32Array(state.places.limit);
  const count = listPlaces(state.places, items);
  buildFatTree(state.tree, state.fat.boxes, items, count);
  state.stale = false;
  state.firstCost = 0;
}

/** Builds the tree, and gives places in the order of its leaves. */
function renumber(state: DynamicTree): void {
  const { places, fat, tree, candidates, changed } = state;
  for (const place of places.leaving) changed[place] = 1;
  if (places.leaving.length > 0) dropCandidates(candidates, changed, places.idOf, state.deltas.ended);
  for (const place of places.leaving) changed[place] = 0;
  freeLeft(places);
  const order = new Uint32Array(places.limit);
  const count = listPlaces(places, order);
  buildFatTree(tree, fat.boxes, order, count);
  const inUse = order.subarray(0, count);
  renumberLeaves(tree, inUse);
  renumberFat(fat, inUse);
  renumberCandidates(candidates, renumberPlaces(places, inUse));
  state.stale = state.worn = false;
  state.firstCost = 0;
}

/** Writes the places with a box to `out`; returns how many. */
function listPlaces(places: Places, out: Uint32Array): number {
  let count = 0;
  for (let place = 0; place < places.limit; place++) if (places.empty[place] === 0) out[count++] = place;
  return count;
}

/** Notes how dear the tree is; when it has become dear, it is built before the next update, and places given anew. */
function watchWear(state: DynamicTree, count: number, cost: number): void {
  state.watched += count;
  state.watchedCost += cost;
  if (state.watched < FEW) return;
  const mean = state.watchedCost / state.watched;
  if (state.firstCost === 0) state.firstCost = mean;
  else if (mean > WORN * state.firstCost) state.worn = true;
  state.watched = state.watchedCost = 0;
}

/** Whether a box does not even meet its old fat box. */
function isApart(fat: Float64Array, tight: Float64Array, p: number): boolean {
  for (let k = p; k < p + 3; k++) if (tight[k]! > fat[k + 3]! || tight[k + 3]! < fat[k]!) return true;
  return false;
}
