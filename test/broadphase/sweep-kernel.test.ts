import { describe, expect, it } from "vitest";
import { createBroadPhaseStats } from "../../src/broadphase/broad-phase.ts";
import { clearFound, createPairChanges, type PairChanges } from "../../src/broadphase/pair-changes.ts";
import { chooseOrigin } from "../../src/broadphase/segment-sort/narrow-image.ts";
import { narrowWork } from "../../src/broadphase/segment-sort/narrow-list.ts";
import type { Boxes } from "../../src/broadphase/segment-sort/segment-classes.ts";
import { createSegmentEngine, findSegmentPairs } from "../../src/broadphase/segment-sort/segment-engine.ts";
import { loadSweepKernel } from "../../src/broadphase/segment-sort/sweep-kernel.ts";
import { findBoxPairsByBruteForce } from "../../src/reference/index.ts";
import { random } from "../meshes.ts";

// (1) the kernel, the plain sweep and brute force find the same pairs (2) sides with one image are compared as they are
// (3) boxes of which images tell too little are swept plainly.

type Random = () => number;
type Draw = (next: Random) => [min: number, max: number];

const sized = (at: number, size: number): [number, number] => [at, at + size];
/** How a box is drawn on each axis, and what becomes of it: by images with or without doubts, or plainly. */
const SHAPES: Record<string, { draw: Draw; swept: "certainly" | "with doubts" | "plainly" }> = {
  "even boxes": { draw: (next) => sized(next(), 0.1), swept: "certainly" },
  "even boxes far from zero": { draw: (next) => sized(1e9 + next(), 0.1), swept: "certainly" },
  "boxes on a lattice": {
    draw: (next) => sized(Math.floor(9 * next()), Math.floor(3 * next())),
    swept: "with doubts",
  },
  "boxes that touch, or nearly": {
    draw: (next) => sized(Math.floor(25 * next()), 1 + 1e-12 * (next() - 0.5)),
    swept: "with doubts",
  },
  // an unbounded side is certainly beyond all others
  "sizes over three powers of ten, some unbounded": {
    draw: (next) =>
      next() < 0.02 ? [-Infinity, next() < 0.5 ? 0.5 : Infinity] : sized(next(), 10 ** (-3 * next())),
    swept: "certainly",
  },
  "lower ends that f32 does not tell apart": {
    draw: (next) => sized(Math.floor(9 * next()) + 1e-12 * (next() - 0.5), 1),
    swept: "plainly",
  },
  "numbers beyond f32": { draw: (next) => sized(1e300 * (next() - 0.5), 1e299), swept: "plainly" },
};

function drawBoxes(draw: Draw, next: Random, count: number, dimensions: 2 | 3): Boxes {
  const stride = dimensions === 2 ? 4 : 6;
  const boxes = new Float64Array(stride * count);
  for (let id = 0; id < count; id++)
    for (let axis = 0; axis < dimensions; axis++) {
      const [min, max] = draw(next);
      boxes[stride * id + axis] = min;
      boxes[stride * id + dimensions + axis] = max;
    }
  return { dimensions, stride, size: count, limit: count, boxes, used: new Uint8Array(count).fill(1) };
}

function sortedPairs({ found, foundCount }: PairChanges): string {
  const pairs = Array.from({ length: foundCount }, (_, k) => [found[2 * k]!, found[2 * k + 1]!] as const);
  return pairs
    .sort(([a, b], [c, d]) => a - c || b - d)
    .flat()
    .join();
}

