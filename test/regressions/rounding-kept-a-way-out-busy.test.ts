import { expect, it } from "vitest";
import {
  buildAabbTree,
  createMesh,
  penetration,
  type QueryStats,
  type TriangleMesh,
} from "../../src/index.ts";

// Two solids that touch along whole faces, but for the rounding of a rotation. The first way out was already shorter than rounding, and was
// shortened by a 4096th of itself again and again, with a dozen queries each time: 8 s for two solids of 28 and 44 triangles.
it("penetration does not search for ways out that are shorter than rounding", () => {
  const a = buildAabbTree(cells(A));
  const b = buildAabbTree(cells(B));
  const stats = {} as QueryStats;
  const found = penetration(a, b, { aToWorld: TURNED, bToWorld: TURNED, stats });
  expect(found!.depth).toBeGreaterThan(0);
  expect(found!.depth).toBeLessThan(1e-15);
  expect(stats.triangleTests).toBeLessThan(20_000);
});

/** The surface of unit cells, as a soup. */
function cells(list: readonly number[][]): TriangleMesh {
  const own = new Set(list.map(String));
  const positions: number[] = [];
  for (const cell of list)
    for (let axis = 0; axis < 3; axis++)
      for (const side of [1, -1]) {
        if (own.has(String(cell.map((x, k) => (k === axis ? x + side : x))))) continue;
        const corner = (i: number, j: number) => {
          const at = [...cell];
          if (side > 0) at[axis]++;
          at[(axis + 1) % 3] += i;
          at[(axis + 2) % 3] += j;
          return at;
        };
        const square = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
        if (side < 0) square.reverse();
        for (const k of [0, 1, 2, 0, 2, 3]) positions.push(...square[k]);
      }
  return createMesh({ positions: Float64Array.from(positions) });
}

const A = [
  [0, 0, 0],
  [-1, 0, 0],
  [-1, -1, 0],
];
const B = [
  [0, -1, 1],
  [-1, -1, 1],
  [-2, -1, 1],
  [0, -1, 0],
  [1, -1, 1],
];
const TURNED = [
  -0.06302564934141268, -0.004012580757836162, 0.07753493870994624, 0, -0.0036541191147081466,
  -0.09960237425516323, -0.008124928075368435, 0, 0.0775526591329324, -0.007954007694001097,
  0.06262841865331559, 0, 0, 0, 0, 1,
];
