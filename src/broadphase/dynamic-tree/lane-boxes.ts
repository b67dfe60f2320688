import type { Lanes } from "./tree-memory.ts";

// Boxes of eight lanes, see tree-memory.ts.

/** Where the maxima of a box begin, after its minima and a lane for an integer. */
export const MAX = 4;

/** Copies the coordinates and keeps the integers of `to`. */
export function copyBox(from: Lanes, p: number, to: Lanes, q: number): void {
  for (let k = 0; k < 3; k++) {
    to[q + k] = from[p + k];
    to[q + MAX + k] = from[p + MAX + k];
  }
}

/** Sets all minima to one number and all maxima to another. */
export function fillBox(boxes: Lanes, p: number, min: number, max: number): void {
  for (let k = 0; k < 3; k++) {
    boxes[p + k] = min;
    boxes[p + MAX + k] = max;
  }
}

/** Whether the box at `p` of `boxes` and the one at `q` of `others` share a point; false for NaN. */
export function doMeet(boxes: Lanes, p: number, others: Lanes, q: number): boolean {
  return (
    boxes[p] <= others[q + MAX] &&
    others[q] <= boxes[p + MAX] &&
    boxes[p + 1] <= others[q + MAX + 1] &&
    others[q + 1] <= boxes[p + MAX + 1] &&
    boxes[p + 2] <= others[q + MAX + 2] &&
    others[q + 2] <= boxes[p + MAX + 2]
  );
}
