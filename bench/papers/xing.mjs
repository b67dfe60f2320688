import { writeLineChart } from "../chart.mjs";
import { describeEnvironment } from "../environment.mjs";
import { printTable, significant, times, whole } from "../table.mjs";
import { followBoxes, METHODS, measureGrowth, PEERS, runOneShot, runPeer } from "./xing-measure.mjs";

export const description = "Xing, Liu, Xu: many moving boxes against N, Figure 5, and the peers";

const SWEEP = "sweep and prune";
const FULL = {
  counts: [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000, 200_000],
  mostForSweep: 100_000,
  variants: 100_000,
  steps: 40,
  warmUp: 40,
  peerSteps: 4,
  rapier: 20_000, // it panics at 100,000
};
const QUICK = {
  counts: [1000, 10_000, 100_000],
  mostForSweep: 10_000,
  variants: 10_000,
  steps: 15,
  warmUp: 25,
  peerSteps: 2,
  rapier: 10_000,
};
const SMALL = 10_000;
const LARGE = 100_000;
const OVERLAPS = [0.5, 2, 8];
const SPREADS = [1, 10];
const SPEEDS = [0, 0.001, 0.01, 0.02, 0.05];
/** What abut holds itself to. FCL's dynamic tree in C++ took 41 to 45 ms on a quiet machine of this kind. */
const GOALS = { growth: 12, versusPeers: 20, step: 41, aim: 15, oneShot: 5 };

export async function run({ quick, seed, progress }) {
  const amounts = quick ? QUICK : FULL;
  console.log(
    "Y. Xing, X. P. Liu, S. Xu, Efficient Collision Detection Based on AABB Trees and Sort Algorithm",
  );
  console.log(describeEnvironment(seed));
  console.log("Times are processor time: other programs disturb it less than they do a clock.");

  const byCount = [];
  for (const count of amounts.counts) {
    progress.show(`${whole(count)} boxes`);
    byCount.push({ count, ...followBoxes({ count, seed }, methodsFor(count, amounts), amounts) });
  }
  const variants = [];
  for (const spread of SPREADS)
    for (const overlaps of OVERLAPS) {
      progress.show(`spread ${spread}, ${overlaps} overlaps a box`);
      const scene = { count: amounts.variants, overlaps, spread, seed };
      const names = methodsFor(quick ? scene.count : 2 * amounts.mostForSweep, amounts);
      variants.push({ spread, overlaps, ...followBoxes(scene, names, amounts) });
    }
  const speeds = [];
  for (const speed of SPEEDS) {
    progress.show(`${100 * speed} % of a box a step`);
    const names = Object.keys(METHODS).filter((name) => name !== SWEEP);
    speeds.push({ speed, ...followBoxes({ count: LARGE, speed, seed }, names, amounts) });
  }
  const growths = NAMES.filter((name) => name !== SWEEP).map((name) => {
    progress.show(`${name}: growth`);
    return measureGrowth(name, { small: SMALL, large: LARGE, seed }, amounts);
  });
  const shots = [runOneShot({ count: LARGE, seed }, amounts.peerSteps)];
  for (const name of Object.keys(PEERS)) {
    progress.show(name);
    const count = name === "Rapier" ? amounts.rapier : LARGE;
    shots.push({ count, ...(await runPeer(name, { count, seed }, amounts.peerSteps)) });
  }
  progress.clear();

  printByCount(byCount);
  printCounters(byCount);
  printVariants(variants, amounts.variants);
  printSpeeds(speeds);
  printShots(shots);
  printGoals(growths, shots);
  drawFigure5(byCount);
  if ([...byCount, ...variants, ...speeds].some(({ agree }) => !agree)) {
    console.error("the methods do not agree on the pairs");
    process.exitCode = 1;
  }
}

/** The traditional method grows faster than the boxes: it sits out the largest scenes. */
function methodsFor(count, { mostForSweep }) {
  return Object.keys(METHODS).filter((name) => name !== SWEEP || count <= mostForSweep);
}

const NAMES = Object.keys(METHODS);
const timesOf = (results) => NAMES.map((name) => (results[name] ? significant(results[name].time) : "–"));

function printByCount(byCount) {
  printTable(
    "Coherent motion, 2 overlaps a box, 1 % of a box a step: ms a step (moveAll and update), median",
    ["boxes", "pairs", ...NAMES],
    byCount.map(({ count, results }) => [
      whole(count),
      whole(Object.values(results)[0].pairs),
      ...timesOf(results),
    ]),
  );
}

