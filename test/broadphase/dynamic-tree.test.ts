import { describe, expect, it } from "vitest";
import { addBox, createBoxStore, moveAllBoxes } from "../../src/broadphase/box-store.ts";
import { createBroadPhaseStats } from "../../src/broadphase/broad-phase.ts";
import {
  createDynamicTreeWith,
  createState,
  updateTree,
} from "../../src/broadphase/dynamic-tree/dynamic-tree.ts";
import { createDynamicTree, findBoxPairs } from "../../src/broadphase/index.ts";
import { createPairChanges } from "../../src/broadphase/pair-changes.ts";
import { random } from "../meshes.ts";

/** The motion of box `k` along an axis at a step. */
type Motion = (k: number, axis: number, step: number, next: () => number) => number;

// Sides of 0.04 in the unit cube: about one overlap per box.
const MOTIONS: Record<string, Motion> = {
  "a drift of 1 % of a box": (k, axis) => 4e-4 * Math.sin(3 * k + axis),
  "a drift of half a box": (k, axis) => 2e-2 * Math.sin(3 * k + axis),
  "random steps": (_k, _axis, _step, next) => 4e-3 * (next() - 0.5),
  "a start, a stop and a turn": (k, axis, step) => [0, 2e-3, 0, -2e-3][(step >> 4) & 3] * Math.sin(k + axis),
  "a swing out of the fat box and back": (k, axis, step) =>
    2e-2 * Math.cos(0.9 * step + k) * Math.sin(k + axis),
  "halves that pass through each other": (k, axis) => (axis === 0 ? (k % 2 === 0 ? 3e-3 : -3e-3) : 0),
  "a tenth that jumps anywhere": (k, _axis, step, next) => ((k + step) % 10 === 0 ? next() - 0.5 : 0),
};

/** The number of places from which the kernel is used. */
const KERNEL_FROM = { "by its kernel": 0, "without its kernel": Infinity };
const STEPS = 75; // beyond the 64 steps after which extents are measured again

it.each(Object.keys(MOTIONS))(
  `the dynamic tree is exact over ${STEPS} steps with %s, with and without its kernel (1,500 boxes, seed 4)`,
  (name) => {
    const motion = MOTIONS[name];
    const next = random(4);
    const count = 1500;
    const boxes = new Float64Array(6 * count);
    for (let k = 0; k < count; k++)
      for (let axis = 0; axis < 3; axis++) {
        boxes[6 * k + axis] = next();
        boxes[6 * k + axis + 3] = boxes[6 * k + axis] + 0.04;
      }
    const trees = Object.values(KERNEL_FROM).map((kernelFrom) => createDynamicTreeWith({}, kernelFrom));
    for (const tree of trees) for (let k = 0; k < count; k++) tree.add(boxes.subarray(6 * k, 6 * k + 6));
    const right = findBoxPairs(boxes);
    let last = new Set<number>();
    for (let step = 0; step < STEPS; step++) {
      findBoxPairs(boxes, { into: right });
      const now = keys(right.pairs);
      const begunCount = countMissing(now, last);
      const endedCount = countMissing(last, now);
      for (const tree of trees) {
        const answer = tree.update();
        expect(isEqual(answer.pairs, right.pairs), `step ${step}`).toBe(true);
        expect([answer.begunCount, answer.endedCount]).toEqual([begunCount, endedCount]);
      }
      last = now;
      for (let k = 0; k < count; k++)
        for (let axis = 0; axis < 3; axis++) {
          const shift = motion(k, axis, step, next);
          boxes[6 * k + axis] += shift;
          boxes[6 * k + axis + 3] += shift;
        }
      for (const tree of trees) tree.moveAll(boxes);
    }
  },
);

