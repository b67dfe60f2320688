import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createMesh } from "abut";
import { describeEnvironment } from "../environment.mjs";
import { createAssembly } from "../scenes/assembly.mjs";
import { printTable, significant, times, whole } from "../table.mjs";
import { UsageError } from "../usage-error.mjs";
import { measure } from "./clash/measure.mjs";
import { writeGlb } from "./clash/write-glb.mjs";

export const description =
  "clashes in a machine of up to 10,000 parts: time against parts and triangles, memory, a loop over three-mesh-bvh";

const FULL = {
  parts: [100, 300, 1000, 3000, 10_000],
  trianglesAPart: 500,
  fixedParts: 1000,
  triangles: [200_000, 500_000, 1_500_000, 5_000_000],
  peer: [100, 300, 1000, 3000],
  threads: [3000, 10_000, 30_000],
  headline: { parts: 10_000, triangles: 5_000_000 },
};
const QUICK = {
  parts: [100, 200, 400],
  trianglesAPart: 250,
  fixedParts: 100,
  triangles: [20_000, 50_000],
  peer: [100],
  threads: [200, 400],
  headline: { parts: 400, triangles: 200_000 },
};
const THREADS = [1, 2];
/** Up to this many parts a search is repeated in its process, to tell warm code from cold. */
const MOST_REPEATED = 10_000;
/** What the largest machine may take, on two threads. */
const GOAL = { seconds: 60, megabytes: 3000 };
const SECTIONS = {
  parts: timeAgainstParts,
  triangles: timeAgainstTriangles,
  peer: comparePeer,
  threads: splitTimes,
  file: readFile,
};

export async function run({ quick, seed, parts: sections = Object.keys(SECTIONS), progress }) {
  for (const section of sections)
    if (!Object.hasOwn(SECTIONS, section))
      throw new UsageError(`--parts: no part "${section}"; there are ${Object.keys(SECTIONS).join(", ")}`);
  console.log(
    `clashes in a machine with 7 % faulty parts; every row is a process of its own\n${describeEnvironment(seed)}`,
  );
  const amounts = { ...(quick ? QUICK : FULL), seed, isFull: !quick };
  for (const section of sections) await SECTIONS[section](amounts, progress);
}

async function timeAgainstParts({ parts, trianglesAPart, seed, isFull }, progress) {
  const scenes = parts.map((count) => ({ parts: count, triangles: trianglesAPart * count, seed }));
  const rows = await searchAll(scenes, progress);
  printGrowth("Time against parts", rows, ({ parts }) => parts);
  if (isFull) printGoal(rows.at(-1));
}

async function timeAgainstTriangles({ fixedParts, triangles, seed }, progress) {
  const scenes = triangles.map((count) => ({ parts: fixedParts, triangles: count, seed }));
  const rows = await searchAll(scenes, progress);
  printGrowth("Time against triangles", rows, ({ triangles }) => triangles);
}

/** For each scene the stages before the checks, and the whole on one and two threads. */
async function searchAll(scenes, progress) {
  const rows = [];
  for (const scene of scenes) {
    progress.show(`${whole(scene.parts)} parts, ${whole(scene.triangles)} triangles`);
    const before = await measure({ task: "stages", ...scene });
    const byThreads = [];
    for (const threads of THREADS) byThreads.push(await measure({ task: "search", threads, ...scene }));
    rows.push({ ...scene, ...byThreads[0], ...before, byThreads });
  }
  progress.clear();
  return rows;
}

