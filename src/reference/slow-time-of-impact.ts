import { sweepExactly } from "../geometry/sweep/exact-sweep.ts";
import type { TimeInterval } from "../geometry/sweep/feature-sweep.ts";
import { type Positions, type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { checkOptionNames, type OptionNames } from "../option-names.ts";
import { distanceByBruteForce } from "./slow-distance.ts";
import { trianglesMeetByIntegers } from "./slow-triangle-triangle.ts";
import { collideByBruteForce } from "./triangle-pairs.ts";

/** A mesh whose vertices move in straight lines, in world space. */
export interface StraightMotion {
  mesh: TriangleMesh;
  /** World coordinates at time 1; those at time 0 are the mesh's. */
  positionsAtEnd: Positions;
}

/** No poses: unlike `timeOfImpact`, the twin would ignore them. */
export const STRAIGHT_MOTION: OptionNames<StraightMotion> = { mesh: true, positionsAtEnd: true };

/**
 * The slow twin of `timeOfImpact` for straight motion: every triangle of one against every triangle of the other, every
 * corner against every face and every edge against every edge, no tree, no filter. Null when they never meet.
 */
export function timeOfImpactByBruteForce(a: StraightMotion, b: StraightMotion): TimeInterval | null {
  return earliest(a, b, false);
}

/** The slow twin of `selfTimeOfImpact`. Features with a common vertex are skipped. */
export function selfTimeOfImpactByBruteForce(motion: StraightMotion): TimeInterval | null {
  return earliest(motion, motion, true);
}

function earliest(a: StraightMotion, b: StraightMotion, isSelf: boolean): TimeInterval | null {
  for (const motion of [a, b]) checkOptionNames(motion, STRAIGHT_MOTION, "a StraightMotion");
  let first: TimeInterval | null = null;
  for (let i = 0; i < a.mesh.triangleCount; i++)
    for (let j = isSelf ? i + 1 : 0; j < b.mesh.triangleCount; j++) {
      if (meetAtStart(a.mesh, i, b.mesh, j, isSelf)) return { lower: 0, upper: 0 };
      for (const features of featurePairs(a, i, b, j, isSelf)) {
        const out = new Float64Array(2);
        if (!sweepExactly(features.query, 0, features.isEdges, out)) continue;
        const [lower, upper] = [out[0], out[1]];
        if (first === null || lower < first.lower || (lower === first.lower && upper < first.upper))
          first = { lower, upper };
      }
    }
  return first;
}

interface FeaturePair {
  query: Float64Array;
  isEdges: boolean;
}

function featurePairs(
  a: StraightMotion,
  i: number,
  b: StraightMotion,
  j: number,
  isSelf: boolean,
): FeaturePair[] {
  const [p, q] = [cornersOf(a.mesh, i), cornersOf(b.mesh, j)];
  const pairs: FeaturePair[] = [];
  const add = (
    isEdges: boolean,
    left: number[],
    right: number[],
    first: StraightMotion,
    second: StraightMotion,
  ) => {
    if (isSelf && left.some((vertex) => right.includes(vertex))) return;
    const at = (isEnd: boolean) => [
      ...left.map((v) => pointOf(first, v, isEnd)),
      ...right.map((v) => pointOf(second, v, isEnd)),
    ];
    pairs.push({ isEdges, query: Float64Array.from([...at(false), ...at(true)].flat()) });
  };
  for (const vertex of p) add(false, [vertex], q, a, b);
  for (const vertex of q) add(false, [vertex], p, b, a);
  for (let k = 0; k < 3; k++)
    for (let l = 0; l < 3; l++) add(true, [p[k], p[(k + 1) % 3]], [q[l], q[(l + 1) % 3]], a, b);
  return pairs;
}

export function cornersOf(mesh: TriangleMesh, triangle: number): number[] {
  return [0, 1, 2].map((corner) => vertexOf(mesh, triangle, corner));
}

export function pointOf({ mesh, positionsAtEnd }: StraightMotion, vertex: number, isEnd: boolean): number[] {
  return [...(isEnd ? positionsAtEnd : mesh.positions).subarray(3 * vertex, 3 * vertex + 3)];
}

/**
 * Within one mesh: whether they share more than a common vertex. Contacts beyond a common edge are found by its other
 * features.
 */
export function meetAtStart(
  a: TriangleMesh,
  i: number,
  b: TriangleMesh,
  j: number,
  isSelf: boolean,
): boolean {
  const [p, q] = [cornersOf(a, i), cornersOf(b, j)];
  const coordinates = (mesh: TriangleMesh, vertices: number[]) =>
    Float64Array.from(vertices.flatMap((v) => [...mesh.positions.subarray(3 * v, 3 * v + 3)]));
  const meet = (left: number[], right: number[]) =>
    trianglesMeetByIntegers(coordinates(a, left), 0, coordinates(b, right), 0);
  const shared = p.filter((vertex) => q.includes(vertex));
  if (!isSelf || shared.length === 0) return meet(p, q);
  if (shared.length > 1) return false;
  const across = (triangle: number[]) => triangle.filter((vertex) => vertex !== shared[0]);
  const segment = ([from, to]: number[]) => [from, to, to];
  return meet(segment(across(p)), q) || meet(segment(across(q)), p);
}

/** A mesh in world space at a time, 0 … 1. */
export type MeshAtTime = (time: number) => TriangleMesh;

/**
 * The slow twin of `timeOfImpact` for meshes that rotate, deform or both: brute force at `steps` + 1 evenly spaced times.
 * The first of them at which the two meet, or null; it can miss contacts between these times.
 */
export function timeOfImpactBySampling(a: MeshAtTime, b: MeshAtTime, steps: number): number | null {
  for (let step = 0; step <= steps; step++)
    if (collideByBruteForce(a(step / steps), b(step / steps))) return step / steps;
  return null;
}

/**
 * The other slow twin, which misses no contact between its times: it advances by the distance divided by the largest
 * approach speed of points of a and b. The time at which they are within `tolerance`, before which they were apart; or
 * null. Does not terminate if the two slide along each other.
 */
export function timeOfImpactByAdvancement(
  a: MeshAtTime,
  b: MeshAtTime,
  speed: number,
  tolerance: number,
): number | null {
  for (let time = 0; time <= 1; ) {
    const distance = distanceByBruteForce(a(time), b(time));
    if (distance <= tolerance) return time;
    time += distance / speed;
  }
  return null;
}
