import type { LinesWorkspace } from "../../kernels/lines-workspace.ts";
import { rootOf } from "../../mesh/surface-topology.ts";
import { orient3dAt } from "../../numerics/orient.ts";
import {
  addCrossing,
  type ContactSurface,
  type CrossedEdges,
  crossedSlot,
  doubled,
  INSIDE,
  NO_REGION,
  NORMAL,
  NORMAL_ERROR,
  noteRegion,
  OUTSIDE,
  placeOfTriangle,
  SURFACE_TRIANGLE,
  setUnitNormal,
} from "./contact-surface.ts";

// The segment in which each pair of triangles meets, if all pairs are in general position: no corner in the other's plane, no edge through
// an edge. Then each end of a segment is an edge that passes through a triangle's inside. Exact signs decide which edge and which triangle,
// so ends that are one point have one name; coordinates decide nothing.

/** The segments and points in which pairs of triangles meet. */
export interface ContactLines {
  /** The kernel memory that holds these arrays, if a kernel found the lines; null for TypeScript. */
  byKernel: LinesWorkspace | null;
  /** Whether the kernels have copies of both meshes in this query. */
  haveCopies: boolean;
  pairs: Uint32Array;
  pairCount: number;
  /** The slots of each pair's triangles in their surfaces. */
  pairSlots: Uint32Array;
  /** The points at which each pair's segment starts and ends, along normal of a × normal of b. */
  ends: Uint32Array;
  /** The region of each pair; regions are numbered by their first pair. */
  regionOfPair: Uint32Array;
  regionCount: number;
  /** Area and length of each pair's contact if some pairs are not in general position; otherwise null. */
  sizes: { readonly areas: Float64Array; readonly lengths: Float64Array } | null;

  pointCount: number;
  /** x, y, z per point. */
  points: Float64Array;
  /** Each point's name: 2 · edge, plus 1 for an edge of b; and the triangle of the other mesh. */
  edges: Uint32Array;
  faces: Uint32Array;
  /** How many segments end at each point. */
  uses: Uint8Array;
  parents: Uint32Array;
  regionOfPoint: Uint32Array;
  /** Points by region: those of region r are regionPoints[regionStarts[r]] … regionPoints[regionStarts[r + 1] − 1]. */
  regionStarts: Uint32Array;
  regionPoints: Uint32Array;
  /** Pairs by region, indexed like the points. */
  pairStarts: Uint32Array;
  regionPairs: Uint32Array;
  /** The next point on the point's edge, −1 after the last. */
  nextOnEdge: Int32Array;
  /** Scratch of `numberRegions`: a region + 1 for each root. */
  regionOfRoot: Int32Array;
}

export function createContactLines(): ContactLines {
  return {
    byKernel: null,
    haveCopies: false,
    pairs: new Uint32Array(0),
    pairCount: 0,
    pairSlots: new Uint32Array(128),
    ends: new Uint32Array(128),
    regionOfPair: new Uint32Array(64),
    regionCount: 0,
    sizes: null,
    pointCount: 0,
    points: new Float64Array(3 * 64),
    edges: new Uint32Array(64),
    faces: new Uint32Array(64),
    uses: new Uint8Array(64),
    parents: new Uint32Array(64),
    regionOfPoint: new Uint32Array(64),
    regionStarts: new Uint32Array(16),
    regionPoints: new Uint32Array(64),
    pairStarts: new Uint32Array(16),
    regionPairs: new Uint32Array(64),
    nextOnEdge: new Int32Array(64),
    regionOfRoot: new Int32Array(128),
  };
}

/** Shewchuk's bound for a determinant of rounded differences, plus what underflow can add; as in numerics/orient.ts. */
const FILTER = 2 ** -50;
const UNDERFLOW = 2 ** -900;

// For the current pair: the heights of a's corners over b's plane (3), then those of b's corners over a's (3).
const heights = new Float64Array(16);

