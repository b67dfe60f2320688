import { buildAabbTree, buildRTree, collide, distance } from "abut";
import { cachedApproaches } from "../approach-cache.mjs";
import { approachPose, measureModel, TOLERANCE } from "../approaches.mjs";
import { describeEnvironment } from "../environment.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { significant, times, whole } from "../table.mjs";
import { UsageError } from "../usage-error.mjs";
import { measureBeyond } from "./figueiredo-beyond.mjs";
import { measureBoxTests, measureStorage, measureUpdates } from "./figueiredo-boxes.mjs";
import {
  meanOf,
  printBoxes,
  printClaims,
  printTurns,
  printVisits,
  TABLE_1_END,
} from "./figueiredo-claims.mjs";
import { countByBuild, createMethods, KERNELS, METHODS, measureStep, PEER } from "./figueiredo-measure.mjs";
import { LEAST_STEPS_A_SECOND, TABLE_1, TABLE_2 } from "./figueiredo-published.mjs";
import { countByTurn } from "./figueiredo-turns.mjs";
import { countVisits } from "./figueiredo-visits.mjs";
import { createRecord } from "./record.mjs";
import { SAMPLES } from "./samples.mjs";

export const description = "Figueiredo 2009: Tables 1 and 2 and Figure 6, models that approach each other";

const MODELS = ["grid", "torus", "teapot", "ship", "spacecraft"];
/** Falling, as b approaches. */
const DISTANCES = Array.from({ length: 21 }, (_, k) => (40 - 2 * k) / 100);
const FULL = { approaches: 100, distances: DISTANCES, rounds: 3, leastMs: 60, warmUpMs: 100 };
const QUICK = {
  approaches: 12,
  distances: [0.4, 0.3, 0.2, 0.1, 0.04, 0],
  rounds: 2,
  leastMs: 30,
  warmUpMs: 40,
};
const PAPERS = Object.keys(TABLE_1);

export function run(options) {
  const { quick, seed, placements, models, progress } = options;
  const amounts = { ...(quick ? QUICK : FULL), ...(placements && { approaches: placements }) };
  const [a, b] = choosePair(models);
  const isPapers = a.name === "grid" && b.name === "grid";
  console.log("M. Figueiredo, An R-Tree Collision Detection Algorithm for Polygonal Models, 2009");
  console.log(describeEnvironment(seed));

  const approaches = findApproaches([a, b], seed, amounts.approaches, progress);
  progress.show("trees");
  const methods = createMethods(a.mesh, b.mesh);
  const steps = stepsOf(amounts.distances).map((step) => {
    progress.show(`distance ${step.title}`);
    const poses = approaches.map(({ ways, ...approach }) =>
      approachPose(a.measures, b.measures, approach, ways[step.way]),
    );
    return { ...step, poses, results: measureStep(methods, poses, amounts) };
  });
  progress.show("other R-trees");
  const inTable2 = steps.filter(({ relative, touches }) => !touches && relative in TABLE_2);
  const builds = countByBuild(
    a.mesh,
    b.mesh,
    inTable2.map(({ poses }) => poses),
  );
  const claims = isPapers ? measureClaims(a, inTable2, { seed, ...amounts, progress }) : null;
  const beyond = isPapers ? measureBeyond({ seed, quick, progress }) : null;
  const record = createRecord(
    "figueiredo",
    options,
    `${approaches.length} approaches, all pairs; times are processor times, means of ${amounts.rounds} interleaved rounds`,
  );
  if (options.record) record.sample = SAMPLES.figueiredo();
  progress.clear();

  console.log(
    `${a.title} (${whole(a.mesh.triangleCount)} triangles) and ${b.title} (${whole(b.mesh.triangleCount)}), ${approaches.length} approaches; all pairs of triangles that meet.`,
  );
  const apart = steps.filter(({ touches }) => !touches);
  printTable1(record, apart, isPapers);
  printTable2(record, apart, isPapers);
  printBuilds(record, builds, inTable2, isPapers);
  if (claims !== null) printTurns(record, claims);
  printTests(record, steps);
  printFigure6(record, steps);
  if (claims !== null) {
    printVisits(record, claims);
    printBoxes(record, claims);
    printClaims(record, apart, claims);
  }
  if (beyond !== null) printBeyond(record, beyond);
  drawFigures(record, apart, a, b);
  if (isPapers) drawTables(record, apart);
  record.finish();
}

