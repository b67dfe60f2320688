import type { BoxStore } from "../box-store.ts";
import type { CullWorkspace } from "../cull/cull-fat-tree.ts";
import type { CellPairs } from "../one-shot/cell-pairs.ts";
import type { PairChanges } from "../pair-changes.ts";
import {
  advanceFatTree,
  buildFatTree,
  type FatTreeBuild,
  finishFatTree,
  startFatTree,
} from "./build-fat-tree.ts";
import { type FatTree, insertLeaf, removeLeaf } from "./fat-tree.ts";
import type { FoundCandidates } from "./fat-tree-query.ts";
import {
  chooseImageSpace,
  countCoarse,
  fetchImages,
  type ImageSpace,
  isTooCoarse,
  measureExtent,
  writeImages,
} from "./images.ts";
import {
  orderCandidates,
  orderNodes,
  orderPlaces,
  type Places,
  renumberPlaces,
  takePlace,
} from "./places.ts";
import { ANCHOR, ANCHOR_STEP, BOX, copyTreeMemory, createTreeMemory, MARK } from "./tree-memory.ts";

// The state of a dynamic tree between updates, and how it moves: to more memory, to another space of images, or to the
// order of the leaves.

/** Initial room: this many candidates per box. */
const USUAL_CANDIDATES = 4;
/** A worn tree is rebuilt over about as many steps. */
const REBUILD_STEPS = 24;

export interface DynamicTree {
  readonly store: BoxStore;
  readonly places: Places;
  /** Null before the first box. */
  space: ImageSpace | null;
  readonly tree: FatTree;
  candidateCount: number;
  /** New candidates. */
  readonly added: FoundCandidates;
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
  /** The tree that is to replace a worn one; null if none is under construction. */
  construction: FatTreeBuild | null;
  /** Mean comparisons per query after the last build; 0 while unknown. */
  firstCost: number;
  /** Queries since the cost was last checked, and their comparisons. */
  watched: number;
  watchedCost: number;
  /** Boxes re-queried since places were last reassigned. */
  displaced: number;
  /** Parts of a renumbering that are done: 1 nodes, 2 places as well, 0 if none is under way. */
  ordered: number;
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
  const { tree, places } = state;
  const { memory } = tree;
  const candidateRoom = memory.pairs.length / 2;
  if (capacity > places.byId.length) {
    const { byId } = places;
    places.byId = new Uint32Array(capacity);
    places.byId.set(byId);
  }
  if (capacity <= memory.capacity && candidates <= candidateRoom) return;
  tree.memory = createTreeMemory(
    Math.max(capacity, memory.capacity),
    candidates > candidateRoom
      ? Math.ceil(1.25 * candidates)
      : Math.max(candidateRoom, USUAL_CANDIDATES * capacity),
    memory.intShift === 1,
    Math.max(capacity, memory.capacity) >= state.kernelFrom,
  );
  copyTreeMemory(memory, tree.memory);
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
  const { capacity } = tree.memory;
  state.space = space;
  state.spaceStep = state.step;
  state.isStale = true;
  state.construction = null;
  if ((tree.memory.intShift === 1) !== space.isF64)
    tree.memory = createTreeMemory(capacity, 0, space.isF64, capacity >= state.kernelFrom);
  const { memory } = tree;
  places.end = 1;
  places.free.length = 0;
  for (let id = 0; id < store.idEnd; id++)
    if (places.byId[id] !== 0) {
      const place = takePlace(places, memory, id);
      memory.anchorInts[(ANCHOR * place + ANCHOR_STEP) << memory.intShift] = state.step;
    }
  writeImages(store, space, memory.imagesById);
  fetchImages(memory, places.end);
}

/** Builds the tree of all boxes that have a fat box. */
export function build(state: DynamicTree, withNew: boolean): void {
  const items = listPlaces(state, withNew);
  buildFatTree(state.tree, items);
  renumber(state);
  state.isStale = state.isWorn = false;
  state.construction = null;
  state.firstCost = 0;
}

/**
 * Takes the next part of the rebuild of a worn tree: so much that no step takes twice as long as the others. The order of
 * places follows in a later step.
 */
export function advanceRebuild(state: DynamicTree): void {
  const { tree, store } = state;
  if (state.construction === null) {
    state.construction = startFatTree(tree.memory, listPlaces(state, false));
    return;
  }
  const { length } = state.construction.items;
  if (!advanceFatTree(state.construction, (length * Math.log2(length)) / REBUILD_STEPS)) return;
  replaceTree(state, state.construction);
  state.isWorn = false;
  state.construction = null;
  state.firstCost = 0;
  state.displaced = store.size + 1;
}

/** Replaces the tree; boxes that came or went since the construction began are inserted or removed. */
function replaceTree(state: DynamicTree, construction: FatTreeBuild): void {
  const { tree } = state;
  finishFatTree(tree, construction);
  const isIn = new Uint8Array(tree.memory.capacity);
  const present = listPlaces(state, false);
  for (const place of construction.items) isIn[place] = 1;
  for (const place of present) {
    if (isIn[place] === 0) insertLeaf(tree, place);
    isIn[place] = 2;
  }
  for (const place of construction.items) if (isIn[place] === 1) removeLeaf(tree, place);
}

function renumber(state: DynamicTree): void {
  renumberPlaces(state.places, state.tree, state.store.idEnd, state.candidateCount);
  state.displaced = 0;
  state.ordered = 0;
}

/** Takes the next of the three parts of a renumbering; returns whether it has reassigned places. */
export function advanceRenumbering(state: DynamicTree): boolean {
  const { places, tree, store, candidateCount } = state;
  state.ordered = (state.ordered + 1) % 3;
  if (state.ordered === 1) orderNodes(tree);
  else if (state.ordered === 2) orderPlaces(places, tree, store.idEnd, candidateCount);
  else {
    orderCandidates(tree.memory, candidateCount, places.end);
    state.displaced = 0;
  }
  return state.ordered === 2;
}

/** Whether the box is new to the tree in this update; after a restart all are. */
export function isNew({ store, step }: DynamicTree, id: number): boolean {
  return step === 1 || store.fresh[id] === 1;
}

/** The places of all boxes; boxes added since the last update only with `withNew`. */
export function listPlaces(state: DynamicTree, withNew: boolean): Uint32Array {
  const { store, places } = state;
  const list = new Uint32Array(store.size);
  let count = 0;
  for (let id = 0; id < store.idEnd; id++)
    if (places.byId[id] !== 0 && (withNew || !isNew(state, id))) list[count++] = places.byId[id];
  return list.subarray(0, count);
}
