import { expect, it } from "vitest";
import { withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { convexHull } from "../../src/mesh/convex-hull.ts";
import { createMesh } from "../../src/mesh/triangle-mesh.ts";
import { classify } from "../../src/queries/classify/classify.ts";
import { penetration } from "../../src/queries/penetration/penetration.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { byKernel, describeKernels } from "../kernels.ts";

// Convex solids that only touch had the depth that rounding left of the distance between the planes at their common point, 1.1e-16, where 0 is
// documented.

function solidOf(points: readonly (readonly number[])[], scale: number) {
  const positions = Float64Array.from(points.flat(), (x) => x * scale);
  const indices = Uint32Array.from(points.slice(2).flatMap((_, i) => [i, i + 1, i + 2]));
  return buildAabbTree(convexHull(createMesh({ positions, indices })));
}

describeKernels("convex solids that touch", () => {
  it.each([
    [
      "and are as large as 5",
      1,
      [
        [2, 1, 0],
        [2, 0, 2],
        [1, 3, 1],
        [2, 1, 1],
        [2, 2, 3],
        [2, 1, 3],
      ],
      [
        [3, 4, 5],
        [1, 5, 5],
        [2, 2, 3],
        [0, 3, 4],
      ],
    ],
    [
      "and are as small as 1e-18",
      2 ** -60,
      [
        [0, 4, 2],
        [5, 2, 5],
        [3, 3, 5],
        [1, 5, 2],
        [5, 4, 5],
        [2, 2, 4],
      ],
      [
        [7, 0, 8],
        [4, 1, 8],
        [8, -1, 7],
        [3, 3, 6],
        [4, 1, 3],
        [7, -1, 6],
        [3, -1, 3],
        [6, 0, 6],
      ],
    ],
  ])("%s have depth 0", (_, scale, pointsA, pointsB) => {
    const [a, b] = [solidOf(pointsA, scale), solidOf(pointsB, scale)];
    expect(classify(a, b).relation).toBe("touching");
    for (const found of [
      byKernel("convex", () => penetration(a, b)!),
      withoutKernels(() => penetration(a, b)!),
    ]) {
      expect(found).toMatchObject({ depth: 0, lowerBound: 0, kind: "exact" });
      expect(found.pointB).toEqual(found.pointA);
      expect(Math.hypot(...found.direction)).toBeCloseTo(1, 12);
    }
  });
});