it("the dynamic tree is exact while boxes drift, jump, disappear and reuse ids of others (1,000 boxes, seed 6)", () => {
  const next = random(6);
  const tree = createDynamicTree();
  const boxes = new Map<number, number[]>();
  const draw = () => {
    const [x, y, z] = [next(), next(), next()];
    return [x, y, z, x + 0.06, y + 0.06, z + 0.06];
  };
  const add = () => {
    const box = draw();
    boxes.set(tree.add(box), box);
  };
  for (let k = 0; k < 1000; k++) add();
  for (let step = 0; step < 60; step++) {
    for (const [id, box] of boxes) {
      const shift = 2e-3 * Math.sin(id);
      const moved = next() < 0.01 ? draw() : box.map((value) => value + shift);
      boxes.set(id, moved);
      tree.move(id, moved);
    }
    for (const id of [...boxes.keys()].filter(() => next() < 0.02)) {
      boxes.delete(id);
      tree.remove(id);
    }
    for (let k = 0; k < 20; k++) add();
    const ids = [...boxes.keys()].sort((a, b) => a - b);
    const right = findBoxPairs(Float64Array.from(ids.flatMap((id) => boxes.get(id)!)));
    expect(tree.update().pairs.join(), `step ${step}`).toBe(right.pairs.map((k) => ids[k]).join());
  }
});

describe.each(Object.entries(KERNEL_FROM))(
  "the dynamic tree %s, where f32 has too few digits,",
  (_, kernelFrom) => {
    /** 700 boxes of side 0.1 in the unit cube; `shift` is the offset of box `k` at a step. */
    const expectRight = (seed: number, steps: number, shift: (k: number, step: number) => number) => {
      const next = random(seed);
      const start = Float64Array.from({ length: 6 * 700 }, () => next());
      const tree = createDynamicTreeWith({}, kernelFrom);
      let most = 0;
      for (let step = 0; step < steps; step++) {
        const boxes = start.map((_value, i) => {
          const [k, axis] = [Math.floor(i / 6), i % 3];
          const min = start[6 * k + axis] + 1e-3 * step * Math.sin(k + axis) + shift(k, step);
          return i % 6 < 3 ? min : min + 0.1;
        });
        if (step === 0) for (let k = 0; k < 700; k++) tree.add(boxes.subarray(6 * k, 6 * k + 6));
        tree.moveAll(boxes);
        expect(tree.update().pairs.join(), `step ${step}`).toBe(findBoxPairs(boxes).pairs.join());
        most = Math.max(most, tree.stats.overlapChecks);
      }
      return most;
    };

    it("follows all boxes far away and back (seed 7)", () => {
      const most = expectRight(7, 40, (_k, step) => (step < 10 || step >= 30 ? 0 : 2 ** 30));
      expect(most).toBeLessThan(10 * 700);
    });

    it("keeps f64 boxes while two clusters are far apart (seed 8)", () => {
      const most = expectRight(8, 40, (k, step) => (step < 10 || step >= 30 ? 0 : k % 3 === 0 ? 2 ** 30 : 0));
      expect(most).toBeLessThan(20 * 700); // f32 would put 233 boxes into one place: 27,000 pairs
    });

    it("is exact for a few boxes far away (seed 9)", () => {
      expectRight(9, 20, (k) => (k < 8 ? 2 ** 40 : 0));
    });
  },
);

it("hundreds of dynamic trees exist at once, with or without memory for kernels", () => {
  const next = random(10);
  const boxes = Float64Array.from({ length: 6 * 20 }, (_, i) => (i % 6 < 3 ? 0 : 1) + next());
  const right = findBoxPairs(boxes).pairs.join();
  const trees = Array.from({ length: 300 }, () => createDynamicTreeWith({}, 0));
  for (const tree of trees) {
    for (let at = 0; at < boxes.length; at += 6) tree.add(boxes.subarray(at, at + 6));
    expect(tree.update().pairs.join()).toBe(right);
  }
});

