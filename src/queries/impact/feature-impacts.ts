import { setPlane, TRIANGLE, trianglesMeet } from "../../geometry/overlap/triangle-triangle.ts";
import { sweepFeatures } from "../../geometry/sweep/feature-sweep.ts";
import { meetingTime } from "../../geometry/sweep/moving-boxes.ts";
import { EDGE_BITS } from "../../trees/feature-owners.ts";
import { type MovingMesh, placeVertex } from "./moving-mesh.ts";

// The last stage for straight motion: two moving triangles. They meet at the start, or a vertex of one first touches the
// other's face, or two edges touch.

// moving triangle, 18 × f64: three corners at the start, the same at the end
const MOVING = 18;
const END = 9;

/** The first contact found so far, and the two triangles under test. */
export interface FeatureSearch {
  /** The f64 times next to the first contact. In arrays, so that no number is passed to the tests, hence boxed. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
  /** Its triangles; −1 before there is one. */
  slotA: number;
  slotB: number;
  /** Feature pairs tested. */
  featureTests: number;
  /** The moving triangle of a, then that of b. */
  readonly moving: Float64Array;
  /** Their boxes at both ends: views of `boxes`, which holds a's at the start and at the end, then b's. */
  readonly boxes: Float64Array;
  readonly startBoxA: Float64Array;
  readonly endBoxA: Float64Array;
  readonly startBoxB: Float64Array;
  readonly endBoxB: Float64Array;
  /** Four points at two times, and the times of their contact: for `sweepFeatures`. */
  readonly points: Float64Array;
  readonly times: Float64Array;
  /** Two triangles at the start, and how far apart their corners are at most: for `trianglesMeet`. */
  readonly atStart: Float64Array;
  readonly reach: Float64Array;
  /** Edges from a common vertex, two of a and two of b. */
  readonly sector: Float64Array;
}

export function createFeatureSearch(): FeatureSearch {
  const boxes = new Float64Array(24);
  return {
    lower: new Float64Array(16),
    upper: new Float64Array(16),
    slotA: -1,
    slotB: -1,
    featureTests: 0,
    moving: new Float64Array(2 * MOVING),
    boxes,
    startBoxA: boxes.subarray(0, 6),
    endBoxA: boxes.subarray(6, 12),
    startBoxB: boxes.subarray(12, 18),
    endBoxB: boxes.subarray(18, 24),
    points: new Float64Array(24),
    times: new Float64Array(2),
    atStart: new Float64Array(2 * TRIANGLE),
    reach: new Float64Array(1),
    sector: new Float64Array(16),
  };
}

/** Later than the end of any motion. */
const NO_CONTACT = 2;

export function beginFeatureSearch(search: FeatureSearch): void {
  search.lower[0] = NO_CONTACT;
  search.upper[0] = NO_CONTACT;
  search.slotA = -1;
  search.slotB = -1;
  search.featureTests = 0;
}

/**
 * Tests the triangles in two slots and keeps their first contact if it is the earliest. In one mesh,
 * features with a common vertex are passed over.
 */
export function trianglesImpact(
  search: FeatureSearch,
  a: MovingMesh,
  slotA: number,
  b: MovingMesh,
  slotB: number,
  isSelf: boolean,
): void {
  loadTriangle(a, slotA, search.moving, 0);
  loadTriangle(b, slotB, search.moving, MOVING);
  const time = boxTime(search);
  if (time >= search.upper[0]) return;
  const cornersA = a.tree.corners;
  const cornersB = b.tree.corners;
  if (time === 0 && meetAtStart(search, cornersA, 3 * slotA, cornersB, 3 * slotB, isSelf)) {
    keep(search, 0, 0, slotA, slotB);
    return;
  }
  const ownA = a.owners[slotA];
  const ownB = b.owners[slotB];
  for (let k = 0; k < 3; k++) {
    if ((ownA >> k) & 1 && !(isSelf && hasCorner(cornersB, 3 * slotB, cornersA[3 * slotA + k])))
      testVertex(search, 3 * k, MOVING, slotA, slotB);
    if ((ownB >> k) & 1 && !(isSelf && hasCorner(cornersA, 3 * slotA, cornersB[3 * slotB + k])))
      testVertex(search, MOVING + 3 * k, 0, slotA, slotB);
  }
  for (let k = 0; k < 3; k++) {
    if (((ownA >> (EDGE_BITS + k)) & 1) === 0) continue;
    const edgeA = 3 * slotA;
    for (let l = 0; l < 3; l++) {
      if (((ownB >> (EDGE_BITS + l)) & 1) === 0) continue;
      if (isSelf && edgesShareVertex(cornersA, edgeA, k, cornersB, 3 * slotB, l)) continue;
      testEdges(search, k, l, slotA, slotB);
    }
  }
}

