import { describe, expect, it } from "vitest";
import { findBoxPairs, findBoxPairsBetween } from "../../src/broadphase/index.ts";
import { OptionError } from "../../src/index.ts";
import { findBoxPairsByBruteForce } from "../../src/reference/index.ts";
import { random } from "../meshes.ts";

type Random = () => number;

/** Ways to draw the minimum and maximum along an axis. */
const KINDS: Record<string, (next: Random, axis: number) => [number, number]> = {
  spread: (next) => sized(next(), 0.1),
  lattice: (next) => sized(Math.floor(8 * next()), Math.floor(3 * next())),
  points: (next) => sized(Math.floor(4 * next()) / 4, 0),
  "sizes over six powers of ten": (next) => sized(next(), 10 ** (-6 * next())),
  "a cluster and a few far away": (next) => sized(next() < 0.9 ? 1e-3 * next() : 1e6 * next(), 2e-4),
  needles: (next) => (next() < 0.3 ? sized(0, 1) : sized(next(), 0.01)),
  "a line": (next, axis) => (axis === 0 ? sized(next(), 0.01) : sized(0, 0)),
  unbounded: (next) =>
    next() < 0.1 ? [-Infinity, next()] : next() < 0.1 ? [next(), Infinity] : sized(next(), 0.05),
  enormous: (next) => (next() < 0.1 ? [-1.7e308, 1.7e308] : sized(1e308 * (next() - 0.5), 1e307)),
  equal: () => [0, 1],
};

function sized(min: number, size: number): [number, number] {
  return [min, min + size];
}

function drawBoxes(kind: string, count: number, dimensions: 2 | 3, seed: number): Float64Array {
  const next = random(seed);
  const boxes = new Float64Array(2 * dimensions * count);
  for (let k = 0; k < count; k++)
    for (let axis = 0; axis < dimensions; axis++) {
      const [min, max] = KINDS[kind](next, axis);
      boxes[2 * dimensions * k + axis] = min;
      boxes[2 * dimensions * k + axis + dimensions] = max;
    }
  return boxes;
}

describe("findBoxPairs", () => {
  const into = findBoxPairs(new Float64Array(0));
  describe.each(Object.keys(KINDS))("on %s boxes", (kind) => {
    it.each([2, 3] as const)("agrees with brute force in %iD (seeds 0 to 11)", (dimensions) => {
      for (let seed = 0; seed < 12; seed++) {
        const boxes = drawBoxes(kind, [0, 1, 2, 25, 60, 200][seed % 6], dimensions, seed);
        const right = findBoxPairsByBruteForce(boxes, dimensions);
        const found = findBoxPairs(boxes, { dimensions, into });
        expect(found).toBe(into);
        expect(found.count).toBe(right.length / 2);
        expect(found.pairs.join(), `seed ${seed}`).toBe(right.join());
      }
    });

    it("finds the pairs between two sets (seed 5)", () => {
      const a = drawBoxes(kind, 90, 3, 5);
      const b = drawBoxes(kind, 120, 3, 6);
      const all = findBoxPairsByBruteForce(Float64Array.from([...a, ...b]));
      const right: number[] = [];
      for (let k = 0; k < all.length; k += 2)
        if (all[k] < 90 && all[k + 1] >= 90) right.push(all[k], all[k + 1] - 90);
      expect(findBoxPairsBetween(a, b).pairs.join()).toBe(right.join());
      expect(findBoxPairsBetween(a, new Float64Array(0)).count).toBe(0);
    });
  });

  it("needs checks in proportion to the boxes at constant density (seed 1)", () => {
    const checksOf = (count: number) => {
      const next = random(1);
      const side = Math.cbrt(count);
      const boxes = new Float64Array(6 * count);
      for (let k = 0; k < boxes.length; k += 6)
        for (let axis = 0; axis < 3; axis++)
          [boxes[k + axis], boxes[k + axis + 3]] = sized(side * next(), 0.6);
      const { stats } = findBoxPairs(boxes);
      return (stats.overlapChecks + stats.comparisons / Math.log2(count)) / count;
    };
    expect(checksOf(32_000)).toBeLessThan(1.5 * checksOf(4000));
  });

  it("stays fast with one huge box among small ones (seed 1)", () => {
    const boxes = drawBoxes("spread", 3000, 3, 1);
    for (let k = 0; k < boxes.length; k += 6)
      for (let axis = 0; axis < 3; axis++) boxes[k + axis + 3] = boxes[k + axis] + 0.02;
    const before = findBoxPairs(boxes).stats.overlapChecks;
    boxes.set([-Infinity, -Infinity, -Infinity, Infinity, Infinity, Infinity], 6);
    const { count, stats } = findBoxPairs(boxes);
    expect(count).toBeGreaterThanOrEqual(2999);
    expect(stats.overlapChecks).toBeLessThan(1.5 * before);
  });

  it("cuts along another axis when nearly all boxes are equal on one (seed 3)", () => {
    const next = random(3);
    const boxes = new Float64Array(6 * 4000);
    for (let k = 0; k < boxes.length; k += 6) {
      const point = [next() < 0.04 ? -1 : 0, next(), next()];
      boxes.set([...point, ...point], k);
    }
    expect(findBoxPairs(boxes).stats.overlapChecks).toBeLessThan(20 * 4000);
  });

  it("rejects invalid boxes by name", () => {
    const bad = Float64Array.from([0, 0, 0, 1, 1, 1, 0, 2, 0, 1, 1, 1]);
    expect(() => findBoxPairs(bad)).toThrow(
      new OptionError("findBoxPairs: boxes: box 1: min y = 2, max y = 1: the minimum is above the maximum"),
    );
    expect(() => findBoxPairsBetween(new Float64Array(6), bad)).toThrow("findBoxPairsBetween: b: box 1");
    expect(() => findBoxPairs(new Float64Array(7))).toThrow("got 7 numbers");
    expect(() => findBoxPairs(bad, { dimensions: 1 as 2 })).toThrow("dimensions must be 2 or 3, got 1");
    expect(() => findBoxPairs([] as unknown as Float64Array)).toThrow(OptionError);
  });
});
