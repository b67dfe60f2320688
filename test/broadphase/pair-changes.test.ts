import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addBox, createBoxStore, removeBox } from "../../src/broadphase/box-store.ts";
import {
  createPairChanges,
  finishChanges,
  noteChanges,
  restartChanges,
} from "../../src/broadphase/pair-changes.ts";
import { createPairList, notePair } from "../../src/broadphase/pair-list.ts";
import { randomCases } from "../random-cases.ts";

// (1) pairs that both updates found have neither begun nor ended, however they are ordered and divided into cells (2) a
// pair of a removed box has ended, and that of the new box with its id has begun (3) lists in nearly one order need hardly
// any records.

const IDS = 9;
type Pair = readonly [a: number, b: number];

/** What an update finds: pairs in any order, divided into cells; before it some boxes are removed and others get their ids. */
const update = fc.record({
  pairs: fc.uniqueArray(
    fc.tuple(fc.nat(IDS - 1), fc.nat(IDS - 1)).filter(([a, b]) => a < b),
    { selector: String },
  ),
  cuts: fc.array(fc.nat(12), { minLength: 3, maxLength: 3 }),
  isCutAnew: fc.boolean(),
  replaced: fc.uniqueArray(fc.nat(IDS - 1), { maxLength: 2 }),
});

function foundPairs(pairs: readonly Pair[], cuts: readonly number[]) {
  const list = createPairList();
  for (const [a, b] of pairs) notePair(list, a, b);
  const inner = cuts.map((cut) => Math.min(cut, pairs.length)).sort((a, b) => a - b);
  return { list, starts: Uint32Array.of(0, ...inner, pairs.length) };
}

function createStore() {
  const store = createBoxStore(2, "test");
  for (let id = 0; id < IDS; id++) addBox(store, [0, 0, 1, 1]);
  return store;
}

describe("pair changes", () => {
  it("(1) (2) give the sorted pairs, and which began and ended, for any two updates", () => {
    fc.assert(
      fc.property(fc.array(update, { maxLength: 6 }), (updates) => {
        const store = createStore();
        const changes = createPairChanges();
        let last = foundPairs([], [0, 0, 0]);
        let before: readonly Pair[] = [];
        for (const { pairs, cuts, isCutAnew, replaced } of updates) {
          for (const id of replaced) {
            removeBox(store, id);
            addBox(store, [0, 0, 1, 1]);
          }
          const isNew = ([a, b]: Pair) => store.fresh[a] === 1 || store.fresh[b] === 1;
          const without = (some: readonly Pair[], others: readonly Pair[]) =>
            some.filter((one) => isNew(one) || !others.some((other) => String(other) === String(one)));
          const rightBegun = without(pairs, before);
          const rightEnded = without(before, pairs);
          const found = foundPairs(pairs, cuts);
          const starts = isCutAnew ? new Uint32Array(5) : last.starts;
          noteChanges(changes, { list: last.list, starts }, found, store);
          const result = finishChanges(changes, store);
          expect(result.pairs.join()).toBe(sorted(pairs));
          expect(result.begun.join()).toBe(sorted(rightBegun));
          expect(result.ended.join()).toBe(sorted(rightEnded));
          expect([result.count, result.begunCount, result.endedCount]).toEqual(
            [pairs, rightBegun, rightEnded].map((list) => list.length),
          );
          last = found;
          before = pairs;
        }
      }),
      { numRuns: randomCases(125) },
    );
  });

  it("(2) end and begin a pair whose id was reused by another box", () => {
    const store = createBoxStore(2, "test");
    for (let id = 0; id < 3; id++) addBox(store, [0, 0, 1, 1]);
    const changes = createPairChanges();
    let last = foundPairs([], []);
    const finish = () => {
      const found = foundPairs(
        [
          [1, 0],
          [2, 1],
        ],
        [],
      );
      noteChanges(changes, last, found, store);
      last = found;
      const { begun, ended } = finishChanges(changes, store);
      return [Array.from(begun), Array.from(ended)];
    };
    expect(finish()).toEqual([[0, 1, 1, 2], []]);
    removeBox(store, 2);
    addBox(store, [0, 0, 1, 1]);
    expect(finish()).toEqual([
      [1, 2],
      [1, 2],
    ]);
    expect(finish()).toEqual([[], []]);
  });

  it("are relative to the last result after an update that threw", () => {
    const store = createStore();
    const changes = createPairChanges();
    notePair(changes.begun, 0, 1);
    notePair(changes.begun, 2, 3);
    finishChanges(changes, store);
    notePair(changes.begun, 4, 5); // then memory ran out
    restartChanges(changes);
    notePair(changes.begun, 2, 3);
    notePair(changes.begun, 6, 7);
    const { pairs, begun, ended } = finishChanges(changes, store);
    expect([pairs, begun, ended].map((list) => list.join())).toEqual(["2,3,6,7", "6,7", "0,1"]);
  });

  it("(3) hardly ever record a pair if both updates found the pairs in nearly one order", () => {
    const pairs = Array.from({ length: 1000 }, (_, k) => [k, k + 1] as const);
    const changes = createPairChanges();
    const changed = [...pairs.slice(0, 300), [300, 900] as const, ...pairs.slice(301)];
    [changed[500], changed[501]] = [changed[501], changed[500]];
    noteChanges(changes, foundPairs(pairs, [5, 7]), foundPairs(changed, [5, 7]), createBoxStore(2, "test"));
    expect([changes.begun.count, changes.ended.count]).toEqual([2, 2]);
  });
});

function sorted(pairs: readonly Pair[]): string {
  return [...pairs].sort(([a, b], [c, d]) => a - c || b - d).join();
}