it("the dynamic tree finds the pairs of an unbounded floor, and compares nothing when nothing moved (seed 2)", () => {
  const next = random(2);
  const tree = createDynamicTree();
  tree.add([-Infinity, -Infinity, -Infinity, Infinity, Infinity, 0]);
  for (let k = 0; k < 500; k++) {
    const [x, y, z] = [next(), next(), next()];
    tree.add([x, y, z - 0.5, x + 0.01, y + 0.01, z - 0.49]);
  }
  const { count } = tree.update();
  expect(count).toBeGreaterThan(200);
  tree.update();
  expect(tree.stats).toEqual({ comparisons: 0, swaps: 0, overlapChecks: 0 });
  tree.move(0, [-Infinity, -Infinity, -Infinity, Infinity, Infinity, -0.6]);
  expect(tree.update().endedCount).toBeGreaterThan(200);
});

it("the dynamic tree is exact where gaps between boxes overflow", () => {
  const tree = createDynamicTree();
  tree.add([-1.7e308, -1.7e308, -1.7e308, 2.9e307, 2.9e307, 2.9e307]);
  tree.add([2.9e307, 0, 0, 1.7e308, 1, 1]);
  tree.add([3e307, 0, 0, 3.1e307, 1, 1]);
  expect(Array.from(tree.update().pairs)).toEqual([0, 1, 1, 2]);
  tree.move(0, [-1.7e308, -1.7e308, -1.7e308, 2.8e307, 2.9e307, 2.9e307]);
  expect(Array.from(tree.update().pairs)).toEqual([1, 2]);
  tree.move(2, [0, 0, 0, 1, 1, 1]);
  expect(Array.from(tree.update().pairs)).toEqual([0, 2]);
});

function keys(pairs: Uint32Array): Set<number> {
  const set = new Set<number>();
  for (let k = 0; k < pairs.length; k += 2) set.add(2 ** 20 * pairs[k] + pairs[k + 1]);
  return set;
}

function countMissing(some: Set<number>, others: Set<number>): number {
  let count = 0;
  for (const key of some) if (!others.has(key)) count++;
  return count;
}

function isEqual(p: Uint32Array, q: Uint32Array): boolean {
  return p.length === q.length && p.every((id, i) => id === q[i]);
}

describe("a worn tree", () => {
  it.each([
    ["kernels", 0],
    ["TypeScript", Infinity],
  ])(
    "is replaced over many updates while boxes come and go, with the pairs of brute force (%s, seed 91)",
    (_, kernelFrom) => {
      const next = random(91);
      const count = 700;
      const phase = createDynamicTreeWith({}, kernelFrom);
      const boxes = new Float64Array(6 * count);
      const velocity = Float64Array.from({ length: 3 * count }, () => 0.02 * (next() - 0.5));
      for (let id = 0; id < count; id++) {
        for (let axis = 0; axis < 3; axis++) {
          boxes[6 * id + axis] = next();
          boxes[6 * id + 3 + axis] = boxes[6 * id + axis] + 0.06 * next();
        }
        phase.add(boxes.subarray(6 * id, 6 * id + 6));
      }
      const used = new Set(Array.from({ length: count }, (_, id) => id));
      for (let step = 0; step < 260; step++) {
        for (const id of used) {
          for (let axis = 0; axis < 3; axis++) {
            const at = 6 * id + axis;
            if (boxes[at] < 0 || boxes[at] > 1) velocity[3 * id + axis] *= -1;
            boxes[at] += velocity[3 * id + axis];
            boxes[at + 3] += velocity[3 * id + axis];
          }
          phase.move(id, boxes.subarray(6 * id, 6 * id + 6));
        }
        const gone = Math.floor(count * next());
        if (used.has(gone)) {
          phase.remove(gone);
          used.delete(gone);
        } else {
          const id = phase.add([0.5, 0.5, 0.5, 0.55, 0.55, 0.55]);
          boxes.set([0.5, 0.5, 0.5, 0.55, 0.55, 0.55], 6 * id);
          used.add(id);
        }
        const { pairs } = phase.update();
        if (step % 5 === 0) expect(Array.from(pairs), `step ${step}`).toEqual(pairsOf(boxes, used));
      }
    },
  );
});

