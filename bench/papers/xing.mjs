import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describeEnvironment } from "../environment.mjs";
import { significant, times, whole } from "../table.mjs";
import { createRecord } from "./record.mjs";
import { SAMPLES } from "./samples.mjs";
import {
  followScenes,
  METHODS,
  PEERS,
  runOneShot,
  runPeer,
  STRETCHES,
  stretchedName,
} from "./xing-measure.mjs";

export const description = "Xing, Liu, Xu: many moving boxes against N, Figure 5, and the peers";

const PAPER = "paper's segment sort";
const SWEEP = "sweep and prune";
const FLAGS = "sweep and prune, flags";
const FULL = {
  counts: [1000, 2000, 5000, 10_000, 20_000, 50_000, 100_000],
  most: { [PAPER]: 100_000, [SWEEP]: 100_000, [FLAGS]: 50_000 },
  variants: [10_000, 50_000],
  speeds: [1000, 10_000, 100_000],
  steps: 60,
  growthSteps: 240,
  processes: 5,
  peerSteps: 2,
  rapier: 20_000, // it panics at 100,000
};
const QUICK = {
  counts: [1000, 5000, 20_000],
  most: { [PAPER]: 20_000, [SWEEP]: 20_000, [FLAGS]: 20_000 },
  variants: [10_000],
  speeds: [1000, 10_000],
  steps: 20,
  growthSteps: 60,
  processes: 1,
  peerSteps: 1,
  rapier: 10_000,
};
/**
 * Steps before the first that counts. All boxes get their first margins together, so that the dynamic tree has hardly any queries for some 30
 * steps, and then many: steps 10 to 25 of 50,000 boxes take it half as long as later ones.
 */
const WARM_UP = 40;
/** Means and medians that differ by more than this part are both printed. */
const DIFFERS = 0.05;
/** Two methods are level unless one takes this many times as long. */
const LEVEL = 1.1;
const SMALL = 10_000;
const LARGE = 100_000;
/** Numbers of boxes, and steps, of which only the counters are wanted. */
const COUNTED = [10_000, 50_000];
const COUNTED_STEPS = 5;
const OVERLAPS = [0.5, 2, 8];
const SPREADS = [1, 10];
const SPEEDS = [0, 0.001, 0.01, 0.02, 0.05, 0.1];
/** What abut holds itself to. FCL's dynamic tree in C++ took 41 to 45 ms on a quiet machine of this kind. */
const GOALS = { growth: 12, longest: 2, versusPeers: 20, step: 41, aim: 15, oneShot: 5 };
const NAMES = Object.keys(METHODS);
const OURS = NAMES.filter((name) => ![PAPER, SWEEP, FLAGS].includes(name));
const KERNELS = ["segment sort, kernels", "dynamic tree, kernels"];
const PARTS = ["figure-5", "segments", "variants", "speeds", "growth", "longest", "peers"];
const ALONE = fileURLToPath(new URL("xing/alone.mjs", import.meta.url));
/** In 240 steps of 100,000 boxes the dynamic tree is rebuilt once. */
const LONG_RUN = { steps: 240, warmUp: 12 };