/** The models a and b: two grids by default, two of a kind when one is named. */
function choosePair(asked = ["grid"]) {
  chooseModels(MODELS, asked);
  if (asked.length > 2) throw new UsageError(`--models: a pair, got ${asked.join(",")}`);
  return [asked[0], asked.at(-1)].map((name) => {
    const model = createModel(name, Float32Array); // what three-mesh-bvh can read
    return { ...model, measures: measureModel(model.mesh.positions) };
  });
}

function findApproaches([a, b], seed, count, progress) {
  const [treeA, treeB] = [buildAabbTree(a.mesh), buildAabbTree(b.mesh)];
  return cachedApproaches([a, b], {
    seed,
    count,
    a: a.measures,
    b: b.measures,
    distances: DISTANCES,
    distance: (bToWorld) => distance(treeA, treeB, { bToWorld, witness: "first" }).distance,
    collides: (bToWorld) => collide(treeA, treeB, { bToWorld }),
    onApproach: (found) => progress.show(`approach ${found} of ${count}`),
  });
}

/** From the contact outward. `way` says which number of an approach belongs to the step. */
function stepsOf(distances) {
  const steps = distances.map((relative) => ({
    relative,
    touches: false,
    way: DISTANCES.indexOf(relative),
    title: relative.toFixed(2),
  }));
  steps.push({ relative: 0, touches: true, way: DISTANCES.length, title: "0.00, meet" });
  return steps.reverse();
}

/** What the paper says beside its tables, for two copies of a model. */
function measureClaims(model, steps, { seed, rounds, progress }) {
  progress.show("visits");
  const tree = buildRTree(model.mesh);
  const visits = steps.map(({ title, poses }) => ({ title, ...countVisits(tree, tree, poses) }));
  progress.show("boxes");
  const nearest = steps.find(({ relative }) => relative === 0).poses;
  return {
    visits,
    tests: measureBoxTests({ seed, rounds }),
    storage: measureStorage(model.mesh, buildAabbTree(model.mesh)),
    updates: measureUpdates(tree, nearest, { rounds }),
    turns: countByTurn(model, nearest),
  };
}

function rangeOf(ratios) {
  return `${significant(Math.min(...ratios))} to ${significant(Math.max(...ratios))}`;
}

/** Without the box tests of the peer, which nobody knows. */
function known(value, format = whole) {
  return Number.isNaN(value) ? "–" : format(value);
}

function printTable1(record, apart, isPapers) {
  const steps = apart.filter(({ relative }) => relative <= TABLE_1_END);
  record.table(
    "table-1",
    "Table 1: averages of all steps from 0.00 to 0.20",
    ["<", "box tests", "paper", "triangle tests", "paper", "ms"],
    METHODS.map((method) => {
      const paper = isPapers ? TABLE_1[method] : undefined;
      return [
        method,
        known(meanOf(steps, method, "boxTests")),
        paper ? whole(paper.boxTests) : "",
        significant(meanOf(steps, method, "triangleTests")),
        paper ? String(paper.triangleTests) : "",
        significant(meanOf(steps, method, "ms")),
      ];
    }),
    [
      `steps: ${steps.map(({ title }) => title).join(" ")}; distances relative to the longest side, met within ${TOLERANCE} of it.`,
      "0.00: the last pose on the way before the surfaces meet; one unit in the last place of the way further they do.",
      `All of abut's in TypeScript except “${KERNELS}”, its default.`,
      "The paper does not say where its steps are, how many poses each has, nor its m and M.",
    ],
  );
}

