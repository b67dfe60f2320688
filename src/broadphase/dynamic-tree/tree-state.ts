import type { BoxStore } from "../box-store.ts";
import type { CullWorkspace } from "../cull/cull-fat-tree.ts";
import type { CellPairs } from "../one-shot/cell-pairs.ts";
import type { PairChanges } from "../pair-changes.ts";
import type { PairSorter } from "../sort-pairs.ts";
import {
  addItem,
  advanceFatTree,
  beginHalving,
  type FatTreeBuild,
  finishFatTree,
  startFatTree,
} from "./build-fat-tree.ts";
import { orderCandidates } from "./candidates.ts";
import { ABSENT, type FatTree, insertLeaf, NONE, removeLeaf } from "./fat-tree.ts";
import type { FoundCandidates } from "./fat-tree-query.ts";
import {
  chooseImageSpace,
  countCoarse,
  type ImageSpace,
  isTooCoarse,
  measureExtent,
  writeImages,
} from "./images.ts";
import { createPlaceOrder, listAstray, orderPlaces, type Places, rankItems, takePlace } from "./places.ts";
import { ANCHOR, ANCHOR_STEP, BOX, copyTreeMemory, createTreeMemory, MARK } from "./tree-memory.ts";

// The state of a dynamic tree between updates, and how it moves: to more memory, to another space of images, or to the
// order of the leaves.

/** Initial room: this many candidates per box. */
const USUAL_CANDIDATES = 4;
/** A worn tree is built over about this many steps, and its places are reassigned over as many. */
const REBUILD_STEPS = 32;
/** How often halving a part looks at each of its boxes. */
const LOOKS = 3;
/**
 * Boxes that are listed or ranked, and that change places, in the first portion; portions grow by GROWTH until they are whole. The first ones
 * of a process run code that V8 has not compiled yet, which takes 20 to 100 times as long, and it compiles for some 10 ms.
 */
const FIRST_LISTED = 256;
const FIRST_ORDERED = 64;
const GROWTH = 1.25;
/** Portions of boxes that are listed, or ranked, in one step: these take an eighth of the time of other work. */
const EASY_PORTIONS = 8;

export interface DynamicTree {
  readonly store: BoxStore;
  readonly places: Places;
  /** Null before the first box. */
  space: ImageSpace | null;
  readonly tree: FatTree;
  candidateCount: number;
  /** How many of them, the last ones, are new in this update. */
  unmerged: number;
  /** New candidates. */
  readonly added: FoundCandidates;
  readonly sorter: PairSorter;
  readonly changes: PairChanges;
  /** How many boxes are re-queried in this update, and how many of them are new; the new ones come last. */
  requeryCount: number;
  newCount: number;
  /** Places of removed boxes that an update has seen. */
  readonly removed: number[];
  /** Whether the tree lacks the current fat boxes. */
  isStale: boolean;
  /** Whether boxes were added or moved since the last update. */
  hasMoved: boolean;
  /** How often `cull` was called while the tree was stale. */
  staleCulls: number;
  /** Whether the tree should be rebuilt. */
  isWorn: boolean;
  /** The rebuild of a worn tree; null if none is under way. */
  rebuild: Generator<void, void> | null;
  /** Mean comparisons per query after the last build; 0 while unknown. */
  firstCost: number;
  /** Queries since the cost was last checked, and their comparisons. */
  watched: number;
  watchedCost: number;
  /** Boxes inserted since the last build. */
  displaced: number;
  /** The step at which `space` was chosen. */
  spaceStep: number;
  step: number;
  /** The kernel is used from this many places on. */
  readonly kernelFrom: number;
  /** False during an update, and after one that threw. */
  isWhole: boolean;
  readonly cullWorkspace: CullWorkspace;
  /** The memory of `requeryAll`. */
  readonly cellPairs: CellPairs;
}

export function mark({ tree: { memory } }: DynamicTree, place: number, value: number): void {
  memory.imageInts[(BOX * place + MARK) << memory.intShift] = value;
}

/** Makes room for places and candidates. */
export function reserve(state: DynamicTree, capacity: number, candidates: number): void {
  const { tree } = state;
  const { memory } = tree;
  const candidateRoom = memory.pairs.length / 2;
  if (capacity <= memory.capacity && candidates <= candidateRoom) return;
  tree.memory = createTreeMemory(
    Math.max(capacity, memory.capacity),
    candidates > candidateRoom
      ? Math.ceil(1.25 * candidates)
      : Math.max(candidateRoom, USUAL_CANDIDATES * capacity),
    memory.intShift === 1,
    Math.max(capacity, memory.capacity) >= state.kernelFrom,
    state.store.dimensions,
  );
  copyTreeMemory(memory, tree.memory);
  if (state.rebuild === null) return;
  state.rebuild = null; // its construction is in the old memory; it may have renamed candidates
  orderCandidates(tree.memory, state.candidateCount, state.places.end, state.sorter);
}

/** Chooses another origin or f64 images if f32 has too few digits; or f32 images again if it has enough. */
export function renewSpace(state: DynamicTree): void {
  const { store } = state;
  const space = state.space!;
  if (state.spaceStep === state.step) return;
  space.meanExtent = measureExtent(store);
  if (!space.isF64) countCoarse(store, space);
  if (!space.isF64 && !isTooCoarse(store, space)) return;
  const next = chooseImageSpace(store);
  if (!space.isF64 || !next.isF64) setSpace(state, next);
}

