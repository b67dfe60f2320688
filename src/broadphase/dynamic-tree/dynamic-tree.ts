import { readPlanes } from "../../geometry/planes.ts";
import { areKernelsInsistedOn, areKernelsUnwanted } from "../../numerics/wasm/kernel-choice.ts";
import { kernelRuns } from "../../numerics/wasm/kernel-runs.ts";
import { checkOptionNames } from "../../option-names.ts";
import { addBox, type BoxStore, createBoxStore, moveAllBoxes, moveBox, removeBox } from "../box-store.ts";
import {
  BROAD_PHASE_OPTIONS,
  type BroadPhase,
  type BroadPhaseOptions,
  createBroadPhaseStats,
} from "../broad-phase.ts";
import { type CulledBoxes, checkCulledBoxes, createCulledBoxes, cullEach } from "../cull/cull-boxes.ts";
import { createCullWorkspace, cullFatTree } from "../cull/cull-fat-tree.ts";
import { createCellPairs } from "../one-shot/cell-pairs.ts";
import { createPairChanges, finishChanges, type PairChanges, restartChanges } from "../pair-changes.ts";
import { askAll, askSingly, forgetAsking } from "./asking.ts";
import { checkCandidates, dropMarked } from "./candidates.ts";
import { listLeavers } from "./fat-boxes.ts";
import { createFatTree, removeLeaf } from "./fat-tree.ts";
import { chooseImageSpace, fetchImages, measureExtent, writeImages } from "./images.ts";
import { createPlaces, freePlace, takePlace } from "./places.ts";
import { createTreeMemory, FEW_ASKING, MOST_ASKING } from "./tree-memory.ts";
import { build, type DynamicTree, mark, renumber, reserve, setSpace } from "./tree-state.ts";

// A step of the dynamic tree:
//
//   boxes ─▶ images ─▶ those that left their fat box, new ones ─▶ new fat boxes ─▶ tree ─▶ new candidates ─┐
//                      all candidates ─────────────────────────────────────────────────────────────────────┴▶ checked:
//                                                                                                   what began and ended
//
// When many boxes ask at once, all candidates are found in one go without the tree, and the tree is built again when
// it is needed next.

/** Updates between two measurements of the mean extent. */
const MEASURE_EVERY = 64;
/** Below so many places the kernel is not worth a memory of its own. */
const KERNEL_FROM = 512;

/**
 * An incremental tree of fattened boxes: the broad phase for scenes in which few boxes move or sizes differ much, and for
 * cameras. Margins follow the motion. Default: 3 dimensions.
 */
export function createDynamicTree(options: BroadPhaseOptions = {}): BroadPhase {
  const kernelFrom = areKernelsUnwanted() ? Infinity : areKernelsInsistedOn() ? 0 : KERNEL_FROM;
  return createDynamicTreeWith(options, kernelFrom);
}

/** With the kernel from so many places on; tests take it always or never. */
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
      if (state.isWhole) leave(state, id);
    },
    cull: (planes, into) => cull(state, readPlanes(planes), checkCulledBoxes(into ?? createCulledBoxes())),
    update() {
      if (!state.isWhole) state = restart(state);
      state.isWhole = false;
      state.tree.comparisons = state.added.comparisons = 0;
      stats.overlapChecks = 0;
      dropRemoved(state);
      if (state.moved) {
        takeMoves(state);
        stats.overlapChecks = state.candidateCount;
        state.candidateCount = checkCandidates(state.tree.memory, state.candidateCount, store, state.changes);
        forgetAsking(state);
      }
      state.moved = false;
      stats.comparisons = state.added.comparisons + state.tree.comparisons;
      const answer = finishChanges(state.changes, store);
      state.isWhole = true;
      return answer;
    },
  };
}

function createState(store: BoxStore, changes: PairChanges, kernelFrom: number): DynamicTree {
  return {
    store,
    places: createPlaces(),
    space: null,
    tree: createFatTree(createTreeMemory(1, 0, 0, false)),
    candidateCount: 0,
    added: { pairs: new Uint32Array(1024), count: 0, comparisons: 0 },
    changes,
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
    spaceStep: 0,
    step: 0,
    kernelFrom,
    isWhole: true,
    cullWorkspace: createCullWorkspace(),
    cellPairs: createCellPairs(),
  };
}

/** Memory ran out in the midst of an update: all boxes are new again, and what was answered before it has ended, or goes on. */
function restart({ store, changes, kernelFrom }: DynamicTree): DynamicTree {
  restartChanges(changes);
  return { ...createState(store, changes, kernelFrom), moved: true };
}

/** A build costs more than a test of each box: a tree that updates can do without is built for a second question. */
function cull(state: DynamicTree, planes: Float64Array, into: CulledBoxes): CulledBoxes {
  const { store, tree } = state;
  if (state.moved || state.space === null || (state.stale && state.staleCulls++ === 0))
    return cullEach(store.boxes, store.dimensions, store.idEnd, store.used, planes, into);
  if (state.stale) {
    dropRemoved(state);
    build(state, true);
  }
  return cullFatTree(tree, store, state.space, planes, into, state.cullWorkspace);
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
  const { removed, places, tree, changes } = state;
  if (removed.length === 0) return;
  for (const place of removed) mark(state, place, 1);
  state.candidateCount = dropMarked(tree.memory, state.candidateCount, changes.ended);
  for (const place of removed) freePlace(places, tree.memory, place);
  removed.length = 0;
}

/** Brings images, fat boxes, the tree and the list of candidates up to date with the boxes. */
function takeMoves(state: DynamicTree): void {
  const { store, places, tree } = state;
  reserve(state, store.used.length + 1, 0);
  state.step++;
  if (state.space === null) setSpace(state, chooseImageSpace(store));
  else if (state.step % MEASURE_EVERY === 0) state.space.meanExtent = measureExtent(store);
  const newIds: number[] = [];
  for (const id of state.step === 1 ? store.used.keys() : store.freshIds)
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
  for (const id of newIds) tree.memory.asking[count++] = places.byId[id];
  state.askingCount = count;
  state.newCount = newIds.length;
  askSingly(state);
}

/** Takes over the boxes, and lists the places of those that left their fat box; returns how many. */
function takeImages({ store, places, space, tree: { memory } }: DynamicTree): number {
  const { kernel, ids, imagesById, images, fat, asking } = memory;
  writeImages(store, space!, imagesById);
  if (kernel === null) {
    fetchImages(memory, places.end);
    return listLeavers(memory, places.end);
  }
  kernelRuns.dynamicTree++;
  const end = kernel.takeImages(
    places.end,
    ids.byteOffset,
    imagesById.byteOffset,
    images.byteOffset,
    fat.byteOffset,
    asking.byteOffset,
  );
  return ((end - asking.byteOffset) >>> 0) / 4;
}
