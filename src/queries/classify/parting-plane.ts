import type { Bounds } from "../../geometry/bounds.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { orient3d } from "../../numerics/orient.ts";
import { type PosedTree, worldPositions } from "./posed-tree.ts";

// Most parts that touch lie on two sides of a plane. A plane with all vertices of a on one side and all of b on the other,
// vertices in it allowed, proves that they share no interior point. Exact.

/** Whether an axis-parallel plane separates two boxes. */
export function boxesPart(a: Bounds, b: Bounds): boolean {
  for (let axis = 0; axis < 3; axis++) if (a[3 + axis] <= b[axis] || b[3 + axis] <= a[axis]) return true;
  return false;
}

/** Whether an axis-parallel plane, or that of one of two triangles, separates the meshes. False proves nothing. */
export function planeParts(a: PosedTree, b: PosedTree, triangleA: number, triangleB: number): boolean {
  const p = worldPositions(a);
  const q = worldPositions(b);
  return (
    axisParts(p, q) ||
    trianglePlaneParts(p, q, p, cornersOf(a, triangleA)) ||
    trianglePlaneParts(p, q, q, cornersOf(b, triangleB))
  );
}

function cornersOf({ tree: { mesh } }: PosedTree, triangle: number): number[] {
  return [0, 1, 2].map((corner) => 3 * vertexOf(mesh, triangle, corner));
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

function trianglePlaneParts(
  p: ArrayLike<number>,
  q: ArrayLike<number>,
  of: ArrayLike<number>,
  corners: number[],
): boolean {
  const sideP = sideOf(p, of, corners);
  if (sideP === 0) return false;
  const sideQ = sideOf(q, of, corners);
  return sideQ !== 0 && sideP !== sideQ;
}

/** The side of the triangle's plane, 1 or −1, on which all points lie; 0 if they lie on both sides, or all in the plane. */
function sideOf(p: ArrayLike<number>, of: ArrayLike<number>, [i, j, k]: number[]): number {
  let side = 0;
  for (let v = 0; v < p.length; v += 3) {
    const sign = Math.sign(
      orient3d(
        of[i],
        of[i + 1],
        of[i + 2],
        of[j],
        of[j + 1],
        of[j + 2],
        of[k],
        of[k + 1],
        of[k + 2],
        p[v],
        p[v + 1],
        p[v + 2],
      ),
    );
    if (sign === 0) continue;
    if (side === 0) side = sign;
    else if (side !== sign) return 0;
  }
  return side;
}
