import {
  edgeMeetsPlane,
  type Grid,
  gridOf,
  integersOf,
  type RationalPoint,
  samePoint,
} from "../../geometry/contact/rational-point.ts";
import { rootOf } from "../../mesh/surface-topology.ts";
import { type ContactLines, joinPoints } from "./contact-lines.ts";
import { type ContactSurface, moveSurfaceVertex, placeOfTriangle } from "./contact-surface.ts";

// Meshes whose triangles do not share whole edges (T-junctions) have several names for one point, and a curve would end there. So ends that
// the names leave open are compared by their exact coordinates if f64 cannot tell them apart.

/** More than the rounding of an edge's crossing with a triangle that is not too thin, relative to the coordinates. */
const JOINABLE = 2 ** -30;

/** Joins ends, at which an odd number of segments meet, that are one point. */
export function joinEnds(lines: ContactLines, a: ContactSurface, b: ContactSurface, scale: number): void {
  const { pointCount, uses, points, parents } = lines;
  let isClosed = true;
  for (let p = 0; p < pointCount && isClosed; p++) isClosed = uses[p] % 2 === 0;
  if (isClosed) return;
  const odd: number[] = [];
  for (let p = 0; p < pointCount; p++) if (uses[p] % 2 === 1) odd.push(p);
  const within = JOINABLE * scale;
  odd.sort((p, q) => points[3 * p] - points[3 * q]);
  for (let i = 0; i < odd.length; i++)
    for (let j = i + 1; j < odd.length; j++) {
      const p = odd[i];
      const q = odd[j];
      if (points[3 * q] - points[3 * p] > within) break;
      if (Math.abs(points[3 * q + 1] - points[3 * p + 1]) > within) continue;
      if (Math.abs(points[3 * q + 2] - points[3 * p + 2]) > within) continue;
      if (rootOf(parents, p) === rootOf(parents, q)) continue;
      if (areOnePoint(lines, a, b, p, q)) joinPoints(parents, p, q);
    }
}

// per point: ends of the edge (6), corners of the triangle (9)
const POINT_NUMBERS = 15;
const numbers = new Float64Array(2 * POINT_NUMBERS);

function areOnePoint(
  lines: ContactLines,
  a: ContactSurface,
  b: ContactSurface,
  p: number,
  q: number,
): boolean {
  gatherNumbers(lines, a, b, p, 0);
  gatherNumbers(lines, a, b, q, POINT_NUMBERS);
  const grid = gridOf(numbers);
  return samePoint(placeExactly(0, grid), placeExactly(POINT_NUMBERS, grid));
}

function gatherNumbers(
  lines: ContactLines,
  a: ContactSurface,
  b: ContactSurface,
  point: number,
  to: number,
): void {
  const name = lines.edges[point];
  const [own, other] = (name & 1) === 0 ? [a, b] : [b, a];
  const edge = name >>> 1;
  const { corners } = own.graph;
  moveSurfaceVertex(own, corners[edge], numbers, to);
  moveSurfaceVertex(own, corners[edge % 3 === 2 ? edge - 2 : edge + 1], numbers, to + 3);
  const at = placeOfTriangle(other, lines.faces[point]);
  for (let k = 0; k < 9; k++) numbers[to + 6 + k] = other.triangles[at + k];
}

function placeExactly(at: number, grid: Grid): RationalPoint {
  const [p, q, u, v, w] = [0, 3, 6, 9, 12].map((i) => integersOf(numbers, at + i, grid));
  return edgeMeetsPlane(p, q, u, v, w);
}
