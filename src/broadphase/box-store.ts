import { OptionError, show } from "../errors.ts";
import { NEGATIVE_ZERO, NOT_A_BOX } from "../kernels/broadphase-memory-map.ts";
import { DETACHED, isArrayOf, isDetached } from "../typed-arrays.ts";

// The boxes of a broad phase. A box may be unbounded (a floor, a half space). NaN, a minimum above its maximum, and a box
// that lies entirely at infinity are rejected. All checks come before the first change.

export interface BoxStore {
  readonly dimensions: 2 | 3;
  /** Numbers per box: 2 · dimensions, the minima, then the maxima. */
  readonly stride: 4 | 6;
  /** The largest number of boxes. */
  readonly mostBoxes: number;
  /** The number of boxes. */
  size: number;
  /** One past the highest id that was ever in use. */
  idEnd: number;
  /** The front buffer: box `id` at stride · id, grown as needed. Never contains −0, so that bits sort like numbers. */
  boxes: Float64Array;
  /** The back buffer while both are in kernel memory; null otherwise, and again after the front buffer has grown. */
  back: BackBuffer | null;
  /** 1 where the id is in use. */
  used: Uint8Array;
  /** 1 if the id was assigned to a box since the last update; `clearFresh` resets it. */
  fresh: Uint8Array;
  /** The ids with `fresh` set. An id that was assigned, freed and assigned again is listed twice. */
  freshIds: number[];
  /** Free ids below `idEnd`: a heap with the lowest on top. */
  readonly free: number[];
}

/** Where `moveAll` writes new boxes: if all of them are valid, the front and the back buffer are swapped. */
interface BackBuffer {
  /** As long as the front buffer. */
  boxes: Float64Array;
  /** What is wrong with `count` boxes at a byte address: NOT_A_BOX, NEGATIVE_ZERO, both or 0. */
  check(address: number, count: number): number;
}

const AXES = "xyz";
const FIRST_CAPACITY = 64;
/**
 * `moveAll` copies and checks this many boxes at a time: few enough to be in a cache when they are checked, and 1.5 MB, because copies of
 * less than a megabyte take up to 1.25 times as long for each box (docs/lab/broad-phases.md).
 */
const PORTION = 32768;
/** A pair of ids must fit into one integer f64, as a key. */
const MOST_BOXES = 2 ** 26;

/** The box being added or moved: read once, and checked before the store changes. */
const incoming = new Float64Array(16);

export function createBoxStore(dimensions: 2 | 3, caller: string, mostBoxes = MOST_BOXES): BoxStore {
  checkDimensions(dimensions, caller);
  const stride = dimensions === 2 ? 4 : 6;
  return {
    dimensions,
    stride,
    mostBoxes,
    size: 0,
    idEnd: 0,
    boxes: new Float64Array(FIRST_CAPACITY * stride),
    back: null,
    used: new Uint8Array(FIRST_CAPACITY),
    fresh: new Uint8Array(FIRST_CAPACITY),
    freshIds: [],
    free: [],
  };
}

/** Adds a box and returns its id: the lowest free one. */
export function addBox(store: BoxStore, box: ArrayLike<number>): number {
  readBox(store, box, "add");
  if (store.size === store.mostBoxes) throw new OptionError(`add: the limit is ${store.mostBoxes} boxes`);
  if (store.free.length === 0) makeRoomForNext(store);
  const id = store.free.length > 0 ? takeLowest(store.free) : store.idEnd++;
  store.size++;
  store.used[id] = 1;
  store.fresh[id] = 1;
  store.freshIds.push(id);
  writeBox(store, id);
  return id;
}

export function moveBox(store: BoxStore, id: number, box: ArrayLike<number>): void {
  checkId(store, id, "move");
  readBox(store, box, "move", id);
  checkId(store, id, "move"); // a getter of the box may have removed it
  writeBox(store, id);
}

/** Moves all boxes; the positions of free ids are not read. */
export function moveAllBoxes(store: BoxStore, boxes: Float64Array): void {
  const end = pastHighest(store);
  checkLength(store, boxes, end);
  const { stride, used, boxes: front, back } = store;
  if (back !== null && store.size === end) {
    moveToBack(store, back, boxes, end);
    return;
  }
  checkMoves(store, boxes, end);
  if (store.size === end) for (let i = 0; i < stride * end; i++) front[i] = boxes[i] + 0;
  else
    for (let id = 0; id < end; id++)
      if (used[id] === 1) for (let i = stride * id; i < stride * (id + 1); i++) front[i] = boxes[i] + 0;
}