export async function run(options) {
  const { quick, seed, progress, parts = PARTS } = options;
  const amounts = quick ? QUICK : FULL;
  console.log(
    "Y. Xing, X. P. Liu, S. Xu, Efficient Collision Detection Based on AABB Trees and Sort Algorithm",
  );
  console.log(describeEnvironment(seed));
  const record = createRecord(
    "xing",
    options,
    `processor times, means of ${amounts.steps} steps after ${WARM_UP}, the methods taking turns of ten steps on equal boxes; medians in brackets where they differ by more than ${100 * DIFFERS} %`,
  );
  if (options.record) record.sample = SAMPLES.xing();

  const follow = createFollower({ seed, steps: amounts.steps, progress });
  if (parts.includes("figure-5")) {
    const byCount = follow(
      "Figure 5",
      amounts.counts.map((count) => ({ count, names: methodsFor(count, amounts) })),
    );
    printByCount(record, byCount);
    printCounters(record, byCount);
    printClaim(record, byCount);
    drawFigure5(record, byCount);
  }
  if (parts.includes("segments")) {
    const names = STRETCHES.map(stretchedName);
    printSegments(
      record,
      follow(
        "segments",
        OVERLAPS.map((overlaps) => ({ count: SMALL, overlaps, names })),
      ),
    );
  }
  if (parts.includes("variants")) {
    const variants = amounts.variants.flatMap((count) =>
      SPREADS.flatMap((spread) =>
        OVERLAPS.map((overlaps) => ({
          count,
          overlaps,
          spread,
          names: count === SMALL ? [PAPER, ...OURS] : OURS,
        })),
      ),
    );
    printVariants(record, follow("variants", variants));
    printRegardless(record, countRegardless({ seed, progress }));
  }
  if (parts.includes("speeds")) {
    const speeds = amounts.speeds.flatMap((count) =>
      SPEEDS.map((speed) => ({ count, speed, names: KERNELS })),
    );
    printSpeeds(record, follow("speeds", speeds));
  }
  if (parts.includes("growth")) {
    const scenes = [SMALL, LARGE].map((count) => completeScene({ count }, seed));
    const steps = { steps: amounts.growthSteps, warmUp: WARM_UP };
    const growths = OURS.map((name) => {
      progress.show(`${name}: growth by itself`);
      return measureAlone(amounts.processes, ({ growth }) => growth, "growth", name, scenes, steps);
    });
    progress.clear();
    printGrowthAlone(record, growths, amounts);
  }
  if (parts.includes("longest")) {
    const runs = (quick ? [SMALL] : [SMALL, LARGE]).flatMap((count) =>
      KERNELS.map((name) => {
        progress.show(`${name}: the longest step of ${whole(count)} boxes`);
        const timesOf = ({ main }) => main.longest / main.median;
        return measureAlone(amounts.processes, timesOf, "longest", name, { count, seed }, LONG_RUN);
      }),
    );
    progress.clear();
    printLongest(record, runs, amounts);
  }
  if (parts.includes("peers")) await comparePeers(record, follow, { seed, amounts, progress });
  record.finish();
  if (!follow.agree) {
    console.error("the methods do not agree on the pairs");
    process.exitCode = 1;
  }
}

/**
 * Measures scenes, each method of a scene once: what two tables show has the same numbers in both. `agree` says whether the methods had the
 * same pairs in all of them.
 */
function createFollower({ seed, steps, progress }) {
  const known = new Map();
  const keyOf = ({ count, overlaps, spread, speed }) => [count, overlaps, spread, speed].join();
  const follow = (title, asked) => {
    const scenes = asked.map((scene) => completeScene(scene, seed));
    const resultsOf = (scene) => known.get(keyOf(scene))?.results ?? {};
    const unknown = scenes
      .map((scene) => ({ ...scene, names: scene.names.filter((name) => !resultsOf(scene)[name]) }))
      .filter(({ names }) => names.length > 0);
    const onTurn = (done, all) => progress.show(`${title}: step ${done} of ${all}`);
    for (const followed of followScenes(unknown, { steps, warmUp: WARM_UP }, onTurn)) {
      const results = { ...resultsOf(followed), ...followed.results };
      const counts = Object.values(results).map(({ pairs }) => pairs);
      known.set(keyOf(followed), { ...followed, results });
      follow.agree &&= followed.agree && new Set(counts).size === 1;
    }
    progress.clear();
    return scenes.map((scene) => known.get(keyOf(scene)));
  };
  follow.agree = true;
  return follow;
}

function completeScene(scene, seed) {
  return { overlaps: 2, spread: 1, speed: 0.01, seed, ...scene };
}

/** Measurements in processes of their own: the one with the median figure, and the least and the largest `figures`. */
function measureAlone(processes, figureOf, ...words) {
  const runs = Array.from({ length: processes }, () =>
    JSON.parse(execFileSync(process.execPath, [ALONE, JSON.stringify(words)], { encoding: "utf8" })),
  ).toSorted((p, q) => figureOf(p) - figureOf(q));
  return { ...runs[processes >> 1], figures: [runs[0], runs.at(-1)].map(figureOf) };
}

