import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { MeshError, OptionError } from "../../src/errors.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createMesh, type Positions, type TriangleMesh } from "../../src/mesh/triangle-mesh.ts";
import { collide } from "../../src/queries/pairs/collide.ts";
import { findPairs } from "../../src/queries/pairs/find-pairs.ts";
import { buildRTree } from "../../src/queries/pairs/r-trees.ts";
import { buildAabbTree } from "../../src/trees/build-aabb.ts";
import type { AabbTree, RTree } from "../../src/trees/layout.ts";
import { removeTriangle } from "../../src/trees/r-tree/edit.ts";
import { type RefitOptions, type RefitStats, refit } from "../../src/trees/refit.ts";
import { refitSwept } from "../../src/trees/refit-swept.ts";
import { degradation } from "../../src/trees/should-rebuild.ts";
import { copyOfTree } from "../../src/trees/tree-copies.ts";
import { validateTree } from "../../src/trees/validate.ts";
import { describeKernels, runsDuring } from "../kernels.ts";
import { random, randomSoup, smallTorus } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

// A partial refit leaves the bytes of a full refit to the same vertices, whichever way it takes.

/** A second mesh of the same triangles, with vertices of its own. */
function copyOf({ positions, indices }: TriangleMesh): TriangleMesh {
  return createMesh({ positions: positions.slice(), indices });
}

function bytesOf(tree: AabbTree | RTree): Uint8Array {
  return new Uint8Array(tree.buffer);
}

/** Moves a vertex by up to `amount`; now and then to a zero of either sign. */
function moveVertex(positions: Positions, vertex: number, amount: number, next: () => number): void {
  for (let i = 3 * vertex; i < 3 * vertex + 3; i++)
    positions[i] = next() < 0.05 ? (next() < 0.5 ? 0 : -0) : positions[i] + amount * (next() - 0.5);
}

