import { expect, it } from "vitest";
import { fatten } from "../../src/broadphase/dynamic-tree/fat-boxes.ts";
import {
  ANCHOR,
  ANCHOR_STEP,
  BOX,
  createTreeMemory,
  MAX,
} from "../../src/broadphase/dynamic-tree/tree-memory.ts";

const PLACE = 1;
const SPACE = { origin: new Float64Array(3), isF64: false, meanExtent: 1, coarse: 0 };

/** The margins below and above of a unit cube that has moved from `from` to `to` within some steps. */
function margins(
  from: readonly number[],
  to: readonly number[],
  steps: number,
  size = [1, 1, 1],
): [number, number][] {
  const memory = createTreeMemory(2, 0, false, false);
  memory.anchors.set(from, ANCHOR * PLACE);
  memory.anchorInts[ANCHOR * PLACE + ANCHOR_STEP] = 100 - steps;
  memory.images.set(to, BOX * PLACE);
  memory.images.set(
    to.map((min, axis) => (size[axis] === Infinity ? Infinity : min + size[axis])),
    BOX * PLACE + MAX,
  );
  fatten(memory, SPACE, 3, PLACE, 100);
  expect(memory.anchorInts[ANCHOR * PLACE + ANCHOR_STEP]).toBe(100);
  return to.map((min, axis) => [
    min - memory.fat[BOX * PLACE + axis],
    memory.fat[BOX * PLACE + MAX + axis] - (min + size[axis]),
  ]);
}

it("extends a fat box by the way of equally many steps on each axis, and by a quarter behind", () => {
  const [x, y, z] = margins([0, 0, 0], [0.5, -0.25, 0.125], 10);
  expect(x[1] / 0.5).toBeGreaterThan(0.25);
  expect(y[0] / 0.25).toBeCloseTo(x[1] / 0.5, 4);
  expect(z[1] / 0.125).toBeCloseTo(x[1] / 0.5, 4);
  expect(x[0]).toBeCloseTo(x[1] / 4, 4);
  expect(y[1]).toBeCloseTo(y[0] / 4, 4);
});

it("extends it by 1.5 boxes at most, by ± 50 %", () => {
  const [x] = margins([0, 0, 0], [1000, 1, 0], 1);
  expect(x[1]).toBeGreaterThanOrEqual(0.75);
  expect(x[1]).toBeLessThanOrEqual(2.25);
});

it("leaves a least margin on all sides of boxes and axes at rest, and of unbounded axes", () => {
  const rest = margins([1, 2, 3], [1, 2, 3], 10).flat();
  for (const margin of rest) expect(margin).toBeCloseTo(rest[0], 4);
  expect(rest[0]).toBeGreaterThan(0.02);
  const [x, ...others] = margins([0, 2, 3], [0.5, 2, 3], 10);
  expect(x[1]).toBeGreaterThan(2 * rest[0]);
  for (const margin of others.flat()) expect(margin).toBeCloseTo(rest[0], 4);
  const [, y, z] = margins([-Infinity, 0, 0], [-Infinity, 0.5, 0], 10, [Infinity, 1, 1]);
  expect(y[1]).toBeGreaterThan(2 * rest[0]);
  for (const margin of z) expect(margin).toBeCloseTo(rest[0], 4);
});
