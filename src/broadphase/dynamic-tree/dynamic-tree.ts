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
import { appendCandidates, checkCandidates, dropMarked, endAll } from "./candidates.ts";
import { fatten, listLeavers } from "./fat-boxes.ts";
import { createFatTree, type FatTree, insertLeaf, refitLeaf, removeLeaf, writeLeaf } from "./fat-tree.ts";
import { type FoundCandidates, findCandidates } from "./fat-tree-query.ts";
import {
  chooseImageSpace,
  countCoarse,
  fetchImages,
  type ImageSpace,
  isCoarse,
  isTooCoarse,
  measureExtent,
  writeImages,
} from "./images.ts";
import { copyBox, doMeet, fillBox } from "./lane-boxes.ts";
import { createPairDeltas, finishDeltas, type PairDeltas } from "./pair-deltas.ts";
import { createPlaces, freePlace, type Places, renumberPlaces, takePlace } from "./places.ts";
import { compileTreeKernel } from "./tree-kernel.ts";
import {
  ANCHOR,
  ANCHOR_STEP,
  BOX,
  copyTreeMemory,
  createTreeMemory,
  FEW_ASKING,
  MARK,
  MAX,
  MOST_ASKING,
  OLD,
} from "./tree-memory.ts";

// A step of the dynamic tree:
//
//   boxes ─▶ images ─▶ those that left their fat box, new ones ─▶ new fat boxes ─▶ tree ─▶ new candidates ─┐
//                      all candidates ─────────────────────────────────────────────────────────────────────┴▶ checked:
//                                                                                                   what began and ended
//
// When many boxes ask at once, all candidates are found in one go without the tree, and the tree is built again when
// it is needed next.

/** Share of new boxes above which the tree is built at once. */
const MANY_NEW = 0.25;
/** The tree is built anew when a box that asks costs so many times what it did after the last build. */
const WORN = 1.6;
/** Updates between two measurements of the mean extent. */
const MEASURE_EVERY = 64;
/** Below so many places the kernel is not worth a memory of its own. */
const KERNEL_FROM = 512;

const QUERY = BOX + OLD;

interface DynamicTree {
  readonly store: BoxStore;
  readonly places: Places;
  /** Null before the first box. */
  space: ImageSpace | null;
  readonly tree: FatTree;
  candidateCount: number;
  /** New candidates. */
  readonly added: FoundCandidates;
  readonly deltas: PairDeltas;
  /** How many boxes ask in this update, and how many of the last ones are new. Places of theirs are in the memory. */
  askingCount: number;
  newCount: number;
  /** Places of boxes that an update has seen, and that were removed since. */
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
  /** Boxes that asked since places were given. */
  displaced: number;
  /** Coarse boxes: as many at most. */
  coarse: number;
  step: number;
  /** Below so many places the plain walks serve. */
  readonly kernelFrom: number;
}

/**
 * An incremental tree of fattened boxes: the fastest of the broad phases for boxes that move a little at a time, and
 * as exact as the others. Margins follow the motion. Default: 3 dimensions.
 */
export function createDynamicTree(options: BroadPhaseOptions = {}): BroadPhase {
  return createDynamicTreeWith(options, KERNEL_FROM);
}

/** With the kernel from so many places on; tests take it always or never. */
export function createDynamicTreeWith(options: BroadPhaseOptions, kernelFrom: number): BroadPhase {
  checkOptionNames(options, BROAD_PHASE_OPTIONS, "createDynamicTree");
  const { dimensions = 3 } = options;
  const store = createBoxStore(dimensions, "createDynamicTree");
  const stats = createBroadPhaseStats();
  const state: DynamicTree = {
    store,
    places: createPlaces(),
    space: null,
    tree: createFatTree(createTreeMemory(1, 0, 0, null)),
    candidateCount: 0,
    added: { pairs: new Uint32Array(1024), count: 0, comparisons: 0 },
    deltas: createPairDeltas(),
    askingCount: 0,
    newCount: 0,
    removed: [],
    stale: true,
    moved: false,
    staleCulls: 0,
    worn: false,
    firstCost: 0,
    watched: 0,
    watchedCost: 0,
    displaced: 0,
    coarse: 0,
    step: 0,
    kernelFrom,
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
      state.tree.comparisons = state.added.comparisons = 0;
      stats.overlapChecks = 0;
      dropRemoved(state);
      if (state.moved) {
        takeMoves(state);
        stats.overlapChecks = state.candidateCount;
        state.candidateCount = checkCandidates(state.tree.memory, state.candidateCount, store, state.deltas);
        forgetAsking(state);
      }
      state.moved = false;
      stats.comparisons = state.added.comparisons + state.tree.comparisons;
      return finishDeltas(state.deltas, store);
    },
  };
}

