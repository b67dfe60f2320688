import { readPlanes } from "../../geometry/planes.ts";
import { areKernelsInsistedOn, areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { checkOptionNames } from "../../option-names.ts";
import { addBox, type BoxStore, createBoxStore, moveAllBoxes, moveBox, removeBox } from "../box-store.ts";
import {
  type BoxPairs,
  BROAD_PHASE_OPTIONS,
  type BroadPhase,
  type BroadPhaseOptions,
  type BroadPhaseStats,
  createBroadPhaseStats,
} from "../broad-phase.ts";
import { type CulledBoxes, cullEach, readCulledBoxes } from "../cull/cull-boxes.ts";
import { createCullWorkspace, cullFatTree } from "../cull/cull-fat-tree.ts";
import { createCellPairs } from "../one-shot/cell-pairs.ts";
import { createPairChanges, finishChanges, type PairChanges, restartChanges } from "../pair-changes.ts";
import { createPairSorter } from "../sort-pairs.ts";
import { checkCandidates, dropMarked, mergeCandidates } from "./candidates.ts";
import { listLeavers } from "./fat-boxes.ts";
import { createFatTree, removeLeaf } from "./fat-tree.ts";
import { chooseImageSpace, measureExtent, writeImages } from "./images.ts";
import { createPlaces, freePlace, takePlace } from "./places.ts";
import { clearRequeried, requeryAll, requerySingly } from "./requery.ts";
import { createTreeMemory, FEW_REQUERIED, MOST_REQUERIED } from "./tree-memory.ts";
import { advanceRebuild, build, type DynamicTree, mark, reserve, setSpace } from "./tree-state.ts";

// A step of the dynamic tree:
//
//   takeImages: boxes ─▶ images ─▶ the boxes that left their fat box
//   requery: these and the new boxes ─▶ new fat boxes ─▶ tree ─▶ new candidates
//   checkCandidates: all candidates ─▶ pairs that began and ended ─▶ finishChanges
//   mergeCandidates: the new candidates among the others, those that parted left out
//
// When more than half of the boxes are re-queried, all candidates are found in one go without the tree, and the tree is built
// when it is needed next.

/** Updates between two measurements of the mean extent. */
const MEASURE_EVERY = 64;
/** With fewer places, kernel memory does not pay. */
const KERNEL_FROM = 512;

/**
 * An incremental tree of fattened boxes: the broad phase to begin with, for boxes of any number, density and size, and for cameras. Margins
 * follow the motion. Only if all boxes move by more than 2 % of their size per update, `createSegmentSort` is faster. Default: 3 dimensions.
 */
export function createDynamicTree(options: BroadPhaseOptions = {}): BroadPhase {
  const kernelFrom = areKernelsUnwanted() ? Infinity : areKernelsInsistedOn() ? 0 : KERNEL_FROM;
  return createDynamicTreeWith(options, kernelFrom);
}

/** Uses the kernel from `kernelFrom` places on; tests pass 0 or Infinity. */
export function createDynamicTreeWith(options: BroadPhaseOptions, kernelFrom: number): BroadPhase {
  checkOptionNames(options, BROAD_PHASE_OPTIONS, "createDynamicTree");
  const { dimensions = 3 } = options;
  const store = createBoxStore(dimensions, "createDynamicTree");
  const stats = createBroadPhaseStats();
  let state = createState(store, createPairChanges(), kernelFrom);
  return {
    dimensions,
    stats,
    get size() {
      return store.size;
    },
    add(box) {
      const id = addBox(store, box);
      state.hasMoved = true;
      return id;
    },
    move(id, box) {
      moveBox(store, id, box);
      state.hasMoved = true;
    },
    moveAll(boxes) {
      moveAllBoxes(store, boxes);
      state.hasMoved = true;
    },
    remove(id) {
      removeBox(store, id);
      if (state.isWhole) dropPlace(state, id);
    },
    cull: (planes, into) => cull(state, readPlanes(planes), readCulledBoxes(into)),
    update() {
      if (!state.isWhole) state = restart(state);
      return updateTree(state, stats);
    },
  };
}

/** One step; tests look at the state after it. */
export function updateTree(state: DynamicTree, stats: BroadPhaseStats): BoxPairs {
  state.isWhole = false;
  state.tree.comparisons = state.added.comparisons = 0;
  stats.overlapChecks = 0;
  dropRemoved(state);
  if (state.hasMoved) {
    takeMoves(state);
    stats.overlapChecks = state.candidateCount;
    checkAndMerge(state);
    clearRequeried(state);
  }
  state.hasMoved = false;
  stats.comparisons = state.added.comparisons + state.tree.comparisons;
  const answer = finishChanges(state.changes, state.store);
  state.isWhole = true;
  return answer;
}

export function createState(store: BoxStore, changes: PairChanges, kernelFrom: number): DynamicTree {
  return {
    store,
    places: createPlaces(),
    space: null,
    tree: createFatTree(createTreeMemory(1, 0, false, false)),
    candidateCount: 0,
    unmerged: 0,
    added: { pairs: new Uint32Array(1024), count: 0, comparisons: 0 },
    sorter: createPairSorter(),
    changes,
    requeryCount: 0,
    newCount: 0,
    removed: [],
    isStale: true,
    hasMoved: false,
    staleCulls: 0,
    isWorn: false,
    rebuild: null,
    firstCost: 0,
    watched: 0,
    watchedCost: 0,
    displaced: 0,
    spaceStep: 0,
    step: 0,
    kernelFrom,
    isWhole: true,
    cullWorkspace: createCullWorkspace(),
    cellPairs: createCellPairs(),
  };
}

/** After an update that ran out of memory: all boxes count as new. */
function restart({ store, changes, kernelFrom }: DynamicTree): DynamicTree {
  restartChanges(changes);
  return { ...createState(store, changes, kernelFrom), hasMoved: true };
}

/** A build costs more than testing each box, so a stale tree is rebuilt only for the second cull. */
function cull(state: DynamicTree, planes: Float64Array, into: CulledBoxes): CulledBoxes {
  const { store, tree } = state;
  // An update that ran out of memory leaves a tree that removals do not change.
  if (!state.isWhole || state.hasMoved || state.space === null || (state.isStale && state.staleCulls++ === 0))
    return cullEach(store.boxes, store.dimensions, store.idEnd, store.used, planes, into);
  if (state.isStale) {
    dropRemoved(state);
    build(state, true);
  }
  return cullFatTree(tree, store, state.space, planes, into, state.cullWorkspace);
}

/** Removes the place of a removed box from the tree, if an update has assigned one. */
function dropPlace({ tree, removed, isStale }: DynamicTree, id: number): void {
  const { byId } = tree.memory;
  const place = byId[id] ?? 0;
  if (place === 0) return;
  if (!isStale) removeLeaf(tree, place);
  byId[id] = 0;
  removed.push(place);
}

/** Drops the candidates of removed boxes. */
function dropRemoved(state: DynamicTree): void {
  const { removed, places, tree, changes } = state;
  if (removed.length === 0) return;
  for (const place of removed) mark(state, place, 1);
  state.candidateCount = dropMarked(tree.memory, state.candidateCount, changes.ended);
  for (const place of removed) freePlace(places, tree.memory, place);
  removed.length = 0;
}

/** Updates images, fat boxes, the tree and the list of candidates to the current boxes. */
function takeMoves(state: DynamicTree): void {
  const { store, places, tree } = state;
  reserve(state, store.used.length + 1, 0);
  state.step++;
  if (state.space === null) setSpace(state, chooseImageSpace(store));
  else if (state.step % MEASURE_EVERY === 0) state.space.meanExtent = measureExtent(store);
  if (!state.isStale && state.isWorn) advanceRebuild(state);
  const newIds: number[] = [];
  for (const id of state.step === 1 ? store.used.keys() : store.freshIds)
    if (store.used[id] === 1 && tree.memory.byId[id] === 0) {
      takePlace(places, tree.memory, id);
      newIds.push(id);
    }
  let count = takeImages(state);
  const requeryCount = count + newIds.length;
  if (requeryCount > FEW_REQUERIED && requeryCount > MOST_REQUERIED * store.size) {
    requeryAll(state, newIds.length);
    return;
  }
  if (requeryCount === 0) return;
  if (state.isStale) {
    build(state, false);
    count = takeImages(state);
  }
  for (const id of newIds) tree.memory.requeried[count++] = tree.memory.byId[id];
  state.requeryCount = count;
  state.newCount = newIds.length;
  requerySingly(state);
}

/** Checks all candidates; then the new ones are merged into the others, and those whose fat boxes have parted are left out. */
function checkAndMerge(state: DynamicTree): void {
  const { store, changes, candidateCount } = state;
  const { memory } = state.tree;
  checkCandidates(memory, candidateCount, store, changes);
  state.candidateCount = mergeCandidates(memory, candidateCount - state.unmerged, candidateCount);
  state.unmerged = 0;
}

/** Makes images of all boxes and lists the places of those that left their fat box; returns how many. */
function takeImages({ store, places, space, tree: { memory } }: DynamicTree): number {
  const { kernel, images, fat, requeried } = memory;
  writeImages(store, space!, memory);
  if (kernel === null) return listLeavers(memory, places.end);
  kernelRuns.dynamicTree++;
  const end = kernel.listLeavers(places.end, images.byteOffset, fat.byteOffset, requeried.byteOffset);
  return ((end - requeried.byteOffset) >>> 0) / 4;
}
