import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAabbTree, collide, collideMany, findPairs } from "abut";
import { cpuClock } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { createPlacements, relativePose, tuneCube } from "../placements.mjs";
import { percent, printTable, significant, times, whole } from "../table.mjs";
import { buildAvx, runAvx } from "./avx.mjs";
import { buildFcl, runFcl } from "./fcl.mjs";

export const description =
  "abut beside C++, where a compiler is installed: FCL, if its headers are, and an inexact reference of 8 lanes: first contact, all pairs";

const MODELS = ["torus", "teapot", "ship", "grid"];
const FULL = { placements: 4000, allPairs: 300, allPairsGrid: 30, rounds: 3, turns: 5 };
const QUICK = { placements: 1000, allPairs: 40, allPairsGrid: 6, rounds: 3, turns: 1 };

export async function run({ quick, seed, placements, models, progress }) {
  const amounts = { ...(quick ? QUICK : FULL), ...(placements && { placements }) };
  const chosen = chooseModels(MODELS, models);
  const folder = mkdtempSync(join(tmpdir(), "abut-native-"));
  try {
    progress.show("build");
    const fcl = buildFcl(folder);
    const avx = buildAvx(folder);
    console.log(
      `abut beside C++, medians of processor time in processes that take turns\n${describeEnvironment(seed)}`,
    );
    console.log(
      fcl.error ? `FCL is left out: ${fcl.error}` : `FCL ${fcl.version}, OBB trees, ${fcl.command}`,
    );
    console.log(
      avx.error
        ? `AVX is left out: ${avx.error}`
        : `AVX: f32, 8 lanes, no bounds, pairs not sorted, ${avx.command}`,
    );
    const results = chosen.map((name) => compareModel(name, seed, amounts, { fcl, avx }, folder, progress));
    progress.clear();
    printResults("FCL", results, ({ fcl }) => fcl);
    printResults("AVX", results, ({ avx }) => avx);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compareModel(name, seed, amounts, { fcl, avx }, folder, progress) {
  const { title, mesh, size } = createModel(name, Float32Array);
  const a = buildAabbTree(mesh);
  const b = buildAabbTree({ ...mesh, positions: mesh.positions.slice(), indices: mesh.indices.slice() });
  const { side } = tuneCube({
    seed,
    count: amounts.placements,
    size,
    collides: (aToWorld, bToWorld) => collide(a, b, { aToWorld, bToWorld }),
  });
  const poses = createPlacements({ seed, count: amounts.placements, side }).map(({ aToWorld, bToWorld }) =>
    relativePose(aToWorld, bToWorld),
  );
  const allPairs = name === "grid" ? amounts.allPairsGrid : amounts.allPairs;
  const turns = [];
  for (let turn = 1; turn <= amounts.turns; turn++) {
    progress.show(`${name}: turn ${turn} of ${amounts.turns}`);
    turns.push({
      ours: askAbut(a, b, poses, allPairs, amounts.rounds),
      fcl: fcl.program && runFcl(fcl.program, folder, mesh, poses, allPairs, amounts.rounds),
      avx: avx.program && runAvx(avx.program, folder, a, poses, allPairs, amounts.rounds),
    });
  }
  const middle = (who) => turns[0][who] && medianOfEach(turns.map((turn) => turn[who]));
  return { title, count: poses.length, ours: middle("ours"), fcl: middle("fcl"), avx: middle("avx") };
}

/** The median of each number of several records. */
function medianOfEach(records) {
  const middle = records.length >> 1;
  return Object.fromEntries(
    Object.keys(records[0]).map((key) => [
      key,
      records.map((record) => record[key]).sort((one, other) => one - other)[middle],
    ]),
  );
}

function askAbut(a, b, poses, allPairs, rounds) {
  const flat = Float64Array.from(poses.flatMap((pose) => [...pose]));
  let answers = collideMany(a, b, flat);
  const found = findPairs(a, b);
  let pairs = 0;
  const { first, many, all } = interleave(
    {
      first: {
        run() {
          let hits = 0;
          for (const bToWorld of poses) if (collide(a, b, { bToWorld })) hits++;
          return hits;
        },
      },
      many: {
        run() {
          answers = collideMany(a, b, flat, { into: answers });
          return answers.count;
        },
      },
      all: {
        run() {
          pairs = 0;
          for (let i = 0; i < allPairs; i++)
            pairs += findPairs(a, b, { bToWorld: poses[i], into: found }).count;
          return pairs;
        },
      },
    },
    { rounds, clock: cpuClock },
  );
  const micros = (time, count) => (1000 * time) / count;
  return {
    hits: answers.count,
    pairs,
    first: micros(first, poses.length),
    many: micros(many, poses.length),
    all: micros(all, allPairs),
  };
}

/** abut's times beside those of another; a ratio above 1 says how many times as fast abut is. */
function printResults(name, results, theirsOf) {
  const compared = results.filter((result) => theirsOf(result));
  if (compared.length === 0) return;
  const differing = compared.filter((result) => {
    const theirs = theirsOf(result);
    return theirs.hits !== result.ours.hits || theirs.pairs !== result.ours.pairs;
  });
  printTable(
    "µs a query",
    [
      "<model",
      "hits",
      name,
      "collide",
      "ratio",
      "collideMany",
      "ratio",
      `${name}, all pairs`,
      "findPairs",
      "ratio",
    ],
    compared.map((result) => {
      const { title, count, ours } = result;
      const theirs = theirsOf(result);
      return [
        title,
        percent(ours.hits / count),
        significant(theirs.first),
        significant(ours.first),
        times(theirs.first / ours.first),
        significant(ours.many),
        times(theirs.first / ours.many),
        whole(theirs.all),
        whole(ours.all),
        times(theirs.all / ours.all),
      ];
    }),
    differing.length === 0
      ? [`${name} finds as many hits and pairs as abut.`]
      : differing.map((result) => {
          const { title, ours } = result;
          const { hits, pairs } = theirsOf(result);
          return `${title}: ${name} finds ${hits} hits and ${pairs} pairs, abut ${ours.hits} and ${ours.pairs}`;
        }),
  );
}
