import { sweepFeatures } from "../../geometry/sweep/feature-sweep.ts";
import { AT_END, MOVING_TRIANGLE, trianglesStayApart } from "../../geometry/sweep/stay-apart.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { EDGE_BITS } from "../../trees/feature-owners.ts";
import { EDGE_EDGE, FACE_VERTEX, VERTEX_FACE } from "../feature-kinds.ts";
import { addImpact, type ImpactList, keepEarliest, ROW_TRIANGLES, ROW_VERTICES } from "./impact-list.ts";
import type { MovingMesh } from "./moving-mesh.ts";
import {
  boxTime,
  createMovingTriangles,
  loadTriangles,
  type MovingTriangles,
  meetAtStart,
  neighboursStayApart,
  sharedCorners,
  sharedCount,
} from "./moving-triangles.ts";

// The last stage for straight motion: two moving triangles. They meet at the start, or a vertex of one first touches the other's face, or
// two edges touch. Either the earliest contact is kept, or all contacts of features are listed.

export interface FeatureSearch {
  /**
   * Neighbouring f64 times around the first contact so far; when all contacts are listed, the latest times that count. Arrays, because a
   * number passed to the tests would be boxed.
   */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** The triangles of the first contact; −1 before there is one. */
  slotA: number;
  slotB: number;
  /** Whether triangles are known to meet at time 0. */
  startsInContact: boolean;
  /** The list of all contacts; null in a search for the first. */
  list: ImpactList | null;
  /** The largest number of contacts to list. */
  maxImpacts: number;
  /** Feature pairs tested. */
  featureTests: number;
  readonly pair: MovingTriangles;
  /** Four points at two times, and the times of their contact: for `sweepFeatures`. */
  readonly points: Float64Array;
  readonly times: Float64Array;
}

export function createFeatureSearch(): FeatureSearch {
  return {
    lower: new Float64Array(16),
    upper: new Float64Array(16),
    slotA: -1,
    slotB: -1,
    startsInContact: false,
    list: null,
    maxImpacts: Infinity,
    featureTests: 0,
    pair: createMovingTriangles(),
    points: new Float64Array(24),
    times: new Float64Array(2),
  };
}

/** Later than the end of any motion. */
const NO_CONTACT = 2;

/** Starts a search for the first contact or, with a list, for all. */
export function beginFeatureSearch(
  search: FeatureSearch,
  list: ImpactList | null,
  maxImpacts = Infinity,
): void {
  search.lower[0] = NO_CONTACT;
  search.upper[0] = NO_CONTACT;
  search.slotA = -1;
  search.slotB = -1;
  search.startsInContact = false;
  search.list = list;
  search.maxImpacts = maxImpacts;
  search.featureTests = 0;
  search.pair.slotA = -1;
  search.pair.slotB = -1;
  if (list === null) return;
  list.count = 0;
  list.truncated = false;
}

/** Tests the triangles in two slots. Within one mesh, features with a common vertex are skipped. */
export function trianglesImpact(
  search: FeatureSearch,
  a: MovingMesh,
  slotA: number,
  b: MovingMesh,
  slotB: number,
  isSelf: boolean,
): void {
  const { pair } = search;
  const shared = isSelf ? sharedCorners(a.tree.corners, slotA, slotB) : 0;
  if (sharedCount(shared) === 3) return;
  if (shared !== 0 && neighboursStayApart(a, slotA, slotB, shared)) return;
  loadTriangles(pair, a, slotA, b, slotB);
  const time = shared === 0 ? boxTime(pair) : 0;
  if (time >= search.upper[0] || (shared === 0 && trianglesStayApart(pair.moving))) return;
  examineTriangles(search, a, slotA, b, slotB, shared, time === 0, isSelf);
}

/**
 * Tests the triangles in two slots that are not proven apart. `shared` comes from `sharedCorners`; `mayMeetAtStart` is false if their boxes
 * are apart at time 0.
 */
export function examineTriangles(
  search: FeatureSearch,
  a: MovingMesh,
  slotA: number,
  b: MovingMesh,
  slotB: number,
  shared: number,
  mayMeetAtStart: boolean,
  isSelf: boolean,
): void {
  const { pair } = search;
  loadTriangles(pair, a, slotA, b, slotB);
  if (mayMeetAtStart && !search.startsInContact && meetAtStart(pair, shared)) {
    search.startsInContact = true;
    if (search.list === null) {
      keepFirst(search, 0, 0, slotA, slotB);
      return;
    }
  }
  testAllFeatures(search, a, slotA, b, slotB, isSelf);
}

