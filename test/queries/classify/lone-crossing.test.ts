import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBox, createIcosphere, createTorus } from "../../../src/mesh/primitives/index.ts";
import { createMesh, type TriangleMesh } from "../../../src/mesh/triangle-mesh.ts";
import { crossAlone } from "../../../src/queries/classify/lone-crossing.ts";
import { poseTree } from "../../../src/queries/classify/posed-tree.ts";
import { findPairs } from "../../../src/queries/pairs/find-pairs.ts";
import { buildObbTree } from "../../../src/queries/pairs/obb-trees.ts";
import { classifyByBruteForce } from "../../../src/reference/slow-classify.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import { block, polycube } from "../../polycubes.ts";
import { latticePose, rigidPose } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

/** How many of the pairs that meet prove an overlap, and how many do not. */
function tryPairs(a: TriangleMesh, b: TriangleMesh, bToWorld: number[] | null, build = buildAabbTree) {
  const { pairs } = findPairs(buildAabbTree(a), buildAabbTree(b), { bToWorld });
  const [sideA, sideB] = [poseTree(build(a), null, "a"), poseTree(build(b), bToWorld, "b")];
  let proven = 0;
  for (let i = 0; i < pairs.length; i += 2) if (crossAlone(sideA, sideB, pairs[i], pairs[i + 1])) proven++;
  return { proven, unproven: pairs.length / 2 - proven };
}

const shapes = [
  createBox(),
  createIcosphere({ subdivisions: 0 }),
  createTorus({ majorSegments: 4, minorSegments: 3 }),
  polycube(block([2, 1, 1])),
];

describe("crossAlone", () => {
  const some = fc.constantFrom(...shapes);
  it("proves nothing that brute force does not find (any pose, seed 18)", () => {
    fc.assert(
      fc.property(some, some, fc.oneof(rigidPose, latticePose), (a, b, pose) => {
        if (tryPairs(a, b, pose).proven > 0)
          expect(classifyByBruteForce(a, b, { bToWorld: pose })).toBe("overlapping");
      }),
      { seed: 18, numRuns: randomCases(6) },
    );
  });

  it.each([
    ["AABB trees", buildAabbTree],
    ["OBB trees", buildObbTree as unknown as typeof buildAabbTree],
  ])("proves the overlap of two spheres by most pairs, with %s", (_, build) => {
    const sphere = createIcosphere({ subdivisions: 3 });
    const { proven, unproven } = tryPairs(
      sphere,
      sphere,
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1.1, 0.3, 0.2, 1],
      build,
    );
    expect(proven).toBeGreaterThan(3 * unproven);
  });

  it("proves nothing where a surface lies there twice: a step through both stays on its side", () => {
    const { positions, indices } = createBox({ segments: 2 });
    const twice = createMesh({ positions, indices: Uint32Array.from([...indices!, ...indices!]) });
    const sphere = createIcosphere({ subdivisions: 2 });
    const pose = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.7, 0.1, 0.2, 1];
    expect(tryPairs(createBox({ segments: 2 }), sphere, pose).proven).toBeGreaterThan(0);
    expect(tryPairs(twice, sphere, pose).proven).toBe(0);
    expect(tryPairs(sphere, twice, pose).proven).toBe(0);
  });
});
