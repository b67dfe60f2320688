import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addBox, createBoxStore, moveAllBoxes, moveBox, removeBox } from "../../src/broadphase/box-store.ts";
import { createSegmentSortWith } from "../../src/broadphase/segment-sort/segment-sort.ts";
import { OptionError } from "../../src/index.ts";
import { linkBroadphaseKernels } from "../../src/kernels/broadphase-kernels.ts";
import { describeKernels } from "../kernels.ts";
import { random } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";

const unit = [0, 0, 0, 1, 1, 1];

describe("the store of boxes", () => {
  it("assigns the lowest free id, whatever was removed before", () => {
    fc.assert(
      fc.property(fc.array(fc.nat(20), { maxLength: 80 }), (actions) => {
        const store = createBoxStore(3, "test");
        const inUse = new Set<number>();
        for (const id of actions) {
          if (inUse.delete(id)) {
            removeBox(store, id);
          } else {
            let lowest = 0;
            while (inUse.has(lowest)) lowest++;
            expect(addBox(store, unit)).toBe(lowest);
            inUse.add(lowest);
          }
          expect(store.size).toBe(inUse.size);
          expect([...store.used.keys()].filter((k) => store.used[k] === 1)).toEqual(
            [...inUse].sort((a, b) => a - b),
          );
        }
      }),
    );
  });

  it("keeps its boxes while it grows, in 2D too, and never keeps −0", () => {
    const store = createBoxStore(2, "test");
    for (let k = 0; k < 1000; k++) addBox(store, [k, -0, k + 1, 0]);
    for (let k = 0; k < 1000; k++)
      expect(Array.from(store.boxes.subarray(4 * k, 4 * k + 4))).toEqual([k, 0, k + 1, 0]);
    moveAllBoxes(store, new Float64Array(4000).fill(-0));
    expect(Object.is(store.boxes[17], 0)).toBe(true);
  });

  it("accepts unbounded boxes", () => {
    const store = createBoxStore(2, "test");
    expect(addBox(store, [-Infinity, -Infinity, Infinity, 0])).toBe(0);
  });

  it.each([
    [[0, 0, 0, 1, 1], "add: a box in 3D has 6 numbers, got 5"],
    [[0, 0, 0, 1, -1, 1], "add: min y = 0, max y = -1: the minimum is above the maximum"],
    [[0, 0, 0, 1, 1, Number.NaN], "add: min z = 0, max z = NaN: not numbers"],
    [
      [Infinity, 0, 0, Infinity, 1, 1],
      "add: min x = Infinity, max x = Infinity: nothing of the box is finite",
    ],
    [null, "add: a box in 3D has 6 numbers, got null"],
  ])("refuses %j", (box, message) => {
    const store = createBoxStore(3, "test");
    expect(() => addBox(store, box as number[])).toThrow(new OptionError(message));
    expect(store).toEqual(createBoxStore(3, "test"));
  });

  it.each([-1, 0.5, 1, Number.NaN, "0", null, undefined])("rejects the id %j", (id) => {
    const store = createBoxStore(3, "test");
    addBox(store, unit);
    addBox(store, unit);
    removeBox(store, 1);
    expect(() => moveBox(store, id as number, unit)).toThrow(`there is no box with the id ${id}`);
    expect(() => removeBox(store, id as number)).toThrow(OptionError);
  });

  it("moves all or none", () => {
    const store = createBoxStore(3, "test");
    for (let k = 0; k < 3; k++) addBox(store, unit);
    removeBox(store, 1);
    const before = store.boxes.slice();
    const moved = Float64Array.from([...unit, 9, 9, 9, 0, 0, 0, ...unit], (x) => 2 * x);
    moveAllBoxes(store, moved); // the position of the removed box is not read
    expect(Array.from(store.boxes.subarray(12, 18))).toEqual([0, 0, 0, 2, 2, 2]);
    store.boxes.set(before);
    moved[16] = -1;
    expect(() => moveAllBoxes(store, moved)).toThrow("moveAll: box 2: min y = 0, max y = -1");
    expect(() => moveAllBoxes(store, moved.subarray(6))).toThrow("ids up to 2 are in use");
    expect(() => moveAllBoxes(store, moved.subarray(1))).toThrow("got 17 numbers");
    expect(() => moveAllBoxes(store, [] as unknown as Float64Array)).toThrow("must be a Float64Array");
    expect(store.boxes).toEqual(before);
  });

  it("rejects dimensions other than 2 and 3", () => {
    expect(() => createBoxStore(4 as 3, "createTest")).toThrow(
      new OptionError("createTest: dimensions must be 2 or 3, got 4"),
    );
  });
});

