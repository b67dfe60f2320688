import type { QueryStats } from "../../../src/index.ts";
import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { nudge } from "../generators/coordinates.ts";
import { integerOf, rootToNumber, toIntegers } from "../oracles/integers.ts";
import { pointToTriangle, trianglesOf } from "../oracles/squared-distance.ts";
import { sweptBoxTime } from "../oracles/swept-box.ts";
import { toVectors } from "../oracles/vectors.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import { pointNear } from "./closest-point.ts";
import { boxNear, caseOf, makeScene, questionsIn, severalOf, vectorOf } from "./shape-case.ts";

export const overlapBox: FuzzQuery = {
  name: "overlapBox",
  checks: "overlapBox: every triangle that shares a point with a box; meetsBox; meetsLeafBox loses none",
  questions: { box: 6 },
  generate(random) {
    const scene = makeScene(random);
    return caseOf(
      scene,
      severalOf(() => ({ box: boxNear(scene, random) })),
    );
  },
  check({ meshes, poses, numbers }, session) {
    const boxes = questionsIn(numbers.box, 6).filter((box) => [0, 1, 2].every((k) => box[k] <= box[3 + k]));
    const corners = worldTriangles(meshes[0], poses[0]!);
    const questions = boxes.map((box) => {
      const { vectors } = toVectors(box, corners);
      const expected: number[] = [];
      trianglesOf(vectors.slice(2)).forEach((t, i) => {
        if (sweptBoxTime(vectors[0], vectors[1], [0n, 0n, 0n], t) !== null) expected.push(i);
      });
      return { box, expected };
    });
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", meshes[0]);
      for (const { box, expected } of questions) {
        const stats = {} as QueryStats;
        const got = session.ask("overlapBox", tree, box, { toWorld: poses[0], stats });
        session.count(stats);
        if (String(got.triangles) !== String(expected))
          throw new WrongAnswer("overlapBox differs", Array.from(got.triangles), expected);
        const met = session.ask("meetsBox", tree, box, { toWorld: poses[0] });
        if (met !== expected.length > 0) throw new WrongAnswer("meetsBox differs", met, expected);
        const meetsLeaf = session.ask("meetsLeafBox", tree, box, { toWorld: poses[0] });
        if (met && !meetsLeaf) throw new WrongAnswer("meetsLeafBox misses", meetsLeaf, met);
      }
    });
  },
};

export const overlapSphere: FuzzQuery = {
  name: "overlapSphere",
  checks: "overlapSphere: every triangle within the radius, touching to the last bit",
  questions: { centre: 3, radius: 1 },
  generate(random) {
    const scene = makeScene(random);
    return caseOf(
      scene,
      severalOf(() => {
        const centre = pointNear(scene.corners, random);
        const { vectors, exponent } = toVectors(centre, scene.corners);
        const triangles = trianglesOf(vectors.slice(1));
        const square = pointToTriangle(vectors[0], random.pick(triangles));
        const exact = rootToNumber(square[0], square[1], exponent);
        const radius = random.pick([
          exact,
          nudge(exact, 1),
          Math.max(0, nudge(exact, -1)),
          scene.size,
          0,
          2 * exact,
        ]);
        return { centre, radius: [Math.max(0, Math.min(radius, 2 ** 99))] };
      }),
    );
  },
  check({ meshes, poses, numbers }, session) {
    const corners = worldTriangles(meshes[0], poses[0]!);
    const questions = questionsIn(numbers.centre, 3).map((centre, i) => {
      const radius = numbers.radius[i];
      return { centre, radius, expected: trianglesInSphere(corners, centre, radius) };
    });
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", meshes[0]);
      for (const { centre, radius, expected } of questions) {
        const stats = {} as QueryStats;
        const got = session.ask("overlapSphere", tree, centre, radius, { toWorld: poses[0], stats });
        session.count(stats);
        if (String(got.triangles) !== String(expected))
          throw new WrongAnswer("overlapSphere differs", Array.from(got.triangles), expected);
        const met = session.ask("meetsSphere", tree, centre, radius, { toWorld: poses[0] });
        if (met !== expected.length > 0) throw new WrongAnswer("meetsSphere differs", met, expected);
      }
    });
  },
};

