import { TRIANGLE } from "../../geometry/overlap/triangle-triangle.ts";
import { type Vector, vectorFrom } from "../../geometry/vector.ts";
import { hypot } from "../../numerics/portable-math.ts";
import { INSIDE, locate, OUTSIDE } from "../classify/locate-point.ts";
import { meetsTriangle, type WorldSurface } from "./world-surface.ts";

// Translations that may take a triangle out of a solid. If a translation takes a triangle out, it was no deeper in the
// solid than the translation is long. The exact test decides whether it is out.

/** A translation: its unit direction, and a point of the solid's surface that the triangle should pass on the way out. */
export interface Exit {
  direction: Vector;
  point: Vector;
}

/** The triangle after the translation. */
const moved = new Float64Array(TRIANGLE);
const normal = new Float64Array(3);

/**
 * From the triangle's centre through the point of the solid's surface nearest to it, `distance` away. If the two coincide,
 * along both normals of the surface there.
 */
export function exitsFromCentre(
  solid: WorldSurface,
  centre: Float64Array,
  distance: number,
  side: number,
  tiny: number,
): Exit[] {
  if (distance > tiny) return exitsThrough(centre, solid.point, side === INSIDE ? 1 : -1);
  setNormal(solid);
  const point = vectorFrom(solid.point);
  return [1, -1].map((sign) => ({ direction: vectorFrom(normal.map((x) => sign * x)), point }));
}

/**
 * From a point through its exit point for sign 1, in the opposite direction for −1; empty if the two coincide. The
 * direction has unit length whatever rounding did to a short distance, because the length of the translation is what it
 * proves.
 */
export function exitsThrough(from: Float64Array, exit: Float64Array, sign: 1 | -1): Exit[] {
  const x = exit[0] - from[0];
  const y = exit[1] - from[1];
  const z = exit[2] - from[2];
  const length = sign * hypot(x, y, z); // their squares may underflow
  return length === 0 ? [] : [{ direction: [x / length, y / length, z / length], point: vectorFrom(exit) }];
}

/** How far a triangle must move along the exit's direction to pass the perpendicular plane at the exit's point. */
export function lengthToExit(corners: Float64Array, { direction: [x, y, z], point }: Exit): number {
  let length = -Infinity;
  for (let k = 0; k < 9; k += 3)
    length = Math.max(
      length,
      x * (point[0] - corners[k]) + y * (point[1] - corners[k + 1]) + z * (point[2] - corners[k + 2]),
    );
  return length;
}

/** Whether the triangle, moved by `length` along the exit's direction, shares no point with the solid. */
export function isOutAfter(
  solid: WorldSurface,
  corners: Float64Array,
  { direction: [x, y, z] }: Exit,
  length: number,
): boolean {
  for (let k = 0; k < 9; k += 3) {
    moved[k] = corners[k] + length * x;
    moved[k + 1] = corners[k + 1] + length * y;
    moved[k + 2] = corners[k + 2] + length * z;
  }
  return !meetsTriangle(solid, moved) && locate(solid.posed, moved) === OUTSIDE;
}

/** Writes the unit normal of the solid's triangle that `findNearest` found. */
function setNormal({ kept: { triangles: t }, at }: WorldSurface): void {
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
  normal[0] = x / length;
  normal[1] = y / length;
  normal[2] = z / length;
}
