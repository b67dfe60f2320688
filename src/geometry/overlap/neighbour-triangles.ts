import type { Vector } from "../vector.ts";
import { certainTurn, mainPlane } from "./certain-turn.ts";
import {
  isDegenerateExactly,
  meetBeyondCornerExactly,
  meetBeyondEdgeExactly,
} from "./neighbour-triangles-exact.ts";
import { BOUND, DEGENERATE, NORMAL } from "./triangle-layout.ts";

// Do two triangles of one mesh that share a corner, or an edge, meet anywhere else? Both are proper triangles. This file
// is the filter stage, as triangle-triangle.ts is for triangles without a common corner: plain f64 with an error bound
// on every sign. What it cannot tell goes to the exact twin.

const UNDERFLOW = 2 ** -900;
/** Each product has two rounding errors and the sum two more; 8 units in the last place leave room for the bound's own. */
const FILTER_SUM = 2 ** -50;

/**
 * Marks the triangle at t[i], completed by `setPlane` with this `reach`, as degenerate (1) or proper (0). A component of
 * its normal is certain if it exceeds 2^-49 of the edges' product, which is the plane's bound divided by the reach.
 */
export function markDegenerate(t: Float64Array, i: number, reach: Float64Array): void {
  const extent = reach[0];
  const bound = t[i + BOUND];
  const isProper =
    Math.abs(t[i + NORMAL]) * extent > bound ||
    Math.abs(t[i + NORMAL + 1]) * extent > bound ||
    Math.abs(t[i + NORMAL + 2]) * extent > bound;
  t[i + DEGENERATE] = !isProper && isDegenerateExactly(t, i) ? 1 : 0;
}

export function isDegenerate(t: Float64Array, i: number): boolean {
  return t[i + DEGENERATE] !== 0;
}

/** Whether the triangles at a[i] and b[j], whose corners `cornerA` and `cornerB` coincide, also meet elsewhere. */
export function meetBeyondCorner(
  a: Float64Array,
  i: number,
  cornerA: number,
  b: Float64Array,
  j: number,
  cornerB: number,
): boolean {
  const i0 = i + 3 * cornerA;
  const i1 = cornerA === 2 ? i : i0 + 3;
  const i2 = cornerA === 0 ? i + 6 : i0 - 3;
  const j0 = j + 3 * cornerB;
  const j1 = cornerB === 2 ? j : j0 + 3;
  const j2 = cornerB === 0 ? j + 6 : j0 - 3;
  const x = a[i0];
  const y = a[i0 + 1];
  const z = a[i0 + 2];
  // the other corners of b against the plane of a
  let nx = a[i + NORMAL];
  let ny = a[i + NORMAL + 1];
  let nz = a[i + NORMAL + 2];
  const boundB = a[i + BOUND];
  const s1 = nx * (b[j1] - x) + ny * (b[j1 + 1] - y) + nz * (b[j1 + 2] - z);
  const s2 = nx * (b[j2] - x) + ny * (b[j2 + 1] - y) + nz * (b[j2 + 2] - z);
  if (s1 > boundB && s2 > boundB) return false;
  if (s1 < -boundB && s2 < -boundB) return false;
  // the other corners of a against the plane of b
  nx = b[j + NORMAL];
  ny = b[j + NORMAL + 1];
  nz = b[j + NORMAL + 2];
  const boundA = b[j + BOUND];
  const t1 = nx * (a[i1] - x) + ny * (a[i1 + 1] - y) + nz * (a[i1 + 2] - z);
  const t2 = nx * (a[i2] - x) + ny * (a[i2 + 1] - y) + nz * (a[i2 + 2] - z);
  if (t1 > boundA && t2 > boundA) return false;
  if (t1 < -boundA && t2 < -boundA) return false;
  const certain =
    Math.abs(s1) > boundB && Math.abs(s2) > boundB && Math.abs(t1) > boundA && Math.abs(t2) > boundA;
  // Each crosses the other's plane; do they do so on one side of the common corner? The exact twin has the proof.
  if (certain) return s1 > 0 !== t1 > 0;
  if (pointAway(a, i0, i1, i2, b, j1, j2)) return false;
  if (anglesApart(a, i0, i1, i2, b, j1, j2, mainPlane(a, i))) return false;
  return meetBeyondCornerExactly(a, i0, i1, i2, b, j0, j1, j2);
}