function pairsOf(boxes: Float64Array, used: ReadonlySet<number>): number[] {
  const ids = [...used].sort((a, b) => a - b);
  const pairs: number[] = [];
  for (let i = 0; i < ids.length; i++)
    for (let j = i + 1; j < ids.length; j++) if (doMeet(boxes, ids[i], ids[j])) pairs.push(ids[i], ids[j]);
  return pairs;
}

function doMeet(boxes: Float64Array, a: number, b: number): boolean {
  for (let k = 0; k < 3; k++)
    if (boxes[6 * a + k] > boxes[6 * b + 3 + k] || boxes[6 * b + k] > boxes[6 * a + 3 + k]) return false;
  return true;
}

// A check of sorted candidates reads boxes that are near each other in memory; nothing but time shows when they are not.
it.each(Object.entries(KERNEL_FROM))(
  "the dynamic tree keeps its candidates sorted by the lower place, from the first step on, %s (2,000 boxes, seed 6)",
  (_, kernelFrom) => {
    const next = random(6);
    const store = createBoxStore(3, "test");
    const state = createState(store, createPairChanges(), kernelFrom);
    const boxes = Float64Array.from({ length: 12_000 }, next);
    for (let k = 0; k < 2000; k++) {
      for (let axis = 0; axis < 3; axis++) boxes[6 * k + axis + 3] = boxes[6 * k + axis] + 0.05;
      addBox(store, boxes.subarray(6 * k, 6 * k + 6));
    }
    for (let step = 0; step < 30; step++) {
      // At step 20 all boxes jump, so that candidates are found without the tree.
      const speed = step === 20 ? 0.5 : 0.002;
      for (let k = 0; k < 6000; k++) {
        const shift = speed * (next() - 0.5);
        boxes[6 * Math.floor(k / 3) + (k % 3)] += shift;
        boxes[6 * Math.floor(k / 3) + (k % 3) + 3] += shift;
      }
      moveAllBoxes(store, boxes);
      state.hasMoved = true;
      updateTree(state, createBroadPhaseStats());
      expect(countUnsorted(state), `step ${step}`).toBe(0);
      expect(state.candidateCount).toBeGreaterThan(2000);
    }
  },
);

it.each(Object.entries(KERNEL_FROM))(
  "the dynamic tree keeps its candidates sorted when its memory grows in the midst of a rebuild, %s (900 boxes, seed 8)",
  (_, kernelFrom) => {
    for (let growAt = 8; growAt < 120; growAt += 8) {
      const next = random(8);
      const store = createBoxStore(3, "test");
      const state = createState(store, createPairChanges(), kernelFrom);
      const add = () => {
        const [x, y, z] = [next(), next(), next()];
        addBox(store, [x, y, z, x + 0.06, y + 0.06, z + 0.06]);
      };
      const update = () => {
        state.hasMoved = true;
        updateTree(state, createBroadPhaseStats());
      };
      for (let k = 0; k < 900; k++) add();
      update();
      add(); // one new box is inserted, so there is a tree from now on
      update();
      state.isWorn = true;
      for (let step = 0; step < growAt; step++) update();
      const { capacity } = state.tree.memory;
      while (store.used.length < 2 * capacity) add();
      update();
      expect(state.tree.memory.capacity).toBeGreaterThan(capacity);
      expect(countUnsorted(state), `grown after ${growAt} steps`).toBe(0);
    }
  },
);

function countUnsorted({ tree, candidateCount }: ReturnType<typeof createState>): number {
  const { pairs } = tree.memory;
  let wrong = 0;
  for (let i = 0; i < 2 * candidateCount; i += 2)
    if (pairs[i] < pairs[Math.max(0, i - 2)] || pairs[i] >= (pairs[i + 1] & 0x7fffffff)) wrong++;
  return wrong;
}
