import type { BoxStore } from "../box-store.ts";
import { medianCorner } from "../f32-origin.ts";
import { shareBoxes, writeOrigin } from "../kernel-boxes.ts";
import type { Lanes, TreeMemory } from "./tree-memory.ts";
import { BOX, MAX } from "./tree-memory.ts";

// The tree, the fat boxes and the candidates consist of images of boxes: f32 images (f32-origin.ts), or the f64 numbers
// themselves if f32 has too few digits. The boxes decide only ties (`doOverlap`).

export interface ImageSpace {
  readonly origin: Float64Array;
  readonly isF64: boolean;
  /** The last measured mean extent of all boxes. */
  meanExtent: number;
  /** An upper bound of the number of coarse boxes: a box may be counted again. */
  coarse: number;
}

/** A measurement of all boxes would be the longest step of many. */
const EXTENT_SAMPLE = 4096;
const EXTENT_PORTION = 64;
/** Larger extents are excluded from means. */
const UNBOUNDED = 1e300;
/** This share of extents, the smallest, is averaged as it is. */
const USUAL_SHARE = 7 / 8;
/** A box is coarse if the spacing of f32 numbers at its coordinates exceeds about 1 / 8 of its extent. */
const COARSE = 2 ** -20;
/** Up to this share of boxes, and at most MOST_COARSE, may be coarse in f32: all pairs of coarse boxes may be ties. */
const COARSE_SHARE = 1 / 64;
const MOST_COARSE = 1024;

const image = new Float32Array(8);

/** f32 images around the median of a sample; f64 if too many boxes would be coarse. */
export function chooseImageSpace(store: BoxStore): ImageSpace {
  const space = createSpace(store, medianCorner(store), false);
  countCoarse(store, space);
  return isTooCoarse(store, space) ? createSpace(store, new Float64Array(3), true) : space;
}

function createSpace(store: BoxStore, origin: Float64Array, isF64: boolean): ImageSpace {
  const space: ImageSpace = { origin, isF64, meanExtent: 0, coarse: 0 };
  // V8 takes a field that was never written again for a constant, and drops compiled code at the second measurement: a step of 25 ms.
  space.meanExtent = measureExtent(store);
  return space;
}

// Extents by their exponents, which are those of f64: how many there are, and their sums.
const EXPONENTS = 2048;
const counts = new Uint32Array(EXPONENTS);
const sums = new Float64Array(EXPONENTS);
const bits = new Float64Array(16); // one number; above 64 bytes V8 keeps the array outside its heap
const words = new Uint32Array(bits.buffer);
const HIGH_WORD = new Uint8Array(Uint32Array.of(1).buffer)[0]; // 1 where the low word comes first

/**
 * The mean extent over bounded axes, of at most EXTENT_SAMPLE boxes. Extents above those of nearly all others count as if they were
 * no larger: a floor of a million times the size of what stands on it must not give that fat boxes that all meet.
 */
export function measureExtent(store: BoxStore): number {
  counts.fill(0);
  sums.fill(0);
  const step = Math.ceil(store.idEnd / EXTENT_SAMPLE);
  // In portions, so that V8 compiles it in the first step; a measurement that it has to interpret takes as long as a step of 10,000 boxes.
  for (let from = 0; from < store.idEnd; from += EXTENT_PORTION * step)
    addExtents(store, from, Math.min(store.idEnd, from + EXTENT_PORTION * step), step);
  return meanOfExtents();
}

function addExtents(
  { boxes, stride, dimensions, used }: BoxStore,
  from: number,
  to: number,
  step: number,
): void {
  for (let id = from; id < to; id += step) {
    if (used[id] === 0) continue;
    for (let i = stride * id; i < stride * id + dimensions; i++) {
      const extent = boxes[i + dimensions] - boxes[i];
      if (!(extent < UNBOUNDED)) continue;
      bits[0] = extent;
      const exponent = words[HIGH_WORD] >>> 20;
      counts[exponent]++;
      sums[exponent] += extent;
    }
  }
}

function meanOfExtents(): number {
  let all = 0;
  for (let exponent = 0; exponent < EXPONENTS; exponent++) all += counts[exponent];
  if (all === 0) return 0;
  let sum = 0;
  let count = 0;
  let exponent = 0;
  for (; count < USUAL_SHARE * all; exponent++) {
    count += counts[exponent];
    sum += sums[exponent];
  }
  const most = 2 ** (exponent - 1023); // above all extents that have been added up
  return (sum + (all - count) * most) / all;
}