function loadTriangle(
  { tree, start, end, from, to }: MovingMesh,
  slot: number,
  moving: Float64Array,
  at: number,
): void {
  for (let k = 0; k < 3; k++) {
    const vertex = tree.corners[3 * slot + k];
    placeVertex(start, vertex, from, moving, at + 3 * k);
    placeVertex(end, vertex, to, moving, at + 3 * k + END);
  }
}

/** A time before which the boxes of the two triangles are apart. */
function boxTime(search: FeatureSearch): number {
  const { moving, boxes, startBoxA, endBoxA, startBoxB, endBoxB } = search;
  for (let axis = 0; axis < 3; axis++) {
    setExtent(moving, axis, boxes, axis);
    setExtent(moving, END + axis, boxes, 6 + axis);
    setExtent(moving, MOVING + axis, boxes, 12 + axis);
    setExtent(moving, MOVING + END + axis, boxes, 18 + axis);
  }
  return meetingTime(startBoxA, endBoxA, 0, startBoxB, endBoxB, 0);
}

function setExtent(moving: Float64Array, i: number, boxes: Float64Array, to: number): void {
  const x = moving[i];
  const y = moving[i + 3];
  const z = moving[i + 6];
  let low = x;
  let high = x;
  if (y < low) low = y;
  else high = y;
  if (z < low) low = z;
  else if (z > high) high = z;
  boxes[to] = low;
  boxes[to + 3] = high;
}

/** Whether the triangles meet at time 0: exact, touching counts; in one mesh, in more than a common vertex or edge. */
function meetAtStart(
  search: FeatureSearch,
  cornersA: Uint32Array,
  c: number,
  cornersB: Uint32Array,
  d: number,
  isSelf: boolean,
): boolean {
  let shared = 0;
  let loneA = 0;
  let loneB = 0;
  if (isSelf)
    for (let k = 0; k < 3; k++)
      for (let l = 0; l < 3; l++)
        if (cornersA[c + k] === cornersB[d + l]) {
          shared++;
          loneA = k;
          loneB = l;
        }
  if (shared === 0) {
    const { moving, atStart } = search;
    for (let i = 0; i < 9; i++) {
      atStart[i] = moving[i];
      atStart[TRIANGLE + i] = moving[MOVING + i];
    }
    return meet(search);
  }
  // With one common vertex, the edge across from it in one triangle meets the other. Beyond a common edge, triangles
  // meet in features that are tested without it.
  if (shared !== 1 || sectorsAreApart(search, loneA, loneB)) return false;
  return edgeMeets(search, 0, loneA, MOVING) || edgeMeets(search, MOVING, loneB, 0);
}

/**
 * Whether a plane through the common vertex, square to the difference of the directions in which the two triangles lie,
 * surely has one on either side: so it is with neighbours in a mesh that is not folded.
 */
function sectorsAreApart({ moving, sector }: FeatureSearch, loneA: number, loneB: number): boolean {
  let reach = 0;
  let lengthA = 0;
  let lengthB = 0;
  for (let axis = 0; axis < 3; axis++) {
    const origin = moving[3 * loneA + axis];
    const a1 = moving[3 * ((loneA + 1) % 3) + axis] - origin;
    const a2 = moving[3 * ((loneA + 2) % 3) + axis] - origin;
    const b1 = moving[MOVING + 3 * ((loneB + 1) % 3) + axis] - origin;
    const b2 = moving[MOVING + 3 * ((loneB + 2) % 3) + axis] - origin;
    sector[axis] = a1;
    sector[3 + axis] = a2;
    sector[6 + axis] = b1;
    sector[9 + axis] = b2;
    lengthA += (a1 + a2) * (a1 + a2);
    lengthB += (b1 + b2) * (b1 + b2);
    reach += Math.abs(a1) + Math.abs(a2) + Math.abs(b1) + Math.abs(b2);
  }
  let heightA1 = 0;
  let heightA2 = 0;
  let heightB1 = 0;
  let heightB2 = 0;
  const [scaleA, scaleB] = [1 / Math.sqrt(lengthA), 1 / Math.sqrt(lengthB)];
  for (let axis = 0; axis < 3; axis++) {
    const a = scaleA * (sector[axis] + sector[3 + axis]);
    const b = scaleB * (sector[6 + axis] + sector[9 + axis]);
    heightA1 += (a - b) * sector[axis];
    heightA2 += (a - b) * sector[3 + axis];
    heightB1 += (a - b) * sector[6 + axis];
    heightB2 += (a - b) * sector[9 + axis];
  }
  // |a − b| ≤ 2 in every axis; false where a length is zero or the scale infinite.
  const error = SECTOR_ERROR * reach + UNDERFLOW;
  return heightA1 > error && heightA2 > error && heightB1 < -error && heightB2 < -error;
}

