import { describe, expect, it } from "vitest";
import {
  type BoxEntry,
  compareBoxEntries,
  createBoxEntry,
  setBoxEntry,
} from "../../../src/geometry/sweep/box-entry.ts";
import { sweptBoxTriangle } from "../../../src/geometry/sweep/box-triangle.ts";
import { boxTimeExact } from "../../../src/geometry/sweep/box-triangle-exact.ts";
import { compareRatios, ratioToNumber } from "../../../src/numerics/ratio.ts";
import { random } from "../../meshes.ts";
import { randomCases } from "../../random-cases.ts";

const axis = new Float64Array(3);

/** The order by integers over all axes; null if the box does not meet both. */
function orderInIntegers(box: Float64Array, a: BoxEntry, b: BoxEntry): number | null {
  const first = boxTimeExact(box, a.corners, 0, axis);
  const second = boxTimeExact(box, b.corners, 0, axis);
  return first === null || second === null ? null : compareRatios(first, second);
}

/** Tests a triangle that the box meets, and determines how. */
function meet(entry: BoxEntry, box: Float64Array): void {
  expect(sweptBoxTriangle(box, entry.corners, 0, 1, entry.bounds)).toBeGreaterThanOrEqual(0);
  setBoxEntry(entry, box);
}

/** Gives b a corner or an edge of a, and both the same height. */
function share(a: BoxEntry, b: BoxEntry, parts: number, next: () => number): void {
  const at = Math.floor(next() * 3);
  for (let corner = 0; corner < Math.min(parts, 2); corner++)
    for (let k = 0; k < 3; k++) b.corners[3 * ((at + corner) % 3) + k] = a.corners[3 * corner + k];
  if (parts < 3) return;
  const k = Math.floor(next() * 3);
  for (let c = k; c < 9; c += 3) a.corners[c] = b.corners[c] = a.corners[k];
}

const SCALES: Record<string, (next: () => number) => number> = {
  lattice: (next) => Math.floor(next() * 5) - 2,
  "rounded lattice": (next) => (Math.floor(next() * 7) - 3) / 3,
  "noise in the last place": (next) => Math.floor(next() * 5) - 2 + (Math.floor(next() * 3) - 1) * 2 ** -52,
  anywhere: (next) => next() * 2 - 1,
  "large and small": (next) => (Math.floor(next() * 5) - 2) * 10 ** (6 * (Math.floor(next() * 3) - 1)),
};

describe("the order in which a moving box meets two triangles", () => {
  it.each(Object.keys(SCALES))("equals the order by integers (%s, seed 14)", (name) => {
    const next = random(14);
    const number = () => SCALES[name](next);
    let [met, ties, withoutIntegers] = [0, 0, 0];
    for (let n = 0; n < randomCases(2000); n++) {
      const [a, b] = [createBoxEntry(), createBoxEntry()];
      const box = new Float64Array(9);
      for (let k = 0; k < 3; k++) {
        const [p, q] = [number(), number()];
        box[k] = Math.min(p, q) - (next() < 0.5 ? 2 : 0);
        box[3 + k] = Math.max(box[k], Math.max(p, q) - (next() < 0.5 ? 1 : 0));
        box[6 + k] = 3 * number();
      }
      for (let i = 0; i < 9; i++) [a.corners[i], b.corners[i]] = [number(), number()];
      share(a, b, Math.floor(next() * 4), next);
      const order = orderInIntegers(box, a, b);
      if (order === null) continue;
      meet(a, box);
      meet(b, box);
      expect(compareBoxEntries(box, a, b)).toBe(order);
      const { over, under } = boxTimeExact(box, a.corners, 0, axis)!;
      const time = ratioToNumber(over, under);
      expect(a.lower).toBeLessThanOrEqual(time * (1 + 2 ** -52));
      expect(a.upper).toBeGreaterThanOrEqual(time * (1 - 2 ** -52));
      met++;
      if (order === 0) ties++;
      if (order === 0 && time > 0 && a.exact === null) withoutIntegers++;
    }
    expect(met).toBeGreaterThan(randomCases(100));
    expect(ties).toBeGreaterThan(randomCases(25));
    expect(withoutIntegers).toBeGreaterThan(5);
  });

  it("needs no integers for triangles of a floor or at a common edge", () => {
    const box = Float64Array.of(-1 / 3, -1 / 3, 1 / 7, 1 / 3, 1 / 3, 1, 0.1, 0.2, -1);
    const [a, b] = [createBoxEntry(), createBoxEntry()];
    a.corners.set([-1, -1, 0.05, 1, -1, 0.05, 1, 1, 0.05]);
    b.corners.set([-1, -1, 0.05, 1, 1, 0.05, -1, 1, 0.05]);
    for (const entry of [a, b]) meet(entry, box);
    expect(compareBoxEntries(box, a, b)).toBe(0);
    a.corners.set([-1, -0.3, -0.1, 1, 0.4, 0.1, 0.3, -2, -2]);
    b.corners.set([1, 0.4, 0.1, -1, -0.3, -0.1, -0.3, 2, -2]);
    for (const entry of [a, b]) meet(entry, box);
    expect(compareBoxEntries(box, a, b)).toBe(orderInIntegers(box, a, b));
    expect(a.exact).toBeNull();
  });
});
