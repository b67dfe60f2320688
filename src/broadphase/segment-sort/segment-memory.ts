import type { SegmentKernels } from "../../kernels/broadphase-kernels.ts";
import { HIT_BYTES, LIST_PADDING, SEGMENT_HEADER } from "../../kernels/broadphase-memory-map.ts";
import { BOUNDS_STRIDE } from "./cell-codes.ts";
import type { Arrivals, SweepList } from "./sweep-list.ts";

// The memory of one segment sort. With kernels it is a WebAssembly memory, and boxes are kept as f32 images
// (f32-origin.ts); without kernels they are kept as f64 copies. When it is too small, everything moves to a larger one,
// because growing a WebAssembly memory detaches its arrays.
//
// Boxes have places in it that differ from their ids: boxes near each other in space are near each other in memory
// (docs/decisions/18-segment-sort.md).

/** Creates kernels with a memory of this many bytes; null without WebAssembly or room. */
export type CreateKernels = (bytes: number) => SegmentKernels | null;

/** Numbers of a box in `boxes`: minima from 0, maxima from `high`. */
export interface BoxLayout {
  readonly stride: number;
  readonly high: number;
}

/** minX minY minZ 0 maxX maxY maxZ 0; in 2D z runs from 0 to 1. */
const F32_LAYOUT: BoxLayout = { stride: 8, high: 4 };

export interface Capacity {
  boxes: number;
  /** The total length of all cells' lists. */
  entries: number;
  cells: number;
}

export interface SegmentMemory {
  readonly capacity: Readonly<Capacity>;
  readonly layout: BoxLayout;
  /** The id of the box at each place, and the place of each id. Until places are reassigned, the place of a box is its id. */
  readonly ids: Uint32Array;
  readonly places: Uint32Array;
  /** Boxes or their f32 images, by place. */
  readonly boxes: Float32Array | Float64Array;
  /** By place, see cell-codes.ts. */
  readonly cellCodes: Int32Array;
  /** 1 if the cell code has changed since the last update. */
  readonly recoded: Uint8Array;
  /** Bounds of all cell codes, see cell-codes.ts. */
  readonly bounds: Float32Array | Float64Array;
  /**
   * The lists of all cells as left by the last update: entries, see sweep-list.ts, in the order of minX. The list of a cell
   * begins at its number in `SegmentCells.starts`.
   */
  frontLists: Uint32Array;
  /** The lists that the current update makes. */
  backLists: Uint32Array;
  /** Null without kernels. */
  readonly kernel: KernelMemory | null;
}

/** Memory that only kernels need. */
export interface KernelMemory {
  readonly kernels: SegmentKernels;
  readonly header: Uint32Array;
  /** The f64 boxes by id: the front and the back buffer of the store. */
  readonly frontBoxes: Float64Array;
  readonly backBoxes: Float64Array;
  /** The places that `listRecoded` lists. */
  readonly listed: Uint32Array;
  readonly arrivals: Arrivals;
  /** The list of the current cell: seven rows from `minX` on, each `row` bytes long. */
  readonly list: SweepList;
  readonly row: number;
  readonly hits: Uint32Array;
}

/** The least room for hits: more than the list of a cell usually has. */
const HIT_ROOM = 4096;
const ALIGNMENT = 16;
const NOTHING = new ArrayBuffer(0);

/** In kernel memory with `create`, null if that has no room; otherwise in plain memory. `storeLayout` is that of f64 boxes. */
export function createSegmentMemory(
  capacity: Capacity,
  storeLayout: BoxLayout,
  create: CreateKernels | null,
): SegmentMemory | null {
  const isF32 = create !== null;
  const { end } = layOut(capacity, storeLayout, isF32, NOTHING);
  if (!isF32) return { ...layOut(capacity, storeLayout, false, new ArrayBuffer(end)).memory, kernel: null };
  const kernels = create(end);
  if (kernels === null) return null;
  const { memory, kernel } = layOut(capacity, storeLayout, true, kernels.memory.buffer);
  return { ...memory, kernel: { kernels, ...kernel } };
}

/** Arrays one after the other in `buffer`, and the end of the last one. With NOTHING as the buffer, only the end counts. */
function layOut(capacity: Capacity, storeLayout: BoxLayout, isF32: boolean, buffer: ArrayBuffer) {
  const { boxes, entries, cells } = capacity;
  let end = SEGMENT_HEADER;
  const take = <T>(Type: ArrayType<T>, length: number): T => {
    const at = end;
    end += aligned(Type.BYTES_PER_ELEMENT * length);
    return buffer === NOTHING ? new Type(NOTHING, 0, 0) : new Type(buffer, at, length);
  };
  const Numbers: ArrayType<Float32Array | Float64Array> = isF32 ? Float32Array : Float64Array;
  const layout = isF32 ? F32_LAYOUT : storeLayout;
  const memory = {
    capacity,
    layout,
    ids: take(Uint32Array, boxes),
    places: take(Uint32Array, boxes),
    boxes: take(Numbers, layout.stride * boxes),
    cellCodes: take(Int32Array, boxes),
    recoded: take(Uint8Array, boxes),
    bounds: take(Numbers, BOUNDS_STRIDE * (4 * cells + 4)),
    frontLists: take(Uint32Array, entries + LIST_PADDING),
    backLists: take(Uint32Array, entries + LIST_PADDING),
  };
  const each = isF32 ? boxes : 0;
  const inList = isF32 ? boxes + LIST_PADDING : 0;
  const kernel = {
    header: buffer === NOTHING ? new Uint32Array(0) : new Uint32Array(buffer, 0, SEGMENT_HEADER / 4),
    frontBoxes: take(Float64Array, storeLayout.stride * each),
    backBoxes: take(Float64Array, storeLayout.stride * each),
    listed: take(Uint32Array, each + 1),
    arrivals: { keys: take(Float32Array, each + 1), entries: take(Uint32Array, each + 1) },
    list: {
      minX: take(Float32Array, inList),
      maxX: take(Float32Array, inList),
      minY: take(Float32Array, inList),
      maxY: take(Float32Array, inList),
      minZ: take(Float32Array, inList),
      maxZ: take(Float32Array, inList),
      idEntries: take(Uint32Array, inList),
      reach: take(Float32Array, inList),
    },
    row: aligned(4 * inList),
    // A box can hit all others of its list; the kernel may write one more hit, which does not count.
    hits: take(Uint32Array, isF32 ? (HIT_BYTES / 4) * (Math.max(HIT_ROOM, boxes) + 2) : 0),
  };
  return { memory, kernel, end };
}

const aligned = (bytes: number) => ALIGNMENT * Math.ceil(bytes / ALIGNMENT);

type ArrayType<T> = {
  new (buffer: ArrayBuffer, at: number, length: number): T;
  readonly BYTES_PER_ELEMENT: number;
};

/** Copies everything to a larger memory. From f32 to f64 or back, only places are kept, because cell codes become invalid. */
export function copySegmentMemory(from: SegmentMemory, to: SegmentMemory): void {
  for (const array of [to.ids, to.places]) for (let i = 0; i < array.length; i++) array[i] = i;
  to.ids.set(from.ids);
  to.places.set(from.places);
  if ((from.kernel === null) !== (to.kernel === null)) return;
  if (from.kernel !== null) to.kernel?.header.set(from.kernel.header);
  to.cellCodes.set(from.cellCodes);
  to.recoded.set(from.recoded);
  to.boxes.set(from.boxes);
  to.bounds.set(from.bounds);
  to.frontLists.set(from.frontLists);
}
