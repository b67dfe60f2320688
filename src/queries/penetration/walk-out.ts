import { movePoint } from "../../geometry/affine.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { createTrianglePairs, findPairs } from "../pairs/find-pairs.ts";
import { addStats } from "../stats.ts";
import { holdAnyPiece, type Motion, moveB, solidsMeet } from "./solids-meet.ts";

// From a travel that is too short to the first one behind it after which the solids are free. Each pair of triangles that meets has
// to part, and along a straight line that takes a length which is known in closed form: b goes at least as far as the last of
// them. New pairs may meet there, so it is repeated. All pairs take part, hence the travel does not depend on the tree.

/** Where a walk has ended, and what stood in the way last. */
export interface Walk {
  travel: number;
  /** The unit normal of the plane in which the last two triangles part, from a to b. */
  readonly normal: Float64Array;
  /** These triangles; −1 where the walk met none. */
  triangleA: number;
  triangleB: number;
  /** The last travel at which triangles met. */
  tooShort: number;
}

export function createWalk(): Walk {
  return { travel: 0, normal: new Float64Array(3), triangleA: -1, triangleB: -1, tooShort: 0 };
}

const MOST_STEPS = 6;

/** Walks along `direction` from `base`, from a travel of `from`, at most to `most`, in steps that end `beyond` where triangles would touch; false if the solids still meet there, or the walk is too long. */
export function walkOut(
  motion: Motion,
  base: Float64Array,
  direction: Float64Array,
  from: number,
  most: number,
  beyond: number,
  walk: Walk,
): boolean {
  walk.triangleA = -1;
  walk.travel = from;
  for (let step = 0; step < MOST_STEPS; step++) {
    const farther = partPairs(motion, base, direction, walk);
    if (farther < 0) return !holdAnyPiece(motion);
    walk.tooShort = walk.travel;
    walk.travel += farther + beyond;
    if (!(walk.travel <= most)) return false;
  }
  return !solidsMeet(motion, translationOf(base, direction, walk.travel), 1);
}

const translation = new Float64Array(3);

function translationOf(base: Float64Array, direction: Float64Array, travel: number): Float64Array {
  for (let k = 0; k < 3; k++) translation[k] = base[k] + travel * direction[k];
  return translation;
}

const found = createTrianglePairs();
// corners of a triangle of a (9), of b where it stands (9)
const corners = new Float64Array(18);
const exit = new Float64Array(4);

/** How far all pairs of triangles that meet have to go until they have parted; −1 where none meet. */
function partPairs(motion: Motion, base: Float64Array, direction: Float64Array, walk: Walk): number {
  const { a, b, aToWorld, moved, query, sum } = motion;
  moveB(motion, translationOf(base, direction, walk.travel), 1);
  const { test, descend } = query;
  const { pairs, count, stats } = findPairs(a, b, { aToWorld, bToWorld: moved, test, descend, into: found });
  addStats(sum, stats);
  let most = -1;
  for (let i = 0; i < count; i++) {
    setTriangle(a, aToWorld, pairs[2 * i], 0);
    setTriangle(b, moved, pairs[2 * i + 1], 9);
    const travel = partTriangles(direction, most);
    if (!(travel > most)) continue;
    most = travel;
    walk.triangleA = pairs[2 * i];
    walk.triangleB = pairs[2 * i + 1];
    for (let k = 0; k < 3; k++) walk.normal[k] = exit[1 + k];
  }
  return most;
}

function setTriangle({ mesh }: BinaryTree, toWorld: Float64Array, triangle: number, to: number): void {
  const { positions } = mesh;
  for (let k = 0; k < 3; k++) {
    const v = 3 * vertexOf(mesh, triangle, k);
    movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], corners, to + 3 * k);
  }
}

/**
 * How far b's triangle has to go along d until a plane parts it from a's: the least over the planes that can bound the difference of
 * two triangles, which lie in one of them or are spanned by an edge of each. The plane's normal goes to `exit`.
 * Ends early with what is at most `enough`.
 */
function partTriangles(d: Float64Array, enough: number): number {
  exit[0] = Infinity;
  tryPlane(0, 3, 0, 6, d);
  tryPlane(9, 12, 9, 15, d);
  for (let i = 0; i < 9; i += 3)
    for (let j = 9; j < 18; j += 3) {
      if (exit[0] <= enough) return exit[0];
      tryPlane(i, i === 6 ? 0 : i + 3, j, j === 15 ? 9 : j + 3, d);
    }
  return exit[0] < Infinity ? Math.max(0, exit[0]) : 0;
}

/** The plane along the edges p q and r s. */
function tryPlane(p: number, q: number, r: number, s: number, d: Float64Array): void {
  const c = corners;
  const ux = c[q] - c[p];
  const uy = c[q + 1] - c[p + 1];
  const uz = c[q + 2] - c[p + 2];
  const vx = c[s] - c[r];
  const vy = c[s + 1] - c[r + 1];
  const vz = c[s + 2] - c[r + 2];
  let x = uy * vz - uz * vy;
  let y = uz * vx - ux * vz;
  let z = ux * vy - uy * vx;
  const length = Math.sqrt(x * x + y * y + z * z);
  if (!(length > 0)) return;
  const factor = (x * d[0] + y * d[1] + z * d[2] < 0 ? -1 : 1) / length;
  x *= factor;
  y *= factor;
  z *= factor;
  const along = x * d[0] + y * d[1] + z * d[2];
  if (!(along > STEEP)) return;
  let top = -Infinity;
  let bottom = Infinity;
  for (let k = 0; k < 9; k += 3) {
    top = Math.max(top, x * c[k] + y * c[k + 1] + z * c[k + 2]);
    bottom = Math.min(bottom, x * c[9 + k] + y * c[10 + k] + z * c[11 + k]);
  }
  const travel = (top - bottom) / along;
  if (!(travel < exit[0])) return;
  exit[0] = travel;
  exit[1] = x;
  exit[2] = y;
  exit[3] = z;
}

/** A plane nearly along the way parts nothing but by rounding. */
const STEEP = 1e-9;
