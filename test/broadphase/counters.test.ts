import { describe, expect, it } from "vitest";
import { type BroadPhase, createDynamicTree } from "../../src/broadphase/index.ts";
import { createSegmentSortByAxes, createSweepAndPrune } from "../../src/papers.ts";
import { random } from "../meshes.ts";
import { METHODS } from "./methods.ts";

/** Boxes of side 0.6 in a cube, about one per unit of volume, that drift by about 1 % of their side per step. */
function createDrift(count: number, seed: number) {
  const next = random(seed);
  const side = Math.cbrt(count);
  const boxes = new Float64Array(6 * count);
  const ways = Float64Array.from({ length: 3 * count }, () => 0.012 * (next() - 0.5));
  for (let k = 0; k < count; k++)
    for (let axis = 0; axis < 3; axis++) {
      boxes[6 * k + axis] = side * next();
      boxes[6 * k + axis + 3] = boxes[6 * k + axis] + 0.6;
    }
  const step = () => {
    for (let k = 0; k < count; k++)
      for (let axis = 0; axis < 3; axis++) {
        boxes[6 * k + axis] += ways[3 * k + axis];
        boxes[6 * k + axis + 3] += ways[3 * k + axis];
      }
  };
  return { boxes, step };
}

function fill(phase: BroadPhase, boxes: Float64Array): void {
  for (let k = 0; k < boxes.length; k += 6) phase.add(boxes.subarray(k, k + 6));
}

/** The mean work per box and step, after some steps. */
function workOfDrift(phase: BroadPhase, count: number, steps: number) {
  const { boxes, step } = createDrift(count, 1);
  fill(phase, boxes);
  phase.update();
  const sum = { comparisons: 0, swaps: 0, overlapChecks: 0 };
  for (let k = 0; k < steps; k++) {
    step();
    phase.moveAll(boxes);
    phase.update();
    sum.comparisons += phase.stats.comparisons / (steps * count);
    sum.swaps += phase.stats.swaps / (steps * count);
    sum.overlapChecks += phase.stats.overlapChecks / (steps * count);
  }
  return sum;
}

describe("counters of broad phases", () => {
  it.each(Object.entries(METHODS))("%s: a still scene swaps nothing and begins nothing", (_, create) => {
    const { boxes } = createDrift(1000, 3);
    const phase = create({ dimensions: 3 });
    fill(phase, boxes);
    phase.update();
    phase.update();
    phase.moveAll(boxes);
    const { begunCount, endedCount, count } = phase.update();
    expect([begunCount, endedCount, phase.stats.swaps]).toEqual([0, 0, 0]);
    expect(count).toBeGreaterThan(100);
  });

  it("sweep and prune: a still scene compares each end with its neighbour, once, and checks nothing", () => {
    const { boxes } = createDrift(1000, 3);
    const phase = createSweepAndPrune();
    fill(phase, boxes);
    phase.update();
    phase.update();
    expect(phase.stats).toEqual({ comparisons: 3 * 1999, swaps: 0, overlapChecks: 0 });
  });

  it("dynamic tree: a still scene causes no tree queries and no candidate checks", () => {
    const { boxes } = createDrift(1000, 3);
    const phase = createDynamicTree();
    fill(phase, boxes);
    phase.update();
    phase.update();
    expect(phase.stats).toEqual({ comparisons: 0, swaps: 0, overlapChecks: 0 });
  });

  it("dynamic tree: work per box does not grow from 1,000 to 8,000 boxes in coherent motion", () => {
    const small = workOfDrift(createDynamicTree(), 1000, 60);
    const large = workOfDrift(createDynamicTree(), 8000, 60);
    expect(large.comparisons).toBeLessThan(2 * small.comparisons); // the tree is three levels deeper
    expect(large.overlapChecks).toBeLessThan(1.3 * small.overlapChecks);
    expect(large.overlapChecks).toBeLessThan(2.5); // each candidate is checked once
  });

  it("sweep and prune: swaps per box grow like N^(2/3), the squared edge of the cube", () => {
    const small = workOfDrift(createSweepAndPrune(), 1000, 8);
    const large = workOfDrift(createSweepAndPrune(), 8000, 8);
    expect(large.swaps / small.swaps).toBeGreaterThan(2.5);
    expect(large.swaps / small.swaps).toBeLessThan(6);
  });

  it("the paper's segment sort: checks per box do not grow from 1,000 to 8,000 boxes, its swaps do, and it is no insertion sort", () => {
    const small = workOfDrift(createSegmentSortByAxes(), 1000, 8);
    const large = workOfDrift(createSegmentSortByAxes(), 8000, 8);
    expect(large.overlapChecks).toBeLessThan(1.1 * small.overlapChecks);
    expect(large.swaps).toBeGreaterThan(1.3 * small.swaps);
    // "reducing the number of inversions and comparisons" of insertion sort (III B): the inversions
    const insertion = workOfDrift(createSweepAndPrune(), 8000, 8);
    expect(large.swaps).toBeLessThan(insertion.swaps);
    expect(large.comparisons).toBeGreaterThan(insertion.comparisons);
  });

  it.each(Object.entries(METHODS))("%s: has the same work in a space of another size", (_, create) => {
    const { boxes, step } = createDrift(800, 4);
    const scales = [1, 2 ** 40, 2 ** -40];
    const phases = scales.map(() => create({ dimensions: 3 }));
    phases.forEach((phase, k) => {
      fill(
        phase,
        boxes.map((x) => scales[k] * x),
      );
      phase.update();
    });
    for (let round = 0; round < 4; round++) {
      step();
      phases.forEach((phase, k) => {
        phase.moveAll(boxes.map((x) => scales[k] * x));
        const { count } = phase.update();
        expect(count).toBeGreaterThan(100);
        expect(phase.stats).toEqual(phases[0].stats);
      });
    }
  });

  it("dynamic tree: a removed or teleported box does not trigger a search for all others", () => {
    const { boxes } = createDrift(4000, 3);
    const phase = createDynamicTree();
    fill(phase, boxes);
    phase.update();
    phase.update();
    phase.remove(17);
    phase.move(18, [5, 5, 5, 6, 6, 6]);
    phase.add([5, 5, 5, 5.5, 5.5, 5.5]);
    const { ended } = phase.update();
    expect(
      Array.from(ended).every(
        (id, k) => k % 2 === 1 || [17, 18].includes(id) || [17, 18].includes(ended[k + 1]),
      ),
    ).toBe(true);
    expect(phase.stats.comparisons).toBeGreaterThan(0);
    expect(phase.stats.comparisons).toBeLessThan(1000);
    expect(phase.stats.overlapChecks).toBeLessThan(1.5 * 4000); // each candidate is checked once
  });

  it("dynamic tree: boxes added one at a time along a line cost a few dozen comparisons each", () => {
    const phase = createDynamicTree();
    let comparisons = 0;
    for (let k = 0; k < 1500; k++) {
      phase.add([k, 0, 0, k + 0.5, 1, 1]);
      phase.update();
      comparisons += phase.stats.comparisons;
    }
    expect(comparisons / 1500).toBeLessThan(100);
  });
});
