import { describe, expect, it } from "vitest";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import { treeQuality } from "../../src/trees/quality.ts";
import { randomSoup, smallTorus, trianglesAt } from "../meshes.ts";

describe("treeQuality", () => {
  it("has the values computed by hand for two unit boxes side by side", () => {
    // Boxes 0 … 1 and 2 … 3 on x, unit in y and z; the root is 3 × 1 × 1.
    const mesh = trianglesAt(
      [
        [0.5, 0.5, 0.5],
        [2.5, 0.5, 0.5],
      ],
      0.5,
    );
    const quality = treeQuality(buildAabbTree(mesh, { leafSize: 1 }));
    expect(quality).toEqual({
      nodes: 3,
      leaves: 2,
      depth: 2,
      meanLeafDepth: 2,
      largestLeaf: 1,
      sahCost: 1 + 2 * (6 / 14),
      volume: 5 / 3,
      siblingOverlap: 0,
      balance: 1,
    });
  });

  it("counts the volume that siblings share", () => {
    // Boxes 0 … 2 and 1 … 3: they share one of the root's three.
    const mesh = trianglesAt(
      [
        [1, 1, 1],
        [2, 1, 1],
      ],
      1,
    );
    expect(treeQuality(buildAabbTree(mesh, { leafSize: 1 })).siblingOverlap).toBeCloseTo(1 / 3, 12);
  });

  it("is defined for a single leaf and for flat and point-like meshes", () => {
    const leaf = treeQuality(buildAabbTree(randomSoup(1, 1)));
    expect(leaf).toMatchObject({
      nodes: 1,
      leaves: 1,
      depth: 1,
      meanLeafDepth: 1,
      balance: 1,
      siblingOverlap: 0,
    });
    const points = treeQuality(
      buildAabbTree(
        trianglesAt(
          [
            [1, 1, 1],
            [1, 1, 1],
            [1, 1, 1],
          ],
          0,
        ),
      ),
    );
    for (const value of Object.values(points)) expect(Number.isFinite(value)).toBe(true);
  });

  it("prefers the median for balance and the surface area rule for cost", () => {
    const torus = smallTorus(32, 16);
    const sah = treeQuality(buildAabbTree(torus, { leafSize: 1 }));
    const median = treeQuality(buildAabbTree(torus, { split: "median", leafSize: 1 }));
    expect(median.balance).toBe(1);
    expect(sah.balance).toBeLessThan(1);
    expect(median.depth).toBeLessThanOrEqual(sah.depth);
    expect(sah.sahCost).toBeLessThan(median.sahCost);
    expect(sah.volume).toBeLessThan(median.volume);
    expect(sah.leaves).toBe(torus.triangleCount);
  });
});
