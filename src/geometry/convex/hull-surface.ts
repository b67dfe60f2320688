import { orient3dAt } from "../../numerics/orient.ts";

// A closed, convex, triangulated surface that grows point by point: the common part of quick hull and the expanding
// polytope. Visibility is decided by exact signs of the f64 coordinates, so the surface is convex after each step, whatever
// the points: no face is ever degenerate and no step can fail.
//
// Why no face is degenerate: a new point on the line of an edge lies in the planes of both faces at that edge and sees
// neither of them, so the edge is not on the horizon.

/** A face is seen from points strictly above it; points in its plane do not see it. */
export interface HullSurface {
  /** x, y, z per point. */
  points: Float64Array;
  /** Three point numbers per face, counterclockwise seen from outside. */
  corners: Int32Array;
  /** Three neighbouring faces per face: across the edge from corner k to corner k + 1. */
  across: Int32Array;
  // face plane: normal (3), not of unit length | error bound of a height above the plane        4 × f64
  planes: Float64Array;
  // for the caller, of each face: unit normal (3) | distance of the origin below its plane             4 × f64
  numbers: Float64Array;
  /** DEAD, ALIVE, or the result of the last step: 2·step if not seen, 2·step + 1 if seen. */
  marks: Int32Array;
  /** For a point on the horizon, the new face whose edge on the horizon starts there. */
  startsAt: Int32Array;
  /** Faces ever used, dead ones included. */
  faceCount: number;
  aliveCount: number;
  /** Numbers of dead faces, for reuse. */
  freed: Int32Array;
  freedCount: number;
  /** Faces that the last point saw; dead after the step. */
  seen: Int32Array;
  seenCount: number;
  /** Faces that the last step made. */
  made: Int32Array;
  madeCount: number;
  step: number;
  /** The largest L1 distance of two points; only the filter's bound uses it. */
  reach: number;
}

export const PLANE_STRIDE = 4;
export const NUMBERS_STRIDE = 4;
export const DEAD = -1;
const ALIVE = 0;
const MIN_FACES = 64;

// Twice the bound of numerics/orient.ts, because the height is measured with a rounded normal. The sum of the three
// permanents exceeds the largest of them; underflow adds no more than there.
const FILTER = 16 * 2 ** -53;
const UNDERFLOW = 2 ** -900;

export function createHullSurface(points: Float64Array, pointCount: number, reach: number): HullSurface {
  return {
    points,
    corners: new Int32Array(3 * MIN_FACES),
    across: new Int32Array(3 * MIN_FACES),
    planes: new Float64Array(PLANE_STRIDE * MIN_FACES),
    numbers: new Float64Array(NUMBERS_STRIDE * MIN_FACES),
    marks: new Int32Array(MIN_FACES),
    startsAt: new Int32Array(pointCount),
    faceCount: 0,
    aliveCount: 0,
    freed: new Int32Array(MIN_FACES),
    freedCount: 0,
    seen: new Int32Array(MIN_FACES),
    seenCount: 0,
    made: new Int32Array(MIN_FACES),
    madeCount: 0,
    step: 0,
    reach,
  };
}

const ACROSS_FIRST_FOUR = Int32Array.of(1, 2, 3, 0, 3, 2, 0, 1, 3, 0, 2, 1);

/** Starts over with four points that are not coplanar. */
export function beginSurface(surface: HullSurface, a: number, b: number, c: number, d: number): void {
  surface.faceCount = 0;
  surface.aliveCount = 0;
  surface.freedCount = 0;
  surface.step = 0;
  surface.madeCount = 0;
  reserveFaces(surface, 4);
  // d must be below the first face
  const flip = orientPoints(surface.points, a, b, c, d) > 0;
  const p = flip ? b : a;
  const q = flip ? a : b;
  addFace(surface, p, q, c);
  addFace(surface, q, p, d);
  addFace(surface, c, q, d);
  addFace(surface, p, c, d);
  //                        0          1          2          3
  //                      p q c      q p d      c q d      p c d
  for (let k = 0; k < 12; k++) surface.across[k] = ACROSS_FIRST_FOUR[k];
}

/**
 * Adds point `eye`, which lies strictly above `face`: removes the faces it sees and joins it to the horizon. Afterwards
 * `seen` lists the removed faces (their corners stay readable until the next step) and `made` the new ones.
 */
export function growSurface(surface: HullSurface, face: number, eye: number): void {
  findSeen(surface, face, eye);
  joinHorizon(surface, eye);
  for (let i = 0; i < surface.seenCount; i++) {
    const dead = surface.seen[i];
    surface.marks[dead] = DEAD;
    surface.freed[surface.freedCount++] = dead;
  }
  surface.aliveCount -= surface.seenCount;
}

/** Whether the point is strictly above the face; exact. */
export function isAbove(surface: HullSurface, face: number, point: number): boolean {
  const { planes, points, corners } = surface;
  const at = PLANE_STRIDE * face;
  const a = 3 * corners[3 * face];
  const p = 3 * point;
  const height =
    planes[at] * (points[p] - points[a]) +
    planes[at + 1] * (points[p + 1] - points[a + 1]) +
    planes[at + 2] * (points[p + 2] - points[a + 2]);
  const bound = planes[at + 3];
  if (height > bound) return true;
  if (height < -bound) return false;
  return orientPoints(points, corners[3 * face], corners[3 * face + 1], corners[3 * face + 2], point) > 0;
}

