import { HIT_BYTES, LIST_PADDING, SEGMENT_HEADER } from "../../kernels/broadphase-memory-map.ts";
import { BOUNDS_STRIDE } from "./segment-bounds.ts";
import type { CreateKernels, SegmentKernels } from "./segment-kernels.ts";
import type { SweepList } from "./sweep-list.ts";

// Where everything that segment sort keeps lies. With kernels it is their memory, and boxes are images (narrow-image.ts);
// without, boxes are copied as they are. When room is short, all of it moves to a larger one: memory
// of WebAssembly that grows takes its arrays away.

/** A box of `boxes` in numbers: minima at 0, maxima at `high`. */
export interface BoxLayout {
  readonly stride: number;
  readonly high: number;
}

/** minX minY minZ 0 maxX maxY maxZ 0; in 2D z reaches from 0 to 1. */
export const IMAGE_LAYOUT: BoxLayout = { stride: 8, high: 4 };

export interface Capacity {
  boxes: number;
  /** Of all lists together. */
  entries: number;
  cells: number;
}

export interface SegmentRoom {
  readonly capacity: Readonly<Capacity>;
  readonly layout: BoxLayout;
  /** The id of the box in each place. Beyond the boxes that were there when they were last numbered, place and id agree. */
  readonly ids: Uint32Array;
  /** The place of each id. */
  readonly places: Uint32Array;
  /** The boxes or their images, place by place. */
  readonly boxes: Float32Array | Float64Array;
  /** What each box's code says, see segment-cells.ts. */
  readonly codes: Int32Array;
  /** 1 where the code is not that of the last update. */
  readonly recoded: Uint8Array;
  /** Within what a box keeps its code, see segment-bounds.ts. */
  readonly bounds: Float32Array | Float64Array;
  /**
   * The sub-lists of the last update: words of `sweep-list.ts` in the order of their lower ends on x, those of a cell
   * from `starts` of the cell on.
   */
  lists: Uint32Array;
  /** Room for the lists of the next update. */
  nextLists: Uint32Array;
  /** What only kernels need; null without them. */
  readonly narrow: NarrowRoom | null;
}

export interface NarrowRoom {
  readonly kernels: SegmentKernels;
  readonly header: Uint32Array;
  /** Boxes by id, as they are given; twice, for `moveAll`. */
  readonly given: Float64Array;
  readonly otherGiven: Float64Array;
  /** Places that `place` lists. */
  readonly listed: Uint32Array;
  /** Those who are new in a cell, sorted; a NaN follows the keys. */
  readonly newKeys: Float32Array;
  readonly newWords: Uint32Array;
  /** The list at hand: seven rows for the kernels, from `minX` on, each `row` bytes long. */
  readonly list: SweepList;
  readonly row: number;
  readonly hits: Uint32Array;
}

/** Hits that have room at least; more than a list of a cell has. */
const HIT_ROOM = 4096;
const ALIGNMENT = 16;
const NOTHING = new ArrayBuffer(0);

/** With `create`, room in the memory of kernels; null where there is not enough of it. Without, always some. */
export function createRoom(
  capacity: Capacity,
  given: BoxLayout,
  create: CreateKernels | null,
): SegmentRoom | null {
  const isNarrow = create !== null;
  const { end } = layOut(capacity, given, isNarrow, NOTHING);
  if (!isNarrow) return { ...layOut(capacity, given, false, new ArrayBuffer(end)).room, narrow: null };
  const kernels = create(end);
  if (kernels === null) return null;
  const { room, narrow } = layOut(capacity, given, true, kernels.memory.buffer);
  return { ...room, narrow: { kernels, ...narrow } };
}

/** Arrays one after the other in `buffer`, and where the last one ends; in no buffer, that alone. */
function layOut(capacity: Capacity, given: BoxLayout, isNarrow: boolean, buffer: ArrayBuffer) {
  const { boxes, entries, cells } = capacity;
  let end = SEGMENT_HEADER;
  const take = <T>(Type: ArrayType<T>, length: number): T => {
    const at = end;
    end += aligned(Type.BYTES_PER_ELEMENT * length);
    return buffer === NOTHING ? new Type(NOTHING, 0, 0) : new Type(buffer, at, length);
  };
  const Numbers: ArrayType<Float32Array | Float64Array> = isNarrow ? Float32Array : Float64Array;
  const layout = isNarrow ? IMAGE_LAYOUT : given;
  const room = {
    capacity,
    layout,
    ids: take(Uint32Array, boxes),
    places: take(Uint32Array, boxes),
    boxes: take(Numbers, layout.stride * boxes),
    codes: take(Int32Array, boxes),
    recoded: take(Uint8Array, boxes),
    bounds: take(Numbers, BOUNDS_STRIDE * (4 * cells + 4)),
    lists: take(Uint32Array, entries + LIST_PADDING),
    nextLists: take(Uint32Array, entries + LIST_PADDING),
  };
  const each = isNarrow ? boxes : 0;
  const inList = isNarrow ? boxes + LIST_PADDING : 0;
  const narrow = {
    header: buffer === NOTHING ? new Uint32Array(0) : new Uint32Array(buffer, 0, SEGMENT_HEADER / 4),
    given: take(Float64Array, given.stride * each),
    otherGiven: take(Float64Array, given.stride * each),
    listed: take(Uint32Array, each + 1),
    newKeys: take(Float32Array, each + 1),
    newWords: take(Uint32Array, each + 1),
    list: {
      minX: take(Float32Array, inList),
      maxX: take(Float32Array, inList),
      minY: take(Float32Array, inList),
      maxY: take(Float32Array, inList),
      minZ: take(Float32Array, inList),
      maxZ: take(Float32Array, inList),
      names: take(Uint32Array, inList),
      reach: take(Float32Array, inList),
    },
    row: aligned(4 * inList),
    // A box can hit all others of its list: there is room for that, and for a hit that does not count.
    hits: take(Uint32Array, isNarrow ? (HIT_BYTES / 4) * (Math.max(HIT_ROOM, boxes) + 2) : 0),
  };
  return { room, narrow, end };
}

const aligned = (bytes: number) => ALIGNMENT * Math.ceil(bytes / ALIGNMENT);

type ArrayType<T> = {
  new (buffer: ArrayBuffer, at: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
};

/** Copies what was in one room to a larger one. Of another kind of boxes it has only their places; their codes are void then. */
export function copyRoom(from: SegmentRoom, to: SegmentRoom): void {
  for (const array of [to.ids, to.places]) for (let i = 0; i < array.length; i++) array[i] = i;
  to.ids.set(from.ids);
  to.places.set(from.places);
  if ((from.narrow === null) !== (to.narrow === null)) return;
  if (from.narrow !== null) to.narrow?.header.set(from.narrow.header);
  to.codes.set(from.codes);
  to.recoded.set(from.recoded);
  to.boxes.set(from.boxes);
  to.bounds.set(from.bounds);
  to.lists.set(from.lists);
}
