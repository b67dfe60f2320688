import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addBox, createBoxStore, removeBox } from "../../src/broadphase/box-store.ts";
import { createPairChanges, finishPairs } from "../../src/broadphase/pair-changes.ts";
import { notePair } from "../../src/broadphase/pair-list.ts";

const IDS = 12;
const pairSet = fc
  .uniqueArray(
    fc.tuple(fc.nat(IDS - 1), fc.nat(IDS - 1)).filter(([a, b]) => a !== b),
    {
      selector: ([a, b]) => IDS * Math.min(a, b) + Math.max(a, b),
    },
  )
  .map((pairs) => pairs as [number, number][]);
const keysOf = (pairs: [number, number][]) =>
  pairs.map(([a, b]) => IDS * Math.min(a, b) + Math.max(a, b)).sort((a, b) => a - b);
const keysOfArray = (pairs: Uint32Array, count: number) =>
  Array.from({ length: count }, (_, k) => IDS * pairs[2 * k] + pairs[2 * k + 1]);

describe("the bookkeeping of pairs", () => {
  it("sorts pairs, and finds what began and ended by comparing two updates", () => {
    fc.assert(
      fc.property(fc.array(pairSet, { maxLength: 8 }), (updates) => {
        const store = createBoxStore(2, "test");
        for (let id = 0; id < IDS; id++) addBox(store, [0, 0, 1, 1]);
        const changes = createPairChanges();
        finishPairs(changes, store);
        let last: number[] = [];
        for (const pairs of updates) {
          for (const [a, b] of pairs) notePair(changes.found, a, b);
          const result = finishPairs(changes, store);
          const now = keysOf(pairs);
          expect(keysOfArray(result.pairs, result.count)).toEqual(now);
          expect(keysOfArray(result.begun, result.begunCount)).toEqual(now.filter((k) => !last.includes(k)));
          expect(keysOfArray(result.ended, result.endedCount)).toEqual(last.filter((k) => !now.includes(k)));
          expect([result.pairs.length, result.begun.length, result.ended.length]).toEqual(
            [result.count, result.begunCount, result.endedCount].map((count) => 2 * count),
          );
          last = now;
        }
      }),
    );
  });

  it("ends and begins a pair whose id was given again", () => {
    const store = createBoxStore(2, "test");
    for (let id = 0; id < 3; id++) addBox(store, [0, 0, 1, 1]);
    const changes = createPairChanges();
    const update = () => {
      notePair(changes.found, 1, 0);
      notePair(changes.found, 2, 1);
      const { begun, ended } = finishPairs(changes, store);
      return [Array.from(begun), Array.from(ended)];
    };
    expect(update()).toEqual([[0, 1, 1, 2], []]);
    removeBox(store, 2);
    addBox(store, [0, 0, 1, 1]);
    expect(update()).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(update()).toEqual([[], []]);
  });
});
