import { describe, expect, it } from "vitest";
import {
  addItem,
  advanceFatTree,
  beginHalving,
  type FatTreeBuild,
  finishFatTree,
  startFatTree,
} from "../../src/broadphase/dynamic-tree/build-fat-tree.ts";
import {
  ABSENT,
  childOf,
  createFatTree,
  EMPTY,
  type FatTree,
  insertLeaf,
  NONE,
  parentOf,
  refitLeaves,
  removeLeaf,
} from "../../src/broadphase/dynamic-tree/fat-tree.ts";
import { findCandidates } from "../../src/broadphase/dynamic-tree/fat-tree-query.ts";
import {
  createPlaceOrder,
  createPlaces,
  freePlace,
  listAstray,
  orderPlaces,
  rankItems,
  takePlace,
} from "../../src/broadphase/dynamic-tree/places.ts";
import {
  BOX,
  createTreeMemory,
  doMeet,
  MARK,
  MAX,
  OLD,
} from "../../src/broadphase/dynamic-tree/tree-memory.ts";
import { OVERLAPS } from "../../src/kernels/broadphase-memory-map.ts";
import { expectSame, expectSameNumbers } from "../expect-in-loops.ts";
import { random } from "../meshes.ts";

// (1) the box in a slot is the union of what is below (2) every place is a leaf exactly once and stores its slot (3) a
// query finds what meets the new box and not the old one, with and without the kernel.

const COUNT = 300;
const MEMORIES = {
  "f32 boxes and kernel": [false, true],
  "f32 boxes": [false, false],
  "f64 boxes": [true, false],
} as const;

describe.each(Object.entries(MEMORIES))("the fat tree with %s", (_, [isF64, withKernel]) => {
  const createTree = (seed: number) => {
    const next = random(seed);
    const tree = createFatTree(createTreeMemory(COUNT + 1, 0, isF64, withKernel));
    const draw = (place: number) => {
      for (let axis = 0; axis < 3; axis++) move(place, axis, next(), next() < 0.02 ? Infinity : 0.1 * next());
    };
    const move = (place: number, axis: number, min: number, extent: number) => {
      tree.memory.fat[BOX * place + axis] = min;
      tree.memory.fat[BOX * place + MAX + axis] = min + extent;
    };
    return { tree, next, draw };
  };

  it("(1) (2) holds while boxes are added, removed and moved, many at a time (seed 81)", () => {
    const { tree, next, draw } = createTree(81);
    const inside = new Set<number>();
    for (let step = 0; step < 20; step++) {
      for (let place = 1; place <= COUNT; place++)
        if (inside.has(place) && next() < 0.1) {
          removeLeaf(tree, place);
          inside.delete(place);
        } else if (!inside.has(place) && next() < 0.3) {
          draw(place);
          insertLeaf(tree, place);
          inside.add(place);
        }
      const moved = [...inside].filter(() => next() < 0.3);
      for (const place of moved) draw(place);
      tree.memory.hits.set(moved);
      refitLeaves(tree, tree.memory.hits, moved.length);
      expect(checkTree(tree), `step ${step}`).toEqual([...inside].sort((a, b) => a - b));
    }
    for (const place of inside) removeLeaf(tree, place);
    expect(tree.root).toBe(EMPTY);
  });

  it("(1) (2) holds for a tree that was built over many steps while boxes moved (seed 84)", () => {
    const { tree, draw } = createTree(84);
    const items = Uint32Array.from({ length: COUNT }, (_, k) => k + 1);
    for (const place of items) draw(place);
    build(tree, items.slice());
    const atOnce = structureOf(tree);
    const construction = construct(tree, items);
    let steps = 1;
    for (; !advanceFatTree(construction, 100); steps++) draw(1 + (steps % COUNT));
    expect(steps).toBeGreaterThan(10);
    finishFatTree(tree, construction);
    expect(checkTree(tree)).toEqual([...items]);
    expect(structureOf(tree)).toEqual(atOnce);
    expect(() => removeLeaf(tree, 7)).not.toThrow();
    expect(checkTree(tree)).toEqual([...items].filter((place) => place !== 7));
  });

  it.each([
    ["the tree follows", false],
    ["the tree is stale", true],
  ])("(1) (2) holds while places are reassigned, a portion at a time: %s (seed 82)", (_name, isStale) => {
    const { tree, draw } = createTree(82);
    const { memory } = tree;
    const items = Uint32Array.from({ length: COUNT }, (_, k) => k + 1);
    for (const place of items) draw(place);
    const places = createPlaces();
    memory.byId.set(items.slice().reverse()); // the id k at the place COUNT − k
    places.end = COUNT + 1;
    for (let id = 0; id < COUNT; id++) memory.ids[memory.byId[id]] = id;
    const before = Array.from({ length: COUNT }, (_, id) => boxAt(tree, memory.byId[id]));
    build(tree, items.slice());
    removeLeaf(tree, 5);
    freePlace(places, memory, 5);
    const gone = COUNT - 5;
    const order = createPlaceOrder(
      items.slice().sort((a, b) => ((7 * a) % 301) - ((7 * b) % 301)),
      COUNT + 1,
    );
    rankItems(order, 0, COUNT);
    for (let from = 0; from < COUNT; from += 100) {
      orderPlaces(places, tree, isStale, order, from, from + 100, 0);
      if (!isStale) expect(checkTree(tree)).toEqual([...items].filter((place) => place !== places.free[0]));
      for (let id = 0; id < COUNT; id++) {
        if (id === gone) continue;
        expectSameNumbers(boxAt(tree, memory.byId[id]), before[id]);
        expectSame(memory.ids[memory.byId[id]], id);
      }
    }
    expect([...order.items]).toEqual([...items]);
    expect(places.free).toEqual([(7 * 5) % 301]);
  });

  it("(3) finds each new candidate once (seed 83)", () => {
    const { tree, next, draw } = createTree(83);
    const { memory } = tree;
    const { fat, queries, requeried, imageInts, intShift } = memory;
    for (let place = 1; place <= COUNT; place++) {
      draw(place);
      insertLeaf(tree, place);
    }
    const pairs = () => {
      const list: string[] = [];
      for (let a = 1; a <= COUNT; a++)
        for (let b = a + 1; b <= COUNT; b++) if (doMeet(fat, BOX * a, fat, BOX * b)) list.push(`${a} ${b}`);
      return list;
    };
    for (let step = 0; step < 10; step++) {
      const before = new Set(pairs());
      let count = 0;
      for (let place = 1; place <= COUNT; place++) {
        if (next() > 0.3) continue;
        for (let k = 0; k < BOX; k++) queries[2 * BOX * count + OLD + k] = fat[BOX * place + k];
        draw(place);
        for (let k = 0; k < BOX; k++) queries[2 * BOX * count + k] = fat[BOX * place + k];
        requeried[count++] = place;
        imageInts[(BOX * place + MARK) << intShift] = count;
      }
      refitLeaves(tree, requeried, count);
      const out = { pairs: new Uint32Array(2), count: 0, comparisons: 0 };
      findCandidates(tree, count, out);
      const found = Array.from({ length: out.count }, (_, k) =>
        [...out.pairs.subarray(2 * k, 2 * k + 2)].sort((a, b) => a - b).join(" "),
      );
      const right = pairs().filter((pair) => !before.has(pair));
      expect(right.length).toBeGreaterThan(20);
      expect(found.sort(), `step ${step}`).toEqual(right.sort());
      for (let rank = 0; rank < count; rank++) imageInts[(BOX * requeried[rank] + MARK) << intShift] = 0;
    }
  });
});

