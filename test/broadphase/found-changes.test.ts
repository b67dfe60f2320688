import fc from "fast-check";
import { expect, it } from "vitest";
import { addBox, createBoxStore, removeBox } from "../../src/broadphase/box-store.ts";
import { createPairDeltas, finishDeltas } from "../../src/broadphase/pair-deltas.ts";
import { createPairList, notePair } from "../../src/broadphase/pair-list.ts";
import { noteChanges } from "../../src/broadphase/segment-sort/found-changes.ts";

const IDS = 9;
type Pair = readonly [a: number, b: number];

/** What an update finds: pairs in any order, cut into cells; some boxes before it are removed and given again. */
const update = fc.record({
  pairs: fc.uniqueArray(
    fc.tuple(fc.nat(IDS - 1), fc.nat(IDS - 1)).filter(([a, b]) => a < b),
    { selector: String },
  ),
  cuts: fc.array(fc.nat(12), { minLength: 3, maxLength: 3 }),
  isCutAnew: fc.boolean(),
  given: fc.uniqueArray(fc.nat(IDS - 1), { maxLength: 2 }),
});

function foundByCell(pairs: readonly Pair[], cuts: readonly number[]) {
  const list = createPairList();
  for (const [a, b] of pairs) notePair(list, a, b);
  const inner = cuts.map((cut) => Math.min(cut, pairs.length)).sort((a, b) => a - b);
  return { list, starts: Uint32Array.of(0, ...inner, pairs.length) };
}

it("pairs found twice, however ordered and cut into cells, have neither begun nor ended", () => {
  fc.assert(
    fc.property(fc.array(update, { maxLength: 6 }), (updates) => {
      const store = createBoxStore(2, "test");
      for (let id = 0; id < IDS; id++) addBox(store, [0, 0, 1, 1]);
      const deltas = createPairDeltas();
      let last = foundByCell([], [0, 0, 0]);
      let before: readonly Pair[] = [];
      for (const { pairs, cuts, isCutAnew, given } of updates) {
        for (const id of given) {
          removeBox(store, id);
          addBox(store, [0, 0, 1, 1]);
        }
        const isNew = ([a, b]: Pair) => store.fresh[a] === 1 || store.fresh[b] === 1;
        const without = (some: readonly Pair[], others: readonly Pair[]) =>
          some.filter((one) => isNew(one) || !others.some((other) => String(other) === String(one)));
        const rightBegun = sorted(without(pairs, before));
        const rightEnded = sorted(without(before, pairs));
        const found = foundByCell(pairs, cuts);
        const starts = isCutAnew ? new Uint32Array(5) : last.starts;
        noteChanges({ list: last.list, starts }, found, store, deltas.begun, deltas.ended);
        const result = finishDeltas(deltas, store);
        expect(result.pairs.join()).toBe(sorted(pairs));
        expect(result.begun.join()).toBe(rightBegun);
        expect(result.ended.join()).toBe(rightEnded);
        last = found;
        before = pairs;
      }
    }),
    { numRuns: 500 },
  );
});

it("pairs that come in nearly the same order are hardly ever noted", () => {
  const pairs = Array.from({ length: 1000 }, (_, k) => [k, k + 1] as const);
  const deltas = createPairDeltas();
  const store = createBoxStore(2, "test");
  const changed = [...pairs.slice(0, 300), [300, 900] as const, ...pairs.slice(301)];
  [changed[500], changed[501]] = [changed[501], changed[500]];
  noteChanges(foundByCell(pairs, [5, 7]), foundByCell(changed, [5, 7]), store, deltas.begun, deltas.ended);
  expect([deltas.begun.count, deltas.ended.count]).toEqual([2, 2]);
});

function sorted(pairs: readonly Pair[]): string {
  return [...pairs].sort(([a, b], [c, d]) => a - c || b - d).join();
}
