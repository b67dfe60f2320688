import { movePoint } from "../../geometry/affine.ts";
import type { Bounds } from "../../geometry/bounds.ts";
import { orient3d } from "../../numerics/orient.ts";
import { cornersInWorld, type PosedTree, worldPositions } from "./posed-tree.ts";

// Most parts that touch lie on opposite sides of a plane. A plane with all vertices of a on one side and all of b on the other, vertices in
// the plane allowed, proves that they share no interior point. Exact.

/** Whether an axis-parallel plane separates two boxes. */
export function boxesPart(a: Bounds, b: Bounds): boolean {
  for (let axis = 0; axis < 3; axis++) if (a[3 + axis] <= b[axis] || b[3 + axis] <= a[axis]) return true;
  return false;
}

/** How many vertices of a mesh are tested before all of them are moved to the world. */
const SAMPLE = 16;

/**
 * Whether the plane of one of two triangles separates the meshes or, with `tryAxes`, an axis-parallel plane. False proves nothing.
 */
export function planeParts(
  a: PosedTree,
  b: PosedTree,
  triangleA: number,
  triangleB: number,
  tryAxes: boolean,
): boolean {
  if (tryAxes && axisParts(worldPositions(a), worldPositions(b))) return true;
  return trianglePlaneParts(a, b, a, triangleA) || trianglePlaneParts(a, b, b, triangleB);
}

function axisParts(p: ArrayLike<number>, q: ArrayLike<number>): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const [leastP, mostP] = range(p, axis);
    const [leastQ, mostQ] = range(q, axis);
    if (mostP <= leastQ || mostQ <= leastP) return true;
  }
  return false;
}

function range(p: ArrayLike<number>, axis: number): [least: number, most: number] {
  let least = Infinity;
  let most = -Infinity;
  for (let i = axis; i < p.length; i += 3) {
    if (p[i] < least) least = p[i];
    if (p[i] > most) most = p[i];
  }
  return [least, most];
}

function trianglePlaneParts(a: PosedTree, b: PosedTree, of: PosedTree, triangle: number): boolean {
  const plane = cornersInWorld(of, triangle);
  // Most planes cut one of the meshes, and a few vertices show it.
  if (sideOf(sampleOf(a), plane) === CUT || sideOf(sampleOf(b), plane) === CUT) return false;
  const sideA = sideOf(worldPositions(a), plane);
  if (sideA === CUT || sideA === IN_PLANE) return false;
  return sideOf(worldPositions(b), plane) === -sideA;
}

/** Some world vertices, spread over the list; all of them if they are known or few. */
function sampleOf(posed: PosedTree): ArrayLike<number> {
  const { positions } = posed.tree.mesh;
  const count = positions.length / 3;
  if (posed.world !== null || count <= SAMPLE) return worldPositions(posed);
  const sample = new Float64Array(3 * SAMPLE);
  for (let k = 0; k < SAMPLE; k++) {
    const v = 3 * Math.floor((k * count) / SAMPLE);
    if (posed.moves)
      movePoint(posed.toWorld, positions[v], positions[v + 1], positions[v + 2], sample, 3 * k);
    else for (let axis = 0; axis < 3; axis++) sample[3 * k + axis] = positions[v + axis];
  }
  return sample;
}

/** Results of `sideOf` other than 1 and −1. */
const CUT = 2;
const IN_PLANE = 0;

/**
 * The side of the triangle's plane, 1 or −1, of all points that are not in it; CUT if there are points on both sides, IN_PLANE if all are
 * in it.
 */
function sideOf(p: ArrayLike<number>, t: Float64Array): number {
  let side = IN_PLANE;
  for (let v = 0; v < p.length; v += 3) {
    const height = orient3d(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], p[v], p[v + 1], p[v + 2]);
    if (height === 0) continue;
    const sign = height > 0 ? 1 : -1;
    if (side === IN_PLANE) side = sign;
    else if (side !== sign) return CUT;
  }
  return side;
}