function build(tree: FatTree, items: Uint32Array): void {
  const construction = construct(tree, items);
  advanceFatTree(construction, Infinity);
  finishFatTree(tree, construction);
}

function construct(tree: FatTree, items: Uint32Array): FatTreeBuild {
  const construction = startFatTree(tree.memory);
  for (const place of items) addItem(construction, place);
  beginHalving(construction);
  return construction;
}

function boxAt({ memory: { fat } }: FatTree, place: number): number[] {
  return [0, 1, 2, 4, 5, 6].map((k) => fat[BOX * place + k]);
}

/** Checks boxes and links of the whole tree; returns the places in it, ascending. */
function checkTree(tree: FatTree): number[] {
  const { memory } = tree;
  const found: number[] = [];
  const check = (child: number, slot: number): number[] => {
    if (child < 0) {
      expectSame(memory.leafSlots[~child], slot);
      found.push(~child);
      return boxAt(tree, ~child);
    }
    expectSame(parentOf(memory, child), slot);
    const [a, b] = [2 * child, 2 * child + 1].map((inner) => {
      const box = check(childOf(memory, inner), inner);
      expectSameNumbers(
        [0, 1, 2, 4, 5, 6].map((k) => memory.nodes[BOX * inner + k]),
        box,
      );
      return box;
    });
    return a.map((value, k) => (k < 3 ? Math.min(value, b[k]) : Math.max(value, b[k])));
  };
  if (tree.root !== EMPTY) check(tree.root, NONE);
  return found.sort((a, b) => a - b);
}

/** What each slot holds. */
function structureOf({ memory, nodeEnd }: FatTree): number[] {
  return Array.from({ length: 2 * nodeEnd }, (_, slot) => childOf(memory, slot));
}

