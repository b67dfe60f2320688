import { OBB_AXES, OBB_CENTRE, OBB_HALF, OBB_STRIDE } from "../trees/layout.ts";
import type { WorldBody } from "./world-body.ts";
import type { WorldState } from "./world-state.ts";

// Boxes around the motion of bodies from the last step to now.
//
// A vertex that rotates and moves has its start and end in the boxes of these times, and the straight line between them in the box around
// both. Its arc leaves that line by at most half of the rotation's chord, since no rotation exceeds half a turn.

/** Writes the box around a body's motion since the last step. */
export function writeMotionBox({ boxes, lastBoxes }: WorldState, body: WorldBody, out: Float64Array): void {
  const at = 6 * body.slot;
  const bulge = bulgeOf(body);
  for (let axis = at; axis < at + 3; axis++) {
    out[axis] = Math.min(boxes[axis], lastBoxes[axis]) - bulge;
    out[axis + 3] = Math.max(boxes[axis + 3], lastBoxes[axis + 3]) + bulge;
  }
}

/** The farthest that an arc leaves its chord, over all vertices. Deforming bodies move in straight lines. */
function bulgeOf({ tree, deformation, links, toWorld, lastToWorld }: WorldBody): number {
  if (deformation !== null) return 0;
  if (tree !== null) {
    const { nodes, origin, exponent } = tree;
    for (let axis = 0; axis < 3; axis++)
      reach[axis] =
        2 ** -exponent[0] *
        (Math.abs(origin[axis]) + Math.max(Math.abs(nodes[axis]), Math.abs(nodes[3 + axis])));
    return halfChord(lastToWorld, toWorld, 0, reach);
  }
  const { restBoxes, hierarchy, linkToWorld } = links!;
  let most = 0;
  for (let leaf = 0; leaf < hierarchy.leafCount; leaf++) {
    setReach(restBoxes, OBB_STRIDE * leaf);
    most = Math.max(most, halfChord(lastToWorld, linkToWorld, 16 * hierarchy.links[leaf], reach));
  }
  return most;
}

const reach = new Float64Array(3);

/** The largest coordinate magnitudes, by axis, in an oriented box. */
function setReach(boxes: Float64Array, at: number): void {
  for (let axis = 0; axis < 3; axis++) {
    reach[axis] = Math.abs(boxes[at + OBB_CENTRE + axis]);
    for (let k = 0; k < 3; k++)
      reach[axis] += boxes[at + OBB_HALF + k] * Math.abs(boxes[at + OBB_AXES + 3 * k + axis]);
  }
}

/** Half of how far apart the linear parts of two poses move a point within ±reach, plus a margin for rounding. */
function halfChord(from: Float64Array, to: Float64Array, at: number, reach: Float64Array): number {
  let square = 0;
  for (let row = 0; row < 3; row++) {
    let chord = 0;
    for (let axis = 0; axis < 3; axis++) {
      const i = at + 4 * axis + row;
      chord += Math.abs(to[i] - from[i]) * reach[axis];
    }
    square += chord * chord;
  }
  return 0.5001 * Math.sqrt(square);
}
