import { type CellQueue, createQueue, enqueue } from "./cell-queue.ts";
import { imageBoxes } from "./narrow-image.ts";
import { type Boxes, cellCount, cutClasses, type SegmentClass } from "./segment-classes.ts";
import { segmentOf, shiftCuts } from "./segment-cuts.ts";

// Which box lies in which cells, and who is new in a cell. A box's code says it all: 4 · cell + cuts, the cell of its
// lower corner and on which axes a cut goes through it.
//
// Boxes have places here, other than their ids: those that lie near each other in space do so in memory as well
// (docs/decisions/0020).

export const CUT_Y = 2;
export const CUT_Z = 1;
/** The code of no box: it lies in no cell. */
const NOWHERE = -4;
/** Segments of class 0 in one number; there are at most 2,048 an axis. */
const HINT_BITS = 12;
const HINT_MASK = 4095;
const PORTION = 1024;

export interface SegmentCells {
  classes: SegmentClass[];
  /** The id of the box in each place. Beyond the boxes that were there when the axes were cut, place and id agree. */
  ids: Uint32Array;
  /** A copy of the boxes, place by place; or their images, see narrow-image.ts. */
  boxes: Float32Array | Float64Array;
  /** Where the images have their origin; null when boxes are copied as they are. */
  origin: Float64Array | null;
  codes: Int32Array;
  /** Where class 0 had the box's lower corner last time: a guess that mostly holds. */
  hints: Uint32Array;
  /** 1 where the code is not that of the last update. */
  recoded: Uint8Array;
  /**
   * The sub-lists of the last update: words of `sweep-list.ts` in the order of their lower ends on x, those of a cell
   * from starts[cell] on.
   */
  lists: Uint32Array;
  starts: Int32Array;
  /** Room for the lists of the next update. */
  nextLists: Uint32Array;
  /** Places of boxes that are new in a cell. */
  arrivals: CellQueue;
  /** Boxes of coarser classes that reach into a cell, as words of `sweep-list.ts`. */
  guests: CellQueue;
  /** Places of the boxes that class 0 would cut twice. */
  large: Uint32Array;
  largeCount: number;
  /** The lengths of all lists together. */
  entries: number;
}

export function createSegmentCells(): SegmentCells {
  return {
    classes: [],
    ids: new Uint32Array(0),
    boxes: new Float64Array(0),
    origin: null,
    codes: new Int32Array(0),
    hints: new Uint32Array(0),
    recoded: new Uint8Array(0),
    lists: new Uint32Array(0),
    starts: new Int32Array(1),
    nextLists: new Uint32Array(0),
    arrivals: createQueue(),
    guests: createQueue(),
    large: new Uint32Array(0),
    largeCount: 0,
    entries: 0,
  };
}

/** Cuts the axes anew; all boxes will be new in their cells. With an `origin` images are kept of them. */
export function recut(cells: SegmentCells, store: Boxes, origin: Float64Array | null = null): void {
  cells.classes = cutClasses(store);
  cells.origin = origin;
  if (origin !== null)
    cells.classes = cells.classes.map(({ y, z, base }) => ({
      y: shiftCuts(y, origin[1]!),
      z: shiftCuts(z, origin[store.dimensions - 1]!),
      base,
    }));
  if (cells.boxes instanceof Float32Array !== (origin !== null))
    cells.boxes = roomForCopy(cells.codes.length * store.stride, origin);
  const count = cellCount(cells.classes);
  cells.codes.fill(NOWHERE);
  cells.hints.fill(0);
  cells.starts = new Int32Array(count + 1);
  cells.arrivals.heads = new Int32Array(count).fill(-1);
  cells.guests.heads = new Int32Array(count).fill(-1);
}

export function roomForBoxes(cells: SegmentCells, { limit, stride }: Boxes): void {
  const had = cells.codes.length;
  if (had >= limit) return;
  const codes = new Int32Array(2 * limit).fill(NOWHERE);
  codes.set(cells.codes);
  cells.codes = codes;
  const hints = new Uint32Array(2 * limit);
  hints.set(cells.hints);
  cells.hints = hints;
  const ids = new Uint32Array(2 * limit);
  ids.set(cells.ids);
  for (let place = had; place < ids.length; place++) ids[place] = place;
  cells.ids = ids;
  cells.boxes = roomForCopy(2 * limit * stride, cells.origin);
  cells.recoded = new Uint8Array(2 * limit);
  cells.large = new Uint32Array(2 * limit);
}

