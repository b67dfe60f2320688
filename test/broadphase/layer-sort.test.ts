import { describe, expect, it } from "vitest";
import { createBroadPhaseStats } from "../../src/broadphase/broad-phase.ts";
import { createLayerSort, findLayerPairs } from "../../src/broadphase/layer-sort.ts";
import { createPairList } from "../../src/broadphase/pair-list.ts";
import type { Boxes } from "../../src/broadphase/segment-sort/segment-cuts.ts";
import { random } from "../meshes.ts";

// (1) the overlapping pairs of brute force, each once, while boxes move, come and go (2) with a split only pairs across it (3) the counters
// are those of the last call.

const COUNT = 120;

/** Numbers on a lattice, so that many sides are equal. */
function moveAll({ boxes }: Boxes, next: () => number): void {
  for (let at = 0; at < 6 * COUNT; at += 6)
    for (let axis = 0; axis < 3; axis++) {
      boxes[at + axis] = Math.round(32 * next()) / 32;
      boxes[at + 3 + axis] = boxes[at + axis] + Math.round(8 * next()) / 32;
    }
}

function pairsByBruteForce({ boxes, used }: Boxes, split: number): string[] {
  const found: string[] = [];
  for (let a = 0; a < COUNT; a++)
    for (let b = a + 1; b < COUNT; b++) {
      if (used[a] !== 1 || used[b] !== 1 || (split > 0 && a < split === b < split)) continue;
      const overlap = [0, 1, 2].every(
        (k) => boxes[6 * a + k] <= boxes[6 * b + 3 + k] && boxes[6 * b + k] <= boxes[6 * a + 3 + k],
      );
      if (overlap) found.push(`${a} ${b}`);
    }
  return found.sort();
}

describe.each(["lists", "axes"] as const)("the sort of a layer by %s", (kind) => {
  it.each([0, 1, 50])("(1, 2) finds the pairs of brute force, split at %i (seed 81)", (split) => {
    const next = random(81);
    const used = new Uint8Array(COUNT);
    const boxes: Boxes = {
      dimensions: 3,
      stride: 6,
      size: 0,
      idEnd: COUNT,
      boxes: new Float64Array(6 * COUNT),
      used,
    };
    const sort = createLayerSort(kind);
    const stats = createBroadPhaseStats();
    let pairCount = 0;
    for (const share of [0.5, 0.9, 0, 0.1, 1, 0.5, 0.02, 1]) {
      moveAll(boxes, next);
      for (let id = 0; id < COUNT; id++) used[id] = next() < share ? 1 : 0;
      boxes.size = used.reduce((sum, isUsed) => sum + isUsed, 0);
      const found = createPairList();
      findLayerPairs(sort, boxes, split, found, stats);
      const pairs = Array.from(
        { length: found.count },
        (_, k) => `${found.pairs[2 * k]} ${found.pairs[2 * k + 1]}`,
      );
      expect(pairs.sort()).toEqual(pairsByBruteForce(boxes, split));
      pairCount += pairs.length;
    }
    expect(pairCount).toBeGreaterThan(split === 1 ? 5 : 150);
  });

  it("(3) counts the work of one call, and swaps nothing where nothing has moved (seed 82)", () => {
    const boxes: Boxes = {
      dimensions: 3,
      stride: 6,
      size: COUNT,
      idEnd: COUNT,
      boxes: new Float64Array(6 * COUNT),
      used: new Uint8Array(COUNT).fill(1),
    };
    moveAll(boxes, random(82));
    const sort = createLayerSort(kind);
    const [first, second] = [createBroadPhaseStats(), createBroadPhaseStats()];
    findLayerPairs(sort, boxes, 0, createPairList(), first);
    findLayerPairs(sort, boxes, 0, createPairList(), second);
    expect(second.swaps).toBe(0);
    expect(second.overlapChecks).toBe(first.overlapChecks);
    expect(second.comparisons).toBeLessThanOrEqual(first.comparisons);
  });
});
