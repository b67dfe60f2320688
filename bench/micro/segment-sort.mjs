import { createSegmentSort } from "abut/broadphase";
import { cpuMilliseconds } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { createRandom } from "../random.mjs";
import { printTable, significant, times, whole } from "../table.mjs";

export const description = "segment sort alone: time and counters a box, growth, one huge box";

const COUNTS = [1000, 10_000, 100_000];
/** In the unit cube: overlaps a box, how far it moves a step in its own sizes, sizes from 1 to `spread`. */
const SCENES = [
  { title: "2 overlaps", overlaps: 2, speed: 0.05 },
  { title: "2 overlaps, still", overlaps: 2, speed: 0 },
  { title: "2 overlaps, fast", overlaps: 2, speed: 0.5 },
  { title: "10 overlaps", overlaps: 10, speed: 0.05 },
  { title: "sizes 1 to 10", overlaps: 2, speed: 0.05, spread: 10 },
  { title: "one box over all", overlaps: 2, speed: 0.05, huge: true },
  { title: "2D, 2 overlaps", overlaps: 2, speed: 0.05, dimensions: 2 },
];

export async function run({ quick, seed, progress }) {
  console.log(describeEnvironment(seed));
  const rows = [];
  for (const scene of SCENES) {
    let before;
    for (const count of COUNTS) {
      progress.show(`${scene.title}, ${count} boxes`);
      const result = measure(scene, count, seed, quick ? 15 : 60);
      const each = (value) => significant(value / count);
      rows.push([
        count === COUNTS[0] ? scene.title : "",
        whole(count),
        significant(result.first),
        significant(result.step),
        before === undefined ? "" : times(result.step / before),
        each(result.pairs),
        each(result.comparisons),
        each(result.swaps),
        each(result.overlapChecks),
      ]);
      before = result.step;
    }
    rows.push(null);
  }
  progress.clear();
  printTable(
    "Segment sort, milliseconds a step and counters a box",
    [
      "<scene",
      "boxes",
      "first update",
      "a step",
      "growth",
      "pairs",
      "comparisons",
      "swaps",
      "overlap checks",
    ],
    rows.slice(0, -1),
    [
      "`update` alone, processor time; a step: the lower quartile, because other work on the machine only adds to it.",
    ],
  );
}

function measure({ overlaps, speed, spread = 1, huge = false, dimensions = 3 }, count, seed, steps) {
  const random = createRandom(seed);
  const stride = 2 * dimensions;
  const size = (overlaps / count) ** (1 / dimensions) / (1 + spread);
  const boxes = new Float64Array(stride * count);
  const velocities = new Float64Array(dimensions * count);
  for (let id = 0; id < count; id++)
    for (let axis = 0; axis < dimensions; axis++) {
      const at = stride * id + axis;
      boxes[at] = random();
      boxes[at + dimensions] = boxes[at] + size * (1 + random() * (spread - 1));
      velocities[dimensions * id + axis] = 2 * speed * size * (2 * random() - 1);
    }
  if (huge) boxes.fill(-1, 0, dimensions).fill(2, dimensions, stride);
  const phase = createSegmentSort({ dimensions });
  for (let at = 0; at < boxes.length; at += stride) phase.add(boxes.subarray(at, at + stride));
  const first = cpuMilliseconds(() => phase.update());
  const durations = [];
  let pairs = 0;
  for (let step = 0; step < steps; step++) {
    moveOn(boxes, velocities, dimensions);
    phase.moveAll(boxes);
    durations.push(
      cpuMilliseconds(() => {
        pairs = phase.update().count;
      }),
    );
  }
  durations.sort((a, b) => a - b);
  return { first, step: durations[steps >> 2], pairs, ...phase.stats };
}

/** One step; boxes turn back at the walls of the unit cube. */
function moveOn(boxes, velocities, dimensions) {
  for (let i = 0; i < velocities.length; i++) {
    const at = 2 * dimensions * Math.floor(i / dimensions) + (i % dimensions);
    if (boxes[at] + velocities[i] < 0 || boxes[at] + velocities[i] > 1) velocities[i] = -velocities[i];
    boxes[at] += velocities[i];
    boxes[at + dimensions] += velocities[i];
  }
}
