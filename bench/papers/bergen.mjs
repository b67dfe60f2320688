import { writeBarChart } from "../chart.mjs";
import { describeEnvironment } from "../environment.mjs";
import { chooseModels } from "../models.mjs";
import { percent, printTable, significant, times, whole } from "../table.mjs";
import { checkClaims } from "./bergen-claims.mjs";
import { AXES, KINDS, measureModel, measureRefit, OVERLAP, STEPS, TESTS } from "./bergen-measure.mjs";
import { PUBLISHED, PUBLISHED_MODELS, PUBLISHED_OPERATIONS } from "./bergen-published.mjs";

export const description = "van den Bergen 1997: Tables 1 to 3, Figure 2, and whether its claims hold";

const MODELS = ["torus", "spacecraft", "teapot"];
const KIND_TITLES = { obb: "OBB tree", aabb: "AABB tree" };
const PAPER_PLACEMENTS = 100_000;
const FULL = { placements: PAPER_PLACEMENTS, rounds: 3, recorded: 100_000, buildRounds: 21 };
const QUICK = { placements: 5000, rounds: 5, recorded: 20_000, buildRounds: 9 };
const EDGE_AXIS = 6; // exit axes from here on are cross products of edges
/** Beyond the paper's own models, for its claim on refitting large ones. */
const LARGE_MODELS = ["grid"];

export async function run({ quick, seed, placements, models, progress }) {
  const amounts = { ...(quick ? QUICK : FULL), ...(placements && { placements }) };
  const chosen = chooseModels(MODELS, models);
  console.log(
    `G. van den Bergen, Efficient Collision Detection of Complex Deformable Models using AABB Trees`,
  );
  console.log(describeEnvironment(seed));
  const results = [];
  for (const name of chosen) results.push(await measureModel(name, seed, amounts, progress));
  const refits = [
    ...results
      .filter(({ triangles }) => triangles > 6000)
      .map(({ operations, ...model }) => ({ ...model, ...operations })),
    ...LARGE_MODELS.map((name) => measureRefit(name, amounts, progress)),
  ];
  progress.clear();

  printModels(results, amounts);
  for (const [i, test] of TESTS.entries()) printCosts(i + 1, test, results, amounts);
  printOperations(results);
  printExitAxes(results);
  printSteps(results, amounts);
  printClaims(results, refits);
}

function printModels(results, { placements }) {
  printTable(
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

function printCosts(number, test, results, { placements }) {
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
  printTable(
    `Table ${number}: the AABB tree against the OBB tree, both with ${test === "sat" ? "SAT" : "SAT lite"}; 100K placements`,
    ["<Model", "<", "Nb", "Cb µs", "Tb s", "Np", "Cp µs", "Tp s", "Ttotal s"],
    rows,
    [
      ...(scaled ? [`* ${whole(placements)} placements; counts and seconds scaled to 100K`] : []),
      "Nb, Np: abut's counters. Ttotal: median of whole passes. Cp: the triangle pairs that these queries test, recorded",
      "and given once more to the query's last stage alone (corners to world space, then the exact test). Tp = Np·Cp,",
      "Tb = Ttotal − Tp, Cb = Tb / Nb; so Cb holds all that is not a triangle test, the setting up of a query included.",
    ],
  );
}

function printOperations(results) {
  const operations = [
    ["Build an OBB tree", "buildObb"],
    ["Build an AABB tree", "buildAabb"],
    ["Refit an AABB tree", "refitAabb"],
    ["Test a pair of OBB trees", "testObb"],
    ["Test a pair of AABB trees", "testAabb"],
  ];
  printTable(
    "Table 3: milliseconds for a number of operations",
    ["<Operation", ...results.flatMap(({ title }) => [`${title} 1997`, "abut"])],
    [
      ...operations.map(([title, key]) => [
        title,
        ...results.flatMap(({ name, operations }) => [
          String(PUBLISHED_OPERATIONS[key][name]),
          significant(operations[key]),
        ]),
      ]),
      null,
      [
        "Build abut's default (SAH, 2 a leaf)",
        ...results.flatMap(({ operations }) => ["", significant(operations.buildSah)]),
      ],
    ],
    ["OBB trees tested with SAT, AABB trees with SAT lite, as the paper's figures are"],
  );
}

function printExitAxes(results) {
  const shares = Object.fromEntries(KINDS.map((kind) => [kind, exitShares(results, kind)]));
  const longest = Math.max(...KINDS.flatMap((kind) => shares[kind]));
  const bar = (share) => "█".repeat(Math.round((24 * share) / longest)) || "▏";
  printTable(
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
  const path = writeBarChart("bergen-figure-2.svg", {
    title: "Axis on which the SAT finds two boxes apart",
    xTitle: "axis: 1 to 6 faces, 7 to 15 pairs of edges",
    yTitle: "% of separating tests",
    labels: shares.aabb.map((_, axis) => String(axis + 1)),
    series: KINDS.map((kind) => ({
      name: KIND_TITLES[kind],
      values: shares[kind].map((share) => 100 * share),
    })),
  });
  console.log(`chart: ${path}`);
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

function printSteps(results, { placements }) {
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
  printTable(
    "From the paper's method to abut's defaults, AABB tree, a query",
    ["<Model", "<step", "Nb", "Np", "µs", "faster than before", "than the paper's"],
    rows,
  );
}

function printClaims(results, refits) {
  printTable(
    "The paper's claims",
    ["<claim", "<model", "1997", "abut", "<holds if", "<"],
    checkClaims(results, refits).map(({ claim, model, published, ours, band, holds }) => [
      claim,
      model,
      published,
      ours,
      band,
      holds ? "holds" : "does not hold",
    ]),
  );
}