/** Finds the segments of all pairs. False if a pair is not in general position, which `exact-lines.ts` can handle. */
export function findLines(lines: ContactLines, a: ContactSurface, b: ContactSurface): boolean {
  const { pairs, pairCount } = lines;
  makeRoom(lines);
  const { pairSlots } = lines;
  // Pairs are sorted by a's triangles, so consecutive pairs often share one.
  let placed = -1;
  let atA = 0;
  for (let i = 0; i < pairCount; i++) {
    const triangleA = pairs[2 * i];
    const triangleB = pairs[2 * i + 1];
    if (triangleA !== placed) atA = placeOfTriangle(a, triangleA);
    placed = triangleA;
    const atB = placeOfTriangle(b, triangleB);
    pairSlots[2 * i] = atA / SURFACE_TRIANGLE;
    pairSlots[2 * i + 1] = atB / SURFACE_TRIANGLE;
    if (!setHeights(a.triangles, atA, b.triangles, atB, 0)) return false;
    if (!setHeights(b.triangles, atB, a.triangles, atA, 3)) return false;
    if (!findSegment(lines, a, triangleA, atA, b, triangleB, atB, i)) return false;
  }
  return true;
}

/** The heights of the corners at s[i] over the plane of the triangle at t[j]; false if one is exactly 0. */
function setHeights(s: Float64Array, i: number, t: Float64Array, j: number, to: number): boolean {
  const nx = t[j + NORMAL];
  const ny = t[j + NORMAL + 1];
  const nz = t[j + NORMAL + 2];
  const error = t[j + NORMAL_ERROR];
  for (let k = 0; k < 3; k++) {
    const x = s[i + 3 * k] - t[j];
    const y = s[i + 3 * k + 1] - t[j + 1];
    const z = s[i + 3 * k + 2] - t[j + 2];
    let height = nx * x + ny * y + nz * z;
    const bound = error * (Math.abs(x) + Math.abs(y) + Math.abs(z)) + UNDERFLOW;
    if (!(height > bound || height < -bound)) {
      height = exactHeight(s, i + 3 * k, t, j);
      if (height === 0) return false;
    }
    heights[to + k] = height;
  }
  return true;
}

// a point, then a triangle: `orient3dAt` takes one array
const together = new Float64Array(16);

function exactHeight(s: Float64Array, i: number, t: Float64Array, j: number): number {
  for (let k = 0; k < 3; k++) together[k] = s[i + k];
  for (let k = 0; k < 9; k++) together[3 + k] = t[j + k];
  return orient3dAt(together, 3, 6, 9, 0);
}

/** The corner that is alone on its side of the other's plane; −1 if all are on one side. */
function loneCorner(at: number): number {
  const first = heights[at] > 0;
  const second = heights[at + 1] > 0;
  const third = heights[at + 2] > 0;
  if (first === second) return first === third ? -1 : 2;
  return first === third ? 1 : 0;
}

/**
 * The two triangles pass through each other's planes along one line, which runs along normal a × normal b. a's triangle covers an interval
 * of it between two of its edges, b's triangle another; their intersection is the segment.
 */
