import fc from "fast-check";
import { expect, it } from "vitest";
import { createBox, createIcosphere } from "../../../src/mesh/primitives/index.ts";
import { poseTree } from "../../../src/queries/classify/posed-tree.ts";
import { collide } from "../../../src/queries/pairs/collide.ts";
import { findCrossing } from "../../../src/queries/pairs/find-crossing.ts";
import { findPairs } from "../../../src/queries/pairs/find-pairs.ts";
import { createStats } from "../../../src/queries/stats.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import { describeKernels } from "../../kernels.ts";
import { identity, rigidPose } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

const at = (x: number, y = 0, z = 0) => Float64Array.of(...identity().slice(0, 12), x, y, z, 1);
const sphere = buildAabbTree(createIcosphere({ subdivisions: 2 }));
const box = buildAabbTree(createBox());

function crossingOf(tree: typeof sphere, pose: Float64Array) {
  for (let k = 0; k < 2; k++) collide(tree, tree, { bToWorld: pose }); // a tree is copied for kernels at its second query
  return findCrossing(poseTree(tree, null, "a"), poseTree(tree, pose, "b"), createStats());
}

describeKernels("findCrossing", () => {
  it("finds a crossing of mirror images, which first meet in single points", () => {
    expect(crossingOf(sphere, at(1.8))).not.toBeNull();
  });

  it("finds none between boxes that share a face", () => {
    expect(crossingOf(box, at(1))).toBeNull();
  });

  it("finds only pairs of findPairs (seed 1)", () => {
    const property = fc.property(rigidPose, (pose) => {
      const toWorld = Float64Array.from(pose);
      const found = crossingOf(sphere, toWorld);
      if (found === null) return;
      const { pairs } = findPairs(sphere, sphere, { bToWorld: toWorld });
      const names = Array.from({ length: pairs.length / 2 }, (_, i) => `${pairs[2 * i]} ${pairs[2 * i + 1]}`);
      expect(names).toContain(`${found.a} ${found.b}`);
    });
    fc.assert(property, { seed: 1, numRuns: randomCases(50) });
  });
});