async function comparePeers(record, follow, { seed, amounts, progress }) {
  const [{ results }] = follow("goals", [{ count: LARGE, names: KERNELS }]);
  const shots = [runOneShot({ count: LARGE, seed }, amounts.peerSteps)];
  for (const name of Object.keys(PEERS)) {
    progress.show(name);
    const count = name === "Rapier" ? amounts.rapier : LARGE;
    shots.push({ count, ...(await runPeer(name, { count, seed }, amounts.peerSteps)) });
  }
  progress.clear();
  printShots(record, shots);
  printGoals(record, results, shots);
}

/** Flags take n² / 2 bytes, 1.25 GB for 50,000 boxes, and are limited to 92,682: that method sits out the largest scene. */
function methodsFor(count, { most }) {
  return NAMES.filter((name) => count <= (most[name] ?? Infinity));
}

const timesOf = (results, names = NAMES) =>
  names.map((name) => (results[name] ? timeOf(results[name]) : "–"));

/** The mean, and the median where it differs: the dynamic tree's steps are not equally long. */
function timeOf({ mean, median }) {
  const differs = Math.abs(mean - median) > DIFFERS * median;
  return differs ? `${significant(mean)} (${significant(median)})` : significant(mean);
}

function printByCount(record, byCount) {
  record.table(
    "figure-5",
    "Figure 5: coherent motion, 2 overlaps a box, 1 % of a box a step: ms a step (moveAll and update)",
    ["boxes", "pairs", ...NAMES],
    byCount.map(({ count, results }) => [
      whole(count),
      whole(Object.values(results)[0].pairs),
      ...timesOf(results),
    ]),
    ["All in TypeScript except the last two columns."],
  );
}

function printCounters(record, byCount) {
  record.table(
    "counters",
    "What a box costs a step",
    ["boxes", "<method", "comparisons", "swaps", "overlap checks", "µs"],
    byCount.flatMap(({ count, results }) =>
      Object.values(results).map(({ name, comparisons, swaps, overlapChecks, mean }, i) => [
        i === 0 ? whole(count) : "",
        name,
        significant(comparisons),
        significant(swaps),
        significant(overlapChecks),
        significant((1000 * mean) / count),
      ]),
    ),
  );
}

/** The claim of O(N): how the work grows between two numbers of boxes, and with which power of N. */
function printClaim(record, byCount) {
  const rows = NAMES.flatMap((name) => {
    const measured = byCount.filter(({ results }) => results[name]);
    const last = measured.at(-1);
    const first = measured.find(({ count }) => count >= last.count / 10);
    if (first === last) return [];
    const by = last.count / first.count;
    const growth = (of) => {
      const ratio = (of(last.results[name]) * last.count) / (of(first.results[name]) * first.count);
      return `${times(ratio)}, N^${(Math.log(ratio) / Math.log(by)).toFixed(2)}`;
    };
    return [
      [
        name,
        `${whole(first.count)} → ${whole(last.count)}`,
        growth(({ comparisons }) => comparisons),
        last.results[name].swaps > 0 ? growth(({ swaps }) => swaps) : "–",
        growth(({ overlapChecks }) => overlapChecks),
        growth((result) => result.mean / (result === last.results[name] ? last.count : first.count)),
      ],
    ];
  });
  record.table(
    "growth",
    "The claim of O(N): growth from a tenth of the boxes, and as a power of N",
    ["<method", "<boxes", "comparisons", "swaps", "overlap checks", "time"],
    rows,
  );
}

/**
 * Methods that take turns displace each other's boxes from the caches, those of the largest scenes most, and leave a heap behind; here a method
 * has a process to itself.
 */
function printGrowthAlone(record, growths, { growthSteps, processes }) {
  record.table(
    "growth-alone",
    `Growth by itself, ${whole(SMALL)} → ${whole(LARGE)} boxes, 1 % of a box a step: ms a step`,
    ["<method", whole(SMALL), whole(LARGE), "times", "least to most", "goal", "<"],
    growths.map(({ name, small, large, growth, figures }) => [
      name,
      significant(small),
      significant(large),
      times(growth),
      figures.map((figure) => times(figure)).join(" to "),
      ...(KERNELS.includes(name)
        ? [`≤ ${GOALS.growth}×`, growth <= GOALS.growth ? "reached" : "missed"]
        : ["", ""]),
    ]),
    [
      `Each method in ${processes} processes of its own, the one with the median growth is shown. Means of ${growthSteps} steps after ${WARM_UP}, the two scenes taking turns of ten steps; times: the median of the quotients of their turns.`,
    ],
  );
}

