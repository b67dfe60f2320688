import { expect, it } from "vitest";
import { bakePositions } from "../../../src/geometry/affine.ts";
import { createBox, createTorus } from "../../../src/mesh/primitives/index.ts";
import { createMesh } from "../../../src/mesh/triangle-mesh.ts";
import { isOutsideRoot, poseTree } from "../../../src/queries/classify/posed-tree.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import { random } from "../../meshes.ts";
import { randomCases } from "../../random-cases.ts";

// Contracts of `isOutsideRoot`: (1) a point of the posed mesh's hull is never outside, whatever the pose: turned, sheared, mirrored, nearly
// flat, far away, huge or so tiny that products underflow (2) a point beyond a face of the box by a hundredth of the box is outside.

const trees = [createBox({ size: [3, 0.1, 1] }), createTorus()].flatMap(({ positions, indices }) =>
  [0, 1e6].map((x) =>
    buildAabbTree(
      createMesh({ positions: Float64Array.from(positions, (p, i) => (i % 3 === 0 ? p + x : p)), indices }),
    ),
  ),
);

/** An affine pose with independent columns; every fifth one is nearly flat. */
function randomPose(next: () => number, round: number): number[] {
  const scale = 10 ** (127 * next() - 115);
  const pose = [...Array(16)].map(() => scale * (next() - 0.5));
  const flat = round % 5 === 0 ? 1e-9 : 1;
  for (let row = 0; row < 3; row++) {
    pose[8 + row] = flat * pose[8 + row] + (1 - flat) * (pose[row] + pose[4 + row]);
    pose[12 + row] = scale * (next() - 0.5) * 10 ** (12 * next() - 3);
    pose[4 * row + 3] = 0;
  }
  pose[15] = 1;
  return pose;
}

it("(1) points of a posed mesh are not outside its box (seed 1)", () => {
  const next = random(1);
  for (let round = 0; round < randomCases(200); round++) {
    const tree = trees[round % trees.length];
    const posed = poseTree(tree, randomPose(next, round), "pose");
    const world = bakePositions(tree.mesh.positions, posed.toWorld);
    let outside = 0;
    for (let v = 0; v < world.length; v += 3) {
      const share = next();
      const other = 3 * Math.floor((next() * world.length) / 3);
      const between = [0, 1, 2].map((k) => world[v + k] + share * (world[other + k] - world[v + k]));
      if (isOutsideRoot(posed, Float64Array.from(world.subarray(v, v + 3)))) outside++;
      if (isOutsideRoot(posed, Float64Array.from(between))) outside++;
    }
    expect(outside, `round ${round}`).toBe(0);
  }
});

it("(2) points a hundredth beyond a face of the box are outside, where no world box could tell (seed 2)", () => {
  const next = random(2);
  const tree = buildAabbTree(createBox({ size: [3, 0.1, 1] }));
  for (let round = 1; round < 200; round += round % 5 === 4 ? 2 : 1) {
    const pose = randomPose(next, round);
    const posed = poseTree(tree, pose, "pose");
    const axis = round % 3;
    const half = [1.5, 0.05, 0.5];
    const point = half.map((h, k) => (k === axis ? 1.02 * h : h * (2 * next() - 1)));
    const world = bakePositions(Float64Array.from(point), posed.toWorld);
    const size = Math.max(...pose.slice(0, 12).map(Math.abs));
    // A pose that moves the model by 10^9 times its size leaves too few digits, and one of 10^-90 times its size products that underflow.
    const isNear = size > 1e-80 && Math.max(...pose.slice(12, 15).map(Math.abs)) < 1e6 * size;
    if (isNear) expect(isOutsideRoot(posed, Float64Array.from(world)), `round ${round}`).toBe(true);
  }
});