function printGrowth(title, rows, sizeOf) {
  const cells = [];
  for (const row of rows)
    for (const [i, threads] of THREADS.entries()) {
      const found = row.byThreads[i];
      // One thread: the trees are built on the way, so the checks are what the stages before leave of the whole.
      const checksMs = threads === 1 ? found.ms - row.candidatesMs - row.buildMs : found.checksMs;
      const buildMs = found.ms - row.candidatesMs - checksMs;
      cells.push([
        ...(i === 0
          ? [
              row.parts,
              row.triangles,
              row.meshes,
              row.meshTriangles,
              row.candidates,
              row.touching,
              row.clashes,
            ].map(whole)
          : Array(7).fill("")),
        String(threads),
        ...[row.candidatesMs, buildMs, checksMs, found.ms].map(seconds),
        seconds(found.cpuMs),
        whole(found.peakMb),
        found.missed + found.wrong === 0 ? "all, no other" : `${found.missed} missed, ${found.wrong} wrong`,
      ]);
    }
  cells.push(null);
  for (const [i, threads] of THREADS.entries()) {
    const exponent = (measureOf) => significant(growth(rows, sizeOf, measureOf), 2);
    cells.push([
      "exponent",
      ...Array(6).fill(""),
      String(threads),
      exponent(({ candidatesMs }) => candidatesMs),
      i === 0 ? exponent(({ buildMs }) => buildMs) : "",
      "",
      exponent(({ byThreads }) => byThreads[i].ms),
      exponent(({ byThreads }) => byThreads[i].cpuMs),
      exponent(({ byThreads }) => byThreads[i].peakMb),
      "",
    ]);
  }
  printTable(
    title,
    [
      "parts",
      "triangles",
      "meshes",
      "their triangles",
      "candidates",
      "touching",
      "clashes",
      "threads",
      "candidates, s",
      "build, s",
      "checks, s",
      "whole, s",
      "CPU, s",
      "peak, MB",
      "<found what was planned",
    ],
    cells,
    [
      "exponent: of the growth from the least to the greatest row; 1 is linear",
      "build with 2 threads: sharing the meshes and starting the threads included",
      "peak: of the whole process, the machine's own making included",
    ],
  );
}

/** The exponent e of value ~ size^e between the first and the last row. */
function growth(rows, sizeOf, measureOf) {
  const [first, last] = [rows[0], rows.at(-1)];
  return Math.log(measureOf(last) / measureOf(first)) / Math.log(sizeOf(last) / sizeOf(first));
}

function printGoal({ byThreads }) {
  const { ms, peakMb } = byThreads.at(-1);
  const held = ms / 1000 < GOAL.seconds && peakMb < GOAL.megabytes;
  console.log(
    `goal: under ${GOAL.seconds} s and ${whole(GOAL.megabytes)} MB on two threads: ${seconds(ms)} s, ${whole(peakMb)} MB, ${held ? "reached" : "NOT REACHED"}`,
  );
  if (!held) process.exitCode = 1;
}

async function comparePeer({ peer, trianglesAPart, seed }, progress) {
  const rows = [];
  for (const parts of peer) {
    const scene = { parts, triangles: trianglesAPart * parts, seed };
    progress.show(`three-mesh-bvh: ${whole(parts)} parts`);
    const theirs = await measure({ task: "peerPairs", ...scene });
    const ours = await measure({ task: "meetingPairs", ...scene });
    const search = await measure({ task: "search", threads: 1, ...scene });
    const [here, there] = [new Set(ours.pairs), new Set(theirs.pairs)];
    rows.push([
      whole(parts),
      whole(search.triangles),
      ...[theirs.ms, ours.ms, search.ms].map(seconds),
      ...[ours.callerMs, search.callerMs].map(seconds),
      times(search.callerMs / ours.callerMs),
      times(theirs.ms / ours.ms),
      times(theirs.ms / search.ms),
      whole(here.size),
      whole(theirs.pairs.filter((pair) => here.has(pair)).length),
      whole(ours.pairs.filter((pair) => !there.has(pair)).length),
      whole(theirs.pairs.filter((pair) => !here.has(pair)).length),
    ]);
  }
  progress.clear();
  printTable(
    "Beside a loop over three-mesh-bvh, one thread: which parts meet",
    [
      "parts",
      "triangles",
      "three-mesh-bvh, s",
      "abut, yes or no, s",
      "abut, all, s",
      "CPU of yes or no, s",
      "CPU of all, s",
      "all / yes or no",
      "yes or no: faster by",
      "all: faster by",
      "pairs that meet",
      "three-mesh-bvh: right",
      "missed",
      "too many",
    ],
    rows,
    [
      "yes or no: which surfaces meet, touching counts; both build their trees, find pairs of boxes and test them",
      "CPU: of the calling thread alone, without V8's own threads; all / yes or no: of these, the goal is 2",
      "all: findClashes, which also tells touching from overlapping and containment, measures depths and finds curves",
      "right, missed, too many: pair by pair, against abut's exact answers",
    ],
  );
}