/** Requires that all ids below `end` are in use. */
function moveToBack(store: BoxStore, back: BackBuffer, boxes: Float64Array, end: number): void {
  const { stride, boxes: front } = store;
  const next = back.boxes;
  let verdict = 0;
  for (let id = 0; id < end; id += PORTION) {
    const to = Math.min(end, id + PORTION);
    next.set(boxes.subarray(stride * id, stride * to), stride * id);
    verdict |= back.check(next.byteOffset + 8 * stride * id, to - id);
  }
  if ((verdict & NOT_A_BOX) !== 0) checkMoves(store, next, end);
  if ((verdict & NEGATIVE_ZERO) !== 0) for (let i = 0; i < stride * end; i++) next[i] += 0;
  next.fill(Number.NaN, stride * end, stride * store.idEnd);
  store.boxes = next;
  back.boxes = front;
}

export function removeBox(store: BoxStore, id: number): void {
  checkId(store, id, "remove");
  store.used[id] = 0;
  store.size--;
  putFree(store.free, id);
}

/** Must be called at the end of an update. */
export function clearFresh(store: BoxStore): void {
  for (const id of store.freshIds) store.fresh[id] = 0;
  store.freshIds.length = 0;
}

function checkId(store: BoxStore, id: number, caller: string): void {
  if (typeof id !== "number" || store.used[id] !== 1)
    throw new OptionError(`${caller}: there is no box with the id ${show(id)}`);
}

/** Reads a box into `incoming` and checks it there. */
function readBox(store: BoxStore, box: ArrayLike<number>, caller: string, id?: number): void {
  const { stride } = store;
  const length: unknown = box?.length;
  if (length !== stride)
    throw new OptionError(
      `${caller}: a box in ${store.dimensions}D has ${stride} numbers, got ${show(length ?? box)}`,
    );
  // Locals first: the box may have getters, which may even add other boxes.
  const a = box[0];
  const b = box[1];
  const c = box[2];
  const d = box[3];
  const e = stride === 6 ? box[4] : 0;
  const f = stride === 6 ? box[5] : 0;
  incoming[0] = numberOf(a);
  incoming[1] = numberOf(b);
  incoming[2] = numberOf(c);
  incoming[3] = numberOf(d);
  incoming[4] = numberOf(e);
  incoming[5] = numberOf(f);
  if (!isBox(incoming, 0, store.dimensions))
    throw new OptionError(
      `${caller}${id === undefined ? "" : ` of box ${id}`}: ${explain(incoming, 0, store.dimensions)}`,
    );
}

/** NaN, which `isBox` rejects, for anything other than a number: a Float64Array would convert null and text. */
function numberOf(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}

function writeBox(store: BoxStore, id: number): void {
  const { boxes, stride } = store;
  for (let i = 0; i < stride; i++) boxes[stride * id + i] = incoming[i] + 0;
}

/** One past the highest id in use. */
function pastHighest(store: BoxStore): number {
  let end = store.idEnd;
  while (end > 0 && store.used[end - 1] === 0) end--;
  return end;
}

function checkLength({ stride, dimensions }: BoxStore, boxes: Float64Array, end: number): void {
  checkBoxArray(boxes, dimensions, "moveAll");
  if (boxes.length < stride * end)
    throw new OptionError(
      `moveAll: ids up to ${end - 1} are in use, so ${stride * end} numbers are needed; got ${boxes.length}`,
    );
}

/** Throws `OptionError` for the first used id whose numbers are not a box. */
function checkMoves(store: BoxStore, boxes: Float64Array, end: number): void {
  const { stride, used, dimensions } = store;
  for (let id = 0, at = 0; id < end; id++, at += stride) {
    if (!isBoxLike(boxes, at, stride, dimensions) && used[id] === 1)
      throw new OptionError(`moveAll: box ${id}: ${explain(boxes, at, dimensions)}`);
  }
}

/** Throws `OptionError` unless `boxes` is a Float64Array of whole boxes; its numbers are not checked. */
export function checkBoxArray(boxes: Float64Array, dimensions: 2 | 3, caller: string): void {
  if (!isArrayOf(boxes, "Float64Array"))
    throw new OptionError(`${caller}: boxes must be a Float64Array, got ${typeof boxes}`);
  if (isDetached(boxes)) throw new OptionError(`${caller}: ${DETACHED}`);
  if (boxes.length % (2 * dimensions) !== 0)
    throw new OptionError(
      `${caller}: a box in ${dimensions}D has ${2 * dimensions} numbers, got ${boxes.length} numbers`,
    );
}

