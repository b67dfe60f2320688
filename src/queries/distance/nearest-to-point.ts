import { moveVertex } from "../../geometry/affine.ts";
import { nearestOnTriangle, ON_LEAST, ON_MOST, onTriangle } from "../../geometry/distance/point-triangle.ts";
import { measuredPoint, measurePoint } from "../../geometry/distance/point-triangle-exact.ts";
import type { Leaves } from "../pairs/leaf-pairs.ts";
import { addCandidate, type Candidates, createCandidates } from "./nearest-candidates.ts";
import { checkNumber, MEASURE_ERROR, squareOfMeasured } from "./nearest-pairs.ts";

// The last stage of `closestPoint`, like nearest-pairs.ts for `distance`. Triangles that may be the nearest to the point, as far as the
// filter can tell, become candidates; at the end they are measured, and the nearest is the answer.

const SHARE = MEASURE_ERROR;

/** The state of this stage during one query. */
export interface NearestToPoint {
  /** Only the first number is used: the square of the distance beyond which no triangle is the answer. */
  readonly bound: Float64Array;
  maxDistance: number;
  /** The point, in world space. */
  readonly target: Float64Array;
  toWorld: Float64Array;
  moves: boolean;
  /** The triangle under test, in world space. */
  readonly corners: Float64Array;
  readonly candidates: Candidates;
  triangleTests: number;
  /** The nearest of the triangles measured, and its point; slot −1 before the first. */
  readonly nearest: { distance: number; slot: number; readonly point: Float64Array };
}

export function createNearestToPoint(): NearestToPoint {
  return {
    bound: new Float64Array(16),
    maxDistance: Infinity,
    target: new Float64Array(16),
    toWorld: new Float64Array(16),
    moves: false,
    corners: new Float64Array(16),
    candidates: createCandidates(),
    triangleTests: 0,
    nearest: { distance: 0, slot: -1, point: new Float64Array(16) },
  };
}

/** Starts a query for triangles no farther than `maxDistance` from the point that `target` holds. */
export function beginNearestToPoint(
  search: NearestToPoint,
  toWorld: Float64Array,
  moves: boolean,
  maxDistance: number,
): void {
  search.toWorld = toWorld;
  search.moves = moves;
  search.maxDistance = maxDistance;
  search.bound[0] = squareOfMeasured(maxDistance);
  search.nearest.slot = -1;
  search.candidates.count = 0;
  search.triangleTests = 0;
}

/** Looks for nearer triangles in a run of slots. */
export function testLeaf(search: NearestToPoint, leaves: Leaves, slot: number, count: number): void {
  const { bound, target, corners, candidates } = search;
  search.triangleTests += count;
  for (let i = slot; i < slot + count; i++) {
    readCorners(search, leaves, i);
    nearestOnTriangle(target, 0, corners, 0);
    const least = onTriangle[ON_LEAST];
    if (!(least <= bound[0])) {
      checkNumber(least);
      continue;
    }
    addCandidate(candidates, i, 0, least, bound);
    const most = onTriangle[ON_MOST] * (1 + SHARE);
    if (most < bound[0]) bound[0] = most;
  }
}

function readCorners(
  { toWorld, moves, corners }: NearestToPoint,
  { mesh, corners: vertices }: Leaves,
  slot: number,
): void {
  const { positions } = mesh;
  for (let k = 0; k < 3; k++)
    moveVertex(positions, 3 * vertices[3 * slot + k], moves, toWorld, corners, 3 * k);
}

/** Measures the candidates that are still within the bound. */
export function measureCandidates(search: NearestToPoint, leaves: Leaves): void {
  const { bound, candidates } = search;
  for (let k = 0; k < candidates.count; k++)
    if (candidates.leastSquares[k] <= bound[0]) measureTriangle(search, leaves, candidates.slotsA[k]);
}

/**
 * Measures a triangle and writes it to `nearest` if it is nearer. Among several at one distance, the one whose point comes first in the
 * order of coordinates wins, then the one with the lowest number.
 */
export function measureTriangle(search: NearestToPoint, leaves: Leaves, slot: number): void {
  const { bound, nearest } = search;
  readCorners(search, leaves, slot);
  const distance = measurePoint(search.target, search.corners, bound);
  if (!(distance <= search.maxDistance && distance < Infinity)) {
    checkNumber(distance);
    return;
  }
  if (nearest.slot >= 0) {
    if (distance > nearest.distance) return;
    if (distance === nearest.distance && !comesBefore(search, leaves, slot)) return;
  }
  nearest.distance = distance;
  nearest.slot = slot;
  for (let axis = 0; axis < 3; axis++) nearest.point[axis] = measuredPoint[axis];
  bound[0] = Math.min(bound[0], squareOfMeasured(distance));
}

/** Whether the triangle just measured comes before the nearest so far, at equal distance. */
function comesBefore({ nearest }: NearestToPoint, { triangles }: Leaves, slot: number): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (measuredPoint[axis] !== nearest.point[axis]) return measuredPoint[axis] < nearest.point[axis];
  return triangles[slot] < triangles[nearest.slot];
}