/** A build costs more than a test of each box: a tree that updates can do without is built for a second question. */
function cull(state: DynamicTree, planes: Float64Array, into: CulledBoxes): CulledBoxes {
  const { store, tree } = state;
  if (state.moved || state.space === null || (state.stale && state.staleCulls++ === 0))
    return cullEach(store.boxes, store.dimensions, store.limit, store.used, planes, into);
  if (state.stale) {
    dropRemoved(state);
    build(state, true);
  }
  return cullFatTree(tree, store, state.space, planes, into);
}

/** Takes a removed box out, if an update has ever seen it. */
function leave({ places, tree, removed, stale }: DynamicTree, id: number): void {
  const place = places.byId[id] ?? 0;
  if (place === 0) return;
  if (!stale) removeLeaf(tree, place);
  places.byId[id] = 0;
  removed.push(place);
}

/** Drops the candidates of removed boxes. */
function dropRemoved(state: DynamicTree): void {
  const { removed, places, tree, deltas } = state;
  if (removed.length === 0) return;
  for (const place of removed) mark(state, place, 1);
  state.candidateCount = dropMarked(tree.memory, state.candidateCount, deltas.ended);
  for (const place of removed) freePlace(places, tree.memory, place);
  removed.length = 0;
}

function mark({ tree: { memory } }: DynamicTree, place: number, value: number): void {
  memory.imageInts[(BOX * place + MARK) << memory.wide] = value;
}

/** Brings images, fat boxes, the tree and the list of candidates up to date with the boxes. */
function takeMoves(state: DynamicTree): void {
  const { store, places, tree } = state;
  reserve(state, store.used.length + 1, 0);
  state.step++;
  if (state.space === null) setSpace(state, chooseImageSpace(store));
  else if (state.step % MEASURE_EVERY === 0) state.space.meanExtent = measureExtent(store);
  const newIds: number[] = [];
  for (const id of store.freshIds)
    if (store.used[id] === 1 && places.byId[id] === 0) {
      takePlace(places, tree.memory, id);
      newIds.push(id);
    }
  let count = takeImages(state);
  const asking = count + newIds.length;
  if (asking > FEW_ASKING && asking > MOST_ASKING * store.size) {
    askAll(state, newIds.length);
    return;
  }
  if (asking === 0) return;
  if (state.stale || state.worn || state.displaced > store.size) {
    if (state.stale || state.worn) build(state, false);
    else renumber(state);
    count = takeImages(state);
  }
  for (const id of newIds) tree.memory.asking[count++] = places.byId[id]!;
  state.askingCount = count;
  state.newCount = newIds.length;
  askSingly(state);
}

/** Takes over the boxes, and lists the places of those that left their fat box; returns how many. */
function takeImages({ store, places, space, tree: { memory } }: DynamicTree): number {
  const { kernel, ids, imagesById, images, fat, asking } = memory;
  writeImages(store, space!, imagesById);
  if (kernel === null) {
    fetchImages(memory, places.limit);
    return listLeavers(memory, places.limit);
  }
  const end = kernel.take(
    places.limit,
    ids.byteOffset,
    imagesById.byteOffset,
    images.byteOffset,
    fat.byteOffset,
    asking.byteOffset,
  );
  return (end - asking.byteOffset) / 4;
}

