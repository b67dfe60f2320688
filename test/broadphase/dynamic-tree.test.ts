import { describe, expect, it } from "vitest";
import { createDynamicTree, createFoundBoxPairs, findBoxPairs } from "../../src/index.ts";
import { random } from "../meshes.ts";

/** How the box `k` moves along an axis at a step. */
type Motion = (k: number, axis: number, step: number, next: () => number) => number;

// Sides of 0.04 in the unit cube: about one overlap a box.
const MOTIONS: Record<string, Motion> = {
  "a drift of 1 % of a box": (k, axis) => 4e-4 * Math.sin(3 * k + axis),
  "a drift of half a box": (k, axis) => 2e-2 * Math.sin(3 * k + axis),
  "random steps": (_k, _axis, _step, next) => 4e-3 * (next() - 0.5),
  "a start, a stop and a turn": (k, axis, step) => [0, 2e-3, 0, -2e-3][(step >> 4) & 3]! * Math.sin(k + axis),
  "halves that pass through each other": (k, axis) => (axis === 0 ? (k % 2 === 0 ? 3e-3 : -3e-3) : 0),
  "a tenth that jumps anywhere": (k, _axis, step, next) => ((k + step) % 10 === 0 ? next() - 0.5 : 0),
};

describe("the dynamic tree stays exact over 150 steps", () => {
  it.each(Object.keys(MOTIONS))("with %s (1,500 boxes, seed 4)", (name) => {
    const motion = MOTIONS[name]!;
    const next = random(4);
    const count = 1500;
    const boxes = new Float64Array(6 * count);
    for (let k = 0; k < count; k++)
      for (let axis = 0; axis < 3; axis++) {
        boxes[6 * k + axis] = next();
        boxes[6 * k + axis + 3] = boxes[6 * k + axis]! + 0.04;
      }
    const tree = createDynamicTree();
    for (let k = 0; k < count; k++) tree.add(boxes.subarray(6 * k, 6 * k + 6));
    const right = createFoundBoxPairs();
    let last = new Set<string>();
    for (let step = 0; step < 150; step++) {
      const answer = tree.update();
      findBoxPairs(boxes, { into: right });
      expect(answer.pairs.join(), `step ${step}`).toBe(right.pairs.join());
      const now = keys(right.pairs);
      expect(answer.begunCount).toBe([...now].filter((key) => !last.has(key)).length);
      expect(answer.endedCount).toBe([...last].filter((key) => !now.has(key)).length);
      last = now;
      for (let k = 0; k < count; k++)
        for (let axis = 0; axis < 3; axis++) {
          const way = motion(k, axis, step, next);
          boxes[6 * k + axis]! += way;
          boxes[6 * k + axis + 3]! += way;
        }
      tree.moveAll(boxes);
    }
  });
});

function keys(pairs: Uint32Array): Set<string> {
  const set = new Set<string>();
  for (let k = 0; k < pairs.length; k += 2) set.add(`${pairs[k]} ${pairs[k + 1]}`);
  return set;
}