function testAllFeatures(
  search: FeatureSearch,
  a: MovingMesh,
  slotA: number,
  b: MovingMesh,
  slotB: number,
  isSelf: boolean,
): void {
  const cornersA = a.tree.corners;
  const cornersB = b.tree.corners;
  const ownA = a.owners[slotA];
  const ownB = b.owners[slotB];
  for (let k = 0; k < 3; k++) {
    if ((ownA >> k) & 1 && !(isSelf && hasCorner(cornersB, 3 * slotB, cornersA[3 * slotA + k]))) {
      setVertexAndFace(search, 3 * k, MOVING_TRIANGLE);
      if (featuresMeet(search, false)) {
        if (search.list === null) keepFirst(search, search.times[0], search.times[1], slotA, slotB);
        else listVertexFace(search, search.list, VERTEX_FACE, a, slotA, k, b, slotB);
      }
    }
    if ((ownB >> k) & 1 && !(isSelf && hasCorner(cornersA, 3 * slotA, cornersB[3 * slotB + k]))) {
      setVertexAndFace(search, MOVING_TRIANGLE + 3 * k, 0);
      if (featuresMeet(search, false)) {
        if (search.list === null) keepFirst(search, search.times[0], search.times[1], slotA, slotB);
        // Within one mesh the vertex comes first, whichever slot it is in.
        else if (isSelf) listVertexFace(search, search.list, VERTEX_FACE, b, slotB, k, a, slotA);
        else listVertexFace(search, search.list, FACE_VERTEX, b, slotB, k, a, slotA);
      }
    }
  }
  for (let k = 0; k < 3; k++) {
    if (((ownA >> (EDGE_BITS + k)) & 1) === 0) continue;
    for (let l = 0; l < 3; l++) {
      if (((ownB >> (EDGE_BITS + l)) & 1) === 0) continue;
      if (isSelf && edgesShareVertex(cornersA, 3 * slotA, k, cornersB, 3 * slotB, l)) continue;
      setEdges(search, k, l);
      if (!featuresMeet(search, true)) continue;
      if (search.list === null) keepFirst(search, search.times[0], search.times[1], slotA, slotB);
      else listEdges(search, search.list, a, slotA, k, b, slotB, l, isSelf);
    }
  }
}

function hasCorner(corners: Uint32Array, c: number, vertex: number): boolean {
  return corners[c] === vertex || corners[c + 1] === vertex || corners[c + 2] === vertex;
}

function edgesShareVertex(
  cornersA: Uint32Array,
  c: number,
  k: number,
  cornersB: Uint32Array,
  d: number,
  l: number,
): boolean {
  const a0 = cornersA[c + k];
  const a1 = cornersA[c + ((k + 1) % 3)];
  const b0 = cornersB[d + l];
  const b1 = cornersB[d + ((l + 1) % 3)];
  return a0 === b0 || a0 === b1 || a1 === b0 || a1 === b1;
}

/** The vertex at moving[v] and the face at moving[f]. */
function setVertexAndFace({ pair, points }: FeatureSearch, v: number, f: number): void {
  const { moving } = pair;
  copyPoint(moving, v, points, 0);
  copyPoint(moving, f, points, 3);
  copyPoint(moving, f + 3, points, 6);
  copyPoint(moving, f + 6, points, 9);
}

/** The edge from a's corner k to the next, and the one from b's corner l. */
function setEdges({ pair, points }: FeatureSearch, k: number, l: number): void {
  const { moving } = pair;
  copyPoint(moving, 3 * k, points, 0);
  copyPoint(moving, 3 * ((k + 1) % 3), points, 3);
  copyPoint(moving, MOVING_TRIANGLE + 3 * l, points, 6);
  copyPoint(moving, MOVING_TRIANGLE + 3 * ((l + 1) % 3), points, 9);
}

function copyPoint(moving: Float64Array, from: number, points: Float64Array, to: number): void {
  points[to] = moving[from];
  points[to + 1] = moving[from + 1];
  points[to + 2] = moving[from + 2];
  points[to + 12] = moving[from + AT_END];
  points[to + 13] = moving[from + AT_END + 1];
  points[to + 14] = moving[from + AT_END + 2];
}