function roomForCopy(length: number, origin: Float64Array | null): Float32Array | Float64Array {
  return origin === null ? new Float64Array(length) : new Float32Array(length);
}

/** Gives the boxes new places, in the order of the lists; between two sweeps. */
export function renumber(cells: SegmentCells, limit: number): void {
  const { lists, starts, codes, hints, ids } = cells;
  const end = starts[starts.length - 1]!;
  const placeOf = new Uint32Array(limit);
  let next = 0;
  // Each box once: in the cell where it is first on both axes.
  for (let p = 0; p < end; p++) if ((lists[p]! & 3) === 3) placeOf[lists[p]! >>> 2] = next++;
  for (let place = 0; place < limit; place++) if (codes[place] === NOWHERE) placeOf[place] = next++;
  for (let p = 0; p < end; p++) lists[p] = 4 * placeOf[lists[p]! >>> 2]! + (lists[p]! & 3);
  cells.codes = codes.slice();
  cells.hints = hints.slice();
  cells.ids = ids.slice();
  for (let place = 0; place < limit; place++) {
    const to = placeOf[place]!;
    cells.codes[to] = codes[place]!;
    cells.hints[to] = hints[place]!;
    cells.ids[to] = ids[place]!;
  }
}

/** Finds the cells of every box, queues what is new in each, and the guests. */
export function placeBoxes(cells: SegmentCells, store: Boxes): void {
  cells.arrivals.count = 0;
  cells.guests.count = 0;
  cells.largeCount = 0;
  cells.entries = 0;
  // In portions: one loop over all boxes would be compiled while it runs, into slower code.
  const { limit } = store;
  const given = cells.origin === null ? store.boxes : imageBoxes(store, cells.origin);
  for (let place = 0; place < limit; place += PORTION) {
    const to = Math.min(limit, place + PORTION);
    copyPortion(cells, given, store.stride, place, to);
    placePortion(cells, store, place, to);
  }
  for (let k = 0; k < cells.largeCount; k++) inviteLarge(cells, store.dimensions, cells.large[k]!);
  if (cells.nextLists.length < cells.entries) cells.nextLists = new Uint32Array(2 * cells.entries);
}

/** A loop of its own, without a branch: so the processor fetches many boxes from all over memory at once. */
function copyPortion(
  { ids, boxes }: SegmentCells,
  given: Float32Array | Float64Array,
  stride: number,
  from: number,
  to: number,
): void {
  if (stride === 4) {
    for (let place = from; place < to; place++) {
      const at = 4 * place;
      const source = 4 * ids[place]!;
      boxes[at] = given[source]!;
      boxes[at + 1] = given[source + 1]!;
      boxes[at + 2] = given[source + 2]!;
      boxes[at + 3] = given[source + 3]!;
    }
    return;
  }
  for (let place = from; place < to; place++) {
    const at = 6 * place;
    const source = 6 * ids[place]!;
    boxes[at] = given[source]!;
    boxes[at + 1] = given[source + 1]!;
    boxes[at + 2] = given[source + 2]!;
    boxes[at + 3] = given[source + 3]!;
    boxes[at + 4] = given[source + 4]!;
    boxes[at + 5] = given[source + 5]!;
  }
}

function placePortion(cells: SegmentCells, store: Boxes, from: number, to: number): void {
  const { ids, boxes, codes, hints, recoded } = cells;
  const { used, stride, dimensions } = store;
  const { y, z } = cells.classes[0]!;
  const cutsY = y.cuts;
  const cutsZ = z.cuts;
  const kz = z.segments;
  // In 2D z is never cut, and what is read as z does not matter.
  const axisZ = dimensions - 1;
  let places = 0;
  for (let place = from; place < to; place++) {
    const old = codes[place]!;
    recoded[place] = 0;
    if (used[ids[place]!] === 0) {
      recoded[place] = 1;
      codes[place] = NOWHERE;
      continue;
    }
    const at = stride * place;
    const minY = boxes[at + 1]!;
    const maxY = boxes[at + dimensions + 1]!;
    const minZ = boxes[at + axisZ]!;
    const maxZ = boxes[at + dimensions + axisZ]!;
    const hint = hints[place]!;
    let sy = hint >>> HINT_BITS;
    let sz = hint & HINT_MASK;
    if (!(minY >= cutsY[sy]!) || minY >= cutsY[sy + 1]!) sy = segmentOf(y, boxes, at + 1);
    if (!(minZ >= cutsZ[sz]!) || minZ >= cutsZ[sz + 1]!) sz = segmentOf(z, boxes, at + axisZ);
    hints[place] = (sy << HINT_BITS) | sz;
    let cuts = 0;
    let tooLarge = false;
    if (maxY >= cutsY[sy + 1]!) {
      cuts = CUT_Y;
      tooLarge = maxY >= cutsY[sy + 2]!;
    }
    if (maxZ >= cutsZ[sz + 1]!) {
      cuts |= CUT_Z;
      tooLarge = tooLarge || maxZ >= cutsZ[sz + 2]!;
    }
    let code = 4 * (sy * kz + sz) + cuts;
    if (tooLarge) {
      code = codeOfLarge(cells, dimensions, place);
      cells.large[cells.largeCount++] = place;
      cuts = code & 3;
    }
    places += (1 + (cuts >> 1)) * (1 + (cuts & 1));
    if (code !== old) {
      recoded[place] = 1;
      codes[place] = code;
      queueArrivals(cells, place, old, code);
    }
  }
  cells.entries += places;
}

