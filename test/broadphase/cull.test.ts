import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createDynamicTree, cullBoxes } from "../../src/broadphase/index.ts";
import { OptionError } from "../../src/index.ts";
import { withoutKernels } from "../../src/kernels/kernel-choice.ts";
import { createBruteForce, cullBoxesByBruteForce } from "../../src/reference/index.ts";
import { byKernel } from "../kernels.ts";
import { random } from "../meshes.ts";
import { randomCases } from "../random-cases.ts";
import { METHODS } from "./methods.ts";

// Contracts: (1) the boxes kept are those of brute force over all corners, in integers (2) a box that touches a plane from
// behind is kept (3) `cull` of a broad phase equals `cullBoxes` of its current boxes, whatever happened since the last
// update.

const lattice = fc.integer({ min: -3, max: 3 });
const anywhere = fc.double({ min: -4, max: 4, noNaN: true });
const extreme = fc.constantFrom(-Infinity, Infinity, -1.7e308, 1.7e308, 5e-324, 0, 1);
const interval = fc
  .oneof(fc.tuple(lattice, lattice), fc.tuple(anywhere, anywhere), fc.tuple(extreme, lattice))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
const plane = fc
  .oneof(
    fc.tuple(lattice, lattice, lattice, lattice),
    fc.tuple(anywhere, anywhere, anywhere, anywhere),
    fc.tuple(
      fc.constantFrom(2 ** 99, -(2 ** 99), 2 ** -99, 1),
      lattice,
      fc.constantFrom(2 ** 99, 0),
      lattice,
    ),
  )
  .filter(([a, b, c]) => a !== 0 || b !== 0 || c !== 0);
const planes = fc.array(plane, { minLength: 1, maxLength: 6 }).map((list) => list.flat());

function boxesOf(dimensions: 2 | 3) {
  return fc
    .array(fc.array(interval, { minLength: dimensions, maxLength: dimensions }), { maxLength: 12 })
    .map((list) =>
      Float64Array.from(list.flatMap((box) => [...box.map(([min]) => min), ...box.map(([, max]) => max)])),
    );
}

/** A frustum along x, and boxes of side 0.02 in the unit cube. */
function frustumScene(count: number): { boxes: Float64Array; frustum: number[] } {
  const next = random(6);
  const boxes = new Float64Array(6 * count);
  for (let i = 0; i < boxes.length; i += 6)
    for (let axis = 0; axis < 3; axis++) {
      boxes[i + axis] = next();
      boxes[i + 3 + axis] = boxes[i + axis] + 0.02;
    }
  return {
    boxes,
    frustum: [1, 0, 0, -0.1, -1, 0, 0, 0.9, 0.3, 1, 0, -0.5, 0.3, -1, 0, 0.5, 0.3, 0, 1, -0.5],
  };
}

describe("cullBoxes", () => {
  it.each([2, 3] as const)(
    "keeps the boxes of brute force, unbounded and huge ones included (%iD, seed 31)",
    (dimensions) => {
      fc.assert(
        fc.property(boxesOf(dimensions), planes, (boxes, list) => {
          const { ids, count, boxTests } = cullBoxes(boxes, list, { dimensions });
          expect([...ids]).toEqual(cullBoxesByBruteForce(boxes, list, dimensions));
          expect(count).toBe(ids.length);
          expect(boxTests).toBe(boxes.length / (2 * dimensions));
        }),
        { numRuns: randomCases(50), seed: 31 },
      );
    },
  );

  it("keeps the boxes of brute force by its kernel, and names what is not a box (seed 32)", () => {
    fc.assert(
      fc.property(boxesOf(3), planes, (boxes, list) => {
        const right = cullBoxesByBruteForce(boxes, list);
        expect([...byKernel("cull", () => cullBoxes(boxes, list)).ids]).toEqual(right);
      }),
      { numRuns: randomCases(150), seed: 32 },
    );
    const { boxes, frustum } = frustumScene(2000);
    expect([...byKernel("cull", () => cullBoxes(boxes, frustum)).ids]).toEqual([
      ...withoutKernels(() => cullBoxes(boxes, frustum)).ids,
    ]);
    for (const bad of [Number.NaN, 2]) {
      const broken = boxes.slice();
      broken[6 * 1234 + 1] = bad;
      expect(() => byKernel("cull", () => cullBoxes(broken, frustum))).toThrow(/box 1234/);
    }
  });

  it("keeps the boxes of brute force in portions of its kernel of any size, with normals of any length (seed 6)", () => {
    const { boxes, frustum } = frustumScene(600);
    const scaled = frustum.map((number, k) => number * [2 ** 90, 1, 2 ** -300, 3, 2 ** 40][k >> 2]);
    for (const count of [1, 2, 255, 256, 257, 511, 512, 513, 600])
      for (const list of [frustum, scaled]) {
        const some = boxes.subarray(0, 6 * count);
        const right = cullBoxesByBruteForce(some, list);
        expect([...byKernel("cull", () => cullBoxes(some, list)).ids], `${count} boxes`).toEqual(right);
      }
  });

  it("leaves an earlier result as it was when an entry is not a box", () => {
    const { boxes, frustum } = frustumScene(600);
    const into = cullBoxes(boxes, frustum);
    const before = { ...into, ids: [...into.ids], storage: [...into.storage] };
    const broken = boxes.slice();
    broken.fill(0.5, 0, 6 * 599);
    broken[6 * 599] = Number.NaN;
    expect(() => byKernel("cull", () => cullBoxes(broken, frustum, { into }))).toThrow(/box 599/);
    expect({ ...into, ids: [...into.ids], storage: [...into.storage] }).toEqual(before);
  });

  it("keeps a box that touches a plane, and decides that exactly", () => {
    const boxes = Float64Array.of(0, 0, 0, 0.1, 0.2, 0.3, 0, 0, 0, 0.1, 0.2, 0.3 - 2 ** -54);
    // 0.1 x + 0.2 y + 0.3 z at the corner (0.1, 0.2, 0.3), as closely as f64 can express it
    const kept = cullBoxes(boxes, [1, 1, 1, -(0.1 + 0.2 + 0.3)]);
    expect([...kept.ids]).toEqual(cullBoxesByBruteForce(boxes, [1, 1, 1, -(0.1 + 0.2 + 0.3)]));
    expect(kept.exactTests).toBe(2);
    expect([...cullBoxes(boxes, [0, 0, 1, -0.3]).ids]).toEqual([0]);
  });

  it("writes into an earlier result, and rejects unusable ones", () => {
    const boxes = Float64Array.of(0, 0, 0, 1, 1, 1);
    const into = cullBoxes(boxes, [1, 0, 0, 0], { into: null });
    expect(cullBoxes(boxes, [1, 0, 0, 0], { into })).toBe(into);
    const { storage } = into;
    expect(cullBoxes(boxes, [1, 0, 0, -2], { into }).count).toBe(0);
    expect(into.storage).toBe(storage);
    const bad =
      (array: unknown, list: unknown, options = {}) =>
      () =>
        cullBoxes(array as Float64Array, list as number[], options);
    expect(bad([0, 0, 0, 1, 1, 1], [1, 0, 0, 0])).toThrow(OptionError);
    expect(bad(boxes, [1, 0, 0, 0], { dimensions: 4 })).toThrow(
      "cullBoxes: dimensions must be 2 or 3, got 4",
    );
    expect(bad(Float64Array.of(0, 0, 0, 1, 1, -1), [1, 0, 0, 0])).toThrow(
      "cullBoxes: boxes: box 0: min z = 0",
    );
    expect(bad(boxes, [0, 0, 0, 1])).toThrow("plane 0 has no normal");
    expect(bad(boxes, [1, 0, 0])).toThrow("planes: expected 4 numbers per plane");
  });
});

