import { turn as turnOf } from "../overlap/turn.ts";

export { NO_PLANE as NO_PROJECTION, projectionOf } from "../overlap/turn.ts";

// The triangles of both meshes that take part in a contact query, with names for their vertices, edges and faces. Equal
// features have equal names, whichever triangle and mesh they come from, so a point seen by several pairs of triangles gets
// one name.

export interface ContactTriangles {
  /** World coordinates, 9 per triangle. A degenerate triangle is rewritten as its hull: p q q or p p p. */
  readonly positions: Float64Array;
  /** 3 for a triangle, 2 for a segment, 1 for a point. */
  readonly sizes: Uint8Array;
  /** The coordinate plane in which the triangle has an area, named by the axis it omits; 3 for a triangle without area. */
  readonly projections: Uint8Array;
  /** Names of vertices: 3 · triangle + corner of the first corner at that position. */
  readonly vertices: Uint32Array;
  /** Names of edges: 3 · triangle + edge of the first edge with those ends. Edge e runs from corner e to the next one. */
  readonly edges: Uint32Array;
  /** Names of faces: the first triangle with those corners. */
  readonly faces: Uint32Array;
}

/** The side of line p[i] p[j] on which corner p[k] lies, seen along the axis `plane`. */
export function turn(p: Float64Array, i: number, j: number, k: number, plane: number): number {
  return turnOf(p, i, j, p, k, plane);
}

/**
 * Rewrites a degenerate triangle as the segment or point it is and returns its number of corners. On a line, the order by
 * x, then y, then z is the order along the line.
 */
export function reduceToHull(p: Float64Array, i: number): number {
  let low = i;
  let high = i;
  for (let k = i + 3; k <= i + 6; k += 3) {
    if (isBefore(p, k, low)) low = k;
    if (isBefore(p, high, k)) high = k;
  }
  const [x, y, z] = [p[low], p[low + 1], p[low + 2]];
  const size = low === high || samePlace(p, low, high) ? 1 : 2;
  const end = [p[high], p[high + 1], p[high + 2]];
  p[i] = x;
  p[i + 1] = y;
  p[i + 2] = z;
  for (let axis = 0; axis < 3; axis++) p[i + 3 + axis] = p[i + 6 + axis] = end[axis];
  return size;
}

/** Whether p[i] comes before p[j] by x, then y, then z. */
export function isBefore(p: Float64Array, i: number, j: number): boolean {
  for (let axis = 0; axis < 3; axis++) if (p[i + axis] !== p[j + axis]) return p[i + axis] < p[j + axis];
  return false;
}

function samePlace(p: Float64Array, i: number, j: number): boolean {
  return p[i] === p[j] && p[i + 1] === p[j + 1] && p[i + 2] === p[j + 2];
}
