import fc from "fast-check";
import { expect, it } from "vitest";
import { MeshError } from "../../src/errors.ts";
import type { BuildLimits } from "../../src/kernels/build-tree.ts";
import { withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { closeTreeWorkspace, openTreeWorkspace } from "../../src/kernels/tree-workspace.ts";
import { createGrid46080, createSpacecraft, createTorus } from "../../src/mesh/primitives/index.ts";
import { createMesh, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { buildAabbTree, buildInKernel, buildPlainly } from "../../src/trees/build-aabb.ts";
import { framedBoxes } from "../../src/trees/frame/framed-boxes.ts";
import { twinOf } from "../../src/trees/twin.ts";
import { validateTree } from "../../src/trees/validate.ts";
import { describeKernels, runsDuring } from "../kernels.ts";
import { random, randomSoup } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

// The kernel builds the tree that TypeScript builds, to the last bit, for meshes of any size.

const DEFAULTS: BuildLimits = { leafSize: 2, maxDepth: Infinity, prune: true };
const FRAME = [3, 2, 6, 6, -3, -2, 2, 6, -3].map((x) => x / 7);

function expectSameTree(mesh: TriangleMesh, limits = DEFAULTS): void {
  const built = buildInKernel(mesh, limits);
  const plain = withoutKernels(() => buildPlainly(mesh, "sah", limits));
  // As bytes: numbers would hide −0 and the bits of NaN.
  expect(Buffer.compare(Buffer.from(built!.buffer), Buffer.from(plain.buffer))).toBe(0);
}

/** As above, with a frame: the tree, and its boxes along the frame. */
function expectSameFramedTree(mesh: TriangleMesh, limits = DEFAULTS): void {
  const build = () => buildAabbTree(mesh, { ...limits, frame: FRAME });
  const [built, plain] = [build(), withoutKernels(build)];
  expect(built.fitCount).toEqual(plain.fitCount);
  expect(Buffer.compare(Buffer.from(built.buffer), Buffer.from(plain.buffer))).toBe(0);
  // Null for coordinates too large to turn.
  const [boxes, plainBoxes] = [built, plain].map(
    (tree) => framedBoxes(twinOf(tree))?.buffer ?? new ArrayBuffer(0),
  );
  expect(Buffer.compare(Buffer.from(boxes), Buffer.from(plainBoxes))).toBe(0);
}

/** What coordinate i of a hostile mesh is, given a number in 0 … 1. */
const SHAPES: Record<string, (i: number, r: number) => number> = {
  "random triangles": (_, r) => r,
  "a lattice, full of ties and −0": (_, r) => (r < 0.1 ? -0 : Math.floor(4 * r)),
  "one triangle, many times": (i) => [0, 0, 0, 1, 0, 0, 0, 1, 1][i % 9],
  "one point": () => 3,
  "triangles around one midpoint": (i) => (i % 2 === 0 ? -1 : 1) * (1 + Math.floor(i / 9)),
  "each triangle half as far out as the one before": (i, r) =>
    2 ** (99 - (Math.floor(i / 9) % 900) / 4) * (1 + r / 1000),
  "a stray vertex far away": (i, r) => (i < 3 ? 1e12 : r / 1000),
  "two clusters, far apart": (i, r) => (Math.floor(i / 9) % 2) * 1e9 + Math.floor(r * 50) / 50,
  "a flat sheet": (i, r) => (i % 3 === 2 ? 7 : r),
  "a line": (i, r) => (i % 3 === 0 ? r : 1),
  "the whole range of coordinates": (_, r) => (2 * r - 1) * 2 ** 100,
  "far from zero": (_, r) => 1e7 + r,
  "tiny coordinates": (_, r) => r * 1e-30,
  "subnormal f32 numbers": (_, r) => Math.floor(r * 20) * 2 ** -149,
  "subnormal f64 numbers": (_, r) => Math.floor(r * 20) * 2 ** -1074,
};

const meshes = fc.record({
  seed: fc.nat(),
  count: fc.oneof(
    fc.integer({ min: 1, max: 9 }),
    fc.integer({ min: 10, max: 80 }),
    fc.integer({ min: 1000, max: 1300 }),
  ),
  isF64: fc.boolean(),
  indices: fc.constantFrom(null, Uint16Array, Uint32Array),
  leafSize: fc.oneof(fc.integer({ min: 1, max: 5 }), fc.constant(1e12)),
  maxDepth: fc.oneof(fc.constant(Infinity), fc.integer({ min: 1, max: 12 }), fc.constant(2 ** 40)),
  prune: fc.boolean(),
});

describeKernels("the kernel that builds trees (seed 7)", () => {
  it.each(Object.entries(SHAPES))("builds the tree that TypeScript builds: %s", (_, coordinate) => {
    fc.assert(
      fc.property(meshes, ({ seed, count, isF64, indices, ...limits }) => {
        const next = random(seed);
        const positions = new (isF64 ? Float64Array : Float32Array)(9 * count);
        for (let i = 0; i < positions.length; i++) positions[i] = coordinate(i, next());
        const corners = indices && new indices(3 * count).map(() => Math.floor(next() * 3 * count));
        const mesh = createMesh({ positions, indices: corners });
        expectSameTree(mesh, limits);
        expectSameFramedTree(mesh, limits);
      }),
      { seed: 7, numRuns: randomCases(10) },
    );
  });

  it("builds the tree that TypeScript builds of the benchmarks' models, f32 and f64, here and far from zero", () => {
    const models = [
      createTorus({ majorSegments: 100, minorSegments: 25 }),
      createSpacecraft({ detail: "fine" }),
      createGrid46080(),
    ];
    // Of the largest model two of the four ways.
    for (const { positions, indices, triangleCount } of models)
      for (const Positions of [Float32Array, Float64Array])
        for (const offset of triangleCount < 40_000 ? [0, 1e7] : [Positions === Float32Array ? 0 : 1e7]) {
          const moved = new Positions(positions).map((x) => x + offset);
          const mesh = createMesh({ positions: moved, indices });
          expectSameTree(mesh);
          expectSameFramedTree(mesh);
        }
  });

  it("sees vertices that no triangle uses, as TypeScript does, however many there are", () => {
    const { positions } = randomSoup(5, 40);
    const indices = Uint16Array.from({ length: 9 }, (_, i) => 11 * i);
    for (const vertices of [positions, Float32Array.from(positions)]) {
      const mesh = createMesh({ positions: vertices, indices });
      expectSameTree(mesh);
      expectSameFramedTree(mesh);
    }
  });

  it("is what buildAabbTree uses by default, from one triangle on", () => {
    for (const count of [1, 2, 3, 50]) {
      const mesh = randomSoup(count, count);
      expect(runsDuring("build", () => buildAabbTree(mesh))).toBe(1);
      expect(runsDuring("build", () => withoutKernels(() => buildAabbTree(mesh)))).toBe(0);
      expect(runsDuring("build", () => buildAabbTree(mesh, { split: "midpoint" }))).toBe(0);
      expect(runsDuring("build", () => buildAabbTree(mesh, { frame: FRAME }))).toBe(1);
      for (const frame of ["auto", FRAME] as const)
        expect(validateTree(buildAabbTree(mesh, { frame }))).toEqual([]);
    }
  });

  it("names a bad coordinate, wherever it is, and builds the next mesh", () => {
    for (const View of [Float32Array, Float64Array]) {
      const mesh = createMesh({ positions: View.from(randomSoup(3, 7).positions) });
      for (const place of [0, 1, 5, 61, 62])
        for (const bad of [Number.NaN, Infinity, -Infinity, 2 ** 101, -(2 ** 101)]) {
          const good = mesh.positions[place];
          mesh.positions[place] = bad;
          expect(() => buildInKernel(mesh, DEFAULTS)).toThrow(MeshError);
          expect(() => buildInKernel(mesh, DEFAULTS)).toThrow(`positions[${place}]`);
          mesh.positions[place] = good;
          expectSameTree(mesh);
        }
    }
  });

  it("leaves meshes to TypeScript that are too large for its memory", () => {
    const mesh = randomSoup(4, 500);
    expect(buildInKernel(mesh, DEFAULTS, null, null, 65536)).toBeNull();
    expectSameTree(mesh);
  });

  it("gives large memory back", () => {
    const large = openTreeWorkspace(2 ** 26 + 1)!;
    closeTreeWorkspace(large);
    const next = openTreeWorkspace(0)!;
    expect(next).not.toBe(large);
    expect(next.memory.buffer.byteLength).toBeLessThanOrEqual(2 ** 26);
    closeTreeWorkspace(next);
    expect(openTreeWorkspace(0)).toBe(next);
  });
});
