import * as primitives from "abut/primitives";
import { describeEnvironment } from "../environment.mjs";
import { createChainScene } from "../scenes/chains.mjs";
import { createHandScene } from "../scenes/hand.mjs";
import { significant, times, whole } from "../table.mjs";
import { measureBoxes } from "./cab-boxes.mjs";
import { checkClaims } from "./cab-claims.mjs";
import { runMethods } from "./cab-measure.mjs";
import { PUBLISHED } from "./cab-published.mjs";
import { measureDeep, measureDepths } from "./patch-depths.mjs";
import { createRecord } from "./record.mjs";
import { SAMPLES } from "./samples.mjs";

export const description = "Schmidl, Walker, Lin: update of articulated bodies, Tables 1 to 5";

/** As in the paper; its Table 5 says 4,000, but its brute force asks for 72 pairs in each of 4,001 frames. */
const CHAIN_FRAMES = 10_000;
const HAND_FRAMES = 4001;
const METHODS = ["brute", "aabb+", "aabb*", "obb", "cab"];
const NAMES = { brute: "brute", "aabb+": "AABB+", "aabb*": "AABB*", obb: "OBB", cab: "CAB" };
/** Links a chain: 16 in all have the 120 pairs a frame of the paper's brute force. */
const LINKS = 8;
const TABLES = [
  { number: 1, title: "16 convex links, ratio 3:1", scene: { ratio: 3 } },
  { number: 2, title: "16 convex links, ratio 6:1", scene: { ratio: 6 } },
  { number: 3, title: "16 non-convex links, ratio 6:1", scene: { ratio: 6, shape: "dented" } },
  { number: 4, title: '16 convex links, "braided", ratio 6:1', scene: { ratio: 6, motion: "braid" } },
  { number: 5, title: "an articulated hand with a ball", hand: true },
];
const GOALS = { update: 0.5, frame: 15 };

export function run(options) {
  const { quick, seed, progress } = options;
  const share = quick ? 50 : 1;
  const [chainFrames, handFrames] = [CHAIN_FRAMES, HAND_FRAMES].map((frames) => Math.round(frames / share));
  const runs = quick ? 2 : 5;
  console.log("H. Schmidl, N. Walker, M. C. Lin, CAB: Fast Update of OBB Trees (2004)");
  console.log(describeEnvironment(seed));
  const tables = TABLES.map(({ number, title, scene, hand }) => {
    progress.show(`table ${number}: motion`);
    const frames = hand ? handFrames : chainFrames;
    const made = hand
      ? createHandScene(primitives, { frames, seed })
      : createChainScene(primitives, { links: LINKS, frames, seed, ...scene });
    progress.show(`table ${number}: boxes`);
    const boxes = measureBoxes(made);
    return { number, title, frames, boxes, ...runAll(made, { own: !hand, runs, progress, number }) };
  });
  const patches = runByPatches({ frames: chainFrames, seed, runs, progress });
  const depths = measureDepths({ frames: 1000, most: quick ? 10 : Infinity, seed, progress });
  const deep = measureDeep({ progress });
  const large = runLarge({ frames: handFrames, seed, runs, progress, motion: "swing" });
  const braided = runLarge({ frames: handFrames, seed, runs, progress, motion: "braid" });
  const record = createRecord(
    "cab",
    options,
    `as many frames as in the paper; processor times, the methods alternate every 25 frames, and of each 25 the fastest of ${runs} runs counts, for all methods alike`,
  );
  if (options.record) record.sample = SAMPLES.cab();
  progress.clear();
  for (const table of tables) printOne(record, table);
  printOne(record, patches);
  printDepths(record, depths);
  printDeep(record, deep);
  printBoxes(record, tables);
  printLarge(record, large, "large", "Two chains of 16 links against each other");
  printLarge(record, braided, "large-braided", 'Two chains of 16 links, "braided"');
  printClaims(record, tables, patches, braided);
  printGoals(record, tables, large);
  drawTables(record, tables);
  record.finish();
  if ([...tables, patches].some(({ results }) => !agree(results))) {
    console.error("the methods do not agree on what meets");
    process.exitCode = 1;
  }
}

/** Table 3 with the depth of non-convex links by convex patches, as the paper's queries measure it. */
function runByPatches({ frames, seed, runs, progress }) {
  const { number, title, scene } = TABLES.find(({ scene }) => scene?.shape === "dented");
  const made = createChainScene(primitives, { links: LINKS, frames, seed, ...scene });
  const found = runAll(made, { own: true, runs, progress, number, depth: "patches" });
  return { number, key: `table-${number}-patches`, title: `${title}, depth by patches`, frames, ...found };
}

