import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { bakePositions } from "../../../src/geometry/affine.ts";
import {
  buildAabbTree,
  buildObbTree,
  buildRTree,
  createMesh,
  findSelfNearPairs,
  MeshError,
  refit,
  type TriangleMesh,
} from "../../../src/index.ts";
import { withKernels, withoutKernels } from "../../../src/kernels/kernel-choice.ts";
import { createPlaneGrid } from "../../../src/mesh/primitives/index.ts";
import { findSelfNearPairsByBruteForce } from "../../../src/reference/index.ts";
import { byKernel } from "../../kernels.ts";
import { latticeSoup, random, randomSoup, smallTorus, withMoved } from "../../meshes.ts";
import { anyPose, latticePose, rotation } from "../../poses.ts";
import { randomCases } from "../../random-cases.ts";
import { expectConsistent, expectRows, rowsOf } from "./near-rows.ts";

// Contracts: (1) the rows are those of brute force in integers, with kernels and without, whatever the tree (2) no row twice, and no
// features with a common vertex (3) exactly at the thickness counts (4) posed equals baked.

const seed = fc.integer({ min: 0, max: 2 ** 30 });
const upTo = (most: number) => fc.integer({ min: 0, max: 1000 }).map((n) => (most * n) / 1000);

/** Triangles between random vertices of a soup: with common vertices, duplicates, and vertices named twice. */
function randomIndexed(s: number, vertices: number, triangles: number, lattice = 0): TriangleMesh {
  const next = random(s);
  const positions = Float64Array.from({ length: 3 * vertices }, () =>
    lattice > 0 ? Math.floor(lattice * next()) : next(),
  );
  const indices = Uint32Array.from({ length: 3 * triangles }, () => Math.floor(vertices * next()));
  return createMesh({ positions, indices });
}

/** A sheet that is folded over itself and crumpled a little. */
function cloth(cells: number, s: number): TriangleMesh {
  const next = random(s);
  const sheet = createPlaneGrid({ columns: cells, rows: cells, width: 2, depth: 2 });
  return withMoved(sheet, (x, _, z) => {
    const fold = x > 0 ? [0.4 - x, 0.03] : [x, 0];
    return [fold[0] + 0.01 * next(), fold[1] + 0.05 * next(), z + 0.01 * next()];
  });
}

function check(mesh: TriangleMesh, thickness: number, options = {}) {
  const expected = findSelfNearPairsByBruteForce(mesh, thickness, options);
  const tree = buildAabbTree(mesh);
  const found = withoutKernels(() => findSelfNearPairs(tree, thickness, options));
  expectRows(found, expected);
  const { toWorld = null } = options as { toWorld?: number[] | null };
  expectConsistent(found, thickness, mesh, mesh, { aToWorld: toWorld, bToWorld: toWorld });
  const served = byKernel("near", () => findSelfNearPairs(tree, thickness, options));
  expect(rowsOf(served)).toEqual(rowsOf(found));
  expect(rowsOf(findSelfNearPairs(buildRTree(mesh), thickness, options))).toEqual(rowsOf(found));
  return found;
}

