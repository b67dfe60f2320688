// One measurement in a process of its own, so that its memory is its own: node child.mjs '{ "task": …, … }' prints JSON.

import { readdirSync, readFileSync } from "node:fs";
import { buildAabbTree, collide, createMesh } from "abut";
import { findClashes, keyParts } from "abut/clash";
import { readModelFile } from "abut/formats/node";
import { findClashesOnThreads } from "abut/workers";
import { prepareClashes } from "../../../dist/internals.js";
import { mainThreadMs } from "../../processor-time.mjs";
import { createAssembly } from "../../scenes/assembly.mjs";
import { findMeetingPairs } from "./peer.mjs";

const TASKS = { search, searchFile, stages, meetingPairs, peerPairs, threadTimes };
const { task, ...options } = JSON.parse(process.argv[2]);
console.log(
  JSON.stringify({ ...(await TASKS[task](options)), peakMb: process.resourceUsage().maxRSS / 1024 }),
);

/** All of it: from meshes in memory to the result. */
async function search({ threads, ...scene }) {
  const { parts, planned } = createAssembly(createMesh, scene);
  const { result, ...times } = await timeSearch(parts, threads);
  return { ...times, ...describeScene(parts), ...compare(result, planned) };
}

/**
 * Who takes the processor time of a search: the caller, the threads that check, or V8's own threads, which compile and collect garbage. V8's
 * are those that the process has before the search, other than the main one; they outlive it. Threads that check are read when the last
 * job is done, before they end.
 */
async function threadTimes({ threads, runs, ...scene }) {
  const { parts } = createAssembly(createMesh, scene);
  const main = String(process.pid);
  const tasks = () => readdirSync("/proc/self/task");
  const engines = tasks().filter((id) => id !== main);
  const timeOf = (id) => Number(readFileSync(`/proc/self/task/${id}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  const engineMs = () => engines.reduce((sum, id) => sum + timeOf(id), 0);
  const times = [];
  for (let run = 0; run < runs; run++) {
    const engineBefore = engineMs();
    const callerBefore = mainThreadMs();
    let prepareMs = 0;
    let busiestMs = 0;
    const watch = (done, all) => {
      prepareMs ||= mainThreadMs() - callerBefore;
      if (done < all || threads === 1) return;
      const checking = tasks().filter((id) => id !== main && !engines.includes(id));
      busiestMs = Math.max(...checking.map(timeOf));
    };
    const { ms, cpuMs, callerMs } = await timeSearch(parts, threads, watch);
    const engine = engineMs() - engineBefore;
    const ownMs = cpuMs - engine;
    // What no second core can take over: the caller's preparation and, after it, the thread that checks longest.
    const pathMs = threads === 1 ? ownMs : prepareMs + busiestMs;
    times.push({
      ms,
      cpuMs,
      engineMs: engine,
      ownMs,
      callerMs,
      busiestMs,
      twoCoresMs: Math.max(pathMs, cpuMs / 2),
    });
  }
  return { times };
}

async function searchFile({ threads, file, ...scene }) {
  const start = performance.now();
  const { parts: read } = await readModelFile(file);
  const parts = keyParts([{ label: "machine.glb", parts: read }]);
  const readMs = performance.now() - start;
  const { result, ...times } = await timeSearch(parts, threads);
  const { planned } = createAssembly(createMesh, scene);
  return { readMs, ...times, ...compare(result, planned) };
}

async function timeSearch(parts, threads, watch = () => {}) {
  const start = performance.now();
  const ownBefore = mainThreadMs();
  const before = process.cpuUsage();
  let checksMs = 0;
  const onProgress = (done, all) => {
    checksMs ||= performance.now();
    watch(done, all);
  };
  const result =
    threads === 1
      ? findClashes(parts, { onProgress })
      : await findClashesOnThreads(parts, { threads, onProgress });
  const end = performance.now();
  const { user, system } = process.cpuUsage(before);
  return {
    result,
    callerMs: mainThreadMs() - ownBefore,
    ms: end - start,
    checksMs: end - checksMs,
    cpuMs: (user + system) / 1000,
    candidates: result.counts.candidates,
    touching: result.counts.touchingIgnored,
  };
}

/** Whether the search has found what was planned, neither more nor less. */
function compare(result, planned) {
  const name = ({ kind, a, b }) => `${kind} ${a} ${b}`;
  const expected = new Set(planned.map(name));
  const found = result.clashes.map(name);
  const right = found.filter((clash) => expected.has(clash)).length;
  return { clashes: found.length, missed: expected.size - right, wrong: found.length - right };
}

function describeScene(parts) {
  const meshes = new Set(parts.map(({ mesh }) => mesh));
  const sum = (list) => list.reduce((total, { triangleCount }) => total + triangleCount, 0);
  return {
    triangles: sum(parts.map(({ mesh }) => mesh)),
    meshes: meshes.size,
    meshTriangles: sum([...meshes]),
  };
}

/** What comes before the checks, each alone, on one thread. */
async function stages(scene) {
  const { parts } = createAssembly(createMesh, scene);
  const start = performance.now();
  const { jobs } = prepareClashes(parts);
  const prepared = performance.now();
  buildTrees(parts, jobs);
  return { candidatesMs: prepared - start, buildMs: performance.now() - prepared };
}

function buildTrees(parts, jobs) {
  const trees = new Map();
  for (const part of jobs) {
    const { mesh } = parts[part];
    if (!trees.has(mesh)) trees.set(mesh, buildAabbTree(mesh));
  }
  return trees;
}

/** Which pairs of parts have surfaces that meet, and nothing else: what the peer can answer. */
async function meetingPairs(scene) {
  const { parts } = createAssembly(createMesh, scene);
  const start = performance.now();
  const ownBefore = mainThreadMs();
  const { jobs } = prepareClashes(parts);
  const trees = buildTrees(parts, jobs);
  const built = performance.now();
  const pairs = [];
  for (let i = 0; i < jobs.length; i += 2) {
    const [a, b] = [jobs[i], jobs[i + 1]].sort((p, q) => p - q);
    const [p, q] = [parts[a], parts[b]];
    const poses = { aToWorld: p.toWorld, bToWorld: q.toWorld };
    if (collide(trees.get(p.mesh), trees.get(q.mesh), poses)) pairs.push(`${a} ${b}`);
  }
  const end = performance.now();
  const callerMs = mainThreadMs() - ownBefore;
  return { ms: end - start, callerMs, checksMs: end - built, candidates: jobs.length / 2, pairs };
}

async function peerPairs(scene) {
  const { parts } = createAssembly(createMesh, scene);
  return findMeetingPairs(parts);
}
