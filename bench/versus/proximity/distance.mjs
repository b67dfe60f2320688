import { buildAabbTree, collide, distance, isWithin } from "abut";
import { cpuClock } from "../../cpu-time.mjs";
import { interleave } from "../../measure.mjs";
import { chooseModels, createModel } from "../../models.mjs";
import { createPlacements, relativePose, tuneCube } from "../../placements.mjs";
import { buildBvh, createGeometry, createMatrix, SAH } from "../three-mesh-bvh.mjs";

const MODELS = ["torus", "teapot", "ship", "grid"];
/** The least ratios three-mesh-bvh / abut, and what PQP took in the lab, µs. */
const REQUIRED = { torus: 100, teapot: 100, ship: 100, grid: 15 };
const PQP = { torus: 356, teapot: 361, ship: 182, grid: 300 };
/** Placements in the cube of 60 % hits; those without a contact count. */
const FULL = { queries: 40, rounds: 5, turnMs: 300, warmUpMs: 1500, tuning: 1500 };
const QUICK = { queries: 8, rounds: 3, turnMs: 50, warmUpMs: 1000, tuning: 400 };
const TOLERANCE = 1e-5;

/**
 * `distance` of two copies of a model that do not meet, beside `closestPointToGeometry`, and `isWithin` beside the same with
 * both its thresholds; half of the placements are within that clearance.
 */
export function distanceRows({ quick, seed, models, progress }) {
  return chooseModels(MODELS, models).flatMap((name) =>
    compare(name, seed, quick ? QUICK : FULL, (what) => progress.show(`distance, ${name}: ${what}`)),
  );
}

function compare(name, seed, amounts, show) {
  show("build and tune the cube");
  const { title, mesh, size } = createModel(name, Float32Array);
  const [a, b] = [buildAabbTree(mesh), buildAabbTree(mesh)];
  const [geometryA, geometryB] = [createGeometry(mesh), createGeometry(mesh)];
  for (const geometry of [geometryA, geometryB]) buildBvh(geometry, SAH);
  const { side } = tuneCube({
    seed,
    count: amounts.tuning,
    tolerance: 0.05,
    size,
    collides: (aToWorld, bToWorld) => collide(a, b, { aToWorld, bToWorld }),
  });
  const matrices = createPlacements({ seed, count: 10 * amounts.queries, side })
    .map(({ aToWorld, bToWorld }) => createMatrix(relativePose(aToWorld, bToWorld)))
    .filter(({ elements }) => !collide(a, b, { bToWorld: elements }))
    .slice(0, amounts.queries);

  show("same answers?");
  const bvh = geometryA.boundsTree;
  const [onA, onB] = [{}, {}];
  const ours = ({ elements }) => distance(a, b, { bToWorld: elements }).distance;
  const theirs = (matrix) => bvh.closestPointToGeometry(geometryB, matrix, onA, onB).distance;
  const distances = matrices.map(ours);
  const differing = matrices.filter((matrix, i) => Math.abs(theirs(matrix) / distances[i] - 1) > TOLERANCE);
  // between two distances, so that rounding decides nothing
  const [before, after] = distances.toSorted((p, q) => p - q).slice(distances.length / 2 - 1);
  const clearance = (before + after) / 2;
  const oursWithin = ({ elements }) => isWithin(a, b, clearance, { bToWorld: elements });
  // The upper threshold leaves out boxes, not triangles: what is found may be farther.
  const theirsWithin = (matrix) =>
    (bvh.closestPointToGeometry(geometryB, matrix, onA, onB, clearance, clearance)?.distance ?? Infinity) <=
    clearance;
  const differingWithin = matrices.filter((matrix) => oursWithin(matrix) !== theirsWithin(matrix));

  const model = `${title} ${mesh.triangleCount}`;
  const differ = ({ length }) => (length === 0 ? "" : `; ${length} of ${matrices.length} answers differ`);
  return [
    {
      query: "distance",
      model,
      ...measure(matrices, ours, theirs, amounts, show),
      required: REQUIRED[name],
      note: `PQP ${PQP[name]}, × 1.5 = ${1.5 * PQP[name]}${differ(differing)}`,
    },
    {
      query: "is within",
      model,
      ...measure(matrices, oursWithin, theirsWithin, amounts, show),
      note: `half are${differ(differingWithin)}`,
    },
  ];
}

/** µs a query. */
function measure(matrices, ours, theirs, { rounds, turnMs, warmUpMs }, show) {
  const medians = interleave(
    { abut: { run: () => matrices.forEach(ours) }, theirs: { run: () => matrices.forEach(theirs) } },
    {
      clock: cpuClock,
      rounds,
      leastMs: turnMs,
      warmUpMs,
      onRound: (round) => show(`round ${round} of ${rounds}`),
    },
  );
  const perQuery = 1000 / matrices.length;
  return { abut: medians.abut * perQuery, theirs: medians.theirs * perQuery };
}
