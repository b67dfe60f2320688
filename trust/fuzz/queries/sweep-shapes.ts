import type { sweepBox as askSweepBox, QueryStats } from "../../../src/index.ts";
import { type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { fractionToNumber, toIntegers } from "../oracles/integers.ts";
import { segmentToTriangle, trianglesOf } from "../oracles/squared-distance.ts";
import { sweptBoxTime } from "../oracles/swept-box.ts";
import { type Fraction, isEqual, isLess, toVectors, type Vector } from "../oracles/vectors.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import { pointNear } from "./closest-point.ts";
import { boxNear, caseOf, makeScene, questionsIn, severalOf, vectorOf } from "./shape-case.ts";

/** abut promises no bound for times of sweeps. They are off by no more than this. */
const TIME_ERROR = 1e-9;
/** A sphere may touch at a grazing angle, where the time has half of the digits. */
const GRAZING_ERROR = 1e-5;

export const sweepBox: FuzzQuery = {
  name: "sweepBox",
  checks:
    "sweepBox: hit or not, the first triangle, the lowest of equals, the time; 0 and no normal at the start; sweepBoxDepthFirst: a triangle at its time",
  questions: { box: 6, motion: 3 },
  generate(random) {
    const scene = makeScene(random);
    return caseOf(
      scene,
      severalOf(() => ({ box: boxNear(scene, random), motion: vectorOf(scene, random) })),
    );
  },
  check({ meshes, poses, numbers }, session) {
    const corners = worldTriangles(meshes[0], poses[0]!);
    const motions = questionsIn(numbers.motion, 3);
    const questions = questionsIn(numbers.box, 6)
      .map((box, i) => ({ box, motion: motions[i] }))
      .filter(({ box }) => [0, 1, 2].every((k) => box[k] <= box[3 + k]))
      .map(({ box, motion }) => ({ box, motion, ...timesOfBox(corners, box, motion) }));
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", meshes[0]);
      for (const { box, motion, times, first } of questions) {
        const stats = {} as QueryStats;
        const got = session.ask("sweepBox", tree, box, motion, { toWorld: poses[0], stats });
        session.count(stats);
        judgeBox(got, times, first);
        judgeAny(session.ask("sweepBoxDepthFirst", tree, box, motion, { toWorld: poses[0] }), times);
      }
    });
  },
};

interface FirstTime {
  time: Fraction;
  triangle: number;
}

/** The time of each triangle, and the first of all. */
function timesOfBox(
  corners: Float64Array,
  box: readonly number[],
  motion: readonly number[],
): { times: (Fraction | null)[]; first: FirstTime | null } {
  const { vectors } = toVectors(box, motion, corners);
  const times = trianglesOf(vectors.slice(3)).map((t) => sweptBoxTime(vectors[0], vectors[1], vectors[2], t));
  let first: FirstTime | null = null;
  for (let triangle = 0; triangle < times.length; triangle++) {
    const time = times[triangle];
    if (time !== null && (first === null || isLess(time, first.time))) first = { time, triangle };
  }
  return { times, first };
}

function judgeBox(
  got: ReturnType<typeof askSweepBox>,
  times: readonly (Fraction | null)[],
  expected: FirstTime | null,
): void {
  if ((got === null) !== (expected === null))
    throw new WrongAnswer(`sweepBox ${got === null ? "misses" : "hits"}`, got, expected?.triangle ?? null);
  if (got === null || expected === null) return;
  const time = fractionToNumber(expected.time[0], expected.time[1], 0);
  if (!(Math.abs(got.time - time) <= TIME_ERROR))
    throw new WrongAnswer("sweepBox: time is wrong", got.time, time);
  const isAtStart = expected.time[0] === 0n;
  // A time that f64 cannot hold is rounded to 0.
  const isJudged = isAtStart || time > 1e-300;
  if (isJudged && ((got.time === 0) !== isAtStart || (got.normal === null) !== isAtStart))
    throw new WrongAnswer(
      "sweepBox: overlaps at the start or not",
      [got.time, got.normal],
      [time, isAtStart],
    );
  const ofGot = times[got.triangle];
  if (ofGot === null || got.triangle !== expected.triangle)
    throw new WrongAnswer(
      ofGot !== null && isEqual(ofGot, expected.time)
        ? "sweepBox names a higher one of equal triangles"
        : "sweepBox names another triangle",
      got.triangle,
      expected.triangle,
    );
}

/** A hit of any triangle that is met. */
function judgeAny(got: ReturnType<typeof askSweepBox>, times: readonly (Fraction | null)[]): void {
  const isMet = times.some((time) => time !== null);
  if ((got !== null) !== isMet)
    throw new WrongAnswer(`sweepBoxDepthFirst ${got === null ? "misses" : "hits"}`, got, isMet);
  if (got === null) return;
  const exact = times[got.triangle];
  const time = exact === null ? null : fractionToNumber(exact[0], exact[1], 0);
  if (time === null || !(Math.abs(got.time - time) <= TIME_ERROR))
    throw new WrongAnswer("sweepBoxDepthFirst: time is wrong", got.time, time);
}