describe("findSelfNearPairs agrees with brute force", () => {
  it("(1) for random soups at any pose (seed 1)", () => {
    fc.assert(
      fc.property(seed, anyPose, upTo(0.3), (s, toWorld, t) => {
        check(randomSoup(s, 8, 0.5), t, { toWorld });
      }),
      { seed: 1, numRuns: randomCases(20) },
    );
  });

  it("(1) (2) for triangles with common vertices, duplicates and degenerate ones (seed 2)", () => {
    fc.assert(
      fc.property(seed, upTo(0.3), (s, t) => {
        check(randomIndexed(s, 9, 10), t);
      }),
      { seed: 2, numRuns: randomCases(30) },
    );
  });

  it("(1) (3) on lattices, whose distances are often exactly the thickness (seed 3)", () => {
    let ties = 0;
    fc.assert(
      fc.property(seed, latticePose, fc.constantFrom(0, 1, Math.SQRT2), (s, toWorld, t) => {
        const found = check(randomIndexed(s, 12, 8, 4), t, { toWorld });
        check(latticeSoup(s, 5), t);
        ties += found.distances.filter((distance) => distance === t).length;
      }),
      { seed: 3, numRuns: randomCases(30) },
    );
    expect(ties).toBeGreaterThan(randomCases(250));
  });

  it("(1) for a folded cloth of 128 triangles (seed 4)", () => {
    for (const thickness of [0, 0.01, 0.04]) check(cloth(8, 4), thickness);
  });

  it("(1) for a cloth far from zero, whose boxes are relative to an origin (seed 5)", () => {
    const far = withMoved(cloth(6, 5), (x, y, z) => [x + 1e6, y - 3e7, z + 12345]);
    check(far, 0.03);
  });

  it("(1) for small worlds, down to subnormal numbers (seed 6)", () => {
    for (const e of [-30, -60, -300, -1000, -1060]) {
      const scale = 2 ** e;
      const mesh = withMoved(cloth(4, 6), (x, y, z) => [scale * x, scale * y, scale * z]);
      const expected = findSelfNearPairsByBruteForce(mesh, 0.1 * scale);
      const found = findSelfNearPairs(buildAabbTree(mesh), 0.1 * scale);
      expect([...found.vertices]).toEqual(expected.flatMap(({ vertices }) => vertices));
      for (let row = 0; row < found.count; row++)
        expect(found.distances[row]).toBeLessThanOrEqual(0.1 * scale);
    }
  });
});

it("(4) findSelfNearPairs: posed equals baked, bit by bit, with kernels and without", () => {
  const mesh = cloth(12, 7);
  const toWorld = rotation([1, 0.4, -0.3, 0.2], [3, -2, 1], [2, 0.5, -1]);
  const baked = createMesh({ positions: bakePositions(mesh.positions, toWorld), indices: mesh.indices });
  const expected = rowsOf(findSelfNearPairs(buildAabbTree(baked), 0.05));
  expect(expected.kinds.length).toBeGreaterThan(100);
  for (const run of [withKernels, withoutKernels])
    expect(rowsOf(run(() => findSelfNearPairs(buildAabbTree(mesh), 0.05, { toWorld })))).toEqual(expected);
});

it("(1) findSelfNearPairs follows the vertices of a mesh that deforms", () => {
  const mesh = cloth(10, 8);
  const tree = buildAabbTree(mesh);
  let into = findSelfNearPairs(tree, 0.02);
  for (let frame = 0; frame < 3; frame++) {
    for (let i = 1; i < mesh.positions.length; i += 3) mesh.positions[i] *= 0.7;
    refit(tree);
    into = findSelfNearPairs(tree, 0.02, { into });
    expectRows(into, findSelfNearPairsByBruteForce(mesh, 0.02));
  }
});

it("(2) a closed surface without folds has no near pairs below its size", () => {
  const found = findSelfNearPairs(buildAabbTree(smallTorus(40, 20)), 0.01);
  expect(found.count).toBe(0);
});

it("neighbours in a soup touch, because they have vertices of their own", () => {
  const { positions } = createPlaneGrid({ columns: 1, rows: 1, width: 1, depth: 1 });
  const corners = [0, 1, 2, 0, 2, 3].flatMap((v) => [...positions.subarray(3 * v, 3 * v + 3)]);
  const soup = findSelfNearPairs(buildAabbTree(createMesh({ positions: Float64Array.from(corners) })), 0);
  expect(soup.count).toBeGreaterThan(0);
  expect(Math.max(...soup.distances)).toBe(0);
});

describe("arguments of findSelfNearPairs", () => {
  it("OBB trees are refused, by name", () => {
    expect(() => findSelfNearPairs(buildObbTree(smallTorus()) as never, 1)).toThrow(
      'findSelfNearPairs: expected a tree of the kind "aabb" or "r-tree", got "obb"',
    );
  });

  it("a vertex that became infinite is a MeshError that names it", () => {
    const mesh = cloth(8, 1);
    const tree = buildAabbTree(mesh);
    mesh.positions[31] = Infinity;
    for (const run of [withKernels, withoutKernels]) {
      const call = () => run(() => findSelfNearPairs(tree, 0.1));
      expect(call).toThrow(MeshError);
      expect(call).toThrow("positions[31] (vertex 10, y): Infinity is not finite");
    }
  });
});
