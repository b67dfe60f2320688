import { findPairsInCells } from "../one-shot/cell-pairs.ts";
import { sortByFirst, sortPairs } from "../sort-pairs.ts";
import { endAll } from "./candidates.ts";
import { fatten } from "./fat-boxes.ts";
import { insertLeaf, refitLeaves, removeLeaf } from "./fat-tree.ts";
import { findCandidates } from "./fat-tree-query.ts";
import { countCoarse, isCoarse, isTooCoarse, writeImages } from "./images.ts";
import {
  ANCHOR,
  ANCHOR_STEP,
  BOX,
  copyBox,
  doMeet,
  FEW_REQUERIED,
  fillBox,
  MAX,
  OLD,
  QUERY,
} from "./tree-memory.ts";
import { build, type DynamicTree, isNew, listPlaces, mark, renewSpace, reserve } from "./tree-state.ts";

// Boxes that left their fat box, and new ones, are re-queried for candidates: one by one in the tree, or all boxes together
// without it.

/** The share of new boxes above which the tree is rebuilt at once. */
const MANY_NEW = 0.25;
/** The tree is rebuilt when a query costs this many times what it did after the last build. */
const WORN = 1.6;
/** The tree is also rebuilt when this share of all boxes was inserted since: their places are far from those of their neighbours. */
const DISPLACED = 0.5;
/** Boxes that are fattened together, so that all that is known of them is read ahead. */
const FATTENED = 1024;

/** Gives each re-queried box a new fat box, changes the tree, and queries it for candidates. */
export function requerySingly(state: DynamicTree): void {
  const { store, tree, added, requeryCount, newCount } = state;
  const space = state.space!;
  for (let rank = 0; rank < requeryCount; rank += FATTENED)
    fattenRequeried(state, rank, Math.min(rank + FATTENED, requeryCount));
  if (isTooCoarse(store, space)) countCoarse(store, space); // some boxes were counted more than once
  if (isTooCoarse(store, space)) {
    clearRequeried(state);
    requeryAll(state, newCount);
    return;
  }
  changeTree(state);
  added.count = 0;
  findCandidates(tree, requeryCount, added);
  addSorted(state);
  watchWear(state, requeryCount, added.comparisons + tree.comparisons);
}

/**
 * Gives the re-queried boxes of the ranks `from` to `to` − 1 new fat boxes, and notes them with the old ones as queries. A function of its own:
 * where V8 compiles a loop while it runs, code that follows the loop ends that code in every step.
 */
function fattenRequeried(state: DynamicTree, from: number, to: number): void {
  const { store, tree, requeryCount, newCount } = state;
  const { kernel, requeried, images, fat, anchors, queries } = tree.memory;
  const space = state.space!;
  const oldCount = requeryCount - newCount;
  const listed = requeried.byteOffset;
  kernel?.fetchPlaces(
    listed + 4 * from,
    listed + 4 * to,
    images.byteOffset,
    fat.byteOffset,
    anchors.byteOffset,
  );
  for (let rank = from; rank < to; rank++) {
    const place = requeried[rank];
    mark(state, place, rank + 1);
    if (rank < oldCount) copyBox(fat, BOX * place, queries, QUERY * rank + OLD);
    else startFat(state, place, rank);
    fatten(tree.memory, space, store.dimensions, place, state.step);
    copyBox(fat, BOX * place, queries, QUERY * rank);
    if (!space.isF64 && isCoarse(images, BOX * place, store.dimensions, space.meanExtent)) space.coarse++;
  }
}

/** Short moves are refitted; long ones are removed and inserted again. */
function changeTree(state: DynamicTree): void {
  const { tree, requeryCount, newCount } = state;
  const { requeried, images, queries, hits: shortMoves } = tree.memory; // hits are unused at this point
  const oldCount = requeryCount - newCount;
  let shortCount = 0;
  for (let rank = 0; rank < requeryCount; rank++) {
    const place = requeried[rank];
    if (rank < oldCount && doMeet(queries, QUERY * rank + OLD, images, BOX * place)) {
      shortMoves[shortCount++] = place;
      continue;
    }
    if (rank < oldCount) removeLeaf(tree, place);
    insertLeaf(tree, place);
    state.displaced++;
  }
  refitLeaves(tree, shortMoves, shortCount);
}

/** A new box had no fat box that met others, and has not moved. */
function startFat({ tree: { memory }, step }: DynamicTree, place: number, rank: number): void {
  fillBox(memory.queries, QUERY * rank + OLD, Number.NaN, Number.NaN);
  memory.anchorInts[(ANCHOR * place + ANCHOR_STEP) << memory.intShift] = step;
}

/** Recomputes fat boxes and candidates of all boxes, without the tree. */
export function requeryAll(state: DynamicTree, newCount: number): void {
  const { store, places, tree, added } = state;
  endAll(tree.memory, state.candidateCount, state.changes.ended);
  state.candidateCount = 0;
  renewSpace(state);
  for (let id = 0; id < store.idEnd; id++) {
    const place = tree.memory.byId[id];
    if (place === 0) continue;
    if (isNew(state, id))
      tree.memory.anchorInts[(ANCHOR * place + ANCHOR_STEP) << tree.memory.intShift] = state.step;
    fatten(tree.memory, state.space!, store.dimensions, place, state.step);
  }
  state.isStale = true;
  state.rebuild = null;
  state.staleCulls = 0;
  if (newCount > MANY_NEW * store.size) {
    build(state, true);
    writeImages(store, state.space!, tree.memory);
  }
  const { fat } = tree.memory;
  const boxes = new Float64Array(6 * places.end);
  for (let place = 1; place < places.end; place++)
    for (let axis = 0; axis < 3; axis++) {
      boxes[6 * place + axis] = Math.min(fat[BOX * place + axis], Number.MAX_VALUE); // cells end below infinity, f32 boxes too far away begin there
      boxes[6 * place + axis + 3] = fat[BOX * place + MAX + axis];
    }
  const used = listPlaces(state, true);
  const found = state.cellPairs;
  findPairsInCells(found, boxes, used, used.length, Infinity);
  added.comparisons += found.comparisons + found.overlapChecks;
  reserve(state, 0, found.count);
  // Cells list them in an order of their own, in which later ones could not be merged.
  sortByFirst(found.pairs, found.count, places.end, tree.memory.pairs, state.sorter);
  state.candidateCount = found.count;
}

export function clearRequeried(state: DynamicTree): void {
  for (let rank = 0; rank < state.requeryCount; rank++) mark(state, state.tree.memory.requeried[rank], 0);
  state.requeryCount = 0;
}

/** Adds the new candidates after all others, sorted like these. `mergeCandidates` merges them once they are checked, too. */
function addSorted(state: DynamicTree): void {
  const { tree, places, added, sorter } = state;
  reserve(state, 0, state.candidateCount + added.count);
  const room = tree.memory.pairs.subarray(2 * state.candidateCount);
  sortPairs(added.pairs, added.count, places.end, room, sorter);
  state.candidateCount += added.count;
  state.unmerged = added.count;
}

/** Records what queries cost; a tree that has become too slow is rebuilt before the next update. */
function watchWear(state: DynamicTree, count: number, cost: number): void {
  state.watched += count;
  state.watchedCost += cost;
  if (state.watched < FEW_REQUERIED) return;
  const mean = state.watchedCost / state.watched;
  if (state.firstCost === 0) state.firstCost = mean;
  else if (mean > WORN * state.firstCost) state.isWorn = true;
  if (state.displaced > DISPLACED * state.store.size) state.isWorn = true;
  state.watched = state.watchedCost = 0;
}
