import { meetsBox, sweepBox } from "abut";
import { meetsLeafBox, sweepBoxDepthFirst } from "abut/papers";
import { withoutKernels } from "../../dist/internals.js";
import { cpuClock } from "../cpu-time.mjs";
import { interleave } from "../measure.mjs";
import { percent, significant } from "../table.mjs";
import { countAnswers } from "./box-questions.mjs";

// The tutorial's box test and its sweep beside abut's, on the trees of each rule.

/** Each asks one question; true for yes. */
const QUERIES = {
  meetsLeafBox: (tree, { box }, options) => meetsLeafBox(tree, box, options),
  meetsBox: (tree, { box }, options) => meetsBox(tree, box, options),
  sweepBoxDepthFirst: (tree, { start, motion }, options) =>
    sweepBoxDepthFirst(tree, start, motion, options) !== null,
  sweepBox: (tree, { start, motion }, options) => sweepBox(tree, start, motion, options) !== null,
};

/** Per query: the shares of yes and of answers that abut does not give, tests and µs a question. */
export function measureQueries(tree, questions, rounds) {
  const count = questions.length;
  const medians = interleave(
    Object.fromEntries(
      Object.entries(QUERIES).map(([name, ask]) => [
        name,
        { run: () => withoutKernels(() => countYes(tree, questions, ask)) },
      ]),
    ),
    { rounds, clock: cpuClock },
  );
  const { denied, later } = countAnswers(tree, questions);
  const wrong = { meetsLeafBox: denied, meetsBox: 0, sweepBoxDepthFirst: later, sweepBox: 0 };
  return Object.entries(QUERIES).map(([name, ask]) => {
    const stats = {};
    const sums = { boxTests: 0, triangleTests: 0 };
    const yes = withoutKernels(() =>
      countYes(tree, questions, (...question) => {
        const isYes = ask(...question, { stats });
        sums.boxTests += stats.boxTests / count;
        sums.triangleTests += stats.triangleTests / count;
        return isYes;
      }),
    );
    return {
      name,
      yes: yes / count,
      wrong: wrong[name] / yes,
      ...sums,
      micros: (1000 * medians[name]) / count,
    };
  });
}

function countYes(tree, questions, ask) {
  let yes = 0;
  for (const question of questions) if (ask(tree, question)) yes++;
  return yes;
}

export function printQueries(record, results) {
  record.table(
    "queries",
    "The tutorial's box test and sweep beside abut's, a query",
    ["<Model", "<rule", "<query", "yes", "of them not abut's", "box tests", "triangle tests", "µs"],
    results.flatMap(({ title, rules }) =>
      rules.flatMap(({ split, queries }, k) =>
        queries.map(({ name, yes, wrong, boxTests, triangleTests, micros }, row) => [
          k === 0 && row === 0 ? title : "",
          row === 0 ? split : "",
          name,
          percent(yes),
          percent(wrong),
          significant(boxTests),
          significant(triangleTests),
          significant(micros),
        ]),
      ),
    ),
    [
      "Not abut's: boxes that meet a leaf's box and, by meetsBox, no triangle; sweeps whose first triangle in the tree's order is met later than the earliest.",
      "A box is a tenth of the model wide; a sweep brings it from afar to the model. All in TypeScript: of these queries sweepBox alone has a kernel.",
    ],
  );
}