/** Each box that asks gets a new fat box, the tree takes them all, and then is asked for candidates. */
function askSingly(state: DynamicTree): void {
  const { store, tree, added, askingCount, newCount } = state;
  const { asking, images, fat, queries, wide } = tree.memory;
  const { meanExtent } = state.space!;
  const oldCount = askingCount - newCount;
  for (let rank = 0; rank < askingCount; rank++) {
    const place = asking[rank]!;
    mark(state, place, rank + 1);
    if (rank < oldCount) copyBox(fat, BOX * place, queries, QUERY * rank + OLD);
    else startFat(state, place, rank);
    fatten(tree.memory, state.space!, store.dimensions, place, state.step);
    copyBox(fat, BOX * place, queries, QUERY * rank);
    if (wide === 0 && isCoarse(images, BOX * place, store.dimensions, meanExtent)) state.coarse++;
  }
  if (isTooCoarse(store, state.coarse) && isTooCoarse(store, recountCoarse(state))) {
    forgetAsking(state);
    askAll(state, newCount);
    return;
  }
  changeTree(state);
  added.count = 0;
  findCandidates(tree, askingCount, added);
  append(state, added.pairs, added.count);
  state.displaced += askingCount;
  watchWear(state, askingCount, added.comparisons + tree.comparisons);
}

/** Short moves are refitted, long ones taken out and put in again. */
function changeTree({ tree, askingCount, newCount }: DynamicTree): void {
  const { asking, images, queries, hits: shortMoves } = tree.memory; // there are no hits yet
  const oldCount = askingCount - newCount;
  let shortCount = 0;
  for (let rank = 0; rank < askingCount; rank++) {
    const place = asking[rank]!;
    if (rank < oldCount && doMeet(queries, QUERY * rank + OLD, images, BOX * place)) {
      shortMoves[shortCount++] = place;
      continue;
    }
    if (rank < oldCount) removeLeaf(tree, place);
    insertLeaf(tree, place);
  }
  for (let k = 0; k < shortCount; k++) writeLeaf(tree, shortMoves[k]!);
  for (let k = 0; k < shortCount; k++) refitLeaf(tree, shortMoves[k]!);
}

/** A new box has met nobody before, and has not moved. */
function startFat({ tree: { memory }, step }: DynamicTree, place: number, rank: number): void {
  fillBox(memory.queries, QUERY * rank + OLD, Number.NaN, Number.NaN);
  memory.anchorInts[(ANCHOR * place + ANCHOR_STEP) << memory.wide] = step;
}

/** Fat boxes and candidates for all boxes anew; the tree is not needed. */
function askAll(state: DynamicTree, newCount: number): void {
  const { store, places, tree, added } = state;
  endAll(tree.memory, state.candidateCount, state.deltas.ended);
  state.candidateCount = 0;
  renewSpace(state);
  for (let id = 0; id < store.limit; id++) {
    const place = places.byId[id]!;
    if (place === 0) continue;
    if (store.fresh[id] === 1)
      tree.memory.anchorInts[(ANCHOR * place + ANCHOR_STEP) << tree.memory.wide] = state.step;
    fatten(tree.memory, state.space!, store.dimensions, place, state.step);
  }
  state.stale = true;
  state.staleCulls = 0;
  if (newCount > MANY_NEW * store.size) build(state, true);
  const { fat } = tree.memory;
  const boxes = new Float64Array(6 * places.limit);
  for (let place = 1; place < places.limit; place++)
    for (let axis = 0; axis < 3; axis++) {
      boxes[6 * place + axis] = fat[BOX * place + axis]!;
      boxes[6 * place + axis + 3] = fat[BOX * place + MAX + axis]!;
    }
  const used = listPlaces(state, true);
  const found = findPairsInCells(boxes, used, used.length, Infinity);
  added.comparisons += found.comparisons + found.overlapChecks;
  append(state, found.pairs, found.count);
}

function forgetAsking(state: DynamicTree): void {
  for (let rank = 0; rank < state.askingCount; rank++) mark(state, state.tree.memory.asking[rank]!, 0);
  state.askingCount = 0;
}

