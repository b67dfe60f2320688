import { createDynamicTree, createSegmentSort, findBoxPairs } from "abut/broadphase";
import { createSegmentSortByAxes, createSweepAndPrune } from "abut/papers";
import {
  createDynamicTreeWith,
  createSegmentSortByAxesWith,
  createSegmentSortWith,
} from "../../dist/internals.js";
import { createMovingBoxes } from "../boxes.mjs";
import { sink } from "../measure.mjs";
import { mainThreadMs } from "../processor-time.mjs";
import { createBoxIntersect, createRapier, createRbush } from "../versus/box-peers.mjs";

/** The broad phases by the names they have in the tables: the paper's two, then abut's, in TypeScript and with kernels. */
export const METHODS = {
  "paper's segment sort": createSegmentSortByAxes,
  "sweep and prune, flags": () => createSweepAndPrune({ flags: true }),
  "sweep and prune": () => createSweepAndPrune(),
  "segment sort": () => createSegmentSortWith({}, null),
  "dynamic tree": () => createDynamicTreeWith({}, Infinity),
  "segment sort, kernels": createSegmentSort,
  "dynamic tree, kernels": createDynamicTree,
};

/** The paper's segment sort with longer segments than it must have, in multiples of the shortest. */
export const STRETCHES = [1, 1.5, 2, 3, 5, 10];
const STRETCHED = Object.fromEntries(
  STRETCHES.map((stretch) => [stretchedName(stretch), () => createSegmentSortByAxesWith({}, stretch)]),
);

export function stretchedName(stretch) {
  return `segments of ${stretch}×`;
}

/** Steps of a method in a row. */
const TURN = 10;

export const PEERS = { "box-intersect": createBoxIntersect, "rbush-3d": createRbush, Rapier: createRapier };

/**
 * Milliseconds of processor time, of all threads of this process: other programs disturb it less than they do a clock.
 */