describeKernels("moveAll by kernels", () => {
  const number = fc.oneof(
    { weight: 6, arbitrary: fc.double({ min: -2, max: 2, noNaN: true }) },
    fc.constantFrom(
      0,
      -0,
      Infinity,
      -Infinity,
      Number.NaN,
      Number.MIN_VALUE,
      -Number.MAX_VALUE,
      Number.MAX_VALUE,
    ),
  );

  it.each([2, 3] as const)("accepts and rejects the same boxes as without kernels, in %iD", (dimensions) => {
    const stride = 2 * dimensions;
    const boxes = fc.array(fc.array(number, { minLength: stride, maxLength: stride }), {
      minLength: 3,
      maxLength: 6,
    });
    fc.assert(
      fc.property(fc.array(boxes, { maxLength: 4 }), fc.nat(3), (moves, removed) => {
        const phases = [
          createSegmentSortWith({ dimensions }, linkBroadphaseKernels, 0),
          createSegmentSortWith({ dimensions }, null),
        ];
        const answers = phases.map((phase) => {
          for (let id = 0; id < 3; id++) phase.add(Array(stride).fill(id));
          phase.update();
          if (removed < 2) phase.remove(2 * removed); // with a hole, or at the end
          return moves.map((move) => {
            // sorted, so that most are boxes
            const numbers = move.flatMap((box) => {
              const mins = box.slice(0, dimensions);
              const maxs = box.slice(dimensions);
              const isSorted = box[0] < 1.5;
              return [
                ...mins.map((min, k) => (isSorted ? Math.min(min, maxs[k]) : min)),
                ...maxs.map((max, k) => (isSorted ? Math.max(max, mins[k]) : max)),
              ];
            });
            try {
              phase.moveAll(Float64Array.from(numbers));
            } catch (error) {
              return String(error);
            }
            return phase.update().pairs.join();
          });
        });
        expect(answers[0]).toEqual(answers[1]);
      }),
      { numRuns: randomCases(100) },
    );
  });

  it("keeps all boxes, and no −0, while boxes are added and removed", () => {
    const phase = createSegmentSortWith({ dimensions: 2 }, linkBroadphaseKernels, 0);
    const plain = createSegmentSortWith({ dimensions: 2 }, null);
    const next = random(81);
    let count = 0;
    for (let step = 0; step < 40; step++) {
      for (let k = Math.floor(40 * next()); k > 0; k--, count++)
        for (const one of [phase, plain]) one.add([count % 7, -0, (count % 7) + 0.5, 0]);
      const boxes = Float64Array.from(
        { length: 4 * count },
        (_, i) => (i % 4 < 2 ? -0 : 0) + (Math.floor(i / 4) % 50),
      );
      if (step % 3 > 0) for (const one of [phase, plain]) one.moveAll(boxes);
      if (step % 5 === 4 && count > 3) {
        count--;
        for (const one of [phase, plain]) one.remove(count);
      }
      const [answer, right] = [phase.update(), plain.update()];
      expect(answer.pairs.join()).toBe(right.pairs.join());
      expect(phase.cull([1, 0, 0, -3]).ids.join()).toBe(plain.cull([1, 0, 0, -3]).ids.join());
    }
  });
});
