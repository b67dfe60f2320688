import type { BoxStore } from "./box-store.ts";

const SAMPLE = 2048;
const sample = new Float64Array(SAMPLE);

/** Finite lower ends along an axis, sorted: of all boxes, or of some that are spread over the ids. The next call overwrites them. */
export function sampleLowerEnds(
  { boxes, stride, limit, used }: Pick<BoxStore, "boxes" | "stride" | "limit" | "used">,
  axis: number,
): Float64Array {
  const step = Math.max(1, limit / SAMPLE);
  let count = 0;
  for (let k = 0; k < limit; k += step) {
    const id = Math.floor(k);
    const value = boxes[stride * id + axis];
    if (count < SAMPLE && used[id] === 1 && Number.isFinite(value)) sample[count++] = value;
  }
  return sample.subarray(0, count).sort();
}

/** Of sorted numbers; 0 of none. */
export function median(sorted: Float64Array): number {
  return sorted.length === 0 ? 0 : sorted[sorted.length >> 1];
}