function printTable2(record, apart, isPapers) {
  const rows = [];
  for (const { relative, title, results } of apart) {
    const published = TABLE_2[relative];
    if (published === undefined) continue;
    METHODS.forEach((method, i) => {
      const paper = isPapers ? published[method] : undefined;
      const { boxTests, triangleTests, ms } = results[method];
      rows.push([
        i === 0 ? title : "",
        method,
        known(boxTests),
        paper ? whole(paper.boxTests) : "",
        significant(triangleTests),
        paper ? String(paper.triangleTests) : "",
        significant(ms),
      ]);
    });
    rows.push(null);
  }
  const columns = ["<position", "<", "box tests", "paper", "triangle tests", "paper", "ms"];
  const notes = isPapers
    ? [
        `Box tests ${sharesOfPaper(apart, "boxTests")}.`,
        `Triangle tests ${sharesOfPaper(apart, "triangleTests")}.`,
      ]
    : [];
  record.table("table-2", "Table 2: averages a position", columns, rows.slice(0, -1), notes);
}

/** What is counted here relative to what the paper prints, where that is not zero. */
function sharesOfPaper(apart, key) {
  const steps = apart.filter(({ relative }) => TABLE_2[relative]?.[PAPERS[0]][key] > 0);
  const shares = PAPERS.map((method) => {
    const ratios = steps.map(
      ({ relative, results }) => results[method][key] / TABLE_2[relative][method][key],
    );
    return `${method} ${ratios.map((ratio) => times(ratio)).join(", ")}`;
  });
  return `relative to the paper's at ${steps.map(({ title }) => title).join(", ")}: ${shares.join("; ")}`;
}

function printBuilds(record, builds, steps, isPapers) {
  const rows = builds.map(({ name, boxTests }) => [name, ...boxTests.map((value) => whole(value))]);
  const published = steps.map(({ relative }) => whole(TABLE_2[relative]["version 2"].boxTests));
  if (isPapers) rows.push(null, ["paper", ...published]);
  record.table(
    "builds",
    "Box tests of version 2 by tree",
    ["<tree", ...steps.map(({ title }) => title)],
    rows,
  );
}

function printTests(record, steps) {
  const measured = METHODS.filter((method) => method !== PEER);
  record.table(
    "box-tests",
    "Box tests a step",
    ["<distance", "pairs", ...measured],
    steps.map(({ title, results }) => [
      title,
      significant(results["AABB tree"].pairs),
      ...measured.map((method) => whole(results[method].boxTests)),
    ]),
    [`${PEER} does not count box tests.`],
  );
  record.table(
    "triangle-tests",
    "Triangle tests a step",
    ["<distance", ...METHODS],
    steps.map(({ title, results }) => [
      title,
      ...METHODS.map((method) => significant(results[method].triangleTests)),
    ]),
  );
}

function printFigure6(record, steps) {
  const differing = steps
    .filter(({ results }) => results[PEER].differing > 0)
    .map(({ title, poses, results }) => `${results[PEER].differing} of ${poses.length} poses at ${title}`);
  record.table(
    "figure-6",
    "Figure 6: milliseconds of processor time a step",
    ["<distance", ...METHODS],
    steps.map(({ title, results }) => [title, ...METHODS.map((method) => significant(results[method].ms))]),
    [
      "abut's methods found the same number of pairs at every pose.",
      `${PEER} found another number at ${differing.length === 0 ? "none" : differing.join("; ")}.`,
      `Version 2, merged: ${rangeOf(steps.map(({ results }) => results["version 2, merged"].ms / results["version 2"].ms))} times the time of version 2, by distance.`,
    ],
  );
}

