import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { rootToNumber } from "../oracles/integers.ts";
import { degenerateTriangles, pairsOfMeshes } from "../oracles/mesh-pairs.ts";
import { pointToTriangle } from "../oracles/squared-distance.ts";
import { toVectors } from "../oracles/vectors.ts";
import { differenceOfPairs } from "./compare.ts";
import { smallPairCase } from "./pairs.ts";
import { twoSides } from "./two-sides.ts";

/** abut promises no bound for points. They are off both triangles by no more than this times the largest coordinate. */
const POINT_ERROR = 2 ** -30;

export const findContacts: FuzzQuery = {
  name: "findContacts",
  checks: "findContacts: the pairs, every point on both triangles, kinds that fit the number of points",
  generate: smallPairCase,
  check(fuzzCase, session) {
    const { meshA, meshB, aToWorld, bToWorld, a, b } = twoSides(fuzzCase);
    const expected = pairsOfMeshes(a, b);
    const [flatA, flatB] = [new Set(degenerateTriangles(a)), new Set(degenerateTriangles(b))];
    const most = Math.max(...Array.from(a, Math.abs), ...Array.from(b, Math.abs));
    session.counts.pairs += expected.tested;
    // A list that was judged right is right again: most trees give the same one.
    const right = new Set<string>();
    session.eachVariant(["aabb", "obb", "r-tree"], () => {
      const treeA = session.build("a", meshA);
      const treeB = session.build("b", meshB);
      const got = session.ask("findContacts", treeA, treeB, { aToWorld, bToWorld });
      session.count(got.stats);
      const focus = differenceOfPairs(got.pairs, expected.pairs);
      if (focus !== null)
        throw new WrongAnswer("findContacts: pairs differ", got.pairs, expected.pairs, focus);
      const key = [got.kinds, got.starts, got.corners, got.points].join(" ");
      if (right.has(key)) return;
      for (let i = 0; i < got.count; i++) {
        const [s, t] = [got.pairs[2 * i], got.pairs[2 * i + 1]];
        const pointCount = got.starts[i + 1] - got.starts[i];
        const kind = got.kinds[i];
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
        for (let k = got.starts[i]; k < got.starts[i + 1]; k++) {
          const point = got.points.subarray(3 * got.corners[k], 3 * got.corners[k] + 3);
          for (const corners of [a.subarray(9 * s, 9 * s + 9), b.subarray(9 * t, 9 * t + 9)]) {
            const { vectors, exponent } = toVectors(point, corners);
            const square = pointToTriangle(vectors[0], [vectors[1], vectors[2], vectors[3]]);
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
      right.add(key);
    });
  },
};
