import type { Random } from "../random.ts";
import { decimal, nudge } from "./coordinates.ts";

// Kinds of triangles, nine numbers each, and groups of them that lie close together.

export type MakeTriangle = (random: Random) => number[];

/** Corners on a small lattice: full of ties, coplanar ones and degenerates. */
function latticeTriangle(random: Random): number[] {
  const reach = random.between(1, 4);
  return Array.from({ length: 9 }, () => random.between(-reach, reach));
}

/** In the plane z = 0, or in another plane of the lattice. */
function flatTriangle(random: Random): number[] {
  const t = Array.from({ length: 9 }, () => random.between(-3, 3));
  const isSlanted = random.chance(0.3);
  for (let k = 0; k < 9; k += 3) t[k + 2] = isSlanted ? t[k] + t[k + 1] : 0;
  return t;
}

/** One corner far away, in any place. */
function needle(random: Random): number[] {
  const t = Array.from({ length: 9 }, () => decimal(random));
  const corner = 3 * random.below(3);
  const length = 10 ** random.between(3, 6);
  for (let k = 0; k < 3; k++) t[corner + k] = random.between(-length, length);
  return t;
}

/** Three corners that are almost on one line. */
function sliver(random: Random): number[] {
  const p = [0, 1, 2].map(() => decimal(random));
  const q = [0, 1, 2].map(() => decimal(random));
  const share = random.pick([0.5, 0.25, 1 / 3, 0.9, random.next()]);
  const r = p.map((x, k) => nudge(x + share * (q[k] - x), random.between(-2, 2)));
  const corners = [p, q, r];
  const turn = random.below(3);
  return [0, 1, 2].flatMap((k) => corners[(k + turn) % 3]);
}

function decimalTriangle(random: Random): number[] {
  return Array.from({ length: 9 }, () => decimal(random, 1));
}

/** A segment or a point. */
function degenerate(random: Random): number[] {
  const t = latticeTriangle(random);
  const corner = random.below(3);
  const other = (corner + 1) % 3;
  const isMiddle = random.chance(0.5);
  for (let k = 0; k < 3; k++)
    t[3 * other + k] = isMiddle ? 2 * t[3 * corner + k] - t[3 * ((corner + 2) % 3) + k] : t[3 * corner + k];
  return t;
}

export const TRIANGLES: Record<string, MakeTriangle> = {
  lattice: latticeTriangle,
  flat: flatTriangle,
  needle,
  sliver,
  decimal: decimalTriangle,
  degenerate,
};

/** The kinds whose corners are whole numbers. */
export const LATTICE_KINDS = ["lattice", "lattice", "flat", "degenerate"];

/**
 * Makes a triangle meet others in special ways: it takes over corners, an edge, or all corners of another one, in any rotation, or gets a
 * corner into the middle of the other's edge.
 */
export function relate(t: number[], other: readonly number[], random: Random): void {
  const way = random.below(5);
  const turn = random.below(3);
  const take = (to: number, from: number) => {
    for (let k = 0; k < 3; k++) t[3 * (to % 3) + k] = other[3 * (from % 3) + k];
  };
  if (way === 0) take(turn, random.below(3));
  else if (way === 1) {
    const from = random.below(3);
    const step = random.pick([1, 2]);
    take(turn, from);
    take(turn + step, from + 1);
  } else if (way === 2) {
    const step = random.pick([1, 2]);
    for (let k = 0; k < 3; k++) take(turn + step * k, k);
  } else if (way === 3) {
    const from = random.below(3);
    for (let k = 0; k < 3; k++) t[3 * turn + k] = (other[3 * from + k] + other[3 * ((from + 1) % 3) + k]) / 2;
  }
}
