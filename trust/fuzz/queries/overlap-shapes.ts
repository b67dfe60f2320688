import type { QueryStats } from "../../../src/index.ts";
import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { nudge } from "../generators/coordinates.ts";
import { integerOf, rootToNumber, toIntegers } from "../oracles/integers.ts";
import { pointToTriangle, trianglesOf } from "../oracles/squared-distance.ts";
import { sweptBoxTime } from "../oracles/swept-box.ts";
import { toVectors } from "../oracles/vectors.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import { pointNear } from "./closest-point.ts";
import { boxNear, caseOf, makeScene, vectorOf } from "./shape-case.ts";

export const overlapBox: FuzzQuery = {
  name: "overlapBox",
  checks: "overlapBox: every triangle that shares a point with a box",
  generate(random) {
    const scene = makeScene(random);
    return caseOf(scene, { box: boxNear(scene, random) });
  },
  check({ meshes, poses, numbers }, session) {
    const box = numbers.box;
    if ([0, 1, 2].some((k) => !(box[k] <= box[3 + k]))) return;
    const { vectors } = toVectors(box, worldTriangles(meshes[0], poses[0]!));
    const expected: number[] = [];
    trianglesOf(vectors.slice(2)).forEach((t, i) => {
      if (sweptBoxTime(vectors[0], vectors[1], [0n, 0n, 0n], t) !== null) expected.push(i);
    });
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", meshes[0]);
      const stats = {} as QueryStats;
      const got = session.ask("overlapBox", tree, box, { toWorld: poses[0], stats });
      session.count(stats);
      if (String(got.triangles) !== String(expected))
        throw new WrongAnswer("overlapBox differs", Array.from(got.triangles), expected);
    });
  },
};

export const overlapSphere: FuzzQuery = {
  name: "overlapSphere",
  checks: "overlapSphere: every triangle within the radius, touching to the last bit",
  generate(random) {
    const scene = makeScene(random);
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
    return caseOf(scene, { centre, radius: [Math.max(0, Math.min(radius, 2 ** 99))] });
  },
  check({ meshes, poses, numbers }, session) {
    const centre = numbers.centre;
    const [radius] = numbers.radius as [number];
    const corners = worldTriangles(meshes[0], poses[0]!);
    const whole: bigint[] = [];
    const all = [...centre, ...corners, radius];
    const exponent = toIntegers(all, all.length, whole);
    const r = integerOf(radius, exponent);
    const vectorAt = (i: number) => [whole[3 * i], whole[3 * i + 1], whole[3 * i + 2]] as const;
    const expected: number[] = [];
    for (let t = 0; t < corners.length / 9; t++) {
      const square = pointToTriangle(vectorAt(0), [
        vectorAt(3 * t + 1),
        vectorAt(3 * t + 2),
        vectorAt(3 * t + 3),
      ]);
      if (square[0] <= r * r * square[1]) expected.push(t);
    }
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", meshes[0]);
      const stats = {} as QueryStats;
      const got = session.ask("overlapSphere", tree, centre, radius, { toWorld: poses[0], stats });
      session.count(stats);
      if (String(got.triangles) !== String(expected))
        throw new WrongAnswer("overlapSphere differs", Array.from(got.triangles), expected);
    });
  },
};

export const cullFrustum: FuzzQuery = {
  name: "cullFrustum",
  checks: "cullFrustum: every triangle that no single plane cuts off",
  generate(random) {
    const scene = makeScene(random);
    const planes: number[] = [];
    for (let n = random.between(1, 6); n > 0; n--) {
      let normal = vectorOf(scene, random).map((x) => (Math.abs(x) < 2 ** 90 ? x : 1));
      if (normal.every((x) => x === 0)) normal = [1, 0, 0];
      const point = pointNear(scene.corners, random);
      const d = -normal.reduce((sum, x, k) => sum + x * point[k], 0);
      planes.push(...normal, Math.abs(d) < 2 ** 99 ? nudge(d, random.pick([0, 0, 1, -1])) : 0);
    }
    return caseOf(scene, { planes });
  },
  check({ meshes, poses, numbers }, session) {
    const planes = numbers.planes;
    for (let i = 0; i < planes.length; i += 4) if (planes.slice(i, i + 3).every((x) => x === 0)) return;
    const corners = worldTriangles(meshes[0], poses[0]!);
    const whole: bigint[] = [];
    // The last number, 1, is what d is multiplied by.
    const all = [...planes, ...corners, 1];
    toIntegers(all, all.length, whole);
    const one = whole[all.length - 1];
    const isBehind = (plane: number, corner: number) => {
      const [a, b, c, d] = whole.slice(4 * plane, 4 * plane + 4) as [bigint, bigint, bigint, bigint];
      const at = planes.length + 3 * corner;
      return a * whole[at] + b * whole[at + 1] + c * whole[at + 2] + d * one < 0n;
    };
    const expected: number[] = [];
    for (let t = 0; t < corners.length / 9; t++) {
      let isKept = true;
      for (let plane = 0; plane < planes.length / 4; plane++)
        if ([0, 1, 2].every((corner) => isBehind(plane, 3 * t + corner))) isKept = false;
      if (isKept) expected.push(t);
    }
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", meshes[0]);
      const stats = {} as QueryStats;
      const got = session.ask("cullFrustum", tree, planes, { toWorld: poses[0], stats });
      session.count(stats);
      if (String(got.triangles) !== String(expected))
        throw new WrongAnswer("cullFrustum differs", Array.from(got.triangles), expected);
    });
  },
};