/**
 * Whether the triangles at a[i] and b[j], which share all corners except `cornerA` and `cornerB`, meet beyond their common
 * edge: they are coplanar and on one side of it.
 */
export function meetBeyondEdge(
  a: Float64Array,
  i: number,
  cornerA: number,
  b: Float64Array,
  j: number,
  cornerB: number,
): boolean {
  const i0 = i + 3 * cornerA;
  const i1 = cornerA === 2 ? i : i0 + 3;
  const i2 = cornerA === 0 ? i + 6 : i0 - 3;
  const j0 = j + 3 * cornerB;
  const side =
    a[i + NORMAL] * (b[j0] - a[i1]) +
    a[i + NORMAL + 1] * (b[j0 + 1] - a[i1 + 1]) +
    a[i + NORMAL + 2] * (b[j0 + 2] - a[i1 + 2]);
  if (Math.abs(side) > a[i + BOUND]) return false;
  // Nearly flat: are they certainly on different sides of the edge, seen in a's main plane?
  const plane = mainPlane(a, i);
  const apexA = certainTurn(a, i1, i2, a, i0, plane);
  if (apexA !== 0 && apexA === -certainTurn(a, i1, i2, b, j0, plane)) return false;
  return meetBeyondEdgeExactly(a, i0, i1, i2, b, j0);
}

/**
 * Whether a plane through the common corner i0 has a's other corners strictly on one side and b's on the other. The plane
 * tried is perpendicular to the bisector of a's angle; in flat meshes it separates most neighbours that are not adjacent.
 */
function pointAway(
  a: Float64Array,
  i0: number,
  i1: number,
  i2: number,
  b: Float64Array,
  j1: number,
  j2: number,
): boolean {
  const x = a[i0];
  const y = a[i0 + 1];
  const z = a[i0 + 2];
  // Any normal will do, so its rounding does not matter.
  const nx = a[i1] - x + (a[i2] - x);
  const ny = a[i1 + 1] - y + (a[i2 + 1] - y);
  const nz = a[i1 + 2] - z + (a[i2 + 2] - z);
  const a1 = [nx * (a[i1] - x), ny * (a[i1 + 1] - y), nz * (a[i1 + 2] - z)] as const;
  const a2 = [nx * (a[i2] - x), ny * (a[i2 + 1] - y), nz * (a[i2 + 2] - z)] as const;
  const b1 = [nx * (b[j1] - x), ny * (b[j1 + 1] - y), nz * (b[j1 + 2] - z)] as const;
  const b2 = [nx * (b[j2] - x), ny * (b[j2 + 1] - y), nz * (b[j2 + 2] - z)] as const;
  return certainSum(a1) > 0 && certainSum(a2) > 0 && certainSum(b1) < 0 && certainSum(b2) < 0;
}

/** The sign of a sum of products with one rounded difference each: −1, 1, or 0 where the filter cannot tell. */
function certainSum([x, y, z]: Readonly<Vector>): number {
  const sum = x + y + z;
  const bound = FILTER_SUM * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + UNDERFLOW;
  return sum > bound ? 1 : sum < -bound ? -1 : 0;
}

/**
 * Whether all of b's angle at the common corner lies strictly beyond a side of a's angle at i0, seen in a projection that
 * shows a's plane one-to-one. A ray common to both angles would remain common in the projection, so angles that are apart
 * there share no ray. This spares flat meshes exact arithmetic.
 */
function anglesApart(
  a: Float64Array,
  i0: number,
  i1: number,
  i2: number,
  b: Float64Array,
  j1: number,
  j2: number,
  plane: number,
): boolean {
  const opening = certainTurn(a, i0, i1, a, i2, plane);
  if (opening === 0) return false;
  if (certainTurn(a, i0, i1, b, j1, plane) === -opening && certainTurn(a, i0, i1, b, j2, plane) === -opening)
    return true;
  return certainTurn(a, i0, i2, b, j1, plane) === opening && certainTurn(a, i0, i2, b, j2, plane) === opening;
}