function findSegment(
  lines: ContactLines,
  a: ContactSurface,
  triangleA: number,
  atA: number,
  b: ContactSurface,
  triangleB: number,
  atB: number,
  pair: number,
): boolean {
  const loneA = loneCorner(0);
  const loneB = loneCorner(3);
  if (loneA < 0 || loneB < 0) return false;
  const upA = heights[loneA] > 0;
  const upB = heights[3 + loneB] > 0;
  const nextA = loneA === 2 ? 0 : loneA + 1;
  const previousA = loneA === 0 ? 2 : loneA - 1;
  const nextB = loneB === 2 ? 0 : loneB + 1;
  const previousB = loneB === 0 ? 2 : loneB - 1;
  // Seen from the tip of a's normal, with b's upper side on top, the line runs to the left; seen from the tip of b's normal, to the right.
  const firstA = upA ? previousA : nextA;
  const lastA = upA ? nextA : previousA;
  const firstB = upB ? nextB : previousB;
  const lastB = upB ? previousB : nextB;
  const beginsWithB = compareCrossings(
    a.triangles,
    atA,
    loneA,
    firstA,
    upA,
    b.triangles,
    atB,
    loneB,
    firstB,
    upB,
  );
  const endsWithA = compareCrossings(
    a.triangles,
    atA,
    loneA,
    lastA,
    upA,
    b.triangles,
    atB,
    loneB,
    lastB,
    upB,
  );
  if (beginsWithB === 0 || endsWithA === 0) return false;
  const begin =
    beginsWithB > 0
      ? findPoint(lines, b, triangleB, atB, loneB, firstB, 3, triangleA, a.outward, 1, pair)
      : findPoint(lines, a, triangleA, atA, loneA, firstA, 0, triangleB, b.outward, 0, pair);
  const end =
    endsWithA > 0
      ? findPoint(lines, a, triangleA, atA, loneA, lastA, 0, triangleB, b.outward, 0, pair)
      : findPoint(lines, b, triangleB, atB, loneB, lastB, 3, triangleA, a.outward, 1, pair);
  lines.ends[2 * pair] = begin;
  lines.ends[2 * pair + 1] = end;
  lines.uses[begin]++;
  lines.uses[end]++;
  joinPoints(lines.parents, begin, end);
  return true;
}

/** Joins the trees of two points. A parent has a lower number than its children. */
export function joinPoints(parents: Uint32Array, p: number, q: number): void {
  const rootOfP = rootOf(parents, p);
  const rootOfQ = rootOf(parents, q);
  parents[Math.max(rootOfP, rootOfQ)] = Math.min(rootOfP, rootOfQ);
}

/**
 * 1 if b's edge crosses the line after a's, −1 if before it, 0 if at one point; exact. The determinant of `orient3d` with its filter,
 * written out, because a number that is passed to a function, or returned, is boxed.
 */
function compareCrossings(
  s: Float64Array,
  i: number,
  loneA: number,
  otherA: number,
  upA: boolean,
  t: Float64Array,
  j: number,
  loneB: number,
  otherB: number,
  upB: boolean,
): number {
  const lowA = i + 3 * (upA ? otherA : loneA);
  const highA = i + 3 * (upA ? loneA : otherA);
  const lowB = j + 3 * (upB ? otherB : loneB);
  const highB = j + 3 * (upB ? loneB : otherB);
  const x = s[lowA];
  const y = s[lowA + 1];
  const z = s[lowA + 2];
  const ux = s[highA] - x;
  const uy = s[highA + 1] - y;
  const uz = s[highA + 2] - z;
  const vx = t[lowB] - x;
  const vy = t[lowB + 1] - y;
  const vz = t[lowB + 2] - z;
  const wx = t[highB] - x;
  const wy = t[highB + 1] - y;
  const wz = t[highB + 2] - z;
  const det = wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
  const permanent =
    Math.abs(wx) * (Math.abs(uy * vz) + Math.abs(uz * vy)) +
    Math.abs(wy) * (Math.abs(uz * vx) + Math.abs(ux * vz)) +
    Math.abs(wz) * (Math.abs(ux * vy) + Math.abs(uy * vx));
  const bound = FILTER * permanent + UNDERFLOW;
  if (det > bound) return 1;
  if (det < -bound) return -1;
  for (let k = 0; k < 3; k++) {
    together[k] = s[lowA + k];
    together[3 + k] = s[highA + k];
    together[6 + k] = t[lowB + k];
    together[9 + k] = t[highB + k];
  }
  return Math.sign(orient3dAt(together, 0, 3, 6, 9));
}

