import { describe, expect, it } from "vitest";
import { addBox, createBoxStore } from "../../src/broadphase/box-store.ts";
import { type BroadPhase, createSegmentSort } from "../../src/broadphase/index.ts";
import { placeBoxes } from "../../src/broadphase/segment-sort/place-boxes.ts";
import { createSegmentCells, recut } from "../../src/broadphase/segment-sort/segment-cells.ts";
import { type Cuts, segmentOf } from "../../src/broadphase/segment-sort/segment-cuts.ts";
import { CUT_Y, CUT_Z } from "../../src/kernels/broadphase-memory-map.ts";
import { findBoxPairsByBruteForce } from "../../src/reference/index.ts";
import { random } from "../meshes.ts";

// In addition to `agreement.test.ts`, scenes with many cells and classes. (1) the pairs of brute force, wherever boxes are
// and however large (2) no box is cut more than once on an axis (3) segments have nearly equal counts (4) the work is
// linear in the number of boxes (5) a huge box does not ruin it.

type Random = () => number;
type Draw = (next: Random, axis: number) => [number, number];

const sized = (at: number, size: number): [number, number] => [at, at + size];
/** How a box is drawn, axis by axis, in the unit cube. */
const SHAPES: Record<string, Draw> = {
  "even boxes": (next) => sized(next(), 0.08),
  "sizes over three powers of ten": (next) => sized(next(), 10 ** (-3 * next())),
  "boxes in one plane": (next, axis) => sized(axis === 1 ? 0 : next(), 0.05),
  "boxes with one x": (next, axis) => sized(axis === 0 ? 0 : next(), 0.05),
  "boxes on a lattice": (next) => sized(Math.floor(20 * next()), Math.floor(2 * next())),
  "two clusters": (next) => sized((next() < 0.5 ? 0 : 10) + 0.3 * next() ** 3, 0.03),
  "long rods": (next) => sized(next(), next() < 0.2 ? 0.7 : 0.01),
  "identical boxes now and then": (next) => sized(Math.round(3 * next()) + 1e-9 * Math.round(next()), 0.01),
};

function drawBox(draw: Draw, next: Random, dimensions: number): number[] {
  const axes = Array.from({ length: dimensions }, (_, axis) => draw(next, axis));
  return [...axes.map(([min]) => min), ...axes.map(([, max]) => max)];
}

/** Boxes of even size in the unit cube, with about two overlaps each. */
function evenScene(count: number, seed: number, speed: number) {
  const next = random(seed);
  const size = Math.cbrt(2 / count) / 2;
  const boxes = new Float64Array(6 * count);
  const velocity = Float64Array.from({ length: 3 * count }, () => speed * size * (2 * next() - 1));
  for (let id = 0; id < count; id++)
    for (let axis = 0; axis < 3; axis++) {
      boxes[6 * id + axis] = next();
      boxes[6 * id + axis + 3] = boxes[6 * id + axis] + size;
    }
  const move = () => {
    for (let id = 0; id < count; id++)
      for (let k = 0; k < 6; k++) boxes[6 * id + k] += velocity[3 * id + (k % 3)];
  };
  return { boxes, move };
}

function filled(boxes: Float64Array): BroadPhase {
  const phase = createSegmentSort();
  for (let at = 0; at < boxes.length; at += 6) phase.add(boxes.subarray(at, at + 6));
  return phase;
}

