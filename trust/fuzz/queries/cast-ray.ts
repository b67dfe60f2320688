import type { QueryStats } from "../../../src/index.ts";
import { type FuzzCase, type FuzzQuery, WrongAnswer } from "../fuzz-case.ts";
import { fractionToNumber } from "../oracles/integers.ts";
import { rayMeetsTriangle } from "../oracles/ray-triangle.ts";
import { trianglesOf } from "../oracles/squared-distance.ts";
import { type Fraction, isLess, toVectors } from "../oracles/vectors.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import type { Random } from "../random.ts";
import { pointNear } from "./closest-point.ts";
import { caseOf, makeScene, questionsIn, type Scene, severalOf, vectorOf } from "./shape-case.ts";

/** abut promises no bound for t. It is off by no more than this share of itself and of the reach over the direction. */
const T_ERROR = 2 ** -36;

const QUESTIONS = { origin: 3, direction: 3, maxT: 1 } as const;

export const castRay: FuzzQuery = {
  name: "castRay",
  checks: "castRay: the first triangle, the lowest of equals; t; sides; maxT",
  questions: QUESTIONS,
  generate: rayCase,
  check: (fuzzCase, session) => {
    const rays = raysOf(fuzzCase);
    const toWorld = fuzzCase.poses[0]!;
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", fuzzCase.meshes[0]);
      for (const ray of rays)
        for (const { side, maxT } of questionsOf(ray)) {
          const options = { toWorld, side, maxT, stats: {} as QueryStats };
          const got = session.ask("castRay", tree, ray.origin, ray.direction, options);
          session.count(options.stats);
          const expected = selectHits(ray.hits, side, maxT)[0] ?? hitBeyondEnd(got, ray.hits, maxT);
          if ((got === null) !== (expected === undefined))
            throw new WrongAnswer(
              `castRay ${got === null ? "misses" : "hits"}`,
              got,
              expected?.triangle ?? null,
            );
          if (got === null || expected === undefined) continue;
          judgeT("castRay", got.t, expected, ray);
          if (got.triangle !== expected.triangle)
            throw new WrongAnswer("castRay names another triangle", got.triangle, expected.triangle);
        }
    });
  },
};

export const castRayAll: FuzzQuery = {
  name: "castRayAll",
  checks: "castRayAll: every triangle on the ray, sorted by the true t and the triangle",
  questions: QUESTIONS,
  generate: rayCase,
  check: (fuzzCase, session) => {
    const rays = raysOf(fuzzCase);
    const toWorld = fuzzCase.poses[0]!;
    session.eachVariant(["aabb"], () => {
      const tree = session.buildAabb("tree", fuzzCase.meshes[0]);
      for (const ray of rays)
        for (const { side, maxT } of questionsOf(ray)) {
          const got = session.ask("castRayAll", tree, ray.origin, ray.direction, { toWorld, side, maxT });
          const expected = selectHits(ray.hits, side, maxT);
          for (const hit of got)
            if (!expected.some(({ triangle }) => triangle === hit.triangle)) {
              const beyond = hitBeyondEnd(hit, ray.hits, maxT);
              if (beyond !== undefined) expected.push(beyond);
            }
          expected.sort(byPlace);
          const [gotSet, expectedSet] = [got, expected].map((list) => list.map((hit) => hit.triangle));
          if (String([...gotSet].sort(byNumber)) !== String([...expectedSet].sort(byNumber)))
            throw new WrongAnswer("castRayAll finds other triangles", gotSet, expectedSet);
          for (const hit of got)
            judgeT("castRayAll", hit.t, expected.find((other) => other.triangle === hit.triangle)!, ray);
          if (String(gotSet) !== String(expectedSet))
            throw new WrongAnswer("castRayAll has another order", gotSet, expectedSet);
        }
    });
  },
};

/** A hit counts when its true t is at most maxT, or its reported t is, which may be less by rounding. */
function hitBeyondEnd(
  got: { triangle: number; t: number } | null,
  hits: readonly ExactHit[],
  maxT: number | undefined,
): ExactHit | undefined {
  if (got === null || maxT === undefined || got.t > maxT) return undefined;
  return hits.find(({ triangle }) => triangle === got.triangle);
}

