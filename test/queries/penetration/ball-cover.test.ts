import { describe, expect, it } from "vitest";
import { buildAabbTree, closestPoint, collide, locatePoint, type TriangleMesh } from "../../../src/index.ts";
import { createBox, createDentedEllipsoid, createTorus } from "../../../src/mesh/primitives/index.ts";
import {
  coverLine,
  createBallCover,
  freeFrom,
  placeBalls,
} from "../../../src/queries/penetration/ball-cover.ts";
import { BALL, innerBallsOf } from "../../../src/queries/penetration/inner-balls.ts";
import { random } from "../../meshes.ts";
import { rotation } from "../../poses.ts";

// Contracts: (1) every ball lies inside the solid (2) they do not depend on the tree (3) where balls meet, the solids meet
// (4) no translation shorter than `least` parts the solids.

const meshes: [string, () => TriangleMesh][] = [
  ["box", () => createBox({ size: [1, 2, 0.5] })],
  ["dented ellipsoid", () => createDentedEllipsoid()],
  ["torus", () => createTorus({ majorSegments: 20, minorSegments: 10 })],
];

describe.each(meshes)("inner balls (%s)", (_, create) => {
  const tree = buildAabbTree(create());
  const balls = innerBallsOf(tree);

  it("(1) lie inside", () => {
    expect(balls.count).toBeGreaterThan(0);
    for (let i = 0; i < balls.count; i++) {
      const centre = balls.numbers.slice(BALL * i, BALL * i + 3);
      expect(locatePoint(tree, centre).side).toBe("inside");
      expect(closestPoint(tree, centre)!.distance).toBeGreaterThan(balls.numbers[BALL * i + 3]);
    }
  });

  it("(2) do not depend on the tree", () => {
    expect(innerBallsOf(buildAabbTree(create(), { split: "median", leafSize: 3 }))).toEqual(balls);
  });

  it.each([
    ["turned", 1, 1, 1],
    ["mirrored and scaled", -1.5, 1.5, 1.5],
    ["stretched", 0.5, 1, 2],
  ])("(3, 4) cover only translations after which the solids meet (%s, seed 5)", (_title, sx, sy, sz) => {
    const next = random(5);
    const cover = createBallCover();
    let covered = 0;
    for (let round = 0; round < 60; round++) {
      const q = [0, 0, 0, 0].map(() => next() - 0.5) as [number, number, number, number];
      const offset = [0, 0, 0].map(() => 1.5 * (next() - 0.5)) as [number, number, number];
      const bToWorld = Float64Array.from(rotation(q, offset));
      for (let k = 0; k < 3; k++)
        for (const [axis, scale] of [sx, sy, sz].entries()) bToWorld[4 * axis + k] *= scale;
      const aToWorld = Float64Array.from(rotation([0, 0, 0, 1], [0, 0, 0]));
      placeBalls(cover, balls, aToWorld, balls, bToWorld, 16);
      const u = [next() - 0.5, next() - 0.5, next() - 0.5];
      const direction = u.map((x) => x / Math.hypot(...u));
      coverLine(cover, direction);
      for (let sample = 0; sample < 20; sample++) {
        const travel = (sample * 2) / 20;
        const isCovered = freeFrom(cover, travel) > travel;
        if (travel < cover.least) expect(isCovered).toBe(true);
        if (!isCovered) continue;
        covered++;
        const moved = bToWorld.slice();
        for (let k = 0; k < 3; k++) moved[12 + k] += travel * direction[k];
        // Copies that coincide in the middle of each other may share no surface.
        const corner = [0, 1, 2].map((k) => {
          const p = tree.mesh.positions;
          return moved[k] * p[0] + moved[4 + k] * p[1] + moved[8 + k] * p[2] + moved[12 + k];
        });
        const meet =
          collide(tree, tree, { bToWorld: moved }) ||
          locatePoint(tree, corner).side !== "outside" ||
          locatePoint(tree, tree.mesh.positions.slice(0, 3), { toWorld: moved }).side !== "outside";
        expect(meet).toBe(true);
      }
    }
    expect(covered).toBeGreaterThan(50);
  });
});
