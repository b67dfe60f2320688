import type { Boxes } from "./segment-classes.ts";

// The image of a number is the f32 nearest to its distance from an origin. Both roundings keep order: if one image is
// below another, so is its number. Hence boxes overlap only if their images do, and images that overlap by more than a
// common side are of boxes that overlap; only where two sides have one image the numbers have to be asked. Images take
// half the memory, and four fit into a vector (sweep-kernel.ts).
//
// That is of use as long as few numbers share an image. They do where boxes are small and far from the origin.

const SAMPLE = 2048;
/** The share of a sample whose numbers may become equal to their neighbours: 1 in so many. */
const MERGED = 64;

const sample = new Float64Array(SAMPLE);

/** An origin for images of the boxes, a number an axis; null if too many numbers would share an image. */
export function chooseOrigin({ boxes, stride, dimensions, limit, used }: Boxes): Float64Array | null {
  const origin = new Float64Array(3);
  const step = Math.max(1, limit / SAMPLE);
  for (let axis = 0; axis < dimensions; axis++) {
    let count = 0;
    for (let k = 0; k < limit; k += step) {
      const id = Math.floor(k);
      const value = boxes[stride * id + axis]!;
      if (count < SAMPLE && used[id] === 1 && Number.isFinite(value)) sample[count++] = value;
    }
    const sorted = sample.subarray(0, count).sort();
    origin[axis] = count === 0 ? 0 : sorted[count >> 1]!;
    let merged = 0;
    for (let k = 1; k < count; k++)
      if (
        sorted[k] !== sorted[k - 1] &&
        Math.fround(sorted[k]! - origin[axis]!) === Math.fround(sorted[k - 1]! - origin[axis]!)
      )
        merged++;
    if (merged * MERGED > count) return null;
  }
  return origin;
}

let images = new Float32Array(0);

/**
 * The images of all boxes, by id; the next call overwrites them. All in one walk: to fetch from all over memory afterwards is
 * cheaper from half of it.
 */
export function imageBoxes({ boxes, stride, limit }: Boxes, origin: Float64Array): Float32Array {
  if (images.length < stride * limit) images = new Float32Array(2 * stride * limit);
  const out = images;
  const x = origin[0]!;
  const y = origin[1]!;
  const z = origin[2]!;
  if (stride === 4)
    for (let i = 0; i < 4 * limit; i += 4) {
      out[i] = boxes[i]! - x;
      out[i + 1] = boxes[i + 1]! - y;
      out[i + 2] = boxes[i + 2]! - x;
      out[i + 3] = boxes[i + 3]! - y;
    }
  else
    for (let i = 0; i < 6 * limit; i += 6) {
      out[i] = boxes[i]! - x;
      out[i + 1] = boxes[i + 1]! - y;
      out[i + 2] = boxes[i + 2]! - z;
      out[i + 3] = boxes[i + 3]! - x;
      out[i + 4] = boxes[i + 4]! - y;
      out[i + 5] = boxes[i + 5]! - z;
    }
  return out;
}
