import { createAllowedPairs, createArticulatedBody, setPose } from "abut/articulated";
import {
  beginContacts,
  checkBoxOptions,
  contactOfLinks,
  createLinkCandidates,
  findLinkCandidates,
  findOwnLinkCandidates,
  updateBoxes,
} from "../../dist/internals.js";
import { cpuClock } from "../cpu-time.mjs";

// Methods through all frames of a scene, each part timed by itself: boxes, descent, exact queries. Frames come in chunks, so that a
// clock is read seldom and other programs disturb little; of each chunk the fastest of several runs counts. The methods take turns, chunk
// by chunk, so that what slows the machine for a while slows them all. Every method has as many runs.

const CHUNK = 25;

/**
 * For each of `methods`, { method, onDemand? }: { coll, falseAlarms, hits, boxTests, query, update, test, total }: counts, and seconds over all
 * frames.
 */
export function runMethods(scene, methods, { own, runs = 5, depth = "hulls", onChunk = () => {} }) {
  const turns = methods.map(({ method, onDemand = false }) =>
    runChunks(scene, method, { own, runs, onDemand, depth }),
  );
  const results = turns.map(() => null);
  for (let frames = 0; results.includes(null); frames += CHUNK) {
    turns.forEach((turn, k) => {
      const { done, value } = turn.next();
      if (done) results[k] = value;
    });
    onChunk(Math.min(frames + CHUNK, scene.frames));
  }
  return results;
}

/** One method; hands over after each chunk, and returns its sums. */
function* runChunks(scene, method, { own, runs, onDemand, depth }) {
  const [a, b] = scene.bodies.map((links) => createArticulatedBody(links));
  const boxes = checkBoxOptions({ method, onDemand });
  const kind = method === "brute" ? "none" : method === "cab" || method === "obb" ? "oriented" : "aligned";
  const jobs = own ? [pairOf(a, b), pairOf(a, a), pairOf(b, b)] : [pairOf(a, b)];
  const sums = { coll: 0, falseAlarms: 0, hits: 0, boxTests: 0, query: 0, update: 0, test: 0 };
  const poses = [a, b].map((body) => new Float64Array(CHUNK * body.linkToWorld.length));
  for (let first = 0; first < scene.frames; first += CHUNK) {
    const frames = Math.min(CHUNK, scene.frames - first);
    placeChunk(scene, [a, b], poses, first, frames);
    const best = { query: Infinity, update: Infinity, test: Infinity };
    for (let run = 0; run < runs; run++) {
      // 1. boxes
      best.update = Math.min(
        best.update,
        seconds(() => eachFrame(frames, updateAll)),
      );
      // 2. boxes and descent, of which the boxes are taken off
      const both = seconds(() => eachFrame(frames, updateAndTest));
      best.test = Math.min(best.test, both);
      // 3. the exact queries of what the descent found
      const lists = keepCandidates(frames);
      const counts = { coll: 0, hits: 0 };
      best.query = Math.min(
        best.query,
        seconds(() => queryAll(lists, frames, counts)),
      );
      if (run > 0) continue;
      sums.boxTests += lists.boxTests;
      sums.coll += counts.coll;
      sums.hits += counts.hits;
      sums.falseAlarms += counts.coll - counts.hits;
    }
    sums.update += method === "brute" ? 0 : best.update;
    sums.test += method === "brute" ? 0 : Math.max(0, best.test - best.update);
    sums.query += best.query;
    yield;
  }
  return { ...sums, total: sums.query + sums.update + sums.test };

  function pairOf(p, q) {
    const cache = {};
    const skip = p === q ? createAllowedPairs(p).matrix : null;
    return { a: p, b: q, query: beginContacts(p, q, { cache }), found: createLinkCandidates(), skip };
  }

  function eachFrame(frames, work) {
    for (let frame = 0; frame < frames; frame++) {
      setPoses(frame);
      work();
    }
  }

  function setPoses(frame) {
    for (let k = 0; k < 2; k++) {
      const body = k === 0 ? a : b;
      const { length } = body.linkToWorld;
      const from = poses[k];
      for (let i = 0; i < length; i++) body.linkToWorld[i] = from[frame * length + i];
      body.poseCount++;
    }
  }

  function updateAll() {
    updateBoxes(a, boxes);
    updateBoxes(b, boxes);
  }

  function updateAndTest() {
    updateAll();
    for (let j = 0; j < jobs.length; j++) findFor(jobs[j]);
  }

  function findFor(job) {
    // Links that a joint connects are known to the hierarchy, not to brute force.
    if (job.a === job.b) findOwnLinkCandidates(job.a, kind, job.found, method === "brute" ? null : job.skip);
    else findLinkCandidates(job.a, job.b, kind, job.found);
  }

  /** Per frame and job the candidates, and the box tests of all frames. */
  function keepCandidates(frames) {
    const lists = Object.assign([], { boxTests: 0 });
    eachFrame(frames, () => {
      updateAndTest();
      for (const { found } of jobs) lists.boxTests += found.boxTests;
      lists.push(jobs.map(({ found }) => found.pairs.slice(0, 2 * found.count)));
    });
    return lists;
  }

  function queryAll(lists, frames, counts) {
    for (let frame = 0; frame < frames; frame++) {
      setPoses(frame);
      for (let j = 0; j < jobs.length; j++) {
        const pairs = lists[frame][j];
        for (let i = 0; i < pairs.length; i += 2) {
          counts.coll++;
          if (contactOfLinks(jobs[j].query, pairs[i], pairs[i + 1], depth) !== null) counts.hits++;
        }
      }
    }
  }
}

function placeChunk(scene, bodies, poses, first, frames) {
  for (let frame = 0; frame < frames; frame++)
    bodies.forEach((body, k) => {
      setPose(body, scene.valuesAt(first + frame, k));
      poses[k].set(body.linkToWorld, frame * body.linkToWorld.length);
    });
}

/** Processor time: on a machine with other work, the clock on the wall would measure that. */
function seconds(work) {
  const start = cpuClock();
  work();
  return (cpuClock() - start) / 1000;
}