function trianglesInSphere(corners: Float64Array, centre: readonly number[], radius: number): number[] {
  const whole: bigint[] = [];
  const all = [...centre, ...corners, radius];
  const exponent = toIntegers(all, all.length, whole);
  const r = integerOf(radius, exponent);
  const vectorAt = (i: number) => [whole[3 * i], whole[3 * i + 1], whole[3 * i + 2]] as const;
  const found: number[] = [];
  for (let t = 0; t < corners.length / 9; t++) {
    const square = pointToTriangle(vectorAt(0), [
      vectorAt(3 * t + 1),
      vectorAt(3 * t + 2),
      vectorAt(3 * t + 3),
    ]);
    if (square[0] <= r * r * square[1]) found.push(t);
  }
  return found;
}

/** Planes of one frustum. */
const MOST_PLANES = 6;

export const cullFrustum: FuzzQuery = {
  name: "cullFrustum",
  checks: "cullFrustum: every triangle that no single plane cuts off",
  questions: { planes: 4 * MOST_PLANES, counts: 1 },
  generate(random) {
    const scene = makeScene(random);
    return caseOf(
      scene,
      severalOf(() => {
        const planes: number[] = [];
        for (let n = 0; n < MOST_PLANES; n++) {
          let normal = vectorOf(scene, random).map((x) => (Math.abs(x) < 2 ** 90 ? x : 1));
          if (normal.every((x) => x === 0)) normal = [1, 0, 0];
          const point = pointNear(scene.corners, random);
          const d = -normal.reduce((sum, x, k) => sum + x * point[k], 0);
          planes.push(...normal, Math.abs(d) < 2 ** 99 ? nudge(d, random.pick([0, 0, 1, -1])) : 0);
        }
        return { planes, counts: [random.between(1, MOST_PLANES)] };
      }),
    );
  },
  check({ meshes, poses, numbers }, session) {
    const corners = worldTriangles(meshes[0], poses[0]!);
    const questions = questionsIn(numbers.planes, 4 * MOST_PLANES)
      .map((all, i) => all.slice(0, 4 * numbers.counts[i]))
      .filter((planes) => questionsIn(planes, 4).every((plane) => plane.slice(0, 3).some((x) => x !== 0)))
      .map((planes) => ({ planes, expected: trianglesInFront(corners, planes) }));
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", meshes[0]);
      for (const { planes, expected } of questions) {
        const stats = {} as QueryStats;
        const got = session.ask("cullFrustum", tree, planes, { toWorld: poses[0], stats });
        session.count(stats);
        if (String(got.triangles) !== String(expected))
          throw new WrongAnswer("cullFrustum differs", Array.from(got.triangles), expected);
      }
    });
  },
};

/** Triangles that have a corner in front of, or on, each of the planes. */
function trianglesInFront(corners: Float64Array, planes: readonly number[]): number[] {
  const whole: bigint[] = [];
  // The last number, 1, is what d is multiplied by.
  const all = [...planes, ...corners, 1];
  toIntegers(all, all.length, whole);
  const one = whole[all.length - 1];
  const isBehind = (plane: number, corner: number) => {
    const at = planes.length + 3 * corner;
    return (
      whole[plane] * whole[at] +
        whole[plane + 1] * whole[at + 1] +
        whole[plane + 2] * whole[at + 2] +
        whole[plane + 3] * one <
      0n
    );
  };
  const found: number[] = [];
  for (let t = 0; t < corners.length / 9; t++) {
    let isKept = true;
    for (let plane = 0; plane < planes.length && isKept; plane += 4)
      isKept = [0, 1, 2].some((corner) => !isBehind(plane, 3 * t + corner));
    if (isKept) found.push(t);
  }
  return found;
}
