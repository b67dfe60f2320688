import type { BoxStore } from "../box-store.ts";
import { type Cuts, cutAxes, segmentOf, uncut } from "./segment-cuts.ts";

// Boxes by size. Class 0 is cut into segments that suit most boxes. Those it would cut more than once on an axis
// make class 1, with segments of its own, and so on; the last class is not cut at all, so that every box has a place.
//
// Cells are numbered through: class t has ky · kz of them from `base` on, y first. A box lies in the cell of its
// lower corner and, where a cut goes through it, in the next one: one, two or four cells.

/** The boxes of a step: those below `limit` that are used. */
export type Boxes = Pick<BoxStore, "dimensions" | "stride" | "size" | "limit" | "boxes" | "used">;

export interface SegmentClass {
  readonly y: Cuts;
  readonly z: Cuts;
  /** Its first cell. */
  readonly base: number;
}

/** A class of so few boxes is not worth cutting. */
const SMALL_CLASS = 32;

let pending = new Uint32Array(64);

/** Cuts the axes anew for the boxes of now. */
export function cutClasses(store: Boxes): SegmentClass[] {
  const { limit, used } = store;
  if (pending.length < limit) pending = new Uint32Array(2 * limit);
  let count = 0;
  for (let id = 0; id < limit; id++) if (used[id] === 1) pending[count++] = id;
  const classes: SegmentClass[] = [];
  let base = 0;
  while (count > SMALL_CLASS) {
    const [y, z] = cutAxes(store.boxes, store.stride, pending, count, 1, store.dimensions === 3 ? 2 : -1);
    if (y.segments * z.segments === 1) break;
    const left = keepTooLarge(store, y, z, count);
    if (left > count / 2) break;
    classes.push({ y, z, base });
    base += y.segments * z.segments;
    count = left;
  }
  classes.push({ y: uncut(), z: uncut(), base });
  return classes;
}

export function cellCount(classes: readonly SegmentClass[]): number {
  return classes.at(-1)!.base + 1;
}

/** Leaves those boxes in `pending` that would be cut twice; returns how many. */
function keepTooLarge({ boxes, stride, dimensions }: Boxes, y: Cuts, z: Cuts, count: number): number {
  let left = 0;
  for (let i = 0; i < count; i++) {
    const at = stride * pending[i];
    const large = isCutTwice(y, boxes, at + 1, at + dimensions + 1);
    if (large || (dimensions === 3 && isCutTwice(z, boxes, at + 2, at + 5))) pending[left++] = pending[i];
  }
  return left;
}

function isCutTwice(axis: Cuts, boxes: Float64Array, min: number, max: number): boolean {
  const first = segmentOf(axis, boxes, min);
  return boxes[max] >= axis.cuts[first + 1] && boxes[max] >= axis.cuts[first + 2];
}
