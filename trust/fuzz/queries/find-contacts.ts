import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { smallMeshes } from "../generators/meshes.ts";
import { rootToNumber } from "../oracles/integers.ts";
import { degenerateTriangles, pairsOfMeshes } from "../oracles/mesh-pairs.ts";
import { pointToTriangle } from "../oracles/squared-distance.ts";
import { toVectors } from "../oracles/vectors.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import { differenceOfPairs } from "./compare.ts";
import { posesFor } from "./pairs.ts";

/** abut promises no bound for points. They are off both triangles by no more than this times the largest coordinate. */
const POINT_ERROR = 2 ** -30;

export const findContacts: FuzzQuery = {
  name: "findContacts",
  checks: "findContacts: the pairs, every point on both triangles, kinds that fit the number of points",
  generate(random) {
    const made = smallMeshes(random, 2, 3);
    return { kind: made.kind, meshes: made.meshes, poses: posesFor(made, random), numbers: {} };
  },
  check(fuzzCase, session) {
    const [aToWorld, bToWorld] = fuzzCase.poses;
    const a = worldTriangles(fuzzCase.meshes[0]!, aToWorld!);
    const b = worldTriangles(fuzzCase.meshes[1]!, bToWorld!);
    const expected = pairsOfMeshes(a, b);
    const [flatA, flatB] = [new Set(degenerateTriangles(a)), new Set(degenerateTriangles(b))];
    const most = Math.max(...Array.from(a, Math.abs), ...Array.from(b, Math.abs));
    session.counts.pairs += expected.tested;
    session.eachVariant(["aabb", "obb", "r-tree"], () => {
      const treeA = session.build("a", fuzzCase.meshes[0]!);
      const treeB = session.build("b", fuzzCase.meshes[1]!);
      const got = session.ask("findContacts", treeA, treeB, { aToWorld, bToWorld });
      session.count(got.stats);
      const focus = differenceOfPairs(got.pairs, expected.pairs);
      if (focus !== null)
        throw new WrongAnswer("findContacts: pairs differ", got.pairs, expected.pairs, focus);
      for (let i = 0; i < got.count; i++) {
        const [s, t] = [got.pairs[2 * i]!, got.pairs[2 * i + 1]!];
        const pointCount = got.starts[i + 1]! - got.starts[i]!;
        const kind = got.kinds[i]!;
        const isDegenerate = flatA.has(s) || flatB.has(t);
        const fits = isDegenerate
          ? kind === 8
          : kind === 0
            ? pointCount === 1
            : kind === 2
              ? pointCount >= 3
              : pointCount === 2;
        if (!fits || (kind === 8) !== isDegenerate)
          throw new WrongAnswer("findContacts: kind does not fit", { kind, pointCount }, { isDegenerate }, [
            [s],
            [t],
          ]);
        for (let k = got.starts[i]!; k < got.starts[i + 1]!; k++) {
          const point = got.points.subarray(3 * got.corners[k]!, 3 * got.corners[k]! + 3);
          for (const corners of [a.subarray(9 * s, 9 * s + 9), b.subarray(9 * t, 9 * t + 9)]) {
            const { vectors, exponent } = toVectors(point, corners);
            const square = pointToTriangle(vectors[0]!, [vectors[1]!, vectors[2]!, vectors[3]!]);
            const off = rootToNumber(square[0], square[1], exponent);
            if (!(off <= POINT_ERROR * most + 2 ** -1060))
              throw new WrongAnswer(
                "findContacts: a point is off its triangle",
                [Array.from(point), off],
                Array.from(corners),
                [[s], [t]],
              );
          }
        }
      }
    });
  },
};
