import { describe, expect, it } from "vitest";
import { createBroadPhaseStats } from "../../src/broadphase/broad-phase.ts";
import { chooseF32Origin } from "../../src/broadphase/f32-origin.ts";
import { createPairList, type PairList } from "../../src/broadphase/pair-list.ts";
import type { Boxes } from "../../src/broadphase/segment-sort/segment-cuts.ts";
import { createSegmentEngine, findSegmentPairs } from "../../src/broadphase/segment-sort/segment-engine.ts";
import { linkBroadphaseKernels } from "../../src/kernels/broadphase-kernels.ts";
import { findBoxPairsByBruteForce } from "../../src/reference/index.ts";
import { describeKernels } from "../kernels.ts";
import { random } from "../meshes.ts";

// (1) the kernels, the plain sweep and brute force find the same pairs (2) sides with equal images are compared in f64 (3)
// boxes whose images are too coarse are swept without kernels.

type Random = () => number;
type Draw = (next: Random) => [min: number, max: number];

const sized = (at: number, size: number): [number, number] => [at, at + size];
/** How a box is drawn on each axis, and how it is swept: by images with or without ties, or plainly. */
const SHAPES: Record<string, { draw: Draw; swept: "certainly" | "with ties" | "plainly" }> = {
  "even boxes": { draw: (next) => sized(next(), 0.1), swept: "certainly" },
  "even boxes far from zero": { draw: (next) => sized(1e9 + next(), 0.1), swept: "certainly" },
  "boxes on a lattice": {
    draw: (next) => sized(Math.floor(9 * next()), Math.floor(3 * next())),
    swept: "with ties",
  },
  "boxes that touch, or nearly": {
    draw: (next) => sized(Math.floor(25 * next()), 1 + 1e-12 * (next() - 0.5)),
    swept: "with ties",
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
  return { dimensions, stride, size: count, idEnd: count, boxes, used: new Uint8Array(count).fill(1) };
}

function sortedPairs({ pairs, count }: PairList): string {
  return Array.from({ length: count }, (_, k) => [pairs[2 * k], pairs[2 * k + 1]] as const)
    .sort(([a, b], [c, d]) => a - c || b - d)
    .flat()
    .join();
}

describeKernels("the kernels of segment sort", () => {
  describe.each([2, 3] as const)("(1) agrees with the plain sweep and brute force in %iD", (dimensions) => {
    it.each(Object.keys(SHAPES))("on %s (seed 71)", (shape) => {
      const { draw, swept } = SHAPES[shape];
      const next = random(71);
      const boxes = drawBoxes(draw, next, 500, dimensions);
      const engines = [createSegmentEngine(linkBroadphaseKernels, 0), createSegmentEngine(null)];
      const found = createPairList();
      let ties = 0;
      for (let step = 0; step < 6; step++) {
        const right = findBoxPairsByBruteForce(boxes.boxes, dimensions).join();
        for (const engine of engines) {
          found.count = 0;
          findSegmentPairs(engine, boxes, 0, found, createBroadPhaseStats());
          expect(sortedPairs(found), `step ${step}`).toBe(right);
          ties += engine.cells.work.ties;
        }
        const others = drawBoxes(draw, next, 100, dimensions);
        boxes.boxes.set(others.boxes, boxes.stride * Math.floor(400 * next()));
      }
      expect(ties > 0, "(2)").toBe(swept === "with ties");
      expect(engines[0].cells.memory.kernel === null, "(3)").toBe(swept === "plainly");
      expect(engines[1].cells.memory.kernel).toBeNull();
    });
  });

  it("empties its list of hits whenever it is full: 300 boxes at one place", () => {
    const boxes = drawBoxes(() => [0, 1], random(1), 300, 3);
    for (let i = 0; i < boxes.boxes.length; i++) boxes.boxes[i] += 1e-3 * i; // no two sides are equal
    const found = createPairList();
    findSegmentPairs(createSegmentEngine(linkBroadphaseKernels, 0), boxes, 0, found, createBroadPhaseStats());
    expect(sortedPairs(found)).toBe(findBoxPairsByBruteForce(boxes.boxes, 3).join());
    expect(found.count).toBeGreaterThan(2 * 4096);
  });

  it("(3) leaves two clusters that are too far apart for f32 to the plain sweep (seed 72)", () => {
    const next = random(72);
    const boxes = drawBoxes(() => sized((next() < 0.5 ? 0 : 1e12) + next(), 0.1), next, 400, 3);
    expect(chooseF32Origin(boxes)).toBeNull();
    const engine = createSegmentEngine(linkBroadphaseKernels, 0);
    const found = createPairList();
    findSegmentPairs(engine, boxes, 0, found, createBroadPhaseStats());
    expect(engine.cells.memory.kernel).toBeNull();
    expect(sortedPairs(found)).toBe(findBoxPairsByBruteForce(boxes.boxes, 3).join());
  });

  it("(3) gives up images when boxes move to where f32 is too coarse (seed 73)", () => {
    const next = random(73);
    const boxes = drawBoxes(() => sized(next(), 0.1), next, 400, 3);
    const engine = createSegmentEngine(linkBroadphaseKernels, 0);
    const found = createPairList();
    findSegmentPairs(engine, boxes, 0, found, createBroadPhaseStats());
    expect(engine.cells.memory.kernel).not.toBeNull();
    boxes.boxes.forEach((value, i) => {
      boxes.boxes[i] = value + 1e12;
    });
    const right = findBoxPairsByBruteForce(boxes.boxes, 3).join();
    for (let step = 0; step < 2; step++) {
      found.count = 0;
      findSegmentPairs(engine, boxes, 0, found, createBroadPhaseStats());
      expect(sortedPairs(found)).toBe(right);
      expect(engine.cells.memory.kernel).toBeNull();
      expect(engine.cells.work.ties).toBe(0);
    }
  });

  it("sweeps plainly where the kernels' memory cannot grow, before and after it was used (seed 74)", () => {
    const next = random(74);
    const few = drawBoxes(() => sized(next(), 0.1), next, 300, 3);
    const many = drawBoxes(() => sized(next(), 0.1), next, 580, 3);
    const engine = createSegmentEngine(() => null, 0);
    const found = createPairList();
    const expectRight = (boxes: Boxes, isSweptPlainly: boolean) => {
      found.count = 0;
      findSegmentPairs(engine, boxes, 0, found, createBroadPhaseStats());
      expect(sortedPairs(found)).toBe(findBoxPairsByBruteForce(boxes.boxes, 3).join());
      expect(engine.cells.memory.kernel === null).toBe(isSweptPlainly);
    };
    expectRight(few, true);
    engine.createKernels = linkBroadphaseKernels;
    engine.isCutOutdated = true;
    expectRight(few, false);
    engine.createKernels = () => null;
    expectRight(many, true);
    expectRight(many, true);
  });

  it("sweeps plainly when there is no room left for lists, during an update (seed 75)", () => {
    const next = random(75);
    const boxes = drawBoxes(() => sized(next(), 0.05), next, 2000, 3);
    let rooms = 0;
    const engine = createSegmentEngine((bytes) => (rooms++ === 0 ? linkBroadphaseKernels(bytes) : null));
    const found = createPairList();
    const expectRight = () => {
      found.count = 0;
      findSegmentPairs(engine, boxes, 0, found, createBroadPhaseStats());
      expect(sortedPairs(found)).toBe(findBoxPairsByBruteForce(boxes.boxes, 3).join());
    };
    expectRight();
    expect(engine.cells.memory.kernel).not.toBeNull();
    // Larger boxes are cut more often: they need up to four entries each.
    for (let id = 0; id < 2000; id++)
      for (let k = 1; k < 3; k++) boxes.boxes[6 * id + 3 + k] = boxes.boxes[6 * id + k] + 0.15;
    expectRight();
    expect(engine.cells.memory.kernel).toBeNull();
    expect(rooms).toBeGreaterThan(1);
  });

  it("sort their lists like the plain sort, however shuffled (seed 76)", () => {
    const next = random(76);
    const boxes = drawBoxes(() => sized(next(), 0.02), next, 3000, 3);
    const engines = [createSegmentEngine(linkBroadphaseKernels, 0), createSegmentEngine(null)];
    for (const share of [0, 0.01, 0.3, 1, 0, 0]) {
      for (let id = 0; id < 3000; id++)
        if (next() < share) {
          // along x only: boxes stay in their cells
          boxes.boxes[6 * id] = next();
          boxes.boxes[6 * id + 3] = boxes.boxes[6 * id] + 0.02;
        }
      const pairs = engines.map((engine) => {
        const found = createPairList();
        const stats = createBroadPhaseStats();
        findSegmentPairs(engine, boxes, 0, found, stats);
        expect(stats.comparisons).toBeLessThan(80 * 3000);
        const { memory, starts } = engine.cells;
        for (let cell = 0; cell + 1 < starts.length; cell++) {
          const entries = memory.frontLists.subarray(starts[cell], starts[cell + 1]);
          const ends = Array.from(entries, (entry) => boxes.boxes[6 * memory.ids[entry >>> 2]]);
          // by images: nearly equal f64 numbers may come in either order
          expect(ends.every((end, i) => i === 0 || ends[i - 1] <= end + 2 ** -24)).toBe(true);
        }
        return sortedPairs(found);
      });
      expect(pairs[0] === pairs[1]).toBe(true);
    }
  });
});