/** Whether two boxes share a point. */
export function doOverlap(
  { boxes, stride, dimensions }: Pick<BoxStore, "boxes" | "stride" | "dimensions">,
  a: number,
  b: number,
): boolean {
  for (let p = stride * a, q = stride * b, axis = 0; axis < dimensions; axis++, p++, q++)
    if (boxes[p] > boxes[q + dimensions] || boxes[q] > boxes[p + dimensions]) return false;
  return true;
}

/** Throws `OptionError` unless there are 2 or 3 dimensions. */
export function checkDimensions(dimensions: 2 | 3, caller: string): void {
  if (dimensions !== 2 && dimensions !== 3)
    throw new OptionError(`${caller}: dimensions must be 2 or 3, got ${show(dimensions)}`);
}

/** Throws `OptionError` unless `boxes` holds only boxes, none of them entirely at infinity. */
export function checkBoxes(boxes: Float64Array, dimensions: 2 | 3, name: string): void {
  checkBoxArray(boxes, dimensions, name);
  const stride = 2 * dimensions;
  for (let at = 0; at < boxes.length; at += stride)
    if (!isBoxLike(boxes, at, stride, dimensions))
      throw new OptionError(`${name}: box ${at / stride}: ${explain(boxes, at, dimensions)}`);
}

/**
 * `isBox` by extents. The extent of a box at infinity is NaN, so it is rejected. An extent of 0 means equal numbers, because f64
 * underflows gradually.
 */
function isBoxLike(boxes: Float64Array, at: number, stride: number, dimensions: number): boolean {
  return (
    boxes[at + dimensions] - boxes[at] >= 0 &&
    boxes[at + dimensions + 1] - boxes[at + 1] >= 0 &&
    boxes[at + stride - 1] - boxes[at + dimensions - 1] >= 0
  );
}

/** Whether the numbers at `offset` are a box that is not entirely at infinity. */
function isBox(boxes: Float64Array, offset: number, dimensions: number): boolean {
  for (let i = offset; i < offset + dimensions; i++) {
    const min = boxes[i];
    const max = boxes[i + dimensions];
    if (!(min <= max) || min === Infinity || max === -Infinity) return false;
  }
  return true;
}

/** Describes what is wrong with a box that `isBox` rejects. */
function explain(boxes: Float64Array, offset: number, dimensions: number): string {
  for (let axis = 0; axis < dimensions; axis++) {
    const min = boxes[offset + axis];
    const max = boxes[offset + dimensions + axis];
    if (min <= max && min !== Infinity && max !== -Infinity) continue;
    const range = `min ${AXES[axis]} = ${min}, max ${AXES[axis]} = ${max}`;
    if (min > max) return `${range}: the minimum is above the maximum`;
    return min <= max ? `${range}: nothing of the box is finite` : `${range}: not numbers`;
  }
  return "";
}

/** All arrays are allocated before the store changes: memory may run out. */
function makeRoomForNext(store: BoxStore): void {
  const { idEnd, stride } = store;
  if (idEnd < store.used.length && stride * idEnd < store.boxes.length) return;
  const capacity = Math.max(store.used.length, 2 * (idEnd + 1));
  const boxes = enlarged(store.boxes, new Float64Array(capacity * stride));
  const used = enlarged(store.used, new Uint8Array(capacity));
  const fresh = enlarged(store.fresh, new Uint8Array(capacity));
  Object.assign(store, { boxes, used, fresh, back: null });
}

function enlarged<T extends Float64Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

/** Removes the root of a binary heap; the last entry replaces it and sinks. */
function takeLowest(heap: number[]): number {
  const lowest = heap[0];
  const last = heap.pop()!;
  const count = heap.length;
  if (count === 0) return lowest;
  let at = 0;
  for (let child = 1; child < count; child = 2 * at + 1) {
    if (child + 1 < count && heap[child + 1] < heap[child]) child++;
    if (heap[child] >= last) break;
    heap[at] = heap[child];
    at = child;
  }
  heap[at] = last;
  return lowest;
}

function putFree(heap: number[], id: number): void {
  let at = heap.length;
  heap.push(id);
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (heap[parent] <= id) break;
    heap[at] = heap[parent];
    at = parent;
  }
  heap[at] = id;
}
