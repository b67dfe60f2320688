import { buildAabbTree, closestPoint } from "abut";
import { Vector3 } from "three";
import { cpuClock } from "../../cpu-time.mjs";
import { interleave } from "../../measure.mjs";
import { chooseModels, createModel } from "../../models.mjs";
import { createRandom } from "../../random.mjs";
import { buildBvh, createGeometry, SAH } from "../three-mesh-bvh.mjs";

const MODELS = ["torus", "teapot", "ship", "grid"];
const TOLERANCE = 1e-5;
/** The least ratio three-mesh-bvh / abut. */
const REQUIRED = 2;

/** Where the points are: a function of a model and of random numbers that returns one. */
const PLACES = {
  "closest point": inCube,
  "closest point, near": nearSurface,
};

/** `closestPoint` beside `closestPointToPoint`. */
export function closestPointRows({ quick, seed, models, progress }) {
  return chooseModels(MODELS, models).flatMap((name) => {
    const model = createModel(name, Float32Array);
    const { title, mesh } = model;
    const tree = buildAabbTree(mesh);
    const bvh = buildBvh(createGeometry(mesh), SAH);
    return Object.entries(PLACES).map(([query, place]) => {
      progress.show(`${query}, ${name}`);
      const random = createRandom(seed);
      const vectors = Array.from({ length: quick ? 500 : 2000 }, () => place(model, random));
      const points = vectors.map((vector) => vector.toArray());
      const target = {};
      const differing = vectors.filter((vector, k) => {
        const ours = closestPoint(tree, points[k]).distance;
        return Math.abs(bvh.closestPointToPoint(vector, target).distance / ours - 1) > TOLERANCE;
      }).length;
      const medians = interleave(
        {
          abut: { run: () => points.reduce((sum, point) => sum + closestPoint(tree, point).distance, 0) },
          theirs: {
            run: () =>
              vectors.reduce((sum, point) => sum + bvh.closestPointToPoint(point, target).distance, 0),
          },
        },
        {
          rounds: quick ? 3 : 7,
          leastMs: quick ? 30 : 100,
          warmUpMs: quick ? 100 : 300,
          clock: cpuClock,
        },
      );
      return {
        query,
        model: `${title} ${mesh.triangleCount}`,
        abut: (1000 * medians.abut) / points.length,
        theirs: (1000 * medians.theirs) / points.length,
        required: REQUIRED,
        note: differing === 0 ? "" : `${differing} of ${points.length} distances differ`,
      };
    });
  });
}

/** In a cube as long as the model's diagonal. */
function inCube({ size }, random) {
  return new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).multiplyScalar(size);
}

/** On the surface, then moved by up to a thousandth of the model's diagonal. */
function nearSurface({ mesh, size }, random) {
  const triangle = Math.floor(random() * mesh.triangleCount);
  const [a, b, c] = [0, 1, 2].map((k) =>
    new Vector3().fromArray(mesh.positions, 3 * mesh.indices[3 * triangle + k]),
  );
  const [s, t] = [random(), random()].sort((one, other) => one - other);
  const away = new Vector3(random() - 0.5, random() - 0.5, random() - 0.5);
  return a
    .multiplyScalar(s)
    .addScaledVector(b, t - s)
    .addScaledVector(c, 1 - t)
    .addScaledVector(away, size / 1000);
}
