import { expect, it } from "vitest";
import { createSegmentSort } from "../../src/broadphase/index.ts";
import { findBoxPairsByBruteForce } from "../../src/reference/index.ts";
import { random } from "../meshes.ts";

// Found by a fuzz run (seed 240 of scratch scenes). When lists outgrow the kernels' memory in the midst of an update, all moves to
// a larger one; the boxes there were zeros from the next update on.

it("boxes survive an update in which lists outgrow their room (seed 240)", () => {
  const next = random(240);
  const count = 2000;
  const boxes = new Float64Array(6 * count);
  const resize = (size: number) => {
    for (let id = 0; id < count; id++)
      for (let k = 0; k < 3; k++) boxes[6 * id + 3 + k] = boxes[6 * id + k] + size;
  };
  for (let id = 0; id < count; id++) for (let k = 0; k < 3; k++) boxes[6 * id + k] = next();
  resize(0.03);
  const phase = createSegmentSort();
  for (let id = 0; id < count; id++) phase.add(boxes.subarray(6 * id, 6 * id + 6));
  phase.update();
  resize(0.09); // cut nearly everywhere: up to four entries a box
  phase.moveAll(boxes);
  for (let step = 0; step < 3; step++)
    expect(phase.update().pairs.join()).toBe(findBoxPairsByBruteForce(boxes).join());
});
