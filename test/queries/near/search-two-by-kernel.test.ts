import fc from "fast-check";
import { expect, it } from "vitest";
import {
  buildAabbTree,
  buildRTree,
  createMesh,
  findNearPairs,
  type NearPairs,
  type TriangleMesh,
} from "../../../src/index.ts";
import { withoutKernels } from "../../../src/kernels/kernel-choice.ts";
import { kernelRuns } from "../../../src/kernels/kernel-runs.ts";
import { byKernel, describeKernels, runsDuring } from "../../kernels.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../../meshes.ts";
import { affinePose, latticePose, rigidPose } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";

// (1) rows of the kernels are those of the TypeScript, whatever the poses (2) what f32 cannot tell is decided in f64: far from the origin, and
// at a lattice's many ties (3) kernels serve from the first query on, before trees are copied, and more than a batch of candidates
// (4) small models, R-trees and scenes beyond f32 are left to TypeScript.

const seeds = fc.integer({ min: 0, max: 1e6 });

/** Copies of all arrays of a result. */
function rowsOf({
  count,
  kinds,
  vertices,
  triangles,
  distances,
  weights,
  pointsA,
  pointsB,
  normals,
}: NearPairs) {
  return [count, kinds, vertices, triangles, distances, weights, pointsA, pointsB, normals].map((rows) =>
    typeof rows === "number" ? rows : rows.slice(),
  );
}

function expectEqual(find: () => NearPairs): number {
  const rows = rowsOf(byKernel("near", find));
  expect(rows).toEqual(rowsOf(withoutKernels(find)));
  return rows[0] as number;
}

const treeOf = (mesh: TriangleMesh, seed: number) => buildAabbTree(mesh, { leafSize: 1 + (seed % 4) });

describeKernels("near pairs of two meshes", () => {
  it("(1) at poses with scale, shear and mirror equal those without kernels (seed 81)", () => {
    let found = 0;
    fc.assert(
      fc.property(seeds, affinePose, affinePose, fc.constantFrom(0, 0.01, 0.3), (seed, p, q, thickness) => {
        const a = treeOf(randomSoup(seed, 40, 0.6), seed);
        const b = treeOf(randomSoup(seed + 1, 40, 0.6), seed + 1);
        found += expectEqual(() => findNearPairs(a, b, thickness, { aToWorld: p, bToWorld: q }));
      }),
      { numRuns: randomCases(30), seed: 81 },
    );
    expect(found).toBeGreaterThan(1000);
  });

  it("(2) on a lattice, and 10⁶ away, equal those without kernels (seed 82)", () => {
    let found = 0;
    fc.assert(
      fc.property(seeds, latticePose, fc.constantFrom(0, 1, Math.SQRT2, 2), (seed, pose, thickness) => {
        const a = treeOf(latticeSoup(seed, 12), seed);
        const b = treeOf(latticeSoup(seed + 1, 12), seed);
        found += expectEqual(() => findNearPairs(a, b, thickness, { bToWorld: pose }));
        const far = pose.map((x, i) => (i === 12 ? x + 1e6 : x));
        const toWorld = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1e6, 0, 0, 1];
        expectEqual(() => findNearPairs(a, b, thickness, { aToWorld: toWorld, bToWorld: far }));
      }),
      { numRuns: randomCases(20), seed: 82 },
    );
    expect(found).toBeGreaterThan(1000);
  });

  it("(3) equal those without kernels at the first query and later ones, over many batches (seed 83)", () => {
    const next = random(83);
    const mesh = smallTorus();
    const a = buildAabbTree(mesh);
    const b = buildAabbTree(createMesh({ positions: mesh.positions.slice(), indices: mesh.indices }));
    fc.assert(
      fc.property(rigidPose, (pose) => {
        const thickness = 0.4 * next();
        expectEqual(() => findNearPairs(a, b, thickness, { bToWorld: pose }));
      }),
      { numRuns: randomCases(6), seed: 83 },
    );
    const stats = { triangleTests: 0 };
    expectEqual(() => findNearPairs(a, b, 0.5, { stats }));
    expect(stats.triangleTests).toBeGreaterThan(2 * 2048);
  });

  it("(4) of few triangles, of R-trees, and of coordinates beyond f32 are found in TypeScript", () => {
    const near = (size: number) => {
      const mesh = latticeSoup(1, 4);
      const positions = mesh.positions.map((x) => size * x);
      return buildAabbTree(createMesh({ positions, indices: mesh.indices }));
    };
    expect(runsDuring("near", () => findNearPairs(near(1), near(1), 1))).toBe(0);
    const before = kernelRuns.near;
    const large = near(2 ** 40);
    expect(rowsOf(findNearPairs(large, large, 1))).toEqual(
      rowsOf(withoutKernels(() => findNearPairs(large, large, 1))),
    );
    const mesh = smallTorus();
    const tree = buildRTree(mesh);
    findNearPairs(tree, tree, 0.01);
    expect(kernelRuns.near).toBe(before);
  });
});