/** The extent used to judge a box: halfway between its own and the mean of all. */
export function usualExtent(own: number, meanExtent: number): number {
  return own < UNBOUNDED ? 0.5 * (own + meanExtent) : meanExtent;
}

/** Counts the coarse boxes of f32 images. */
export function countCoarse(store: BoxStore, space: ImageSpace): void {
  const { boxes, stride, dimensions, idEnd, used } = store;
  const { origin, meanExtent } = space;
  space.coarse = 0;
  for (let id = 0; id < idEnd; id++) {
    if (used[id] === 0) continue;
    for (let axis = 0; axis < dimensions; axis++) {
      image[axis] = boxes[stride * id + axis] - origin[axis];
      image[axis + MAX] = boxes[stride * id + axis + dimensions] - origin[axis];
    }
    if (isCoarse(image, 0, dimensions, meanExtent)) space.coarse++;
  }
}

/** Whether the f32 image at `p` has too few digits to be useful. */
export function isCoarse(images: Lanes, p: number, dimensions: 2 | 3, meanExtent: number): boolean {
  let furthest = 0;
  let own = 0;
  for (let axis = 0; axis < dimensions; axis++) {
    const min = images[p + axis];
    const max = images[p + MAX + axis];
    if (min !== -Infinity && Math.abs(min) > furthest) furthest = Math.abs(min);
    if (max !== Infinity && Math.abs(max) > furthest) furthest = Math.abs(max);
    own += max - min;
  }
  return furthest * COARSE > usualExtent(own / dimensions, meanExtent);
}

export function isTooCoarse({ size }: BoxStore, { coarse }: ImageSpace): boolean {
  return coarse > Math.min(MOST_COARSE, COARSE_SHARE * size);
}

/** Writes the images of all boxes to their places; those of ids without a place go to place 0. */
export function writeImages(store: BoxStore, { origin }: ImageSpace, memory: TreeMemory): void {
  const { kernel, images, byId } = memory;
  shareBoxes(store, memory.boxes);
  if (memory.boxes === null) {
    writePlain(store, origin, memory);
    return;
  }
  writeOrigin(memory.boxes, origin, store.dimensions);
  const write = store.dimensions === 3 ? kernel!.writeImages3D : kernel!.writeImages2D;
  write(store.idEnd, store.boxes.byteOffset, byId.byteOffset, images.byteOffset);
}

function writePlain(
  { boxes, stride, dimensions, idEnd }: BoxStore,
  origin: Float64Array,
  { images, byId }: TreeMemory,
): void {
  const x = origin[0];
  const y = origin[1];
  const z = origin[2];
  for (let id = 0, i = 0; id < idEnd; id++, i += stride) {
    const p = BOX * byId[id];
    images[p] = boxes[i] - x;
    images[p + 1] = boxes[i + 1] - y;
    images[p + 2] = dimensions === 2 ? 0 : boxes[i + 2] - z;
    images[p + MAX] = boxes[i + dimensions] - x;
    images[p + MAX + 1] = boxes[i + dimensions + 1] - y;
    images[p + MAX + 2] = dimensions === 2 ? 1 : boxes[i + 5] - z;
  }
}

/** Writes a box that contains all numbers whose images lie in the box at `p`: six numbers, to the start of `out`. */
export function outerBox({ origin, isF64 }: ImageSpace, boxes: Lanes, p: number, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    const min = boxes[p + axis];
    const max = boxes[p + MAX + axis];
    out[axis] = isF64 ? min : origin[axis] + min - rounding(min, origin[axis]);
    out[axis + 3] = isF64 ? max : origin[axis] + max + rounding(max, origin[axis]);
    // Finite numbers may have infinite images.
    if (Number.isNaN(out[axis])) out[axis] = -Infinity;
    if (Number.isNaN(out[axis + 3])) out[axis + 3] = Infinity;
  }
}

/** Exceeds what rounding to an image and back can lose: half a unit of f32, and a few of f64. */
function rounding(image: number, origin: number): number {
  return Math.abs(image) * 2 ** -23 + Math.abs(origin) * 2 ** -50 + 2 ** -149;
}
