import type { FuzzCase } from "../fuzz-case.ts";
import { decimal, nudge } from "../generators/coordinates.ts";
import { smallMeshes } from "../generators/meshes.ts";
import { worldTriangles } from "../oracles/world-vertices.ts";
import type { Random } from "../random.ts";
import { pointNear } from "./closest-point.ts";
import { posesFor } from "./pairs.ts";

// What rays, boxes, spheres and frusta are asked of: a small mesh, its pose, and numbers beside its world corners.

export interface Scene extends Omit<FuzzCase, "seed"> {
  corners: Float64Array;
  /** A length that suits the mesh. */
  size: number;
}

export function makeScene(random: Random): Scene {
  const made = smallMeshes(random, 1, 6);
  const poses = posesFor(made, random);
  const corners = worldTriangles(made.meshes[0], poses[0]!);
  const lengths = Array.from(corners, Math.abs).filter((x) => x > 0);
  const size = lengths.length === 0 ? 1 : lengths[random.below(lengths.length)];
  return { kind: made.kind, meshes: made.meshes, poses, numbers: {}, corners, size };
}

/** Questions a scene: making a scene and its trees takes longer than one question. */
const QUESTIONS = 6;

/** The lists of several questions, one after the other. */
export function severalOf(ask: () => Record<string, number[]>): Record<string, number[]> {
  const numbers: Record<string, number[]> = {};
  for (let i = 0; i < QUESTIONS; i++)
    for (const [name, list] of Object.entries(ask())) {
      numbers[name] ??= [];
      numbers[name].push(...list);
    }
  return numbers;
}

/** A list of `numbers` cut into its questions. */
export function questionsIn(list: readonly number[], size: number): number[][] {
  return Array.from({ length: list.length / size }, (_, i) => list.slice(size * i, size * (i + 1)));
}

/** Without what the case does not keep. */
export function caseOf(
  { kind, meshes, poses }: Scene,
  numbers: Record<string, number[]>,
): Omit<FuzzCase, "seed"> {
  return { kind, meshes, poses, numbers };
}

export function vectorOf(scene: Scene, random: Random): number[] {
  return anyVector(scene, random).map(inRange);
}

function inRange(x: number): number {
  return Math.max(-(2 ** 99), Math.min(2 ** 99, x));
}

function anyVector(scene: Scene, random: Random): number[] {
  const way = random.below(4);
  if (way === 0) {
    const [from, to] = [pointNear(scene.corners, random), pointNear(scene.corners, random)];
    return from.map((x, k) => to[k] - x);
  }
  const factor = scene.size;
  if (way === 1) return [0, 1, 2].map(() => factor * random.between(-2, 2));
  const axis = random.below(3);
  if (way === 2) return [0, 1, 2].map((k) => (k === axis ? factor * random.pick([1, -1, 3, -4]) : 0));
  return [0, 1, 2].map(() => factor * decimal(random, 2));
}

/** minX minY minZ maxX maxY maxZ: around one point or between two, sometimes flat, sometimes touching to the last bit. */
export function boxNear(scene: Scene, random: Random): number[] {
  const [p, q] = [pointNear(scene.corners, random), pointNear(scene.corners, random)];
  const isAround = random.chance(0.4);
  const half = scene.size * random.pick([0, 0.25, 0.5, 1]);
  const low = p.map((x, k) => (isAround ? x - half : Math.min(x, q[k])));
  const high = p.map((x, k) => (isAround ? x + half : Math.max(x, q[k])));
  if (random.chance(0.3)) {
    const axis = random.below(3);
    high[axis] = Math.max(low[axis], nudge(high[axis], random.between(-2, 2)));
  }
  return [...low, ...high].map(inRange);
}
