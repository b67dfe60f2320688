import fc from "fast-check";
import { expect, it } from "vitest";
import { readPose } from "../../src/geometry/affine.ts";
import { setRelativePose, shiftOrigins } from "../../src/geometry/relative-pose.ts";
import { COFACTORS, RELATIVE_POSE_LENGTH } from "../../src/geometry/relative-pose-layout.ts";
import { type AabbTree, buildAabbTree, collide, createMesh, findPairs, PoseError } from "../../src/index.ts";
import { withKernels } from "../../src/kernels/kernel-choice.ts";
import { loadKernels } from "../../src/kernels/pair-kernels.ts";
import { CORNER_SLACK, OFFSET, POSE, RELATIVE_POSE } from "../../src/kernels/pair-memory-map.ts";
import { setF32Pose } from "../../src/queries/pairs/f32-pose.ts";
import { reachOf } from "../../src/queries/pairs/pair-query.ts";
import { describeKernels, runsDuring } from "../kernels.ts";
import { randomSoup } from "../meshes.ts";
import { anyPose } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// The kernel's relative pose and margins, in f64 and in f32, are those of TypeScript to the last bit.

const F32_POSE_LENGTH = 48;

/** The bytes of an f32 pose, without what only kernels of `distance` read. */
function bytesOfF32(pose: Float32Array): Uint8Array {
  return new Uint8Array(pose.fill(0, OFFSET, CORNER_SLACK + 1).buffer);
}

function treeOf(seed: number, size: number, shift: number): AabbTree {
  const { positions, indices } = randomSoup(seed, 12, 0.6);
  return buildAabbTree(createMesh({ positions: positions.map((x) => size * (x + shift)), indices }));
}

/** What TypeScript makes of two poses, as bytes; null where f32 does not serve. */
function poseByTypeScript(
  a: AabbTree,
  b: AabbTree,
  poseA: number[] | null,
  poseB: number[] | null,
): { f64: Uint8Array; f32: Uint8Array } | "PoseError" | null {
  const [aToWorld, bToWorld] = [new Float64Array(16), new Float64Array(16)];
  const aMoves = readPose(poseA, "aToWorld", aToWorld);
  const bMoves = readPose(poseB, "bToWorld", bToWorld);
  const f64 = new Float64Array(RELATIVE_POSE_LENGTH);
  try {
    setRelativePose(aToWorld, aMoves, bToWorld, bMoves, reachOf(a), reachOf(b), false, f64);
  } catch {
    return "PoseError";
  }
  shiftOrigins(a.origin, b.origin, f64);
  const f32 = new Float32Array(F32_POSE_LENGTH);
  if (!setF32Pose(a, b, f64, 2, f32)) return null;
  return { f64: new Uint8Array(f64.buffer, 0, 8 * COFACTORS), f32: bytesOfF32(f32) };
}

function poseByKernel(): { f64: Uint8Array; f32: Uint8Array } {
  const { buffer } = loadKernels()!.memory;
  return {
    f64: new Uint8Array(buffer.slice(RELATIVE_POSE, RELATIVE_POSE + 8 * COFACTORS)),
    f32: bytesOfF32(new Float32Array(buffer.slice(POSE, POSE + 4 * F32_POSE_LENGTH))),
  };
}

/** The linear part of a pose times a power of two. */
function stretched(pose: number[] | null, exponent: number): number[] | null {
  return pose?.map((value, i) => (i % 4 < 3 && i < 12 ? value * 2 ** exponent : value)) ?? null;
}

describeKernels("the relative pose by the kernel", () => {
  it("equals that of TypeScript, bit by bit (seed 1997)", () => {
    let compared = 0;
    fc.assert(
      fc.property(
        fc.nat(),
        fc.constantFrom(1, 2 ** -12, 1e4),
        fc.constantFrom(0, 0.3, 1000),
        fc.option(anyPose),
        fc.option(anyPose),
        fc.constantFrom(0, 0, 0, 5, -5, 20, 105),
        (seed, size, shift, poseA, poseB, exponent) => {
          const [a, b] = [treeOf(seed, size, shift), treeOf(seed + 1, size, shift)];
          const [aToWorld, bToWorld] = [stretched(poseA, exponent), stretched(poseB, exponent)];
          const expected = poseByTypeScript(a, b, aToWorld, bToWorld);
          if (expected === "PoseError") {
            expect(() => withKernels(() => collide(a, b, { aToWorld, bToWorld }))).toThrow(PoseError);
            return;
          }
          for (const ask of [collide, findPairs]) {
            const runs = runsDuring("pairs", () => void withKernels(() => ask(a, b, { aToWorld, bToWorld })));
            expect(runs).toBe(expected === null ? 0 : 1);
            if (expected !== null) expect(poseByKernel()).toEqual(expected);
            compared += runs;
          }
        },
      ),
      { numRuns: randomCases(150) },
    );
    expect(compared).toBeGreaterThan(randomCases(150)); // a half; some poses are beyond f32
  });

  it("throws the error of TypeScript for a singular pose and for one that leads out of range", () => {
    const tree = buildAabbTree(randomSoup(5, 12, 0.6));
    const flat = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    const far = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 2 ** 101, 0, 0, 1];
    for (const ask of [collide, findPairs])
      withKernels(() => {
        expect(ask(tree, tree)).toBeTruthy();
        expect(() => ask(tree, tree, { aToWorld: flat })).toThrow(PoseError);
        expect(() => ask(tree, tree, { bToWorld: flat })).toThrow(/^bToWorld: singular/);
        expect(() => ask(tree, tree, { bToWorld: far })).toThrow(/^bToWorld: moves the mesh to coordinates/);
      });
  });
});
