import type * as OnTriangle from "../../geometry/distance/point-triangle.ts";
import { nearestOnTriangle, onTriangle } from "../../geometry/distance/point-triangle.ts";
import { measuredPoint, measurePoint } from "../../geometry/distance/point-triangle-exact.ts";
import type { Leaves } from "../pairs/leaf-pairs.ts";
import { checkNumber, MEASURE_ERROR, squareOfMeasured } from "./nearest-pairs.ts";

// The last stage of `closestPoint`, as nearest-pairs.ts is that of `distance`. Triangles that may be the nearest to the
// point, as far as the filter can tell, are kept; at the end they are measured, and the nearest of them is the answer.

// Copies: V8 does not fold constants of other modules.
const ON_LEAST = 1 satisfies typeof OnTriangle.ON_LEAST;
const ON_MOST = 5 satisfies typeof OnTriangle.ON_MOST;
const SHARE = MEASURE_ERROR;

/** The first number counts: the square of a distance beyond which no triangle is the answer. */
export const bound = new Float64Array(16);
/** The point, in world space. */
export const target = new Float64Array(16);

const corners = new Float64Array(16);
let toWorld: Float64Array = new Float64Array(16);
let moves = false;
let slots = new Int32Array(64);
let leastSquares = new Float64Array(64);
let kept = 0;
let triangleTests = 0;
let most = Infinity;

/** The nearest of the triangles measured, and its point; slot −1 while there is none. */
export const nearest = { distance: 0, slot: -1, point: new Float64Array(16) };

/** Starts a query for triangles no farther than `maxDistance` from the point that `target` holds. */
export function beginNearestToPoint(pose: Float64Array, posed: boolean, maxDistance: number): void {
  toWorld = pose;
  moves = posed;
  most = maxDistance;
  bound[0] = squareOfMeasured(maxDistance);
  nearest.slot = -1;
  kept = 0;
  triangleTests = 0;
}

export function pointTestCount(): number {
  return triangleTests;
}

/** Counts what was tested elsewhere. */
export function addPointTests(count: number): void {
  triangleTests += count;
}

/** Looks for nearer triangles in a run of slots. */
export function nearPoint(leaves: Leaves, slot: number, count: number): void {
  triangleTests += count;
  for (let i = slot; i < slot + count; i++) {
    readCorners(leaves, i);
    nearestOnTriangle(target, 0, corners, 0);
    const least = onTriangle[ON_LEAST];
    if (!(least <= bound[0])) {
      checkNumber(least);
      continue;
    }
    keep(i, least);
    const most = onTriangle[ON_MOST] * (1 + SHARE);
    if (most < bound[0]) bound[0] = most;
  }
}

function readCorners({ mesh, corners: vertices }: Leaves, slot: number): void {
  const { positions } = mesh;
  for (let k = 0; k < 3; k++) {
    const v = 3 * vertices[3 * slot + k];
    const x = positions[v];
    const y = positions[v + 1];
    const z = positions[v + 2];
    const at = 3 * k;
    if (moves) {
      // movePoint, written out so that no number is passed, hence boxed
      corners[at] = toWorld[0] * x + toWorld[4] * y + toWorld[8] * z + toWorld[12];
      corners[at + 1] = toWorld[1] * x + toWorld[5] * y + toWorld[9] * z + toWorld[13];
      corners[at + 2] = toWorld[2] * x + toWorld[6] * y + toWorld[10] * z + toWorld[14];
    } else {
      corners[at] = x;
      corners[at + 1] = y;
      corners[at + 2] = z;
    }
  }
}

function keep(slot: number, leastSquare: number): void {
  if (kept === slots.length) makeRoom();
  slots[kept] = slot;
  leastSquares[kept] = leastSquare;
  kept++;
}

/** Drops what the bound has left behind since; doubles the memory when most is still of interest. */
function makeRoom(): void {
  let left = 0;
  for (let k = 0; k < kept; k++) {
    if (leastSquares[k] > bound[0]) continue;
    slots[left] = slots[k];
    leastSquares[left] = leastSquares[k];
    left++;
  }
  kept = left;
  if (2 * kept < slots.length) return;
  const [fewerSlots, fewerSquares] = [slots, leastSquares];
  slots = new Int32Array(2 * kept);
  slots.set(fewerSlots);
  leastSquares = new Float64Array(2 * kept);
  leastSquares.set(fewerSquares);
}

/** Measures the triangles that are left. */
export function measureKept(leaves: Leaves): void {
  for (let k = 0; k < kept; k++) if (leastSquares[k] <= bound[0]) measureTriangle(leaves, slots[k]);
}

/**
 * Measures a triangle and writes it to `nearest` if it is. Of several at the same distance it is the one whose point comes first
 * in the order of coordinates, then that with the least number.
 */
export function measureTriangle(leaves: Leaves, slot: number): void {
  readCorners(leaves, slot);
  const distance = measurePoint(target, corners, bound);
  if (!(distance <= most && distance < Infinity)) {
    checkNumber(distance);
    return;
  }
  if (nearest.slot >= 0) {
    if (distance > nearest.distance) return;
    if (distance === nearest.distance && !comesBefore(leaves, slot)) return;
  }
  nearest.distance = distance;
  nearest.slot = slot;
  for (let axis = 0; axis < 3; axis++) nearest.point[axis] = measuredPoint[axis];
  bound[0] = Math.min(bound[0], squareOfMeasured(distance));
}

/** Whether the triangle just measured comes before the nearest so far, which is at the same distance. */
function comesBefore({ triangles }: Leaves, slot: number): boolean {
  for (let axis = 0; axis < 3; axis++)
    if (measuredPoint[axis] !== nearest.point[axis]) return measuredPoint[axis] < nearest.point[axis];
  return triangles[slot] < triangles[nearest.slot];
}
