import { hasStrongFrame } from "../../trees/frame/framed-boxes.ts";
import type { AabbTree } from "../../trees/layout.ts";

// Which of its two sets of boxes a tree with a frame is searched by. Boxes along the frame are smaller. But two sets of boxes that lie along
// the same axes exclude each other best, so a frame that gains little loses against a partner that lies along the model's axes: a teapot
// turned in its own space, against an upright torus or teapot, takes 1.14 to 1.39 times as many box tests by its frame as along its own
// axes, and 1.03 to 1.08 times as many by the boxes that it has along these axes.

/** How far directions may be from parallel to count as that: the tangent of an angle. */
const PARALLEL = 2 ** -10;

/** Whether a query about two trees at these poses searches the boxes along their frames, where they have one. */
export function usesFrames(
  a: AabbTree,
  b: AabbTree,
  aToWorld: Float64Array,
  bToWorld: Float64Array,
): boolean {
  if (!a.frame && !b.frame) return false;
  if (!areAligned(aToWorld, bToWorld) || haveOneFrame(a, b)) return true;
  return hasStrongFrame(a) || hasStrongFrame(b);
}

/** Whether the axes of two poses are parallel, in any order. */
function areAligned(a: Float64Array, b: Float64Array): boolean {
  for (let i = 0; i < 12; i += 4) {
    let sum = 0;
    let most = 0;
    for (let j = 0; j < 12; j += 4) {
      const dot = Math.abs(a[i] * b[j] + a[i + 1] * b[j + 1] + a[i + 2] * b[j + 2]);
      sum += dot;
      if (dot > most) most = dot;
    }
    if (!(sum - most <= PARALLEL * most)) return false;
  }
  return true;
}

/** Whether both trees have a frame, and the same one: that of one model, for example. */
function haveOneFrame({ frame }: AabbTree, { frame: other }: AabbTree): boolean {
  if (!frame || !other) return false;
  for (let i = 0; i < 9; i++) if (!(Math.abs(frame[i] - other[i]) <= PARALLEL)) return false;
  return true;
}
