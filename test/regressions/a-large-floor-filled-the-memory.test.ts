import { describe, expect, it } from "vitest";
import { createDynamicTreeWith } from "../../src/broadphase/dynamic-tree/dynamic-tree.ts";
import { findBoxPairs } from "../../src/broadphase/index.ts";
import { random } from "../meshes.ts";

// One floor of a million times the size of the boxes on it raised the mean extent to 91 boxes, and with it the margins of all boxes: 22,000
// boxes asked for more than 4 GiB of candidates, and a floor of 1,000 times made a step check ten times as many.

const COUNT = 3000;
const STEPS = 70; // the mean is measured again after 64

/** The most candidates that a step checks while boxes of a side of 0.04 drift over a floor that reaches from −`reach` to `reach`. */
function mostChecks(kernelFrom: number, reach: number | null): number {
  const next = random(21);
  const tree = createDynamicTreeWith({}, kernelFrom);
  const boxes = Float64Array.from({ length: 6 * (COUNT + 1) }, next);
  for (let k = 0; k < COUNT; k++)
    for (let axis = 0; axis < 3; axis++) boxes[6 * k + axis + 3] = boxes[6 * k + axis] + 0.04;
  const far = reach ?? 0.1;
  boxes.set([-far, -far, -2, far, far, reach === null ? -1.9 : 0], 6 * COUNT);
  for (let k = 0; k <= COUNT; k++) tree.add(boxes.subarray(6 * k, 6 * k + 6));
  let most = 0;
  for (let step = 0; step < STEPS; step++) {
    for (let i = 0; i < 6 * COUNT; i++) boxes[i] += 4e-4 * Math.sin(Math.floor(i / 6) + (i % 3));
    tree.moveAll(boxes);
    const { pairs } = tree.update();
    if (step % 10 === 0) expect(pairs.join()).toBe(findBoxPairs(boxes).pairs.join());
    most = Math.max(most, tree.stats.overlapChecks);
  }
  return most;
}

describe.each([
  ["kernels", 0],
  ["TypeScript", Infinity],
])("a floor leaves the margins of the boxes on it as they are (%s)", (_, kernelFrom) => {
  const without = mostChecks(kernelFrom, null);
  it.each([10, 1e3, 1e6, 1e12, Infinity])("that reaches %d in all directions", (reach) => {
    expect(mostChecks(kernelFrom, reach)).toBeLessThan(1.5 * without + COUNT);
  });
});
