import type { QueryStats } from "../../../src/index.ts";
import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { smallMeshes } from "../generators/meshes.ts";
import { windingAround } from "../oracles/solid-angles.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import type { Random } from "../random.ts";
import { pointNear } from "./closest-point.ts";
import { spoiltSolids } from "./locate-point.ts";
import { posesFor } from "./pairs.ts";
import { questionsIn, severalOf } from "./shape-case.ts";

/** Where rounding may change a winding number by more, the point is as good as on the surface, and the answer is not judged. */
const MOST_ERROR = 2 ** -10;

export const windingNumber: FuzzQuery = {
  name: "windingNumber",
  checks: "windingNumber: the sum of solid angles of open and closed meshes, to the error of f64 arithmetic",
  questions: { point: 3 },
  generate(random) {
    const made = random.chance(0.5) ? spoiltSolids(random) : smallMeshes(random, 1, 6);
    const poses = posesFor(made, random);
    const corners = worldTriangles(made.meshes[0], poses[0]!);
    const numbers = severalOf(() => ({ point: pointAround(corners, random) }));
    return { kind: made.kind, meshes: made.meshes, poses, numbers };
  },
  check({ meshes, poses, numbers }, session) {
    const triangles = worldTriangles(meshes[0], poses[0]!);
    const questions = questionsIn(numbers.point, 3).map((point) => ({
      point,
      ...windingAround(triangles, point),
    }));
    session.eachVariant(["aabb", "obb"], () => {
      const tree = session.build("tree", meshes[0]);
      for (const { point, value, error } of questions) {
        const stats = {} as QueryStats;
        const got = session.ask("windingNumber", tree as never, point, { toWorld: poses[0], stats });
        session.count(stats);
        if (error > MOST_ERROR) session.counts.undecided++;
        else if (!(Math.abs(got - value) <= error))
          throw new WrongAnswer(`windingNumber is off by more than ${error}`, got, value);
      }
    });
  },
};

/** Beside the triangles, or between two such points: winding numbers are certain off the surface only. */
function pointAround(corners: Float64Array, random: Random): number[] {
  const [first, second] = [pointNear(corners, random), pointNear(corners, random)];
  return random.chance(0.3) ? first : first.map((x, k) => x / 2 + second[k] / 2);
}
