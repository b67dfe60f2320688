import fc from "fast-check";
import { expect, it } from "vitest";
import { TRIANGLE } from "../../../src/geometry/overlap/triangle-triangle.ts";
import { withKernels, withoutKernels } from "../../../src/kernels/kernel-choice.ts";
import { createBox, createCylinder } from "../../../src/mesh/primitives/index.ts";
import { overlapDepth } from "../../../src/queries/overlap-depth/overlap-depth.ts";
import {
  createWorldSurfaces,
  findNearest,
  meetsTriangle,
  sideOfPoint,
  testsOf,
} from "../../../src/queries/overlap-depth/world-surface.ts";
import { buildAabbTree } from "../../../src/trees/build-aabb.ts";
import { byKernel, describeKernels } from "../../kernels.ts";
import { random, smallTorus } from "../../meshes.ts";
import { block, polycube } from "../../polycubes.ts";
import { anyPose, identity } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

const SCALE = 100;

// (1) distances, nearest points, sides and meetings of the kernels are those of TypeScript, bit for bit, also where f64 cannot decide
// (2) so are depths and their points (3) a surface is not used after another pair has taken its memory.
describeKernels("surfaces in the memory of kernels", () => {
  const cells = buildAabbTree(polycube(block([2, 2, 1]), { cuts: 2 }));
  const torus = buildAabbTree(smallTorus(12, 8));
  const create = (pose: ArrayLike<number>) =>
    createWorldSurfaces(cells, Float64Array.from(pose), torus, Float64Array.from(identity()), SCALE);

  it("tell a triangle from a face a hair's breadth away without exact tests", () => {
    const [surface] = withKernels(() => create(identity()));
    const { kernel, kept, tree } = surface;
    expect(kernel).not.toBeNull();
    for (let slot = 0; slot < tree.triangles.length; slot++) {
      const t = kept.triangles.slice(TRIANGLE * slot, TRIANGLE * (slot + 1));
      // The cells are a box, and the normal of a face has one component that is not zero.
      const axis = [9, 10, 11].findIndex((k) => t[k] !== 0);
      const outward = Math.sign(t[axis] - 0.5 * (kept.boxes[axis] + kept.boxes[3 + axis]));
      for (const corner of [0, 3, 6]) t[corner + axis] += outward * 2 ** -40;
      expect(meetsTriangle(surface, t)).toBe(false);
    }
    expect(surface.posed.exactTests).toBe(0);
  });

  it("answer as TypeScript does, on lattices and off them, in any pose (seed 11)", () => {
    const sides: Record<number, number> = {};
    const met = { true: 0, false: 0 };
    let exactTests = 0;
    fc.assert(
      fc.property(fc.oneof(fc.constant(identity()), anyPose), fc.nat(1e6), (pose, seed) => {
        const next = random(seed);
        const plain = withoutKernels(() => create(pose));
        const fast = withKernels(() => create(pose));
        for (let run = 0; run < 40; run++) {
          const which = run % 2;
          const [slow, kernel] = [plain[which], fast[which]];
          expect(slow.kernel).toBeNull();
          expect(kernel.kernel).not.toBeNull();
          const place = (size: number) => {
            const x = size * (next() - 0.3);
            return run % 3 === 0 ? Math.round(4 * x) / 4 : x;
          };
          const point = Float64Array.from({ length: 3 }, () => place(3));
          for (const surface of [slow, kernel]) findNearest(surface, point, 0);
          for (const field of ["distance", "least", "point", "at"] as const)
            expect(kernel[field]).toEqual(slow[field]);
          const side = sideOfPoint(slow, point);
          expect(sideOfPoint(kernel, point)).toBe(side);
          sides[side] = (sides[side] ?? 0) + 1;
          const probe = () => new Float64Array(TRIANGLE).fill(0);
          const [p, q] = [probe(), probe()];
          for (let k = 0; k < 9; k++) p[k] = q[k] = point[k % 3] + place(1);
          const meets = meetsTriangle(slow, p);
          expect(meetsTriangle(kernel, q)).toBe(meets);
          met[`${meets}`]++;
          expect(testsOf(kernel)).toBe(testsOf(slow));
          exactTests += kernel.posed.exactTests;
        }
      }),
      { seed: 11, numRuns: randomCases(30) },
    );
    for (const side of [-1, 0, 1]) expect(sides[side]).toBeGreaterThan(randomCases(10));
    expect(met.true).toBeGreaterThan(randomCases(50));
    expect(met.false).toBeGreaterThan(randomCases(50));
    expect(exactTests).toBeGreaterThan(randomCases(50));
  });

  it("give the depths and points of TypeScript (seed 12)", () => {
    const trees = [torus, buildAabbTree(createBox()), buildAabbTree(createCylinder({ segments: 12 }))];
    let overlaps = 0;
    fc.assert(
      fc.property(anyPose, fc.nat(2), fc.nat(2), (bToWorld, i, j) => {
        const ask = () => overlapDepth(trees[i], trees[j], { bToWorld })!;
        const slow = withoutKernels(ask);
        const fast = byKernel("depth", ask);
        expect({ ...fast, stats: null }).toEqual({ ...slow, stats: null });
        if (slow.depth > 0) overlaps++;
      }),
      { seed: 12, numRuns: randomCases(15) },
    );
    expect(overlaps).toBeGreaterThan(5);
  });

  it("are lost to the next pair, and say so", () => {
    const [first] = withKernels(() => create(identity()));
    withKernels(() => create(identity()));
    expect(() => findNearest(first, new Float64Array(3), 0)).toThrow("the next pair had taken its memory");
  });
});
