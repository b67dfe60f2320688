import { CUT_Y, CUT_Z, NO_CELL as NOWHERE, ORIGIN } from "../../kernels/broadphase-memory-map.ts";
import { type CellQueue, createQueue, enqueue } from "./cell-queue.ts";
import { BOUNDS_STRIDE, writeBounds } from "./segment-bounds.ts";
import { type Boxes, cellCount, cutClasses, type SegmentClass } from "./segment-classes.ts";
import { segmentOf, shiftCuts } from "./segment-cuts.ts";
import type { CreateKernels } from "./segment-kernels.ts";
import { type Capacity, copyRoom, createRoom, type NarrowRoom, type SegmentRoom } from "./segment-room.ts";

// Which box lies in which cells, and who is new in a cell. A box's code says it all: 4 · cell + cuts, the cell of its
// lower corner and on which axes a cut goes through it.
//
// Boxes have places here, other than their ids: those that lie near each other in space do so in memory as well
// (docs/decisions/18-segment-sort.md).

const PORTION = 1024;

export interface SegmentCells {
  classes: SegmentClass[];
  room: SegmentRoom;
  /** Where the lists of the last update begin in `room.lists`. */
  starts: Int32Array;
  /** Where the pairs of a cell begin in what the last update found, and in what the one before it did. */
  foundStarts: Uint32Array;
  lastFoundStarts: Uint32Array;
  /** Places whose code is not that of the last update. */
  readonly recodedPlaces: number[];
  /** Places of boxes that are new in a cell. */
  arrivals: CellQueue;
  /** Boxes of coarser classes that reach into a cell, as words of `sweep-list.ts`. */
  guests: CellQueue;
  /** Places of the boxes that class 0 would cut twice. */
  readonly large: number[];
  /** The lengths of all lists together. */
  entries: number;
}

const FIRST_CAPACITY: Capacity = { boxes: 0, entries: 0, cells: 0 };

export function createSegmentCells(): SegmentCells {
  return {
    classes: [],
    room: createRoom(FIRST_CAPACITY, { stride: 6, high: 3 }, null)!,
    starts: new Int32Array(1),
    foundStarts: new Uint32Array(1),
    lastFoundStarts: new Uint32Array(1),
    recodedPlaces: [],
    arrivals: createQueue(),
    guests: createQueue(),
    large: [],
    entries: 0,
  };
}

/**
 * Cuts the axes anew; all boxes will be new in their cells. With kernels to create and an origin, images are kept of them; false,
 * and nothing done, if there is no room for these.
 */
export function recut(
  cells: SegmentCells,
  store: Boxes,
  origin: Float64Array | null = null,
  create: CreateKernels | null = null,
): boolean {
  let classes = cutClasses(store);
  const count = cellCount(classes);
  if (!makeRoom(cells, store, { cells: count }, origin && create)) return false;
  const { codes, recoded, bounds, narrow } = cells.room;
  if (narrow !== null && origin !== null) {
    writeOrigin(narrow, origin, store.dimensions);
    classes = classes.map(({ y, z, base }) => ({
      y: shiftCuts(y, origin[1]),
      z: store.dimensions === 3 ? shiftCuts(z, origin[2]) : z,
      base,
    }));
  }
  cells.classes = classes;
  writeBounds(classes, bounds);
  codes.fill(NOWHERE);
  recoded.fill(0);
  cells.recodedPlaces.length = 0;
  cells.entries = 0;
  cells.starts = new Int32Array(count + 1);
  cells.foundStarts = new Uint32Array(count + 1);
  cells.lastFoundStarts = new Uint32Array(count + 1);
  cells.arrivals.heads = new Int32Array(count).fill(-1);
  cells.guests.heads = new Int32Array(count).fill(-1);
  return true;
}

/** As `place` wants it: kernel-header.ts. */
function writeOrigin({ header }: NarrowRoom, [x, y, z]: Float64Array, dimensions: 2 | 3): void {
  const vectors = dimensions === 3 ? [x, y, z, x, y, z] : [x, y];
  new Float64Array(header.buffer, ORIGIN, vectors.length).set(vectors);
}