describe.each(Object.entries(METHODS))("cull of the %s", (_, create) => {
  it("sees the current boxes, before and after an update", () => {
    const phase = create({ dimensions: 3 });
    const twin = createBruteForce();
    const both = [phase, twin];
    const expectSame = () => {
      for (let k = 0; k < 3; k++)
        expect([...phase.cull([1, 0, 0, -1]).ids]).toEqual([...twin.cull([1, 0, 0, -1]).ids]);
    };
    expectSame();
    for (let k = 0; k < 60; k++) for (const one of both) one.add([k % 3, 0, 0, (k % 3) + 0.5, 1, 1]);
    expectSame();
    for (const one of both) one.update();
    expectSame();
    for (const one of both) one.remove(2);
    expectSame();
    for (const one of both) one.move(0, [5, 0, 0, 6, 1, 1]);
    expectSame();
    for (const one of both) one.update();
    expectSame();
    for (const one of both) one.add([9, 0, 0, 9, 0, 0]);
    for (const one of both) one.remove(1);
    expectSame();
    for (const one of both) one.update();
    expectSame();
    expect(() => phase.cull([1, 0, 0, Number.NaN])).toThrow("planes[3]: NaN");
  });
});

describe("cull of the dynamic tree", () => {
  it("descends from the second cull after a jump of all boxes on, and tests only part of them", () => {
    const { boxes, frustum } = frustumScene(3000);
    const tree = createDynamicTree();
    for (let i = 0; i < boxes.length; i += 6) tree.add(boxes.subarray(i, i + 6));
    tree.update();
    expect(tree.cull(frustum).boxTests).toBeLessThan(2000);
    boxes.copyWithin(0, 6 * 1000); // most boxes move to positions of others: culling 1,000 boxes needs no tree
    tree.moveAll(boxes);
    tree.update();
    const first = tree.cull(frustum);
    const second = tree.cull(frustum);
    expect(first.boxTests).toBe(3000);
    expect(second.boxTests).toBeLessThan(2000);
    expect(second.count).toBeGreaterThan(100);
    expect([...second.ids]).toEqual([...cullBoxes(boxes, frustum).ids]);
    expect([...first.ids]).toEqual([...second.ids]);
    // All boxes are in front of all planes: only the nodes at the top are tested.
    const all = tree.cull([1, 0, 0, 5]);
    expect(all).toMatchObject({ count: 3000, boxTests: 2, exactTests: 0 });
  });

  it("keeps its tree for updates that change a few boxes", () => {
    const { boxes, frustum } = frustumScene(1000);
    const tree = createDynamicTree();
    for (let i = 0; i < boxes.length; i += 6) tree.add(boxes.subarray(i, i + 6));
    tree.update();
    for (let step = 0; step < 30; step++) {
      for (let k = 0; k < 10; k++) {
        const at = 6 * ((37 * step + k) % 1000);
        for (let i = at; i < at + 6; i++) boxes[i] += 0.1 * Math.sin(step + k);
        tree.move(at / 6, boxes.subarray(at, at + 6));
      }
      expect([...tree.cull(frustum).ids]).toEqual([...cullBoxes(boxes, frustum).ids]);
      const { count, pairs } = tree.update();
      const { ids, boxTests } = tree.cull(frustum);
      expect([...ids], `step ${step}`).toEqual([...cullBoxes(boxes, frustum).ids]);
      if (step > 0) expect(boxTests).toBeLessThan(900);
      expect(pairs.length).toBe(2 * count);
    }
  });
});
