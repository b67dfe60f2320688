import { orient3dAt } from "../../numerics/orient.ts";
import { type ContactTriangles, turn } from "./contact-triangles.ts";

// In what do two triangles meet? In a convex set whose corners are of four sorts: a vertex of one in the other, two
// edges that cross, an edge that crosses the other's face. Each sort is found by exact signs and named by what makes
// it, so that neighbouring pairs of triangles name a common corner alike. No coordinate is computed here.

/** What a corner of a contact is: the two names that follow it mean … */
export const VERTEX = 0; // a vertex, 0
export const EDGE_EDGE = 1; // an edge of a, an edge of b
const EDGE_FACE = 2; // an edge of a, a face of b
const FACE_EDGE = 3; // an edge of b, a face of a

/** In what two triangles meet. */
export const KIND = {
  point: 0,
  /** A segment, where not both triangles have corners strictly on both sides of the other's plane. */
  segment: 1,
  /** A common area: the triangles lie in one plane. */
  area: 2,
  /** A segment, where both do. */
  crossing: 5,
  /** A point or segment; a triangle is degenerate. */
  degenerate: 8,
} as const;

const MOST = 16; // a hexagon, and a few found twice before they are recognised

/** The corners of the last contact, `count` of them. A hull of three or more is in order round its border. */
export const corners = {
  count: 0,
  sorts: new Uint8Array(MOST),
  first: new Uint32Array(MOST),
  second: new Uint32Array(MOST),
  /** Which edges of a's triangle the corner lies on, a bit each; then b's. */
  masks: new Uint8Array(MOST),
};

// sides[0…2]: a's corners against b's plane; sides[3…5]: b's corners against a's plane
const sides = new Float64Array(16);

/** Finds the corners of the contact of triangles `s` (of a) and `r` (of b). Returns its kind, −1 when they do not meet. */
export function triangleContact(triangles: ContactTriangles, s: number, r: number): number {
  const { sizes } = triangles;
  const sizeA = sizes[s];
  const sizeB = sizes[r];
  corners.count = 0;
  if (sizeB === 3) setSides(triangles, s, r, 0);
  if (sizeA === 3) setSides(triangles, r, s, 3);
  addVertices(triangles, s, r, false);
  addVertices(triangles, r, s, true);
  if (sizeB === 3) addCrossings(triangles, s, r, false);
  if (sizeA === 3) addCrossings(triangles, r, s, true);
  if (sizeA === 2 && sizeB === 2) addSegmentCrossing(triangles, s, r);
  if (corners.count === 0) return -1;
  if (sizeA < 3 || sizeB < 3) return KIND.degenerate;
  if (corners.count === 1) return KIND.point;
  if (corners.count > 2) {
    orderCorners();
    return KIND.area;
  }
  return straddles(0) && straddles(3) ? KIND.crossing : KIND.segment;
}

function setSides({ positions: p, vertices }: ContactTriangles, s: number, r: number, at: number): void {
  for (let c = 0; c < 3; c++) {
    const isShared = cornerOf(vertices, r, vertices[3 * s + c]) >= 0;
    sides[at + c] = isShared ? 0 : orient3dAt(p, 9 * r, 9 * r + 3, 9 * r + 6, 9 * s + 3 * c);
  }
}

/** Which corner of triangle `r` a vertex is, −1 when none: what is known by name needs no arithmetic. */
function cornerOf(vertices: Uint32Array, r: number, vertex: number): number {
  if (vertices[3 * r] === vertex) return 0;
  if (vertices[3 * r + 1] === vertex) return 1;
  return vertices[3 * r + 2] === vertex ? 2 : -1;
}

function straddles(at: number): boolean {
  const [x, y, z] = [sides[at], sides[at + 1], sides[at + 2]];
  return (x > 0 || y > 0 || z > 0) && (x < 0 || y < 0 || z < 0);
}

/** The corners of `s` that lie in `r`. `swapped`: s is of b. */
function addVertices(triangles: ContactTriangles, s: number, r: number, swapped: boolean): void {
  const { positions: p, sizes, vertices } = triangles;
  for (let c = 0; c < sizes[s]; c++) {
    const k = 9 * s + 3 * c;
    let on = 0;
    if (sizes[r] === 3) {
      if (sides[(swapped ? 3 : 0) + c] !== 0) continue;
      const shared = cornerOf(vertices, r, vertices[3 * s + c]);
      on = shared >= 0 ? edgesAt(shared) : edgesThrough(triangles, r, k);
      if (on < 0) continue;
    } else if (!isOnSegment(p, 9 * r, 9 * r + 3, k)) continue;
    const own = edgesAt(c);
    add(VERTEX, vertices[3 * s + c], 0, swapped ? on | (own << 3) : own | (on << 3));
  }
}

/** The two edges that meet at a corner, a bit each. */
function edgesAt(corner: number): number {
  return (1 << corner) | (1 << ((corner + 2) % 3));
}

/** Which edges of `r` the point p[k] of its plane lies on, a bit each; −1 outside the triangle. */
function edgesThrough({ positions: p, projections }: ContactTriangles, r: number, k: number): number {
  const i = 9 * r;
  const plane = projections[r];
  const inside = turn(p, i, i + 3, i + 6, plane);
  let on = 0;
  for (let e = 0; e < 3; e++) {
    const side = turn(p, i + 3 * e, e === 2 ? i : i + 3 * e + 3, k, plane);
    if (side === 0) on |= 1 << e;
    else if (side > 0 !== inside > 0) return -1;
  }
  return on;
}

