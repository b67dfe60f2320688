import { type SortWork, sortEntries } from "../segment-sort/diminishing-sort.ts";
import type { Boxes } from "../segment-sort/segment-cuts.ts";

// The sorted lists of Xing, Liu and Xu (2010, section III): on each axis the ends of all intervals in one list, which is kept
// from step to step. Temporal coherence makes it almost sorted, and the diminishing-increment sort repairs it. The paper names
// no sequence of increments: it is that of diminishing-sort.ts, from the largest to 1, whenever anything is out of order.

/** The ends of all intervals on one axis, sorted by value; a minimum comes before a maximum of equal value. */
interface AxisList {
  /** 2 · id for a minimum, 2 · id + 1 for a maximum. */
  ends: Uint32Array;
  values: Float64Array;
}

export interface AxisLists {
  readonly axes: AxisList[];
  /** The number of ends on each axis. */
  endCount: number;
  /** 1 if the ends of the id's box are in the lists. */
  listed: Uint8Array;
}

export function createAxisLists(dimensions: number): AxisLists {
  return {
    axes: Array.from({ length: dimensions }, () => ({
      ends: new Uint32Array(0),
      values: new Float64Array(0),
    })),
    endCount: 0,
    listed: new Uint8Array(0),
  };
}

/**
 * Deletes the ends of removed boxes, appends those of new boxes, and sorts every axis by the current values. An id that was removed and
 * assigned again keeps its ends, which are sorted by the new box.
 */
export function sortAxes(lists: AxisLists, boxes: Boxes, work: SortWork): void {
  if (lists.listed.length < boxes.idEnd) {
    const larger = new Uint8Array(2 * boxes.idEnd);
    larger.set(lists.listed);
    lists.listed = larger;
  }
  deleteRemoved(lists, boxes);
  if (lists.endCount < 2 * boxes.size) appendNew(lists, boxes);
  for (let axis = 0; axis < boxes.dimensions; axis++) {
    const { ends, values } = lists.axes[axis];
    readValues(boxes, axis, ends, values, lists.endCount);
    sortEntries(values, ends, 0, lists.endCount, work, 0);
    orderTies(ends, values, lists.endCount);
  }
}

function deleteRemoved(lists: AxisLists, { used }: Boxes): void {
  const { listed, endCount } = lists;
  let removedCount = 0;
  for (let id = 0; id < listed.length; id++)
    if (listed[id] === 1 && used[id] !== 1) {
      listed[id] = 0;
      removedCount++;
    }
  if (removedCount === 0) return;
  for (const { ends } of lists.axes) {
    let kept = 0;
    for (let i = 0; i < endCount; i++) if (listed[ends[i] >> 1] === 1) ends[kept++] = ends[i];
  }
  lists.endCount = endCount - 2 * removedCount;
}

function appendNew(lists: AxisLists, { size, idEnd, used }: Boxes): void {
  const room = 2 * size;
  for (const list of lists.axes) {
    if (list.ends.length >= room) continue;
    const larger = new Uint32Array(2 * room);
    larger.set(list.ends.subarray(0, lists.endCount));
    list.ends = larger;
    list.values = new Float64Array(2 * room);
  }
  for (let id = 0; id < idEnd; id++) {
    if (used[id] !== 1 || lists.listed[id] === 1) continue;
    lists.listed[id] = 1;
    for (const { ends } of lists.axes) {
      ends[lists.endCount] = 2 * id;
      ends[lists.endCount + 1] = 2 * id + 1;
    }
    lists.endCount += 2;
  }
}

function readValues(
  { boxes, stride, dimensions }: Boxes,
  axis: number,
  ends: Uint32Array,
  values: Float64Array,
  count: number,
): void {
  for (let i = 0; i < count; i++) {
    const end = ends[i];
    values[i] = boxes[stride * (end >> 1) + (end & 1) * dimensions + axis];
  }
}

/** Puts the minima first among ends of equal value, so that intervals that only touch overlap. */
function orderTies(ends: Uint32Array, values: Float64Array, count: number): void {
  for (let from = 0; from < count; ) {
    let to = from + 1;
    while (to < count && values[to] === values[from]) to++;
    let at = from;
    for (let i = from; i < to && to - from > 1; i++) {
      if ((ends[i] & 1) === 1) continue;
      const minimum = ends[i];
      ends[i] = ends[at];
      ends[at++] = minimum;
    }
    from = to;
  }
}
