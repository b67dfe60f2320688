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