const steps = fc.record({
  seed: fc.nat(),
  isSingle: fc.boolean(),
  isSoup: fc.boolean(),
  leafSize: fc.integer({ min: 1, max: 4 }),
  far: fc.constantFrom(0, 0, 3, 1e7),
  kind: fc.constantFrom("aabb" as const, "r-tree" as const),
  ranges: fc.array(
    fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      share: fc.constantFrom(0, 0.002, 0.01, 0.05, 0.2, 0.6),
      isList: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

function meshOf(seed: number, isSingle: boolean, isSoup: boolean, far: number): TriangleMesh {
  const plain = isSoup ? randomSoup(seed, 150) : smallTorus(20, 12, Float64Array);
  const moved = plain.positions.map((value) => value + far);
  const positions = isSingle ? Float32Array.from(moved) : Float64Array.from(moved);
  return createMesh({ positions, indices: plain.indices });
}

function namesOf(from: number, to: number, isList: boolean): RefitOptions {
  if (!isList) return { from, to };
  // backwards, and the last one twice
  const vertices = Array.from({ length: to - from }, (_, k) => to - 1 - k);
  return { vertices: vertices.length > 0 ? [...vertices, from] : vertices };
}

function checkSteps(step: typeof steps extends fc.Arbitrary<infer T> ? T : never): void {
  const { seed, isSingle, isSoup, leafSize, far, kind, ranges } = step;
  const next = random(seed);
  const mesh = meshOf(seed, isSingle, isSoup, far);
  const full = copyOf(mesh);
  const build = (of: TriangleMesh) => (kind === "aabb" ? buildAabbTree(of, { leafSize }) : buildRTree(of));
  const tree = build(mesh);
  const other = build(full);
  const probe = buildAabbTree(randomSoup(seed + 1, 20, 0.5));
  for (const { at, share, isList } of ranges) {
    const count = Math.round(share * mesh.vertexCount);
    const from = Math.floor(at * (mesh.vertexCount - count));
    for (let v = from; v < from + count; v++) moveVertex(mesh.positions, v, 0.3, next);
    full.positions.set(mesh.positions);
    const stats: Partial<RefitStats> = {};
    // Once asked, a refit sums the sizes of the boxes on its way.
    if (tree.kind === "aabb" && seed % 2 === 0) degradation(tree);
    refit(tree, { ...namesOf(from, from + count, isList), stats });
    refit(other);
    expect(Buffer.compare(bytesOf(tree), bytesOf(other))).toBe(0);
    expect(stats.boxesFitted).toBeGreaterThanOrEqual(count > 0 ? 1 : 0);
    if (tree.kind === "aabb") {
      expect(stats.boxesFitted).toBeLessThanOrEqual(tree.nodeCount);
      // The copy for kernels follows: answers are those of the other tree.
      const { pairs } = findPairs(tree, probe);
      expect(pairs.join()).toBe(findPairs(other as AabbTree, probe).pairs.join());
    }
  }
  expect(validateTree(tree)).toEqual([]);
}

describe("refit of some vertices", () => {
  it("leaves the bytes of a full refit, by kernels (seed 21)", () => {
    fc.assert(
      fc.property(steps, (step) => withKernels(() => checkSteps(step))),
      { seed: 21, numRuns: randomCases(30) },
    );
  });

  it("leaves the bytes of a full refit, without kernels (seed 22)", () => {
    fc.assert(
      fc.property(steps, (step) => withoutKernels(() => checkSteps(step))),
      { seed: 22, numRuns: randomCases(30) },
    );
  });

  it("fits the boxes above the vertices and no others", () => {
    const mesh = smallTorus(40, 20, Float64Array);
    const tree = buildAabbTree(mesh, { leafSize: 1 });
    for (const run of [withKernels, withoutKernels]) {
      const stats: Partial<RefitStats> = {};
      run(() => refit(tree, { vertices: [17], stats }));
      // Six triangles meet in the vertex: a leaf each, and what is above.
      expect(stats.boxesFitted).toBeGreaterThan(6 + 4);
      expect(stats.boxesFitted).toBeLessThanOrEqual(6 * tree.depth);
      run(() => refit(tree, { from: 3, to: 3, stats }));
      expect(stats.boxesFitted).toBe(0);
      run(() => refit(tree, { from: 0, stats }));
      expect(stats.boxesFitted).toBe(tree.nodeCount);
      run(() => refit(tree, { stats }));
      expect(stats.boxesFitted).toBe(tree.nodeCount);
    }
  });

  it("counts the boxes of an R-tree, of its triangles too", () => {
    const tree = buildRTree(smallTorus(40, 20), { maxChildren: 4, minChildren: 2 });
    const stats: Partial<RefitStats> = {};
    refit(tree, { vertices: [17], stats });
    expect(stats.boxesFitted).toBeGreaterThan(6 + tree.depth - 2);
    expect(stats.boxesFitted).toBeLessThanOrEqual(6 * tree.depth);
    for (let triangle = 0; triangle < 100; triangle++) removeTriangle(tree, triangle);
    refit(tree, { from: 0, to: 60, stats });
    expect(validateTree(tree)).toEqual([]);
  });

  it("becomes a full refit where the vertices all become tiny, or are no longer", () => {
    for (const mesh of [smallTorus(), smallTorus(16, 10, Float64Array)]) {
      const tree = buildAabbTree(mesh);
      const rest = mesh.positions.slice();
      for (const factor of [1, 2 ** -60]) {
        for (let i = 0; i < rest.length; i++) mesh.positions[i] = (factor === 1 ? 2 ** -60 : 1) * rest[i];
        const stats: Partial<RefitStats> = {};
        refit(tree, { vertices: [0, 1], stats });
        expect(stats.boxesFitted).toBe(tree.nodeCount);
        expect(validateTree(tree)).toEqual([]);
      }
    }
  });

  it("becomes a full refit where one vertex moves the origin of an f64 mesh", () => {
    const mesh = createMesh({ positions: randomSoup(3, 200).positions.map((value) => value + 1000) });
    const tree = buildAabbTree(mesh);
    const extreme = mesh.positions.indexOf(Math.max(...mesh.positions));
    const inner = (extreme + 30) % mesh.positions.length;
    const stats: Partial<RefitStats> = {};
    mesh.positions[inner] = 1000.5;
    refit(tree, { vertices: [Math.floor(inner / 3)], stats });
    expect(stats.boxesFitted).toBeLessThan(tree.nodeCount / 2);
    mesh.positions[extreme] += 1;
    refit(tree, { vertices: [Math.floor(extreme / 3)], stats });
    expect(stats.boxesFitted).toBe(tree.nodeCount);
    // From zero to another origin: all but two of the triangles leave for a far place first.
    expect(validateTree(tree)).toEqual([]);
    const soup = randomSoup(4, 40);
    const zero = buildAabbTree(soup);
    soup.positions[0] = 1e6;
    refit(zero, { vertices: [0] });
    expect([...zero.origin]).toEqual([0, 0, 0]);
    for (let i = 1; i < soup.positions.length; i++) soup.positions[i] = 1e6 + (i % 7);
    refit(zero);
    soup.positions[0] = 0;
    refit(zero, { vertices: [0], stats });
    expect(stats.boxesFitted).toBe(zero.nodeCount);
    expect([...zero.origin]).toEqual([0, 0, 0]);
    soup.positions[0] = 1e6;
    refit(zero, { vertices: [0], stats });
    expect(stats.boxesFitted).toBe(zero.nodeCount);
    expect(validateTree(zero)).toEqual([]);
  });

  it("becomes a full refit after refitSwept, whose boxes are those of a motion", () => {
    const mesh = smallTorus();
    const tree = buildAabbTree(mesh);
    refitSwept(tree, mesh.positions.map((value) => 2 * value) as Float32Array);
    refit(tree, { vertices: [5] });
    expect(validateTree(tree)).toEqual([]);
  });

  it("refuses a bad coordinate of a named vertex, and leaves the tree as it was", () => {
    for (const tree of [buildAabbTree(smallTorus()), buildRTree(smallTorus())]) {
      const { positions } = tree.mesh;
      const before = bytesOf(tree).slice();
      positions[31] = Number.NaN;
      expect(() => refit(tree, { from: 8, to: 12 })).toThrow(MeshError);
      expect(() => refit(tree, { vertices: [10] })).toThrow(
        "positions[31] (vertex 10, y): NaN is not finite",
      );
      expect(bytesOf(tree)).toEqual(before);
      refit(tree, { from: 100, to: 101 }); // looks at no other vertex
      expect(bytesOf(tree)).toEqual(before);
    }
  });

  it("refuses vertices that the mesh does not have, before anything is fitted", () => {
    const tree = buildAabbTree(smallTorus());
    expect(() => refit(tree, { from: -1 })).toThrow("from: expected a whole number from 0 to 160, got -1");
    expect(() => refit(tree, { to: 161 })).toThrow("to: expected a whole number from 0 to 160, got 161");
    expect(() => refit(tree, { from: 5, to: 4 })).toThrow("from: 5 is beyond to, which is 4");
    expect(() => refit(tree, { vertices: [1, 160] })).toThrow(
      "vertices[1]: expected a whole number from 0 to 159",
    );
    expect(() => refit(tree, { vertices: [0.5] })).toThrow(OptionError);
    expect(() => refit(tree, { vertices: "12" as unknown as number[] })).toThrow(
      "vertices: expected vertex numbers",
    );
    expect(() => refit(tree, { vertices: [1], from: 0 })).toThrow("either a list or from and to");
    expect(() => refit(tree, { vertexes: [1] } as RefitOptions)).toThrow("did you mean vertices?");
    expect(() => refit(tree, { stats: [] as RefitOptions["stats"] })).toThrow("stats: expected an object");
  });
});

describeKernels("the copy for kernels after a partial refit", () => {
  it("is kept up to date, so that the next query needs no other", () => {
    for (const positions of [Float32Array, Float64Array]) {
      const mesh = smallTorus(40, 20, positions);
      const tree = buildAabbTree(mesh);
      const probe = buildAabbTree(smallTorus(9, 7));
      collide(tree, probe);
      collide(tree, probe);
      const copy = copyOfTree(tree)!;
      expect(copy).not.toBeNull();
      mesh.positions[30] += 0.01;
      refit(tree, { vertices: [10] });
      expect(copyOfTree(tree)).toEqual({ ...copy, wide: 0 });
      expect(runsDuring("pairs", () => collide(tree, probe))).toBe(1);
    }
  });

  it("is made by the first partial refit of an f32 mesh", () => {
    const tree = buildAabbTree(smallTorus(40, 20));
    const before = new Uint8Array(tree.buffer.slice(0));
    expect(runsDuring("fit", () => refit(tree, { from: 10, to: 20 }))).toBe(1);
    expect(new Uint8Array(tree.buffer)).toEqual(before);
    expect(copyOfTree(tree)).not.toBeNull();
    const probe = buildAabbTree(smallTorus(9, 7));
    refit(probe, { vertices: [0] });
    expect(runsDuring("pairs", () => collide(tree, probe))).toBe(1);
  });
});
