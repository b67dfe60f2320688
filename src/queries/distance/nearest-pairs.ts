import { MeshError } from "../../errors.ts";
import {
  FOUND_LEAST,
  FOUND_MOST,
  FOUND_SEPARATION,
  found,
} from "../../geometry/distance/triangle-distance.ts";
import {
  compare,
  MEASURED_A,
  measured,
  measureTriangles,
} from "../../geometry/distance/triangle-distance-exact.ts";
import {
  LIMIT_DIRECTION,
  LIMIT_ROOT,
  LIMIT_ROUNDING,
  triangleDistanceWithin,
} from "../../geometry/distance/triangle-distance-within.ts";
import { TRIANGLE } from "../../geometry/overlap/triangle-triangle.ts";
import type { Leaves } from "../pairs/leaf-pairs.ts";
import {
  beginWorldTriangles,
  createWorldTriangles,
  LAST_PLACE,
  moveCorners,
  type WorldTriangles,
} from "../pairs/world-triangles.ts";
import { addCandidate, type Candidates, createCandidates } from "./nearest-candidates.ts";

// The last stage of a distance query: the triangles of two leaves against each other, in world space. The filter's squared distances lower
// the bound that the descent works with. Pairs that may be the nearest, as far as the filter can tell, become candidates; at the end they
// are measured, and the nearest is the answer. So the answer is the least measured distance of all pairs, whatever order they were visited
// in.

// Stored in the two unused numbers of a world triangle: its support along the direction between the nearest points so far (supports.ts),
// and the number of that direction.
const SUPPORT = 14;
const DIRECTION_NUMBER = 15;

/**
 * A measured distance is the true one rounded to the nearest f64. Two distances that round to one f64 differ by at most 2^-52 relative,
 * their squares by slightly more than 2^-51. This fraction of a square covers that and the rounding of the square itself.
 */
export const MEASURE_ERROR = 2 ** -49;
/** The error of a projection, as a fraction of the coordinates: 128 units in the last place. */
const DIFFERENCE_ERROR = 2 ** -46;
/** Squares below this have no relative precision. */
const UNDERFLOW = 2 ** -480;

/** The nearest pair: a's slot and point, and b's. */
export interface NearestPair {
  distance: number;
  slotA: number;
  slotB: number;
  /** The point of a first. */
  readonly points: Float64Array;
}

/** The state of this stage during one query. */
export interface NearestPairs {
  /** Pairs beyond this limit cannot be the answer. Laid out like a limit of `triangleDistanceWithin`. */
  readonly bound: Float64Array;
  readonly sideA: WorldTriangles;
  readonly sideB: WorldTriangles;
  readonly candidates: Candidates;
  /** The search stops at a pair no farther apart than this; negative to find the nearest pair. */
  clearance: number;
  triangleTests: number;
  /** The number of the bound's direction. Numbering continues across queries; 0 is never used. */
  directionNumber: number;
  readonly nearest: NearestPair;
}

export function createNearestPairs(): NearestPairs {
  return {
    bound: new Float64Array(16),
    sideA: createWorldTriangles(),
    sideB: createWorldTriangles(),
    candidates: createCandidates(),
    clearance: -1,
    triangleTests: 0,
    directionNumber: 1,
    nearest: { distance: 0, slotA: -1, slotB: -1, points: new Float64Array(6) },
  };
}

/** Starts a query for pairs no farther apart than `maxDistance`, in a world whose largest coordinate is `reach`. */
export function beginNearestPairs(
  pairs: NearestPairs,
  a: Leaves,
  aToWorld: Float64Array,
  aMoves: boolean,
  b: Leaves,
  bToWorld: Float64Array,
  bMoves: boolean,
  maxDistance: number,
  reach: number,
): void {
  const { bound } = pairs;
  beginWorldTriangles(pairs.sideA, aToWorld, aMoves, 0, a.triangles.length);
  beginWorldTriangles(pairs.sideB, bToWorld, bMoves, 0, b.triangles.length);
  bound[0] = squareOfMeasured(maxDistance);
  bound[LIMIT_ROUNDING] = DIFFERENCE_ERROR * reach;
  for (let k = 0; k < 3; k++) bound[LIMIT_DIRECTION + k] = 0;
  bound[LIMIT_ROOT] = Infinity;
  pairs.directionNumber++;
  pairs.candidates.count = 0;
  pairs.clearance = -1;
  pairs.triangleTests = 0;
}

