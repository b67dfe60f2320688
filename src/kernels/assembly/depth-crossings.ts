// Twins: `visitKeptAhead` in queries/classify/posed-tree.ts, `crossingOf` in queries/classify/crossings.ts. Orientations use Shewchuk's
// filter; a triangle about which f64 is not certain goes to TypeScript, unless it lies in a plane, or its edge on a line, along an axis.
import {
  BOX_BYTES, BOX_TESTS, BOXES, CROSSINGS, HEIGHT, NODES, POINT, SLOT, SLOT_END, STACK, TRIANGLE_BYTES, TRIANGLE_NUMBERS,
  TRIANGLE_TESTS, TRIANGLES, WALK_ENDED,
} from "../depth-memory-map";
import { NODE_COUNT, NODE_LINK, NODE_SHIFT } from "../memory-map";

// as in numerics/orient.ts
const FILTER_2D: f64 = 4.440892098500626e-16; // 2^-51
const FILTER_3D: f64 = 8.881784197001252e-16; // 2^-50
const UNDERFLOW: f64 = 1.1830521861667747e-271; // 2^-900

/** An orientation other than −1, 0 and 1. */
const UNCERTAIN = 2;

/** Starts the walk of `crossAhead` for a ray from (x, y, z), and returns its result. */
export function beginCrossing(surface: i32, x: f64, y: f64, z: f64): i32 {
  store<f64>(surface, x, POINT);
  store<f64>(surface, y, POINT + 8);
  store<f64>(surface, z, POINT + 16);
  store<i32>(surface, 0, CROSSINGS);
  beginWalk(surface);
  return crossAhead(surface);
}

/** Starts a walk at the root. */
export function beginWalk(surface: i32): void {
  store<i32>(load<i32>(surface, STACK), 0);
  store<i32>(surface, 1, HEIGHT);
  store<i32>(surface, 0, SLOT);
  store<i32>(surface, 0, SLOT_END);
}

/**
 * Adds the orientations of all triangles that a ray from POINT along +x crosses to CROSSINGS. Returns the offset of a triangle it is not
 * certain about, and continues after it when called again; WALK_ENDED at the end.
 */
export function crossAhead(surface: i32): i32 {
  const x = load<f64>(surface, POINT), y = load<f64>(surface, POINT + 8), z = load<f64>(surface, POINT + 16);
  const nodes = load<i32>(surface, NODES), boxes = load<i32>(surface, BOXES), triangles = load<i32>(surface, TRIANGLES);
  const stack = load<i32>(surface, STACK);
  let boxTests = load<i32>(surface, BOX_TESTS), triangleTests = load<i32>(surface, TRIANGLE_TESTS);
  let crossings = load<i32>(surface, CROSSINGS);
  let height = load<i32>(surface, HEIGHT);
  let slot = load<i32>(surface, SLOT), end = load<i32>(surface, SLOT_END);
  let undecided = WALK_ENDED;
  while (true) {
    for (; slot < end; slot++) {
      const t = triangles + slot * TRIANGLE_BYTES;
      if (isTriangleBeside(t, x, y, z)) continue;
      triangleTests++;
      const turn = crossingOf(t, x, y, z);
      if (turn == UNCERTAIN) {
        undecided = slot * TRIANGLE_NUMBERS;
        slot++;
        break;
      }
      crossings += turn;
    }
    if (undecided != WALK_ENDED || height == 0) break;
    const number = load<i32>(stack + (--height << 2));
    boxTests++;
    if (isBeside(boxes + number * BOX_BYTES, x, y, z)) continue;
    const node = nodes + (number << NODE_SHIFT);
    const link = load<i32>(node, NODE_LINK);
    if (link >= 0) {
      store<i32>(stack + (height << 2), link);
      store<i32>(stack + (height << 2), link + 1, 4);
      height += 2;
      continue;
    }
    slot = ~link;
    end = slot + load<i32>(node, NODE_COUNT);
  }
  store<i32>(surface, boxTests, BOX_TESTS);
  store<i32>(surface, triangleTests, TRIANGLE_TESTS);
  store<i32>(surface, crossings, CROSSINGS);
  store<i32>(surface, height, HEIGHT);
  store<i32>(surface, slot, SLOT);
  store<i32>(surface, end, SLOT_END);
  return undecided;
}