/** Whether the features in `points` meet early enough; writes the times around their first contact to `times`. */
function featuresMeet(search: FeatureSearch, isEdges: boolean): boolean {
  const { points, lower, upper, times } = search;
  search.featureTests++;
  return sweepFeatures(points, 0, isEdges, lower, upper, times);
}

function keepFirst(search: FeatureSearch, lower: number, upper: number, slotA: number, slotB: number): void {
  const isLater = lower > search.lower[0] || (lower === search.lower[0] && upper >= search.upper[0]);
  if (isLater) return;
  search.lower[0] = lower;
  search.upper[0] = upper;
  search.slotA = slotA;
  search.slotB = slotB;
}

/** Lists the vertex at corner k of a slot and the face of another. Kind FACE_VERTEX: the face's mesh is a. */
function listVertexFace(
  search: FeatureSearch,
  list: ImpactList,
  kind: number,
  mesh: MovingMesh,
  slot: number,
  k: number,
  faceMesh: MovingMesh,
  faceSlot: number,
): void {
  const at = addImpact(list, kind, search.times[0], search.times[1]);
  const vertexAt = at + ROW_VERTICES + (kind === VERTEX_FACE ? 0 : 3);
  const faceAt = at + ROW_VERTICES + (kind === VERTEX_FACE ? 1 : 0);
  const { rows } = list;
  const face = faceMesh.tree.triangles[faceSlot];
  rows[vertexAt] = mesh.tree.corners[3 * slot + k];
  // A tree may have rotated the corners of a triangle.
  for (let corner = 0; corner < 3; corner++)
    rows[faceAt + corner] = vertexOf(faceMesh.tree.mesh, face, corner);
  rows[at + ROW_TRIANGLES + (kind === VERTEX_FACE ? 0 : 1)] = mesh.tree.triangles[slot];
  rows[at + ROW_TRIANGLES + (kind === VERTEX_FACE ? 1 : 0)] = face;
  limitList(search, list);
}

/** Lists two edges, each from its lower to its higher vertex number; within one mesh the edge with the lower numbers is a's. */
function listEdges(
  search: FeatureSearch,
  list: ImpactList,
  a: MovingMesh,
  slotA: number,
  k: number,
  b: MovingMesh,
  slotB: number,
  l: number,
  isSelf: boolean,
): void {
  const { corners } = a.tree;
  const p = corners[3 * slotA + k];
  const q = corners[3 * slotA + ((k + 1) % 3)];
  const r = b.tree.corners[3 * slotB + l];
  const s = b.tree.corners[3 * slotB + ((l + 1) % 3)];
  // Within one mesh, listed edges have no common vertex, so their lower numbers differ.
  const isSwapped = isSelf && Math.min(r, s) < Math.min(p, q);
  const at = addImpact(list, EDGE_EDGE, search.times[0], search.times[1]);
  const { rows } = list;
  const [edgeA, edgeB] = isSwapped ? [2, 0] : [0, 2];
  rows[at + ROW_VERTICES + edgeA] = Math.min(p, q);
  rows[at + ROW_VERTICES + edgeA + 1] = Math.max(p, q);
  rows[at + ROW_VERTICES + edgeB] = Math.min(r, s);
  rows[at + ROW_VERTICES + edgeB + 1] = Math.max(r, s);
  rows[at + ROW_TRIANGLES + (isSwapped ? 1 : 0)] = a.tree.triangles[slotA];
  rows[at + ROW_TRIANGLES + (isSwapped ? 0 : 1)] = b.tree.triangles[slotB];
  limitList(search, list);
}

/** When the list holds twice `maxImpacts` rows: keeps the earlier half and skips later contacts from then on. */
function limitList(search: FeatureSearch, list: ImpactList): void {
  const { maxImpacts, lower, upper } = search;
  if (list.count < 2 * maxImpacts) return;
  keepEarliest(list, maxImpacts);
  let latest = 0;
  for (let row = 0; row < maxImpacts; row++) latest = Math.max(latest, list.times[2 * row + 1]);
  // Contacts at exactly this time may still sort first by their numbers, so the search goes up to the next f64.
  lower[0] = latest;
  upper[0] = nextAbove(latest);
}

/** The next f64 above a time. */
function nextAbove(time: number): number {
  // One unit in the last place of a normal number; below 2^-1000 any nonzero step will do.
  const step = Math.max(time * 2 ** -53, 2 ** -1060);
  const next = time + step;
  return next > time ? next : time + 2 * step;
}
