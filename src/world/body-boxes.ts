import { moveBounds } from "../geometry/bounds.ts";
import { checkBoxOptions, updateBoxes } from "../trees/articulated/update-boxes.ts";
import { writeBoundsOf } from "../trees/bounds-of.ts";
import { OBB_AXES, OBB_CENTRE, OBB_HALF, OBB_STRIDE } from "../trees/layout.ts";
import { checkDeformation } from "./deformation.ts";
import type { WorldBody } from "./world-body.ts";
import type { WorldState } from "./world-state.ts";

// The axis-aligned world boxes of the bodies. Each contains all world vertices of its body.

export const CAB = checkBoxOptions({});

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

/** The box around the oriented boxes of all links, placed by CAB; also writes the box of each link to `linkBounds`. */
function writeLinkBounds(body: WorldBody, out: Float64Array, at: number): void {
  const links = body.links!;
  updateBoxes(links, CAB);
  body.linksAt = body.changes;
  const { boxes, hierarchy } = links;
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

/** Whether the box of a link of an articulated body meets the six numbers at boxes[at]. Axis by axis: most links end at the first. */
export function hasLinkInBox({ linkBounds }: WorldBody, boxes: Float64Array, at: number): boolean {
  const bounds = linkBounds!;
  const [minX, minY, minZ] = [boxes[at], boxes[at + 1], boxes[at + 2]];
  const [maxX, maxY, maxZ] = [boxes[at + 3], boxes[at + 4], boxes[at + 5]];
  for (let i = 0; i < bounds.length; i += 6)
    if (
      bounds[i] <= maxX &&
      bounds[i + 3] >= minX &&
      bounds[i + 1] <= maxY &&
      bounds[i + 4] >= minY &&
      bounds[i + 2] <= maxZ &&
      bounds[i + 5] >= minZ
    )
      return true;
  return false;
}

/** Whether the box of one leaf of its hierarchy does. */
export function isLinkInBox(
  { linkBounds }: WorldBody,
  leaf: number,
  boxes: Float64Array,
  at: number,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    if (linkBounds![6 * leaf + axis] > boxes[at + 3 + axis]) return false;
    if (linkBounds![6 * leaf + 3 + axis] < boxes[at + axis]) return false;
  }
  return true;
}
