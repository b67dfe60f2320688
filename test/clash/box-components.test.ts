import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { boxComponents } from "../../src/clash/box-components.ts";
import { randomCases } from "../random-cases.ts";

/** Every pair, again and again, until nothing changes. */
function slowComponents(boxes: readonly number[][], dimensions: number): number[] {
  const labels = boxes.map((_, i) => i);
  const overlap = (p: number[], q: number[]) =>
    Array.from({ length: dimensions }, (_, d) => d).every(
      (d) => p[d] <= q[dimensions + d] && q[d] <= p[dimensions + d],
    );
  for (let changed = true; changed; ) {
    changed = false;
    for (let i = 0; i < boxes.length; i++)
      for (let j = 0; j < boxes.length; j++)
        if (labels[j] > labels[i] && overlap(boxes[i], boxes[j])) {
          labels[j] = labels[i];
          changed = true;
        }
  }
  const numbers = new Map<number, number>();
  return labels.map((label) => {
    if (!numbers.has(label)) numbers.set(label, numbers.size);
    return numbers.get(label)!;
  });
}

describe("boxComponents", () => {
  it("agrees with comparing all pairs (seed 1)", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 4 }),
        fc.array(
          fc.array(fc.tuple(fc.integer({ min: 0, max: 60 }), fc.nat(4)), { minLength: 4, maxLength: 4 }),
          {
            maxLength: 120,
          },
        ),
        (dimensions, raw) => {
          const boxes = raw.map((sides) => [
            ...sides.slice(0, dimensions).map(([low]) => low),
            ...sides.slice(0, dimensions).map(([low, size]) => low + size),
          ]);
          const found = boxComponents({ dimensions, bounds: Float64Array.from(boxes.flat()) });
          expect([...found]).toEqual(slowComponents(boxes, dimensions));
        },
      ),
      { seed: 1, numRuns: randomCases(150) },
    );
  });

  it("reaches each of 100,000 boxes once where all overlap", () => {
    const bounds = new Float64Array(600_000).map((_, i) => (i % 6 < 3 ? 0 : 1) + (i % 7) / 100);
    expect(boxComponents({ dimensions: 3, bounds }).every((component) => component === 0)).toBe(true);
  });
});