function runAll(scene, { own, runs, progress, number, depth }) {
  const methods = METHODS.map((method) => ({ method }));
  const onChunk = (frame) => progress.show(`table ${number}: frame ${frame}`);
  runMethods(firstFrames(scene, 200), methods, { own, runs: 2, depth }); // V8 compiles meanwhile
  const found = runMethods(scene, methods, { own, runs, depth, onChunk });
  return { results: Object.fromEntries(METHODS.map((method, k) => [method, found[k]])) };
}

function firstFrames(scene, most) {
  return { ...scene, frames: Math.min(most, scene.frames) };
}

/** Two chains of 16, apart from the paper: the size that the goal speaks of, between the chains only; at once, and on demand. */
function runLarge({ frames, seed, runs, progress, motion }) {
  progress.show("two chains of 16 links");
  const scene = createChainScene(primitives, { links: 16, frames, seed, ratio: 6, motion });
  const methods = ["aabb*", "obb", "cab"].flatMap((method) =>
    [false, true].map((onDemand) => ({ method, onDemand })),
  );
  runMethods(firstFrames(scene, 200), methods, { own: false, runs: 2 });
  const found = runMethods(scene, methods, { own: false, runs });
  return { frames, rows: methods.map((method, k) => ({ ...method, ...found[k] })) };
}

function printOne(record, { number, key = `table-${number}`, title, frames, results }) {
  record.table(
    key,
    `Table ${number}: ${title}, ${whole(frames)} frames. Seconds; in brackets the published`,
    ["<", "#coll", "#false", "t[query]", "t[upd]", "t[test]", "t[total]", "µs a frame"],
    METHODS.map((method) => {
      const { coll, falseAlarms, query, update, test, total } = results[method];
      const [c, f, q, u, t, all] = PUBLISHED[number][method];
      return [
        NAMES[method],
        `${whole(coll)} (${whole(c)})`,
        `${whole(falseAlarms)} (${whole(f)})`,
        ...[
          [query, q],
          [update, u],
          [test, t],
          [total, all],
        ].map(([ours, theirs]) => `${significant(ours)} (${theirs})`),
        significant((1e6 * total) / frames),
      ];
    }),
  );
}

function printLarge(record, { frames, rows }, key, title) {
  record.table(
    key,
    `${title}, 6:1, ${whole(frames)} frames: µs a frame`,
    ["<", "candidates", "update", "test", "query", "update and test"],
    rows.map(({ method, onDemand, coll, update, test, query }) => [
      onDemand ? `${NAMES[method]}, on demand` : NAMES[method],
      significant(coll / frames),
      ...[update, test, query, update + test].map((t) => significant((1e6 * t) / frames)),
    ]),
  );
}

/** The boxes of inner nodes by each rule, and what they are worth. */
function printBoxes(record, tables) {
  record.table(
    "boxes",
    "Boxes of inner nodes, volumes relative to CAB's, and box tests of two hierarchies a frame",
    [
      "<table",
      "covariance",
      '"sum"',
      '"signed"',
      "other boxes by it",
      "in frames",
      "their volume",
      "box tests, CAB",
      "OBB",
      "AABB*",
    ],
    tables.map(({ number, frames, boxes, results }) => [
      `${number}`,
      times(boxes.volumes.obb),
      `${boxes.volumes.sum.toFixed(4)}×`,
      `${boxes.volumes.signed.toFixed(4)}×`,
      `${whole(boxes.otherBoxes)} of ${whole(boxes.boxes)}`,
      `${whole(boxes.otherFrames)} of ${whole(boxes.frames)}`,
      boxes.otherBoxes === 0 ? "–" : times(boxes.otherVolume),
      ...["cab", "obb", "aabb*"].map((method) => significant(results[method].boxTests / frames)),
    ]),
    ["Volumes are geometric means over all inner nodes and frames."],
  );
}

function printClaims(record, tables, patches, braided) {
  record.table(
    "claims",
    "What the paper claims",
    ["<", "abut", "paper", "<"],
    checkClaims(tables, patches, braided.rows).map(({ claim, ours, published, holds }) => [
      claim,
      ours,
      published,
      holds,
    ]),
  );
}

