import { buildAabbTree, collide, distance } from "abut";
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

/** `distance` of two copies of a model that do not meet, beside `closestPointToGeometry`. */
export function distanceRows({ quick, seed, models, progress }) {
  return chooseModels(MODELS, models).map((name) =>
    compare(name, seed, quick ? QUICK : FULL, (what) => progress.show(`distance, ${name}: ${what}`)),
  );
}

function compare(name, seed, { queries, rounds, turnMs, warmUpMs, tuning }, show) {
  show("build and tune the cube");
  const { title, mesh, size } = createModel(name, Float32Array);
  const [a, b] = [buildAabbTree(mesh), buildAabbTree(mesh)];
  const [geometryA, geometryB] = [createGeometry(mesh), createGeometry(mesh)];
  for (const geometry of [geometryA, geometryB]) buildBvh(geometry, SAH);
  const { side } = tuneCube({
    seed,
    count: tuning,
    tolerance: 0.05,
    size,
    collides: (aToWorld, bToWorld) => collide(a, b, { aToWorld, bToWorld }),
  });
  const matrices = createPlacements({ seed, count: 10 * queries, side })
    .map(({ aToWorld, bToWorld }) => createMatrix(relativePose(aToWorld, bToWorld)))
    .filter(({ elements }) => !collide(a, b, { bToWorld: elements }))
    .slice(0, queries);

  show("same answers?");
  const bvh = geometryA.boundsTree;
  const [onA, onB] = [{}, {}];
  let differing = 0;
  for (const matrix of matrices) {
    const ours = distance(a, b, { bToWorld: matrix.elements }).distance;
    const theirs = bvh.closestPointToGeometry(geometryB, matrix, onA, onB).distance;
    if (Math.abs(theirs / ours - 1) > TOLERANCE) differing++;
  }
  const medians = interleave(
    {
      abut: {
        run: () =>
          matrices.reduce((sum, { elements }) => sum + distance(a, b, { bToWorld: elements }).distance, 0),
      },
      theirs: {
        run: () =>
          matrices.reduce(
            (sum, matrix) => sum + bvh.closestPointToGeometry(geometryB, matrix, onA, onB).distance,
            0,
          ),
      },
    },
    {
      clock: cpuClock,
      rounds,
      leastMs: turnMs,
      warmUpMs,
      onRound: (round) => show(`round ${round} of ${rounds}`),
    },
  );
  const perQuery = 1000 / matrices.length;
  const differences = differing === 0 ? "" : `; ${differing} of ${matrices.length} distances differ`;
  return {
    query: "distance",
    model: `${title} ${mesh.triangleCount}`,
    abut: medians.abut * perQuery,
    theirs: medians.theirs * perQuery,
    required: REQUIRED[name],
    note: `PQP ${PQP[name]}, × 1.5 = ${1.5 * PQP[name]}${differences}`,
  };
}
