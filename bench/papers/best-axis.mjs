import { buildAabbTree, collide, overlapBox, treeQuality } from "abut";
import { withoutKernels } from "../../dist/internals.js";
import { cpuClock } from "../cpu-time.mjs";
import { describeEnvironment } from "../environment.mjs";
import { interleave } from "../measure.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { createPlacements, tuneCube } from "../placements.mjs";
import { significant, times } from "../table.mjs";
import { measureQueries, printQueries } from "./best-axis-queries.mjs";
import { createQuestions } from "./box-questions.mjs";
import { createRecord } from "./record.mjs";
import { SAMPLES } from "./samples.mjs";

export const description =
  "Best-axis tutorial 2004: its split rule beside the longest axis and SAH, its queries beside abut's";

const MODELS = ["torus", "spacecraft", "teapot"];
const RULES = ["best-axis", "midpoint", "sah"];
/** The tutorial leaves the number of vertices in a leaf to the caller: four triangles here, for all rules. */
const LEAF = 4;

export function run(options) {
  const { quick, seed, placements: asked, models, progress } = options;
  const count = asked ?? (quick ? 1000 : 5000);
  const rounds = quick ? 3 : 7;
  console.log("AABB Trees: Best Axis Algorithm, 2004");
  console.log(describeEnvironment(seed));
  const results = chooseModels(MODELS, models).map((name) => {
    progress.show(name);
    return measure(name, { seed, count, rounds });
  });
  const record = createRecord(
    "best-axis",
    options,
    `${count.toLocaleString("en-US")} placements, ${LEAF} triangles a leaf, depth first, SAT lite; times are processor times, medians of ${rounds} interleaved passes`,
  );
  if (options.record) record.sample = SAMPLES["best-axis"]();
  progress.clear();
  print(record, results);
  printQueries(record, results);
  draw(record, results);
  record.finish();
}

function measure(name, { seed, count, rounds }) {
  const { title, mesh, size } = createModel(name);
  const fast = buildAabbTree(mesh);
  const { side } = tuneCube({
    seed,
    count,
    size,
    collides: (aToWorld, bToWorld) => collide(fast, fast, { aToWorld, bToWorld }),
  });
  const placements = createPlacements({ seed, count, side });
  const questions = createQuestions(placements, size);
  const rules = RULES.map((split) => {
    const tree = buildAabbTree(mesh, { split, leafSize: LEAF });
    const sums = { split, tree, quality: treeQuality(tree), boxTests: 0, triangleTests: 0, overlapTests: 0 };
    const stats = {};
    for (const placement of placements) {
      collide(tree, tree, { order: "depth-first", stats, ...placement });
      sums.boxTests += stats.boxTests / count;
      sums.triangleTests += stats.triangleTests / count;
    }
    for (const { box } of questions) sums.overlapTests += overlapBox(tree, box).stats.boxTests / count;
    return sums;
  });
  const medians = interleave(
    {
      ...Object.fromEntries(
        rules.map(({ split, tree }) => [split, { run: () => countHits(tree, placements) }]),
      ),
      ...Object.fromEntries(
        RULES.map((split) => [
          `build ${split}`,
          { run: () => withoutKernels(() => buildAabbTree(mesh, { split, leafSize: LEAF }).nodeCount) },
        ]),
      ),
    },
    { rounds, clock: cpuClock },
  );
  for (const rule of rules) {
    rule.micros = (1000 * medians[rule.split]) / count;
    rule.build = medians[`build ${rule.split}`];
    rule.queries = measureQueries(rule.tree, questions, rounds);
  }
  return { name, title, rules };
}

function countHits(tree, placements) {
  let hits = 0;
  for (const { aToWorld, bToWorld } of placements)
    if (collide(tree, tree, { aToWorld, bToWorld, order: "depth-first" })) hits++;
  return hits;
}

function print(record, results) {
  record.table(
    "rules",
    "The tutorial's rule beside the longest axis and SAH, a query",
    [
      "<Model",
      "<rule",
      "depth",
      "balance",
      "build ms",
      "box tests",
      "of midpoint's",
      "triangle tests",
      "µs",
      "of midpoint's",
      "box tests of overlapBox",
    ],
    results.flatMap(({ title, rules }) => {
      const midpoint = rules.find(({ split }) => split === "midpoint");
      return rules.map(({ split, quality, build, boxTests, triangleTests, micros, overlapTests }, k) => [
        k === 0 ? title : "",
        split,
        String(quality.depth),
        significant(quality.balance),
        significant(build),
        significant(boxTests),
        times(boxTests / midpoint.boxTests),
        significant(triangleTests),
        significant(micros),
        times(micros / midpoint.micros),
        significant(overlapTests),
      ]);
    }),
    [
      "All in TypeScript: only SAH has a kernel to build, and depth-first descent has none.",
      "Balance: the mean over inner nodes of the smaller child's triangles / the larger child's; 1 is perfect.",
    ],
  );
}

function draw(record, results) {
  record.bars("best-axis.svg", {
    title: "Box tests of a pair query, longest axis = 1",
    yTitle: "× the box tests of the longest axis",
    labels: results.map(({ title }) => title),
    series: RULES.map((split) => ({
      name: split === "midpoint" ? "longest axis (midpoint)" : split,
      values: results.map(({ rules }) => {
        const of = (name) => rules.find((rule) => rule.split === name).boxTests;
        return of(split) / of("midpoint");
      }),
    })),
  });
}
