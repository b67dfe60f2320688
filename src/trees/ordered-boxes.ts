import { AABB_STRIDE } from "./layout.ts";
import { greater, lesser, type OrderedVertices, ordered } from "./ordered-vertices.ts";

// Boxes around vertices and around boxes, without branches (ordered-vertices.ts): the bits of minX minY minZ maxX maxY maxZ.

/** Writes the box around the corners begin … end − 1, at least one, to out[at …]. */
export function boxCorners(
  out: Int32Array,
  at: number,
  corners: Uint32Array,
  begin: number,
  end: number,
  { low, high }: OrderedVertices,
): void {
  const v = 3 * corners[begin];
  let minX = low[v];
  let minY = low[v + 1];
  let minZ = low[v + 2];
  let maxX = high[v];
  let maxY = high[v + 1];
  let maxZ = high[v + 2];
  for (let c = begin + 1; c < end; c++) {
    const w = 3 * corners[c];
    minX = lesser(minX, low[w]);
    minY = lesser(minY, low[w + 1]);
    minZ = lesser(minZ, low[w + 2]);
    maxX = greater(maxX, high[w]);
    maxY = greater(maxY, high[w + 1]);
    maxZ = greater(maxZ, high[w + 2]);
  }
  out[at] = ordered(minX);
  out[at + 1] = ordered(minY);
  out[at + 2] = ordered(minZ);
  out[at + 3] = ordered(maxX);
  out[at + 4] = ordered(maxY);
  out[at + 5] = ordered(maxZ);
}

/** Writes the box around those in nodes, or records of triangles, begin … end − 1, at least one, to out[at …]. */
export function boxBoxes(out: Int32Array, at: number, boxes: Int32Array, begin: number, end: number): void {
  const first = AABB_STRIDE * begin;
  const stop = AABB_STRIDE * end;
  let minX = ordered(boxes[first]);
  let minY = ordered(boxes[first + 1]);
  let minZ = ordered(boxes[first + 2]);
  let maxX = ordered(boxes[first + 3]);
  let maxY = ordered(boxes[first + 4]);
  let maxZ = ordered(boxes[first + 5]);
  for (let b = first + AABB_STRIDE; b < stop; b += AABB_STRIDE) {
    minX = lesser(minX, ordered(boxes[b]));
    minY = lesser(minY, ordered(boxes[b + 1]));
    minZ = lesser(minZ, ordered(boxes[b + 2]));
    maxX = greater(maxX, ordered(boxes[b + 3]));
    maxY = greater(maxY, ordered(boxes[b + 4]));
    maxZ = greater(maxZ, ordered(boxes[b + 5]));
  }
  out[at] = ordered(minX);
  out[at + 1] = ordered(minY);
  out[at + 2] = ordered(minZ);
  out[at + 3] = ordered(maxX);
  out[at + 4] = ordered(maxY);
  out[at + 5] = ordered(maxZ);
}