describe("halving of the fat tree's parts", () => {
  it("leaves no centre of a half above one of the other, with and without kernels, whether it stops within a part or not (seed 85)", () => {
    const count = 5000; // more than are looked at in one go
    const items = Uint32Array.from({ length: count }, (_, k) => k + 1);
    const builds = [1, 700, Infinity].flatMap((work) =>
      [true, false].map((withKernel) => {
        const next = random(85);
        const memory = createTreeMemory(count + 1, 0, false, withKernel);
        expect(memory.kernel !== null).toBe(withKernel);
        for (let place = 1; place <= count; place++)
          for (let axis = 0; axis < 3; axis++) {
            const isUnbounded = next() < 0.01;
            const at = Math.floor((9 - axis) * 40 * next()) - 100; // often equal
            memory.fat[BOX * place + axis] = isUnbounded ? -Infinity : at;
            memory.fat[BOX * place + MAX + axis] = isUnbounded && next() < 0.5 ? Infinity : at + next();
          }
        const construction = construct(createFatTree(memory), items);
        let calls = 1;
        while (!advanceFatTree(construction, work)) calls++;
        if (work === 1) expect(calls).toBeGreaterThan(count);
        const { centres, children } = memory;
        return { calls, work, sorted: construction.items, nodeEnd: construction.nodeEnd, centres, children };
      }),
    );
    const [{ sorted, nodeEnd, centres, children }] = builds;
    expect(nodeEnd).toBe(count - 1);
    for (const other of builds) {
      expect(other.sorted).toEqual(sorted);
      expect(other.nodeEnd).toBe(nodeEnd);
      expect(other.centres).toEqual(centres);
      expect(other.children).toEqual(children);
      expect(other.calls).toBe(builds.find(({ work }) => work === other.work)!.calls);
    }
    expect([...sorted].sort((a, b) => a - b)).toEqual([...items]);
    const checkPart = (start: number, end: number): void => {
      const middle = (start + end) >> 1;
      if (end - start < 2) return;
      const bounds = (from: number, to: number, axis: number) => {
        const all = Array.from({ length: to - from }, (_, k) => centres[3 * (from + k) + axis]);
        return [Math.min(...all), Math.max(...all)];
      };
      const spreads = [0, 1, 2].map((axis) => bounds(start, end, axis)).map(([min, max]) => max - min);
      const axis = spreads.indexOf(Math.max(...spreads));
      expect(bounds(start, middle, axis)[1]).toBeLessThanOrEqual(bounds(middle, end, axis)[0]);
      checkPart(start, middle);
      checkPart(middle, end);
    };
    checkPart(0, count);
  });
});

describe("places without a box or a leaf", () => {
  it("are listed, with and without kernels (seed 86)", () => {
    const lists = [true, false].map((withKernel) => {
      const next = random(86);
      const count = 400;
      const memory = createTreeMemory(count + 1, 0, false, withKernel);
      expect(memory.kernel !== null).toBe(withKernel);
      const right: number[] = [];
      for (let place = 1; place <= count; place++) {
        const [hasBox, hasLeaf] = [next() < 0.8, next() < 0.8];
        memory.ids[place] = hasBox ? Math.floor(1000 * next()) : NONE;
        memory.leafSlots[place] = hasLeaf ? Math.floor(1000 * next()) - 1 : ABSENT; // the slot of a lone box is NONE
        if (hasBox !== hasLeaf) right.push(place);
      }
      const list = [...memory.requeried.subarray(0, listAstray(memory, count + 1))];
      expect(list).toEqual(right);
      return list;
    });
    expect(lists[0].length).toBeGreaterThan(50);
  });
});

describe("candidates of the fat tree", () => {
  it("name the boxes they named before places were reassigned, the lower place first, with and without kernels (seed 9)", () => {
    const answers = [true, false].map((withKernel) => {
      const next = random(9);
      const count = 200;
      const memory = createTreeMemory(count + 1, 500, false, withKernel);
      const tree = createFatTree(memory);
      const places = createPlaces();
      for (let id = 0; id < count; id++) takePlace(places, memory, id);
      for (let i = 0; i < memory.pairs.length; i += 2) {
        const a = 1 + Math.floor(next() * (count - 1));
        memory.pairs[i] = a;
        memory.pairs[i + 1] = a + 1 + Math.floor(next() * (count - a)) + (next() < 0.5 ? OVERLAPS : 0);
      }
      const named = () =>
        Array.from({ length: 500 }, (_, k) => {
          const [a, second] = memory.pairs.subarray(2 * k, 2 * k + 2);
          const b = second & 0x7fffffff;
          expect(a).toBeLessThan(b);
          return `${[memory.ids[a], memory.ids[b]].sort((p, q) => p - q)} ${second >= OVERLAPS}`;
        });
      const before = named();
      const items = Uint32Array.from({ length: count }, (_, k) => 1 + ((7 * k) % count)); // 7 and 200 have no common factor
      const order = createPlaceOrder(items, places.end);
      rankItems(order, 0, 90); // ranks may come in portions
      rankItems(order, 90, count);
      for (let from = 0; from < count; from += 40) {
        orderPlaces(places, tree, true, order, from, from + 40, 500);
        expect(named()).toEqual(before);
      }
      expect(memory.kernel !== null).toBe(withKernel);
      return memory.pairs.slice();
    });
    expect(answers[0]).toEqual(answers[1]);
  });
});
