import { TRIANGLE } from "../../geometry/overlap/triangle-triangle.ts";
import { hypot } from "../../numerics/portable-math.ts";
import { INSIDE, OUTSIDE } from "../classify/locate-point.ts";
import { meetsTriangle, sideOfPoint, type WorldSurface } from "./world-surface.ts";

// Translations that may take a triangle out of a solid. If a translation takes a triangle out, the triangle was no deeper than the
// translation is long. The exact test decides whether it is out.

/** Translations: EXIT numbers each. */
export interface Exits {
  // unit direction (3) | a point of the solid's surface that the triangle should pass while leaving (3)
  readonly numbers: Float64Array;
  count: number;
}

const EXIT = 6;
const POINT = 3;
/** Two from the centre of a triangle, one from a corner. */
const MOST_EXITS = 3;

export function createExits(): Exits {
  return { numbers: new Float64Array(EXIT * MOST_EXITS), count: 0 };
}

/** The triangle after the translation. */
const moved = new Float64Array(TRIANGLE);

/**
 * Adds the exit from the triangle's centre through the point of the solid's surface nearest to it, `distance` away. If the two coincide,
 * adds both normals of the surface there.
 */
export function addExitsFromCentre(
  exits: Exits,
  solid: WorldSurface,
  centre: Float64Array,
  distance: number,
  side: number,
  tiny: number,
): void {
  if (distance > tiny) {
    addExitThrough(exits, centre, 0, solid.point, 0, side === INSIDE ? 1 : -1);
    return;
  }
  addNormal(exits, solid, 1);
  addNormal(exits, solid, -1);
}

/**
 * Adds the exit from the point at p[i] through its exit point at q[j] for sign 1, in the opposite direction for −1; none if the points
 * coincide. The direction is normalised whatever rounding did to a short distance, because the length of the translation is what it proves.
 */
export function addExitThrough(
  exits: Exits,
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  sign: 1 | -1,
): void {
  const x = q[j] - p[i];
  const y = q[j + 1] - p[i + 1];
  const z = q[j + 2] - p[i + 2];
  const length = sign * hypot(x, y, z); // their squares may underflow
  if (length !== 0) addExit(exits, x / length, y / length, z / length, q, j);
}

function addExit(exits: Exits, x: number, y: number, z: number, point: Float64Array, at: number): void {
  const { numbers } = exits;
  const to = EXIT * exits.count++;
  numbers[to] = x;
  numbers[to + 1] = y;
  numbers[to + 2] = z;
  for (let axis = 0; axis < 3; axis++) numbers[to + POINT + axis] = point[at + axis];
}

/** Adds the exits along both normals of a triangle; none if it has no area. */
export function addExitsAlongNormals(exits: Exits, corners: Float64Array): void {
  const ux = corners[3] - corners[0];
  const uy = corners[4] - corners[1];
  const uz = corners[5] - corners[2];
  const vx = corners[6] - corners[0];
  const vy = corners[7] - corners[1];
  const vz = corners[8] - corners[2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = hypot(x, y, z); // their squares may underflow
  if (length === 0) return;
  addExit(exits, x / length, y / length, z / length, corners, 0);
  addExit(exits, -x / length, -y / length, -z / length, corners, 0);
}

/** The distance from the point p[i] to p[j] along an exit's direction. */
export function lengthAlong({ numbers }: Exits, exit: number, p: Float64Array, i: number, j: number): number {
  const at = EXIT * exit;
  return (
    numbers[at] * (p[j] - p[i]) +
    numbers[at + 1] * (p[j + 1] - p[i + 1]) +
    numbers[at + 2] * (p[j + 2] - p[i + 2])
  );
}

/** How far a triangle must move along the exit's direction to pass the perpendicular plane at the exit's point. */
export function lengthToExit(exits: Exits, exit: number, corners: Float64Array): number {
  let length = -Infinity;
  for (let k = 0; k < 9; k += 3) length = Math.max(length, heightOf(exits, exit, corners, k));
  return length;
}

/** How far the point at p[i] must move along the exit's direction to pass the perpendicular plane at the exit's point. */
export function heightOf({ numbers }: Exits, exit: number, p: Float64Array, i: number): number {
  const at = EXIT * exit;
  return (
    numbers[at] * (numbers[at + POINT] - p[i]) +
    numbers[at + 1] * (numbers[at + POINT + 1] - p[i + 1]) +
    numbers[at + 2] * (numbers[at + POINT + 2] - p[i + 2])
  );
}

/** Whether the triangle, moved by `length` along the exit's direction, shares no point with the solid. */
export function isOutAfter(
  solid: WorldSurface,
  corners: Float64Array,
  { numbers }: Exits,
  exit: number,
  length: number,
): boolean {
  const at = EXIT * exit;
  for (let k = 0; k < 9; k++) moved[k] = corners[k] + length * numbers[at + (k % 3)];
  return !meetsTriangle(solid, moved) && sideOfPoint(solid, moved) === OUTSIDE;
}

/** Adds the normal of the solid's triangle found by `findNearest`, or its opposite, at the point found. */
function addNormal(exits: Exits, { kept: { triangles: t }, at, point }: WorldSurface, sign: 1 | -1): void {
  const ux = t[at + 3] - t[at];
  const uy = t[at + 4] - t[at + 1];
  const uz = t[at + 5] - t[at + 2];
  const vx = t[at + 6] - t[at];
  const vy = t[at + 7] - t[at + 1];
  const vz = t[at + 8] - t[at + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const length = hypot(x, y, z) || 1; // their squares may underflow
  addExit(exits, (sign * x) / length, (sign * y) / length, (sign * z) / length, point, 0);
}
