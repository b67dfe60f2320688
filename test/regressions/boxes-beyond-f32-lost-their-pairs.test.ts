import { describe, expect, it } from "vitest";
import { createDynamicTreeWith } from "../../src/broadphase/dynamic-tree/dynamic-tree.ts";
import { findBoxPairsByBruteForce } from "../../src/reference/index.ts";
import { random } from "../meshes.ts";

// A few boxes may lie beyond 3.4e38, where both ends of their f32 images are infinite. Cells of the search in one shot ended below infinity,
// so two such boxes never met there. Margins as long as a move from or to infinity made fat boxes of NaN, which met no box at all.

const COUNT = 700;
const FAR = [
  [1e39, 0, 0, 2e39, 1, 1],
  [1.5e39, 0.5, 0.5, 3e39, 2, 2],
  [-2e39, 0, 0, -1e39, 1, 1],
  [-3e39, 0.5, 0.5, -1.5e39, 2, 2],
];

describe.each([
  ["kernels", 0],
  ["TypeScript", Infinity],
])("the dynamic tree finds the pairs of boxes beyond f32 (%s)", (_, kernelFrom) => {
  const scene = () => {
    const next = random(12);
    const boxes = Float64Array.from({ length: 6 * COUNT }, next);
    for (let k = 0; k < COUNT; k++)
      for (let axis = 0; axis < 3; axis++) boxes[6 * k + axis + 3] = boxes[6 * k + axis] + 0.1;
    const tree = createDynamicTreeWith({}, kernelFrom);
    const add = () => {
      for (let k = 0; k < COUNT; k++) tree.add(boxes.subarray(6 * k, 6 * k + 6));
    };
    const expectRight = (step: number) =>
      expect(tree.update().pairs.join(), `step ${step}`).toBe(findBoxPairsByBruteForce(boxes).join());
    return { boxes, tree, add, expectRight };
  };

  it("in one shot", () => {
    const { boxes, add, expectRight } = scene();
    for (const [k, box] of FAR.entries()) boxes.set(box, 6 * k);
    add();
    expectRight(0);
  });

  it("when they come from afar, and go there, while they move along other axes", () => {
    const { boxes, tree, add, expectRight } = scene();
    const near = boxes.slice();
    add();
    expectRight(0);
    for (let step = 1; step < 12; step++) {
      for (let k = 0; k < FAR.length; k++) {
        boxes.set(step % 4 < 2 ? FAR[k] : near.subarray(6 * k, 6 * k + 6), 6 * k);
        for (let i = 1; i < 6; i++) if (i !== 3) boxes[6 * k + i] += 0.05 * step;
      }
      tree.moveAll(boxes);
      expectRight(step);
    }
  });
});
