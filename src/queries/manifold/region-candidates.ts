import type { ContactLines } from "./contact-lines.ts";
import {
  type ContactSurface,
  crossedSlot,
  doubled,
  INSIDE,
  moveSurfaceVertex,
  NORMAL,
  placeOfTriangle,
  sideOfVertex,
} from "./contact-surface.ts";
import type { RegionVertices } from "./region-vertices.ts";

// Places where a region may have a contact point: inner vertices of either surface and, in small regions, edges that pass over each other.
// If a region has neither, its curve.

/** The features that define a candidate; the code in the lowest two bits of a point's first key. */
export const VERTEX_OF_A = 0;
export const VERTEX_OF_B = 1;
const TWO_EDGES = 2;
const EDGE_IN_FACE = 3;

/** Up to this many crossed edges of either surface are tried against each other. */
const MOST_EDGES = 16;
/** Regions with more inner vertices need no crossing edges. */
const FEW_VERTICES = 16;

export interface Candidates {
  count: number;
  /** Coordinates perpendicular to the normal (2), and an upper bound of the depth there. */
  across: Float64Array;
  depths: Float64Array;
  /** The point on the surface of a; not set for vertices, whose coordinates are in `places` of their surface. */
  places: Float64Array;
  sorts: Uint8Array;
  /** A vertex's place in `inner` and nothing; an edge of a and one of b; or 2 · edge + side and the triangle of the other side. */
  first: Uint32Array;
  second: Uint32Array;
  /** Two unit vectors perpendicular to the normal. */
  readonly frame: Float64Array;
  /** Crossed edges of the region, of a and then of b. */
  readonly edges: Uint32Array;
}

export function createCandidates(): Candidates {
  return {
    count: 0,
    across: new Float64Array(128),
    depths: new Float64Array(64),
    places: new Float64Array(192),
    sorts: new Uint8Array(64),
    first: new Uint32Array(64),
    second: new Uint32Array(64),
    frame: new Float64Array(6),
    edges: new Uint32Array(2 * MOST_EDGES),
  };
}

/** Two unit vectors perpendicular to n, by a rule that varies continuously with n except at n[2] = 0. */
export function setFrame(n: Float64Array, at: number, frame: Float64Array): void {
  const x = n[at];
  const y = n[at + 1];
  const z = n[at + 2];
  // Duff, Burgess, Christensen et al. 2017
  const sign = z < 0 ? -1 : 1;
  const k = -1 / (sign + z);
  const m = x * y * k;
  frame[0] = 1 + sign * x * x * k;
  frame[1] = sign * m;
  frame[2] = -sign * x;
  frame[3] = m;
  frame[4] = sign + y * y * k;
  frame[5] = -y;
}

/** Lists the inner vertices of the region's pieces; `top` and `bottom` are the extent along n. */
export function listVertices(
  list: Candidates,
  surface: ContactSurface,
  { vertices, count }: RegionVertices,
  sort: typeof VERTEX_OF_A | typeof VERTEX_OF_B,
  nx: number,
  ny: number,
  nz: number,
  top: number,
  bottom: number,
): void {
  const { places } = surface;
  while (list.depths.length < list.count + count) grow(list);
  const { across, depths, sorts, first, frame } = list;
  let to = list.count;
  for (let i = 0; i < count; i++) {
    const at = vertices[i];
    const x = places[3 * at];
    const y = places[3 * at + 1];
    const z = places[3 * at + 2];
    const height = nx * x + ny * y + nz * z;
    across[2 * to] = frame[0] * x + frame[1] * y + frame[2] * z;
    across[2 * to + 1] = frame[3] * x + frame[4] * y + frame[5] * z;
    depths[to] = sort === VERTEX_OF_A ? height - bottom : top - height;
    sorts[to] = sort;
    first[to] = at;
    to++;
  }
  list.count = to;
}

function addCandidate(
  list: Candidates,
  x: number,
  y: number,
  z: number,
  depth: number,
  sort: number,
  first: number,
  second: number,
): void {
  const at = list.count++;
  if (at === list.depths.length) grow(list);
  const { frame } = list;
  list.across[2 * at] = frame[0] * x + frame[1] * y + frame[2] * z;
  list.across[2 * at + 1] = frame[3] * x + frame[4] * y + frame[5] * z;
  list.depths[at] = depth;
  list.places[3 * at] = x;
  list.places[3 * at + 1] = y;
  list.places[3 * at + 2] = z;
  list.sorts[at] = sort;
  list.first[at] = first;
  list.second[at] = second;
}

