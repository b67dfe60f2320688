import { describeEnvironment } from "../environment.mjs";
import { chooseModels, createModel } from "../models.mjs";
import { percent, significant, times, whole } from "../table.mjs";
import { checkClaims } from "./bergen-claims.mjs";
import { printRefitOperations, printScale } from "./bergen-costs.mjs";
import { KINDS, measureBuilds, measureModel, measureOwnBuilds, STEPS, TESTS } from "./bergen-measure.mjs";
import { PUBLISHED, PUBLISHED_MODELS, PUBLISHED_OPERATIONS } from "./bergen-published.mjs";
import { AXES, OVERLAP } from "./bergen-queries.mjs";
import { BOX_TEST_OPERATIONS } from "./box-test-operations.mjs";
import { SPLITS } from "./paper-method.mjs";
import { createRecord } from "./record.mjs";
import { SAMPLES } from "./samples.mjs";

export const description = "van den Bergen 1997: Tables 1 to 3, Figure 2, and whether its claims hold";

const MODELS = ["torus", "spacecraft", "teapot"];
const KIND_TITLES = { obb: "OBB tree", aabb: "AABB tree" };
const PAPER_PLACEMENTS = 100_000;
const FULL = { placements: PAPER_PLACEMENTS, rounds: 7, recorded: 100_000, buildRounds: 21 };
const QUICK = { placements: 5000, rounds: 5, recorded: 20_000, buildRounds: 9 };
const EDGE_AXIS = 6; // exit axes from here on are cross products of edges
/** Beyond the paper's own models, for its claim on refitting large ones. */
const LARGE_MODELS = ["grid"];

export async function run(options) {
  const { quick, seed, placements, models, progress } = options;
  const amounts = { ...(quick ? QUICK : FULL), ...(placements && { placements }) };
  const chosen = chooseModels(MODELS, models);
  console.log(
    `G. van den Bergen, Efficient Collision Detection of Complex Deformable Models using AABB Trees`,
  );
  console.log(describeEnvironment(seed));
  const built = {};
  for (const measure of [measureBuilds, measureOwnBuilds])
    for (const name of [...chosen, ...LARGE_MODELS])
      built[name] = { ...built[name], ...measure(name, amounts, progress) };
  const results = [];
  for (const name of chosen) results.push(await measureModel(name, seed, amounts, progress, built[name]));
  const refits = [
    ...results
      .filter(({ triangles }) => triangles > 6000)
      .map(({ operations, ...model }) => ({ ...model, ...operations })),
    ...LARGE_MODELS.map((name) => {
      const { title, mesh } = createModel(name);
      return { name, title, triangles: mesh.triangleCount, ...built[name] };
    }),
  ];
  const record = createRecord(
    "bergen",
    options,
    `${whole(amounts.placements)} placements, scaled to the paper's 100,000 where totals are compared; times are processor times, medians of ${amounts.rounds} interleaved passes, of builds and refits ${amounts.buildRounds}`,
  );
  if (options.record) record.sample = SAMPLES.bergen();
  progress.clear();

  printModels(record, results, amounts);
  for (const [i, test] of TESTS.entries()) printCosts(record, i + 1, test, results, amounts);
  printOperations(record, results);
  printExitAxes(record, results);
  printSplits(record, results, amounts);
  printBoxCosts(record, results);
  printRefitOperations(record, results);
  printScale(record, results, amounts);
  printSteps(record, results, amounts);
  printClaims(record, results, refits, amounts);
  drawTables(record, results);
  drawOperations(record, results);
  record.finish();
}

function printModels(record, results, { placements }) {
  record.table(
    "models",
    "Models",
    ["<model", "triangles", "<the paper's", "cube side", "placements", "hits"],
    results.map(({ name, title, triangles, side, tests }) => [
      title,
      whole(triangles),
      PUBLISHED_MODELS[name],
      significant(side),
      whole(placements),
      percent(tests["aabb sat"].hits / placements, 2),
    ]),
  );
}

