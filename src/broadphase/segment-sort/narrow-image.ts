import { median, sampleLowerEnds } from "../lower-ends.ts";
import type { Boxes } from "./segment-classes.ts";

// The image of a number is the f32 nearest to its distance from an origin. Both roundings keep order: if one image is
// below another, so is its number. Hence boxes overlap only if their images do, and images that overlap by more than a
// common side are of boxes that overlap; only where two sides have one image the numbers have to be asked. Images take
// half the memory, and four fit into a vector (sweep-kernel.ts).
//
// That is of use as long as few numbers share an image. They do where boxes are small and far from the origin.

/** The share of a sample whose numbers may become equal to their neighbours: 1 in so many. */
const MERGED = 64;

/** An origin for images of the boxes, a number an axis; null if too many numbers would share an image. */
export function chooseOrigin(boxes: Boxes): Float64Array | null {
  const origin = new Float64Array(3);
  for (let axis = 0; axis < boxes.dimensions; axis++) {
    const sorted = sampleLowerEnds(boxes, axis);
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
