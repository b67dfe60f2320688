import { describe, expect, it } from "vitest";
import {
  type AabbTree,
  buildAabbTree,
  buildObbTree,
  createMesh,
  findSelfPairs,
  OptionError,
  type RefitStats,
  refit,
} from "../../src/index.ts";
import { withKernels, withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createTorus } from "../../src/mesh/primitives/index.ts";
import { summedSizes } from "../../src/trees/spread.ts";
import { degradation, restoreTree, saveTree, shouldRebuild } from "../../src/trees.ts";
import { random, randomSoup, smallTorus } from "../meshes.ts";

/** The spread by its definition, in f64 from the vertices alone. */
function spreadByDefinition({ mesh, nodes, links, corners }: AabbTree): number {
  let boxes = 0;
  for (let at = 0; at < links.length; at += 8)
    for (let axis = 0; axis < 3; axis++) boxes += nodes[at + 3 + axis] - nodes[at + axis];
  let triangles = 0;
  for (let c = 0; c < corners.length; c += 3)
    for (let axis = 0; axis < 3; axis++) {
      const along = [0, 1, 2].map((k) => mesh.positions[3 * corners[c + k] + axis]);
      triangles += Math.max(...along) - Math.min(...along);
    }
  return boxes / triangles;
}

/** The sums that the tree remembers are those of its boxes and triangles. */
function expectFresh(tree: AabbTree): void {
  const { sizes } = tree.fitCount;
  const fresh = summedSizes(tree);
  expect(sizes!.boxes / fresh.boxes).toBeCloseTo(1, 12);
  expect(sizes!.triangles / fresh.triangles).toBeCloseTo(1, 12);
}

