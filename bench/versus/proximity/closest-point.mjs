import { buildAabbTree, closestPoint } from "abut";
import { Vector3 } from "three";
import { interleave } from "../../measure.mjs";
import { chooseModels, createModel } from "../../models.mjs";
import { createRandom } from "../../random.mjs";
import { buildBvh, createGeometry, SAH } from "../three-mesh-bvh.mjs";

const MODELS = ["torus", "teapot", "ship", "grid"];
const TOLERANCE = 1e-5;
/** The least ratio three-mesh-bvh / abut. */
const REQUIRED = 1;

/** `closestPoint` for random points in a cube as long as the model's diagonal, beside `closestPointToPoint`. */
export function closestPointRows({ quick, seed, models, progress }) {
  return chooseModels(MODELS, models).map((name) => {
    progress.show(`closest point, ${name}`);
    const { title, mesh, size } = createModel(name, Float32Array);
    const tree = buildAabbTree(mesh);
    const bvh = buildBvh(createGeometry(mesh), SAH);
    const random = createRandom(seed);
    const vectors = Array.from({ length: quick ? 500 : 2000 }, () =>
      new Vector3(random() - 0.5, random() - 0.5, random() - 0.5).multiplyScalar(size),
    );
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
          run: () => vectors.reduce((sum, point) => sum + bvh.closestPointToPoint(point, target).distance, 0),
        },
      },
      { rounds: quick ? 3 : 7, leastMs: quick ? 30 : 100, warmUpMs: quick ? 100 : 300 },
    );
    return {
      query: "closest point",
      model: `${title} ${mesh.triangleCount}`,
      abut: (1000 * medians.abut) / points.length,
      theirs: (1000 * medians.theirs) / points.length,
      required: REQUIRED,
      note: differing === 0 ? "" : `${differing} of ${points.length} distances differ`,
    };
  });
}
