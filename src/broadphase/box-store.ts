import { OptionError, show } from "../errors.ts";
import { NEGATIVE_ZERO, NOT_A_BOX } from "../kernels/broadphase-memory-map.ts";
import { DETACHED, isArrayOf, isDetached } from "../typed-arrays.ts";

// What every broad phase keeps of its boxes. A box may be unbounded (a floor, a half space); NaN, a minimum above its
// maximum and a box that lies at infinity as a whole are refused. All checks come before the first change.

export interface BoxStore {
  readonly dimensions: 2 | 3;
  /** Numbers a box: 2 · dimensions, the minima, then the maxima. */
  readonly stride: 4 | 6;
  /** How many boxes there are. */
  size: number;
  /** All ids in use are below. */
  limit: number;
  /** Box `id` at stride · id, grown as needed. Never −0, so that bits sort like numbers. */
  boxes: Float64Array;
  /** Where `moveAll` can work by kernels: with `boxes` in their memory. Null elsewhere, and again once `boxes` was too short. */
  moveRoom: MoveRoom | null;
  /** 1 where the id is in use. */
  used: Uint8Array;
  /** 1 where the id was given since the last update; `clearFresh` resets it. */
  fresh: Uint8Array;
  /** The ids with `fresh` set; one that was removed and given again may be there twice. */
  freshIds: number[];
  /** Free ids below `limit`, a heap with the lowest first. */
  readonly free: number[];
}

export interface MoveRoom {
  /** As long as `boxes`, and changes places with them. */
  spare: Float64Array;
  /** What is wrong with the first `count` boxes at an address in bytes: NOT_A_BOX and NEGATIVE_ZERO. */
  check(address: number, count: number): number;
}

const AXES = "xyz";
const FIRST_CAPACITY = 64;
/** Boxes that are copied and checked before the next ones are: so few are still in the cache. */
const PORTION = 4096;
/** Pairs of ids have to fit into whole f64 numbers, as keys. */
const MOST_BOXES = 2 ** 26;

/** Room for one box, so that it is read once, and checked before anything changes. */
const given = new Float64Array(16);

export function createBoxStore(dimensions: 2 | 3, caller: string): BoxStore {
  checkDimensions(dimensions, caller);
  const stride = dimensions === 2 ? 4 : 6;
  return {
    dimensions,
    stride,
    size: 0,
    limit: 0,
    boxes: new Float64Array(FIRST_CAPACITY * stride),
    moveRoom: null,
    used: new Uint8Array(FIRST_CAPACITY),
    fresh: new Uint8Array(FIRST_CAPACITY),
    freshIds: [],
    free: [],
  };
}

/** Takes in a box and returns its id: the lowest that is free. */
export function addBox(store: BoxStore, box: ArrayLike<number>): number {
  readBox(store, box, "add");
  if (store.size === MOST_BOXES) throw new OptionError(`add: no more than ${MOST_BOXES} boxes`);
  if (store.free.length === 0) makeRoomForNext(store);
  const id = store.free.length > 0 ? takeLowest(store.free) : store.limit++;
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
  checkId(store, id, "move"); // a box with getters may have removed it
  writeBox(store, id);
}

/** Moves all boxes; the places of free ids are not read. */
export function moveAllBoxes(store: BoxStore, boxes: Float64Array): void {
  const end = pastHighest(store);
  checkLength(store, boxes, end);
  const { stride, used, boxes: kept, moveRoom } = store;
  if (moveRoom !== null && store.size === end) {
    moveByKernel(store, moveRoom, boxes, end);
    return;
  }
  checkMoves(store, boxes, end);
  if (store.size === end) for (let i = 0; i < stride * end; i++) kept[i] = boxes[i] + 0;
  else
    for (let id = 0; id < end; id++)
      if (used[id] === 1) for (let i = stride * id; i < stride * (id + 1); i++) kept[i] = boxes[i] + 0;
}

/** All ids below `end` are in use. The new boxes are checked as copies, which become the boxes if all is well. */
function moveByKernel(store: BoxStore, room: MoveRoom, boxes: Float64Array, end: number): void {
  const { stride } = store;
  const { spare } = room;
  let verdict = 0;
  for (let id = 0; id < end; id += PORTION) {
    const to = Math.min(end, id + PORTION);
    spare.set(boxes.subarray(stride * id, stride * to), stride * id);
    verdict |= room.check(spare.byteOffset + 8 * stride * id, to - id);
  }
  if ((verdict & NOT_A_BOX) !== 0) checkMoves(store, spare, end);
  if ((verdict & NEGATIVE_ZERO) !== 0) for (let i = 0; i < stride * end; i++) spare[i] += 0;
  spare.fill(Number.NaN, stride * end, stride * store.limit);
  room.spare = store.boxes;
  store.boxes = spare;
}