const byNumber = (a: number, b: number) => a - b;
const byPlace = (a: ExactHit, b: ExactHit) =>
  isLess(a.t, b.t) ? -1 : isLess(b.t, a.t) ? 1 : a.triangle - b.triangle;

function rayCase(random: Random): Omit<FuzzCase, "seed"> {
  const scene = makeScene(random);
  return caseOf(
    scene,
    severalOf(() => rayNear(scene, random)),
  );
}

function rayNear(scene: Scene, random: Random): Record<keyof typeof QUESTIONS, number[]> {
  const origin = pointNear(scene.corners, random);
  let direction = vectorOf(scene, random);
  if (random.chance(0.5)) {
    const to = pointNear(scene.corners, random);
    direction = to.map((x, k) => x - origin[k]);
  }
  if (direction.every((x) => x === 0)) direction = [1, 0, 0];
  if (random.chance(0.1)) for (let k = 0; k < 3; k++) direction[k] *= random.pick([2 ** -40, 2 ** 20]);
  if (direction.every((x) => x === 0)) direction = [0, 0, 1];
  direction = direction.map((x) => Math.max(-(2 ** 99), Math.min(2 ** 99, x)));
  return { origin, direction, maxT: [random.pick([0, 0.5, 1, 1, 2])] };
}

interface ExactRay {
  origin: number[];
  direction: number[];
  maxT: number;
  /** All hits, sorted by (t, triangle). */
  hits: ExactHit[];
  /** The largest magnitude of the origin and the corners, over that of the direction. */
  reachOverDirection: number;
}

function raysOf({ meshes, poses, numbers }: FuzzCase): ExactRay[] {
  const corners = worldTriangles(meshes[0], poses[0]!);
  const directions = questionsIn(numbers.direction, 3);
  return questionsIn(numbers.origin, 3).map((origin, i) => {
    const direction = directions[i];
    const reach = Math.max(...Array.from(corners, Math.abs), ...origin.map(Math.abs));
    const length = Math.max(...direction.map(Math.abs));
    const hits = exactHits(corners, origin, direction);
    return { origin, direction, maxT: numbers.maxT[i], hits, reachOverDirection: reach / length };
  });
}

function questionsOf({ maxT }: ExactRay) {
  return [
    { side: "both", maxT: undefined },
    { side: "both", maxT },
    { side: "front", maxT: undefined },
    { side: "back", maxT },
  ] as const;
}

interface ExactHit {
  triangle: number;
  t: Fraction;
  rounded: number;
  side: number;
}

function exactHits(corners: Float64Array, origin: number[], direction: number[]): ExactHit[] {
  const { vectors } = toVectors(origin, direction, corners);
  const hits: ExactHit[] = [];
  trianglesOf(vectors.slice(2)).forEach((t, triangle) => {
    const meeting = rayMeetsTriangle(vectors[0], vectors[1], t);
    if (meeting !== null)
      hits.push({ triangle, ...meeting, rounded: fractionToNumber(meeting.t[0], meeting.t[1], 0) });
  });
  return hits.sort(byPlace);
}

function selectHits(
  hits: readonly ExactHit[],
  side: "both" | "front" | "back",
  maxT: number | undefined,
): ExactHit[] {
  return hits.filter(
    (hit) =>
      (side === "both" || hit.side === (side === "front" ? 1 : -1)) &&
      // maxT is a small decimal here: a whole number of halves
      (maxT === undefined || hit.t[0] * 2n ** 40n <= BigInt(Math.round(maxT * 2 ** 40)) * hit.t[1]),
  );
}

function judgeT(what: string, got: number, { rounded }: ExactHit, { reachOverDirection }: ExactRay): void {
  const allowed = T_ERROR * (Math.abs(rounded) + reachOverDirection);
  if (got !== rounded && !(Math.abs(got - rounded) <= allowed))
    throw new WrongAnswer(`${what}: t is wrong`, got, rounded);
}