/** Whose processor time a search is, and how much faster two threads could be at best while V8's own threads need the second core. */
async function splitTimes({ threads: sizes, trianglesAPart, seed }, progress) {
  if (process.platform !== "linux") {
    console.log("threads: left out, the times of single threads are read from /proc");
    return;
  }
  const rows = [];
  for (const count of sizes) {
    const runs = count <= MOST_REPEATED ? 2 : 1;
    const scene = { parts: count, triangles: trianglesAPart * count, seed };
    const byThreads = [];
    for (const threads of THREADS) {
      progress.show(`threads: ${whole(count)} parts, ${threads} threads`);
      byThreads.push((await measure({ task: "threadTimes", threads, runs, ...scene })).times);
    }
    for (const [run, name] of ["first", "second"].slice(0, runs).entries())
      for (const [i, threads] of THREADS.entries()) {
        const alone = byThreads[0][run];
        const { ms, ownMs, callerMs, busiestMs, engineMs, cpuMs, twoCoresMs } = byThreads[i][run];
        rows.push([
          whole(count),
          name,
          String(threads),
          ...[ownMs, callerMs].map(seconds),
          threads === 1 ? "" : seconds(busiestMs),
          ...[engineMs, cpuMs, ms].map(seconds),
          threads === 1 ? "" : times(alone.ms / ms),
          seconds(twoCoresMs),
          threads === 1 ? "" : times(alone.twoCoresMs / twoCoresMs),
          threads === 1 ? "" : times((2 * alone.ownMs) / alone.cpuMs),
        ]);
      }
  }
  progress.clear();
  printTable(
    "Processor time by threads",
    [
      "parts",
      "search",
      "threads",
      "checking, s",
      "caller, s",
      "busiest, s",
      "V8, s",
      "all, s",
      "clock, s",
      "faster by",
      "two cores, s",
      "faster by",
      "at best",
    ],
    rows,
    [
      "checking: the caller and the threads that check, of which the busiest; V8: its own threads, which compile and collect garbage",
      "two cores: what two idle cores would take for these times, an even share of all or the caller's preparation and the busiest thread",
      "at best: if two cores shared all processor time of one thread's search evenly, and a second thread compiled nothing",
      "second: another search in the same process; the caller's code is warm then, and that of new threads is not",
    ],
  );
}

/** The largest machine from a file on disk: reading included. */
async function readFile({ headline, seed }, progress) {
  const folder = mkdtempSync(join(tmpdir(), "abut-clash-"));
  try {
    progress.show("writing machine.glb");
    const file = join(folder, "machine.glb");
    const scene = { ...headline, seed };
    await writeGlb(file, createAssembly(createMesh, scene).parts);
    const rows = [];
    for (const threads of THREADS) {
      progress.show(`reading machine.glb, ${threads} threads`);
      const { readMs, ms, peakMb, clashes, missed, wrong } = await measure({
        task: "searchFile",
        threads,
        file,
        ...scene,
      });
      const agrees = missed + wrong === 0 ? "all, no other" : `${missed} missed, ${wrong} wrong`;
      rows.push([
        String(threads),
        ...[readMs, ms, readMs + ms].map(seconds),
        whole(peakMb),
        whole(clashes),
        agrees,
      ]);
    }
    progress.clear();
    printTable(
      `From a file: machine.glb, ${whole(headline.parts)} parts, ${significant(statSync(file).size / 1e6)} MB`,
      ["threads", "reading, s", "clashes, s", "whole, s", "peak, MB", "clashes", "<found what was planned"],
      rows,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function seconds(milliseconds) {
  return significant(milliseconds / 1000);
}