/** Makes room for the boxes, and for more entries or cells; false, and nothing done, if kernels have not as much. */
export function makeRoom(
  cells: SegmentCells,
  { limit, stride, dimensions }: Boxes,
  needed: Partial<Capacity>,
  create: CreateKernels | null,
): boolean {
  const { capacity, narrow } = cells.room;
  const { boxes = limit, entries = 0, cells: count = 0 } = needed;
  const isLarge = capacity.boxes >= boxes && capacity.entries >= entries && capacity.cells >= count;
  if (isLarge && (narrow === null) === (create === null)) return true;
  const larger = (had: number, need: number) =>
    had >= need ? had : had === 0 ? need : Math.ceil(1.5 * need);
  const room = createRoom(
    {
      boxes: larger(capacity.boxes, boxes),
      entries: larger(capacity.entries, Math.max(entries, 2 * boxes)),
      cells: larger(capacity.cells, count),
    },
    { stride, high: dimensions },
    create,
  );
  if (room === null) return false;
  room.codes.fill(NOWHERE);
  copyRoom(cells.room, room);
  cells.room = room;
  return true;
}

/** To be called after the lists were made; returns how many boxes had a new code. */
export function forgetRecoded({ room, recodedPlaces }: SegmentCells): number {
  const count = recodedPlaces.length;
  for (const place of recodedPlaces) room.recoded[place] = 0;
  recodedPlaces.length = 0;
  return count;
}

/** Gives the boxes new places, in the order of the lists; between two sweeps. */
export function renumber({ room, starts }: SegmentCells, limit: number): void {
  const { lists, codes, ids, places } = room;
  const end = starts[starts.length - 1];
  const placeOf = new Uint32Array(limit);
  const [oldCodes, oldIds] = [codes.slice(0, limit), ids.slice(0, limit)];
  let next = 0;
  // Each box once: in the cell where it is first on both axes.
  for (let p = 0; p < end; p++) if ((lists[p] & 3) === 3) placeOf[lists[p] >>> 2] = next++;
  for (let place = 0; place < limit; place++) if (codes[place] === NOWHERE) placeOf[place] = next++;
  for (let p = 0; p < end; p++) lists[p] = 4 * placeOf[lists[p] >>> 2] + (lists[p] & 3);
  for (let place = 0; place < limit; place++) {
    const to = placeOf[place];
    codes[to] = oldCodes[place];
    ids[to] = oldIds[place];
    places[ids[to]] = to;
  }
}

/**
 * Finds the cells of every box, queues what is new in each, and the guests. False if the kernels have no room for the lists: then
 * the axes have to be cut anew, without them.
 */
export function placeBoxes(cells: SegmentCells, store: Boxes, create: CreateKernels | null = null): boolean {
  cells.arrivals.count = 0;
  cells.guests.count = 0;
  cells.large.length = 0;
  const { narrow } = cells.room;
  if (narrow === null) {
    // In portions: one loop over all boxes would be compiled while it runs, into slower code.
    const { limit } = store;
    for (let place = 0; place < limit; place += PORTION) {
      const to = Math.min(limit, place + PORTION);
      copyPortion(cells.room, store, place, to);
      placePortion(cells, store, place, to);
    }
  } else {
    const count = listRecoded(cells.room, narrow, store);
    for (let k = 0; k < count; k++) recode(cells, store, narrow.listed[k]);
  }
  for (const place of cells.large) inviteLarge(cells, place);
  return makeRoom(cells, store, { entries: cells.entries }, narrow && create);
}

/** Makes images of all boxes and lists the places of those that may have a new code; returns how many. */
function listRecoded(
  room: SegmentRoom,
  narrow: NarrowRoom,
  { boxes, stride, dimensions, limit }: Boxes,
): number {
  const { kernels, listed } = narrow;
  let given = boxes;
  if (boxes.buffer !== listed.buffer) {
    given = narrow.given;
    given.set(boxes.subarray(0, stride * limit));
  }
  const image = dimensions === 3 ? kernels.writeImages3D : kernels.writeImages2D;
  image(limit, given.byteOffset, room.places.byteOffset, room.boxes.byteOffset);
  const end = kernels.listRecoded(
    limit,
    room.boxes.byteOffset,
    room.codes.byteOffset,
    room.bounds.byteOffset - NOWHERE * BOUNDS_STRIDE * room.bounds.BYTES_PER_ELEMENT,
    listed.byteOffset,
  );
  return ((end >>> 0) - listed.byteOffset) / 4;
}

