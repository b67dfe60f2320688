import type { BoxStore } from "./box-store.ts";

// Kernels work on f32 images of boxes. The image of a number is its distance from an origin, rounded to f32. Subtraction
// and rounding are monotonic: if one image is below another, so is its number. So two boxes overlap only if their images
// do, and images that overlap by more than a common side belong to boxes that overlap. If two compared sides have equal
// images, a tie, the f64 numbers decide. An image takes half the memory of its box, and a vector holds four of its numbers.
//
// Images are useful as long as ties are rare. Ties are frequent if boxes are small and far from the origin.

const SAMPLE = 2048;
/** Images are rejected if more than 1 of 64 neighbours in a sample have equal images although their numbers differ. */
const MERGED = 64;

type Boxes = Pick<BoxStore, "dimensions" | "boxes" | "stride" | "idEnd" | "used">;

/** An origin for the f32 images of all boxes, one number per axis; null if too many numbers would have equal images. */
export function chooseF32Origin(boxes: Boxes): Float64Array | null {
  const origin = new Float64Array(3);
  for (let axis = 0; axis < boxes.dimensions; axis++) {
    const sorted = sampleMinima(boxes, axis);
    const middle = median(sorted);
    let merged = 0;
    for (let k = 1; k < sorted.length; k++)
      if (
        sorted[k] !== sorted[k - 1] &&
        Math.fround(sorted[k] - middle) === Math.fround(sorted[k - 1] - middle)
      )
        merged++;
    if (merged * MERGED > sorted.length) return null;
    origin[axis] = middle;
  }
  return origin;
}

/** The median of a sample of the boxes' minima on each axis; 0 if there are none, and for z in 2D. */
export function medianCorner(boxes: Boxes): Float64Array {
  const corner = new Float64Array(3);
  for (let axis = 0; axis < boxes.dimensions; axis++) corner[axis] = median(sampleMinima(boxes, axis));
  return corner;
}

function median(sorted: Float64Array): number {
  return sorted.length === 0 ? 0 : sorted[sorted.length >> 1];
}

/** The finite minima on an axis, sorted: of all boxes, or of 2,048 spread evenly over the ids. */
function sampleMinima({ boxes, stride, idEnd, used }: Boxes, axis: number): Float64Array {
  const sample = new Float64Array(Math.min(SAMPLE, idEnd));
  const step = Math.max(1, idEnd / SAMPLE);
  let count = 0;
  for (let k = 0; k < idEnd; k += step) {
    const id = Math.floor(k);
    const value = boxes[stride * id + axis];
    if (count < sample.length && used[id] === 1 && Number.isFinite(value)) sample[count++] = value;
  }
  return sample.subarray(0, count).sort();
}
