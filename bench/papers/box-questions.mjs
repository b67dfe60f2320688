import { meetsBox, sweepBox } from "abut";
import { meetsLeafBox, sweepBoxDepthFirst } from "abut/papers";

// Boxes and sweeps about a model, and how often the tutorial answers otherwise than abut. For the benchmark and its sample.

/** The times of two triangles that are met at one time may differ by this, by rounding. */
const ROUNDING = 2 ** -29;

/** How far out a box is, relative to the model's origin in a placement: at rest, and where a sweep begins. Most sweeps begin outside. */
const NEAR = 0.5;
const FAR = 1.5;

/** Per placement a box a tenth of the model wide, at rest by one origin; and one that moves from farther out to the other origin. */
export function createQuestions(placements, size) {
  const half = size / 20;
  const boxAt = (pose, share) =>
    Float64Array.from(
      [-half, -half, -half, half, half, half],
      (offset, k) => pose[12 + (k % 3)] * share + offset,
    );
  return placements.map(({ aToWorld, bToWorld }) => ({
    box: boxAt(aToWorld, NEAR),
    start: boxAt(aToWorld, FAR),
    motion: Float64Array.from([12, 13, 14], (k) => NEAR * bToWorld[k] - FAR * aToWorld[k]),
  }));
}

/**
 * The tutorial's queries: how many boxes meet a leaf's box, of how many `meetsBox` denies it; how many sweeps hit, how many of them
 * later than `sweepBox`; and their tests.
 */
export function countAnswers(tree, questions) {
  const stats = {};
  const counts = {
    met: 0,
    denied: 0,
    boxTests: 0,
    hits: 0,
    later: 0,
    sweepBoxTests: 0,
    sweepTriangleTests: 0,
  };
  for (const { box, start, motion } of questions) {
    if (meetsLeafBox(tree, box, { stats })) {
      counts.met++;
      if (!meetsBox(tree, box)) counts.denied++;
    }
    counts.boxTests += stats.boxTests;
    const hit = sweepBoxDepthFirst(tree, start, motion, { stats });
    if (hit !== null) {
      counts.hits++;
      if (hit.time > sweepBox(tree, start, motion).time + ROUNDING) counts.later++;
    }
    counts.sweepBoxTests += stats.boxTests;
    counts.sweepTriangleTests += stats.triangleTests;
  }
  return counts;
}
