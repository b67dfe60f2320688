import { type ImageSpace, usualExtent } from "./images.ts";
import type { Lanes, TreeMemory } from "./tree-memory.ts";
import { ANCHOR, ANCHOR_STEP, BOX, MAX } from "./tree-memory.ts";

// The tree holds fat boxes, so that small moves need no work. A fat box extends in the direction of the box's motion, and a
// little backwards.
//
// How far ahead: a box that moves by v per step leaves a margin x·S after x·S / v steps, where S is the usual size of
// boxes. Its query of the tree then costs about as much as Q checks of candidate pairs, and pairs of fat boxes are (1 + x)³
// times those of boxes. The sum of both, v / (x·S) · Q + (1 + x)³, is least near x (1 + x) = √(Q / 3 · v / S).
const QUERY_COST = 120;
/** The largest x: beyond it, too many fat boxes meet whose boxes never do. */
const MOST_MARGIN = 1.5;
/** The margin behind a moving box, as a share of the one ahead. */
const BEHIND = 0.25;
/** The margin around a box that has not moved yet, as a share of S. */
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
  for (let axis = 0; axis < dimensions; axis++) {
    const min = images[p + axis];
    const max = images[p + MAX + axis];
    let ahead = RESTING * extent * vary;
    let behind = ahead;
    if (age > 0) {
      const moved = min - anchors[ANCHOR * place + axis];
      const speed = (moved < 0 ? -moved : moved) / age;
      if (speed > 0 && speed < Infinity && extent > 0) {
        let share = 0.5 * (Math.sqrt(1 + 4 * Math.sqrt((QUERY_COST / 3) * (speed / extent))) - 1);
        if (share > MOST_MARGIN) share = MOST_MARGIN;
        ahead = share * extent * vary;
        behind = BEHIND * ahead;
        if (moved < 0) {
          const swap = ahead;
          ahead = behind;
          behind = swap;
        }
      }
    }
    anchors[ANCHOR * place + axis] = min;
    fat[p + axis] = min - behind;
    fat[p + MAX + axis] = max + ahead;
  }
  if (dimensions === 2) {
    fat[p + 2] = 0;
    fat[p + MAX + 2] = 1;
  }
}