/** Converts all places to images of another space. There must be no candidates. */
export function setSpace(state: DynamicTree, space: ImageSpace): void {
  const { store, places, tree } = state;
  const { capacity, byId } = tree.memory;
  state.space = space;
  state.spaceStep = state.step;
  state.isStale = true;
  state.rebuild = null;
  if ((tree.memory.intShift === 1) !== space.isF64) {
    const withKernel = capacity >= state.kernelFrom;
    tree.memory = createTreeMemory(capacity, 0, space.isF64, withKernel, store.dimensions);
    tree.memory.byId.set(byId);
  }
  const { memory } = tree;
  places.end = 1;
  places.free.length = 0;
  for (let id = 0; id < store.idEnd; id++)
    if (byId[id] !== 0) {
      const place = takePlace(places, memory, id);
      memory.anchorInts[(ANCHOR * place + ANCHOR_STEP) << memory.intShift] = state.step;
    }
  writeImages(store, space, memory);
}

/** Builds the tree of all boxes that have a fat box, at once. */
export function build(state: DynamicTree, withNew: boolean): void {
  const parts = buildInParts(state, withNew, 1);
  while (parts.next().done !== true);
}

/** Takes the next part of the rebuild of a worn tree: so little that no step takes twice as long as the others. */
export function advanceRebuild(state: DynamicTree): void {
  state.rebuild ??= buildInParts(state, false, REBUILD_STEPS);
  state.rebuild.next();
}

/**
 * Builds a tree, about as long a part at each call of `next`. The old tree serves and changes meanwhile. When the order of the new
 * leaves is known, boxes move to places in that order; then the new tree replaces the old one, and the candidates are sorted.
 */
function* buildInParts(state: DynamicTree, withNew: boolean, parts: number): Generator<void, void> {
  const { tree, places, sorter } = state;
  const placeEnd = places.end;
  const construction = startFatTree(tree.memory);
  const portion = Math.ceil(placeEnd / parts);
  const atOnce = parts === 1;
  const listed = EASY_PORTIONS * portion;
  for (const [from, to] of portions(1, placeEnd, atOnce ? listed : FIRST_LISTED, listed)) {
    yield;
    addPlaces(state, withNew, construction, from, to);
  }
  beginHalving(construction);
  const { items, itemCount } = construction;
  const looks = LOOKS * portion * Math.log2(itemCount + 1);
  yield;
  while (!advanceFatTree(construction, looks)) yield;
  const order = createPlaceOrder(items, places.end);
  for (const [from, to] of portions(0, itemCount, atOnce ? listed : FIRST_LISTED, listed)) {
    yield;
    rankItems(order, from, to);
  }
  for (const [from, to] of portions(0, itemCount, atOnce ? portion : FIRST_ORDERED, portion)) {
    yield;
    orderPlaces(places, tree, state.isStale, order, from, to, state.candidateCount);
  }
  yield;
  replaceTree(state, construction, withNew);
  yield;
  orderCandidates(tree.memory, state.candidateCount, places.end, sorter);
  state.isStale = state.isWorn = false;
  state.rebuild = null;
  state.firstCost = state.displaced = 0;
}

/** Cuts the numbers from `begin` to `end` − 1 into portions, [from, to] each: of `first` numbers or an eighth of `most`, then more. */
function* portions(
  begin: number,
  end: number,
  first: number,
  most: number,
): Generator<[number, number], void> {
  let length = Math.min(most, Math.max(first, Math.ceil(most / 8)));
  for (let from = begin; from < end; from += length, length = Math.min(most, Math.ceil(GROWTH * length)))
    yield [from, Math.min(end, from + length)];
}

/** Replaces the tree; boxes that came or went since the construction began are inserted or removed. */
function replaceTree(state: DynamicTree, construction: FatTreeBuild, withNew: boolean): void {
  const { tree, places } = state;
  const { ids, leafSlots, requeried: astray } = tree.memory; // unused before boxes are listed to be re-queried
  leafSlots.fill(ABSENT, 0, places.end);
  finishFatTree(tree, construction);
  const count = listAstray(tree.memory, places.end);
  for (let k = 0; k < count; k++) {
    const place = astray[k];
    // Boxes that are new in this update have no leaf: they have no place yet, or were left out when the others were listed.
    if (ids[place] === NONE) removeLeaf(tree, place);
    else if (withNew || !isNew(state, ids[place])) insertLeaf(tree, place);
  }
}

/** Whether the box is new to the tree in this update; after a restart all are. */
export function isNew({ store, step }: DynamicTree, id: number): boolean {
  return step === 1 || store.fresh[id] === 1;
}

/** Adds the boxes at the places `from` to `to` − 1 to a construction; boxes added since the last update only with `withNew`. */
function addPlaces(
  state: DynamicTree,
  withNew: boolean,
  construction: FatTreeBuild,
  from: number,
  to: number,
): void {
  const { ids } = state.tree.memory;
  for (let place = from; place < to; place++)
    if (ids[place] !== NONE && (withNew || !isNew(state, ids[place]))) addItem(construction, place);
}

/** The places of all boxes, ascending; boxes added since the last update only with `withNew`. */
export function listPlaces(state: DynamicTree, withNew: boolean): Uint32Array {
  const list = new Uint32Array(state.store.size);
  return list.subarray(0, writePlaces(state, withNew, list));
}

/** Returns the number of places; a function of its own, because V8 would compile what follows the loop before it ever ran. */
function writePlaces(state: DynamicTree, withNew: boolean, list: Uint32Array): number {
  const { places, tree } = state;
  const { ids } = tree.memory;
  let count = 0;
  for (let place = 1; place < places.end; place++)
    if (ids[place] !== NONE && (withNew || !isNew(state, ids[place]))) list[count++] = place;
  return count;
}