function printCosts(record, number, test, results, { placements }) {
  const scale = PAPER_PLACEMENTS / placements;
  const scaled = scale !== 1;
  const rows = KINDS.flatMap((kind) => [
    ...(kind === KINDS[0] ? [] : [null]),
    [KIND_TITLES[kind]],
    ...results.flatMap(({ name, title, tests }) => {
      const published = PUBLISHED[test][kind][name];
      const ours = tests[`${kind} ${test}`];
      const seconds = (time) => significant((scale * time) / 1000);
      return [
        [
          title,
          "1997",
          whole(published.nb),
          String(published.cb),
          String(published.tb),
          whole(published.np),
          String(published.cp),
          String(published.tp),
          published.total.toFixed(1),
        ],
        [
          "",
          scaled ? "abut*" : "abut",
          whole(scale * ours.nb),
          significant(ours.cb),
          seconds(ours.tb),
          whole(scale * ours.np),
          significant(ours.cp),
          seconds(ours.tp),
          seconds(ours.time),
        ],
      ];
    }),
  ]);
  record.table(
    `table-${number}`,
    `Table ${number}: the AABB tree against the OBB tree, both with ${test === "sat" ? "SAT" : "SAT lite"}; 100K placements`,
    ["<Model", "<", "Nb", "Cb µs", "Tb s", "Np", "Cp µs", "Tp s", "Ttotal s"],
    rows,
    [
      ...(scaled ? [`* ${whole(placements)} placements; counts and seconds scaled to 100K`] : []),
      "Nb, Np: abut's counters. Ttotal: median of whole passes. Cp: the triangle pairs that these queries test, recorded and given once more to the query's last stage alone (corners to world space, then the exact test). Tp = Np·Cp, Tb = Ttotal − Tp, Cb = Tb / Nb; so Cb holds all that is not a triangle test, the setting up of a query included.",
    ],
  );
}

const OPERATIONS = [
  ["Build an OBB tree", "buildObb"],
  ["Build an AABB tree", "buildAabb"],
  ["Refit an AABB tree", "refitAabb"],
  ["Test a pair of OBB trees", "testObb"],
  ["Test a pair of AABB trees", "testAabb"],
];
/** abut's default tree: SAH, two triangles a leaf. */
const OWN_OPERATIONS = [
  ["Build abut's default (SAH, 2 a leaf)", "buildSah"],
  ["Build it by kernels", "buildSahByKernel"],
  ["Refit it", "refitSah"],
  ["Refit it by kernels", "refitSahByKernel"],
];

function printOperations(record, results) {
  record.table(
    "table-3",
    "Table 3: milliseconds for a number of operations",
    ["<Operation", ...results.flatMap(({ title }) => [`${title} 1997`, "abut"])],
    [
      ...OPERATIONS.map(([title, key]) => [
        title,
        ...results.flatMap(({ name, operations }) => [
          String(PUBLISHED_OPERATIONS[key][name]),
          significant(operations[key]),
        ]),
      ]),
      null,
      ...OWN_OPERATIONS.map(([title, key]) => [
        title,
        ...results.flatMap(({ operations }) => ["", significant(operations[key])]),
      ]),
    ],
    [
      "OBB trees tested with SAT, AABB trees with SAT lite, as the paper's figures are. All in TypeScript except the two rows with kernels.",
    ],
  );
}