/** Lists the points of the region's curve, where the surfaces meet and the depth is zero. */
export function listCurve(
  list: Candidates,
  { points, edges, faces, regionPoints, regionStarts }: ContactLines,
  region: number,
): void {
  for (let i = regionStarts[region]; i < regionStarts[region + 1]; i++) {
    const p = regionPoints[i];
    addCandidate(
      list,
      points[3 * p],
      points[3 * p + 1],
      points[3 * p + 2],
      0,
      EDGE_IN_FACE,
      edges[p],
      faces[p],
    );
  }
}

// An edge: its ends (6), its direction (3), and that as seen along the normal (2). One of a, then those of b.
const EDGE_NUMBERS = 11;
const DIRECTION = 6;
const SEEN = 9;
const ends = new Float64Array(EDGE_NUMBERS * (1 + MOST_EDGES));

/**
 * Lists where an edge of a lies above an edge of b, both inside the other solid there, or nearly so. If both certainly are, they are points
 * of the region's pieces, and the height between them is a lower bound of its depth; returns the largest.
 */
export function listCrossingEdges(
  list: Candidates,
  lines: ContactLines,
  a: ContactSurface,
  b: ContactSurface,
  region: number,
  n: Float64Array,
  at: number,
): number {
  if (list.count > FEW_VERTICES) return 0;
  const countA = listEdges(list, lines, a, 0, region, 0);
  const countB = countA === 0 ? 0 : listEdges(list, lines, b, 1, region, MOST_EDGES);
  const { frame, edges } = list;
  for (let j = 0; j < countB; j++) setEdge(b, edges[MOST_EDGES + j], frame, EDGE_NUMBERS * (1 + j));
  let deepest = 0;
  for (let i = 0; i < countA && countB > 0; i++) {
    setEdge(a, edges[i], frame, 0);
    deepest = Math.max(deepest, crossEdges(list, a, i, b, countB, n, at));
  }
  return deepest;
}

/** Lists the slots of the edges of one surface that pass through the other in this region only; returns 0 if there are too many. */
function listEdges(
  { edges: out }: Candidates,
  { edges, regionPoints, regionStarts, regionOfPair }: ContactLines,
  surface: ContactSurface,
  side: 0 | 1,
  region: number,
  from: number,
): number {
  const { crossed } = surface;
  if (regionStarts[region + 1] - regionStarts[region] > 4 * MOST_EDGES) return 0;
  let count = 0;
  for (let i = regionStarts[region]; i < regionStarts[region + 1]; i++) {
    const name = edges[regionPoints[i]];
    if ((name & 1) !== side) continue;
    const slot = crossedSlot(surface, name >>> 1);
    if (slot < 0 || regionOfPair[crossed.firstPairs[slot]] !== region) continue;
    if (regionOfPair[crossed.lastPairs[slot]] !== region) continue;
    let k = from;
    while (k < from + count && out[k] !== slot) k++;
    if (k < from + count || !isCrease(surface, name >>> 1)) continue;
    if (count === MOST_EDGES) return 0;
    out[from + count++] = slot;
  }
  return count;
}

/** If the sine of the angle between two triangles at an edge is below this, they are parts of one face. */
const FLAT = 1e-6;
/**
 * Whether the surface is bent at a crossed edge; edges within a flat face are not features of the shape. Both triangles at the edge meet the
 * triangle that crosses it, so they have been moved to the world.
 */
function isCrease(surface: ContactSurface, edge: number): boolean {
  const last = surface.graph.lastCorners[edge];
  const corner = last % 3;
  const at = placeOfTriangle(surface, (edge - (edge % 3)) / 3);
  const opposite = placeOfTriangle(surface, (last - corner) / 3) + 3 * (corner === 0 ? 2 : corner - 1);
  const { triangles } = surface;
  const nx = triangles[at + NORMAL];
  const ny = triangles[at + NORMAL + 1];
  const nz = triangles[at + NORMAL + 2];
  const x = triangles[opposite] - triangles[at];
  const y = triangles[opposite + 1] - triangles[at + 1];
  const z = triangles[opposite + 2] - triangles[at + 2];
  const height = nx * x + ny * y + nz * z;
  const size = (nx * nx + ny * ny + nz * nz) * (x * x + y * y + z * z);
  return height * height > FLAT * FLAT * size;
}