/** "The more segments an axis is cut into, the faster the algorithm runs", up to the limit of one cut a box (III B). */
function printSegments(record, scenes) {
  record.table(
    "segments",
    `The paper's segment sort with longer segments, ${whole(SMALL)} boxes, 1 % of a box a step`,
    ["overlaps a box", "length, × the shortest", "overlap checks a box", "ms a step", "of the shortest's"],
    scenes.flatMap(({ overlaps, results }) =>
      STRETCHES.map((stretch, k) => {
        const result = results[stretchedName(stretch)];
        return [
          k === 0 ? String(overlaps) : "",
          String(stretch),
          significant(result.overlapChecks),
          timeOf(result),
          times(result.mean / results[stretchedName(1)].mean),
        ];
      }),
    ),
    ["Shortest: what the paper's limit is sure to allow, which is its method. A table measured by itself."],
  );
}

function printVariants(record, variants) {
  record.table(
    "variants",
    "Densities and sizes, 1 % of the mean box a step: ms a step",
    [
      "boxes",
      "largest / smallest",
      "overlaps a box",
      "pairs",
      PAPER,
      ...OURS,
      "<fastest in TypeScript",
      "<with kernels",
    ],
    variants.map(({ count, spread, overlaps, results }) => {
      const faster = (names) => {
        const [first, second] = names.toSorted((p, q) => results[p].mean - results[q].mean);
        return results[second].mean < LEVEL * results[first].mean ? "level" : first;
      };
      return [
        whole(count),
        String(spread),
        String(overlaps),
        whole(Object.values(results)[0].pairs),
        ...timesOf(results, [PAPER, ...OURS]),
        faster(["segment sort", "dynamic tree"]),
        faster(KERNELS).replace(", kernels", ""),
      ];
    }),
    [`By means; level: within ${Math.round(100 * (LEVEL - 1))} %.`],
  );
}

/** The counters of the paper's method by size and density, over a few steps, for two numbers of boxes. */
function countRegardless({ seed, progress }) {
  const amounts = { steps: COUNTED_STEPS, warmUp: 1 };
  return SPREADS.flatMap((spread) =>
    OVERLAPS.map((overlaps) => {
      const scenes = COUNTED.map((count) => completeScene({ count, spread, overlaps, names: [PAPER] }, seed));
      progress.show(`counts: sizes of 1 to ${spread}, ${overlaps} overlaps a box`);
      const results = followScenes(scenes, amounts).map((followed) => followed.results[PAPER]);
      progress.clear();
      return { spread, overlaps, results };
    }),
  );
}

function printRegardless(record, rows) {
  const columns = ["comparisons", "swaps", "overlapChecks"];
  record.table(
    "regardless",
    `Counts of the paper's segment sort a box and step, ${COUNTED.map(whole).join(" and ")} boxes`,
    [
      "largest / smallest",
      "overlaps a box",
      "comparisons",
      "power of N",
      "swaps",
      "power of N",
      "overlap checks",
      "power of N",
    ],
    rows.map(({ spread, overlaps, results: [few, many] }) => [
      String(spread),
      String(overlaps),
      ...columns.flatMap((key) => [
        `${significant(few[key])}, ${significant(many[key])}`,
        (1 + Math.log(many[key] / few[key]) / Math.log(COUNTED[1] / COUNTED[0])).toFixed(2),
      ]),
    ]),
    [`${COUNTED_STEPS} steps after the second, 1 % of the mean box a step.`],
  );
}

