import { describe, expect, it } from "vitest";
import { bakePositions } from "../../../src/geometry/affine.ts";
import {
  type AabbTree,
  buildAabbTree,
  collide,
  collideMany,
  createMesh,
  distance,
  findPairs,
  type QueryStats,
  type TriangleMesh,
} from "../../../src/index.ts";
import { withKernels, withoutKernels } from "../../../src/kernels/kernel-choice.ts";
import { createSpacecraft } from "../../../src/mesh/primitives/spacecraft.ts";
import { usesFrames } from "../../../src/queries/pairs/frame-choice.ts";
import { smallTorus } from "../../meshes.ts";
import { identity, rotation } from "../../poses.ts";

// Frames that gain little are not used against partners along the model's axes. Answers never depend on it.

const TURN = rotation([1, 0.4, 0.3, 0.2]);
const QUARTER = rotation([1, 0, 0, 1], [0.2, 0.1, 0]);
const OBLIQUE = rotation([1, 0.1, 0.3, 0], [0.2, 0.1, 0]);

function turned({ positions, indices }: TriangleMesh): TriangleMesh {
  return createMesh({ positions: bakePositions(positions, TURN), indices });
}

function choiceOf(a: AabbTree, b: AabbTree, bToWorld: number[]): boolean {
  return usesFrames(a, b, Float64Array.from(identity()), Float64Array.from(bToWorld));
}

/** A ring whose boxes shrink to about nine tenths along its best axes: worth little. */
const mild = buildAabbTree(turned(smallTorus(48, 24)), { frame: "best" });
const strong = buildAabbTree(turned(createSpacecraft()));
const plain = buildAabbTree(smallTorus(24, 12));

describe("which boxes a query about framed trees searches", () => {
  it("takes a strong frame against any partner", () => {
    expect(strong.frame).not.toBeNull();
    for (const pose of [identity(), QUARTER, OBLIQUE]) expect(choiceOf(strong, plain, pose)).toBe(true);
  });

  it("takes a mild frame only against partners that lie obliquely, or along the same frame", () => {
    expect(mild.frame).not.toBeNull();
    for (const [a, b] of [
      [mild, plain],
      [plain, mild],
    ] as const) {
      expect(choiceOf(a, b, identity())).toBe(false);
      expect(choiceOf(a, b, QUARTER)).toBe(false);
      expect(choiceOf(a, b, OBLIQUE)).toBe(true);
    }
    expect(choiceOf(mild, mild, identity())).toBe(true);
    expect(choiceOf(mild, strong, identity())).toBe(true);
    expect(choiceOf(plain, plain, OBLIQUE)).toBe(false);
  });

  it("changes no answer, and never costs many box tests", () => {
    const without = buildAabbTree(mild.mesh, { frame: "none" });
    for (const run of [withKernels, withoutKernels])
      for (const bToWorld of [identity(), QUARTER, OBLIQUE])
        run(() => {
          const expected = findPairs(without, plain, { bToWorld });
          const found = findPairs(mild, plain, { bToWorld });
          expect(found.pairs).toEqual(expected.pairs);
          expect(found.stats.boxTests).toBeLessThan(1.2 * expected.stats.boxTests);
          expect(collide(mild, plain, { bToWorld })).toBe(collide(without, plain, { bToWorld }));
          expect(distance(mild, plain, { bToWorld })?.distance).toBe(
            distance(without, plain, { bToWorld })?.distance,
          );
        });
  });

  it("is made for each pose of a batch, with the counters of single queries", () => {
    const poses = [identity(), QUARTER, OBLIQUE, OBLIQUE, identity(), rotation([1, 0, 0, 1], [9, 0, 0])];
    withKernels(() => {
      for (const bToWorld of poses) collide(mild, plain, { bToWorld });
      const sum = { boxTests: 0, triangleTests: 0 };
      const meets = poses.map((bToWorld) => {
        const stats = {} as QueryStats;
        const meet = collide(mild, plain, { bToWorld, stats });
        sum.boxTests += stats.boxTests;
        sum.triangleTests += stats.triangleTests;
        return Number(meet);
      });
      const many = collideMany(mild, plain, poses.flat());
      expect([...many.meets]).toEqual(meets);
      expect(many.stats).toMatchObject(sum);
    });
  });
});
