import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type AabbTree,
  bakePositions,
  buildAabbTree,
  buildObbTree,
  collidesItself,
  createMesh,
  findSelfPairs,
  MeshError,
  OptionError,
  PoseError,
  type QueryStats,
  refit,
  type SelfOptions,
  type TriangleMesh,
} from "../../src/index.ts";
import { withKernels } from "../../src/kernels/kernel-choice.ts";
import { createBox, createPlaneGrid, createTorusKnot } from "../../src/mesh/primitives/index.ts";
import type { SelfLayerCache } from "../../src/papers.ts";
import { findSelfPairsByBruteForce } from "../../src/reference/index.ts";
import { AABB_LINK } from "../../src/trees/layout.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

// Contracts of self pairs: (1) the answer is brute force's, whatever the tree (2) posed = baked (3) a refitted tree
// answers as a rebuilt one (4) collidesItself says whether there is any pair (5) degenerate triangles are in no pair.

const EXCLUDES: SelfOptions["exclude"][] = ["none", "shared-edge", "shared-vertex", 0, 1, 2, 3];
const TOPOLOGIES = ["index", "position"] as const;

/** Few vertices on a lattice and many triangles among them: shared corners and edges, duplicates, degenerates. */
function latticeMesh(seed: number, count: number, vertices = 14): TriangleMesh {
  const next = random(seed);
  const positions = new Float64Array(3 * vertices).map(() => Math.floor(4 * next()));
  const indices = new Uint16Array(3 * count).map(() => Math.floor(vertices * next()));
  return createMesh({ positions, indices });
}

/** A sheet folded along x = 0 onto itself, at an angle in the plane so that nothing lies corner on corner. */
function foldedGrid(columns: number, rows: number, shift: number): TriangleMesh {
  const grid = createPlaneGrid({ columns, rows });
  const { positions } = grid;
  for (let i = 0; i < positions.length; i += 3) {
    if (positions[i] <= 0) continue;
    positions[i] = -positions[i];
    positions[i + 2] += shift;
  }
  return grid;
}

function unweld(mesh: TriangleMesh): TriangleMesh {
  const positions = new Float64Array(9 * mesh.triangleCount);
  for (let c = 0; c < 3 * mesh.triangleCount; c++)
    for (let axis = 0; axis < 3; axis++)
      positions[3 * c + axis] = mesh.positions[3 * (mesh.indices?.[c] ?? c) + axis];
  return createMesh({ positions });
}

function expectTwin(tree: AabbTree, options: SelfOptions = {}): void {
  const expected = findSelfPairsByBruteForce(tree.mesh, options);
  const { pairs, degenerateTriangles, count } = findSelfPairs(tree, options);
  expect([...pairs]).toEqual([...expected.pairs]);
  expect(2 * count).toBe(pairs.length);
  expect([...degenerateTriangles]).toEqual([...expected.degenerateTriangles]);
  expect(collidesItself(tree, options)).toBe(count > 0);
  const byKernels = withKernels(() => findSelfPairs(tree, options));
  expect([...byKernels.pairs]).toEqual([...expected.pairs]);
  expect([...byKernels.degenerateTriangles]).toEqual([...expected.degenerateTriangles]);
  const byLayers = { ...options, by: "layers" as const, cache: {} as SelfLayerCache };
  expect([...findSelfPairs(tree, byLayers).pairs]).toEqual([...expected.pairs]);
  expect(collidesItself(tree, byLayers)).toBe(count > 0); // from the order that was left
  const byEveryLayer = { ...options, by: "every-layer" as const, cache: {} as SelfLayerCache };
  expect([...findSelfPairs(tree, byEveryLayer).pairs]).toEqual([...expected.pairs]);
  expect(collidesItself(tree, byEveryLayer)).toBe(count > 0);
  for (const by of ["layers", "every-layer"] as const) {
    const byAxes = { ...options, by, sort: "axes" as const, cache: {} as SelfLayerCache };
    expect([...findSelfPairs(tree, byAxes).pairs]).toEqual([...expected.pairs]);
    expect(collidesItself(tree, byAxes)).toBe(count > 0);
  }
}

