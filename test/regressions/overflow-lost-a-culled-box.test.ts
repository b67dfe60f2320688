import { expect, it } from "vitest";
import { cullBoxes } from "../../src/broadphase/cull/cull-boxes.ts";
import { withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { byKernel, describeKernels } from "../kernels.ts";

// A product of a plane and a box beyond 1.8e308 is infinite, and the kernel took the sign of an infinite sum for a decision: its bound was made
// of the sizes of planes and boxes, whose product by the filter is finite.

describeKernels("cullBoxes of boxes near the largest number", () => {
  const max = Number.MAX_VALUE;
  it.each([
    // 3 maxX is infinite; twice y and once z take more than that away: behind the plane
    ["is cut off", [-1, 1.7e308, 1.7e308, 0.6e308, 1.7e308, 1.7e308], [3, -1, -1, 0], []],
    // −3 minX is infinite; y and z more than make up for it: in front
    ["is kept", [0.6e308, 0, 0, 1e308, 1.7e308, 1.7e308], [-3, 1, 1, 0], [0]],
    ["is kept in front of one plane", [1e308, 0, 0, max, 1, 1], [3, 0, 0, -1], [0]],
    ["is cut off behind one plane", [-max, 0, 0, -1e308, 1, 1], [3, 0, 0, 1], []],
  ])("%s", (_, box, planes, kept) => {
    const boxes = Float64Array.from(box);
    expect(Array.from(withoutKernels(() => cullBoxes(boxes, planes)).ids)).toEqual(kept);
    expect(Array.from(byKernel("cull", () => cullBoxes(boxes, planes)).ids)).toEqual(kept);
  });
});