/** R-trees beside the binary tree, two copies of a model at random placements. */
function printBeyond(record, { placements, rows }) {
  const methods = Object.keys(rows[0].first);
  record.table(
    "beyond",
    `R-trees beside the binary tree: two copies of a model at ${whole(placements)} placements, 60 % meet; µs a query`,
    ["<Model", "<query", ...methods],
    rows.flatMap(({ title, first, all }) =>
      [
        ["a first contact", first],
        ["all pairs", all],
      ].map(([query, micros], k) => [
        k === 0 ? title : "",
        query,
        ...methods.map((method) =>
          method === methods[0]
            ? significant(micros[method])
            : `${significant(micros[method])} (${times(micros[method] / micros[methods[0]])})`,
        ),
      ]),
    ),
    [
      "In brackets relative to the binary tree in TypeScript. R-trees have no kernels.",
      `Together: ${rangeOf(rows.map(({ first }) => first.together / first[methods[0]]))} times the binary tree's time for a first contact, ${rangeOf(rows.map(({ all }) => all.together / all[methods[0]]))} times for all pairs.`,
    ],
  );
}

function drawFigures(record, apart, a, b) {
  const isPapers = a.name === "grid" && b.name === "grid";
  const pair = isPapers ? "" : `-${a.name}-${b.name}`;
  const draw = (file, title, yTitle, key, names, published = []) =>
    record.lines(`figueiredo${pair}-${file}.svg`, {
      title,
      xTitle: "distance, relative to the model's size",
      yTitle,
      xScale: "linear",
      series: [
        ...names.map((name) => ({
          name,
          points: apart
            .map(({ relative, results }) => [relative, results[name][key]])
            .filter(([, value]) => value > 0),
        })),
        ...published,
      ],
    });
  const counted = METHODS.filter((method) => method !== PEER && method !== KERNELS);
  const published = PAPERS.map((name) => ({
    name: `${name}, 2009`,
    dashed: true,
    like: name,
    points: Object.entries(TABLE_2).map(([relative, methods]) => [Number(relative), methods[name].boxTests]),
  }));
  const interactive = {
    name: `version 2, 2009: below ${1000 / LEAST_STEPS_A_SECOND} ms`,
    dashed: true,
    like: "version 2",
    level: 1000 / LEAST_STEPS_A_SECOND,
  };
  draw(
    "figure-6",
    "Figure 6: processor time a step",
    "ms, logarithmic",
    "ms",
    METHODS,
    isPapers ? [interactive] : [],
  );
  draw(
    "box-tests",
    "Box tests a step",
    "box tests, logarithmic",
    "boxTests",
    counted,
    isPapers ? published : [],
  );
}

/** Tables 1 and 2 as bars, published and here, where the paper prints more than 0. */
function drawTables(record, apart) {
  const ofTable1 = apart.filter(({ relative }) => relative <= TABLE_1_END);
  const rows = ["boxTests", "triangleTests"].flatMap((key) => {
    const words = key === "boxTests" ? "box tests" : "triangle tests";
    const ofPositions = apart
      .filter(({ relative }) => TABLE_2[relative]?.[PAPERS[0]][key] > 0)
      .map(({ relative, title, results }) => ({
        label: `${words}, ${title}`,
        published: (name) => TABLE_2[relative][name][key],
        ours: (name) => results[name][key],
      }));
    const mean = {
      label: `${words}, Table 1`,
      published: (name) => TABLE_1[name][key],
      ours: (name) => meanOf(ofTable1, name, key),
    };
    return [mean, ...ofPositions];
  });
  record.bars("figueiredo-tables.svg", {
    title: "Tables 1 and 2: tests a step",
    xTitle: "mean of all steps (Table 1), and positions of Table 2",
    yTitle: "tests a step, logarithmic",
    yScale: "log",
    labels: rows.map(({ label }) => label),
    series: PAPERS.flatMap((name) => [
      { name: `${name}, 2009`, values: rows.map(({ published }) => published(name)) },
      { name: `${name}, abut`, values: rows.map(({ ours }) => ours(name)) },
    ]),
  });
}
