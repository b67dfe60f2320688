import { type ImageSpace, usualExtent } from "./images.ts";
import type { Lanes, TreeMemory } from "./tree-memory.ts";
import { ANCHOR, ANCHOR_STEP, BOX, MAX } from "./tree-memory.ts";

// The tree holds fat boxes, so that small moves need no work. A fat box extends in the direction of the box's motion, and a
// little backwards.
//
// How far ahead: by the way of n steps on every axis, because margins that last longer than the shortest-lived are wasted. Where S is the usual
// size of boxes, v the speed in the mean of the axes, and x = n · v / S, a box leaves its fat box after n steps. Its query of the tree then
// costs about as much as Q checks of candidate pairs, and pairs of fat boxes are about (1 + x)³ times those of boxes. The sum of both,
// Q / n + (1 + x)³, is least near x (1 + x) = √(Q / 3 · v / S).
const QUERY_COST = 120;
/** The largest margin, as a share of S: beyond it, too many fat boxes meet whose boxes never do. */
const MOST_MARGIN = 1.5;
/** The margin behind a moving box, as a share of the one ahead. */
const BEHIND = 0.25;
/** The least margin on every side, as a share of S. */
const RESTING = 0.05;

/** Lists the places from 1 to `placeEnd` − 1 whose image is no longer inside its fat box, ascending; returns how many. */
export function listLeavers({ images, fat, requeried }: TreeMemory, placeEnd: number): number {
  let count = 0;
  for (let place = 1, p = BOX; place < placeEnd; place++, p += BOX) {
    requeried[count] = place; // overwritten by the next place unless this box has left
    count += Number(!isInside(images, fat, p));
  }
  return count;
}

function isInside(images: Lanes, fat: Lanes, p: number): boolean {
  return (
    images[p] >= fat[p] &&
    images[p + 1] >= fat[p + 1] &&
    images[p + 2] >= fat[p + 2] &&
    images[p + MAX] <= fat[p + MAX] &&
    images[p + MAX + 1] <= fat[p + MAX + 1] &&
    images[p + MAX + 2] <= fat[p + MAX + 2]
  );
}

/** Gives a box a fat box that suits its motion since the last one. Rounding is monotonic, so the image is inside. */
export function fatten(
  { images, fat, anchors, anchorInts, intShift }: TreeMemory,
  { meanExtent }: ImageSpace,
  dimensions: 2 | 3,
  place: number,
  step: number,
): void {
  const stepAt = (ANCHOR * place + ANCHOR_STEP) << intShift;
  const age = step - anchorInts[stepAt];
  anchorInts[stepAt] = step;
  const p = BOX * place;
  let own = 0;
  for (let axis = 0; axis < dimensions; axis++) own += images[p + MAX + axis] - images[p + axis];
  const extent = usualExtent(own / dimensions, meanExtent);
  const vary = 0.5 + (Math.imul(place + step, 0x9e3779b1) >>> 0) / 2 ** 32;
  const resting = RESTING * extent * vary;
  const ahead = vary * shareAhead(images, p, anchors, ANCHOR * place, dimensions, extent, age);
  for (let axis = 0; axis < dimensions; axis++) {
    const min = images[p + axis];
    const moved = wayOf(min - anchors[ANCHOR * place + axis]);
    const up = ahead * (moved < 0 ? -BEHIND * moved : moved);
    const down = ahead * (moved < 0 ? -moved : BEHIND * moved);
    anchors[ANCHOR * place + axis] = min;
    fat[p + axis] = min - (down > resting ? down : resting);
    fat[p + MAX + axis] = images[p + MAX + axis] + (up > resting ? up : resting);
  }
  if (dimensions === 2) {
    fat[p + 2] = 0;
    fat[p + MAX + 2] = 1;
  }
}

/** The margin ahead on every axis, as a share of the way since the last fat box, `age` steps ago; 0 for a box that has not moved. */
function shareAhead(
  images: Lanes,
  p: number,
  anchors: Lanes,
  anchor: number,
  dimensions: 2 | 3,
  extent: number,
  age: number,
): number {
  let sum = 0;
  let longest = 0;
  for (let axis = 0; axis < dimensions; axis++) {
    const way = Math.abs(wayOf(images[p + axis] - anchors[anchor + axis]));
    sum += way;
    if (way > longest) longest = way;
  }
  const mean = sum / dimensions;
  if (!(age > 0 && extent > 0 && mean > 0 && mean < Infinity)) return 0;
  const x = 0.5 * (Math.sqrt(1 + 4 * Math.sqrt((QUERY_COST / 3) * (mean / age / extent))) - 1);
  return Math.min((x * extent) / mean, (MOST_MARGIN * extent) / longest);
}

/** 0 for ways that are infinite or no number, of unbounded boxes, of f32 boxes that lie too far away, or by overflow: no margin can be as long. */
function wayOf(difference: number): number {
  return difference > -Infinity && difference < Infinity ? difference : 0;
}