function printExitAxes(record, results) {
  const shares = Object.fromEntries(KINDS.map((kind) => [kind, exitShares(results, kind)]));
  const longest = Math.max(...KINDS.flatMap((kind) => shares[kind]));
  const bar = (share) => "█".repeat(Math.round((24 * share) / longest)) || "▏";
  record.table(
    "figure-2",
    "Figure 2: the axis on which a separating SAT ends, mean of the models",
    ["axis", "<", "AABB", "<", "OBB", "<"],
    Array.from({ length: AXES }, (_, axis) => [
      String(axis + 1),
      axisTitle(axis),
      percent(shares.aabb[axis]),
      bar(shares.aabb[axis]),
      percent(shares.obb[axis]),
      bar(shares.obb[axis]),
    ]),
    [
      `edge axes 7 to 15 together: AABB ${percent(edgeShare(shares.aabb))}, OBB ${percent(edgeShare(shares.obb))}`,
    ],
  );
  const edges = (kind) => 100 * edgeShare(shares[kind]);
  record.bars("bergen-figure-2.svg", {
    title: "Figure 2: axis on which the SAT finds two boxes apart, mean of the models",
    xTitle:
      "axis: 1 to 6 faces, 7 to 15 pairs of edges; right, all edges, of which alone the paper prints a number",
    yTitle: "% of separating tests",
    labels: [...shares.aabb.map((_, axis) => String(axis + 1)), "7–15"],
    series: [
      ...["aabb", "obb"].map((kind) => ({
        name: `${KIND_TITLES[kind]}, abut`,
        values: [...shares[kind].map((share) => 100 * share), edges(kind)],
      })),
      { name: "1997, either tree", values: [...shares.aabb.map(() => null), 15] },
    ],
  });
}

function axisTitle(axis) {
  if (axis < EDGE_AXIS) return `face of ${axis < 3 ? "a" : "b"}`;
  const edge = axis - EDGE_AXIS;
  return `edges ${Math.floor(edge / 3) + 1} × ${(edge % 3) + 1}`;
}

/** Each axis's share of the separating tests, every model counting the same. */
function exitShares(results, kind) {
  return Array.from({ length: AXES }, (_, axis) => {
    const shares = results.map(({ tests }) => {
      const { exits, nb } = tests[`${kind} sat`];
      return exits[axis] / (nb - exits[OVERLAP]);
    });
    return shares.reduce((sum, share) => sum + share, 0) / shares.length;
  });
}

function edgeShare(shares) {
  return shares.slice(EDGE_AXIS).reduce((sum, share) => sum + share, 0);
}

function printSteps(record, results, { placements }) {
  const rows = results.flatMap(({ title, steps }, i) => {
    const first = steps[STEPS[0][0]];
    return [
      ...(i > 0 ? [null] : []),
      ...STEPS.map(([step], k) => {
        const { nb, np, time } = steps[step];
        const before = k > 0 ? steps[STEPS[k - 1][0]] : first;
        return [
          k === 0 ? title : "",
          step,
          significant(nb / placements),
          significant(np / placements),
          significant((1000 * time) / placements),
          k === 0 ? "" : times(before.time / time),
          k === 0 ? "" : times(first.time / time),
        ];
      }),
    ];
  });
  record.table(
    "steps",
    "From the paper's method to abut's defaults, AABB tree, a query",
    ["<Model", "<step", "Nb", "Np", "µs", "faster than before", "than the paper's"],
    rows,
  );
}

function printClaims(record, results, refits, { placements }) {
  record.table(
    "claims",
    "The paper's claims",
    ["<claim", "<model", "1997", "abut", "<holds if", "<"],
    checkClaims(results, refits, placements).map(({ claim, model, published, ours, band, holds }) => [
      claim,
      model,
      published,
      ours,
      band,
      holds ? "holds" : "does not hold",
    ]),
  );
}