export function removeBox(store: BoxStore, id: number): void {
  checkId(store, id, "remove");
  store.used[id] = 0;
  store.size--;
  putFree(store.free, id);
}

/** To be called at the end of an update. */
export function clearFresh(store: BoxStore): void {
  for (const id of store.freshIds) store.fresh[id] = 0;
  store.freshIds.length = 0;
}

function checkId(store: BoxStore, id: number, caller: string): void {
  if (typeof id !== "number" || store.used[id] !== 1)
    throw new OptionError(`${caller}: there is no box with the id ${show(id)}`);
}

/** Reads a box to `given` and checks it there. */
function readBox(store: BoxStore, box: ArrayLike<number>, caller: string, id?: number): void {
  const { stride } = store;
  const length: unknown = box?.length;
  if (length !== stride)
    throw new OptionError(
      `${caller}: a box in ${store.dimensions}D has ${stride} numbers, got ${show(length ?? box)}`,
    );
  // First to locals: a box may have getters, even some that add boxes of their own.
  const a = box[0];
  const b = box[1];
  const c = box[2];
  const d = box[3];
  const e = stride === 6 ? box[4] : 0;
  const f = stride === 6 ? box[5] : 0;
  given[0] = numberOf(a);
  given[1] = numberOf(b);
  given[2] = numberOf(c);
  given[3] = numberOf(d);
  given[4] = numberOf(e);
  given[5] = numberOf(f);
  if (!isBox(given, 0, store.dimensions))
    throw new OptionError(
      `${caller}${id === undefined ? "" : ` of box ${id}`}: ${explain(given, 0, store.dimensions)}`,
    );
}

/** NaN, which is refused, for what is no number: null and text would become one. */
function numberOf(value: unknown): number {
  return typeof value === "number" ? value : Number.NaN;
}

function writeBox(store: BoxStore, id: number): void {
  const { boxes, stride } = store;
  for (let i = 0; i < stride; i++) boxes[stride * id + i] = given[i] + 0;
}

/** One more than the highest id in use. */
function pastHighest(store: BoxStore): number {
  let end = store.limit;
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

/** Throws `OptionError` for the first that is no box. */
function checkMoves(store: BoxStore, boxes: Float64Array, end: number): void {
  const { stride, used, dimensions } = store;
  for (let id = 0, at = 0; id < end; id++, at += stride) {
    // NaN, and so refused, also for a box at infinity. Extents that vanish are those of equal numbers: f64 underflows gradually.
    const isBoxLike =
      boxes[at + dimensions] - boxes[at] >= 0 &&
      boxes[at + dimensions + 1] - boxes[at + 1] >= 0 &&
      boxes[at + stride - 1] - boxes[at + dimensions - 1] >= 0;
    if (!isBoxLike && used[id] === 1)
      throw new OptionError(`moveAll: box ${id}: ${explain(boxes, at, dimensions)}`);
  }
}

/** Throws `OptionError` unless `boxes` is a Float64Array of whole boxes; their numbers are not looked at. */
function checkBoxArray(boxes: Float64Array, dimensions: 2 | 3, caller: string): void {
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

/** Throws `OptionError` unless all of `boxes` are boxes that reach somewhere finite. */
export function checkBoxes(boxes: Float64Array, dimensions: 2 | 3, name: string): void {
  checkBoxArray(boxes, dimensions, name);
  const stride = 2 * dimensions;
  for (let at = 0; at < boxes.length; at += stride)
    if (!isBox(boxes, at, dimensions))
      throw new OptionError(`${name}: box ${at / stride}: ${explain(boxes, at, dimensions)}`);
}

/** Whether the numbers at `offset` are a box that reaches somewhere finite. */
function isBox(boxes: Float64Array, offset: number, dimensions: number): boolean {
  for (let i = offset; i < offset + dimensions; i++) {
    const min = boxes[i];
    const max = boxes[i + dimensions];
    if (!(min <= max) || min === Infinity || max === -Infinity) return false;
  }
  return true;
}

/** Says what is wrong with a box that `isBox` refuses. */
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

/** All arrays are made before the first of them is used: memory may run out. */
function makeRoomForNext(store: BoxStore): void {
  const { limit, stride } = store;
  if (limit < store.used.length && stride * limit < store.boxes.length) return;
  const capacity = Math.max(store.used.length, 2 * (limit + 1));
  const boxes = enlarged(store.boxes, new Float64Array(capacity * stride));
  const used = enlarged(store.used, new Uint8Array(capacity));
  const fresh = enlarged(store.fresh, new Uint8Array(capacity));
  Object.assign(store, { boxes, used, fresh, moveRoom: null });
}

function enlarged<T extends Float64Array | Uint8Array>(old: T, larger: T): T {
  larger.set(old);
  return larger;
}

/** Takes the root of a binary heap: the last entry takes its place and sinks. */
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
