import { describe, expect, it } from "vitest";
import { type SortWork, sortEntries } from "../../src/broadphase/segment-sort/diminishing-sort.ts";
import { expectAtLeast, expectSame } from "../expect-in-loops.ts";
import { random } from "../meshes.ts";

// (1) sorted, with every entry still beside its key (2) almost sorted input costs about one comparison per key (3) no input
// costs n² steps.

function sorted(keys: Float64Array, entries: Uint32Array, original: Float64Array): void {
  for (let i = 0; i < keys.length; i++) {
    expectSame(keys[i], original[entries[i]]);
    if (i > 0) expectAtLeast(keys[i], keys[i - 1]);
  }
  expect(new Set(entries).size).toBe(entries.length);
}

function run(keys: Float64Array): SortWork {
  const original = keys.slice();
  const entries = Uint32Array.from(keys.keys());
  const work = { comparisons: 0, swaps: 0 };
  sortEntries(keys, entries, 0, keys.length, work);
  sorted(keys, entries, original);
  return work;
}

describe("the diminishing-increment sort", () => {
  it.each([0, 1, 2, 3, 10, 100, 5000])(
    "(1) sorts %i keys, equal and infinite ones too (seed 61)",
    (count) => {
      const next = random(61);
      run(Float64Array.from({ length: count }, () => next()));
      run(Float64Array.from({ length: count }, () => Math.floor(5 * next())));
      run(Float64Array.from({ length: count }, () => (next() < 0.3 ? -Infinity : next())));
    },
  );

  it("(1) does not change keys before and after the range (seed 62)", () => {
    const next = random(62);
    const keys = Float64Array.from({ length: 50 }, () => Math.floor(20 * next()));
    const original = keys.slice();
    const entries = Uint32Array.from(keys.keys());
    sortEntries(keys, entries, 10, 40, { comparisons: 0, swaps: 0 });
    for (const i of [...Array(10).keys(), 40, 45, 49])
      expect([keys[i], entries[i]]).toEqual([original[i], i]);
    sorted(keys.subarray(10, 40), entries.subarray(10, 40), original);
  });

  it("(2) costs one comparison per key if all are sorted, and one more for every key passed (seed 63)", () => {
    const next = random(63);
    const still = run(Float64Array.from({ length: 1000 }, (_, i) => i));
    expect(still).toEqual({ comparisons: 999, swaps: 0 });
    const moved = run(Float64Array.from({ length: 1000 }, (_, i) => i + 3 * next()));
    expect(moved.swaps).toBeLessThan(1000);
    expect(moved.comparisons).toBeLessThanOrEqual(999 + moved.swaps);
  });

  it("(3) never costs n² steps, for reversed or random keys (seed 64)", () => {
    const next = random(64);
    const count = 100_000;
    for (const keys of [
      Float64Array.from({ length: count }, (_, i) => -i),
      Float64Array.from({ length: count }, () => next()),
      Float64Array.from({ length: count }, (_, i) => (i < count / 2 ? 2 * i : count - i)),
    ]) {
      const entries = Uint32Array.from(keys.keys());
      const work = { comparisons: 0, swaps: 0 };
      sortEntries(keys, entries, 0, count, work);
      for (let i = 1; i < count; i++) if (keys[i] < keys[i - 1]) throw new Error(`not sorted at ${i}`);
      expect(work.comparisons).toBeLessThan(80 * count);
    }
  });
});