/** The rejected rules of section 2, the tutorial's and abut's, beside the midpoint. */
function printSplits(record, results, { placements }) {
  const rows = results.flatMap(({ title, splits }, i) => [
    ...(i > 0 ? [null] : []),
    ...SPLITS.map((split, k) => {
      const { nb, np, time } = splits[split];
      return [
        k === 0 ? title : "",
        split,
        significant(nb / placements),
        times(nb / splits.midpoint.nb),
        significant(np / placements),
        significant((1000 * time) / placements),
        times(time / splits.midpoint.time),
      ];
    }),
  ]);
  record.table(
    "splits",
    "Split rules: one triangle a leaf, SAT lite, by the paper's recursion; a query",
    ["<Model", "<rule", "Nb", "of midpoint's", "Np", "µs", "of midpoint's"],
    rows,
  );
  record.bars("bergen-splits.svg", {
    title: "Box tests of the split rules, midpoint = 1",
    yTitle: "× the box tests of the midpoint rule",
    labels: results.map(({ title }) => title),
    series: SPLITS.map((split) => ({
      name: split,
      values: results.map(({ splits }) => splits[split].nb / splits.midpoint.nb),
    })),
  });
}

function meanOperations(kind, { exits, nb }) {
  let sum = exits[OVERLAP] * BOX_TEST_OPERATIONS[kind][EDGE_AXIS];
  for (let axis = 0; axis < EDGE_AXIS; axis++) sum += exits[axis] * BOX_TEST_OPERATIONS[kind][axis];
  return sum / nb;
}

function printBoxCosts(record, results) {
  const lite = (tests, kind) => tests[`${kind} sat-lite`];
  record.table(
    "costs",
    "Storage, operations of a SAT lite box test, and the triangle tests' share of the time (SAT)",
    ["<Model", "<tree", "bytes a triangle", "operations", "share of Tp", "1997"],
    results.flatMap(({ name, title, tests, bytes }) =>
      KINDS.map((kind, k) => {
        const { tp, time } = tests[`${kind} sat`];
        const published = PUBLISHED.sat[kind][name];
        return [
          k === 0 ? title : "",
          KIND_TITLES[kind],
          significant(bytes[kind]),
          significant(meanOperations(kind, lite(tests, kind))),
          percent(tp / time),
          percent(published.tp / published.total),
        ];
      }),
    ),
    [
      "Bytes: nodes, corners and triangle numbers of a tree with one triangle a leaf; the paper says that an AABB has 6 scalars and an OBB 15.",
      "Operations: additions, multiplications, absolute values and comparisons up to the exit, mean of all tests.",
    ],
  );
}

/** Table 3 as bars, published and here. */
function drawOperations(record, results) {
  record.bars("bergen-table-3.svg", {
    title: "Table 3: milliseconds for a number of operations",
    yTitle: "ms, logarithmic",
    yScale: "log",
    labels: OPERATIONS.map(([title]) => title),
    series: results.flatMap(({ name, title, operations }) => [
      { name: `${title}, 1997`, values: OPERATIONS.map(([, key]) => PUBLISHED_OPERATIONS[key][name]) },
      { name: `${title}, abut`, values: OPERATIONS.map(([, key]) => operations[key]) },
    ]),
  });
}

/** Tables 1 and 2 as bars: what the AABB tree takes of the OBB tree's, published and here. */
function drawTables(record, results) {
  const ratios = (of) => results.map(({ name, tests }) => of(name, tests));
  const published = (test, key) => (name) => PUBLISHED[test].aabb[name][key] / PUBLISHED[test].obb[name][key];
  const ours = (test, key) => (_, tests) => tests[`aabb ${test}`][key] / tests[`obb ${test}`][key];
  record.bars("bergen-tables.svg", {
    title: "Tables 1 and 2: the AABB tree against the OBB tree",
    yTitle: "AABB / OBB",
    labels: results.flatMap(({ title }) => [`${title} Nb`, `${title} Ttotal`]),
    series: TESTS.flatMap((test) => {
      const words = test === "sat" ? "SAT" : "SAT lite";
      const pairs = (nb, total) => ratios(nb).flatMap((value, i) => [value, ratios(total)[i]]);
      return [
        { name: `${words}, 1997`, values: pairs(published(test, "nb"), published(test, "total")) },
        { name: `${words}, abut`, values: pairs(ours(test, "nb"), ours(test, "time")) },
      ];
    }),
  });
}
