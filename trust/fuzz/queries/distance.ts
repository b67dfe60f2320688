import type { ContactCache, Distance, QueryStats } from "../../../src/index.ts";
import { type FuzzCase, type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { decimal } from "../generators/coordinates.ts";
import { smallMeshes } from "../generators/meshes.ts";
import { rootToNumber } from "../oracles/integers.ts";
import { meshToMesh, pointToTriangle, trianglesOf, triangleToTriangle } from "../oracles/squared-distance.ts";
import { toVectors } from "../oracles/vectors.ts";
import type { Random } from "../random.ts";
import { posesFor } from "./pairs.ts";
import { ulpsBetween } from "./rounding.ts";
import { twoSides } from "./two-sides.ts";

/** A distance is the f64 next to the true one. */
const DISTANCE_ULPS = 1;
/** abut promises no bound for points. They are off their triangle by no more than this times the largest coordinate. */
const POINT_ERROR = 2 ** -36;

export const distance: FuzzQuery = {
  name: "distance",
  checks: "distance: the number, its points and triangles, maxDistance, with a and b exchanged",
  generate: distanceCase,
  check(fuzzCase, session) {
    const { meshA, meshB, aToWorld, bToWorld, a, b } = twoSides(fuzzCase);
    const expected = exactDistance(a, b);
    // An answer that was judged right is right again: most trees give the same one.
    const right = new Set<string>();
    session.eachVariant(["aabb", "obb", "r-tree"], () => {
      const treeA = session.build("a", meshA);
      const treeB = session.build("b", meshB);
      const cache: ContactCache = {};
      const options = { aToWorld, bToWorld, stats: {} as QueryStats };
      for (const more of [{}, { cache }, { cache, witness: "first" as const }]) {
        const got = session.ask("distance", treeA, treeB, { ...options, ...more });
        session.count(options.stats);
        const key =
          got === null ? "" : `${got.distance} ${got.triangleA} ${got.triangleB} ${got.pointA} ${got.pointB}`;
        if (right.has(key)) continue;
        judge(got, expected, a, b);
        right.add(key);
      }
      const other = session.ask("distance", treeB, treeA, { aToWorld: bToWorld, bToWorld: aToWorld });
      if (other?.distance !== session.ask("distance", treeA, treeB, options)?.distance)
        throw new WrongAnswer("distance differs with a and b exchanged", other?.distance, expected.distance);
      const measured = session.ask("distance", treeA, treeB, options)!.distance;
      // A limit that rounding cannot reach.
      for (const factor of [0.999999, 1.000001]) {
        const maxDistance = expected.distance * factor;
        if (!(maxDistance > 0) || maxDistance < 1e-290) continue;
        const within = session.ask("distance", treeA, treeB, { ...options, maxDistance });
        if ((within === null) !== factor < 1)
          throw new WrongAnswer(
            `distance with maxDistance ${factor < 1 ? "below" : "above"} it`,
            within?.distance ?? null,
            expected.distance,
          );
      }
      judgeRounding("distance", measured, expected.distance, [[expected.a], [expected.b]]);
    });
  },
};

export function distanceCase(random: Random): Omit<FuzzCase, "seed"> {
  if (random.chance(0.4)) return needleCase(random);
  const made = smallMeshes(random, 2, 3);
  // Half of the time the meshes are moved apart.
  if (random.chance(0.5)) {
    const { positions } = made.meshes[1];
    const size = Math.max(...Array.from(made.meshes[0].positions.subarray(0, 3), Math.abs), 2 ** -1000);
    const step = size * random.pick([1e-3, 0.1, 1, 3]);
    const axis = random.below(3);
    for (let i = axis; i < positions.length; i += 3) positions[i] = Math.min(positions[i] + step, 2 ** 99);
  }
  return { kind: made.kind, meshes: made.meshes, poses: posesFor(made, random), numbers: {} };
}

/** A triangle or two with a corner far away, and a small triangle beside one of its long edges or its face. */
function needleCase(random: Random): Omit<FuzzCase, "seed"> {
  const [p, q] = [0, 1].map(() => [decimal(random), decimal(random), decimal(random)]) as [
    number[],
    number[],
  ];
  const length = 10 ** random.between(4, 6);
  const far = [0, 1, 2].map(() => random.between(-length, length));
  const corners = [p, q, far];
  const turn = random.below(3);
  const needle = [0, 1, 2].flatMap((k) => corners[(k + turn) % 3]);
  // A point of the needle near its short end, then a step away from it.
  const [share, along] = [random.next(), random.pick([0, 1e-6, 3e-6, 1e-5, 1e-4])];
  const place = p.map((x, k) => {
    const onShortEdge = x + share * (q[k] - x);
    return onShortEdge + along * (far[k] - onShortEdge) + decimal(random, 1) / 2;
  });
  const small = [0, 1, 2].flatMap(() =>
    place.map((x) => Math.round(100 * x) / 100 + decimal(random, 1) / 10),
  );
  const meshes = [needle, small].map((list) => ({ positions: Float64Array.from(list), indices: null }));
  if (random.chance(0.5)) meshes.reverse();
  return { kind: "a needle and a small triangle", meshes, poses: [null, null], numbers: {} };
}

export interface ExactDistance {
  distance: number;
  a: number;
  b: number;
}

export function exactDistance(a: Float64Array, b: Float64Array): ExactDistance {
  const { vectors, exponent } = toVectors(a, b);
  const all = trianglesOf(vectors);
  const best = meshToMesh(all.slice(0, a.length / 9), all.slice(a.length / 9));
  return { distance: rootToNumber(best.square[0], best.square[1], exponent), a: best.a, b: best.b };
}

function judge(got: Distance | null, expected: ExactDistance, a: Float64Array, b: Float64Array): void {
  const focus = [[expected.a], [expected.b]];
  if (got === null) throw new WrongAnswer("distance is null", null, expected.distance, focus);
  const ends = [
    { point: got.pointA, corners: a.slice(9 * got.triangleA, 9 * got.triangleA + 9) },
    { point: got.pointB, corners: b.slice(9 * got.triangleB, 9 * got.triangleB + 9) },
  ];
  for (const { point, corners } of ends) judgePoint(point, corners);
  const { vectors, exponent } = toVectors(ends[0].corners, ends[1].corners);
  const [s, t] = trianglesOf(vectors);
  const square = triangleToTriangle(s, t);
  const ofTriangles = rootToNumber(square[0], square[1], exponent);
  if (
    ulpsBetween(got.distance, expected.distance) < 2 ** 20 &&
    ulpsBetween(ofTriangles, expected.distance) > 1
  )
    throw new WrongAnswer(
      "distance names triangles that are farther apart",
      [got.triangleA, got.triangleB],
      [expected.a, expected.b],
    );
  judgeLength("distance", got.distance, expected.distance, focus);
}

export function judgeLength(what: string, got: number, expected: number, focus: number[][] | null): void {
  const ulps = ulpsBetween(got, expected);
  if ((got === 0) !== (expected === 0)) throw new WrongAnswer(`${what} is zero or not`, got, expected, focus);
  if (ulps > 2 ** 20) throw new WrongAnswer(`${what} is wrong`, got, expected, focus);
}

/** Asked last: a rounding error must not hide a worse fault. */
export function judgeRounding(what: string, got: number, expected: number, focus: number[][] | null): void {
  if (ulpsBetween(got, expected) > DISTANCE_ULPS)
    throw new WrongAnswer(`${what} is off by rounding`, got, expected, focus);
}

/** Throws unless the point lies on the triangle, but for rounding. */
export function judgePoint(point: ArrayLike<number>, corners: ArrayLike<number>): void {
  const { vectors, exponent } = toVectors(point, corners);
  const square = pointToTriangle(vectors[0], [vectors[1], vectors[2], vectors[3]]);
  const off = rootToNumber(square[0], square[1], exponent);
  const most = Math.max(...Array.from(corners, Math.abs));
  if (off > POINT_ERROR * most + 2 ** -1060)
    throw new WrongAnswer("a point is off its triangle", Array.from(point), Array.from(corners));
}
