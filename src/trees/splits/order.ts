import { RECORD_MAX, RECORD_MIN, RECORD_STRIDE } from "./workspace.ts";

let keys = new Float64Array(0);
let order = new Uint32Array(0);
let spare = new Uint32Array(0);

/**
 * The records begin … end − 1 ordered by their midpoints on an axis; stable. The result is valid until the next call. Merge
 * sort: n log n whatever the input.
 */
export function orderByMidpoint(boxes: Float32Array, begin: number, end: number, axis: number): Uint32Array {
  const count = end - begin;
  if (keys.length < count) {
    keys = new Float64Array(count);
    order = new Uint32Array(count);
    spare = new Uint32Array(count);
  }
  for (let i = 0; i < count; i++) {
    const r = RECORD_STRIDE * (begin + i) + axis;
    keys[i] = boxes[r + RECORD_MIN] + boxes[r + RECORD_MAX];
    order[i] = i;
  }
  for (let width = 1; width < count; width *= 2) {
    for (let start = 0; start < count; start += 2 * width)
      mergeRuns(start, Math.min(start + width, count), Math.min(start + 2 * width, count));
    [order, spare] = [spare, order];
  }
  return order;
}

function mergeRuns(start: number, middle: number, stop: number): void {
  let a = start;
  let b = middle;
  for (let i = start; i < stop; i++) {
    const takeA = a < middle && (b >= stop || keys[order[a]] <= keys[order[b]]);
    spare[i] = order[takeA ? a++ : b++];
  }
}
