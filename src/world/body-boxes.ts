import { moveBounds } from "../geometry/bounds.ts";
import { writeBoundsOf } from "../trees/bounds-of.ts";
import { OBB_AXES, OBB_CENTRE, OBB_HALF, OBB_STRIDE } from "../trees/layout.ts";
import { linksOf } from "./body-links.ts";
import { checkDeformation } from "./deformation.ts";
import type { WorldBody } from "./world-body.ts";
import type { WorldState } from "./world-state.ts";

// The axis-aligned world boxes of the bodies. Each contains all world vertices of its body.

/** Updates the boxes of all changed bodies. If that throws, the world is unchanged: boxes that are due stay due. */
export function refreshBoxes(state: WorldState): void {
  const { dueBoxes, dueBroad, unusable } = state;
  for (const body of unusable) checkDeformation(body);
  sortDueBoxes(state);
  for (const body of dueBoxes) if (!body.isRemoved) writeBox(body, state.boxes, 6 * body.slot);
  for (const body of dueBoxes) {
    if (body.isRemoved) continue;
    body.isBoxDue = false;
    if (!body.isBroadDue) dueBroad.push(body);
    body.isBroadDue = true;
    state.sceneTree.isDue = true;
  }
  dueBoxes.length = 0;
}

/** Sorts the bodies by slot, which is the order in memory; callers move them in any order. Short lists stay as they are. */
function sortDueBoxes({ dueBoxes, slots }: WorldState): void {
  if (dueBoxes.length < LEAST_SORTED * slots.length) return;
  dueBoxes.length = 0;
  for (const body of slots) if (body?.isBoxDue) dueBoxes.push(body);
}

/** From this fraction of slots on, scanning all of them is faster than reading scattered records. */
export const LEAST_SORTED = 1 / 4;

/** Writes the box of a body to six numbers of `out`. */
export function writeBox(body: WorldBody, out: Float64Array, at: number): void {
  const { tree, deformation, toWorld, isPosed } = body;
  if (deformation !== null) moveBounds(deformation.bounds, isPosed ? toWorld : null, out, at);
  else if (tree !== null) writeBoundsOf(tree, isPosed ? toWorld : null, out, at);
  else writeLinkBounds(body, out, at);
}

/** The box around the oriented boxes of all links; also writes the box of each link to `linkBounds`. */
function writeLinkBounds(body: WorldBody, out: Float64Array, at: number): void {
  const { boxes, hierarchy } = linksOf(body);
  const linkBounds = body.linkBounds!;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let leaf = 0; leaf < hierarchy.leafCount; leaf++) {
      const box = OBB_STRIDE * leaf;
      const centre = boxes[box + OBB_CENTRE + axis];
      let half = 0;
      for (let k = 0; k < 3; k++)
        half += boxes[box + OBB_HALF + k] * Math.abs(boxes[box + OBB_AXES + 3 * k + axis]);
      half += ROUNDING * (Math.abs(centre) + half) + Number.MIN_VALUE;
      linkBounds[6 * leaf + axis] = centre - half;
      linkBounds[6 * leaf + 3 + axis] = centre + half;
      low = Math.min(low, centre - half);
      high = Math.max(high, centre + half);
    }
    out[at + axis] = low;
    out[at + 3 + axis] = high;
  }
}

/** More than four products and sums can lose to rounding. */
const ROUNDING = 2 ** -48;
