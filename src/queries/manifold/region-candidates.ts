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

// ends of an edge of a (6), and of those of b (6 each)
const ends = new Float64Array(6 + 6 * MOST_EDGES);

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
  for (let j = 0; j < countB; j++) setEnds(b, list.edges[MOST_EDGES + j], 6 + 6 * j);
  let deepest = 0;
  for (let i = 0; i < countA && countB > 0; i++) {
    setEnds(a, list.edges[i], 0);
    for (let j = 0; j < countB; j++) deepest = Math.max(deepest, addCrossingOfEdges(list, a, i, b, j, n, at));
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

function setEnds(surface: ContactSurface, slot: number, to: number): void {
  moveSurfaceVertex(surface, surface.crossed.ends[2 * slot], ends, to);
  moveSurfaceVertex(surface, surface.crossed.ends[2 * slot + 1], ends, to + 3);
}

function addCrossingOfEdges(
  list: Candidates,
  a: ContactSurface,
  indexA: number,
  b: ContactSurface,
  indexB: number,
  n: Float64Array,
  at: number,
): number {
  const { frame, edges } = list;
  const q = 6 + 6 * indexB;
  // p + s u above q + t v, seen along n
  const ux = ends[3] - ends[0];
  const uy = ends[4] - ends[1];
  const uz = ends[5] - ends[2];
  const vx = ends[q + 3] - ends[q];
  const vy = ends[q + 4] - ends[q + 1];
  const vz = ends[q + 5] - ends[q + 2];
  const wx = ends[q] - ends[0];
  const wy = ends[q + 1] - ends[1];
  const wz = ends[q + 2] - ends[2];
  const u0 = frame[0] * ux + frame[1] * uy + frame[2] * uz;
  const u1 = frame[3] * ux + frame[4] * uy + frame[5] * uz;
  const v0 = frame[0] * vx + frame[1] * vy + frame[2] * vz;
  const v1 = frame[3] * vx + frame[4] * vy + frame[5] * vz;
  const w0 = frame[0] * wx + frame[1] * wy + frame[2] * wz;
  const w1 = frame[3] * wx + frame[4] * wy + frame[5] * wz;
  const area = u0 * v1 - u1 * v0;
  if (area === 0) return 0;
  const s = (w0 * v1 - w1 * v0) / area;
  const t = (w0 * u1 - w1 * u0) / area;
  const slotA = edges[indexA];
  const slotB = edges[MOST_EDGES + indexB];
  if (!isInner(a, slotA, s, NEAR_END) || !isInner(b, slotB, t, NEAR_END)) return 0;
  const x = ends[0] + s * ux;
  const y = ends[1] + s * uy;
  const z = ends[2] + s * uz;
  const depth =
    n[at] * (x - ends[q] - t * vx) +
    n[at + 1] * (y - ends[q + 1] - t * vy) +
    n[at + 2] * (z - ends[q + 2] - t * vz);
  if (!(depth > 0)) return 0;
  addCandidate(list, x, y, z, depth, TWO_EDGES, a.crossed.names[slotA], b.crossed.names[slotB]);
  return isInner(a, slotA, s, AT_END) && isInner(b, slotB, t, AT_END) ? depth : 0;
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