const meshes: [string, (seed: number, count: number) => TriangleMesh][] = [
  ["random soup", (seed, count) => randomSoup(seed, count, 0.4)],
  ["lattice soup", (seed, count) => latticeSoup(seed, count)],
  ["lattice mesh", (seed, count) => latticeMesh(seed, count)],
  ["folded grid", (seed, count) => foldedGrid(1 + (count % 7), 1 + (seed % 4), (seed % 3) / 8)],
  [
    "crushed torus",
    (seed) => {
      const torus = smallTorus(6, 4, Float64Array);
      const next = random(seed);
      for (let i = 0; i < torus.positions.length; i++) torus.positions[i] += 0.5 * (next() - 0.5);
      return torus;
    },
  ],
];

describe("findSelfPairs", () => {
  for (const [name, create] of meshes)
    it(`agrees with brute force: any neighbours omitted, either topology, any tree (${name}, seed 11)`, () => {
      fc.assert(
        fc.property(
          fc.nat(1000),
          fc.integer({ min: 1, max: 30 }),
          fc.constantFrom(...EXCLUDES),
          fc.constantFrom(...TOPOLOGIES),
          fc.constantFrom("sah", "midpoint", "median"),
          fc.constantFrom(1, 2, 5),
          fc.boolean(),
          (seed, count, exclude, topology, split, leafSize, isSoup) => {
            const mesh = create(seed, count);
            expectTwin(buildAabbTree(isSoup ? unweld(mesh) : mesh, { split, leafSize }), {
              exclude,
              topology,
            });
          },
        ),
        { numRuns: randomCases(10), seed: 11 },
      );
    });

  it("gives equal answers posed and baked, whatever the exclusion and topology (seed 12)", () => {
    fc.assert(
      fc.property(
        fc.nat(1000),
        fc.integer({ min: 2, max: 24 }),
        anyPose,
        fc.constantFrom(...EXCLUDES),
        fc.constantFrom(...TOPOLOGIES),
        fc.constantFrom(...meshes.map(([, create]) => create)),
        (seed, count, toWorld, exclude, topology, create) => {
          const mesh = create(seed, count);
          const tree = buildAabbTree(mesh);
          expectTwin(tree, { toWorld, exclude, topology });
          const baked = createMesh({
            positions: bakePositions(mesh.positions, toWorld),
            indices: mesh.indices,
          });
          const options = { exclude, topology };
          expect(findSelfPairs(tree, { ...options, toWorld }).pairs).toEqual(
            findSelfPairs(buildAabbTree(baked), options).pairs,
          );
        },
      ),
      { numRuns: randomCases(10), seed: 12 },
    );
  });

  it("gives equal answers posed and baked where rounding far from the origin makes triangles meet", () => {
    // Two sheets 2^-40 apart; at 2^20 the distance is lost, and they touch.
    const positions = Float64Array.of(
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      1,
      0,
      0,
      0,
      2 ** -40,
      1,
      0,
      2 ** -40,
      0,
      1,
      2 ** -40,
    );
    const tree = buildAabbTree(createMesh({ positions }), { leafSize: 1 });
    expect(findSelfPairs(tree).count).toBe(0);
    const toWorld = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 2 ** 20, 1];
    expect(findSelfPairs(tree, { toWorld }).count).toBe(1);
    expectTwin(tree, { toWorld, topology: "position" });
  });

  it("gives equal answers after a refit and after a rebuild, through large deformations (seed 3)", () => {
    const mesh = smallTorus(20, 12, Float64Array);
    const rest = mesh.positions.slice();
    const next = random(3);
    const tree = buildAabbTree(mesh);
    const into = findSelfPairs(tree);
    const cache: SelfLayerCache = {};
    for (let frame = 0; frame < 8; frame++) {
      for (let i = 0; i < rest.length; i++)
        mesh.positions[i] = rest[i] * (1 - 0.12 * frame) + 0.12 * frame * next();
      refit(tree);
      const found = findSelfPairs(tree, { into });
      expect(found).toBe(into);
      expect(found.pairs).toEqual(findSelfPairs(buildAabbTree(mesh)).pairs);
      expect(findSelfPairs(tree, { by: "layers", cache }).pairs).toEqual(found.pairs);
      if (frame % 7 === 0) expect(found.count > 0).toBe(frame === 7);
    }
  });

  it("finds nothing in models without self-intersections, and decides them by the filter alone", () => {
    for (const mesh of [createBox(), createTorusKnot(), smallTorus(40, 20)]) {
      const stats = {} as QueryStats;
      expect(findSelfPairs(buildAabbTree(mesh), { stats }).count).toBe(0);
      expect(collidesItself(buildAabbTree(mesh))).toBe(false);
    }
    const { stats } = findSelfPairs(buildAabbTree(createTorusKnot()));
    expect(stats.triangleTests).toBeGreaterThan(1000);
    expect(stats.boxTests).toBeGreaterThan(stats.triangleTests);
    expect(stats.exactTests).toBeLessThan(stats.triangleTests / 100);
  });

  it("decides a flat sheet, whose triangles lie side by side, almost without exact arithmetic", () => {
    const { stats, count } = findSelfPairs(buildAabbTree(createPlaneGrid({ columns: 30, rows: 20 })));
    expect(count).toBe(0);
    expect(stats.triangleTests).toBeGreaterThan(6 * 1000);
    expect(stats.exactTests).toBeLessThan(stats.triangleTests / 20);
  });

  it("by layers accepts another tree in the cache, counts its box tests, and needs no refit", () => {
    const cache: SelfLayerCache = {};
    const meshes = [randomSoup(21, 60, 0.5), randomSoup(22, 90, 0.5), randomSoup(23, 90, 0.5)];
    for (const mesh of [...meshes, ...meshes]) {
      const tree = buildAabbTree(mesh);
      const { pairs, stats } = findSelfPairs(tree, { by: "layers", cache });
      const descent = findSelfPairs(tree);
      expect(pairs).toEqual(descent.pairs);
      expect(stats.boxTests).toBeGreaterThanOrEqual(stats.triangleTests);
      expect(stats.triangleTests).toBeGreaterThan(0);
      // f64 boxes here, f32 boxes rounded outward there
      expect(stats.triangleTests).toBeLessThanOrEqual(descent.stats.triangleTests);
      mesh.positions.reverse();
      expect(findSelfPairs(tree, { by: "layers", cache }).pairs).toEqual(
        findSelfPairs(buildAabbTree(mesh)).pairs,
      );
    }
  });

  it("by every layer keeps the order of every level between frames, and sorts more boxes than by layers (seed 24)", () => {
    const mesh = randomSoup(24, 200, 0.4);
    const tree = buildAabbTree(mesh);
    const caches: [SelfLayerCache, SelfLayerCache, SelfLayerCache] = [{}, {}, {}];
    let firstLevels: SelfLayerCache["levels"][] = [];
    for (let frame = 0; frame < 5; frame++) {
      const byAxes = findSelfPairs(tree, { by: "every-layer", sort: "axes", cache: caches[2] });
      expect(byAxes.pairs).toEqual(findSelfPairs(tree).pairs);
      const every = findSelfPairs(tree, { by: "every-layer", cache: caches[0] });
      const last = findSelfPairs(tree, { by: "layers", cache: caches[1] });
      expect(every.pairs).toEqual(findSelfPairs(tree).pairs);
      expect(every.stats.boxTests).toBeGreaterThan(last.stats.boxTests);
      expect(caches[0].levels).toHaveLength(tree.depth);
      if (frame === 0) firstLevels = caches.map(({ levels }) => [...levels!]);
      caches.forEach(({ levels }, k) => {
        levels!.forEach((level, depth) => {
          expect(level).toBe(firstLevels[k]![depth]);
        });
      });
      for (let i = 0; i < mesh.positions.length; i += 3) mesh.positions[i] += 0.01 * (i % 7);
      refit(tree);
    }
  });

  it.each(["lists", "axes"] as const)(
    "by every layer, sorted by %s, swaps nothing in a still frame (seed 25)",
    (sort) => {
      const tree = buildAabbTree(randomSoup(25, 200, 0.4));
      const cache: SelfLayerCache = {};
      findSelfPairs(tree, { by: "every-layer", sort, cache });
      let [swaps, most] = [0, 0];
      Object.defineProperty(cache.stats, "swaps", {
        get: () => swaps,
        set(value: number) {
          swaps = value;
          most = Math.max(most, swaps); // every level begins at 0
        },
      });
      findSelfPairs(tree, { by: "every-layer", sort, cache });
      expect(most).toBe(0);
      cache.levels = [];
      findSelfPairs(tree, { by: "every-layer", sort, cache });
      expect(most).toBeGreaterThan(0);
    },
  );

  it("by every layer, sorted by axes, holds all overlapping nodes of every level, of inner nodes, too (seed 26)", () => {
    const tree = buildAabbTree(randomSoup(26, 200, 0.4), { leafSize: 1 });
    const cache: SelfLayerCache = {};
    findSelfPairs(tree, { by: "every-layer", sort: "axes", cache });
    let innerPairs = 0;
    for (const { nodes, sort } of cache.levels!) {
      const expected: string[] = [];
      for (let q = 0; q < nodes.length; q++)
        for (let p = 0; p < q; p++) {
          const [a, b] = [nodes[p], nodes[q]].map((at) => tree.nodes.subarray(at, at + 6));
          if (![0, 1, 2].every((k) => a[k] <= b[k + 3] && b[k] <= a[k + 3])) continue;
          expected.push(`${p} ${q}`);
          if ([p, q].every((k) => tree.links[nodes[k] + AABB_LINK] >= 0)) innerPairs++;
        }
      if (sort.kind !== "axes") throw new Error("sorted by lists");
      const { ids, bits } = sort.axes.states;
      const held = [...bits.keys()].filter((place) => bits[place] === 0b111);
      expect(held.map((place) => `${ids[2 * place]} ${ids[2 * place + 1]}`).sort()).toEqual(expected.sort());
    }
    expect(innerPairs).toBeGreaterThan(100);
  });

  it("reports the edges of an unwelded cube by index, and not by position", () => {
    const tree = buildAabbTree(unweld(createBox()));
    expect(findSelfPairs(tree).count).toBeGreaterThan(12);
    expect(findSelfPairs(tree, { topology: "position" }).count).toBe(0);
  });

  it("reports duplicates as pairs, and degenerate triangles only in a separate list", () => {
    const positions = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 0, 0);
    const indices = Uint16Array.of(0, 1, 2, 2, 0, 1, 0, 1, 4, 3, 3, 0);
    const tree = buildAabbTree(createMesh({ positions, indices }));
    const { pairs, degenerateTriangles } = findSelfPairs(tree);
    expect([...pairs]).toEqual([0, 1]);
    expect([...degenerateTriangles]).toEqual([2, 3]);
    expect(findSelfPairs(tree, { exclude: "shared-edge" }).count).toBe(0);
  });

  it("omits triangles within n rings, counted by steps over common corners", () => {
    // A strip rolled up so that all its triangles share one point of space, but few share a corner.
    const count = 8;
    const positions = new Float64Array(3 * (count + 2));
    for (let v = 0; v < count + 2; v++) positions.set([Math.cos(2 * v), Math.sin(2 * v), (v % 3) / 9], 3 * v);
    const indices = Uint16Array.from({ length: 3 * count }, (_, k) => Math.floor(k / 3) + (k % 3));
    const tree = buildAabbTree(createMesh({ positions, indices }));
    const pairsBeyond = (exclude: number) => {
      const { pairs } = findSelfPairs(tree, { exclude });
      return [...pairs.keys()].filter((k) => k % 2 === 0).map((k) => pairs[k + 1] - pairs[k]);
    };
    // In a strip, triangles up to two apart share a corner, so n rings reach 2n triangles.
    expect(Math.min(...pairsBeyond(1))).toBe(3);
    expect(Math.min(...pairsBeyond(2))).toBe(5);
    expect(Math.min(...pairsBeyond(3))).toBe(7);
    expect(pairsBeyond(4)).toEqual([]);
    expect(pairsBeyond(1_000_000)).toEqual([]);
  });

  it("accepts a tree of one leaf, and a mesh of one triangle", () => {
    const soup = randomSoup(5, 150, 0.5);
    const tree = buildAabbTree(soup, { leafSize: 1000 });
    expect(tree.nodeCount).toBe(1);
    expect(findSelfPairs(tree).pairs).toEqual(findSelfPairs(buildAabbTree(soup)).pairs);
    expect(findSelfPairs(buildAabbTree(randomSoup(1, 1))).count).toBe(0);
  });

  it("does not mix two queries when an option is a getter that runs another", () => {
    const tree = buildAabbTree(latticeMesh(4, 40));
    const plain = findSelfPairs(tree, { exclude: "shared-edge" });
    const nosy = {
      get exclude() {
        findSelfPairs(buildAabbTree(randomSoup(8, 30)));
        return "shared-edge" as const;
      },
    };
    expect(findSelfPairs(tree, nosy).pairs).toEqual(plain.pairs);
  });

  it("rejects bad options with an error that names option and value", () => {
    const tree = buildAabbTree(smallTorus());
    const bad = (options: unknown) => () => findSelfPairs(tree, options as SelfOptions);
    expect(bad({ exclude: "edges" })).toThrow(OptionError);
    expect(bad({ exclude: "edges" })).toThrow("exclude: edges is not");
    expect(bad({ exclude: -1 })).toThrow("exclude: -1");
    expect(bad({ exclude: 1.5 })).toThrow("exclude: 1.5");
    expect(bad({ exclude: Number.NaN })).toThrow("exclude: NaN");
    expect(bad({ topology: "uv" })).toThrow("topology: uv is not");
    expect(bad({ sort: "cells" })).toThrow('sort: cells is not "lists" or "axes"');
    expect(bad({ by: "sorting" })).toThrow('by: sorting is not "descent", "layers" or "every-layer"');
    expect(bad({ by: "layers", cache: [] })).toThrow("cache: expected an object to be filled, such as {}");
    expect(bad({ cache: null })).toThrow("cache: expected an object to be filled, such as {}, got null");
    expect(bad({ toWorld: [1, 2, 3] })).toThrow(PoseError);
    expect(bad({ toWorld: [...new Array(15).fill(0), 1] })).toThrow("toWorld: singular");
    const obb = buildObbTree(smallTorus()) as unknown as AabbTree;
    expect(() => findSelfPairs(obb)).toThrow(
      'findSelfPairs: expected a tree of the kind "aabb" or "r-tree", got "obb"',
    );
    expect(() => collidesItself(obb)).toThrow("collidesItself");
  });

  it("throws MeshError when vertices became NaN without a refit", () => {
    const mesh = smallTorus();
    const tree = buildAabbTree(mesh);
    mesh.positions[7] = Number.NaN;
    expect(() => findSelfPairs(tree)).toThrow(MeshError);
    expect(() => findSelfPairs(tree, { by: "layers" })).toThrow(MeshError);
    expect(() => collidesItself(tree)).toThrow(MeshError);
  });
});
