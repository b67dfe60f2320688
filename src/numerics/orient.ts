import { orient2d as adaptiveOrient2d, orient3d as adaptiveOrient3d } from "robust-predicates";
import { exactOrient2d, exactOrient3d } from "./orient-bigint.ts";

// Signs of determinants, decided exactly. A floating-point filter decides nearly always. What it cannot decide goes to the
// adaptive expansions of robust-predicates; coordinates so small that expansions would underflow go to integers.

const UNIT = 2 ** -53;
// Shewchuk's bounds for a determinant of rounded differences, with room for the rounding of the bound itself.
const FILTER_2D = 4 * UNIT;
const FILTER_3D = 8 * UNIT;
// The most that underflow inside the filter can add, for coordinates up to 2^100.
const UNDERFLOW = 2 ** -900;
// Below this the cube of a coordinate's last bit may fall under the smallest f64.
const SMALLEST_FOR_EXPANSIONS = 2 ** -250;

let exactDecisions = 0;

/** How often a filter could not decide since the module was loaded. Queries report the difference. */
export function exactDecisionCount(): number {
  return exactDecisions;
}

/**
 * Positive if a, b, c turn left, negative if they turn right, zero if they are collinear. Exact; only the sign has a
 * meaning.
 */
export function orient2d(ax: number, ay: number, bx: number, by: number, cx: number, cy: number): number {
  const left = (ax - cx) * (by - cy);
  const right = (ay - cy) * (bx - cx);
  const det = left - right;
  const bound = FILTER_2D * (Math.abs(left) + Math.abs(right)) + UNDERFLOW;
  if (det > bound || det < -bound) return det;
  exactDecisions++;
  // On a line parallel to an axis. A difference of f64 is zero only if its operands are equal.
  if ((ax === cx && bx === cx) || (ay === cy && by === cy)) return 0;
  if (anyTiny(ax, ay, bx, by, cx, cy)) return exactOrient2d(ax, ay, bx, by, cx, cy);
  // robust-predicates has the opposite sign: its y axis points down.
  return -adaptiveOrient2d(ax, ay, bx, by, cx, cy);
}

/**
 * Positive if d lies on the side of plane a b c that (b − a) × (c − a) points to, negative if it lies on the other side,
 * zero if it lies in the plane. Exact; only the sign has a meaning.
 */
export function orient3d(
  ax: number,
  ay: number,
  az: number,
  bx: number,
  by: number,
  bz: number,
  cx: number,
  cy: number,
  cz: number,
  dx: number,
  dy: number,
  dz: number,
): number {
  const ux = bx - ax;
  const uy = by - ay;
  const uz = bz - az;
  const vx = cx - ax;
  const vy = cy - ay;
  const vz = cz - az;
  const wx = dx - ax;
  const wy = dy - ay;
  const wz = dz - az;
  const det = wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
  const permanent =
    Math.abs(wx) * (Math.abs(uy * vz) + Math.abs(uz * vy)) +
    Math.abs(wy) * (Math.abs(uz * vx) + Math.abs(ux * vz)) +
    Math.abs(wz) * (Math.abs(ux * vy) + Math.abs(uy * vx));
  const bound = FILTER_3D * permanent + UNDERFLOW;
  if (det > bound || det < -bound) return det;
  exactDecisions++;
  // All four in a plane perpendicular to an axis, as most flat faces are.
  if (az === bz && az === cz && az === dz) return 0;
  if (ax === bx && ax === cx && ax === dx) return 0;
  if (ay === by && ay === cy && ay === dy) return 0;
  if (anyTiny(ax, ay, az, bx, by, bz) || anyTiny(cx, cy, cz, dx, dy, dz))
    return exactOrient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
  // robust-predicates is positive for d below a, b, c seen counterclockwise.
  return -adaptiveOrient3d(ax, ay, az, bx, by, bz, cx, cy, cz, dx, dy, dz);
}

/** `orient3d` of the points that start at indices i, j, k and l of an array. */
export function orient3dAt(p: Float64Array, i: number, j: number, k: number, l: number): number {
  // biome-ignore format: a point reads in a row
  return orient3d(
    p[i], p[i + 1], p[i + 2],
    p[j], p[j + 1], p[j + 2],
    p[k], p[k + 1], p[k + 2],
    p[l], p[l + 1], p[l + 2],
  );
}

function anyTiny(a: number, b: number, c: number, d: number, e: number, f: number): boolean {
  return isTiny(a) || isTiny(b) || isTiny(c) || isTiny(d) || isTiny(e) || isTiny(f);
}

function isTiny(x: number): boolean {
  return x !== 0 && Math.abs(x) < SMALLEST_FOR_EXPANSIONS;
}
