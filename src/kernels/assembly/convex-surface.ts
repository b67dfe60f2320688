// Twins: the functions of equal name in geometry/convex/hull-surface.ts, and `addPoint` in epa.ts.
import { areParallel, preciseHeight } from "./convex-precise";
import {
  ACROSS, ALIVE_COUNT, CORNER_A, CORNER_B, CORNERS_OF_A, CORNERS_OF_B, FACE_CORNERS, FACE_COUNT, FREED, FREED_COUNT, MADE, MADE_COUNT,
  MARKS, PLANES, POINT_COUNT, POINTS, SEEN, SEEN_COUNT, SPAN, STARTS_AT, STEP, SUPPORT,
} from "../convex-memory-map";

export const NOT_ABOVE: i32 = 0;
export const GROWN: i32 = 1;
export const UNKNOWN: i32 = 2;
const DEAD: i32 = -1;
const ALIVE: i32 = 0;
const FILTER: f64 = 16.0 / 9007199254740992.0; // 16 · 2^-53
/** The error of `preciseHeight` is at most 2^-98 of its terms, and a plane's bound is 16 · 2^-53 of more than these. */
const PRECISE: f64 = 1.0 / 17592186044416.0; // 2^-44
const UNDERFLOW: f64 = 1.1830521861667747e-271; // 2^-900

@inline function cornerOf(face: i32, k: i32): i32 { return load<i32>(FACE_CORNERS + 12 * face + (k << 2)); }
@inline function acrossOf(face: i32, k: i32): i32 { return load<i32>(ACROSS + 12 * face + (k << 2)); }
@inline function setAcross(face: i32, k: i32, other: i32): void { store<i32>(ACROSS + 12 * face + (k << 2), other); }
@inline function markOf(face: i32): i32 { return load<i32>(MARKS + (face << 2)); }
@inline function setMark(face: i32, mark: i32): void { store<i32>(MARKS + (face << 2), mark); }

/** Makes the support found last a point of the polytope. */
export function addPoint(): i32 {
  const p = load<i32>(POINT_COUNT);
  store<i32>(POINT_COUNT, p + 1);
  store<i32>(CORNERS_OF_A + (p << 2), load<i32>(CORNER_A));
  store<i32>(CORNERS_OF_B + (p << 2), load<i32>(CORNER_B));
  memory.copy(POINTS + 24 * p, SUPPORT, 24);
  return p;
}

/** GROWN if the point is strictly above the face, NOT_ABOVE, or UNKNOWN. */
export function isAbove(face: i32, point: i32): i32 {
  const plane = PLANES + (face << 5);
  const a = POINTS + 24 * cornerOf(face, 0);
  const p = POINTS + 24 * point;
  const height =
    load<f64>(plane) * (load<f64>(p) - load<f64>(a)) +
    load<f64>(plane, 8) * (load<f64>(p, 8) - load<f64>(a, 8)) +
    load<f64>(plane, 16) * (load<f64>(p, 16) - load<f64>(a, 16));
  const bound = load<f64>(plane, 24);
  if (height > bound) return GROWN;
  if (height < -bound) return NOT_ABOVE;
  // Four corners of a parallelogram, more or less rounded, are common for shapes with flat faces. 106 bits separate those that are not
  // coplanar.
  const b = POINTS + 24 * cornerOf(face, 1), c = POINTS + 24 * cornerOf(face, 2);
  if (areLevel(a, b, c, p) || areLevel(a + 8, b + 8, c + 8, p + 8) || areLevel(a + 16, b + 16, c + 16, p + 16)) return NOT_ABOVE;
  if (areOnTwoLines(a, b, c, p, 8, 16) || areOnTwoLines(a, b, c, p, 16, 0) || areOnTwoLines(a, b, c, p, 0, 8)) return NOT_ABOVE;
  if (areParallel(a, b, c, p) || areParallel(c, b, a, p) || areParallel(b, c, a, p)) return NOT_ABOVE;
  const precise = preciseHeight(a, b, c, p);
  if (precise > PRECISE * bound) return GROWN;
  return precise < -PRECISE * bound ? NOT_ABOVE : UNKNOWN;
}

@inline function areLevel(a: i32, b: i32, c: i32, d: i32): bool {
  const level = load<f64>(a);
  return load<f64>(b) == level && load<f64>(c) == level && load<f64>(d) == level;
}

/**
 * Whether four points lie two by two on lines along an axis, and so in a plane; i and j are the offsets of the other two coordinates.
 * Common if an edge of a box is along an axis: the points of a parallelogram are then rounded only along that axis.
 */
function areOnTwoLines(a: i32, b: i32, c: i32, d: i32, i: i32, j: i32): bool {
  if (areOnLine(a, b, i, j)) return areOnLine(c, d, i, j);
  if (areOnLine(a, c, i, j)) return areOnLine(b, d, i, j);
  return areOnLine(b, c, i, j) && areOnLine(a, d, i, j);
}

@inline function areOnLine(a: i32, b: i32, i: i32, j: i32): bool {
  return load<f64>(a + i) == load<f64>(b + i) && load<f64>(a + j) == load<f64>(b + j);
}

