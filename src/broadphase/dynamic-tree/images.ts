import type { BoxStore } from "../box-store.ts";
import type * as Layout from "./tree-memory.ts";
import type { Lanes } from "./tree-memory.ts";

const BOX = 8 satisfies typeof Layout.BOX;
const MAX = 4 satisfies typeof Layout.MAX;

// The tree, fat boxes and candidates know images of boxes only. The image of a number is its distance from an origin,
// rounded to f32, or the number itself where f32 tells too little ("wide"). Rounding keeps order: boxes overlap only if
// their images do, and for certain if no two sides that are compared have one image. Only that doubt is decided by the
// numbers (`doOverlap`). Images take a third less room than numbers, and a vector of the kernel holds four.

export interface ImageSpace {
  readonly origin: Float64Array;
  readonly wide: 0 | 1;
  /** Mean extent of all boxes, as measured last. */
  meanExtent: number;
}

const SAMPLE = 1024;
/** What is larger has no influence on means. */
const UNBOUNDED = 1e300;
/** A box is coarse where f32 has no more than this share of its extent between one number and the next, about 1 / 8. */
const COARSE = 2 ** -20;
const LARGEST_IMAGE = 1e38;
/** The share of coarse boxes for which there are images of f32: none of a few, and never many: all pairs may be doubtful. */
const COARSE_SHARE = 1 / 64;
const MOST_COARSE = 1024;

const sample = new Float64Array(SAMPLE);

/** Around the median of a sample; wide if too many boxes would be coarse. */
export function chooseImageSpace(store: BoxStore): ImageSpace {
  const { boxes, stride, dimensions, limit, used } = store;
  const origin = new Float64Array(3);
  for (let axis = 0; axis < dimensions; axis++) {
    let count = 0;
    for (let k = 0; k < limit && count < SAMPLE; k += Math.max(1, limit / SAMPLE)) {
      const id = Math.floor(k);
      const value = boxes[stride * id + axis]!;
      if (used[id] === 1 && Number.isFinite(value)) sample[count++] = value;
    }
    origin[axis] = count === 0 ? 0 : sample.subarray(0, count).sort()[count >> 1]!;
  }
  const meanExtent = measureExtent(store);
  const space: ImageSpace = { origin, wide: 0, meanExtent };
  return isTooCoarse(store, countCoarse(store, space))
    ? { origin: new Float64Array(3), wide: 1, meanExtent }
    : space;
}

/** The mean over bounded axes. */
export function measureExtent({ boxes, stride, dimensions, limit, used }: BoxStore): number {
  let sum = 0;
  let count = 0;
  for (let id = 0; id < limit; id++) {
    if (used[id] === 0) continue;
    for (let i = stride * id; i < stride * id + dimensions; i++) {
      const extent = boxes[i + dimensions]! - boxes[i]!;
      if (extent < UNBOUNDED) {
        sum += extent;
        count++;
      }
    }
  }
  return count === 0 || sum === Infinity ? 0 : sum / count;
}

/** What a box of a mean extent counts for: halfway to the mean of all. */
export function usualExtent(own: number, meanExtent: number): number {
  return own < UNBOUNDED ? 0.5 * (own + meanExtent) : meanExtent;
}

export function countCoarse(store: BoxStore, space: ImageSpace): number {
  let count = 0;
  for (let id = 0; id < store.limit; id++) if (store.used[id] === 1 && isCoarse(store, space, id)) count++;
  return count;
}

/** Whether the images of a box have too few digits to be of use. */
export function isCoarse(store: BoxStore, { origin, wide, meanExtent }: ImageSpace, id: number): boolean {
  if (wide === 1) return false;
  const { boxes, stride, dimensions } = store;
  let furthest = 0;
  let own = 0;
  for (let axis = 0; axis < dimensions; axis++) {
    const min = boxes[stride * id + axis]!;
    const max = boxes[stride * id + dimensions + axis]!;
    if (min !== -Infinity) furthest = Math.max(furthest, Math.abs(min - origin[axis]!));
    if (max !== Infinity) furthest = Math.max(furthest, Math.abs(max - origin[axis]!));
    own += (max - min) / dimensions;
  }
  return furthest > LARGEST_IMAGE || furthest * COARSE > usualExtent(own, meanExtent);
}

export function isTooCoarse({ size }: BoxStore, coarse: number): boolean {
  return coarse > Math.min(MOST_COARSE, COARSE_SHARE * size);
}

/** Writes the images of all boxes to their places; ids that have none write to the place 0. */
export function writeImages(
  { boxes, dimensions, limit }: BoxStore,
  places: Uint32Array,
  { origin }: ImageSpace,
  images: Lanes,
): void {
  const x = origin[0]!;
  const y = origin[1]!;
  const z = origin[2]!;
  if (dimensions === 2)
    for (let id = 0, i = 0; id < limit; id++, i += 4) {
      const p = BOX * places[id]!;
      images[p] = boxes[i]! - x;
      images[p + 1] = boxes[i + 1]! - y;
      images[p + MAX] = boxes[i + 2]! - x;
      images[p + MAX + 1] = boxes[i + 3]! - y;
    }
  else
    for (let id = 0, i = 0; id < limit; id++, i += 6) {
      const p = BOX * places[id]!;
      images[p] = boxes[i]! - x;
      images[p + 1] = boxes[i + 1]! - y;
      images[p + 2] = boxes[i + 2]! - z;
      images[p + MAX] = boxes[i + 3]! - x;
      images[p + MAX + 1] = boxes[i + 4]! - y;
      images[p + MAX + 2] = boxes[i + 5]! - z;
    }
}

/** Whether two boxes share a point, by their numbers. */
export function doOverlap({ boxes, stride, dimensions }: BoxStore, a: number, b: number): boolean {
  const p = stride * a;
  const q = stride * b;
  for (let axis = 0; axis < dimensions; axis++)
    if (boxes[p + axis]! > boxes[q + dimensions + axis]! || boxes[q + axis]! > boxes[p + dimensions + axis]!)
      return false;
  return true;
}

/** Of numbers whose images are in a box at `p`: a box that holds them all, six numbers at 0 of `out`. */
export function outerBox({ origin, wide }: ImageSpace, boxes: Lanes, p: number, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    const min = boxes[p + axis]!;
    const max = boxes[p + MAX + axis]!;
    out[axis] = wide === 1 ? min : origin[axis]! + min - rounding(min, origin[axis]!);
    out[axis + 3] = wide === 1 ? max : origin[axis]! + max + rounding(max, origin[axis]!);
    // Infinite images of finite numbers.
    if (Number.isNaN(out[axis]!)) out[axis] = -Infinity;
    if (Number.isNaN(out[axis + 3]!)) out[axis + 3] = Infinity;
  }
}

/** More than the roundings to an image and back can lose: a half unit of f32, and some of f64. */
function rounding(image: number, origin: number): number {
  return Math.abs(image) * 2 ** -23 + Math.abs(origin) * 2 ** -50 + 2 ** -149;
}
