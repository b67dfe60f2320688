import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  bakePositions,
  buildAabbTree,
  castRay,
  castRayAll,
  createMesh,
  OptionError,
  PoseError,
  type QueryStats,
  type TriangleMesh,
} from "../../src/index.ts";
import { createBox, createIcosphere, createTorus } from "../../src/mesh/primitives/index.ts";
import { castRayByBruteForce } from "../../src/reference/index.ts";
import { latticeSoup, random, randomSoup, smallTorus } from "../meshes.ts";
import { anyPose, rotation } from "../poses.ts";
import { randomCases } from "../random-cases.ts";

const MODELS: [string, TriangleMesh][] = [
  ["random soup", randomSoup(3, 60, 0.5)],
  ["lattice soup", latticeSoup(5, 60)],
  ["torus", smallTorus()],
  ["box", createBox()],
];
const FAR = 64;

const dyadic = fc.integer({ min: -8, max: 8 }).map((x) => x / 4);
const vector = fc.tuple(dyadic, dyadic, dyadic);
const direction = vector.filter(([x, y, z]) => x !== 0 || y !== 0 || z !== 0);

describe("castRay", () => {
  for (const [name, mesh] of MODELS)
    it(`hits the triangles of brute force in integers, the first one first (${name})`, () => {
      const tree = buildAabbTree(mesh);
      fc.assert(
        fc.property(vector, direction, fc.option(anyPose), (from, along, toWorld) => {
          const hits = castRayAll(tree, from, along, { toWorld, maxT: FAR });
          const expected = castRayByBruteForce(mesh, from, along, FAR, { toWorld });
          const byTriangle = new Map(expected.map(({ triangle, t }) => [triangle, t]));
          expect(hits.length).toBe(expected.length);
          for (const { triangle, t } of hits) {
            expect(byTriangle.has(triangle)).toBe(true);
            expect(Math.abs(t - byTriangle.get(triangle)!)).toBeLessThanOrEqual(1e-12 * Math.max(1, t));
          }
          expect(castRay(tree, from, along, { toWorld, maxT: FAR })).toEqual(hits[0] ?? null);
          for (const { t, point } of hits) {
            expect(t).toBeGreaterThanOrEqual(0);
            for (let k = 0; k < 3; k++) expect(point[k]).toBe(from[k] + t * along[k]);
            expect(castRay(tree, from, along, { toWorld, maxT: t })).toEqual(hits[0]);
          }
        }),
        { numRuns: randomCases(20) },
      );
    });

  it("finds t: a ray that ends just before the hit misses, one that ends there hits", () => {
    const tree = buildAabbTree(createTorus({ majorSegments: 30, minorSegments: 20 }));
    const next = random(11);
    let hitCount = 0;
    for (let k = 0; k < 300; k++) {
      const from = [4 * next() - 2, 4 * next() - 2, 4 * next() - 2];
      const along = [next() - 0.5, next() - 0.5, next() - 0.5];
      const hit = castRay(tree, from, along);
      if (hit === null) continue;
      hitCount++;
      expect(castRay(tree, from, along, { maxT: hit.t })).toEqual(hit);
      expect(castRay(tree, from, along, { maxT: hit.t * (1 - 1e-12) })).toBe(null);
    }
    expect(hitCount).toBeGreaterThan(30);
  });

  it("is watertight: no ray from inside a closed sphere gets out between its triangles", () => {
    const mesh = createIcosphere({ subdivisions: 3 });
    const { positions } = mesh;
    const tree = buildAabbTree(mesh);
    const stats = {} as QueryStats;
    let exact = 0;
    // through every vertex and every edge's middle, in a pose that rounds everything
    const toWorld = rotation([0.3, 0.8, -0.2, 0.5], [0.1, -0.3, 0.2]);
    const world = bakePositions(positions, toWorld);
    for (let v = 0; v < mesh.vertexCount; v++) {
      const along = [0, 1, 2].map((k) => world[3 * v + k] - toWorld[12 + k]);
      expect(castRay(tree, toWorld.slice(12, 15), along, { toWorld, stats })).not.toBe(null);
      exact += stats.exactTests;
    }
    expect(exact).toBeGreaterThan(0);
  });

  it("hits all triangles at a vertex, and passes an odd number of surfaces from inside", () => {
    const tree = buildAabbTree(createBox({ size: 2 }));
    const corner = castRayAll(tree, [0, 0, 0], [1, 1, 1]);
    expect(corner.every(({ t }) => t === 1)).toBe(true);
    expect(new Set(corner.map(({ normal }) => normal.join())).size).toBe(3);
  });

  it("meets a coplanar triangle where it enters it, and a degenerate one as the segment it is", () => {
    const flat = createMesh({
      positions: Float64Array.of(0, 0, 0, 4, 0, 0, 0, 4, 0, 5, 5, 0, 5, 9, 0, 5, 7, 0),
    });
    const tree = buildAabbTree(flat);
    expect(castRay(tree, [-1, 1, 0], [1, 0, 0])).toMatchObject({ triangle: 0, t: 1 });
    expect(castRay(tree, [1, 1, 0], [1, 0, 0])).toMatchObject({ triangle: 0, t: 0 });
    expect(castRay(tree, [7, 6, 0], [-1, 0, 0])).toMatchObject({ triangle: 1, t: 2, normal: [0, 0, 0] });
    expect(castRay(tree, [5, 1, 0], [0, 2, 0])).toMatchObject({ triangle: 1, t: 2 });
    expect(castRay(tree, [5, 10, 0], [0, 1, 0])).toBe(null);
    expect(castRay(tree, [5, 6, -3], [0, 0, 1])).toMatchObject({ triangle: 1, t: 3 });
  });

  it("tells front from back, whatever the pose, mirrors included", () => {
    const tree = buildAabbTree(createBox());
    const mirror = [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1];
    expect(castRay(tree, [3, 0.1, 0.2], [-1, 0, 0], { side: "front" })).toMatchObject({
      t: 2.5,
      normal: [1, 0, 0],
    });
    expect(castRay(tree, [3, 0.1, 0.2], [-1, 0, 0], { side: "back" })).toMatchObject({ t: 3.5 });
    expect(castRay(tree, [3, 0.1, 0.2], [-1, 0, 0], { side: "front", toWorld: mirror })).toMatchObject({
      t: 3.5,
    });
  });

  it("needs few box tests, and no exact ones for a generic ray", () => {
    const tree = buildAabbTree(createTorus({ majorSegments: 100, minorSegments: 100 }));
    const stats = {} as QueryStats;
    castRay(tree, [3, 0.01, 0.02], [-1, 0.01, 0.003], { stats });
    expect(stats.boxTests).toBeLessThan(120);
    expect(stats.triangleTests).toBeLessThan(20);
    expect(stats.exactTests).toBe(0);
  });

  it("gives the same answer far from zero, and with a tiny or huge direction", () => {
    const mesh = createMesh({
      positions: createBox().positions.map((x) => x) as Float32Array,
      indices: createBox().indices,
    });
    const tree = buildAabbTree(mesh);
    const far = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1e8, 1e8, 1e8, 1];
    expect(castRay(tree, [1e8, 1e8, 1e8], [0, 0, 1], { toWorld: far })?.t).toBe(0.5);
    for (const size of [1e-200, 1e-20, 1e20])
      expect(castRay(tree, [0, 0.1, 0], [0, 0, size])?.t).toBeCloseTo(
        0.5 / size,
        -Math.log10(0.5 / size) + 9,
      );
    expect(castRay(tree, [0, 0.1, -1e15], [0, 0, 1])?.t).toBe(1e15 - 0.5);
  });

  it("rejects unusable arguments by name", () => {
    const tree = buildAabbTree(createBox());
    expect(() => castRay(tree, [0, 0], [0, 0, 1])).toThrow(
      new OptionError("origin: expected 3 numbers, got 2"),
    );
    expect(() => castRay(tree, [0, NaN, 0], [0, 0, 1])).toThrow(
      "origin[1]: NaN is not a number within ±2^100",
    );
    expect(() => castRay(tree, [0, 0, 0], [0, 0, 0])).toThrow("direction: has no length");
    expect(() => castRay(tree, [0, 0, 0], [1, 0, 0], { maxT: NaN })).toThrow("maxT: NaN");
    expect(() => castRay(tree, [0, 0, 0], [1, 0, 0], { side: "left" as "both" })).toThrow(
      'side: left is not "both"',
    );
    expect(() => castRay(tree, [0, 0, 0], [1, 0, 0], { toWorld: new Array(16).fill(0) })).toThrow(PoseError);
    expect(() => castRay(null as never, [0, 0, 0], [1, 0, 0])).toThrow(
      'castRay: expected a tree of the kind "aabb"',
    );
  });
});