function isOnSegment(p: Float64Array, i: number, j: number, k: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const x = p[k + axis];
    if (x < Math.min(p[i + axis], p[j + axis]) || x > Math.max(p[i + axis], p[j + axis])) return false;
  }
  return turn(p, i, j, k, 0) === 0 && turn(p, i, j, k, 1) === 0 && turn(p, i, j, k, 2) === 0;
}

/** Where the inside of an edge of `s` meets the inside of the triangle `r` or of one of its edges, and nothing more. */
function addCrossings(triangles: ContactTriangles, s: number, r: number, swapped: boolean): void {
  const { sizes } = triangles;
  const at = swapped ? 3 : 0;
  if (sizes[s] === 1) return;
  const edgeCount = sizes[s] === 3 ? 3 : 1;
  for (let e = 0; e < edgeCount; e++) {
    const start = sides[at + e];
    const end = sides[at + (e === 2 ? 0 : e + 1)];
    if ((start > 0 && end < 0) || (start < 0 && end > 0)) addPassage(triangles, s, e, r, swapped);
    else if (start === 0 && end === 0)
      for (let f = 0; f < 3; f++)
        addCrossingInPlane(triangles, s, e, r, f, triangles.projections[r], swapped);
  }
}

/** Edge e of `s` passes through the plane of `r`: through its inside, an edge's inside, or not at all. */
function addPassage(triangles: ContactTriangles, s: number, e: number, r: number, swapped: boolean): void {
  const { positions: p, edges, faces } = triangles;
  const i = 9 * s + 3 * e;
  const k = e === 2 ? 9 * s : i + 3;
  const j = 9 * r;
  const s0 = orient3dAt(p, i, k, j, j + 3);
  const s1 = orient3dAt(p, i, k, j + 3, j + 6);
  const s2 = orient3dAt(p, i, k, j + 6, j);
  const plus = (s0 > 0 ? 1 : 0) + (s1 > 0 ? 1 : 0) + (s2 > 0 ? 1 : 0);
  const minus = (s0 < 0 ? 1 : 0) + (s1 < 0 ? 1 : 0) + (s2 < 0 ? 1 : 0);
  if (plus > 0 && minus > 0) return;
  const edge = edges[3 * s + e];
  if (plus + minus === 3) {
    add(swapped ? FACE_EDGE : EDGE_FACE, edge, faces[r], swapped ? (1 << e) << 3 : 1 << e);
  } else if (plus + minus === 2) {
    addEdgeEdge(triangles, s, e, r, s0 === 0 ? 0 : s1 === 0 ? 1 : 2, swapped);
  } // else through a corner of r, which has been found as one
}

/** Edges in one plane, seen one to one in the projection: do their insides cross? */
function addCrossingInPlane(
  triangles: ContactTriangles,
  s: number,
  e: number,
  r: number,
  f: number,
  plane: number,
  swapped: boolean,
): void {
  const p = triangles.positions;
  const i = 9 * s + 3 * e;
  const k = e === 2 ? 9 * s : i + 3;
  const j = 9 * r + 3 * f;
  const l = f === 2 ? 9 * r : j + 3;
  const s0 = turn(p, i, k, j, plane);
  const s1 = turn(p, i, k, l, plane);
  if (!((s0 > 0 && s1 < 0) || (s0 < 0 && s1 > 0))) return;
  const t0 = turn(p, j, l, i, plane);
  const t1 = turn(p, j, l, k, plane);
  if ((t0 > 0 && t1 < 0) || (t0 < 0 && t1 > 0)) addEdgeEdge(triangles, s, e, r, f, swapped);
}

function addEdgeEdge(
  { edges }: ContactTriangles,
  s: number,
  e: number,
  r: number,
  f: number,
  swapped: boolean,
): void {
  if (swapped) add(EDGE_EDGE, edges[3 * r + f], edges[3 * s + e], (1 << f) | ((1 << e) << 3));
  else add(EDGE_EDGE, edges[3 * s + e], edges[3 * r + f], (1 << e) | ((1 << f) << 3));
}

/** Two degenerate triangles: segments that cross in one point inside both. */
function addSegmentCrossing(triangles: ContactTriangles, s: number, r: number): void {
  const p = triangles.positions;
  if (orient3dAt(p, 9 * s, 9 * s + 3, 9 * r, 9 * r + 3) !== 0) return;
  // Some coordinate plane shows their common plane one to one; there they cross if anywhere, and in the others too.
  for (let plane = 0; plane < 3 && corners.count === 0; plane++)
    addCrossingInPlane(triangles, s, 0, r, 0, plane, false);
}

/** Keeps a corner, unless it is there already. */
function add(sort: number, first: number, second: number, mask: number): void {
  const { count, sorts, first: firsts, second: seconds, masks } = corners;
  for (let k = 0; k < count; k++)
    if (sorts[k] === sort && firsts[k] === first && seconds[k] === second) return;
  sorts[count] = sort;
  firsts[count] = first;
  seconds[count] = second;
  masks[count] = mask;
  corners.count++;
}

/**
 * Puts the corners of a polygon in order. The line of each edge, of a or of b, has the polygon on one side, so two
 * corners on one edge are neighbours; and neighbours have an edge in common.
 */
function orderCorners(): void {
  const { count, masks } = corners;
  for (let k = 1; k < count; k++) {
    let next = k;
    while (next < count && (masks[next] & masks[k - 1]) === 0) next++;
    // The second corner has two neighbours; either will do. Later ones have one that is not yet placed.
    if (next < count && next !== k) swapCorners(k, next);
  }
}

function swapCorners(k: number, l: number): void {
  for (const list of [corners.sorts, corners.first, corners.second, corners.masks]) {
    const value = list[k];
    list[k] = list[l];
    list[l] = value;
  }
}