describe("segment sort", () => {
  describe.each([2, 3] as const)("(1) in %iD", (dimensions) => {
    it.each(Object.keys(SHAPES))(
      "agrees with brute force while %s move, jump, appear and disappear (seed 51)",
      (shape) => {
        const next = random(51);
        const draw = SHAPES[shape];
        const stride = 2 * dimensions;
        const phase = createSegmentSort({ dimensions });
        const boxes: number[][] = [];
        for (let step = 0; step < 8; step++) {
          // The last boxes are removed, so that ids stay dense and equal the numbers of brute force.
          for (let k = 0; k < (step === 0 ? 400 : 60); k++) {
            boxes.push(drawBox(draw, next, dimensions));
            if (phase.add(boxes.at(-1)!) !== boxes.length - 1) throw new Error("ids are not dense");
          }
          for (let id = 0; id < boxes.length; id++) {
            const shift = 0.02 * (next() - 0.5);
            const axis = Math.floor(dimensions * next());
            if (next() < 0.03) boxes[id] = drawBox(draw, next, dimensions);
            else boxes[id] = boxes[id].map((x, k) => (k % dimensions === axis ? x + shift : x));
            phase.move(id, boxes[id]);
          }
          for (let k = 0; k < 40 && step > 3; k++) {
            boxes.pop();
            phase.remove(boxes.length);
          }
          const all = new Float64Array(stride * boxes.length);
          boxes.forEach((box, id) => {
            all.set(box, stride * id);
          });
          const { pairs } = phase.update();
          expect(pairs.join(), `step ${step}`).toBe(findBoxPairsByBruteForce(all, dimensions).join());
        }
      },
    );
  });

  it.each(Object.keys(SHAPES))("(2) cuts no box more than once on an axis: %s (seed 52)", (shape) => {
    const next = random(52);
    const store = createBoxStore(3, "test");
    for (let k = 0; k < 3000; k++) addBox(store, drawBox(SHAPES[shape], next, 3));
    const cells = createSegmentCells();
    recut(cells, store);
    placeBoxes(cells, store);
    let entries = 0;
    const wrong: number[] = [];
    for (let id = 0; id < store.idEnd; id++) {
      const code = cells.memory.cellCodes[id];
      const { y, z, base } = [...cells.classes].reverse().find((one) => one.base <= code >> 2)!;
      const range = (axis: Cuts, k: number) => [
        segmentOf(axis, store.boxes, 6 * id + k),
        segmentOf(axis, store.boxes, 6 * id + k + 3),
      ];
      const [firstY, lastY] = range(y, 1);
      const [firstZ, lastZ] = range(z, 2);
      const isRight =
        lastY - firstY === (code & CUT_Y) / CUT_Y &&
        lastZ - firstZ === (code & CUT_Z) &&
        (code >> 2) - base === firstY * z.segments + firstZ;
      if (!isRight) wrong.push(id);
      entries += (lastY - firstY + 1) * (lastZ - firstZ + 1);
    }
    expect(wrong).toEqual([]);
    expect(cells.entryCount).toBe(entries);
    expect(cells.entryCount).toBeLessThanOrEqual(4 * store.size);
  });

  it("(3) cuts an axis into segments of nearly equal count, whatever the distribution (seed 53)", () => {
    const next = random(53);
    const store = createBoxStore(3, "test");
    for (let k = 0; k < 20_000; k++)
      addBox(
        store,
        drawBox(() => sized(next() ** 4, 0.002), next, 3),
      );
    const cells = createSegmentCells();
    recut(cells, store);
    const { y, z } = cells.classes[0];
    expect(y.segments * z.segments).toBeGreaterThan(100);
    for (const [axis, k] of [
      [y, 1],
      [z, 2],
    ] as const) {
      const counts = new Uint32Array(axis.segments);
      for (let id = 0; id < store.idEnd; id++) counts[segmentOf(axis, store.boxes, 6 * id + k)]++;
      const mean = store.size / axis.segments;
      expect(Math.max(...counts)).toBeLessThan(1.7 * mean);
      expect(Math.min(...counts)).toBeGreaterThan(0.4 * mean);
    }
  });

  it("(4) does work in proportion to the number of boxes: 10,000 to 100,000, at most 12 times (seed 54)", () => {
    const work = [10_000, 100_000].map((count) => {
      const { boxes, move } = evenScene(count, 54, 0.05);
      const phase = filled(boxes);
      phase.update();
      for (let step = 0; step < 2; step++) {
        move();
        phase.moveAll(boxes);
        phase.update();
      }
      expect(phase.stats.overlapChecks).toBeLessThan(8 * count);
      return { ...phase.stats };
    });
    for (const counter of ["comparisons", "swaps", "overlapChecks"] as const) {
      expect(work[0][counter]).toBeGreaterThan(1000);
      expect(work[1][counter] / work[0][counter], counter).toBeLessThan(12);
    }
  });

  it("(5) pays for a huge box little more than for the pairs it has (seed 55)", () => {
    const count = 10_000;
    const { boxes, move } = evenScene(count, 55, 0.05);
    const [without, withHuge] = [filled(boxes), filled(boxes)];
    for (let k = 0; k < 10; k++) {
      withHuge.add([-1, -1, 0.1 * k, 2, 2, 0.1 * k + 0.01]);
      withHuge.add([-Infinity, 0.3, 0.3, Infinity, 0.4, Infinity]);
    }
    for (let step = 0; step < 3; step++) {
      move();
      without.moveAll(boxes);
      const all = new Float64Array(6 * withHuge.size);
      all.set(boxes);
      for (let k = 0; k < 10; k++) {
        all.set([-1, -1, 0.1 * k, 2, 2, 0.1 * k + 0.01], 6 * (count + 2 * k));
        all.set([-Infinity, 0.3, 0.3, Infinity, 0.4, Infinity], 6 * (count + 2 * k + 1));
      }
      withHuge.moveAll(all);
      const morePairs = withHuge.update().count - without.update().count;
      expect(morePairs).toBeGreaterThan(10_000);
      const moreChecks = withHuge.stats.overlapChecks - without.stats.overlapChecks;
      expect(moreChecks).toBeLessThan(4 * morePairs);
      expect(withHuge.stats.comparisons).toBeLessThan(1.1 * without.stats.comparisons);
    }
  });

  it("keeps its counters low when nothing moves, and recuts when boxes flock together (seed 56)", () => {
    const { boxes } = evenScene(5000, 56, 0);
    const phase = filled(boxes);
    phase.update();
    phase.update();
    expect(phase.stats.swaps).toBe(0);
    const checks = phase.stats.overlapChecks;
    // To an eighth of each axis, in which the old cuts would leave most cells empty.
    for (let i = 0; i < boxes.length; i++) boxes[i] = i % 6 < 3 ? boxes[i] / 8 : boxes[i - 3] + 0.004;
    phase.moveAll(boxes);
    phase.update();
    const flocked = phase.stats.overlapChecks;
    expect(flocked).toBeGreaterThan(3 * checks);
    phase.update();
    expect(phase.stats.overlapChecks).toBeLessThan(flocked / 3);
  });
});