/** Of a rounded dot product of differences, relative to the direction's and the differences' norms, with room. */
const SECTOR_ERROR = 2 ** -46;
const UNDERFLOW = 2 ** -900;

/** Whether the edge across from corner `lone` of the triangle at moving[i] meets the one at moving[j], at the start. */
function edgeMeets(search: FeatureSearch, i: number, lone: number, j: number): boolean {
  const { moving, atStart } = search;
  const from = i + 3 * ((lone + 1) % 3);
  const to = i + 3 * ((lone + 2) % 3);
  for (let axis = 0; axis < 3; axis++) {
    atStart[axis] = moving[from + axis];
    atStart[3 + axis] = moving[to + axis];
    atStart[6 + axis] = moving[to + axis];
    const low = Math.min(atStart[axis], atStart[3 + axis]);
    const high = Math.max(atStart[axis], atStart[3 + axis]);
    const [p, q, r] = [moving[j + axis], moving[j + 3 + axis], moving[j + 6 + axis]];
    if ((p > high && q > high && r > high) || (p < low && q < low && r < low)) return false;
  }
  for (let k = 0; k < 9; k++) atStart[TRIANGLE + k] = moving[j + k];
  return meet(search);
}

function meet({ atStart, reach, startBoxA, startBoxB }: FeatureSearch): boolean {
  // |p − q|₁ is at most the extent of both boxes; doubled for rounding
  reach[0] = 0;
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.min(startBoxA[axis], startBoxB[axis]);
    reach[0] += 2 * (Math.max(startBoxA[3 + axis], startBoxB[3 + axis]) - low);
  }
  setPlane(atStart, 0, reach);
  setPlane(atStart, TRIANGLE, reach);
  return trianglesMeet(atStart, 0, atStart, TRIANGLE);
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

/** The vertex at moving[v] against the face at moving[f]. */
function testVertex(search: FeatureSearch, v: number, f: number, slotA: number, slotB: number): void {
  const { moving, points } = search;
  copyPoint(moving, v, points, 0);
  copyPoint(moving, f, points, 3);
  copyPoint(moving, f + 3, points, 6);
  copyPoint(moving, f + 6, points, 9);
  testFeatures(search, false, slotA, slotB);
}

/** The edge from a's corner k to the next against the one from b's corner l. */
function testEdges(search: FeatureSearch, k: number, l: number, slotA: number, slotB: number): void {
  const { moving, points } = search;
  copyPoint(moving, 3 * k, points, 0);
  copyPoint(moving, 3 * ((k + 1) % 3), points, 3);
  copyPoint(moving, MOVING + 3 * l, points, 6);
  copyPoint(moving, MOVING + 3 * ((l + 1) % 3), points, 9);
  testFeatures(search, true, slotA, slotB);
}

function copyPoint(moving: Float64Array, from: number, points: Float64Array, to: number): void {
  points[to] = moving[from];
  points[to + 1] = moving[from + 1];
  points[to + 2] = moving[from + 2];
  points[to + 12] = moving[from + END];
  points[to + 13] = moving[from + END + 1];
  points[to + 14] = moving[from + END + 2];
}

function testFeatures(search: FeatureSearch, isEdges: boolean, slotA: number, slotB: number): void {
  const { points, lower, upper, times } = search;
  search.featureTests++;
  if (sweepFeatures(points, 0, isEdges, lower, upper, times)) keep(search, times[0], times[1], slotA, slotB);
}

function keep(search: FeatureSearch, lower: number, upper: number, slotA: number, slotB: number): void {
  const isLater = lower > search.lower[0] || (lower === search.lower[0] && upper >= search.upper[0]);
  if (isLater) return;
  search.lower[0] = lower;
  search.upper[0] = upper;
  search.slotA = slotA;
  search.slotB = slotB;
}