/** The number of the point at which the edge lone–other of `triangle` passes through the triangle `face` of the other side. */
function findPoint(
  lines: ContactLines,
  surface: ContactSurface,
  triangle: number,
  at: number,
  lone: number,
  other: number,
  heightsAt: number,
  face: number,
  outwardOfFace: number,
  side: 0 | 1,
  pair: number,
): number {
  const { corners, topology } = surface.graph;
  // Edge e runs from corner e to the next one.
  const corner = other === (lone === 2 ? 0 : lone + 1) ? lone : other;
  const edge = topology.edges[3 * triangle + corner];
  const { crossed } = surface;
  const slot = crossedSlot(surface, edge);
  if (slot >= 0) {
    const known = side === 0 ? findOnEdge(lines, crossed, slot, triangle, face) : crossed.lastPoints[slot];
    // Pairs are sorted by a's triangles, so points of b's edge with earlier triangles need not be searched.
    if (known >= 0 && lines.faces[known] === face) return known;
  }
  const point = lines.pointCount++;
  if (point === lines.edges.length) growPoints(lines);
  lines.edges[point] = 2 * edge + side;
  lines.faces[point] = face;
  lines.uses[point] = 0;
  lines.parents[point] = point;
  lines.nextOnEdge[point] = -1;
  // Start at the vertex with the lower number, whichever triangle names the edge.
  const loneVertex = corners[3 * triangle + lone];
  const otherVertex = corners[3 * triangle + other];
  const isLoneLow = loneVertex < otherVertex;
  const lowCorner = isLoneLow ? lone : other;
  const highCorner = isLoneLow ? other : lone;
  const lowHeight = heights[heightsAt + lowCorner];
  const t = lowHeight / (lowHeight - heights[heightsAt + highCorner]);
  const { triangles } = surface;
  const low = at + 3 * lowCorner;
  const high = at + 3 * highCorner;
  const { points } = lines;
  for (let k = 0; k < 3; k++)
    points[3 * point + k] = triangles[low + k] + t * (triangles[high + k] - triangles[low + k]);
  const isLowInside = lowHeight * outwardOfFace < 0;
  surface.share[0] = t;
  addCrossing(
    surface,
    edge,
    isLoneLow ? loneVertex : otherVertex,
    isLoneLow ? otherVertex : loneVertex,
    isLowInside ? INSIDE : OUTSIDE,
    isLowInside ? OUTSIDE : INSIDE,
    pair,
  );
  if (slot >= 0) lines.nextOnEdge[crossed.lastPoints[slot]] = point;
  const place = slot >= 0 ? slot : crossed.count - 1;
  if (slot < 0) crossed.firstPoints[place] = point;
  crossed.lastPoints[place] = point;
  crossed.cursors[place] = point;
  crossed.finders[place] = triangle;
  return point;
}

/**
 * The point of an edge of a and a triangle of b, −1 if there is none. All triangles at an edge have its points in common and find them in
 * one order, so the next point is after the last one found. A triangle that found a new point finds no known ones.
 */
function findOnEdge(
  { faces, nextOnEdge }: ContactLines,
  { firstPoints, cursors, finders }: CrossedEdges,
  slot: number,
  triangle: number,
  face: number,
): number {
  if (finders[slot] === triangle) return -1;
  const last = cursors[slot];
  let point = last;
  do {
    point = nextOnEdge[point] < 0 ? firstPoints[slot] : nextOnEdge[point];
    if (faces[point] === face) {
      cursors[slot] = point;
      return point;
    }
  } while (point !== last);
  return -1;
}

/** Numbers the regions: pairs whose segments share an end, directly or through others, form one. */
export function numberRegions(lines: ContactLines): void {
  const { pairCount, ends, parents, regionOfPair, regionOfRoot, pointCount } = lines;
  for (let p = 0; p < pointCount; p++) {
    regionOfRoot[p] = 0;
    // Parents come before their children, so a parent's own parent is a root already.
    parents[p] = parents[parents[p]];
  }
  lines.regionCount = 0;
  for (let i = 0; i < pairCount; i++) {
    const root = parents[ends[2 * i]];
    if (regionOfRoot[root] === 0) regionOfRoot[root] = ++lines.regionCount;
    regionOfPair[i] = regionOfRoot[root] - 1;
  }
  for (let p = 0; p < pointCount; p++) lines.regionOfPoint[p] = regionOfRoot[parents[p]] - 1;
  groupByRegion(lines);
}

