import { describe, expect, it } from "vitest";
import { createAxisCells, cutAxes } from "../../src/broadphase/axis-segments/axis-cells.ts";
import { createAxisLists, sortAxes } from "../../src/broadphase/axis-segments/axis-lists.ts";
import { addBox, type BoxStore, createBoxStore, moveBox, removeBox } from "../../src/broadphase/box-store.ts";
import { createSegmentSortByAxes, createSweepAndPrune } from "../../src/papers.ts";
import { expectAtLeast, expectSame } from "../expect-in-loops.ts";
import { random } from "../meshes.ts";

// What Xing, Liu and Xu say of their lists and cuts: (1) a list holds all ends, sorted, minima first among equals (2) it stays so when
// boxes move, come and go (3) segments have an equal number of ends, the last at most as many (4) no box is cut more than once on an
// axis (5) there are as many cuts as that allows. Agreement with brute force: agreement.test.ts.

function randomBox(next: () => number, size: number): number[] {
  const at = [next(), next(), next()].map((x) => Math.round(64 * x) / 64); // many ties
  return [...at, ...at.map((x) => x + size * next())];
}

function createScene(seed: number, count: number, size: number) {
  const next = random(seed);
  const store = createBoxStore(3, "test");
  for (let k = 0; k < count; k++) addBox(store, randomBox(next, size));
  const lists = createAxisLists(3);
  const work = { comparisons: 0, swaps: 0 };
  return { next, store, lists, work };
}

function expectSorted(store: BoxStore, { axes, endCount }: ReturnType<typeof createAxisLists>): void {
  expect(endCount).toBe(2 * store.size);
  axes.forEach(({ ends, values }, axis) => {
    const listed = ends.subarray(0, endCount);
    const expected = [...store.used.keys()].filter((id) => store.used[id] === 1);
    expect([...listed].sort((p, q) => p - q)).toEqual(expected.flatMap((id) => [2 * id, 2 * id + 1]));
    for (let i = 0; i < endCount; i++) {
      expectSame(values[i], store.boxes[6 * (listed[i] >> 1) + 3 * (listed[i] & 1) + axis]);
      if (i === 0) continue;
      expectAtLeast(values[i], values[i - 1]);
      if (values[i] === values[i - 1]) expectAtLeast(listed[i] & 1, listed[i - 1] & 1);
    }
  });
}

describe("segment sort by axes", () => {
  it("(1, 2) keeps all ends sorted while boxes move, come and go (seed 1)", () => {
    const { next, store, lists, work } = createScene(1, 150, 0.1);
    for (let step = 0; step < 12; step++) {
      sortAxes(lists, store, work);
      expectSorted(store, lists);
      for (let id = 0; id < store.idEnd; id++)
        if (store.used[id] === 1 && next() < 0.5) moveBox(store, id, randomBox(next, 0.1));
      for (let k = 0; k < 5; k++) {
        const id = Math.floor(next() * store.idEnd);
        if (store.used[id] !== 1) continue;
        removeBox(store, id);
        if (next() < 0.7) addBox(store, randomBox(next, 0.1));
      }
    }
  });

  it("(2) sorts lists of the last step with a fraction of the first step's moves: temporal coherence (seed 2)", () => {
    const { next, store, lists, work } = createScene(2, 2000, 0.02);
    sortAxes(lists, store, work);
    const first = work.swaps;
    for (let id = 0; id < store.idEnd; id++) {
      const by = 1e-4 * (next() - 0.5);
      moveBox(
        store,
        id,
        store.boxes.slice(6 * id, 6 * id + 6).map((x) => x + by),
      );
    }
    sortAxes(lists, store, work);
    expect(work.swaps - first).toBeLessThan(first / 4);
  });

  it.each([
    [3, 400, 0.05],
    [4, 400, 0.2],
    [5, 1, 0.2],
  ])(
    "(3, 4, 5) cuts into segments of equal count, no box more than once (seed %i, %i boxes up to %f wide)",
    (seed, count, size) => {
      const { store, lists, work } = createScene(seed, count, size);
      sortAxes(lists, store, work);
      const cells = createAxisCells(3);
      cutAxes(cells, lists, store.idEnd);
      for (let axis = 0; axis < 3; axis++) {
        expect(cells.segments[axis]).toBe(Math.ceil((2 * count) / cells.size[axis]));
        const places = new Map([...lists.axes[axis].ends.subarray(0, 2 * count)].map((end, i) => [end, i]));
        let longest = 0;
        for (let id = 0; id < count; id++) {
          longest = Math.max(longest, places.get(2 * id + 1)! - places.get(2 * id)!);
          expectSame(cells.low[axis][id], Math.floor(places.get(2 * id)! / cells.size[axis]));
          expectAtLeast(1, cells.high[axis][id] - cells.low[axis][id]);
        }
        // No shorter segment is sure to cut no box twice, unless the number of cells was limited.
        const product = cells.segments[0] * cells.segments[1] * cells.segments[2];
        if (product < 2 * count) expect(cells.size[axis]).toBe(Math.max(1, longest));
      }
    },
  );

  it("(5) is not cut at all where one box is as long as the scene, and then compares many more intervals (seed 6)", () => {
    const checks = [false, true].map((isLong) => {
      const next = random(6);
      const phase = createSegmentSortByAxes();
      for (let k = 0; k < 500; k++) phase.add(randomBox(next, 0.05));
      if (isLong) phase.add([-1, -1, -1, 3, 3, 3]);
      phase.update();
      return phase.stats.overlapChecks;
    });
    expect(checks[1]).toBeGreaterThan(4 * checks[0]);
  });
});

it("sweep and prune with flags tests the other axes of no pair: a begun overlap is one flag (seed 7)", () => {
  const next = random(7);
  const [flagged, tested] = [createSweepAndPrune({ flags: true }), createSweepAndPrune()];
  const boxes = Array.from({ length: 200 }, () => randomBox(next, 0.1));
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
