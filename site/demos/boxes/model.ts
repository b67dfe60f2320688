import { type BoxPairs, type BroadPhase, createDynamicTree, createSegmentSort } from "abut/broadphase";
import { createSweepAndPrune } from "abut/papers";
import { createRandom } from "../kit/random.ts";
import type { Counts } from "../kit/start-demo.ts";
import { createTimer, type Timer } from "../kit/timer.ts";

const METHODS = {
  "segment-sort": createSegmentSort,
  "sweep-and-prune": createSweepAndPrune,
  "dynamic-tree": createDynamicTree,
};
export type Method = keyof typeof METHODS;

/** Boxes that fly about in a cube of side 2 and bounce off its walls. */
export interface BoxesModel {
  readonly count: number;
  /** Minima and maxima of each box, as the broad phase takes them. */
  readonly boxes: Float64Array;
  readonly phase: BroadPhase;
  readonly pairs: BoxPairs;
  /** The broad phase's median time, if there was a step. */
  readonly milliseconds: number;
  readonly timer: Timer;
  step(): void;
  counts(): Counts;
}

/** `speed` is in hundredths of a box per step. About one overlap for two boxes, whatever their number. */
export function createBoxesModel({
  count = 10_000,
  method = "segment-sort" as Method,
  speed = 2,
  seed = 1,
} = {}): BoxesModel {
  const random = createRandom(seed);
  const half = 0.32 * Math.cbrt(4 / count);
  const boxes = new Float64Array(6 * count);
  const velocity = new Float64Array(3 * count);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) {
      const size = half * (0.5 + random());
      const at = (1 - size) * (2 * random() - 1);
      boxes[6 * i + k] = at - size;
      boxes[6 * i + 3 + k] = at + size;
      velocity[3 * i + k] = 0.02 * half * speed * (2 * random() - 1);
    }
  const phase = METHODS[method]();
  for (let i = 0; i < count; i++) phase.add(boxes.subarray(6 * i, 6 * i + 6));
  const timer = createTimer();
  const model = {
    count,
    boxes,
    phase,
    pairs: phase.update(),
    timer,
    get milliseconds() {
      return timer.medians().get("broad phase") ?? Number.NaN;
    },
    step() {
      move(boxes, velocity);
      model.pairs = timer.run("broad phase", () => {
        phase.moveAll(boxes);
        return phase.update();
      });
    },
    counts: (): Counts => ({
      boxes: count,
      "pairs that overlap": model.pairs.count,
      begun: model.pairs.begunCount,
      ended: model.pairs.endedCount,
      comparisons: phase.stats.comparisons,
      "overlap checks": phase.stats.overlapChecks,
    }),
  };
  return model;
}

function move(boxes: Float64Array, velocity: Float64Array): void {
  for (let i = 0; i < velocity.length; i++) {
    const at = 6 * Math.floor(i / 3) + (i % 3);
    const way = velocity[i];
    if (boxes[at] + way < -1 || boxes[at + 3] + way > 1) velocity[i] = -way;
    else {
      boxes[at] += way;
      boxes[at + 3] += way;
    }
  }
}