/** An upper bound of the squares of distances that measure as this one: a pair with a larger square is certainly farther. */
export function squareOfMeasured(distance: number): number {
  return distance * distance * (1 + MEASURE_ERROR) + UNDERFLOW;
}

/**
 * Tests the triangles in two runs of slots: looks for nearer pairs, or with a clearance of at least 0 for a pair within it.
 * Returns whether such a pair was found.
 */
export function testLeaves(
  pairs: NearestPairs,
  a: Leaves,
  slotA: number,
  countA: number,
  b: Leaves,
  slotB: number,
  countB: number,
): boolean {
  if (pairs.clearance >= 0) return areLeavesWithin(pairs, a, slotA, countA, b, slotB, countB);
  findNearer(pairs, a, slotA, countA, b, slotB, countB);
  return false;
}

function findNearer(
  pairs: NearestPairs,
  a: Leaves,
  slotA: number,
  countA: number,
  b: Leaves,
  slotB: number,
  countB: number,
): void {
  const { bound, sideA, sideB, candidates } = pairs;
  const dataA = sideA.data;
  const dataB = sideB.data;
  const endA = slotA + countA;
  const endB = slotB + countB;
  for (let j = slotB; j < endB; j++) {
    const atB = placeOf(sideB, b, j);
    for (let i = slotA; i < endA; i++) {
      const atA = placeOf(sideA, a, i);
      if (dataA[atA + DIRECTION_NUMBER] !== pairs.directionNumber) setSupport(pairs, dataA, atA, 1);
      if (dataB[atB + DIRECTION_NUMBER] !== pairs.directionNumber) setSupport(pairs, dataB, atB, -1);
      if (-dataA[atA + SUPPORT] - dataB[atB + SUPPORT] > bound[LIMIT_ROOT]) continue;
      pairs.triangleTests++;
      if (!triangleDistanceWithin(dataA, atA, dataB, atB, bound)) continue;
      const least = found[FOUND_LEAST];
      if (!(least <= bound[0])) {
        checkNumber(least);
        continue;
      }
      addCandidate(candidates, i, j, least, bound);
      const most = found[FOUND_MOST] * (1 + MEASURE_ERROR);
      if (most < bound[0]) lowerBound(pairs, most);
    }
  }
}

/**
 * Throws `MeshError` for NaN. NaN fails every comparison with a bound, so vertices that became NaN after their mesh was checked always get
 * here.
 */
export function checkNumber(square: number): void {
  if (Number.isNaN(square))
    throw new MeshError(
      "a triangle has a coordinate that is not finite: vertices were changed without a refit",
    );
}

/** Sets the support of the triangle at t[at] along the bound's direction, or against it; Infinity if a corner is NaN. */
function setSupport(
  { bound, directionNumber }: NearestPairs,
  t: Float64Array,
  at: number,
  sign: 1 | -1,
): void {
  const x = sign * bound[LIMIT_DIRECTION];
  const y = sign * bound[LIMIT_DIRECTION + 1];
  const z = sign * bound[LIMIT_DIRECTION + 2];
  const first = x * t[at] + y * t[at + 1] + z * t[at + 2];
  const second = x * t[at + 3] + y * t[at + 4] + z * t[at + 5];
  const third = x * t[at + 6] + y * t[at + 7] + z * t[at + 8];
  let support = first;
  if (second > support) support = second;
  if (third > support) support = third;
  t[at + SUPPORT] = Math.abs(first + second + third) < Infinity ? support : Infinity;
  t[at + DIRECTION_NUMBER] = directionNumber;
}

/** Lowers the bound, and sets its direction to that between the points just found, from a to b. */
function lowerBound(pairs: NearestPairs, square: number): void {
  const { bound } = pairs;
  bound[0] = square;
  pairs.directionNumber++;
  const x = found[FOUND_SEPARATION];
  const y = found[FOUND_SEPARATION + 1];
  const z = found[FOUND_SEPARATION + 2];
  const length = Math.sqrt(x * x + y * y + z * z);
  bound[LIMIT_DIRECTION] = length > 0 ? x / length : 0;
  bound[LIMIT_DIRECTION + 1] = length > 0 ? y / length : 0;
  bound[LIMIT_DIRECTION + 2] = length > 0 ? z / length : 0;
  bound[LIMIT_ROOT] = Math.sqrt(square) * (1 + MEASURE_ERROR) + 2 * bound[LIMIT_ROUNDING];
}

