import { NO_CELL } from "../../kernels/broadphase-memory-map.ts";
import { writeOrigin } from "../kernel-boxes.ts";
import { writeBounds } from "./cell-codes.ts";
import type { SortWork } from "./diminishing-sort.ts";
import { type Boxes, cellCount, cutClasses, type SegmentClass, shiftCuts } from "./segment-cuts.ts";
import {
  type Capacity,
  type CreateKernels,
  copySegmentMemory,
  createSegmentMemory,
  type SegmentMemory,
} from "./segment-memory.ts";
import { createF64List, type F64List } from "./sweep-list.ts";

// The state of segment sort between updates: the cells, their lists, and the cell code of each box.

export interface SegmentCells {
  classes: SegmentClass[];
  memory: SegmentMemory;
  /** Where the list of each cell begins in the front lists; the last number is their end. */
  starts: Int32Array;
  /** Where the pairs of each cell begin among those found by this update, and by the last one. */
  foundStarts: Uint32Array;
  lastFoundStarts: Uint32Array;
  /** Places whose cell code has changed since the last update. */
  readonly recodedPlaces: number[];
  /** Places of the boxes that are new in a cell. */
  readonly arrivals: CellQueue;
  /** Boxes of coarser classes that extend into a cell: entries, see sweep-list.ts. */
  readonly oversized: CellQueue;
  /** Places of the boxes that do not belong to class 0. */
  readonly oversizedPlaces: number[];
  /** The total length of all lists. */
  entryCount: number;
  /** The list of the current cell, without kernels. */
  readonly list: F64List;
  readonly work: SegmentWork;
}

/** The cost of the current update. */
export interface SegmentWork extends SortWork {
  overlapChecks: number;
  /** Pairs of f32 boxes with equal sides, and how many of them turned out not to overlap. */
  ties: number;
  tiesApart: number;
  /** Sweeps end early if more ties than this turn out not to overlap. */
  mostTiesApart: number;
}

/** What waits for each cell: linked lists of the numbers in `items`, one per cell. */
export interface CellQueue {
  heads: Int32Array;
  items: Uint32Array;
  next: Int32Array;
  count: number;
}

export function createSegmentCells(): SegmentCells {
  return {
    classes: [],
    memory: createSegmentMemory({ boxes: 0, entries: 0, cells: 0 }, { stride: 6, high: 3 }, null)!,
    starts: new Int32Array(1),
    foundStarts: new Uint32Array(1),
    lastFoundStarts: new Uint32Array(1),
    recodedPlaces: [],
    arrivals: createQueue(),
    oversized: createQueue(),
    oversizedPlaces: [],
    entryCount: 0,
    list: createF64List(),
    work: { comparisons: 0, swaps: 0, overlapChecks: 0, ties: 0, tiesApart: 0, mostTiesApart: Infinity },
  };
}

/**
 * Recuts the axes; all boxes will be new in their cells. With kernels and an origin, f32 images of the boxes are kept.
 * False, without any change, if the kernels have no room.
 */
export function recut(
  cells: SegmentCells,
  store: Boxes,
  origin: Float64Array | null = null,
  create: CreateKernels | null = null,
): boolean {
  let classes = cutClasses(store);
  const count = cellCount(classes);
  if (!reserveMemory(cells, store, { cells: count }, origin && create)) return false;
  const { cellCodes, recoded, bounds, kernel } = cells.memory;
  if (kernel !== null && origin !== null) {
    writeOrigin(kernel, origin, store.dimensions);
    classes = classes.map(({ y, z, base }) => ({
      y: shiftCuts(y, origin[1]),
      z: store.dimensions === 3 ? shiftCuts(z, origin[2]) : z,
      base,
    }));
  }
  cells.classes = classes;
  writeBounds(classes, bounds);
  cellCodes.fill(NO_CELL);
  recoded.fill(0);
  cells.recodedPlaces.length = 0;
  cells.entryCount = 0;
  cells.starts = new Int32Array(count + 1);
  cells.foundStarts = new Uint32Array(count + 1);
  cells.lastFoundStarts = new Uint32Array(count + 1);
  cells.arrivals.heads = new Int32Array(count).fill(-1);
  cells.oversized.heads = new Int32Array(count).fill(-1);
  return true;
}

/** Makes room for the boxes, entries and cells. False, without any change, if the kernels have no room. */
export function reserveMemory(
  cells: SegmentCells,
  { idEnd, stride, dimensions }: Boxes,
  needed: Partial<Capacity>,
  create: CreateKernels | null,
): boolean {
  const { capacity, kernel } = cells.memory;
  const { boxes = idEnd, entries = 0, cells: count = 0 } = needed;
  const isLarge = capacity.boxes >= boxes && capacity.entries >= entries && capacity.cells >= count;
  if (isLarge && (kernel === null) === (create === null)) return true;
  const larger = (had: number, need: number) =>
    had >= need ? had : had === 0 ? need : Math.ceil(1.5 * need);
  const memory = createSegmentMemory(
    {
      boxes: larger(capacity.boxes, boxes),
      entries: larger(capacity.entries, Math.max(entries, 2 * boxes)),
      cells: larger(capacity.cells, count),
    },
    { stride, high: dimensions },
    create,
  );
  if (memory === null) return false;
  memory.cellCodes.fill(NO_CELL);
  copySegmentMemory(cells.memory, memory);
  cells.memory = memory;
  return true;
}

/** Clears the record of changed cell codes, after the lists were made; returns how many had changed. */
export function forgetRecoded({ memory, recodedPlaces }: SegmentCells): number {
  const count = recodedPlaces.length;
  for (const place of recodedPlaces) memory.recoded[place] = 0;
  recodedPlaces.length = 0;
  return count;
}

/** Reassigns places in the order of the lists; between two sweeps. */
export function renumber({ memory, starts }: SegmentCells, idEnd: number): void {
  const { frontLists, cellCodes, ids, places } = memory;
  const end = starts[starts.length - 1];
  const placeOf = new Uint32Array(idEnd);
  const [oldCodes, oldIds] = [cellCodes.slice(0, idEnd), ids.slice(0, idEnd)];
  let next = 0;
  // Each box once: in the cell where it is first on both axes.
  for (let p = 0; p < end; p++) if ((frontLists[p] & 3) === 3) placeOf[frontLists[p] >>> 2] = next++;
  for (let place = 0; place < idEnd; place++) if (cellCodes[place] === NO_CELL) placeOf[place] = next++;
  for (let p = 0; p < end; p++) frontLists[p] = 4 * placeOf[frontLists[p] >>> 2] + (frontLists[p] & 3);
  for (let place = 0; place < idEnd; place++) {
    const to = placeOf[place];
    cellCodes[to] = oldCodes[place];
    ids[to] = oldIds[place];
    places[ids[to]] = to;
  }
}

function createQueue(): CellQueue {
  return { heads: new Int32Array(0), items: new Uint32Array(0), next: new Int32Array(0), count: 0 };
}

export function enqueue(queue: CellQueue, cell: number, item: number): void {
  const at = queue.count;
  if (at === queue.items.length) growQueue(queue);
  queue.count++;
  queue.items[at] = item;
  queue.next[at] = queue.heads[cell];
  queue.heads[cell] = at;
}

function growQueue(queue: CellQueue): void {
  const capacity = Math.max(64, 2 * queue.items.length);
  // Both arrays are allocated before the queue changes: memory may run out.
  const items = new Uint32Array(capacity);
  const next = new Int32Array(capacity);
  items.set(queue.items);
  next.set(queue.next);
  queue.items = items;
  queue.next = next;
}
