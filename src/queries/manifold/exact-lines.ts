import { MAX_TRIANGLES } from "../../mesh/triangle-mesh.ts";
import { orient3dAt } from "../../numerics/orient.ts";
import { type ContactCorners, placePoints } from "../contacts/contact-corners.ts";
import { findRegions } from "../contacts/contact-regions.ts";
import { fanArea, lengthBetween } from "../contacts/measure-contacts.ts";
import { createPairContact } from "../contacts/pair-contact.ts";
import { type ContactLines, groupByRegion, growPoints, makeRoom } from "./contact-lines.ts";
import {
  addCrossing,
  type ContactSurface,
  INSIDE,
  ON,
  OUTSIDE,
  placeOfTriangle,
  SURFACE_TRIANGLE,
  setSideOfVertex,
  UNKNOWN,
} from "./contact-surface.ts";

// The contact of pairs of which some touch, are coplanar or degenerate: by the exact names of `findContacts`. Slower than `findLines`, and
// rare: with rotated poses hardly any pair is not in general position.

/** Fills `lines` and the crossed edges of both surfaces, which `beginSurface` has emptied. */
export function findExactLines(lines: ContactLines, a: ContactSurface, b: ContactSurface): void {
  const pairs = lines.pairs.subarray(0, 2 * lines.pairCount);
  const contact = createPairContact(a.tree.mesh, poseOf(a), b.tree.mesh, poseOf(b), pairs);
  const { corners } = contact.joined();
  const points = placePoints(contact.triangles(), corners);
  makeRoom(lines);
  while (lines.edges.length < corners.pointCount) growPoints(lines);
  lines.pointCount = corners.pointCount;
  lines.points.set(points);
  const regions = findRegions(corners);
  lines.regionCount = regions.count;
  lines.regionOfPair.set(regions.ofPairs);
  // Points that were merged into others are named by no pair. They are listed behind the points of the last region.
  lines.regionOfPoint.fill(regions.count, 0, corners.pointCount);
  const areas = new Float64Array(lines.pairCount);
  const lengths = new Float64Array(lines.pairCount);
  lines.sizes = { areas, lengths };
  // Several pairs may see one corner; each edge counts it once.
  const seen = { a: new Set<number>(), b: new Set<number>() };
  for (let i = 0; i < lines.pairCount; i++) {
    measurePair(corners, i, points, areas, lengths);
    lines.pairSlots[2 * i] = placeOfTriangle(a, pairs[2 * i]) / SURFACE_TRIANGLE;
    lines.pairSlots[2 * i + 1] = placeOfTriangle(b, pairs[2 * i + 1]) / SURFACE_TRIANGLE;
    for (let k = corners.starts[i]; k < corners.starts[i + 1]; k++)
      addCorner(lines, corners, i, k, a, b, seen);
  }
  groupByRegion(lines);
}

function poseOf({ moves, toWorld }: ContactSurface): Float64Array | null {
  return moves ? toWorld : null;
}

function measurePair(
  { starts, points }: ContactCorners,
  pair: number,
  places: Float64Array,
  areas: Float64Array,
  lengths: Float64Array,
): void {
  const from = starts[pair];
  const end = starts[pair + 1];
  if (end - from === 2) lengths[pair] = lengthBetween(places, points[from], points[from + 1]);
  for (let k = from + 2; k < end; k++) areas[pair] += fanArea(places, points[from], points[k - 1], points[k]);
}

/** Records where a corner of a pair's contact lies: which edges it blocks, which vertex is on the other surface. */
function addCorner(
  lines: ContactLines,
  { points, masks }: ContactCorners,
  pair: number,
  corner: number,
  a: ContactSurface,
  b: ContactSurface,
  seen: { readonly a: Set<number>; readonly b: Set<number> },
): void {
  const point = points[corner];
  const onA = masks[corner] & 7;
  const onB = masks[corner] >> 3;
  const triangleA = lines.pairs[2 * pair];
  const triangleB = lines.pairs[2 * pair + 1];
  lines.regionOfPoint[point] = lines.regionOfPair[pair];
  if (onA !== 0) nameAfter(lines, point, a, triangleA, onA, triangleB, onB, 0);
  else nameAfter(lines, point, b, triangleB, onB === 0 ? 1 : onB, triangleA, 0, 1);
  blockEdges(lines, point, pair, a, triangleA, onA, b, triangleB, onB === 0, seen.a);
  blockEdges(lines, point, pair, b, triangleB, onB, a, triangleA, onA === 0, seen.b);
}

/**
 * An edge that passes through a triangle does so in one point. One that lies in its plane has two ends there, which are told apart by where
 * on the edge and on the triangle they are, in the bits above those of the triangle's number.
 */
