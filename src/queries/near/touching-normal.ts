import { setUnitNormal } from "../../geometry/triangle-normal.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { EDGE_EDGE, FACE_VERTEX } from "../feature-kinds.ts";
import type { NearPairs } from "./near-pairs.ts";
import type { NearSide } from "./near-side.ts";

// The normal of features that touch. No vector leads from one to the other, so the winding of the triangles says on which side a and b are.
// The normal is the first of these that is not zero:
// - for two edges, their cross product, on the side to which the normal of a's triangle minus that of b's points;
// - for a vertex and a face, the face's normal: a's as it is, b's negated;
// - the normal of the row's other triangle, on the side that leads out of a;
// - the x axis.

/** The unit normal of a's triangle, the negated one of b's, then two edges as vectors and their cross product. */
const scratch = new Float64Array(16);
const OF_A = 0;
const OF_B = 3;
const RESULT = 6;
const corners = new Float64Array(9);

/** Writes the normal of a row whose features touch. */
export function setTouchingNormal(result: NearPairs, row: number, a: NearSide, b: NearSide): void {
  const { kinds, triangles, normals } = result;
  setNormal(a, triangles[2 * row], OF_A, 1);
  setNormal(b, triangles[2 * row + 1], OF_B, -1);
  if (kinds[row] === EDGE_EDGE) {
    setCross(result, row, a, b);
    if (write(normals, row, RESULT)) return;
  }
  const first = kinds[row] === FACE_VERTEX || kinds[row] === EDGE_EDGE ? OF_A : OF_B;
  if (write(normals, row, first) || write(normals, row, OF_A + OF_B - first)) return;
  normals[3 * row] = 1;
  normals[3 * row + 1] = 0;
  normals[3 * row + 2] = 0;
}

/** Writes a normal unless it is zero. */
function write(normals: Float64Array, row: number, at: number): boolean {
  const isZero = scratch[at] === 0 && scratch[at + 1] === 0 && scratch[at + 2] === 0;
  if (!isZero) for (let axis = 0; axis < 3; axis++) normals[3 * row + axis] = scratch[at + axis] + 0; // no −0
  return !isZero;
}

function setNormal(side: NearSide, triangle: number, at: number, sign: number): void {
  const { mesh } = side.tree!;
  for (let k = 0; k < 9; k++)
    corners[k] = side.world[3 * vertexOf(mesh, triangle, Math.floor(k / 3)) + (k % 3)];
  setUnitNormal(corners, 0, scratch, at);
  for (let axis = 0; axis < 3; axis++) scratch[at + axis] *= sign;
}

/** The cross product of a row's edges, on the side to which the triangles' normals point. */
function setCross({ vertices }: NearPairs, row: number, a: NearSide, b: NearSide): void {
  // Cross product as the normal of the triangle 0, u, v.
  for (let axis = 0; axis < 3; axis++) {
    corners[axis] = 0;
    corners[3 + axis] = a.world[3 * vertices[4 * row + 1] + axis] - a.world[3 * vertices[4 * row] + axis];
    corners[6 + axis] = b.world[3 * vertices[4 * row + 3] + axis] - b.world[3 * vertices[4 * row + 2] + axis];
  }
  setUnitNormal(corners, 0, scratch, RESULT);
  let side = 0;
  for (let axis = 0; axis < 3; axis++)
    side += scratch[RESULT + axis] * (scratch[OF_A + axis] + scratch[OF_B + axis]);
  if (side < 0) for (let axis = 0; axis < 3; axis++) scratch[RESULT + axis] *= -1;
}
