import { describe, expect, it } from "vitest";
import {
  buildAabbTree,
  buildObbTree,
  type ContactCache,
  collide,
  createMesh,
  OptionError,
  PoseError,
  type QueryStats,
} from "../../src/index.ts";
import { areKernelsAvailable } from "../../src/kernels/available.ts";
import { withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createBox, createTorus } from "../../src/mesh/primitives/index.ts";
import { rotation } from "../poses.ts";

const box = buildAabbTree(createBox());
const torus = buildAabbTree(createTorus({ majorSegments: 50, minorSegments: 50 }));

function moved(x: number, y = 0, z = 0): number[] {
  return [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1];
}

describe("collide", () => {
  it("counts touching as a collision: unit cubes face to face, edge to edge, corner to corner", () => {
    expect(collide(box, box, { bToWorld: moved(1) })).toBe(true);
    expect(collide(box, box, { bToWorld: moved(1, 1) })).toBe(true);
    expect(collide(box, box, { bToWorld: moved(-1, 1, -1) })).toBe(true);
  });

  it("tells a gap of one unit in the last place from touching", () => {
    expect(collide(box, box, { bToWorld: moved(1 + 2 ** -52) })).toBe(false);
    expect(collide(box, box, { aToWorld: moved(3), bToWorld: moved(4 + 2 ** -50) })).toBe(false);
  });

  it("tests surfaces: a small cube inside a large one does not touch it", () => {
    const small = buildAabbTree(createBox({ size: 0.5 }));
    expect(collide(box, small)).toBe(false);
  });

  it("needs no triangle test for models far apart, and one box test", () => {
    const stats = {} as QueryStats;
    expect(collide(torus, torus, { bToWorld: moved(10), stats })).toBe(false);
    expect(stats).toMatchObject({ boxTests: 1, triangleTests: 0, exactTests: 0 });
  });

  it("reports the exit axis of every box test", () => {
    const stats = {} as QueryStats;
    for (const test of ["sat", "sat-lite"] as const) {
      let onEdges = 0;
      for (let k = 0; k < 10; k++) {
        const bToWorld = rotation([0.9, 0.3, -0.5, 0.2], [1.9 + 0.1 * k, 0.5, 0.7]);
        collide(torus, torus, { bToWorld, test, stats });
        expect(stats.exitAxes.reduce((sum, n) => sum + n, 0)).toBe(stats.boxTests);
        onEdges += stats.exitAxes.slice(6, 15).reduce((sum, n) => sum + n, 0);
      }
      if (test === "sat-lite") expect(onEdges).toBe(0);
      else expect(onEdges).toBeGreaterThan(0);
    }
  });

  it("decides generic poses by the filter alone, and touching ones exactly", () => {
    const stats = {} as QueryStats;
    const turned = [0.8, 0.6, 0, 0, -0.6, 0.8, 0, 0, 0, 0, 1, 0, 0.9, 0.31, 0.27, 1];
    expect(collide(torus, torus, { bToWorld: turned, stats })).toBe(true);
    expect(stats.exactTests).toBe(0);
    // Faces touch, and no corners coincide.
    expect(collide(box, box, { bToWorld: moved(1, 0.25), stats })).toBe(true);
    expect(stats.exactTests).toBeGreaterThan(0);
  });

  it("needs no exact arithmetic where corners coincide", () => {
    const stats = {} as QueryStats;
    expect(collide(box, box, { bToWorld: moved(1), stats })).toBe(true);
    expect(stats.exactTests).toBe(0);
  });

  it("with a cache retries last frame's triangles first: no box test while they still meet, and one triangle test without kernels", () => {
    const cache: ContactCache = {};
    const stats = {} as QueryStats;
    expect(collide(torus, torus, { bToWorld: moved(1.2, 0.3), cache, stats })).toBe(true);
    expect(stats.boxTests).toBeGreaterThan(0);
    expect(cache.triangleA).toBeGreaterThanOrEqual(0);
    expect(collide(torus, torus, { bToWorld: moved(1.2001, 0.3), cache, stats })).toBe(true);
    // Kernels test two neighbours against two, which takes them as long as one pair.
    expect(stats).toMatchObject({ boxTests: 0, triangleTests: areKernelsAvailable() ? 4 : 1 });
    const again = { bToWorld: moved(1.2001, 0.3), cache, stats };
    expect(withoutKernels(() => collide(torus, torus, again))).toBe(true);
    expect(stats).toMatchObject({ boxTests: 0, triangleTests: 1 });
  });

  it("with a cache gives the answers it gives without, over a path that leaves and returns", () => {
    const cache: ContactCache = {};
    for (let step = 0; step <= 80; step++) {
      const bToWorld = moved(1 + 2.5 * Math.sin(step / 10), 0.2, 0.1);
      expect(collide(torus, torus, { bToWorld, cache }), `step ${step}`).toBe(
        collide(torus, torus, { bToWorld }),
      );
    }
  });

  it("is not misled by a cache from other models", () => {
    const cache = { triangleA: 4999, triangleB: 4999, slotA: 4999, slotB: 4999 };
    expect(collide(box, box, { bToWorld: moved(5), cache })).toBe(false);
  });

  it("takes poses as any array of 16: three.js elements, Float32Array, Float64Array", () => {
    for (const bToWorld of [moved(0.5), Float32Array.from(moved(0.5)), Float64Array.from(moved(0.5))])
      expect(collide(box, box, { bToWorld })).toBe(true);
  });

  it("works for meshes of a single triangle, which have a leaf for a root", () => {
    const one = buildAabbTree(createMesh({ positions: new Float32Array([0, 0, 0, 0.1, 0, 0, 0, 0.1, 0]) }));
    expect(collide(one, one)).toBe(true);
    expect(collide(one, one, { bToWorld: moved(0, 0, 1) })).toBe(false);
    expect(collide(one, torus)).toBe(false);
    expect(collide(torus, one, { bToWorld: moved(1.35) })).toBe(true);
  });

  const badPoses: [string, number[], RegExp][] = [
    ["too short", [1, 0, 0], /bToWorld: expected 16 numbers .*got 3/],
    ["not finite", moved(Number.NaN), /bToWorld\[12\]: NaN is not a finite number/],
    ["infinite", moved(0, Infinity), /bToWorld\[13\]: Infinity/],
    ["row-major, so not affine", [1, 0, 0, 5, 0, 1, 0, 6, 0, 0, 1, 7, 0, 0, 0, 1], /not affine.*got 5 6 7 1/],
    [
      "singular",
      [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1],
      /bToWorld: singular, its determinant is 0/,
    ],
    ["singular to f64", [1, 2, 3, 0, 1, 2, 3 + 2 ** -51, 0, 5, 7, 9, 0, 0, 0, 0, 1], /bToWorld: singular/],
    ["out of range", moved(2 ** 101), /bToWorld: moves the mesh to coordinates of about 2\.5/],
  ];
  for (const [name, bToWorld, message] of badPoses) {
    it(`refuses a pose that is ${name}`, () => {
      expect(() => collide(box, box, { bToWorld })).toThrow(PoseError);
      expect(() => collide(box, box, { bToWorld })).toThrow(message);
    });
  }

  it("tells callers who pass a three.js matrix what to pass", () => {
    const matrix = { elements: moved(1) } as unknown as number[];
    expect(() => collide(box, box, { bToWorld: matrix })).toThrow(
      /of a three\.js matrix, its elements.*without a length/,
    );
  });

  it("inverts a pose whose determinant underflows", () => {
    const huge = buildAabbTree(createBox({ size: 1e25 }));
    const pose = moved(0).map((value, i) => (i < 15 ? value * 1e-110 : value));
    expect(collide(huge, huge, { aToWorld: pose, bToWorld: pose })).toBe(true);
  });

  it("rejects vertices that became NaN without a refit instead of answering no", () => {
    const mesh = createBox();
    const tree = buildAabbTree(mesh);
    mesh.positions.fill(Number.NaN);
    expect(() => collide(tree, box)).toThrow(/NaN: vertices were changed without a refit/);
  });

  it("is not disturbed by a query that runs while its options are read", () => {
    const options = {
      aToWorld: moved(9),
      get bToWorld() {
        collide(box, box);
        return moved(0);
      },
    };
    expect(collide(box, box, options)).toBe(false);
  });

  it("rejects trees of different kinds and unknown options by name", () => {
    const obb = buildObbTree(createBox());
    expect(() => collide(box, obb)).toThrow(/two trees of one kind.*"aabb" and "obb"/);
    expect(() => collide(createBox() as never, box)).toThrow(/object without a kind/);
    expect(() => collide(box, undefined as never)).toThrow(OptionError);
    expect(() => collide(box, box, { test: "quick" as never })).toThrow(
      'test: quick is not "sat-lite" or "sat"',
    );
    expect(() => collide(box, box, { order: "random" as never })).toThrow(/order: random is not/);
    expect(() => collide(box, box, { descend: "none" as never })).toThrow(/descend: none is not/);
  });
});
