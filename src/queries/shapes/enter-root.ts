import type * as Layout from "../../trees/layout.ts";
import type * as Frame from "./tree-frame.ts";

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const MIN = 0 satisfies typeof Layout.AABB_MIN;
const MAX = 3 satisfies typeof Layout.AABB_MAX;
const CENTRE = 0 satisfies typeof Frame.CENTRE;
const HALF = 3 satisfies typeof Frame.HALF;
const MOTION = 6 satisfies typeof Frame.MOTION;

/**
 * When the moving box `moving` (in the tree's frame) first meets the root's box; infinity for never. The same as for any node in
 * sweep-nodes.ts, but for a box that nothing is prepared for.
 */
export function enterRoot(nodes: Float32Array, moving: Float64Array): number {
  let enter = 0;
  let leave = Infinity;
  for (let axis = 0; axis < 3; axis++) {
    const half = moving[HALF + axis];
    const centre = moving[CENTRE + axis];
    const pace = 1 / moving[MOTION + axis];
    const low = (nodes[MIN + axis] + (-half - centre)) * pace;
    const high = (nodes[MAX + axis] + (half - centre)) * pace;
    const first = pace > 0 ? low : high;
    const last = pace > 0 ? high : low;
    if (first > enter) enter = first;
    if (last < leave) leave = last;
  }
  return enter <= leave ? enter : Infinity;
}