function processorTime() {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * Lets methods follow moving boxes, for `warmUp` and then `steps` steps. `scenes`: { count, overlaps, spread, speed, seed, names }, with the
 * names of the methods. All methods of all scenes take turns of TURN steps, so that what slows the machine for a while slows all of them, and
 * so that one step in TURN at most finds another's data in the processor's caches. Returns for each scene the `results` by name: the mean and
 * the median time of a step (moveAll and update), the mean counters of a box and step, the pairs of the last step; and whether all methods
 * agreed on the pairs after every turn.
 */
export function followScenes(scenes, { steps, warmUp }, onTurn = () => {}) {
  const followed = scenes.map((scene) => ({
    scene,
    agree: true,
    runs: scene.names.map((name) => startRun(name, scene)),
  }));
  for (let from = -warmUp; from < steps; from += TURN) {
    onTurn(from + warmUp, steps + warmUp);
    const to = Math.min(from + TURN, steps);
    for (const one of followed) {
      const answers = one.runs.map((run) => takeTurn(run, from, to));
      one.agree &&= answers.every((pairs) => samePairs(pairs, answers[0]));
    }
  }
  return followed.map(({ scene, agree, runs }) => ({
    ...scene,
    agree,
    results: Object.fromEntries(runs.map((run) => [run.name, resultOf(run, scene.count * steps)])),
  }));
}

/**
 * How the time of a step of one method, by itself, grows from a scene to a larger one, which take turns. Returns both mean times, and the median
 * of the quotients of the turns, which what slows the machine for a while does not change.
 */
export function measureGrowth(name, [small, large], amounts) {
  const scenes = [small, large].map((scene) => ({ ...scene, names: [name] }));
  const [few, many] = followScenes(scenes, amounts).map(({ results }) => results[name]);
  const quotients = turnsOf(many.times).map((time, turn) => time / turnsOf(few.times)[turn]);
  return { name, small: few.mean, large: many.mean, growth: median(quotients) };
}

/** The sum of the times of each turn. */
function turnsOf(times) {
  const turns = Array.from({ length: Math.ceil(times.length / TURN) }, () => 0);
  for (const [k, time] of times.entries()) turns[Math.floor(k / TURN)] += time;
  return turns;
}

function startRun(name, scene) {
  const { boxes, step } = createMovingBoxes(scene);
  return { ...startMethod(name, boxes), boxes, step };
}

/** The steps `from` to `to` − 1, of which those from 0 on count; returns the pairs of the last one. */
function takeTurn(run, from, to) {
  let pairs;
  for (let k = from; k < to; k++) {
    run.step();
    pairs = takeStep(run, run.boxes, k >= 0);
  }
  return pairs;
}

function resultOf({ name, times, counters, pairs }, boxSteps) {
  return {
    name,
    times,
    mean: times.reduce((sum, time) => sum + time, 0) / times.length,
    median: median(times),
    comparisons: counters.comparisons / boxSteps,
    swaps: counters.swaps / boxSteps,
    overlapChecks: counters.overlapChecks / boxSteps,
    pairs,
  };
}

/**
 * The median and the longest step of one method alone, over so many steps that a tree is rebuilt meanwhile: of the main thread, which is
 * what a caller waits for, and of all threads. V8 compiles on threads of its own, some 5 to 15 ms a function. `constant` is the same for as
 * many turns of constant work as long as the median: what a host that takes the processor away, or a neighbour on the same core, adds.
 */
export function measureLongest(name, scene, { steps, warmUp }) {
  const { boxes, step } = createMovingBoxes(scene);
  const run = startMethod(name, boxes);
  const mainTimes = [];
  for (let k = -warmUp; k < steps; k++) {
    step();
    const start = mainThreadMs();
    takeStep(run, boxes, k >= 0);
    if (k >= 0) mainTimes.push(mainThreadMs() - start);
  }
  const { count } = scene;
  const main = longestOf(mainTimes);
  const constant = longestOf(timeConstantWork(main.median, steps));
  return { name, count, steps, main, all: longestOf(run.times), constant };
}

/** Milliseconds of the main thread of each of `turns` turns of a loop that takes about `ms`. */
function timeConstantWork(ms, turns) {
  const time = (rounds) => {
    const start = mainThreadMs();
    sink.value += countUp(rounds);
    return mainThreadMs() - start;
  };
  time(1e6); // V8 compiles meanwhile
  const rounds = Math.ceil((1e6 * ms) / median(Array.from({ length: 9 }, () => time(1e6))));
  return Array.from({ length: turns }, () => time(rounds));
}

function countUp(rounds) {
  let value = 1;
  for (let k = 0; k < rounds; k++) value = (Math.imul(value, 1_664_525) + 1_013_904_223) | 0;
  return value;
}

function longestOf(times) {
  return { median: median(times), longest: Math.max(...times) };
}

function startMethod(name, boxes) {
  const phase = (METHODS[name] ?? STRETCHED[name])();
  for (let at = 0; at < boxes.length; at += 6) phase.add(boxes.subarray(at, at + 6));
  phase.update();
  return {
    name,
    phase,
    times: [],
    counters: { comparisons: 0, swaps: 0, overlapChecks: 0 },
    pairs: 0,
  };
}

function takeStep(run, boxes, counts) {
  const start = processorTime();
  run.phase.moveAll(boxes);
  const answer = run.phase.update();
  const time = processorTime() - start;
  if (counts) {
    run.times.push(time);
    run.pairs = answer.count;
    for (const key of Object.keys(run.counters)) run.counters[key] += run.phase.stats[key];
  }
  return answer.pairs;
}

function samePairs(p, q) {
  return p.length === q.length && p.every((id, k) => id === q[k]);
}

/** The least time a peer takes to find all pairs at one of `steps` steps, and how many pairs it finds. */
export async function runPeer(name, scene, steps) {
  const { boxes, step } = createMovingBoxes(scene);
  const peer = await PEERS[name](scene.count);
  const times = [];
  let pairs = 0;
  for (let k = 0; k < steps; k++) {
    step();
    peer.take(boxes);
    const start = processorTime();
    pairs = peer.find();
    times.push(processorTime() - start);
  }
  peer.free?.();
  return { name, time: Math.min(...times), pairs };
}

/** Measures `findBoxPairs`, abut's search in one shot. It is quick, so every step is searched several times. */
export function runOneShot(scene, steps) {
  const { boxes, step } = createMovingBoxes(scene);
  const into = findBoxPairs(boxes);
  const times = [];
  for (let k = 0; k < steps; k++) {
    step();
    for (let again = 0; again < 4; again++) {
      const start = processorTime();
      findBoxPairs(boxes, { into });
      times.push(processorTime() - start);
    }
  }
  return { name: "findBoxPairs", time: Math.min(...times), pairs: into.count };
}

function median(values) {
  return [...values].sort((a, b) => a - b)[values.length >> 1];
}