/** The code of a box in the first class that cuts it at most once on each axis; the last class never cuts. */
function codeOfLarge({ classes, boxes }: SegmentCells, dimensions: 2 | 3, place: number): number {
  const at = 2 * dimensions * place;
  const axisZ = dimensions - 1;
  for (let t = 1; t < classes.length; t++) {
    const { y, z, base } = classes[t]!;
    const sy = segmentOf(y, boxes, at + 1);
    const sz = segmentOf(z, boxes, at + axisZ);
    const cutsY = segmentOf(y, boxes, at + dimensions + 1) - sy;
    const cutsZ = segmentOf(z, boxes, at + dimensions + axisZ) - sz;
    if (cutsY <= 1 && cutsZ <= 1) return 4 * (base + sy * z.segments + sz) + CUT_Y * cutsY + CUT_Z * cutsZ;
  }
  return NOWHERE;
}

/** The class whose cell it is. */
function classOfCell(classes: readonly SegmentClass[], cell: number): number {
  let t = 0;
  while (t + 1 < classes.length && cell >= classes[t + 1]!.base) t++;
  return t;
}

/** Queues a box in those of its cells where it was not before. */
function queueArrivals(cells: SegmentCells, place: number, old: number, code: number): void {
  const t = classOfCell(cells.classes, code >> 2);
  const kz = cells.classes[t]!.z.segments;
  const stays = old >= 0 && classOfCell(cells.classes, old >> 2) === t;
  for (let dy = 0; dy <= ((code >> 1) & 1); dy++) {
    for (let dz = 0; dz <= (code & CUT_Z); dz++) {
      const cell = (code >> 2) + dy * kz + dz;
      if (!stays || flagsInCell(old, cell, kz) < 0) enqueue(cells.arrivals, cell, place);
    }
  }
}

/**
 * The flags of a box's word in `sweep-list.ts` for a cell of its class, whose rows have kz cells; −1 if the box does not
 * reach into it.
 */
export function flagsInCell(code: number, cell: number, kz: number): number {
  const step = cell - (code >> 2);
  if (step === 0) return 3;
  if (step === 1 && (code & CUT_Z) !== 0) return 2;
  if (step === kz && (code & CUT_Y) !== 0) return 1;
  return step === kz + 1 && (code & 3) === 3 ? 0 : -1;
}

/** Queues a box as a guest in the cells it reaches into in the classes finer than its own. */
function inviteLarge(cells: SegmentCells, dimensions: 2 | 3, place: number): void {
  const { classes, boxes } = cells;
  const own = classOfCell(classes, cells.codes[place]! >> 2);
  const at = 2 * dimensions * place;
  const axisZ = dimensions - 1;
  for (let t = 0; t < own; t++) {
    const { y, z, base } = classes[t]!;
    const [firstY, firstZ] = [segmentOf(y, boxes, at + 1), segmentOf(z, boxes, at + axisZ)];
    const lastY = segmentOf(y, boxes, at + dimensions + 1);
    const lastZ = segmentOf(z, boxes, at + dimensions + axisZ);
    for (let sy = firstY; sy <= lastY; sy++)
      for (let sz = firstZ; sz <= lastZ; sz++) {
        const flags = (sy === firstY ? 2 : 0) + (sz === firstZ ? 1 : 0);
        enqueue(cells.guests, base + sy * z.segments + sz, 4 * place + flags);
      }
  }
}
