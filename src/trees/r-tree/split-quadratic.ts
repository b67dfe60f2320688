import { insertionMeasure } from "../box-measures.ts";
import { AABB_STRIDE as STRIDE } from "../layout.ts";
import { MAX_MAX_CHILDREN } from "./storage.ts";

// Guttman 1984, section 3.5.2: the quadratic-cost split of one node too many into two groups.
//
// Guttman compares volumes (`byVolume`). The box of an axis-aligned triangle has none, and meshes are full of these, so surface areas
// are compared by default (half areas, as in box-measures.ts).

const FIRST = 1;
const SECOND = 2;

const sizes = new Float64Array(MAX_MAX_CHILDREN + 1); // of single records
const groupBoxes = new Float64Array(16); // the first group's box from 0, the second's from 6

/**
 * Sets groups[i] to 1 or 2 for each record 0 … count − 1, so that each group gets at least max(1, `least`) records.
 * Deterministic.
 */
export function splitQuadratic(
  boxes: Float32Array,
  count: number,
  least: number,
  byVolume: boolean,
  groups: Uint8Array,
): void {
  for (let i = 0; i < count; i++) groups[i] = 0;
  pickSeeds(boxes, count, byVolume, groups);
  let inFirst = 1;
  let inSecond = 1;
  for (let left = count - 2; left > 0; left--) {
    // One group needs all remaining records to reach its minimum.
    if (inFirst + left <= least || inSecond + left <= least) {
      const group = inFirst + left <= least ? FIRST : SECOND;
      for (let i = 0; i < count; i++) if (groups[i] === 0) groups[i] = group;
      return;
    }
    const next = pickNext(boxes, count, byVolume, groups);
    const growFirst = sizeWith(0, boxes, STRIDE * next, byVolume) - sizeOf(0, byVolume);
    const growSecond = sizeWith(6, boxes, STRIDE * next, byVolume) - sizeOf(6, byVolume);
    // The group that grows less; ties go to the smaller one, then to the one with fewer records.
    let difference = growFirst - growSecond;
    if (difference === 0) difference = sizeOf(0, byVolume) - sizeOf(6, byVolume);
    if (difference === 0) difference = inFirst - inSecond;
    if (difference <= 0) {
      groups[next] = FIRST;
      inFirst++;
      include(0, boxes, STRIDE * next);
    } else {
      groups[next] = SECOND;
      inSecond++;
      include(6, boxes, STRIDE * next);
    }
  }
}

/** PickSeeds: the two records that would waste most in one group. */
function pickSeeds(boxes: Float32Array, count: number, byVolume: boolean, groups: Uint8Array): void {
  let worst = -Infinity;
  let first = 0;
  let second = 1;
  for (let i = 0; i < count; i++) {
    copyBox(0, boxes, STRIDE * i);
    sizes[i] = sizeOf(0, byVolume);
  }
  for (let i = 0; i < count; i++) {
    copyBox(0, boxes, STRIDE * i);
    for (let j = i + 1; j < count; j++) {
      const waste = sizeWith(0, boxes, STRIDE * j, byVolume) - sizes[i] - sizes[j];
      if (!(waste > worst)) continue;
      worst = waste;
      first = i;
      second = j;
    }
  }
  groups[first] = FIRST;
  groups[second] = SECOND;
  copyBox(0, boxes, STRIDE * first);
  copyBox(6, boxes, STRIDE * second);
}

/** PickNext: the record with the clearest preference. */
function pickNext(boxes: Float32Array, count: number, byVolume: boolean, groups: Uint8Array): number {
  let clearest = -1;
  let next = -1;
  const sizeFirst = sizeOf(0, byVolume);
  const sizeSecond = sizeOf(6, byVolume);
  for (let i = 0; i < count; i++) {
    if (groups[i] !== 0) continue;
    const growFirst = sizeWith(0, boxes, STRIDE * i, byVolume) - sizeFirst;
    const growSecond = sizeWith(6, boxes, STRIDE * i, byVolume) - sizeSecond;
    const preference = Math.abs(growFirst - growSecond);
    if (!(preference > clearest)) continue;
    clearest = preference;
    next = i;
  }
  return next;
}

function copyBox(group: number, boxes: Float32Array, at: number): void {
  for (let k = 0; k < 6; k++) groupBoxes[group + k] = boxes[at + k];
}

function include(group: number, boxes: Float32Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    if (boxes[at + k] < groupBoxes[group + k]) groupBoxes[group + k] = boxes[at + k];
    if (boxes[at + 3 + k] > groupBoxes[group + 3 + k]) groupBoxes[group + 3 + k] = boxes[at + 3 + k];
  }
}

function sizeOf(group: number, byVolume: boolean): number {
  const x = groupBoxes[group + 3] - groupBoxes[group];
  const y = groupBoxes[group + 4] - groupBoxes[group + 1];
  const z = groupBoxes[group + 5] - groupBoxes[group + 2];
  return insertionMeasure(x, y, z, byVolume);
}

/** The area, or volume, of the box around a group and the box at boxes[at]. */
function sizeWith(group: number, boxes: Float32Array, at: number, byVolume: boolean): number {
  let minX = groupBoxes[group];
  let minY = groupBoxes[group + 1];
  let minZ = groupBoxes[group + 2];
  let maxX = groupBoxes[group + 3];
  let maxY = groupBoxes[group + 4];
  let maxZ = groupBoxes[group + 5];
  if (boxes[at] < minX) minX = boxes[at];
  if (boxes[at + 1] < minY) minY = boxes[at + 1];
  if (boxes[at + 2] < minZ) minZ = boxes[at + 2];
  if (boxes[at + 3] > maxX) maxX = boxes[at + 3];
  if (boxes[at + 4] > maxY) maxY = boxes[at + 4];
  if (boxes[at + 5] > maxZ) maxZ = boxes[at + 5];
  const x = maxX - minX;
  const y = maxY - minY;
  const z = maxZ - minZ;
  return insertionMeasure(x, y, z, byVolume);
}