describe("shouldRebuild", () => {
  it("divides the current spread by that of the build, whether kernels or TypeScript summed it (seed 8)", () => {
    for (const Positions of [Float32Array, Float64Array])
      for (const run of [withKernels, withoutKernels])
        run(() => {
          const next = random(8);
          const mesh = smallTorus(40, 20, Positions);
          const tree = buildAabbTree(mesh);
          const built = spreadByDefinition(tree);
          const check = () =>
            expect(degradation(tree) / (spreadByDefinition(tree) / built)).toBeCloseTo(1, 5);
          for (let frame = 0; frame < 20; frame++) {
            const from = frame % 4 === 0 ? 0 : Math.floor(next() * 780);
            const to = frame % 4 === 0 ? mesh.vertexCount : from + 20;
            for (let i = 3 * from; i < 3 * to; i++) mesh.positions[i] += 0.2 * (next() - 0.5);
            refit(tree, { from, to });
            if (frame % 3 > 0) check();
          }
          check();
          expect(degradation(tree)).not.toBeCloseTo(1, 2);
        });
  });

  it("is kept up to date by partial refits, so that nobody passes over the tree again (seed 9)", () => {
    for (const Positions of [Float32Array, Float64Array])
      for (const run of [withKernels, withoutKernels])
        run(() => {
          const next = random(9);
          const mesh = smallTorus(40, 20, Positions);
          const tree = buildAabbTree(mesh, { leafSize: 3 });
          refit(tree, { vertices: [0] });
          degradation(tree);
          for (let step = 0; step < 40; step++) {
            const vertices = Array.from({ length: 1 + (step % 7) }, () =>
              Math.floor(next() * mesh.vertexCount),
            );
            for (const v of vertices)
              for (let k = 0; k < 3; k++) mesh.positions[3 * v + k] += 0.2 * (next() - 0.5);
            const stats: Partial<RefitStats> = {};
            refit(tree, { vertices, stats });
            expect(stats.boxesFitted).toBeLessThan(tree.nodeCount);
            expectFresh(tree);
          }
          // All boxes are fitted in between, and nothing is known of single leaves.
          for (const refitted of [{ from: 0, to: 10 }, {}, { from: 0, to: 10 }, { from: 0, to: 12 }]) {
            for (let k = 0; k < 30; k++) mesh.positions[k] += 0.3 * (next() - 0.5);
            refit(tree, refitted);
          }
          degradation(tree);
          expectFresh(tree);
        });
  });

  it("knows the degradation after all triangles have shrunk to points and grown again, a few at a time", () => {
    const mesh = smallTorus(40, 20);
    const rest = mesh.positions.slice();
    const tree = buildAabbTree(mesh);
    refit(tree);
    for (const factor of [0, 1])
      for (let from = 0; from < mesh.vertexCount; from += 10) {
        for (let i = 3 * from; i < 3 * from + 30; i++) mesh.positions[i] = factor * rest[i];
        refit(tree, { from, to: from + 10 });
        degradation(tree);
      }
    expect(degradation(tree)).toBeCloseTo(1, 6);
  });

  it("is false for a tree that was never refitted, or refitted to the vertices it was built with", () => {
    const tree = buildAabbTree(smallTorus());
    expect(degradation(tree)).toBe(1);
    expect(shouldRebuild(tree, 1)).toBe(false);
    refit(tree);
    expect(degradation(tree)).toBe(1);
    expect(shouldRebuild(tree)).toBe(false);
  });

  it("does not depend on scale: a model and its double degrade equally", () => {
    const mesh = smallTorus(16, 10, Float64Array);
    const tree = buildAabbTree(mesh);
    for (let i = 0; i < mesh.positions.length; i++) mesh.positions[i] *= 2;
    refit(tree);
    expect(degradation(tree)).toBeCloseTo(1, 5);
  });

  it("grows as triangles move apart, like the box tests relative to a rebuilt tree (seed 4)", () => {
    const mesh = randomSoup(4, 1000, 0.05);
    const rest = mesh.positions.slice();
    const next = random(4);
    const away = Float64Array.from({ length: 3 * mesh.triangleCount }, () => next() - 0.5);
    const tree = buildAabbTree(mesh);
    let before = 1;
    for (const time of [0.1, 0.3, 1]) {
      for (let i = 0; i < rest.length; i++)
        mesh.positions[i] = rest[i] + time * away[3 * Math.floor(i / 9) + (i % 3)];
      refit(tree);
      const now = degradation(tree);
      expect(now).toBeGreaterThan(before);
      const tests = findSelfPairs(tree).stats.boxTests / findSelfPairs(buildAabbTree(mesh)).stats.boxTests;
      expect(tests).toBeGreaterThan(Math.sqrt(now));
      before = now;
    }
    expect(shouldRebuild(tree)).toBe(true);
    expect(shouldRebuild(tree, 2 * before)).toBe(false);
    // The spread survives saving and restoring.
    expect(degradation(restoreTree(saveTree(tree), mesh) as AabbTree)).toBe(before);
  });

  it("stays false through an excessive twist, rightly, because box tests hardly grow (the paper's section 4)", () => {
    const mesh = createTorus({ majorSegments: 60, minorSegments: 30 });
    const tree = buildAabbTree(mesh);
    for (let i = 0; i < mesh.positions.length; i += 3) {
      const [x, y, z] = mesh.positions.subarray(i, i + 3) as unknown as [number, number, number];
      const angle = 4 * x;
      mesh.positions[i + 1] = y * Math.cos(angle) - z * Math.sin(angle);
      mesh.positions[i + 2] = y * Math.sin(angle) + z * Math.cos(angle);
    }
    refit(tree);
    expect(shouldRebuild(tree)).toBe(false);
    const tests = findSelfPairs(tree).stats.boxTests / findSelfPairs(buildAabbTree(mesh)).stats.boxTests;
    expect(tests).toBeGreaterThan(1);
    expect(tests).toBeLessThan(1.5);
  });

  it("reports no degradation where nothing can spread", () => {
    const point = createMesh({ positions: new Float64Array(27) });
    const tree = buildAabbTree(point);
    refit(tree);
    expect(degradation(tree)).toBe(1);
  });

  it("is true for a model that was built while it was one point, once it has grown", () => {
    for (const at of [0, 0.1]) {
      const mesh = createMesh({ positions: new Float64Array(90).fill(at) });
      const tree = buildAabbTree(mesh);
      expect(degradation(tree)).toBe(1);
      const next = random(1);
      for (let i = 0; i < 90; i++) mesh.positions[i] = next();
      refit(tree);
      expect(shouldRebuild(tree)).toBe(true);
    }
  });

  it("is finite for triangles that are points at different places", () => {
    const mesh = createMesh({
      positions: Float64Array.from({ length: 90 }, (_, i) => 0.1 * Math.floor(i / 9)),
    });
    const tree = buildAabbTree(mesh);
    expect(degradation(tree)).toBe(1);
    refit(tree);
    expect(degradation(tree)).toBe(1);
  });

  it("rejects other trees and bad limits", () => {
    const obb = buildObbTree(smallTorus()) as unknown as AabbTree;
    expect(() => degradation(obb)).toThrow('degradation: expected a tree of the kind "aabb", got "obb"');
    expect(() => shouldRebuild(buildAabbTree(smallTorus()), 0)).toThrow(OptionError);
    expect(() => shouldRebuild(buildAabbTree(smallTorus()), Number.NaN)).toThrow("limit: NaN");
  });
});
