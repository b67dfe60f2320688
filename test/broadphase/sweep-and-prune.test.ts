import { describe, expect, it } from "vitest";
import { addBox, type BoxStore, createBoxStore, moveBox, removeBox } from "../../src/broadphase/box-store.ts";
import { createSweep, createSweepLister, flagOf, type Sweep } from "../../src/broadphase/sweep-and-prune.ts";
import { createWholeListPhase } from "../../src/broadphase/whole-list-phase.ts";
import { OptionError } from "../../src/index.ts";
import { createSweepAndPrune } from "../../src/papers.ts";
import { expectSame } from "../expect-in-loops.ts";
import { random } from "../meshes.ts";

// I-COLLIDE's flags: (1) a begun overlap is one flag, no test of the other axes (2) a pair has a flag for each axis on which its intervals
// overlap (3) a byte a pair, a quarter more only when there were flags before (4) one box more than flags allow is an error of `add`.
// Agreement with brute force: agreement.test.ts.

function randomBox(next: () => number, dimensions: number, size: number): number[] {
  const at = Array.from({ length: dimensions }, () => Math.round(64 * next()) / 64); // many ties
  return [...at, ...at.map((x) => x + Math.round(64 * size * next()) / 64)];
}

function createFlagged(dimensions: 2 | 3) {
  const store = createBoxStore(dimensions, "test");
  const sweep = createSweep(store, true);
  return { store, sweep, phase: createWholeListPhase(store, () => createSweepLister(sweep)) };
}

/** Adds to `seen` what flags there were. */
function expectFlags({ flags }: Sweep, store: BoxStore, seen: Set<number>): void {
  const { stride, dimensions, boxes, used } = store;
  for (let b = 0; b < store.idEnd; b++)
    for (let a = 0; a < b; a++) {
      let expected = 0;
      for (let axis = 0; axis < dimensions; axis++) {
        const [minA, minB] = [boxes[stride * a + axis], boxes[stride * b + axis]];
        const [maxA, maxB] = [boxes[stride * a + dimensions + axis], boxes[stride * b + dimensions + axis]];
        if (minA <= maxB && minB <= maxA) expected |= 1 << axis;
      }
      if (used[a] !== 1 || used[b] !== 1) expected = 0;
      expectSame(flags![flagOf(a, b)], expected);
      seen.add(expected);
    }
}

describe("sweep and prune with flags", () => {
  it("(1) tests the other axes of no pair: a begun overlap is one flag (seed 7)", () => {
    const next = random(7);
    const [flagged, tested] = [createSweepAndPrune({ flags: true }), createSweepAndPrune()];
    const boxes = Array.from({ length: 200 }, () => randomBox(next, 3, 0.1));
    for (const box of boxes) for (const phase of [flagged, tested]) phase.add(box);
    const [first, expected] = [flagged.update(), tested.update()];
    expect(first.pairs).toEqual(expected.pairs);
    // a walk along every axis instead of one
    expect(flagged.stats.overlapChecks).toBeGreaterThan(2 * tested.stats.overlapChecks);
    for (let step = 0; step < 10; step++) {
      const moved = Float64Array.from(boxes.flatMap((box) => box.map((x) => x + 0.02 * step)));
      for (const phase of [flagged, tested]) phase.moveAll(moved);
      expect(flagged.update().pairs).toEqual(tested.update().pairs);
      expect(flagged.stats).toEqual(tested.stats);
    }
  });

  it.each([
    [2, 11],
    [3, 12],
  ] as const)(
    "(2) has the flags of brute force while boxes of %iD move, come and go, and ids are used again (seed %i)",
    (dimensions, seed) => {
      const next = random(seed);
      const { store, sweep, phase } = createFlagged(dimensions);
      const seen = new Set<number>();
      for (let step = 0; step < 20; step++) {
        for (let id = 0; id < store.idEnd; id++) {
          if (store.used[id] !== 1) continue;
          if (next() < 0.1) phase.remove(id);
          else if (next() < 0.4) phase.move(id, randomBox(next, dimensions, 0.3));
        }
        while (store.size < 60 && next() < 0.95) phase.add(randomBox(next, dimensions, 0.3));
        phase.update();
        expectFlags(sweep, store, seen);
      }
      expect(seen.size).toBe(1 << dimensions);
    },
  );

  it("(3) has a byte for each pair, and a quarter to spare only when flags grow", () => {
    const { store, sweep } = createFlagged(3);
    const lister = createSweepLister(sweep);
    const update = () => lister.listPairs({ pairs: new Uint32Array(0), count: 0 }, sweep);
    for (let k = 0; k < 96; k++) addBox(store, [k, 0, 0, k + 1, 1, 1]);
    update();
    expect(sweep.flags).toHaveLength((96 * 95) / 2);
    addBox(store, [0, 0, 0, 1, 1, 1]);
    update();
    expect(sweep.flags).toHaveLength((1.25 * (97 * 96)) / 2);
    removeBox(store, 3);
    lister.noteRemoved(3);
    moveBox(store, 4, [0, 0, 0, 1, 1, 1]);
    update();
    expect(sweep.flags).toHaveLength((1.25 * (97 * 96)) / 2);
  });

  it("(4) takes 92,682 boxes, and no more; without flags there may be more", () => {
    const [flagged, tested] = [createSweepAndPrune({ flags: true }), createSweepAndPrune()];
    for (let k = 0; k < 92_682; k++)
      for (const phase of [flagged, tested]) phase.add([k, k, k, k + 1, k + 1, k + 1]);
    const box = [0, 0, 0, 1, 1, 1];
    expect(() => flagged.add(box)).toThrow(new OptionError("add: the limit is 92682 boxes"));
    expect(flagged.size).toBe(92_682);
    expect(tested.add(box)).toBe(92_682);
    flagged.remove(17);
    expect(flagged.add(box)).toBe(17);
  });
});
