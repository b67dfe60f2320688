import { setLengthToOne, setUnitNormal } from "../../geometry/triangle-normal.ts";
import type { ContactCorners } from "./contact-corners.ts";
import type { GatheredTriangles } from "./gather-triangles.ts";

// A shorter difference of two unit normals is rounding: the triangles face one way.
const SAME_DIRECTION = 1e-12;

/** The normal of each pair, from a to b: halfway between a's normal and the opposite of b's. */
export function measureNormals({ positions, sizes, pairs }: GatheredTriangles): Float64Array {
  const ofTriangles = new Float64Array(positions.length / 3);
  for (let t = 0; t < sizes.length; t++)
    if (sizes[t] === 3) setUnitNormal(positions, 9 * t, ofTriangles, 3 * t);
  const normals = new Float64Array(1.5 * pairs.length);
  for (let i = 0; i < pairs.length / 2; i++) {
    const a = 3 * pairs[2 * i];
    const b = 3 * pairs[2 * i + 1];
    for (let axis = 0; axis < 3; axis++)
      normals[3 * i + axis] = ofTriangles[a + axis] - ofTriangles[b + axis];
    setLengthToOne(normals, 3 * i, SAME_DIRECTION);
    const zero = normals[3 * i] === 0 && normals[3 * i + 1] === 0 && normals[3 * i + 2] === 0;
    if (zero) for (let axis = 0; axis < 3; axis++) normals[3 * i + axis] = ofTriangles[a + axis];
  }
  return normals;
}

/** The area or length of each pair's contact; 0 for a point. */
export function measureSizes({ starts, points }: ContactCorners, places: Float64Array): Float64Array {
  const sizes = new Float64Array(starts.length - 1);
  for (let i = 0; i < sizes.length; i++) {
    const from = starts[i];
    const count = starts[i + 1] - from;
    if (count === 2) sizes[i] = lengthBetween(places, points[from], points[from + 1]);
    for (let k = from + 2; k < from + count; k++)
      sizes[i] += fanArea(places, points[from], points[k - 1], points[k]);
  }
  return sizes;
}

export function lengthBetween(places: Float64Array, p: number, q: number): number {
  const x = places[3 * q] - places[3 * p];
  const y = places[3 * q + 1] - places[3 * p + 1];
  const z = places[3 * q + 2] - places[3 * p + 2];
  return Math.sqrt(x * x + y * y + z * z);
}

/** The area of one triangle of a fan; polygons here are convex, so the areas add up. */
export function fanArea(places: Float64Array, p: number, q: number, r: number): number {
  const ux = places[3 * q] - places[3 * p];
  const uy = places[3 * q + 1] - places[3 * p + 1];
  const uz = places[3 * q + 2] - places[3 * p + 2];
  const vx = places[3 * r] - places[3 * p];
  const vy = places[3 * r + 1] - places[3 * p + 1];
  const vz = places[3 * r + 2] - places[3 * p + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  return 0.5 * Math.sqrt(x * x + y * y + z * z);
}