describe.skipIf(loadSweepKernel() === null)("the kernel of segment sort", () => {
  describe.each([2, 3] as const)("(1) agrees with the plain sweep and brute force in %iD", (dimensions) => {
    it.each(Object.keys(SHAPES))("on %s (seed 71)", (shape) => {
      const { draw, swept } = SHAPES[shape]!;
      const next = random(71);
      const boxes = drawBoxes(draw, next, 500, dimensions);
      const engines = [createSegmentEngine(), createSegmentEngine(null)];
      const found = createPairChanges();
      let doubtful = 0;
      for (let step = 0; step < 6; step++) {
        const right = findBoxPairsByBruteForce(boxes.boxes, dimensions).join();
        for (const engine of engines) {
          clearFound(found);
          findSegmentPairs(engine, boxes, 0, found, createBroadPhaseStats());
          expect(sortedPairs(found), `step ${step}`).toBe(right);
          doubtful += narrowWork.doubts;
        }
        const others = drawBoxes(draw, next, 100, dimensions);
        boxes.boxes.set(others.boxes, boxes.stride * Math.floor(400 * next()));
      }
      expect(doubtful > 0, "(2)").toBe(swept === "with doubts");
      expect(engines[0]!.cells.origin === null, "(3)").toBe(swept === "plainly");
      expect(engines[1]!.cells.origin).toBeNull();
    });
  });

  it("empties its list of hits as often as it is full: 300 boxes in one place", () => {
    const boxes = drawBoxes(() => [0, 1], random(1), 300, 3);
    for (let i = 0; i < boxes.boxes.length; i++) boxes.boxes[i]! += 1e-3 * i; // no two sides are equal
    const found = createPairChanges();
    findSegmentPairs(createSegmentEngine(), boxes, 0, found, createBroadPhaseStats());
    expect(sortedPairs(found)).toBe(findBoxPairsByBruteForce(boxes.boxes, 3).join());
    expect(found.foundCount).toBeGreaterThan(2 * 4096);
  });

  it("(3) leaves two clusters that are too far apart for f32 to the plain sweep (seed 72)", () => {
    const next = random(72);
    const boxes = drawBoxes(() => sized((next() < 0.5 ? 0 : 1e12) + next(), 0.1), next, 400, 3);
    expect(chooseOrigin(boxes)).toBeNull();
    const engine = createSegmentEngine();
    const found = createPairChanges();
    findSegmentPairs(engine, boxes, 0, found, createBroadPhaseStats());
    expect(engine.cells.origin).toBeNull();
    expect(sortedPairs(found)).toBe(findBoxPairsByBruteForce(boxes.boxes, 3).join());
  });

  it("(3) gives images up when boxes go where they tell too little (seed 73)", () => {
    const next = random(73);
    const boxes = drawBoxes(() => sized(next(), 0.1), next, 400, 3);
    const engine = createSegmentEngine();
    const found = createPairChanges();
    findSegmentPairs(engine, boxes, 0, found, createBroadPhaseStats());
    expect(engine.cells.origin).not.toBeNull();
    boxes.boxes.forEach((value, i) => {
      boxes.boxes[i] = value + 1e12;
    });
    const right = findBoxPairsByBruteForce(boxes.boxes, 3).join();
    for (let step = 0; step < 2; step++) {
      clearFound(found);
      findSegmentPairs(engine, boxes, 0, found, createBroadPhaseStats());
      expect(sortedPairs(found)).toBe(right);
      expect(engine.cells.origin).toBeNull();
      expect(narrowWork.doubts).toBe(0);
    }
  });

  it("sweeps plainly where the kernel's memory cannot grow, before and after it has served (seed 74)", () => {
    const next = random(74);
    const few = drawBoxes(() => sized(next(), 0.1), next, 300, 3);
    const many = drawBoxes(() => sized(next(), 0.1), next, 580, 3);
    const { sweep } = loadSweepKernel()!;
    const full = () => {
      throw new RangeError("WebAssembly.Memory.grow(): Maximum memory size exceeded");
    };
    const engine = createSegmentEngine({ sweep, memory: { buffer: new ArrayBuffer(0), grow: full } });
    const found = createPairChanges();
    const expectRight = (boxes: Boxes, isSweptPlainly: boolean) => {
      clearFound(found);
      findSegmentPairs(engine, boxes, 0, found, createBroadPhaseStats());
      expect(sortedPairs(found)).toBe(findBoxPairsByBruteForce(boxes.boxes, 3).join());
      expect(engine.cells.origin === null).toBe(isSweptPlainly);
    };
    expectRight(few, true);
    engine.kernel = loadSweepKernel();
    engine.isCutOutdated = true;
    expectRight(few, false);
    engine.kernel = { sweep, memory: { buffer: new ArrayBuffer(0), grow: full } };
    expectRight(many, true);
    expectRight(many, true);
  });
});