/** A loop of its own, without a branch: so the processor fetches many boxes from all over memory at once. */
function copyPortion(
  { ids, boxes }: SegmentRoom,
  { boxes: given, stride }: Boxes,
  from: number,
  to: number,
): void {
  if (stride === 4) {
    for (let place = from; place < to; place++) {
      const at = 4 * place;
      const source = 4 * ids[place];
      boxes[at] = given[source];
      boxes[at + 1] = given[source + 1];
      boxes[at + 2] = given[source + 2];
      boxes[at + 3] = given[source + 3];
    }
    return;
  }
  for (let place = from; place < to; place++) {
    const at = 6 * place;
    const source = 6 * ids[place];
    boxes[at] = given[source];
    boxes[at + 1] = given[source + 1];
    boxes[at + 2] = given[source + 2];
    boxes[at + 3] = given[source + 3];
    boxes[at + 4] = given[source + 4];
    boxes[at + 5] = given[source + 5];
  }
}

/** Gives a new code to those boxes that are not within the bounds of their old one. */
function placePortion(cells: SegmentCells, store: Boxes, from: number, to: number): void {
  const { ids, boxes, codes, bounds, layout } = cells.room;
  const { stride, high } = layout;
  const { used } = store;
  const axisZ = store.dimensions - 1; // in 2D z is never cut, and what is read as z does not matter
  for (let place = from; place < to; place++) {
    const isUsed = used[ids[place]] === 1;
    if (!isUsed && codes[place] === NOWHERE) continue;
    const at = stride * place;
    const home = BOUNDS_STRIDE * (codes[place] + 4);
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

/** Finds the code of a box, and queues the box where that is new. */
function recode(cells: SegmentCells, store: Boxes, place: number): void {
  const { ids, codes, recoded } = cells.room;
  const old = codes[place];
  const code = store.used[ids[place]] === 1 ? codeOf(cells, place) : NOWHERE;
  if (cells.classes.length > 1 && code >> 2 >= cells.classes[1].base) cells.large.push(place);
  if (code === old) return;
  codes[place] = code;
  recoded[place] = 1;
  cells.recodedPlaces.push(place);
  cells.entries += cellsOf(code) - cellsOf(old);
  if (code !== NOWHERE) queueArrivals(cells, place, old, code);
}

/** How many cells a box with this code reaches into. */
function cellsOf(code: number): number {
  return code < 0 ? 0 : (1 + ((code >> 1) & 1)) * (1 + (code & CUT_Z));
}

/** The code of a box in the first class that cuts it at most once on each axis; the last class never cuts. */
function codeOf({ classes, room }: SegmentCells, place: number): number {
  const { boxes, layout } = room;
  const at = layout.stride * place;
  const top = at + layout.high;
  const axisZ = layout.high === 2 ? 1 : 2;
  for (const { y, z, base } of classes) {
    const sy = segmentOf(y, boxes, at + 1);
    const sz = segmentOf(z, boxes, at + axisZ);
    const cutsY = segmentOf(y, boxes, top + 1) - sy;
    const cutsZ = segmentOf(z, boxes, top + axisZ) - sz;
    if (cutsY <= 1 && cutsZ <= 1) return 4 * (base + sy * z.segments + sz) + CUT_Y * cutsY + CUT_Z * cutsZ;
  }
  return NOWHERE;
}

/** The class whose cell it is. */
function classOfCell(classes: readonly SegmentClass[], cell: number): number {
  let t = 0;
  while (t + 1 < classes.length && cell >= classes[t + 1].base) t++;
  return t;
}

/** Queues a box in those of its cells where it was not before. */
function queueArrivals(cells: SegmentCells, place: number, old: number, code: number): void {
  const t = classOfCell(cells.classes, code >> 2);
  const kz = cells.classes[t].z.segments;
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
function inviteLarge(cells: SegmentCells, place: number): void {
  const { classes, room } = cells;
  const { boxes, codes, layout } = room;
  const own = classOfCell(classes, codes[place] >> 2);
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
        enqueue(cells.guests, base + sy * z.segments + sz, 4 * place + flags);
      }
  }
}
