import type { ClosestPoint, QueryStats } from "../../../src/index.ts";
import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { decimal, nudge } from "../generators/coordinates.ts";
import { smallMeshes } from "../generators/meshes.ts";
import { rootToNumber } from "../oracles/integers.ts";
import { pointToMesh, pointToTriangle, trianglesOf } from "../oracles/squared-distance.ts";
import { toVectors } from "../oracles/vectors.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import type { Random } from "../random.ts";
import { judgeLength, judgePoint, judgeRounding } from "./distance.ts";
import { posesFor } from "./pairs.ts";
import { ulpsBetween } from "./rounding.ts";

export const closestPoint: FuzzQuery = {
  name: "closestPoint",
  checks: "closestPoint: distance, point and triangle, maxDistance",
  questions: { point: 3 },
  generate(random) {
    const made = smallMeshes(random, 1, 4);
    const poses = posesFor(made, random);
    const corners = worldTriangles(made.meshes[0], poses[0]!);
    const point = [0, 1, 2].flatMap(() => pointNear(corners, random));
    return { kind: made.kind, meshes: made.meshes, poses, numbers: { point } };
  },
  check(fuzzCase, session) {
    const mesh = fuzzCase.meshes[0];
    const toWorld = fuzzCase.poses[0]!;
    const corners = worldTriangles(mesh, toWorld);
    const points: number[][] = [];
    for (let i = 0; i < fuzzCase.numbers.point.length; i += 3)
      points.push(fuzzCase.numbers.point.slice(i, i + 3));
    const judges = points.map((point) => createJudge(point, corners));
    session.eachVariant(["aabb", "obb", "r-tree"], () => {
      const tree = session.build("tree", mesh);
      const options = { toWorld, stats: {} as QueryStats };
      points.forEach((point, i) => {
        const { expected, focus, judge } = judges[i];
        for (let times = 0; times < 2; times++) {
          judge(session.ask("closestPoint", tree, point, options));
          session.count(options.stats);
        }
        const measured = session.ask("closestPoint", tree, point, options)!.distance;
        for (const factor of [0.999999, 1.000001]) {
          const maxDistance = expected * factor;
          if (!(maxDistance > 1e-290)) continue;
          const got = session.ask("closestPoint", tree, point, { ...options, maxDistance });
          if ((got === null) !== factor < 1)
            throw new WrongAnswer(
              `closestPoint with maxDistance ${factor < 1 ? "below" : "above"} it`,
              got?.distance ?? null,
              expected,
              focus,
            );
        }
        judgeRounding("closestPoint", measured, expected, focus);
      });
    });
  },
};

/** The exact distance, and a judge of answers. An answer that was judged right is right again: every tree gives the same one. */
function createJudge(point: readonly number[], corners: Float64Array) {
  const { vectors, exponent } = toVectors(point, corners);
  const triangles = trianglesOf(vectors.slice(1));
  const best = pointToMesh(vectors[0], triangles);
  const expected = rootToNumber(best.square[0], best.square[1], exponent);
  const focus = [[best.triangle]];
  const right = new Set<string>();
  return {
    expected,
    focus,
    judge(got: ClosestPoint | null): void {
      if (got === null) throw new WrongAnswer("closestPoint is null", null, expected, focus);
      const key = `${got.distance} ${got.triangle} ${got.point}`;
      if (right.has(key)) return;
      judgeLength("closestPoint", got.distance, expected, focus);
      judgePoint(got.point, corners.subarray(9 * got.triangle, 9 * got.triangle + 9));
      const square = pointToTriangle(vectors[0], triangles[got.triangle]);
      if (ulpsBetween(rootToNumber(square[0], square[1], exponent), expected) > 1)
        throw new WrongAnswer(
          "closestPoint names a triangle that is farther away",
          got.triangle,
          best.triangle,
        );
      right.add(key);
    },
  };
}

/** A point on, beside or far from the triangles: a corner, a middle, one of them moved a little, or any. */
export function pointNear(corners: Float64Array, random: Random): number[] {
  const t = 9 * random.below(corners.length / 9);
  const at = (corner: number, k: number) => corners[t + 3 * (corner % 3) + k];
  const first = random.below(3);
  const way = random.below(6);
  const point = [0, 1, 2].map((k) => {
    if (way === 0) return at(first, k);
    if (way === 1) return (at(first, k) + at(first + 1, k)) / 2;
    if (way === 2) return nudge(at(first, k), random.between(-2, 2));
    if (way === 3) return (at(0, k) + at(1, k) + at(2, k)) / 3;
    if (way === 4) return at(first, k) + Math.abs(at(first, k) - at(first + 1, k)) * decimal(random, 1);
    return decimal(random, 3);
  });
  return point.map((x) => Math.max(-(2 ** 99), Math.min(2 ** 99, x)));
}
