import { describe, expect, it } from "vitest";
import { findClashes } from "../../src/clash/index.ts";
import { buildAabbTree, findPairs } from "../../src/index.ts";
import { gridTorus, timesPower } from "../tiny.ts";

// The f32 boxes of a model below 2^-149 collapsed, so that every pair of nodes overlapped; below 2^-340 the f64 filter underflowed, and
// every pair of triangles went to integers. Two models of 6,000 triangles took 18 s at 1e-90.

const meshes = [gridTorus(24, 12), gridTorus(24, 12, [0.3, 0.2, 0.1])];

describe("tiny models", () => {
  it.each([-200, -300, -500, -1000])("take as many tests as ordinary ones at 2^%i", (power) => {
    const [a, b] = meshes.map((mesh) => buildAabbTree(timesPower(mesh, 1)));
    const [tinyA, tinyB] = meshes.map((mesh) => buildAabbTree(timesPower(mesh, power)));
    const expected = findPairs(a, b);
    const found = findPairs(tinyA, tinyB);
    expect(found.pairs).toEqual(expected.pairs);
    expect(found.stats).toEqual(expected.stats);
    expect(found.stats.exactTests).toBeLessThan(50);
  });

  it("clash as ordinary ones do", () => {
    const parts = (power: number) =>
      [...meshes, gridTorus(24, 12, [4, 0, 0])].map((mesh, i) => ({
        key: `${i}`,
        mesh: timesPower(mesh, power),
      }));
    const options = (power: number) => ({
      clearance: 2 * 2 ** power,
      tolerance: 2 ** (power - 20),
      self: true,
    });
    const expected = findClashes(parts(1), options(1));
    expect(expected.clashes.map(({ kind }) => kind)).toEqual(["overlapping", "too-close", "too-close"]);
    for (const power of [-300, -900]) {
      const unit = 2 ** (power - 1);
      const found = findClashes(parts(power), options(power));
      expect(found.counts).toEqual(expected.counts);
      expect(found.clashes).toEqual(
        expected.clashes.map((clash) => ({
          ...clash,
          depth: clash.depth && {
            ...clash.depth,
            depth: clash.depth.depth * unit,
            lowerBound: clash.depth.lowerBound * unit,
            pointA: clash.depth.pointA.map((x) => x * unit),
            pointB: clash.depth.pointB.map((x) => x * unit),
          },
          distance: clash.distance && {
            distance: clash.distance.distance * unit,
            pointA: clash.distance.pointA.map((x) => x * unit),
            pointB: clash.distance.pointB.map((x) => x * unit),
          },
          point: clash.point.map((x) => x * unit),
          box: clash.box.map((x) => x * unit),
          curves: clash.curves.map((curve) => ({ ...curve, points: curve.points.map((x) => x * unit) })),
        })),
      );
    }
  });
});
