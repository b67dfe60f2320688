import { orient2d } from "../numerics/orient.ts";
import { hypot } from "../numerics/portable-math.ts";
import { type GrowingList, pushTriangle } from "./growing-list.ts";

// Polygons with more than three corners. Strictly convex ones become a fan around their first corner; all others are cut
// ear by ear in the coordinate plane that they face most. Signs are exact.

/** A problem found while cutting a polygon, worded as a warning; undefined for a good polygon. */
export type PolygonFault =
  | "polygon without area, kept as degenerate triangles"
  | "polygon is not planar, cut into triangles anyway"
  | "polygon crosses itself, its triangles are a guess"
  | "polygon repeats a corner in a row, which was dropped"
  | "face with fewer than three corners, dropped";

/** The reason for rejecting a polygon that would take minutes. */
export const TOO_COMPLEX = "polygon is too complex to cut into triangles";

/** The limit of corner-in-triangle tests for one polygon: about 0.2 s. Polygons of 100 corners need a thousandth of it. */
const LARGEST_EFFORT = 20_000_000;
/** Rounding in the file must not look like a bent polygon: tolerances relative to its size and to its distance from zero. */
const FLATNESS_OF_SIZE = 1e-4;
const FLATNESS_OF_PLACE = 1e-6;

/** The polygon that is being cut. */
interface Ring {
  /** By Newell's method. */
  readonly normal: Float64Array;
  /** Corners in the plane. */
  u: Float64Array;
  v: Float64Array;
  /** The ring of the corners not yet cut off. */
  next: Uint32Array;
  previous: Uint32Array;
}

// One for all polygons: most have four corners, and files have millions of them.
const ring: Ring = { normal: new Float64Array(3), ...cornersFor(64) };

function cornersFor(n: number): Omit<Ring, "normal"> {
  return {
    u: new Float64Array(n),
    v: new Float64Array(n),
    next: new Uint32Array(n),
    previous: new Uint32Array(n),
  };
}

/**
 * Appends the triangles of the polygon `corners[0 … count − 1]` (vertex numbers, changed in place) to `out`. Returns what
 * is wrong with it, if anything; after `TOO_COMPLEX` the appended triangles are unusable.
 */
export function triangulate(
  positions: ArrayLike<number>,
  corners: Uint32Array,
  count: number,
  out: GrowingList<Uint32Array>,
): PolygonFault | typeof TOO_COMPLEX | undefined {
  if (count < 3) return "face with fewer than three corners, dropped";
  const n = dropRepeated(corners, count);
  if (n < 3) {
    pushTriangle(out, corners[0], corners[n - 1], corners[n - 1]);
    return "polygon without area, kept as degenerate triangles";
  }
  const repeated = n < count ? "polygon repeats a corner in a row, which was dropped" : undefined;
  if (n === 3) {
    pushTriangle(out, corners[0], corners[1], corners[2]);
    return repeated;
  }
  setNewellNormal(ring, positions, corners, n);
  if (!project(ring, positions, corners, n)) {
    fan(corners, n, out);
    return "polygon without area, kept as degenerate triangles";
  }
  const isFlat = isPlanar(ring, positions, corners, n);
  const fault = isStrictlyConvex(ring, n) ? fan(corners, n, out) : cutEars(ring, corners, n, out);
  if (fault === TOO_COMPLEX) return fault;
  return isFlat ? (fault ?? repeated) : "polygon is not planar, cut into triangles anyway";
}

/** Drops corners that repeat the one before, cyclically; returns how many are left, at least one. */
function dropRepeated(corners: Uint32Array, count: number): number {
  let n = 1;
  for (let i = 1; i < count; i++) if (corners[i] !== corners[n - 1]) corners[n++] = corners[i];
  while (n > 1 && corners[n - 1] === corners[0]) n--;
  return n;
}

function fan(corners: Uint32Array, n: number, out: GrowingList<Uint32Array>): undefined {
  for (let i = 2; i < n; i++) pushTriangle(out, corners[0], corners[i - 1], corners[i]);
}

/** The polygon's normal relative to its first corner, so that a small polygon far away keeps its digits. */
function setNewellNormal(
  { normal }: Ring,
  positions: ArrayLike<number>,
  corners: Uint32Array,
  n: number,
): void {
  const at = 3 * corners[0];
  const [ox, oy, oz] = [positions[at], positions[at + 1], positions[at + 2]];
  normal.fill(0);
  for (let i = 1; i + 1 < n; i++) {
    const p = 3 * corners[i];
    const q = 3 * corners[i + 1];
    const [px, py, pz] = [positions[p] - ox, positions[p + 1] - oy, positions[p + 2] - oz];
    const [qx, qy, qz] = [positions[q] - ox, positions[q + 1] - oy, positions[q + 2] - oz];
    normal[0] += py * qz - pz * qy;
    normal[1] += pz * qx - px * qz;
    normal[2] += px * qy - py * qx;
  }
}

