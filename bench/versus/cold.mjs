import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describeEnvironment } from "../environment.mjs";
import { printTable, significant, times } from "../table.mjs";

// First use: each sample is a fresh process, samples of all contestants alternate. A process loads its library, makes one model,
// builds its tree and asks once; what it prints are milliseconds of its own clock. Medians.

export const description =
  "first build, query and rebuild, and abut --version, in fresh processes, against three-mesh-bvh";

const SAMPLES = { quick: 5, full: 21 };
const COMMAND = fileURLToPath(new URL("../../dist/cli/main.js", import.meta.url));
const FIRST_USE = fileURLToPath(new URL("cold/first-use.mjs", import.meta.url));
const FIRST_REBUILD = fileURLToPath(new URL("cold/first-rebuild.mjs", import.meta.url));

/** Prints two tables. */
export function run({ quick, seed, progress }) {
  const samples = quick ? SAMPLES.quick : SAMPLES.full;
  const ours = [];
  const theirs = [];
  const versions = [];
  const empty = [];
  const rebuilds = { tree: [], mesh: [] };
  for (let k = 0; k < samples; k++) {
    progress.show(`cold: sample ${k + 1} of ${samples}`);
    ours.push(firstUse("abut"));
    theirs.push(firstUse("three-mesh-bvh"));
    versions.push(wallTime([COMMAND, "--version"]));
    empty.push(wallTime(["-e", "0"]));
    for (const [source, list] of Object.entries(rebuilds))
      list.push(JSON.parse(runNode([FIRST_REBUILD, source])));
  }
  progress.clear();
  const rows = ["load", "build", "query", "together"].map((key) => {
    const [abut, peer] = [ours, theirs].map((list) => median(list.map((sample) => sample[key])));
    return [key, significant(abut), significant(peer), times(peer / abut)];
  });
  rows.push(null, ["abut --version", significant(median(versions)), "–", ""]);
  rows.push(["node -e 0", significant(median(empty)), "–", ""]);
  printTable(
    `First use, ms, ${samples} fresh processes each`,
    ["<", "abut", "three-mesh-bvh", "ratio"],
    rows,
    [
      describeEnvironment(seed),
      "A torus of 5,000 triangles: load the library, first build (three-mesh-bvh: SAH), first query of two trees that cross.",
    ],
  );
  printRebuilds(rebuilds, samples, seed);
}

/** A process's first rebuild over frames: no call of it should be noticed. */
function printRebuilds(rebuilds, samples, seed) {
  printTable(
    `First rebuild in a fresh process, ms of the main thread, ${samples} processes each`,
    ["<of", "startRebuild", "longest call", "all calls", "calls"],
    Object.entries(rebuilds).map(([source, list]) => [
      source,
      ...["start", "longest", "all", "calls"].map((key) => significant(median(list.map((run) => run[key])))),
    ]),
    [
      describeEnvironment(seed),
      "A sheet of 92,450 triangles. Tree: built and refitted before, as in a world. Mesh: the kernels are compiled, too.",
    ],
  );
}

function firstUse(library) {
  return JSON.parse(runNode([FIRST_USE, library]));
}

function wallTime(args) {
  const start = performance.now();
  runNode(args);
  return performance.now() - start;
}

function runNode(args) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`node ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}

function median(list) {
  return list.sort((a, b) => a - b)[list.length >> 1];
}