@inline function isBeside(box: i32, x: f64, y: f64, z: f64): bool {
  return load<f64>(box, 24) < x || load<f64>(box, 8) > y || load<f64>(box, 32) < y || load<f64>(box, 16) > z || load<f64>(box, 40) < z;
}

@inline function isTriangleBeside(t: i32, x: f64, y: f64, z: f64): bool {
  if (areBelow(t, x)) return true;
  return areAbove(t + 8, y) || areBelow(t + 8, y) || areAbove(t + 16, z) || areBelow(t + 16, z);
}

@inline function areBelow(t: i32, limit: f64): bool {
  return load<f64>(t) < limit && load<f64>(t, 24) < limit && load<f64>(t, 48) < limit;
}

@inline function areAbove(t: i32, limit: f64): bool {
  return load<f64>(t) > limit && load<f64>(t, 24) > limit && load<f64>(t, 48) > limit;
}

/** 0 if the ray misses the triangle, its orientation ±1 if the ray crosses it, UNCERTAIN also for a triangle that may contain the point. */
function crossingOf(t: i32, x: f64, y: f64, z: f64): i32 {
  const turn = passes(t, y, z);
  if (turn == UNCERTAIN) return UNCERTAIN;
  if (turn == 0 && !boxHolds(t, x, y, z)) return 0;
  const side = sideOf(t, x, y, z);
  if (side == 0) return UNCERTAIN;
  return turn != 0 && side != turn ? turn : 0;
}

function passes(t: i32, y: f64, z: f64): i32 {
  const first = turnSeen(t, t + 24, y, z);
  if (first == 0 || first == UNCERTAIN) return first;
  const second = turnSeen(t + 24, t + 48, y, z);
  if (second != first) return second == UNCERTAIN ? UNCERTAIN : 0;
  const third = turnSeen(t + 48, t, y, z);
  return third == first ? first : third == UNCERTAIN ? UNCERTAIN : 0;
}

/** On which side of line t[i] t[j] the moved point lies, in y and z; 0 only for an edge along x. */
function turnSeen(i: i32, j: i32, pointY: f64, pointZ: f64): i32 {
  const y = load<f64>(i, 8), z = load<f64>(i, 16);
  const endY = load<f64>(j, 8), endZ = load<f64>(j, 16);
  const left = (y - pointY) * (endZ - pointZ), right = (z - pointZ) * (endY - pointY);
  const det = left - right;
  const bound = FILTER_2D * (Math.abs(left) + Math.abs(right)) + UNDERFLOW;
  if (det > bound) return 1;
  if (det < -bound) return -1;
  const isOnLine = (y == pointY && endY == pointY) || (z == pointZ && endZ == pointZ);
  if (!isOnLine) return UNCERTAIN;
  if (z != endZ) return z > endZ ? 1 : -1;
  return y == endY ? 0 : endY > y ? 1 : -1;
}

@inline function boxHolds(t: i32, x: f64, y: f64, z: f64): bool {
  return !(areAbove(t, x) || areBelow(t, x) || areAbove(t + 8, y) || areBelow(t + 8, y) || areAbove(t + 16, z) || areBelow(t + 16, z));
}

/** The sign of orient3d of the triangle's corners and the point; 0 if the filter cannot decide. */
export function sideOf(t: i32, x: f64, y: f64, z: f64): i32 {
  const ax = load<f64>(t), ay = load<f64>(t, 8), az = load<f64>(t, 16);
  const ux = load<f64>(t, 24) - ax, uy = load<f64>(t, 32) - ay, uz = load<f64>(t, 40) - az;
  const vx = load<f64>(t, 48) - ax, vy = load<f64>(t, 56) - ay, vz = load<f64>(t, 64) - az;
  const wx = x - ax, wy = y - ay, wz = z - az;
  const det = wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
  const permanent =
    Math.abs(wx) * (Math.abs(uy * vz) + Math.abs(uz * vy)) +
    Math.abs(wy) * (Math.abs(uz * vx) + Math.abs(ux * vz)) +
    Math.abs(wz) * (Math.abs(ux * vy) + Math.abs(uy * vx));
  const bound = FILTER_3D * permanent + UNDERFLOW;
  return det > bound ? 1 : det < -bound ? -1 : 0;
}
