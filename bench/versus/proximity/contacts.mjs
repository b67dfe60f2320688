import { buildAabbTree, classify, collide, findContacts, findPairs, locatePoint } from "abut";
import { createBox } from "abut/primitives";
import { cpuClock } from "../../cpu-time.mjs";
import { interleave } from "../../measure.mjs";
import { chooseModels, createModel } from "../../models.mjs";
import { createPlacements, tuneCube } from "../../placements.mjs";
import { printTable, significant } from "../../table.mjs";

// Where two models meet, and how they lie to each other. No peer on npm answers either exactly; beside findContacts
// stands findPairs, which is part of it, and beside classify the boolean query.

const MODELS = ["torus", "teapot", "ship", "grid"];
const FULL = { placements: 200, gridPlacements: 30, tuning: 1000, rounds: 7, leastMs: 100, warmUpMs: 300 };
const QUICK = { placements: 40, gridPlacements: 5, tuning: 400, rounds: 3, leastMs: 30, warmUpMs: 100 };

/** Prints its tables; part of `npm run bench -- proximity`. */
export function run({ quick, seed, models, progress }) {
  const amounts = quick ? QUICK : FULL;
  const rows = chooseModels(MODELS, models).map((name) => measureModel(name, seed, amounts, progress));
  progress.clear();
  printTable(
    "contacts and relations, µs per query, two copies of a model, 60 % of the placements collide",
    [
      "<model",
      "closed",
      "pairs",
      "curves",
      "findPairs",
      "findContacts",
      "collide",
      "classify",
      "locatePoint",
    ],
    rows,
    ["pairs, curves: mean over the placements. classify includes collide, findContacts includes findPairs."],
  );
  printTable(
    "two cubes on part of a face, ms per query",
    ["<triangles", "<relation", "pairs", "area", "findContacts", "classify"],
    [2, 8].map((segments) => measureTouching(segments, amounts)),
  );
}

/** What is slowest: solids that only touch, and all of whose contact has to be looked at in integers. */
function measureTouching(segments, { rounds, leastMs, warmUpMs }) {
  const [a, b] = [segments, segments - 1].map((n) => buildAabbTree(createBox({ segments: n })));
  const options = { bToWorld: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 1, 0.3, 0.1, 1] };
  const { count, regions } = findContacts(a, b, options);
  const medians = interleave(
    {
      findContacts: { run: () => findContacts(a, b, options).count },
      classify: { run: () => classify(a, b, options).surfacesMeet },
    },
    { rounds, leastMs, warmUpMs },
  );
  return [
    `${a.mesh.triangleCount} and ${b.mesh.triangleCount}`,
    classify(a, b, options).relation,
    String(count),
    significant(regions[0].area),
    ...Object.values(medians).map((ms) => significant(ms)),
  ];
}

function measureModel(name, seed, amounts, progress) {
  progress.show(`contacts, ${name}`);
  const { title, mesh, size } = createModel(name, Float64Array);
  const a = buildAabbTree(mesh);
  const b = buildAabbTree({ ...mesh, positions: mesh.positions.slice() });
  const count = name === "grid" ? amounts.gridPlacements : amounts.placements;
  const { side } = tuneCube({
    seed,
    count: amounts.tuning,
    tolerance: 0.05,
    size,
    collides: (aToWorld, bToWorld) => collide(a, b, { aToWorld, bToWorld }),
  });
  const placements = createPlacements({ seed, count, side });
  const into = findPairs(a, b);
  let pairs = 0;
  let curves = 0;
  for (const placement of placements) {
    const contacts = findContacts(a, b, placement);
    pairs += contacts.count;
    curves += contacts.curves.length;
  }
  const each = (query) => ({
    run: () => placements.reduce((sum, placement) => sum + Number(query(placement)), 0),
  });
  const medians = interleave(
    {
      findPairs: each((placement) => findPairs(a, b, { into, ...placement }).count),
      findContacts: each((placement) => findContacts(a, b, placement).count),
      collide: each((placement) => collide(a, b, placement)),
      classify: each((placement) => classify(a, b, placement).surfacesMeet),
      locatePoint: each(
        ({ aToWorld, bToWorld }) =>
          locatePoint(a, bToWorld.subarray(12, 15), { toWorld: aToWorld }).side === "inside",
      ),
    },
    {
      ...amounts,
      clock: cpuClock,
      onRound: (n) => progress.show(`contacts, ${name}: round ${n}`),
    },
  );
  const micros = Object.values(medians).map((ms) => significant((1000 * ms) / count));
  const { aClosed } = classify(a, b);
  return [title, aClosed ? "yes" : "no", significant(pairs / count), significant(curves / count), ...micros];
}
