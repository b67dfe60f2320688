import { describe, expect, it } from "vitest";
import type { BoxPairs, BroadPhase } from "../../src/broadphase/index.ts";
import { areKernelsAvailable } from "../../src/kernels/available.ts";
import { kernelRuns } from "../../src/kernels/kernel-runs.ts";
import { createBruteForce } from "../../src/reference/index.ts";
import { randomCases } from "../random-cases.ts";
import { sameNumbers } from "../same-numbers.ts";
import { METHODS } from "./methods.ts";
import { runScene, SCENE_KINDS } from "./scenes.ts";

// 2 × 6 × 3 scenes. All methods share a scene, so brute force answers once for all of them.
const SEEDS = [1, 2, 5];
const STEPS = randomCases(75);
/** Planes for `cull`, used in turn: on the lattice of the scenes' ties, and across it. */
const PLANES = [
  [1, 0, 0, -2],
  [-1, 0, 0, 2, 0, 1, 0, -1],
  [1, 1, 1, -6, -1, -1, 1, 8],
  [0.3, -0.7, 0.1, 0.5, 0.2, 0.9, -0.3, -0.1, -1, 0.1, 0, 4],
];

describe.each([2, 3] as const)("broad phases in %iD", (dimensions) => {
  it.each(SCENE_KINDS)(
    `every broad phase agrees with brute force on "%s" boxes, in pairs, changes and culls (seeds ${SEEDS.join(", ")})`,
    (kind) => {
      const runs: Record<string, number> = {};
      for (const seed of SEEDS) {
        const bruteForce = createBruteForce({ dimensions });
        const methods = Object.entries(METHODS).map(
          ([name, create]) => [name, countKernelRuns(create({ dimensions }), name, runs)] as const,
        );
        const phases = [bruteForce, ...methods.map(([, phase]) => phase)];
        const scene = { seed, dimensions, kind, steps: STEPS, size: 8 + 8 * seed };
        runScene(phases, scene, ([right, ...answers], step) => {
          const planes = PLANES[step % PLANES.length];
          const expected = [right, bruteForce.size, bruteForce.cull(planes).ids] as const;
          methods.forEach(([name, phase], k) => {
            // Culled twice: the dynamic tree may answer without its tree first, and then with it.
            for (let time = 0; time < 2; time++) {
              const got = [answers[k], phase.size, phase.cull(planes).ids] as const;
              if (isSameAnswer(got, expected)) continue;
              expect(describeAnswer(got), `${name}, seed ${seed}, step ${step}`).toBe(
                describeAnswer(expected),
              );
            }
          });
        });
      }
      // f32 images of some kinds have too many ties after a while, which ends the use of kernels.
      if (!areKernelsAvailable()) return;
      expect(runs["dynamic tree, all by its kernel"]).toBeGreaterThan(0);
      expect(runs["segment sort, all by its kernels"]).toBeGreaterThan(0);
      expect(runs["segment sort without kernels"]).toBe(0);
    },
  );
});

it.each(SCENE_KINDS)("the scenes of %s boxes have pairs that begin and end", (kind) => {
  let [pairs, begun, ended] = [0, 0, 0];
  const steps = 100;
  const scene = { seed: 1, dimensions: 3, kind, steps, size: 16 } as const;
  runScene([createBruteForce()], scene, ([answer]) => {
    pairs += answer.count;
    begun += answer.begunCount;
    ended += answer.endedCount;
  });
  expect(pairs).toBeGreaterThan(2 * steps);
  expect(pairs).toBeGreaterThan(begun);
  expect(Math.min(begun, ended)).toBeGreaterThan(steps / 4);
});

/** The broad phase; its updates count the kernels they run under its name. */
function countKernelRuns(phase: BroadPhase, name: string, runs: Record<string, number>): BroadPhase {
  const sum = () => kernelRuns.dynamicTree + kernelRuns.segmentSort;
  const { update } = phase;
  runs[name] ??= 0;
  phase.update = () => {
    const before = sum();
    const answer = update();
    runs[name] += sum() - before;
    return answer;
  };
  return phase;
}

/** The answer of an update, the number of boxes, and those that a cull leaves. */
type Answer = readonly [pairs: BoxPairs, size: number, culled: Uint32Array];

function isSameAnswer([p, size, culled]: Answer, [q, otherSize, otherCulled]: Answer): boolean {
  return (
    size === otherSize &&
    p.count === q.count &&
    p.begunCount === q.begunCount &&
    p.endedCount === q.endedCount &&
    sameNumbers(p.pairs, q.pairs) &&
    sameNumbers(p.begun, q.begun) &&
    sameNumbers(p.ended, q.ended) &&
    sameNumbers(culled, otherCulled)
  );
}

function describeAnswer([
  { count, pairs, begunCount, begun, endedCount, ended },
  size,
  culled,
]: Answer): string {
  return `${size} boxes; ${count} pairs ${pairs}; ${begunCount} begun ${begun}; ${endedCount} ended ${ended}; culled ${culled}`;
}