function nameAfter(
  lines: ContactLines,
  point: number,
  { graph }: ContactSurface,
  triangle: number,
  edges: number,
  face: number,
  edgesOfFace: number,
  side: 0 | 1,
): void {
  const edge = lowestBit(edges);
  lines.edges[point] = 2 * graph.topology.edges[3 * triangle + edge] + side;
  const place =
    PLACES_IN_FACE * placeOnEdge(graph.corners, 3 * triangle, edge, edges) + placeInFace(edgesOfFace);
  lines.faces[point] = MAX_TRIANGLES * place + face;
}

/** 0: between the ends of an edge; 1: the end with the lower number; 2: the other one. */
function placeOnEdge(corners: ArrayLike<number>, first: number, edge: number, edges: number): number {
  if ((edges & (edges - 1)) === 0) return 0;
  const next = edge === 2 ? 0 : edge + 1;
  const isForward = corners[first + edge] < corners[first + next];
  const isEnd = (edges & (1 << next)) !== 0;
  return isForward === isEnd ? 2 : 1;
}

/** 0: inside a triangle; 1 to 3: on an edge; 4 to 6: at a corner. */
const PLACES_IN_FACE = 7;

function placeInFace(edges: number): number {
  if (edges === 0) return 0;
  const edge = lowestBit(edges);
  if ((edges & (edges - 1)) === 0) return 1 + edge;
  const next = edge === 2 ? 0 : edge + 1;
  return 4 + ((edges & (1 << next)) !== 0 ? next : edge);
}

function lowestBit(mask: number): number {
  return mask & 1 ? 0 : mask & 2 ? 1 : 2;
}

/**
 * `edges`: a bit for each edge of the triangle that contains the point; if two, it is their common corner. `passes`: the point is inside
 * the other triangle.
 */
function blockEdges(
  lines: ContactLines,
  point: number,
  pair: number,
  surface: ContactSurface,
  triangle: number,
  edges: number,
  other: ContactSurface,
  face: number,
  passes: boolean,
  seen: Set<number>,
): void {
  const { corners, topology } = surface.graph;
  const isCorner = (edges & (edges - 1)) !== 0;
  for (let e = 0; e < 3; e++) {
    if ((edges & (1 << e)) === 0) continue;
    const name = topology.edges[3 * triangle + e];
    if (name >= topology.edges.length) continue; // an edge of a degenerate triangle
    const from = corners[3 * triangle + e];
    const next = e === 2 ? 0 : e + 1;
    const to = corners[3 * triangle + next];
    // A common corner of two edges is the end of the first and the start of the second.
    if (isCorner && (edges & (1 << ((e + 2) % 3))) !== 0) setSideOfVertex(surface, from, ON);
    const passage = name * 2 ** 24 + point;
    if (seen.has(passage)) continue;
    seen.add(passage);
    const isForward = from < to;
    let before = UNKNOWN;
    let behind = UNKNOWN;
    if (passes && !isCorner) {
      const side = sideOfCorner(surface, triangle, isForward ? e : next, other, face);
      before = side;
      behind = side === UNKNOWN ? UNKNOWN : side === INSIDE ? OUTSIDE : INSIDE;
    }
    surface.share[0] = shareAlong(
      lines,
      point,
      surface,
      triangle,
      isForward ? e : next,
      isForward ? next : e,
    );
    addCrossing(surface, name, isForward ? from : to, isForward ? to : from, before, behind, pair);
  }
}

const together = new Float64Array(16);

function sideOfCorner(
  surface: ContactSurface,
  triangle: number,
  corner: number,
  other: ContactSurface,
  face: number,
): number {
  const i = placeOfTriangle(surface, triangle) + 3 * corner;
  const j = placeOfTriangle(other, face);
  for (let k = 0; k < 3; k++) together[k] = surface.triangles[i + k];
  for (let k = 0; k < 9; k++) together[3 + k] = other.triangles[j + k];
  const height = orient3dAt(together, 3, 6, 9, 0) * other.outward;
  return height === 0 ? UNKNOWN : height < 0 ? INSIDE : OUTSIDE;
}

/** The point's fraction of the distance between two corners, measured along the longest axis. */
function shareAlong(
  { points }: ContactLines,
  point: number,
  surface: ContactSurface,
  triangle: number,
  low: number,
  high: number,
): number {
  const at = placeOfTriangle(surface, triangle);
  const { triangles } = surface;
  let longest = 0;
  let share = 0;
  for (let k = 0; k < 3; k++) {
    const from = triangles[at + 3 * low + k];
    const extent = triangles[at + 3 * high + k] - from;
    if (Math.abs(extent) <= longest) continue;
    longest = Math.abs(extent);
    share = (points[3 * point + k] - from) / extent;
  }
  return share;
}
