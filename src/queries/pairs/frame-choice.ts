import { framedBoxes, hasStrongFrame } from "../../trees/frame/framed-boxes.ts";
import type { AabbTree } from "../../trees/layout.ts";

// Which of its two sets of boxes a framed tree is searched by. Boxes along the frame are smaller. But boxes along common axes exclude each
// other best, so a frame that gains little loses against a partner along the model's axes: a teapot rotated in its own space, against an
// upright torus or teapot, takes 1.14 to 1.39 times as many box tests by its frame as an upright teapot would, and 1.03 to 1.08 times as
// many by its boxes along the model's axes.

/** Directions closer than this count as parallel: the tangent of an angle. */
const PARALLEL = 2 ** -10;

/** Whether a query about two trees at these poses searches the boxes along their frames, if they have any. */
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

/** The boxes of a tree that a query searches, which uses frames or not. */
export function searchedBoxes(tree: AabbTree, isFramed: boolean): AabbTree {
  return (isFramed ? framedBoxes(tree) : null) ?? tree;
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

/** Whether both trees have an equal frame, like two instances of one model. */
function haveOneFrame({ frame }: AabbTree, { frame: other }: AabbTree): boolean {
  if (!frame || !other) return false;
  for (let i = 0; i < 9; i++) if (!(Math.abs(frame[i] - other[i]) <= PARALLEL)) return false;
  return true;
}