/** Puts candidates in. */
function append(state: DynamicTree, pairs: Uint32Array, count: number): void {
  reserve(state, 0, state.candidateCount + count);
  appendCandidates(state.tree.memory, state.candidateCount, pairs, count);
  state.candidateCount += count;
}

/** Makes room for so many places and candidates. */
function reserve(state: DynamicTree, capacity: number, candidates: number): void {
  const { tree, places } = state;
  const { memory } = tree;
  const candidateRoom = memory.pairs.length / 2;
  if (capacity > places.byId.length) {
    const { byId } = places;
    places.byId = new Uint32Array(capacity);
    places.byId.set(byId);
  }
  if (capacity <= memory.capacity && candidates <= candidateRoom) return;
  const larger = Math.max(capacity, memory.capacity);
  tree.memory = createTreeMemory(
    larger,
    candidates <= candidateRoom ? candidateRoom : Math.ceil(1.25 * candidates),
    memory.wide,
    larger < state.kernelFrom ? null : compileTreeKernel(),
  );
  copyTreeMemory(memory, tree.memory);
}

function recountCoarse(state: DynamicTree): number {
  state.coarse = countCoarse(state.store, state.space!);
  return state.coarse;
}

/** Chooses another origin, or another width, if the images tell too little, or need no longer be wide. */
function renewSpace(state: DynamicTree): void {
  const { store, space } = state;
  space!.meanExtent = measureExtent(store);
  const isWide = space!.wide === 1;
  if (!isWide && !isTooCoarse(store, recountCoarse(state))) return;
  const next = chooseImageSpace(store);
  if (isWide && next.wide === 1) return;
  setSpace(state, next);
}

/** Makes images in another space, for all that have a place; while there are no candidates. */
function setSpace(state: DynamicTree, space: ImageSpace): void {
  const { store, places, tree } = state;
  const { capacity } = tree.memory;
  state.space = space;
  state.stale = true;
  if (tree.memory.wide !== space.wide)
    tree.memory = createTreeMemory(
      capacity,
      0,
      space.wide,
      capacity < state.kernelFrom ? null : compileTreeKernel(),
    );
  const { memory } = tree;
  places.limit = 1;
  places.free.length = 0;
  for (let id = 0; id < store.limit; id++)
    if (places.byId[id] !== 0) {
      const place = takePlace(places, memory, id);
      memory.anchorInts[(ANCHOR * place + ANCHOR_STEP) << memory.wide] = state.step;
    }
  writeImages(store, space, memory.imagesById);
  fetchImages(memory, places.limit);
  recountCoarse(state);
}

/** Builds the tree of all boxes that have a fat box. */
function build(state: DynamicTree, withNew: boolean): void {
  const items = listPlaces(state, withNew);
  buildFatTree(state.tree, items, items.length);
  renumber(state);
  state.stale = state.worn = false;
  state.firstCost = 0;
}

function renumber(state: DynamicTree): void {
  renumberPlaces(state.places, state.tree, state.store.limit, state.candidateCount);
  state.displaced = 0;
}

/** The places of all boxes; those that came since the last update only on demand. */
function listPlaces({ store, places }: DynamicTree, withNew: boolean): Uint32Array {
  const list = new Uint32Array(store.size);
  let count = 0;
  for (let id = 0; id < store.limit; id++)
    if (places.byId[id] !== 0 && (withNew || store.fresh[id] === 0)) list[count++] = places.byId[id]!;
  return list.subarray(0, count);
}

/** Notes how dear the tree is; when it has become dear, it is built before the next update. */
function watchWear(state: DynamicTree, count: number, cost: number): void {
  state.watched += count;
  state.watchedCost += cost;
  if (state.watched < FEW_ASKING) return;
  const mean = state.watchedCost / state.watched;
  if (state.firstCost === 0) state.firstCost = mean;
  else if (mean > WORN * state.firstCost) state.worn = true;
  state.watched = state.watchedCost = 0;
}
