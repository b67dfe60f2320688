import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildAabbTree, cullFrustum, frustumPlanes, type QueryStats } from "../../src/index.ts";
import { createIcosphere } from "../../src/mesh/primitives/index.ts";
import { cullFrustumByBruteForce } from "../../src/reference/index.ts";
import { latticeSoup, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

const whole = fc.integer({ min: -3, max: 3 });
const plane = fc.tuple(whole, whole, whole, whole).filter(([a, b, c]) => a !== 0 || b !== 0 || c !== 0);

describe("cullFrustum", () => {
  for (const [name, mesh] of [
    ["random soup", randomSoup(4, 80, 0.5)],
    ["lattice soup", latticeSoup(7, 80)],
    ["torus", smallTorus()],
  ] as const)
    it(`keeps the triangles of brute force in integers (${name})`, () => {
      const tree = buildAabbTree(mesh);
      fc.assert(
        fc.property(
          fc.array(plane, { minLength: 1, maxLength: 6 }),
          fc.option(anyPose),
          (planes, toWorld) => {
            const { triangles } = cullFrustum(tree, planes.flat(), { toWorld });
            expect([...triangles]).toEqual([...cullFrustumByBruteForce(mesh, planes.flat(), { toWorld })]);
          },
        ),
        { numRuns: randomCases(25) },
      );
    });

  it("accepts whole subtrees without a triangle test if a box is inside", () => {
    const tree = buildAabbTree(createIcosphere({ subdivisions: 4 }));
    const stats = {} as QueryStats;
    expect(cullFrustum(tree, [1, 0, 0, 5, -1, 0, 0, 5], { stats }).count).toBe(tree.mesh.triangleCount);
    expect(stats.triangleTests).toBe(0);
    expect(cullFrustum(tree, [1, 0, 0, -5], { stats }).count).toBe(0);
    expect(stats).toMatchObject({ boxTests: 1, triangleTests: 0 });
  });

  it("derives the planes from a camera's matrices", () => {
    // a perspective of 90° from z = 0 along −z, near 1, far 3, depth −1 … 1
    const projection = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -2, -1, 0, 0, -3, 0];
    const planes = frustumPlanes(projection);
    const isInside = (x: number, y: number, z: number) =>
      [0, 4, 8, 12, 16, 20].every(
        (at) => planes[at] * x + planes[at + 1] * y + planes[at + 2] * z + planes[at + 3] >= 0,
      );
    expect(isInside(0, 0, -1)).toBe(true);
    expect(isInside(0, 0, -3)).toBe(true);
    expect(isInside(2, -2, -2)).toBe(true);
    expect(isInside(0, 0, -0.99)).toBe(false);
    expect(isInside(0, 0, -3.01)).toBe(false);
    expect(isInside(2.01, 0, -2)).toBe(false);
    expect(isInside(0, -2.01, -2)).toBe(false);
  });

  it("rejects lists that are not planes", () => {
    const tree = buildAabbTree(smallTorus());
    expect(() => cullFrustum(tree, [1, 0, 0])).toThrow("planes: expected 4 numbers per plane, got 3");
    expect(() => cullFrustum(tree, [1, 0, 0, 1, 0, 0, 0, 1])).toThrow("planes[4]: plane 1 has no normal");
    expect(() => cullFrustum(tree, [1, 0, NaN, 1])).toThrow("planes[2]: NaN");
    expect(() => frustumPlanes([1])).toThrow("viewProjection: expected 16 numbers, got 1");
  });
});
