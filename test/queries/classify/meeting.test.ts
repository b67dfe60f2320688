import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { plainPose } from "../../../src/geometry/affine.ts";
import type { Bounds } from "../../../src/geometry/bounds.ts";
import { buildAabbTree } from "../../../src/index.ts";
import { createBox, createIcosphere, createPlaneGrid } from "../../../src/mesh/primitives/index.ts";
import {
  classify,
  meetingOf,
  onlyTouches,
  type PlacedTree,
  relationOf,
  surelyOverlaps,
} from "../../../src/queries/classify/classify.ts";
import { poseTree, worldPositions } from "../../../src/queries/classify/posed-tree.ts";
import { classifyByBruteForce } from "../../../src/reference/slow-classify.ts";
import { latticeSoup, smallTorus } from "../../meshes.ts";
import { anyPose, identity } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

const meshes = {
  cube: createBox(),
  sphere: createIcosphere({ subdivisions: 1 }),
  torus: smallTorus(),
  sheet: createPlaneGrid({ width: 1, depth: 1, columns: 3, rows: 3 }),
  soup: latticeSoup(3, 12),
};
const trees = Object.values(meshes).map((mesh) => buildAabbTree(mesh));
const tree = fc.constantFrom(...trees);

function place(of: (typeof trees)[number], pose: number[]): PlacedTree {
  const toWorld = plainPose(pose, "toWorld");
  const points = worldPositions(poseTree(of, toWorld, "toWorld"));
  const box = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  for (let i = 0; i < points.length; i++) {
    box[i % 3] = Math.min(box[i % 3], points[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], points[i]);
  }
  return { tree: of, toWorld, box: box as unknown as Bounds };
}

describe("the meeting of two meshes", () => {
  it("proves overlaps and touches that classify confirms, open or closed, and keeps nothing that changes an answer", () => {
    let overlaps = 0;
    let touches = 0;
    fc.assert(
      fc.property(tree, tree, anyPose, anyPose, (a, b, aToWorld, bToWorld) => {
        const [placedA, placedB] = [place(a, aToWorld), place(b, bToWorld)];
        const { relation } = classify(a, b, { aToWorld, bToWorld });
        if (surelyOverlaps(meetingOf(placedA, placedB))) {
          overlaps++;
          expect(relation).toBe("overlapping");
        }
        // What the first query has kept does not change the second one.
        const meeting = meetingOf(placedA, placedB);
        if (onlyTouches(meeting)) {
          touches++;
          expect(relation).toBe("touching");
        }
        expect(relationOf(meeting, null).relation).toBe(relation);
      }),
      { numRuns: randomCases(200) },
    );
    expect(overlaps).toBeGreaterThan(20);
    expect(touches).toBeGreaterThan(0);
  });

  it("is decided by the first pair for a sheet through a cube, and for two sheets", () => {
    const [cube, sheet] = [buildAabbTree(meshes.cube), buildAabbTree(meshes.sheet)];
    const turned = [0, 0.8, 0.6, 0, -1, 0, 0, 0, 0, -0.6, 0.8, 0, 0.11, 0.07, 0.13, 1];
    for (const other of [cube, sheet]) {
      expect(surelyOverlaps(meetingOf(place(other, identity()), place(sheet, turned)))).toBe(true);
      expect(classify(other, sheet, { bToWorld: turned }).relation).toBe("overlapping");
    }
    expect(classifyByBruteForce(meshes.cube, meshes.cube)).toBe("duplicate");
    expect(surelyOverlaps(meetingOf(place(cube, identity()), place(cube, identity())))).toBe(false);
  });
});
