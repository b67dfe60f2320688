import { CUT_Z, NO_CELL } from "../../kernels/broadphase-memory-map.ts";
import { BOUNDS_STRIDE, cellCodeOf, countCells, flagsInCell } from "./cell-codes.ts";
import { enqueue, reserveMemory, type SegmentCells } from "./segment-cells.ts";
import { type Boxes, classOfCell, segmentOf } from "./segment-cuts.ts";
import { listRecoded } from "./segment-kernels.ts";
import type { CreateKernels, SegmentMemory } from "./segment-memory.ts";

// Which box lies in which cells. Only boxes that left the bounds of their cell code are examined individually.

const PORTION = 1024;

/**
 * Updates the cell codes, and queues the boxes that are new in a cell and the oversized ones. False if the kernels have no
 * room for the lists: the axes must then be recut without kernels.
 */
export function placeBoxes(cells: SegmentCells, store: Boxes, create: CreateKernels | null = null): boolean {
  cells.arrivals.count = 0;
  cells.oversized.count = 0;
  cells.oversizedPlaces.length = 0;
  const { kernel } = cells.memory;
  if (kernel === null) {
    // In portions: V8 would compile one loop over all boxes while it runs, into slower code.
    const { idEnd } = store;
    for (let place = 0; place < idEnd; place += PORTION) {
      const to = Math.min(idEnd, place + PORTION);
      copyPortion(cells.memory, store, place, to);
      placePortion(cells, store, place, to);
    }
  } else {
    const count = listRecoded(cells.memory, kernel, store);
    for (let k = 0; k < count; k++) recode(cells, store, kernel.listed[k]);
  }
  for (const place of cells.oversizedPlaces) queueOversized(cells, place);
  return reserveMemory(cells, store, { entries: cells.entryCount }, kernel && create);
}

/** A separate branch-free loop, so that the processor fetches many boxes from all over memory at once. */
function copyPortion(
  { ids, boxes }: SegmentMemory,
  { boxes: source, stride }: Boxes,
  from: number,
  to: number,
): void {
  if (stride === 4) {
    for (let place = from; place < to; place++) {
      const at = 4 * place;
      const p = 4 * ids[place];
      boxes[at] = source[p];
      boxes[at + 1] = source[p + 1];
      boxes[at + 2] = source[p + 2];
      boxes[at + 3] = source[p + 3];
    }
    return;
  }
  for (let place = from; place < to; place++) {
    const at = 6 * place;
    const p = 6 * ids[place];
    boxes[at] = source[p];
    boxes[at + 1] = source[p + 1];
    boxes[at + 2] = source[p + 2];
    boxes[at + 3] = source[p + 3];
    boxes[at + 4] = source[p + 4];
    boxes[at + 5] = source[p + 5];
  }
}

/** Assigns a new cell code to boxes outside the bounds of their old one. */
function placePortion(cells: SegmentCells, store: Boxes, from: number, to: number): void {
  const { ids, boxes, cellCodes, bounds, layout } = cells.memory;
  const { stride, high } = layout;
  const { used } = store;
  const axisZ = store.dimensions - 1; // in 2D z is never cut, so the value read as z does not matter
  for (let place = from; place < to; place++) {
    const isUsed = used[ids[place]] === 1;
    if (!isUsed && cellCodes[place] === NO_CELL) continue;
    const at = stride * place;
    const home = BOUNDS_STRIDE * (cellCodes[place] + 4);
    const minY = boxes[at + 1];
    const minZ = boxes[at + axisZ];
    const maxY = boxes[at + high + 1];
    const maxZ = boxes[at + high + axisZ];
    const isWithin =
      minY >= bounds[home] &&
      minZ >= bounds[home + 1] &&
      maxY >= bounds[home + 2] &&
      maxZ >= bounds[home + 3] &&
      !(minY >= bounds[home + 4]) &&
      !(minZ >= bounds[home + 5]) &&
      !(maxY >= bounds[home + 6]) &&
      !(maxZ >= bounds[home + 7]);
    if (!isWithin || !isUsed) recode(cells, store, place);
  }
}

/** Finds the cell code of a box, and queues the box in the cells where it is new. */
function recode(cells: SegmentCells, store: Boxes, place: number): void {
  const { classes, memory } = cells;
  const { ids, boxes, cellCodes, recoded, layout } = memory;
  const old = cellCodes[place];
  const code = store.used[ids[place]] === 1 ? cellCodeOf(classes, boxes, layout, place) : NO_CELL;
  if (classes.length > 1 && code >> 2 >= classes[1].base) cells.oversizedPlaces.push(place);
  if (code === old) return;
  cellCodes[place] = code;
  recoded[place] = 1;
  cells.recodedPlaces.push(place);
  cells.entryCount += countCells(code) - countCells(old);
  if (code !== NO_CELL) queueArrivals(cells, place, old, code);
}

/** Queues a box in those of its cells in which it was not before. */
function queueArrivals(cells: SegmentCells, place: number, old: number, code: number): void {
  const t = classOfCell(cells.classes, code >> 2);
  const kz = cells.classes[t].z.segments;
  const keepsClass = old >= 0 && classOfCell(cells.classes, old >> 2) === t;
  for (let dy = 0; dy <= ((code >> 1) & 1); dy++) {
    for (let dz = 0; dz <= (code & CUT_Z); dz++) {
      const cell = (code >> 2) + dy * kz + dz;
      if (!keepsClass || flagsInCell(old, cell, kz) < 0) enqueue(cells.arrivals, cell, place);
    }
  }
}

/** Queues a box in every cell that it extends into, of the classes finer than its own. */
function queueOversized(cells: SegmentCells, place: number): void {
  const { classes, memory } = cells;
  const { boxes, cellCodes, layout } = memory;
  const own = classOfCell(classes, cellCodes[place] >> 2);
  const at = layout.stride * place;
  const top = at + layout.high;
  const axisZ = layout.high === 2 ? 1 : 2;
  for (let t = 0; t < own; t++) {
    const { y, z, base } = classes[t];
    const [firstY, firstZ] = [segmentOf(y, boxes, at + 1), segmentOf(z, boxes, at + axisZ)];
    const lastY = segmentOf(y, boxes, top + 1);
    const lastZ = segmentOf(z, boxes, top + axisZ);
    for (let sy = firstY; sy <= lastY; sy++)
      for (let sz = firstZ; sz <= lastZ; sz++) {
        const flags = (sy === firstY ? 2 : 0) + (sz === firstZ ? 1 : 0);
        enqueue(cells.oversized, base + sy * z.segments + sz, 4 * place + flags);
      }
  }
}