function printGoals(record, tables, { frames, rows }) {
  const cab = rows.find(({ method, onDemand }) => method === "cab" && !onDemand);
  const frame = (1e6 * (cab.update + cab.test)) / frames;
  const all = tables.flatMap(({ number, results }) => {
    const ratio = results.cab.update / results.obb.update;
    const next = Math.min(
      ...METHODS.filter((method) => method !== "cab").map((method) => results[method].total),
    );
    return [
      [`Table ${number}: t[upd] of CAB / OBB`, times(ratio), `≤ ${GOALS.update}×`, ratio <= GOALS.update],
      [
        `Table ${number}: t[total], the best of the others / CAB`,
        times(next / results.cab.total),
        "> 1×",
        next > results.cab.total,
      ],
    ];
  });
  all.push([
    "two chains of 16: update and test, µs a frame",
    significant(frame),
    `≤ ${GOALS.frame}`,
    frame <= GOALS.frame,
  ]);
  record.table(
    "goals",
    "Our goals",
    ["<", "abut", "goal", "<"],
    all.map(([what, ours, goal, reached]) => [what, ours, goal, reached ? "reached" : "missed"]),
  );
}

/** What the links of Table 3 are worth by each way to measure depth. */
function printDepths(record, { rows, sizes, triangles, pairs }) {
  const bySize = [...new Set(sizes)].sort((p, q) => p - q);
  const counts = bySize.map((size) => `${sizes.filter((other) => other === size).length} of ${size}`);
  record.table(
    "depths",
    `Depth of the non-convex links: ${whole(pairs)} pairs of the two chains that meet, of the first frames with any; ${sizes.length} patches of ${triangles} triangles a link`,
    ["<", "mean depth", "of the search's", "mean lower bound", "of the depth", "µs"],
    rows.map(({ name, depth, lower, micros }) => [
      name,
      significant(depth),
      times(depth / rows[0].depth),
      significant(lower),
      times(lower / depth),
      micros === null ? "" : significant(micros),
    ]),
    [`Patches by their triangles: ${counts.join(", ")}.`],
  );
}

/** Contacts that are deep, where the ways to measure depth differ. */
function printDeep(record, rows) {
  record.table(
    "deep",
    "Deep contacts of two non-convex models",
    ["<", "depth by search", "its lower bound", "depth by patches", "its lower bound", "patches"],
    rows.map(({ name, search, patches, count }) => [
      name,
      ...[search.depth, search.lowerBound, patches.depth, patches.lowerBound].map((value) =>
        significant(value),
      ),
      whole(count),
    ]),
  );
}

const LABELLED = "table, published and here";

/** t[total] of every table relative to CAB's, published and here. */
function drawTables(record, tables) {
  const methods = METHODS.filter((method) => method !== "cab");
  const labels = tables.flatMap(({ number }) => [`${number}, 2004`, `${number}, abut`]);
  record.bars("cab-tables.svg", {
    title: "Tables 1 to 5: t[total], CAB = 1",
    yTitle: "× CAB's t[total], logarithmic",
    yScale: "log",
    from: 1,
    labels,
    xTitle: LABELLED,
    series: methods.map((method) => ({
      name: NAMES[method],
      values: tables.flatMap(({ number, results }) => [
        PUBLISHED[number][method][5] / PUBLISHED[number].cab[5],
        results[method].total / results.cab.total,
      ]),
    })),
  });
  record.bars("cab-parts.svg", {
    title: "Tables 1 to 5: t[upd] and t[test], CAB = 1",
    yTitle: "× CAB's, logarithmic",
    yScale: "log",
    from: 1,
    labels,
    xTitle: LABELLED,
    series: [
      ["update", 3],
      ["test", 4],
    ].flatMap(([part, field]) =>
      ["aabb*", "obb"].map((method) => ({
        name: `t[${part === "update" ? "upd" : part}], ${NAMES[method]}`,
        values: tables.flatMap(({ number, results }) => [
          PUBLISHED[number][method][field] / PUBLISHED[number].cab[field],
          results[method][part] / results.cab[part],
        ]),
      })),
    ),
  });
  record.bars("cab-false-alarms.svg", {
    title: "Tables 1 to 5: false alarms a frame",
    yTitle: "#false a frame, logarithmic",
    yScale: "log",
    labels,
    xTitle: LABELLED,
    series: METHODS.filter((method) => method !== "obb").map((method) => ({
      name: method === "cab" ? "OBB and CAB" : NAMES[method],
      values: tables.flatMap(({ number, frames, results }) => [
        PUBLISHED[number][method][1] / (number === 5 ? HAND_FRAMES : CHAIN_FRAMES),
        results[method].falseAlarms / frames,
      ]),
    })),
  });
}

/** Every method must find the same hits, and OBB and CAB the same candidates. */
function agree(results) {
  return (
    METHODS.every((method) => results[method].hits === results.brute.hits) &&
    results.obb.coll === results.cab.coll
  );
}