/** Whether a pair of triangles in two runs of slots is no farther apart than the clearance. */
function areLeavesWithin(
  pairs: NearestPairs,
  a: Leaves,
  slotA: number,
  countA: number,
  b: Leaves,
  slotB: number,
  countB: number,
): boolean {
  const { bound, sideA, sideB, clearance } = pairs;
  const endA = slotA + countA;
  const endB = slotB + countB;
  const within = clearance * clearance * (1 - MEASURE_ERROR) - UNDERFLOW;
  for (let j = slotB; j < endB; j++) {
    const atB = placeOf(sideB, b, j);
    for (let i = slotA; i < endA; i++) {
      const atA = placeOf(sideA, a, i);
      pairs.triangleTests++;
      if (!triangleDistanceWithin(sideA.data, atA, sideB.data, atB, bound)) continue;
      const least = found[FOUND_LEAST];
      if (!(least <= bound[0])) {
        checkNumber(least);
        continue;
      }
      if (found[FOUND_MOST] < within) return true;
      if (measureTriangles(sideA.data, atA, sideB.data, atB) <= clearance) return true;
    }
  }
  return false;
}

function placeOf(side: WorldTriangles, leaves: Leaves, slot: number): number {
  const place = slot & LAST_PLACE;
  if (side.owners[place] !== side.generation + slot) {
    moveCorners(side, leaves.mesh.positions, leaves.corners, slot);
    side.data[TRIANGLE * place + DIRECTION_NUMBER] = 0;
  }
  return TRIANGLE * place;
}

/**
 * Measures the candidates and returns the nearest, which is valid until the next query starts; null if none is within `maxDistance`.
 *
 * Among several at one distance it is the one whose two points, the lesser first, come first in the order of coordinates; then the one with
 * the least sum of triangle numbers, then with the lowest number. None of this depends on the trees, nor on which mesh is a and which is b,
 * except for triangles (i, j) and (j, i) with equal points.
 */
export function takeNearest(
  { bound, sideA, sideB, candidates, nearest }: NearestPairs,
  a: Leaves,
  b: Leaves,
  maxDistance: number,
): NearestPair | null {
  nearest.distance = Infinity;
  for (let k = 0; k < candidates.count; k++) {
    if (candidates.leastSquares[k] > bound[0]) continue;
    const slotA = candidates.slotsA[k];
    const slotB = candidates.slotsB[k];
    const atA = placeOf(sideA, a, slotA);
    const atB = placeOf(sideB, b, slotB);
    const distance = measureTriangles(sideA.data, atA, sideB.data, atB);
    if (distance > nearest.distance || distance > maxDistance) continue;
    if (distance === nearest.distance && !comesBefore(nearest, a, slotA, b, slotB)) continue;
    nearest.distance = distance;
    bound[0] = Math.min(bound[0], squareOfMeasured(distance));
    nearest.slotA = slotA;
    nearest.slotB = slotB;
    for (let axis = 0; axis < 6; axis++) nearest.points[axis] = measured[MEASURED_A + axis];
  }
  return nearest.distance === Infinity ? null : nearest;
}

/** Whether the pair just measured comes before the nearest so far, at equal distance. */
function comesBefore(nearest: NearestPair, a: Leaves, slotA: number, b: Leaves, slotB: number): boolean {
  const order = comparePointPairs(measured, MEASURED_A, nearest.points, 0);
  if (order !== 0) return order < 0;
  return compareTrianglePairs(
    a.triangles[slotA],
    b.triangles[slotB],
    a.triangles[nearest.slotA],
    b.triangles[nearest.slotB],
  );
}

function comparePointPairs(p: Float64Array, i: number, q: Float64Array, j: number): number {
  const i0 = compare(p, i, p, i + 3, 3) <= 0 ? i : i + 3;
  const j0 = compare(q, j, q, j + 3, 3) <= 0 ? j : j + 3;
  const first = compare(p, i0, q, j0, 3);
  return first !== 0 ? first : compare(p, i0 === i ? i + 3 : i, q, j0 === j ? j + 3 : j, 3);
}

/** Whether the triangle pair (i, j) comes before (k, l). */
export function compareTrianglePairs(i: number, j: number, k: number, l: number): boolean {
  if (i + j !== k + l) return i + j < k + l;
  const least = Math.min(i, j);
  const other = Math.min(k, l);
  return least !== other ? least < other : i < k;
}
