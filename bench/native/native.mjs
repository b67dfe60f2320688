import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buildAabbTree, collide, collideMany, findPairs } from "abut";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { createPlacements, relativePose, tuneCube } from "../placements.mjs";
import { percent, printTable, significant, times, whole } from "../table.mjs";
import { buildFcl, runFcl } from "./fcl.mjs";

export const description =
  "abut beside FCL (C++), where its headers and a compiler are installed: first contact, all pairs";

const MODELS = ["torus", "teapot", "ship", "grid"];
const FULL = { placements: 4000, allPairs: 300, allPairsGrid: 30, rounds: 9 };
const QUICK = { placements: 1000, allPairs: 40, allPairsGrid: 6, rounds: 3 };

export async function run({ quick, seed, placements, models, progress }) {
  const amounts = { ...(quick ? QUICK : FULL), ...(placements && { placements }) };
  const chosen = chooseModels(MODELS, models);
  const folder = mkdtempSync(join(tmpdir(), "abut-native-"));
  try {
    progress.show("build fcl.cpp");
    const fcl = buildFcl(folder);
    console.log(
      `abut beside FCL, medians of processes that run one after the other\n${describeEnvironment(seed)}`,
    );
    if (fcl.error) console.log(`FCL is left out: ${fcl.error}`);
    else console.log(`FCL ${fcl.version}, OBB trees, ${fcl.command}`);
    const results = chosen.map((name) => compareModel(name, seed, amounts, fcl.program, folder, progress));
    progress.clear();
    printResults(results);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function compareModel(name, seed, amounts, program, folder, progress) {
  progress.show(`${name}: abut`);
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
  const ours = askAbut(a, b, poses, allPairs, amounts.rounds);
  progress.show(`${name}: FCL`);
  return {
    title,
    count: poses.length,
    ours,
    theirs: program && runFcl(program, folder, mesh, poses, allPairs, amounts.rounds),
  };
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
    { rounds },
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

function printResults(results) {
  const ratio = (theirs, ours) => (theirs === undefined ? "–" : times(theirs / ours));
  const number = (value, show = significant) => (value === undefined ? "–" : show(value));
  printTable(
    "µs a query",
    [
      "<model",
      "hits",
      "FCL",
      "collide",
      "ratio",
      "collideMany",
      "ratio",
      "FCL, all pairs",
      "findPairs",
      "ratio",
    ],
    results.map(({ title, count, ours, theirs }) => [
      title,
      percent(ours.hits / count),
      number(theirs?.first),
      significant(ours.first),
      ratio(theirs?.first, ours.first),
      significant(ours.many),
      ratio(theirs?.first, ours.many),
      number(theirs?.all, whole),
      whole(ours.all),
      ratio(theirs?.all, ours.all),
    ]),
    results
      .filter(({ theirs, ours }) => theirs && (theirs.hits !== ours.hits || theirs.pairs !== ours.pairs))
      .map(
        ({ title, ours, theirs }) =>
          `${title}: FCL finds ${theirs.hits} hits and ${theirs.pairs} pairs, abut ${ours.hits} and ${ours.pairs}`,
      ),
  );
}
