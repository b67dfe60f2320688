import { orient3dAt } from "../../numerics/orient.ts";
import { type ContactTriangles, turn } from "./contact-triangles.ts";

// The intersection of two triangles: a convex set with four kinds of corners, namely a vertex of either in the other, two
// edges that cross, an edge of a through b's face, and an edge of b through a's face. Each kind is found by exact signs and
// named by its features, so that neighbouring triangle pairs give a common corner one name. No coordinates are computed
// here.

/** The kind of a contact's corner. Two names follow it; the comments say which. */
export const VERTEX = 0; // a vertex, 0
export const EDGE_EDGE = 1; // an edge of a, an edge of b
const EDGE_FACE = 2; // an edge of a, a face of b
const FACE_EDGE = 3; // an edge of b, a face of a

/** What two triangles meet in. */
export const KIND = {
  point: 0,
  /** A segment where at most one triangle has corners strictly on both sides of the other's plane. */
  segment: 1,
  /** A common area: the triangles lie in one plane. */
  area: 2,
  /** A segment where both triangles have corners strictly on both sides of the other's plane. */
  crossing: 5,
  /** A point or segment where a triangle is degenerate. */
  degenerate: 8,
} as const;

const MOST = 16; // a hexagon, and a few duplicates before they are recognised

/** The `count` corners of the last contact. Three or more are in order around the border. */
export const corners = {
  count: 0,
  sorts: new Uint8Array(MOST),
  first: new Uint32Array(MOST),
  second: new Uint32Array(MOST),
  /** Bit sets: the edges of a's triangle that the corner lies on; then those of b's. */
  masks: new Uint8Array(MOST),
};

// sides[0…2]: a's corners against b's plane; sides[3…5]: b's corners against a's plane
const sides = new Float64Array(16);

/** Finds the corners of the contact of triangles `s` (of a) and `r` (of b). Returns its kind, or −1 if they do not meet. */
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

/** The corner of triangle `r` that has this vertex name, or −1. Equal names need no arithmetic. */
function cornerOf(vertices: Uint32Array, r: number, vertex: number): number {
  if (vertices[3 * r] === vertex) return 0;
  if (vertices[3 * r + 1] === vertex) return 1;
  return vertices[3 * r + 2] === vertex ? 2 : -1;
}

function straddles(at: number): boolean {
  const [x, y, z] = [sides[at], sides[at + 1], sides[at + 2]];
  return (x > 0 || y > 0 || z > 0) && (x < 0 || y < 0 || z < 0);
}

/** Adds the corners of `s` that lie in `r`. `swapped` means that s belongs to b. */
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

/** A bit for each of the two edges that meet at a corner. */
function edgesAt(corner: number): number {
  return (1 << corner) | (1 << ((corner + 2) % 3));
}

/** A bit for each edge of `r` that p[k], a point of its plane, lies on; −1 outside the triangle. */
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

/** Adds the points where the interior of an edge of `s` meets the interior of triangle `r` or of one of its edges. */
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

/** Edge e of `s` crosses the plane of `r`: through the triangle's interior, through an edge's interior, or outside. */
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
  } // otherwise through a corner of r, which addVertices has found
}

/** Adds the point where the interiors of two coplanar edges cross, seen in a projection that is one-to-one. */
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

/** Two degenerate triangles: segments that cross in one point interior to both. */
function addSegmentCrossing(triangles: ContactTriangles, s: number, r: number): void {
  const p = triangles.positions;
  if (orient3dAt(p, 9 * s, 9 * s + 3, 9 * r, 9 * r + 3) !== 0) return;
  // At least one coordinate plane shows the segments' common plane one-to-one; segments that cross in space cross there.
  for (let plane = 0; plane < 3 && corners.count === 0; plane++)
    addCrossingInPlane(triangles, s, 0, r, 0, plane, false);
}

/** Adds a corner unless it is already listed. */
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
 * Sorts the corners of a polygon around its border. The polygon lies on one side of each edge's line, of a or of b, so two
 * corners on one edge are neighbours, and neighbours share an edge.
 */
function orderCorners(): void {
  const { count, masks } = corners;
  for (let k = 1; k < count; k++) {
    let next = k;
    while (next < count && (masks[next] & masks[k - 1]) === 0) next++;
    // The second corner has two neighbours, and either will do. Later ones have exactly one that is not yet placed.
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
