import { NO_PROJECTION, projectionOf, reduceToHull, turn } from "../../geometry/contact/contact-triangles.ts";
import { exactDecisionCount, orient2d, orient3d } from "../../numerics/orient.ts";
import { type PosedTree, visitAhead } from "./posed-tree.ts";

// The crossings of a surface by a ray along +x, from a point that is moved by an infinitesimal step in y and a smaller one in z. So
// the ray meets no edge and no vertex.

/** The crossings of the surface by the ray from a point, each signed by the triangle's turn; NaN if the point is on the surface. Exact. */
export function countCrossings(posed: PosedTree, point: Float64Array): number {
  let crossings = 0;
  visitAhead(posed, point, 0, (corners) => {
    const before = exactDecisionCount();
    const turnOfRay = passes(corners, point);
    if (turnOfRay !== 0 || boxHolds(corners, point)) {
      const side = sideOf(corners, point);
      if (side === 0 && triangleHolds(corners, point)) crossings = Number.NaN;
      // The normal's x has the sign of the turn: the triangle is ahead if the point is on its other side.
      else if (turnOfRay !== 0 && side > 0 !== turnOfRay > 0) crossings += turnOfRay;
    }
    if (exactDecisionCount() !== before) posed.exactTests++;
    return Number.isNaN(crossings);
  });
  return crossings;
}

/** How the triangle turns, seen along the line through the moved point: ±1, or 0 if the line misses it. */
export function passes(t: Float64Array, point: Float64Array): number {
  const first = turnSeen(t, 0, 3, point);
  if (first === 0 || turnSeen(t, 3, 6, point) !== first) return 0;
  return turnSeen(t, 6, 0, point) === first ? first : 0;
}

/** The side of line t[i] t[j] on which the moved point lies, in y and z; 0 only for an edge along x. */
function turnSeen(t: Float64Array, i: number, j: number, point: Float64Array): number {
  const [y, z] = [t[i + 1], t[i + 2]];
  const [endY, endZ] = [t[j + 1], t[j + 2]];
  const side = orient2d(y, z, endY, endZ, point[1], point[2]);
  if (side !== 0) return side > 0 ? 1 : -1;
  // the effect of a step in y, then of one in z, on the determinant
  if (z !== endZ) return z > endZ ? 1 : -1;
  return y === endY ? 0 : endY > y ? 1 : -1;
}

function boxHolds(t: Float64Array, point: Float64Array): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const x = point[axis];
    if (x < t[axis] && x < t[3 + axis] && x < t[6 + axis]) return false;
    if (x > t[axis] && x > t[3 + axis] && x > t[6 + axis]) return false;
  }
  return true;
}

/** Negative if the point is behind the triangle, whose front turns counterclockwise; exact. */
export function sideOf(t: Float64Array, p: Float64Array): number {
  return orient3d(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], p[0], p[1], p[2]);
}

// corners (9) point (3)
const together = new Float64Array(16);

/** Whether the closed triangle, possibly degenerate, contains the point, which lies in its plane. */
export function triangleHolds(t: Float64Array, point: Float64Array): boolean {
  for (let k = 0; k < 9; k++) together[k] = t[k];
  for (let axis = 0; axis < 3; axis++) together[9 + axis] = point[axis];
  const plane = projectionOf(together, 0);
  if (plane === NO_PROJECTION) {
    reduceToHull(together, 0);
    if (!boxHolds(together, point)) return false;
    return [0, 1, 2].every((axis) => turn(together, 0, 3, 9, axis) === 0);
  }
  const inside = turn(together, 0, 3, 6, plane);
  for (let e = 0; e < 9; e += 3) {
    const side = turn(together, e, e === 6 ? 0 : e + 3, 9, plane);
    if (side !== 0 && side > 0 !== inside > 0) return false;
  }
  return true;
}