export const sweepSphere: FuzzQuery = {
  name: "sweepSphere",
  checks: "sweepSphere: hit or not, exactly; nothing is met before the time, something is at it",
  questions: { centre: 3, motion: 3, radius: 1 },
  generate(random) {
    const scene = makeScene(random);
    return caseOf(
      scene,
      severalOf(() => {
        const motion = vectorOf(scene, random);
        const near = pointNear(scene.corners, random);
        // A path whose middle is a corner, or beside it by rounding.
        const isAimed = random.chance(0.5);
        const at = 3 * random.below(scene.corners.length / 3);
        const centre = isAimed ? near.map((_, k) => scene.corners[at + k] - motion[k] / 2) : near;
        const radius = Math.min(scene.size * random.pick([0, 2 ** -60, 0.25, 0.5, 1]), 2 ** 99);
        return { centre, motion, radius: [radius] };
      }),
    );
  },
  check({ meshes, poses, numbers }, session) {
    const corners = worldTriangles(meshes[0], poses[0]!);
    const motions = questionsIn(numbers.motion, 3);
    const questions = questionsIn(numbers.centre, 3)
      .map((centre, i) => ({ centre, motion: motions[i], radius: numbers.radius[i] }))
      .filter(({ radius }) => radius >= 0)
      .map((question) => {
        const meetsUntil = createSphereSweep(corners, question.centre, question.motion);
        return { ...question, meetsUntil, expected: meetsUntil(1, question.radius) };
      });
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", meshes[0]);
      for (const { centre, motion, radius, meetsUntil, expected } of questions) {
        const stats = {} as QueryStats;
        const got = session.ask("sweepSphere", tree, centre, radius, motion, { toWorld: poses[0], stats });
        session.count(stats);
        if ((got !== null) !== expected)
          throw new WrongAnswer(`sweepSphere ${got === null ? "misses" : "hits"}`, got, expected);
        if (got === null) continue;
        if ((got.normal === null) !== meetsUntil(0, radius))
          throw new WrongAnswer(
            "sweepSphere: overlaps at the start or not",
            [got.time, got.normal],
            meetsUntil(0, radius),
          );
        // A ball that glides along a face within rounding of it touches it at no certain time: the ball is larger or smaller by rounding then.
        // Times of thin balls are decided in integers.
        const isThin = radius <= 2 ** -20 * (Math.abs(motion[0]) + Math.abs(motion[1]) + Math.abs(motion[2]));
        let reach = 0;
        for (const list of [centre, motion, corners])
          for (const x of list) reach = Math.max(reach, Math.abs(x));
        const roomy = isThin ? radius : radius * (1 + 1e-9) + 2 ** -40 * reach;
        const narrow = isThin ? radius : radius * (1 - 1e-9) - 2 ** -40 * reach;
        if (got.time > GRAZING_ERROR && narrow >= 0 && meetsUntil(got.time - GRAZING_ERROR, narrow))
          throw new WrongAnswer("sweepSphere: time is too late", got.time, "an earlier one");
        if (!meetsUntil(Math.min(1, got.time + GRAZING_ERROR), roomy))
          throw new WrongAnswer("sweepSphere: time is too early", got.time, "a later one");
      }
    });
  },
};

/** Whether a sphere meets a triangle on its way up to a time. Answers are remembered: every tree asks for the same ones. */
function createSphereSweep(corners: Float64Array, centre: readonly number[], motion: readonly number[]) {
  const known = new Map<string, boolean>();
  return (time: number, size: number): boolean => {
    const key = `${time} ${size}`;
    const before = known.get(key);
    if (before !== undefined) return before;
    const meets = meetsOnItsWay(time, size);
    known.set(key, meets);
    return meets;
  };

  function meetsOnItsWay(time: number, size: number): boolean {
    const whole: bigint[] = [];
    toIntegers([time, 1], 2, whole);
    const [share, one] = [whole[0], whole[1]]; // time = share / one
    const values = [...centre, ...motion, size, ...corners];
    toIntegers(values, values.length, whole);
    const at = (i: number): Vector => [one * whole[i], one * whole[i + 1], one * whole[i + 2]];
    const start = at(0);
    const end: Vector = [0, 1, 2].map((k) => one * whole[k] + share * whole[3 + k]) as unknown as Vector;
    const r = one * whole[6];
    for (let t = 0; t < corners.length / 9; t++) {
      const triangle = [at(7 + 9 * t), at(10 + 9 * t), at(13 + 9 * t)] as const;
      if (isBeyond(start, end, r, triangle)) continue;
      const square = segmentToTriangle(start, end, triangle);
      if (square[0] <= r * r * square[1]) return true;
    }
    return false;
  }
}

/** Whether on one axis all corners are farther than r from what lies between start and end. */
function isBeyond(start: Vector, end: Vector, r: bigint, corners: readonly Vector[]): boolean {
  for (let k = 0; k < 3; k++) {
    const [low, high] = start[k] < end[k] ? [start[k] - r, end[k] + r] : [end[k] - r, start[k] + r];
    if (corners.every((p) => p[k] < low) || corners.every((p) => p[k] > high)) return true;
  }
  return false;
}