/** The exact side of the plane a, b, c on which point d lies; all are point numbers. */
export function orientPoints(points: Float64Array, a: number, b: number, c: number, d: number): number {
  return orient3dAt(points, 3 * a, 3 * b, 3 * c, 3 * d);
}

/** The faces that the eye sees are connected, so a walk over their edges from one of them finds all. */
function findSeen(surface: HullSurface, face: number, eye: number): void {
  const { across, marks } = surface;
  surface.step++;
  const unseenMark = 2 * surface.step;
  const seenMark = unseenMark + 1;
  let { seen } = surface;
  let count = 1;
  seen[0] = face;
  marks[face] = seenMark;
  for (let i = 0; i < count; i++) {
    const current = seen[i];
    for (let k = 3 * current; k < 3 * current + 3; k++) {
      const next = across[k];
      if (marks[next] >= unseenMark) continue; // already decided in this step
      if (!isAbove(surface, next, eye)) marks[next] = unseenMark;
      else {
        marks[next] = seenMark;
        if (count === seen.length) seen = surface.seen = grown(seen, 2 * count);
        seen[count++] = next;
      }
    }
  }
  surface.seenCount = count;
}

/** One new face per edge between a seen and an unseen face. The horizon is one loop that passes no point twice. */
function joinHorizon(surface: HullSurface, eye: number): void {
  const seenMark = 2 * surface.step + 1;
  surface.madeCount = 0;
  // a disc of n triangles has at most n + 2 border edges
  reserveFaces(surface, surface.seenCount + 2);
  const { across, corners, marks, seen, made, startsAt } = surface;
  for (let i = 0; i < surface.seenCount; i++) {
    const current = seen[i];
    for (let k = 0; k < 3; k++) {
      const outer = across[3 * current + k];
      if (marks[outer] === seenMark) continue;
      const from = corners[3 * current + k];
      const to = corners[3 * current + (k === 2 ? 0 : k + 1)];
      const face = addFace(surface, from, to, eye);
      across[3 * face] = outer;
      across[3 * outer + edgeFrom(corners, outer, to)] = face;
      startsAt[from] = face;
    }
  }
  for (let i = 0; i < surface.madeCount; i++) {
    const face = made[i];
    const next = startsAt[corners[3 * face + 1]];
    across[3 * face + 1] = next;
    across[3 * next + 2] = face;
  }
}

function edgeFrom(corners: Int32Array, face: number, point: number): number {
  if (corners[3 * face] === point) return 0;
  return corners[3 * face + 1] === point ? 1 : 2;
}

function addFace(surface: HullSurface, a: number, b: number, c: number): number {
  const { corners, marks } = surface;
  const face = surface.freedCount > 0 ? surface.freed[--surface.freedCount] : surface.faceCount++;
  corners[3 * face] = a;
  corners[3 * face + 1] = b;
  corners[3 * face + 2] = c;
  marks[face] = ALIVE;
  surface.aliveCount++;
  surface.made[surface.madeCount++] = face;
  setPlane(surface, face);
  return face;
}

function setPlane({ points, corners, planes, reach }: HullSurface, face: number): void {
  const a = 3 * corners[3 * face];
  const b = 3 * corners[3 * face + 1];
  const c = 3 * corners[3 * face + 2];
  const ux = points[b] - points[a];
  const uy = points[b + 1] - points[a + 1];
  const uz = points[b + 2] - points[a + 2];
  const vx = points[c] - points[a];
  const vy = points[c + 1] - points[a + 1];
  const vz = points[c + 2] - points[a + 2];
  const at = PLANE_STRIDE * face;
  planes[at] = uy * vz - uz * vy;
  planes[at + 1] = uz * vx - ux * vz;
  planes[at + 2] = ux * vy - uy * vx;
  const px = Math.abs(uy * vz) + Math.abs(uz * vy);
  const py = Math.abs(uz * vx) + Math.abs(ux * vz);
  const pz = Math.abs(ux * vy) + Math.abs(uy * vx);
  planes[at + 3] = FILTER * (px + py + pz) * reach + UNDERFLOW;
}

/** Makes room for `more` faces in every list of faces. */
function reserveFaces(surface: HullSurface, more: number): void {
  const needed = surface.aliveCount + more;
  if (needed <= surface.marks.length && more <= surface.made.length) return;
  const room = 2 * Math.max(needed, surface.marks.length);
  surface.corners = grown(surface.corners, 3 * room);
  surface.across = grown(surface.across, 3 * room);
  surface.marks = grown(surface.marks, room);
  surface.freed = grown(surface.freed, room);
  surface.made = grown(surface.made, room);
  surface.seen = grown(surface.seen, room);
  surface.planes = grownNumbers(surface.planes, PLANE_STRIDE * room);
  surface.numbers = grownNumbers(surface.numbers, NUMBERS_STRIDE * room);
}

function grown(list: Int32Array, length: number): Int32Array {
  const longer = new Int32Array(length);
  longer.set(list);
  return longer;
}

function grownNumbers(list: Float64Array, length: number): Float64Array {
  const longer = new Float64Array(length);
  longer.set(list);
  return longer;
}