function printCounters(byCount) {
  printTable(
    "What a box costs a step",
    ["boxes", "<method", "comparisons", "swaps", "overlap checks", "µs"],
    byCount.flatMap(({ count, results }) =>
      Object.values(results).map(({ name, comparisons, swaps, overlapChecks, time }, i) => [
        i === 0 ? whole(count) : "",
        name,
        significant(comparisons),
        significant(swaps),
        significant(overlapChecks),
        significant((1000 * time) / count),
      ]),
    ),
  );
}

function printVariants(variants, count) {
  printTable(
    `Densities and sizes, ${whole(count)} boxes, 1 % of the mean box a step: ms a step`,
    ["largest / smallest", "overlaps a box", "pairs", ...NAMES],
    variants.map(({ spread, overlaps, results }) => [
      String(spread),
      String(overlaps),
      whole(Object.values(results)[0].pairs),
      ...timesOf(results),
    ]),
  );
}

function printSpeeds(speeds) {
  printTable(
    `Speeds, ${whole(LARGE)} boxes, 2 overlaps a box: ms a step, median and mean`,
    ["% of a box a step", ...NAMES.filter((name) => name !== SWEEP).flatMap((name) => [name, "mean"])],
    speeds.map(({ speed, results }) => [
      significant(100 * speed, 1),
      ...Object.values(results).flatMap(({ time, mean }) => [significant(time), significant(mean)]),
    ]),
    [
      "the tree's work comes in waves while all boxes are equally fast: the mean has what the median leaves out",
    ],
  );
}

function printShots(shots) {
  printTable(
    "One shot, nothing known: ms, least",
    ["<", "boxes", "pairs", "ms", "against findBoxPairs"],
    shots.map(({ name, count = LARGE, pairs, time }) => [
      name,
      whole(count),
      name === "Rapier" ? "not read" : whole(pairs),
      significant(time),
      count === LARGE ? times(time / shots[0].time) : "",
    ]),
    [
      "box-intersect and rbush-3d get the boxes in their own form, not timed. rbush-3d has no moves: load and search.",
      "Rapier's broad phase cannot be called by itself: kinematic cuboid sensors, a whole world.step(); positions not timed.",
    ],
  );
}

function printGoals(growths, shots) {
  const best = growths.toSorted((a, b) => a.large - b.large)[0];
  const shot = (name) => shots.find((row) => row.name === name).time;
  const rows = [
    ...growths.map(({ name, small, large }) => [
      `${name}: growth from ${whole(SMALL)} boxes, ${significant(small)} ms, to ${significant(large)} ms`,
      times(large / small),
      `≤ ${GOALS.growth}×`,
      large / small <= GOALS.growth,
    ]),
    ...["box-intersect", "rbush-3d"].map((name) => {
      const ratio = shot(name) / best.large;
      return [
        `a step of ${best.name} against ${name}`,
        times(ratio),
        `≥ ${GOALS.versusPeers}×`,
        ratio >= GOALS.versusPeers,
      ];
    }),
    [
      `a step of ${best.name}, ms (FCL in C++: 41 to 45)`,
      significant(best.large),
      `≤ ${GOALS.step}`,
      best.large <= GOALS.step,
    ],
    [`the same, the aim`, significant(best.large), `≤ ${GOALS.aim}`, best.large <= GOALS.aim],
    [
      "findBoxPairs against box-intersect",
      times(shot("box-intersect") / shot("findBoxPairs")),
      `≥ ${GOALS.oneShot}×`,
      shot("box-intersect") / shot("findBoxPairs") >= GOALS.oneShot,
    ],
  ];
  printTable(
    "Goals, 100,000 boxes, 1 % of a box a step",
    ["<", "abut", "goal", "<"],
    rows.map(([what, ours, goal, reached]) => [what, ours, goal, reached ? "reached" : "missed"]),
    ["each method by itself, both numbers of boxes in turns, medians"],
  );
}

/** Figure 5 of the paper: primitives against time, its line 1 improved, line 2 traditional. */
function drawFigure5(byCount) {
  const path = writeLineChart("xing-figure-5.svg", {
    title: "Figure 5: time against the number of boxes",
    xTitle: "boxes",
    yTitle: "ms a step",
    series: NAMES.map((name) => ({
      name:
        name === "segment sort" ? "segment sort (improved)" : name === SWEEP ? `${name} (traditional)` : name,
      points: byCount
        .filter(({ results }) => results[name])
        .map(({ count, results }) => [count, results[name].time]),
    })),
  });
  console.log(`chart: ${path}`);
}