/** Starts with the tetrahedron of the first four points; false if f64 cannot decide its orientation. */
export function beginSurface(): bool {
  setPlane(PLANES, POINTS, POINTS + 24, POINTS + 48);
  const height =
    load<f64>(PLANES) * (load<f64>(POINTS, 72) - load<f64>(POINTS)) +
    load<f64>(PLANES, 8) * (load<f64>(POINTS, 80) - load<f64>(POINTS, 8)) +
    load<f64>(PLANES, 16) * (load<f64>(POINTS, 88) - load<f64>(POINTS, 16));
  const bound = load<f64>(PLANES, 24);
  if (!(Math.abs(height) > bound)) return false;
  store<i32>(FACE_COUNT, 0);
  store<i32>(ALIVE_COUNT, 0);
  store<i32>(FREED_COUNT, 0);
  store<i32>(STEP, 0);
  store<i32>(MADE_COUNT, 0);
  const p = height > 0 ? 1 : 0;
  const q = 1 - p;
  addFace(p, q, 2);
  addFace(q, p, 3);
  addFace(2, q, 3);
  addFace(p, 2, 3);
  setNeighbours(0, 1, 2, 3);
  setNeighbours(1, 0, 3, 2);
  setNeighbours(2, 0, 1, 3);
  setNeighbours(3, 0, 2, 1);
  return true;
}

@inline function setNeighbours(face: i32, first: i32, second: i32, third: i32): void {
  setAcross(face, 0, first);
  setAcross(face, 1, second);
  setAcross(face, 2, third);
}

export function growSurface(face: i32, eye: i32): i32 {
  if (!findSeen(face, eye)) return UNKNOWN;
  const seen = load<i32>(SEEN_COUNT);
  joinHorizon(eye);
  let freed = load<i32>(FREED_COUNT);
  for (let i = 0; i < seen; i++) {
    const dead = load<i32>(SEEN + (i << 2));
    setMark(dead, DEAD);
    store<i32>(FREED + (freed++ << 2), dead);
  }
  store<i32>(FREED_COUNT, freed);
  store<i32>(ALIVE_COUNT, load<i32>(ALIVE_COUNT) - seen);
  return GROWN;
}

/** False if a sign is unknown. */
function findSeen(face: i32, eye: i32): bool {
  const step = load<i32>(STEP) + 1;
  store<i32>(STEP, step);
  const unseenMark = 2 * step;
  const seenMark = unseenMark + 1;
  let count = 1;
  store<i32>(SEEN, face);
  setMark(face, seenMark);
  for (let i = 0; i < count; i++) {
    const current = load<i32>(SEEN + (i << 2));
    for (let k = 0; k < 3; k++) {
      const next = acrossOf(current, k);
      if (markOf(next) >= unseenMark) continue;
      const above = isAbove(next, eye);
      if (above == UNKNOWN) return false;
      if (above == NOT_ABOVE) setMark(next, unseenMark);
      else {
        setMark(next, seenMark);
        store<i32>(SEEN + (count++ << 2), next);
      }
    }
  }
  store<i32>(SEEN_COUNT, count);
  return true;
}

function joinHorizon(eye: i32): void {
  const seenMark = 2 * load<i32>(STEP) + 1;
  const seen = load<i32>(SEEN_COUNT);
  store<i32>(MADE_COUNT, 0);
  for (let i = 0; i < seen; i++) {
    const current = load<i32>(SEEN + (i << 2));
    for (let k = 0; k < 3; k++) {
      const outer = acrossOf(current, k);
      if (markOf(outer) == seenMark) continue;
      const from = cornerOf(current, k);
      const to = cornerOf(current, k == 2 ? 0 : k + 1);
      const face = addFace(from, to, eye);
      setAcross(face, 0, outer);
      setAcross(outer, edgeFrom(outer, to), face);
      store<i32>(STARTS_AT + (from << 2), face);
    }
  }
  const made = load<i32>(MADE_COUNT);
  for (let i = 0; i < made; i++) {
    const face = load<i32>(MADE + (i << 2));
    const next = load<i32>(STARTS_AT + (cornerOf(face, 1) << 2));
    setAcross(face, 1, next);
    setAcross(next, 2, face);
  }
}

@inline function edgeFrom(face: i32, point: i32): i32 {
  if (cornerOf(face, 0) == point) return 0;
  return cornerOf(face, 1) == point ? 1 : 2;
}

function addFace(a: i32, b: i32, c: i32): i32 {
  const freed = load<i32>(FREED_COUNT);
  let face: i32;
  if (freed > 0) {
    face = load<i32>(FREED + ((freed - 1) << 2));
    store<i32>(FREED_COUNT, freed - 1);
  } else {
    face = load<i32>(FACE_COUNT);
    store<i32>(FACE_COUNT, face + 1);
  }
  const corners = FACE_CORNERS + 12 * face;
  store<i32>(corners, a);
  store<i32>(corners, b, 4);
  store<i32>(corners, c, 8);
  setMark(face, ALIVE);
  store<i32>(ALIVE_COUNT, load<i32>(ALIVE_COUNT) + 1);
  const made = load<i32>(MADE_COUNT);
  store<i32>(MADE + (made << 2), face);
  store<i32>(MADE_COUNT, made + 1);
  setPlane(PLANES + (face << 5), POINTS + 24 * a, POINTS + 24 * b, POINTS + 24 * c);
  return face;
}

function setPlane(plane: i32, a: i32, b: i32, c: i32): void {
  const ux = load<f64>(b) - load<f64>(a), uy = load<f64>(b, 8) - load<f64>(a, 8), uz = load<f64>(b, 16) - load<f64>(a, 16);
  const vx = load<f64>(c) - load<f64>(a), vy = load<f64>(c, 8) - load<f64>(a, 8), vz = load<f64>(c, 16) - load<f64>(a, 16);
  store<f64>(plane, uy * vz - uz * vy);
  store<f64>(plane, uz * vx - ux * vz, 8);
  store<f64>(plane, ux * vy - uy * vx, 16);
  const px = Math.abs(uy * vz) + Math.abs(uz * vy);
  const py = Math.abs(uz * vx) + Math.abs(ux * vz);
  const pz = Math.abs(ux * vy) + Math.abs(uy * vx);
  store<f64>(plane, FILTER * (px + py + pz) * load<f64>(SPAN) + UNDERFLOW, 24);
}