/** Fills u and v so that the polygon is counterclockwise; false if it has no significant area. */
function project(ring: Ring, positions: ArrayLike<number>, corners: Uint32Array, n: number): boolean {
  const { normal } = ring;
  const [x, y, z] = [Math.abs(normal[0]), Math.abs(normal[1]), Math.abs(normal[2])];
  const axis = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  if (!(normal[axis] !== 0)) return false;
  if (ring.u.length < n) Object.assign(ring, cornersFor(2 * n));
  const { u, v } = ring;
  const isMirrored = normal[axis] < 0;
  const first = (axis + 1) % 3;
  const second = (axis + 2) % 3;
  for (let i = 0; i < n; i++) {
    u[i] = positions[3 * corners[i] + (isMirrored ? second : first)];
    v[i] = positions[3 * corners[i] + (isMirrored ? first : second)];
  }
  return true;
}

function isPlanar({ normal }: Ring, positions: ArrayLike<number>, corners: Uint32Array, n: number): boolean {
  const [nx, ny, nz] = [normal[0], normal[1], normal[2]];
  const at = 3 * corners[0];
  let size = 0;
  let place = 0;
  let low = 0;
  let high = 0;
  for (let i = 0; i < n; i++) {
    const p = 3 * corners[i];
    const x = positions[p] - positions[at];
    const y = positions[p + 1] - positions[at + 1];
    const z = positions[p + 2] - positions[at + 2];
    const height = nx * x + ny * y + nz * z;
    low = Math.min(low, height);
    high = Math.max(high, height);
    size = Math.max(size, Math.abs(x), Math.abs(y), Math.abs(z));
    place = Math.max(place, Math.abs(positions[p]), Math.abs(positions[p + 1]), Math.abs(positions[p + 2]));
  }
  const allowed = FLATNESS_OF_SIZE * size + FLATNESS_OF_PLACE * place;
  return high - low <= allowed * hypot(nx, ny, nz);
}

/** Positive for a left turn; exact. */
function turn({ u, v }: Ring, a: number, b: number, c: number): number {
  return orient2d(u[a], v[a], u[b], v[b], u[c], v[c]);
}

/** Only left turns, and once around: a pentagram also turns left, but goes around twice. */
function isStrictlyConvex(ring: Ring, n: number): boolean {
  const { u } = ring;
  let reversals = 0;
  for (let i = 0; i < n; i++) {
    const a = i === 0 ? n - 1 : i - 1;
    const b = i === n - 1 ? 0 : i + 1;
    if (turn(ring, a, i, b) <= 0) return false;
    // Strictly increasing u before the corner and not after it, or the reverse.
    if (u[i] > u[a] !== u[b] > u[i]) reversals++;
  }
  return reversals === 2;
}

function cutEars(
  ring: Ring,
  corners: Uint32Array,
  n: number,
  out: GrowingList<Uint32Array>,
): PolygonFault | typeof TOO_COMPLEX | undefined {
  const { next, previous } = ring;
  for (let i = 0; i < n; i++) {
    next[i] = i === n - 1 ? 0 : i + 1;
    previous[i] = i === 0 ? n - 1 : i - 1;
  }
  let left = n;
  let effort = LARGEST_EFFORT;
  let tip = 0;
  for (let tried = 0; left > 3; ) {
    const a = previous[tip];
    const b = next[tip];
    effort -= left;
    if (effort < 0) return TOO_COMPLEX;
    if (isEar(ring, a, tip, b)) {
      pushTriangle(out, corners[a], corners[tip], corners[b]);
      next[a] = b;
      previous[b] = a;
      left--;
      tried = 0;
      tip = next[b]; // skipping one avoids slivers around one corner
      continue;
    }
    tip = b;
    if (++tried <= left) continue;
    fanRing(ring, corners, tip, out);
    return "polygon crosses itself, its triangles are a guess";
  }
  const isLastLeft = turn(ring, previous[tip], tip, next[tip]) > 0;
  pushTriangle(out, corners[previous[tip]], corners[tip], corners[next[tip]]);
  return isLastLeft ? undefined : "polygon crosses itself, its triangles are a guess";
}

/** A left turn whose closed triangle contains no other corner. Corners at identical positions do not count. */
function isEar(ring: Ring, a: number, tip: number, b: number): boolean {
  const { u, v, next } = ring;
  if (turn(ring, a, tip, b) <= 0) return false;
  const lowU = Math.min(u[a], u[tip], u[b]);
  const highU = Math.max(u[a], u[tip], u[b]);
  const lowV = Math.min(v[a], v[tip], v[b]);
  const highV = Math.max(v[a], v[tip], v[b]);
  for (let i = next[b]; i !== a; i = next[i]) {
    const x = u[i];
    const y = v[i];
    if (x < lowU || x > highU || y < lowV || y > highV) continue;
    if (isSamePlace(ring, i, a) || isSamePlace(ring, i, tip) || isSamePlace(ring, i, b)) continue;
    if (turn(ring, a, tip, i) >= 0 && turn(ring, tip, b, i) >= 0 && turn(ring, b, a, i) >= 0) return false;
  }
  return true;
}

function isSamePlace({ u, v }: Ring, i: number, j: number): boolean {
  return u[i] === u[j] && v[i] === v[j];
}

function fanRing({ next }: Ring, corners: Uint32Array, start: number, out: GrowingList<Uint32Array>): void {
  for (let b = next[start], c = next[b]; c !== start; b = c, c = next[c])
    pushTriangle(out, corners[start], corners[b], corners[c]);
}
