import { describe, expect, it } from "vitest";
import { sortPairs } from "../../src/broadphase/sort-pairs.ts";
import { random } from "../meshes.ts";

describe("sortPairs", () => {
  it("sorts by (a, b) like the engine, for long and short runs (seed 2)", () => {
    const next = random(2);
    for (const [count, limit] of [
      [0, 1],
      [500, 400],
      [3000, 7],
      [20, 100_000],
    ] as const) {
      const pairs = Uint32Array.from({ length: 2 * count }, () => Math.floor(next() * limit));
      const out = new Uint32Array(2 * count);
      sortPairs(pairs, count, limit, out);
      const expected = Array.from({ length: count }, (_, k) => [pairs[2 * k], pairs[2 * k + 1]] as const)
        .sort(([a, b], [c, d]) => a - c || b - d)
        .flat();
      expect([...out]).toEqual(expected);
    }
  });
});
