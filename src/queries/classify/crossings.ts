import { NO_PROJECTION, projectionOf, reduceToHull, turn } from "../../geometry/contact/contact-triangles.ts";
import { exactDecisionCount, orient2d, orient3d } from "../../numerics/orient.ts";
import { type PosedTree, visitAhead } from "./posed-tree.ts";

// Crossings of a surface by a ray along +x. The ray starts at a point moved by an infinitesimal step in y and a smaller one in z, so it
// meets no edge and no vertex.

/**
 * The sum of the surface's crossings by the ray from a point, each signed by the triangle's orientation; NaN if the point is on the
 * surface. Exact.
 */
export function countCrossings(posed: PosedTree, point: Float64Array): number {
  let crossings = 0;
  visitAhead(posed, point, 0, (triangles, at) => {
    const before = exactDecisionCount();
    crossings += crossingOf(triangles, at, point);
    if (exactDecisionCount() !== before) posed.exactTests++;
    return Number.isNaN(crossings);
  });
  return crossings;
}

/** 0 if the ray misses the triangle at t[i], its orientation ±1 if the ray crosses it, NaN if the triangle contains the point. */
export function crossingOf(t: Float64Array, i: number, point: Float64Array): number {
  const turnOfRay = passes(t, i, point);
  if (turnOfRay === 0 && !boxHolds(t, i, point)) return 0;
  const side = sideOf(t, i, point);
  if (side === 0 && triangleHolds(t, i, point)) return Number.NaN;
  // The normal's x has the sign of the orientation: the triangle is ahead if the point is on its other side.
  return turnOfRay !== 0 && side > 0 !== turnOfRay > 0 ? turnOfRay : 0;
}

/** The triangle's orientation seen along the line through the moved point: ±1, or 0 if the line misses it. */
export function passes(t: Float64Array, i: number, point: Float64Array): number {
  const first = turnSeen(t, i, i + 3, point);
  if (first === 0 || turnSeen(t, i + 3, i + 6, point) !== first) return 0;
  return turnSeen(t, i + 6, i, point) === first ? first : 0;
}

/** On which side of line t[i] t[j] the moved point lies, in y and z; 0 only for an edge along x. */
function turnSeen(t: Float64Array, i: number, j: number, point: Float64Array): number {
  const y = t[i + 1];
  const z = t[i + 2];
  const endY = t[j + 1];
  const endZ = t[j + 2];
  const side = orient2d(y, z, endY, endZ, point[1], point[2]);
  if (side !== 0) return side > 0 ? 1 : -1;
  // the effect of a step in y, then of one in z, on the determinant
  if (z !== endZ) return z > endZ ? 1 : -1;
  return y === endY ? 0 : endY > y ? 1 : -1;
}

function boxHolds(t: Float64Array, i: number, point: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const x = point[axis];
    const k = i + axis;
    if (x < t[k] && x < t[k + 3] && x < t[k + 6]) return false;
    if (x > t[k] && x > t[k + 3] && x > t[k + 6]) return false;
  }
  return true;
}

/** Negative if the point is behind the triangle, whose front is counterclockwise; exact. */
export function sideOf(t: Float64Array, i: number, p: Float64Array): number {
  return orient3d(
    t[i],
    t[i + 1],
    t[i + 2],
    t[i + 3],
    t[i + 4],
    t[i + 5],
    t[i + 6],
    t[i + 7],
    t[i + 8],
    p[0],
    p[1],
    p[2],
  );
}

// corners (9) point (3)
const together = new Float64Array(16);

/** Whether the closed triangle, possibly degenerate, contains the point, which lies in its plane. */
export function triangleHolds(t: Float64Array, i: number, point: Float64Array): boolean {
  for (let k = 0; k < 9; k++) together[k] = t[i + k];
  for (let axis = 0; axis < 3; axis++) together[9 + axis] = point[axis];
  const plane = projectionOf(together, 0);
  if (plane === NO_PROJECTION) {
    reduceToHull(together, 0);
    if (!boxHolds(together, 0, point)) return false;
    return [0, 1, 2].every((axis) => turn(together, 0, 3, 9, axis) === 0);
  }
  const inside = turn(together, 0, 3, 6, plane);
  for (let e = 0; e < 9; e += 3) {
    const side = turn(together, e, e === 6 ? 0 : e + 3, 9, plane);
    if (side !== 0 && side > 0 !== inside > 0) return false;
  }
  return true;
}
