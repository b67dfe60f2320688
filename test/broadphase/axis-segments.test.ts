import { describe, expect, it } from "vitest";
import { createAxisCells, cutAxes } from "../../src/broadphase/axis-segments/axis-cells.ts";
import { createAxisLists, sortAxes } from "../../src/broadphase/axis-segments/axis-lists.ts";
import {
  type AxisSort,
  createAxisSort,
  findAxisPairs,
} from "../../src/broadphase/axis-segments/axis-sort.ts";
import type { PairStates } from "../../src/broadphase/axis-segments/pair-states.ts";
import { addBox, type BoxStore, createBoxStore, moveBox, removeBox } from "../../src/broadphase/box-store.ts";
import { createBroadPhaseStats } from "../../src/broadphase/broad-phase.ts";
import { createPairList } from "../../src/broadphase/pair-list.ts";
import { createSegmentSortByAxes } from "../../src/papers.ts";
import { expectAtLeast, expectSame } from "../expect-in-loops.ts";
import { random } from "../meshes.ts";

// What Xing, Liu and Xu say of their lists and cuts: (1) a list holds all ends, sorted, minima first among equals (2) it stays so when
// boxes move, come and go (3) segments have an equal number of ends, the last at most as many (4) no box is cut more than once on an
// axis (5) there are as many cuts as that is sure to allow (6) a pair's state is the axes on which its intervals overlap, and outlives the
// step. Agreement with brute force: agreement.test.ts; how the work grows: counters.test.ts.

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

/** The boxes of a cell are those with its segments on all axes, and its sub-lists have their ends, in the order of the axes' lists. */
function expectCells(
  cells: ReturnType<typeof createAxisCells>,
  { axes, endCount }: ReturnType<typeof createAxisLists>,
  count: number,
): void {
  const boxesOf = new Map<string, number[]>();
  for (let id = 0; id < count; id++) {
    const [xs, ys, zs] = [0, 1, 2].map((axis) => [...new Set([cells.low[axis][id], cells.high[axis][id]])]);
    for (const x of xs)
      for (const y of ys)
        for (const z of zs) boxesOf.set(`${x} ${y} ${z}`, [...(boxesOf.get(`${x} ${y} ${z}`) ?? []), id]);
  }
  const expected = axes.map(({ ends }) =>
    [...boxesOf.values()].map((ids) =>
      [...ends.subarray(0, endCount)].filter((end) => ids.includes(end >> 1)),
    ),
  );
  const listed = axes.map((_, axis) =>
    Array.from({ length: cells.cellCount }, (_, cell) => [
      ...cells.ends[axis].subarray(cells.starts[cell], cells.starts[cell + 1]),
    ]),
  );
  const inOrder = (lists: number[][][]) =>
    Array.from({ length: lists[0].length }, (_, cell) =>
      lists.map((list) => list[cell].join()).join(" | "),
    ).sort();
  expect(inOrder(listed)).toEqual(inOrder(expected));
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
    [3, 400, 0.06, false],
    [4, 400, 0.2, false],
    [5, 1, 0.2, false],
    [8, 1000, 0.01, true],
  ])(
    "(3, 4, 5) cuts into segments of equal count, no box more than once (seed %i, %i boxes up to %f wide, most cells empty: %s)",
    (seed, count, size, isSparse) => {
      const { store, lists, work } = createScene(seed, count, size);
      sortAxes(lists, store, work);
      const cells = createAxisCells(3);
      cutAxes(cells, lists, store.idEnd);
      let product = 1;
      for (let axis = 0; axis < 3; axis++) {
        expect(cells.segments[axis]).toBe(Math.ceil((2 * count) / cells.size[axis]));
        const places = new Map([...lists.axes[axis].ends.subarray(0, 2 * count)].map((end, i) => [end, i]));
        let longest = 0;
        for (let id = 0; id < count; id++) {
          longest = Math.max(longest, places.get(2 * id + 1)! - places.get(2 * id)!);
          expectSame(cells.low[axis][id], Math.floor(places.get(2 * id)! / cells.size[axis]));
          expectSame(cells.high[axis][id], Math.floor(places.get(2 * id + 1)! / cells.size[axis]));
          expectAtLeast(1, cells.high[axis][id] - cells.low[axis][id]);
        }
        // No shorter segment is sure to cut no box twice.
        expect(cells.size[axis]).toBe(Math.max(1, longest));
        product *= cells.segments[axis];
      }
      expect(product > 8 * count).toBe(isSparse);
      expectCells(cells, lists, count);
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

  it("(6) keeps the state of a pair whose intervals part on x only, without the bit of x", () => {
    const store = createBoxStore(3, "test");
    const sort = createAxisSort(3);
    addBox(store, [0, 0, 0, 1, 1, 1]);
    addBox(store, [0.5, 0, 0, 2, 1, 1]);
    addBox(store, [-9, -9, -9, 9, 9, 9]); // prevents all cuts, so that the pair shares a cell
    const states = [stateAfterStep(sort, store, 0, 1)];
    for (const x of [1.5, 1.5, 0.5, 20]) {
      moveBox(store, 1, [x, 0, 0, x + 1, 1, 1]);
      states.push(stateAfterStep(sort, store, 0, 1));
    }
    // At 20 box 1 is beyond the large one, and shares no cell with box 0.
    expect(states).toEqual([0b111, 0b110, 0b110, 0b111, 0]);
  });

  it.each([
    [2, 9],
    [3, 10],
  ] as const)(
    "(6) has the states of brute force while boxes of %iD move, come and go, and ids are used again (seed %i)",
    (dimensions, seed) => {
      const next = random(seed);
      const draw = () => {
        const at = Array.from({ length: dimensions }, () => Math.round(32 * next()) / 32);
        return [...at, ...at.map((x) => x + Math.round(8 * next()) / 32)];
      };
      const store = createBoxStore(dimensions, "test");
      const sort = createAxisSort(dimensions);
      const seen = new Set<number>();
      for (let step = 0; step < 30; step++) {
        const wanted = [60, 200, 1, 0, 80, 2][Math.floor(step / 5)];
        while (store.size < wanted) addBox(store, draw());
        for (let id = store.idEnd - 1; id >= 0; id--) {
          if (store.used[id] !== 1) continue;
          if (store.size > wanted || next() < 0.05) removeBox(store, id);
          else if (next() < 0.3) moveBox(store, id, draw());
        }
        while (store.size < wanted && next() < 0.8) addBox(store, draw());
        stateAfterStep(sort, store, 0, 1);
        expectStates(sort, store, seen);
      }
      expect([...seen].sort((p, q) => p - q)).toEqual(Array.from({ length: 1 << dimensions }, (_, k) => k));
    },
  );
});

