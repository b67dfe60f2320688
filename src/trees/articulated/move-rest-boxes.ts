import { completeFrame } from "../../geometry/orthonormal-frame.ts";
import { OBB_AXES, OBB_CENTRE, OBB_HALF, OBB_STRIDE } from "../layout.ts";
import type { ArticulatedBody } from "./body.ts";

const INFLATION = 2 ** -46; // as in fit-obb.ts
const LEAST_HALF = 2 ** -1000;

const edges = new Float64Array(9);
const frame = new Float64Array(9);

/**
 * Takes the links' rest boxes to world space, as the boxes of the leaves. A rigid pose turns the box; a pose that also scales
 * or shears makes a parallelepiped of it, which gets a box along its two first edges.
 */
export function moveRestBoxes(body: ArticulatedBody): void {
  const { restBoxes, boxes, linkToWorld, hierarchy } = body;
  const { links, leafCount } = hierarchy;
  for (let leaf = 0; leaf < leafCount; leaf++) {
    const at = OBB_STRIDE * leaf;
    const m = 16 * links[leaf]!;
    let size = 0;
    for (let row = 0; row < 3; row++) {
      const mx = linkToWorld[m + row]!;
      const my = linkToWorld[m + 4 + row]!;
      const mz = linkToWorld[m + 8 + row]!;
      const shift = linkToWorld[m + 12 + row]!;
      const x = restBoxes[at + OBB_CENTRE]!;
      const y = restBoxes[at + OBB_CENTRE + 1]!;
      const z = restBoxes[at + OBB_CENTRE + 2]!;
      boxes[at + OBB_CENTRE + row] = mx * x + my * y + mz * z + shift;
      size += Math.abs(mx * x) + Math.abs(my * y) + Math.abs(mz * z) + Math.abs(shift);
      for (let axis = 0; axis < 3; axis++) {
        const a = at + OBB_AXES + 3 * axis;
        edges[3 * axis + row] = mx * restBoxes[a]! + my * restBoxes[a + 1]! + mz * restBoxes[a + 2]!;
      }
    }
    for (let k = 0; k < 6; k++) frame[k] = edges[k]!;
    completeFrame(frame);
    for (let axis = 0; axis < 3; axis++) {
      let half = 0;
      for (let edge = 0; edge < 3; edge++)
        half +=
          restBoxes[at + OBB_HALF + edge]! *
          Math.abs(
            frame[3 * axis]! * edges[3 * edge]! +
              frame[3 * axis + 1]! * edges[3 * edge + 1]! +
              frame[3 * axis + 2]! * edges[3 * edge + 2]!,
          );
      boxes[at + OBB_HALF + axis] = half;
      size += half;
      for (let k = 0; k < 3; k++) boxes[at + OBB_AXES + 3 * axis + k] = frame[3 * axis + k]!;
    }
    const inflation = INFLATION * size + LEAST_HALF;
    for (let axis = 0; axis < 3; axis++) boxes[at + OBB_HALF + axis]! += inflation;
  }
}
