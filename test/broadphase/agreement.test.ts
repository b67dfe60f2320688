import { describe, expect, it } from "vitest";
import type { BoxPairs } from "../../src/broadphase/index.ts";
import { areKernelsAvailable } from "../../src/numerics/wasm/available.ts";
import { kernelRuns } from "../../src/numerics/wasm/kernel-runs.ts";
import { createBruteForce } from "../../src/reference/index.ts";
import { METHODS } from "./methods.ts";
import { runScene, SCENE_KINDS } from "./scenes.ts";

// 2 × 6 × 5 scenes of 100 steps for each method.
const SEEDS = [1, 2, 3, 4, 5];
const STEPS = 100;
/** What `cull` is asked with in turn: on the lattice of the scenes' ties, and across it. */
const PLANES = [
  [1, 0, 0, -2],
  [-1, 0, 0, 2, 0, 1, 0, -1],
  [1, 1, 1, -6, -1, -1, 1, 8],
  [0.3, -0.7, 0.1, 0.5, 0.2, 0.9, -0.3, -0.1, -1, 0.1, 0, 4],
];

describe.each(Object.entries(METHODS))("%s agrees with brute force", (name, create) => {
  describe.each([2, 3] as const)("in %iD", (dimensions) => {
    it.each(SCENE_KINDS)(`on "%s" boxes (seeds ${SEEDS.join(", ")})`, (kind) => {
      const before = { ...kernelRuns };
      for (const seed of SEEDS) {
        const phases = [createBruteForce({ dimensions }), create({ dimensions })];
        const scene = { seed, dimensions, kind, steps: STEPS, size: 8 + 8 * seed };
        runScene(phases, scene, ([right, answer], step) => {
          const when = `seed ${seed}, step ${step}`;
          expect(lists(answer), when).toEqual(lists(right));
          expect(phases[1].size).toBe(phases[0].size);
          // Twice: the dynamic tree may answer without its tree, then with it.
          const planes = PLANES[step % PLANES.length];
          const kept = [...phases[0].cull(planes).ids];
          for (let k = 0; k < 2; k++) expect([...phases[1].cull(planes).ids], when).toEqual(kept);
        });
      }
      // Images of some kinds of boxes tell too little after a while: from then on the plain way serves.
      if (!areKernelsAvailable()) return;
      if (name.endsWith("all by its kernel"))
        expect(kernelRuns.dynamicTree).toBeGreaterThan(before.dynamicTree);
      if (name.endsWith("all by its kernels"))
        expect(kernelRuns.segmentSort).toBeGreaterThan(before.segmentSort);
      if (name.endsWith("without kernels")) expect(kernelRuns).toEqual(before);
    });
  });
});

it.each(SCENE_KINDS)("the scenes of %s boxes have pairs that begin and end", (kind) => {
  let [pairs, begun, ended] = [0, 0, 0];
  const scene = { seed: 1, dimensions: 3, kind, steps: STEPS, size: 16 } as const;
  runScene([createBruteForce()], scene, ([answer]) => {
    pairs += answer.count;
    begun += answer.begunCount;
    ended += answer.endedCount;
  });
  expect(pairs).toBeGreaterThan(2 * STEPS);
  expect(pairs).toBeGreaterThan(begun);
  expect(Math.min(begun, ended)).toBeGreaterThan(STEPS / 4);
});

function lists({ count, pairs, begunCount, begun, endedCount, ended }: BoxPairs) {
  return {
    count,
    pairs: pairs.join(),
    begunCount,
    begun: begun.join(),
    endedCount,
    ended: ended.join(),
  };
}