function printSpeeds(record, speeds) {
  record.table(
    "speeds",
    "Numbers and speeds, 2 overlaps a box: ms a step",
    ["boxes", "% of a box a step", ...KERNELS, "segment sort / dynamic tree"],
    speeds.map(({ count, speed, results }) => [
      whole(count),
      String(100 * speed),
      ...timesOf(results, KERNELS),
      times(results[KERNELS[0]].mean / results[KERNELS[1]].mean),
    ]),
    ["Both with kernels; by means."],
  );
}

function printLongest(record, runs, { processes }) {
  record.table(
    "longest",
    `The longest of ${LONG_RUN.steps} steps, 1 % of a box a step: ms of the main thread`,
    [
      "<method",
      "boxes",
      "median",
      "longest",
      "times",
      "least to most",
      "goal",
      "<",
      "constant work",
      "all threads",
    ],
    runs.map(({ name, count, main, all, constant, figures }) => [
      name,
      whole(count),
      significant(main.median),
      significant(main.longest),
      times(main.longest / main.median),
      figures.map((figure) => times(figure)).join(" to "),
      `≤ ${GOALS.longest}×`,
      verdictOf(main, constant),
      times(constant.longest / constant.median),
      times(all.longest / all.median),
    ]),
    [
      `Each row in ${processes} processes of its own, the one with the median times is shown; steps after ${LONG_RUN.warmUp}.`,
      "Constant work: as many turns of a loop as long as the median. Where its longest turn misses the goal, too, the machine is too busy.",
      "All threads: V8 compiles beside the main thread, which goes on meanwhile if a core is free.",
    ],
  );
}

function verdictOf(main, constant) {
  const reaches = ({ median, longest }) => longest <= GOALS.longest * median;
  if (reaches(main)) return "reached";
  return reaches(constant) ? "missed" : "machine too busy";
}

function printShots(record, shots) {
  record.table(
    "peers",
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

function printGoals(record, results, shots) {
  const best = Object.values(results)
    .filter(({ name }) => KERNELS.includes(name))
    .toSorted((a, b) => a.mean - b.mean)[0];
  const shot = (name) => shots.find((row) => row.name === name).time;
  const rows = [
    ...["box-intersect", "rbush-3d"].map((name) => {
      const ratio = shot(name) / best.mean;
      return [
        `a step of ${best.name} against ${name}`,
        times(ratio),
        `≥ ${GOALS.versusPeers}×`,
        ratio >= GOALS.versusPeers,
      ];
    }),
    [
      `a step of ${best.name}, ms (FCL in C++: 41 to 45)`,
      significant(best.mean),
      `≤ ${GOALS.step}`,
      best.mean <= GOALS.step,
    ],
    [`the same, the aim`, significant(best.mean), `≤ ${GOALS.aim}`, best.mean <= GOALS.aim],
    [
      "findBoxPairs against box-intersect",
      times(shot("box-intersect") / shot("findBoxPairs")),
      `≥ ${GOALS.oneShot}×`,
      shot("box-intersect") / shot("findBoxPairs") >= GOALS.oneShot,
    ],
  ];
  record.table(
    "goals",
    "Goals, 100,000 boxes, 1 % of a box a step",
    ["<", "abut", "goal", "<"],
    rows.map(([what, ours, goal, reached]) => [what, ours, goal, reached ? "reached" : "missed"]),
    ["Means; the scene of Figure 5."],
  );
}

/** Figure 5 of the paper: primitives against time, its line 1 improved, line 2 traditional. The text has no number of it to draw beside ours. */
function drawFigure5(record, byCount) {
  const titles = {
    [PAPER]: "segment sort as in the paper (its line 1)",
    [FLAGS]: "I-COLLIDE with flags (its line 2)",
    [SWEEP]: "I-COLLIDE without flags",
    "segment sort": "abut's segment sort",
    "dynamic tree": "abut's dynamic tree",
  };
  record.lines("xing-figure-5.svg", {
    title: "Figure 5: time against the number of boxes",
    xTitle: "boxes. Dashed: with kernels, all others in TypeScript",
    yTitle: "ms a step, mean; both axes logarithmic",
    series: NAMES.map((name) => ({
      name: titles[name] ?? name,
      dashed: KERNELS.includes(name),
      points: byCount
        .filter(({ results }) => results[name])
        .map(({ count, results }) => [count, results[name].mean]),
    })),
  });
}