/** Lists the points and pairs of each region, once the region of each is known. */
export function groupByRegion(lines: ContactLines): void {
  const { regionCount, pointCount, pairCount } = lines;
  while (lines.regionStarts.length <= regionCount) {
    lines.regionStarts = doubled(lines.regionStarts);
    lines.pairStarts = doubled(lines.pairStarts);
  }
  if (lines.regionPoints.length < pointCount) lines.regionPoints = new Uint32Array(lines.edges.length);
  if (lines.regionPairs.length < pairCount) lines.regionPairs = new Uint32Array(lines.regionOfPair.length);
  groupBy(lines.regionOfPoint, pointCount, regionCount, lines.regionStarts, lines.regionPoints);
  groupBy(lines.regionOfPair, pairCount, regionCount, lines.pairStarts, lines.regionPairs);
}

/** Sorts items by region, keeping their order. */
function groupBy(
  regions: Uint32Array,
  count: number,
  regionCount: number,
  starts: Uint32Array,
  out: Uint32Array,
): void {
  for (let r = 0; r <= regionCount; r++) starts[r] = 0;
  for (let i = 0; i < count; i++) starts[regions[i]]++;
  let sum = 0;
  for (let r = 0; r <= regionCount; r++) {
    sum += starts[r];
    starts[r] = sum;
  }
  for (let i = count - 1; i >= 0; i--) out[--starts[regions[i]]] = i;
}

/** Records the region of each triangle, or that it takes part in several. */
export function noteRegions(
  { pairCount, pairSlots, regionOfPair }: ContactLines,
  a: ContactSurface,
  b: ContactSurface,
): void {
  a.regions.fill(NO_REGION, 0, a.triangleCount);
  b.regions.fill(NO_REGION, 0, b.triangleCount);
  for (let i = 0; i < pairCount; i++) {
    noteRegion(a, pairSlots[2 * i], regionOfPair[i]);
    noteRegion(b, pairSlots[2 * i + 1], regionOfPair[i]);
  }
}

// For a pair's triangles: two unit normals.
const units = new Float64Array(16);

/** Adds a multiple of the pair's normal, a's outward normal minus b's, to out[at…at+2]. */
export function addNormals(
  a: ContactSurface,
  b: ContactSurface,
  { pairSlots }: ContactLines,
  pair: number,
  weight: number,
  out: Float64Array,
  at: number,
): void {
  setUnitNormal(a.triangles, SURFACE_TRIANGLE * pairSlots[2 * pair], units, 0);
  setUnitNormal(b.triangles, SURFACE_TRIANGLE * pairSlots[2 * pair + 1], units, 3);
  for (let k = 0; k < 3; k++) out[at + k] += weight * (a.outward * units[k] - b.outward * units[3 + k]);
}

/** Reserves memory for all pairs. */
export function makeRoom(lines: ContactLines): void {
  const { pairCount } = lines;
  while (lines.regionOfPair.length < pairCount) lines.regionOfPair = doubled(lines.regionOfPair);
  while (lines.ends.length < 2 * pairCount) lines.ends = doubled(lines.ends);
  if (lines.pairSlots.length < 2 * pairCount) lines.pairSlots = new Uint32Array(lines.ends.length);
  // Each pair has two ends.
  if (lines.regionOfRoot.length < 2 * pairCount) lines.regionOfRoot = new Int32Array(lines.ends.length);
  lines.pointCount = 0;
  lines.sizes = null;
  lines.byKernel = null;
}

export function growPoints(lines: ContactLines): void {
  lines.points = doubled(lines.points);
  lines.edges = doubled(lines.edges);
  lines.faces = doubled(lines.faces);
  lines.uses = doubled(lines.uses);
  lines.parents = doubled(lines.parents);
  lines.regionOfPoint = doubled(lines.regionOfPoint);
  lines.nextOnEdge = doubled(lines.nextOnEdge);
}
