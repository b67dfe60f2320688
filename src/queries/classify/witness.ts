import { KIND } from "../../geometry/contact/triangle-contact.ts";
import { setUnitNormal } from "../../geometry/triangle-normal.ts";
import { orient3d } from "../../numerics/orient.ts";
import type { ContactCorners } from "../contacts/contact-corners.ts";
import { findCorners, placePoints } from "../contacts/contact-corners.ts";
import { gatherTriangles } from "../contacts/gather-triangles.ts";
import { INSIDE, locate, ON } from "./locate-point.ts";
import { cornersInWorld, type PosedTree } from "./posed-tree.ts";

/** Distances from the crossing at which witnesses are tried, relative to its length. */
const DISTANCES = [2 ** -8, 2 ** -16];

const normals = new Float64Array(16);
const point = new Float64Array(3);

/**
 * Around two triangles that cross there are, in general, all four combinations of inside and outside. Tries points near the crossing and
 * reports the combinations found. Each point has f64 coordinates and is decided exactly: what is found is true, but nothing follows from
 * what is not found.
 */
export function visitNearCrossing(
  a: PosedTree,
  b: PosedTree,
  triangleA: number,
  triangleB: number,
  visit: (inA: boolean, inB: boolean) => boolean,
): void {
  if (!straddleEachOther(a, b, triangleA, triangleB)) return;
  const { triangles, found } = cornersOf(a, b, triangleA, triangleB);
  if (found.kinds[0] !== KIND.crossing) return;
  const [x, y, z, endX, endY, endZ] = placePoints(triangles, found) as unknown as number[];
  const along = [endX - x, endY - y, endZ - z];
  for (let t = 0; t < 2; t++) setUnitNormal(triangles.positions, 9 * t, normals, 3 * t);
  const middle = [(x + endX) / 2, (y + endY) / 2, (z + endZ) / 2];
  const inPlane = [0, 3].map((n) => [
    normals[n + 1] * along[2] - normals[n + 2] * along[1],
    normals[n + 2] * along[0] - normals[n] * along[2],
    normals[n] * along[1] - normals[n + 1] * along[0],
  ]);
  for (const distance of DISTANCES)
    for (let quadrant = 0; quadrant < 4; quadrant++) {
      const ofA = quadrant & 1 ? distance : -distance;
      const ofB = quadrant & 2 ? distance : -distance;
      for (let axis = 0; axis < 3; axis++)
        point[axis] = middle[axis] + ofA * inPlane[0][axis] + ofB * inPlane[1][axis];
      const inA = locate(a, point);
      const inB = locate(b, point);
      if (inA !== ON && inB !== ON && visit(inA === INSIDE, inB === INSIDE)) return;
    }
}

/** Whether two triangles cross properly: each strictly on both sides of the other's plane. Exact. */
export function trianglesCross(a: PosedTree, b: PosedTree, triangleA: number, triangleB: number): boolean {
  if (!straddleEachOther(a, b, triangleA, triangleB)) return false;
  return cornersOf(a, b, triangleA, triangleB).found.kinds[0] === KIND.crossing;
}

/**
 * Whether each of two triangles has corners strictly on both sides of the other's plane. If they also meet, they cross properly.
 * Exact.
 */
export function straddleEachOther(a: PosedTree, b: PosedTree, triangleA: number, triangleB: number): boolean {
  const cornersA = cornersInWorld(a, triangleA);
  const cornersB = cornersInWorld(b, triangleB);
  return straddles(cornersA, cornersB) && straddles(cornersB, cornersA);
}

function straddles(p: Float64Array, t: Float64Array): boolean {
  let isAbove = false;
  let isBelow = false;
  for (let k = 0; k < 9; k += 3) {
    const [x, y, z] = [p[k], p[k + 1], p[k + 2]];
    const side = orient3d(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], x, y, z);
    if (side > 0) isAbove = true;
    else if (side < 0) isBelow = true;
  }
  return isAbove && isBelow;
}

function cornersOf(a: PosedTree, b: PosedTree, triangleA: number, triangleB: number) {
  const pair = Uint32Array.of(triangleA, triangleB);
  const toWorldA = a.moves ? a.toWorld : null;
  const toWorldB = b.moves ? b.toWorld : null;
  const triangles = gatherTriangles(a.tree.mesh, toWorldA, b.tree.mesh, toWorldB, pair);
  const found: ContactCorners = findCorners(triangles);
  return { triangles, found };
}
