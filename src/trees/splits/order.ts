import { RECORD_MAX, RECORD_MIN, RECORD_STRIDE } from "./workspace.ts";

/** Memory for orders of records; it grows as it is used. */
export interface OrderScratch {
  keys: Float64Array;
  order: Uint32Array;
  spare: Uint32Array;
  /** What half-balanced.ts computes for each cut of an order. */
  lowestRight: Float32Array;
}

export function createOrderScratch(): OrderScratch {
  return {
    keys: new Float64Array(0),
    order: new Uint32Array(0),
    spare: new Uint32Array(0),
    lowestRight: new Float32Array(0),
  };
}

/**
 * The records begin … end − 1 ordered by their midpoints on an axis; stable. The result is valid until the next call. Merge
 * sort: n log n whatever the input.
 */
export function orderByMidpoint(
  scratch: OrderScratch,
  boxes: Float32Array,
  begin: number,
  end: number,
  axis: number,
): Uint32Array {
  const count = end - begin;
  if (scratch.keys.length < count) {
    scratch.keys = new Float64Array(count);
    scratch.order = new Uint32Array(count);
    scratch.spare = new Uint32Array(count);
  }
  const { keys } = scratch;
  let { order, spare } = scratch;
  for (let i = 0; i < count; i++) {
    const r = RECORD_STRIDE * (begin + i) + axis;
    keys[i] = boxes[r + RECORD_MIN] + boxes[r + RECORD_MAX];
    order[i] = i;
  }
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width)
      mergeRuns(
        keys,
        order,
        spare,
        start,
        Math.min(start + width, count),
        Math.min(start + 2 * width, count),
      );
    [order, spare] = [spare, order];
  }
  return order;
}

function mergeRuns(
  keys: Float64Array,
  order: Uint32Array,
  spare: Uint32Array,
  start: number,
  middle: number,
  stop: number,
): void {
  let a = start;
  let b = middle;
  for (let i = start; i < stop; i++) {
    const takeA = a < middle && (b >= stop || keys[order[a]] <= keys[order[b]]);
    spare[i] = order[takeA ? a++ : b++];
  }
}
