import {
  beginSurface,
  createHullSurface,
  DEAD,
  growSurface,
  type HullSurface,
  isAbove,
  PLANE_STRIDE,
} from "./hull-surface.ts";

// The convex hull of points in space by quick hull (Barber, Dobkin, Huhdanpaa 1996): each face keeps the points above it,
// the farthest of them is added next, and the points above the faces it sees are handed to the new faces. Only exact signs
// decide (hull-surface.ts), so every point lies on or below every face, by `orient3d`.

const NONE = -1;

/** The points above each face: a linked list through `next` from `first`, and the farthest of them. */
interface OutsideSets {
  first: Int32Array;
  farthest: Int32Array;
  height: Float64Array;
  next: Int32Array;
}

/**
 * Three point numbers per face, counterclockwise seen from outside. `simplex` is four points that are not coplanar. Points
 * that lie inside faces or edges may remain among the corners.
 */
export function quickHull(points: Float64Array, count: number, simplex: readonly number[]): Uint32Array {
  const surface = createHullSurface(points, count, reachOf(points, count));
  const sets: OutsideSets = {
    first: new Int32Array(0),
    farthest: new Int32Array(0),
    height: new Float64Array(0),
    next: new Int32Array(count),
  };
  beginSurface(surface, simplex[0], simplex[1], simplex[2], simplex[3]);
  makeRoom(sets, surface);
  clearMade(surface, sets);
  for (let p = 0; p < count; p++) assign(surface, sets, p);
  // Faces with points above them. A face may die while it waits, and its number may be reused.
  const waiting: number[] = [0, 1, 2, 3];
  while (waiting.length > 0) {
    const face = waiting.pop()!;
    if (surface.marks[face] === DEAD || sets.first[face] === NONE) continue;
    const eye = sets.farthest[face];
    growSurface(surface, face, eye);
    makeRoom(sets, surface);
    clearMade(surface, sets);
    handOver(surface, sets, eye);
    for (let i = 0; i < surface.madeCount; i++) {
      const made = surface.made[i];
      if (sets.first[made] !== NONE) waiting.push(made);
    }
  }
  return aliveFaces(surface);
}

/**
 * A point above a face that the eye saw, and outside the new hull, is above one of the new faces: the faces it sees include
 * both old faces at some edge of the horizon, and the new face there lies between their planes.
 */
function handOver(surface: HullSurface, sets: OutsideSets, eye: number): void {
  for (let i = 0; i < surface.seenCount; i++) {
    const dead = surface.seen[i];
    let p = sets.first[dead];
    while (p !== NONE) {
      const after = sets.next[p];
      if (p !== eye) assign(surface, sets, p);
      p = after;
    }
    sets.first[dead] = NONE;
  }
}

/** Assigns the point to the first new face that it is above, if any. */
function assign(surface: HullSurface, sets: OutsideSets, point: number): void {
  const { planes, points, corners, made, madeCount } = surface;
  const px = points[3 * point];
  const py = points[3 * point + 1];
  const pz = points[3 * point + 2];
  for (let i = 0; i < madeCount; i++) {
    const face = made[i];
    const at = PLANE_STRIDE * face;
    const a = 3 * corners[3 * face];
    // isAbove, inlined because the height is needed as well
    const height =
      planes[at] * (px - points[a]) +
      planes[at + 1] * (py - points[a + 1]) +
      planes[at + 2] * (pz - points[a + 2]);
    const bound = planes[at + 3];
    if (height < -bound) continue;
    if (height <= bound && !isAbove(surface, face, point)) continue;
    sets.next[point] = sets.first[face];
    if (sets.first[face] === NONE || height > sets.height[face]) {
      sets.height[face] = height;
      sets.farthest[face] = point;
    }
    sets.first[face] = point;
    return;
  }
}

function clearMade({ made, madeCount }: HullSurface, sets: OutsideSets): void {
  for (let i = 0; i < madeCount; i++) sets.first[made[i]] = NONE;
}

function makeRoom(sets: OutsideSets, { marks }: HullSurface): void {
  if (sets.first.length >= marks.length) return;
  const { first, farthest, height } = sets;
  sets.first = new Int32Array(marks.length).fill(NONE);
  sets.farthest = new Int32Array(marks.length);
  sets.height = new Float64Array(marks.length);
  sets.first.set(first);
  sets.farthest.set(farthest);
  sets.height.set(height);
}

function aliveFaces({ corners, marks, faceCount, aliveCount }: HullSurface): Uint32Array {
  const faces = new Uint32Array(3 * aliveCount);
  let cursor = 0;
  for (let f = 0; f < faceCount; f++) {
    if (marks[f] === DEAD) continue;
    for (let k = 0; k < 3; k++) faces[cursor++] = corners[3 * f + k];
  }
  return faces;
}

/** A bound on the L1 distance of two points, from their bounding box. */
function reachOf(points: Float64Array, count: number): number {
  let reach = 0;
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = axis; i < 3 * count; i += 3) {
      if (points[i] < low) low = points[i];
      if (points[i] > high) high = points[i];
    }
    reach += high - low;
  }
  return reach;
}