it("gives the room of a crowd back once it has parted", () => {
  const store = createBoxStore(3, "test");
  const sort = createAxisSort(3);
  for (let id = 0; id < 300; id++) addBox(store, [0, 0, 0, 1, 1, 1]);
  stateAfterStep(sort, store, 0, 1);
  const places = sort.states.bits.length;
  expect(places).toBeGreaterThan(300 * 299);
  for (let id = 0; id < 300; id++)
    moveBox(
      store,
      id,
      [0, 0, 0, 1, 1, 1].map((x) => x + 2 * id),
    );
  stateAfterStep(sort, store, 0, 1);
  expect(sort.states.bits.length).toBeLessThan(places / 16);
  for (let id = 0; id < 300; id++) moveBox(store, id, [0, 0, 0, 1, 1, 1]);
  expect(stateAfterStep(sort, store, 7, 250)).toBe(0b111);
});

/** Takes a step; returns the state of a pair, undefined where it has no place. */
function stateAfterStep(sort: AxisSort, store: BoxStore, a: number, b: number): number | undefined {
  findAxisPairs(sort, store, 0, createPairList(), createBroadPhaseStats());
  return statesOf(sort.states).get(`${a} ${b}`);
}

function statesOf({ ids, bits, size }: PairStates): Map<string, number> {
  const states = new Map<string, number>();
  bits.forEach((state, place) => {
    if (ids[2 * place] !== 0xffffffff) states.set(`${ids[2 * place]} ${ids[2 * place + 1]}`, state);
    else expectSame(state, 0);
  });
  expect(states.size).toBe(size);
  return states;
}

/** Pairs that share a cell have a bit for each axis on which they overlap, all others none. Adds the states to `seen`. */
function expectStates({ states, cells }: AxisSort, store: BoxStore, seen: Set<number>): void {
  const { stride, dimensions, boxes, used } = store;
  const held = statesOf(states);
  let pairCount = 0;
  for (let b = 0; b < store.idEnd; b++)
    for (let a = 0; a < b; a++) {
      if (used[a] !== 1 || used[b] !== 1) continue;
      let isShared = true;
      let expected = 0;
      for (let axis = 0; axis < dimensions; axis++) {
        const { low, high } = cells;
        isShared &&= low[axis][a] <= high[axis][b] && low[axis][b] <= high[axis][a];
        const [minA, minB] = [boxes[stride * a + axis], boxes[stride * b + axis]];
        const [maxA, maxB] = [boxes[stride * a + dimensions + axis], boxes[stride * b + dimensions + axis]];
        if (minA <= maxB && minB <= maxA) expected |= 1 << axis;
      }
      if (!isShared) expected = 0;
      expectSame(held.get(`${a} ${b}`) ?? 0, expected);
      seen.add(expected);
      if (expected !== 0) pairCount++;
    }
  expect([...held.values()].filter((state) => state !== 0)).toHaveLength(pairCount);
}