function setEdge(surface: ContactSurface, slot: number, frame: Float64Array, to: number): void {
  moveSurfaceVertex(surface, surface.crossed.ends[2 * slot], ends, to);
  moveSurfaceVertex(surface, surface.crossed.ends[2 * slot + 1], ends, to + 3);
  const x = ends[to + 3] - ends[to];
  const y = ends[to + 4] - ends[to + 1];
  const z = ends[to + 5] - ends[to + 2];
  ends[to + DIRECTION] = x;
  ends[to + DIRECTION + 1] = y;
  ends[to + DIRECTION + 2] = z;
  ends[to + SEEN] = frame[0] * x + frame[1] * y + frame[2] * z;
  ends[to + SEEN + 1] = frame[3] * x + frame[4] * y + frame[5] * z;
}

/** Lists where the edge of a in `ends` passes over edges of b. */
function crossEdges(
  list: Candidates,
  a: ContactSurface,
  indexA: number,
  b: ContactSurface,
  countB: number,
  n: Float64Array,
  at: number,
): number {
  const { frame, edges } = list;
  const slotA = edges[indexA];
  const [f0, f1, f2, f3, f4, f5] = frame;
  const [px, py, pz, , , , ux, uy, uz, u0, u1] = ends;
  let deepest = 0;
  for (let j = 0; j < countB; j++) {
    const q = EDGE_NUMBERS * (1 + j);
    // p + s u above q + t v, seen along n
    const v0 = ends[q + SEEN];
    const v1 = ends[q + SEEN + 1];
    const area = u0 * v1 - u1 * v0;
    if (area === 0) continue;
    const wx = ends[q] - px;
    const wy = ends[q + 1] - py;
    const wz = ends[q + 2] - pz;
    const w0 = f0 * wx + f1 * wy + f2 * wz;
    const w1 = f3 * wx + f4 * wy + f5 * wz;
    const s = (w0 * v1 - w1 * v0) / area;
    if (!(s >= -NEAR_END && s <= 1 + NEAR_END)) continue;
    const t = (w0 * u1 - w1 * u0) / area;
    if (!(t >= -NEAR_END && t <= 1 + NEAR_END)) continue;
    const slotB = edges[MOST_EDGES + j];
    if (!isInner(a, slotA, s, NEAR_END) || !isInner(b, slotB, t, NEAR_END)) continue;
    const x = px + s * ux;
    const y = py + s * uy;
    const z = pz + s * uz;
    const depth =
      n[at] * (x - ends[q] - t * ends[q + DIRECTION]) +
      n[at + 1] * (y - ends[q + 1] - t * ends[q + DIRECTION + 1]) +
      n[at + 2] * (z - ends[q + 2] - t * ends[q + DIRECTION + 2]);
    if (!(depth > 0)) continue;
    addCandidate(list, x, y, z, depth, TWO_EDGES, a.crossed.names[slotA], b.crossed.names[slotB]);
    if (isInner(a, slotA, s, AT_END) && isInner(b, slotB, t, AT_END)) deepest = Math.max(deepest, depth);
  }
  return deepest;
}

/** A point this far beyond an edge's inner part, as a fraction of the edge, is at its end up to rounding. */
const AT_END = 1e-9;
/** Up to this fraction it may still serve as a contact point: edges of a box's side pass each other where its faces end. */
const NEAR_END = 0.05;

/** Whether the point at the fraction t of a crossed edge is within `room` of a part that is certainly inside the other solid. */
function isInner(surface: ContactSurface, slot: number, t: number, room: number): boolean {
  if (!(t >= -room && t <= 1 + room)) return false;
  const { crossed } = surface;
  const isLowInside = sideOfVertex(surface, crossed.ends[2 * slot]) === INSIDE;
  if (isLowInside && t < crossed.first[slot] + room) return true;
  if (sideOfVertex(surface, crossed.ends[2 * slot + 1]) === INSIDE && t > crossed.last[slot] - room)
    return true;
  const isBetween = t > crossed.first[slot] - room && t < crossed.last[slot] + room;
  return isBetween && crossed.crossings[slot] === 2 && !isLowInside;
}

function grow(list: Candidates): void {
  list.across = doubled(list.across);
  list.depths = doubled(list.depths);
  list.places = doubled(list.places);
  list.sorts = doubled(list.sorts);
  list.first = doubled(list.first);
  list.second = doubled(list.second);
}
