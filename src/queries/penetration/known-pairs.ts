import { movePoint } from "../../geometry/affine.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import type { Motion } from "./solids-meet.ts";

// Pairs of triangles that met after some translation of b. In the space of translations each pair is a convex body, and where a line enters
// and leaves it has a closed form. So known obstacles need not be found again: a translation that all known pairs allow is tested once, on
// the solids themselves; one that they forbid is not tested at all.

export interface KnownPairs {
  count: number;
  /** Per pair: the triangle of a, the triangle of b. */
  triangles: Int32Array;
  // per pair, in world space at b's first pose: corners of a (9) and of b (9)
  corners: Float64Array;
  // per pair: a ball around the difference of its triangles: centre (3), radius (1)
  balls: Float64Array;
  // per pair: the slabs that bound the difference, parallel to a, to b, and to an edge of each; only as many as some line needed
  slabs: Float64Array;
  slabCounts: Uint8Array;
}

const CORNERS = 18;
const CORNERS_OF_B = 9;
const BALL = 4;
const RADIUS = 3;
const FACES = 2;
const SLABS = 11;
// a normal of any length and sign (3); the pair's translations have heights between LOW and HIGH along it; a line whose squared height per
// travel is at most STEEPEST is parallel to the slab
const SLAB = 6;
const LOW = 3;
const HIGH = 4;
const STEEPEST = 5;
const FIRST_ROOM = 512;
/** A plane nearly parallel to the line separates nothing except by rounding. */
const STEEP = 1e-9;
/** The squared sine of the angle below which edges count as parallel. */
const PARALLEL = 2 ** -50;

export function createKnownPairs(): KnownPairs {
  return {
    count: 0,
    triangles: new Int32Array(2 * FIRST_ROOM),
    corners: new Float64Array(CORNERS * FIRST_ROOM),
    balls: new Float64Array(BALL * FIRST_ROOM),
    slabs: new Float64Array(SLABS * SLAB * FIRST_ROOM),
    slabCounts: new Uint8Array(FIRST_ROOM),
  };
}

/** Adds a pair; returns its number. */
export function addKnownPair(
  known: KnownPairs,
  motion: Motion,
  triangleA: number,
  triangleB: number,
): number {
  const i = known.count++;
  if (i === known.slabCounts.length) makeRoom(known);
  const { triangles, corners, balls } = known;
  triangles[2 * i] = triangleA;
  triangles[2 * i + 1] = triangleB;
  known.slabCounts[i] = 0;
  const a = CORNERS * i;
  const b = a + CORNERS_OF_B;
  setTriangle(motion.a, motion.aToWorld, triangleA, corners, a);
  setTriangle(motion.b, motion.bToWorld, triangleB, corners, b);
  let squaredA = 0;
  let squaredB = 0;
  for (let axis = 0; axis < 3; axis++)
    balls[BALL * i + axis] = middleOf(corners, a + axis) - middleOf(corners, b + axis);
  for (let k = 0; k < 9; k += 3) {
    squaredA = Math.max(squaredA, squaredFrom(corners, a, k));
    squaredB = Math.max(squaredB, squaredFrom(corners, b, k));
  }
  balls[BALL * i + RADIUS] = Math.sqrt(squaredA) + Math.sqrt(squaredB);
  return i;
}

function makeRoom(known: KnownPairs): void {
  known.triangles = doubled(known.triangles);
  known.corners = doubled(known.corners);
  known.balls = doubled(known.balls);
  known.slabs = doubled(known.slabs);
  known.slabCounts = doubled(known.slabCounts);
}

function doubled<T extends Int32Array | Uint8Array | Float64Array>(numbers: T): T {
  const room = new (numbers.constructor as new (length: number) => T)(2 * numbers.length);
  room.set(numbers);
  return room;
}

function setTriangle(
  { mesh }: BinaryTree,
  toWorld: Float64Array,
  triangle: number,
  out: Float64Array,
  at: number,
): void {
  const { positions } = mesh;
  for (let k = 0; k < 3; k++) {
    const v = 3 * vertexOf(mesh, triangle, k);
    movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], out, at + 3 * k);
  }
}

function middleOf(n: Float64Array, at: number): number {
  return (n[at] + n[at + 3] + n[at + 6]) / 3;
}

/** The squared distance of a triangle's corner from its middle. */
function squaredFrom(n: Float64Array, at: number, corner: number): number {
  let squared = 0;
  for (let axis = 0; axis < 3; axis++) {
    const x = n[at + corner + axis] - middleOf(n, at + axis);
    squared += x * x;
  }
  return squared;
}

/** Where a line of translations enters and leaves a pair, and the plane through which it leaves. */
export interface Passage {
  enter: number;
  exit: number;
  /** From a to b, not of unit length. */
  readonly normal: Float64Array;
}

export function createPassage(): Passage {
  return { enter: 0, exit: 0, normal: new Float64Array(3) };
}

/** A line of translations: `base` + travel · `direction`. */
export interface Line {
  readonly base: Float64Array;
  readonly direction: Float64Array;
}

/**
 * Finds where the line enters and leaves a pair. The planes that can bound the difference of two triangles lie in one of the triangles or
 * are spanned by an edge of each. Stops early, with what is known so far, once the exit is at most `enough`, the line enters beyond
 * `latest`, or it misses the pair; then `exit` is not above `enter`.
 */
export function passPair(
  known: KnownPairs,
  pair: number,
  { base, direction }: Line,
  enough: number,
  latest: number,
  out: Passage,
): void {
  const { slabs } = known;
  const begin = SLABS * SLAB * pair;
  const made = begin + SLAB * known.slabCounts[pair];
  const bx = base[0];
  const by = base[1];
  const bz = base[2];
  const dx = direction[0];
  const dy = direction[1];
  const dz = direction[2];
  let enter = -Infinity;
  let exit = Infinity;
  let last = -1;
  let isForward = false;
  for (let at = begin; at < begin + SLABS * SLAB; at += SLAB) {
    // A line in the plane of a's triangle still needs the exit through the slab of b's.
    const isHit = exit > enter || at === begin + SLAB;
    if (!(isHit && exit > enough && enter <= latest)) break;
    if (at >= made) addSlab(known, pair);
    const x = slabs[at];
    const y = slabs[at + 1];
    const z = slabs[at + 2];
    const along = x * dx + y * dy + z * dz;
    const height = x * bx + y * by + z * bz;
    if (!(along * along > slabs[at + STEEPEST])) {
      const isPlane = x * x + y * y + z * z > 0;
      if (isPlane && (slabs[at + LOW] >= height || slabs[at + HIGH] <= height)) enter = Infinity;
      continue;
    }
    const isAlong = along > 0;
    const first = (slabs[at + (isAlong ? LOW : HIGH)] - height) / along;
    const second = (slabs[at + (isAlong ? HIGH : LOW)] - height) / along;
    if (first > enter) enter = first;
    if (!(second < exit)) continue;
    exit = second;
    last = at;
    isForward = isAlong;
  }
  out.enter = enter;
  out.exit = exit;
  if (last < 0) return;
  for (let k = 0; k < 3; k++) out.normal[k] = isForward ? slabs[last + k] : -slabs[last + k];
}

/** Computes the next slab of a pair. */
function addSlab(known: KnownPairs, pair: number): void {
  const a = CORNERS * pair;
  const b = a + CORNERS_OF_B;
  const slab = known.slabCounts[pair]++;
  const at = SLAB * (SLABS * pair + slab);
  if (slab === 0) setFaceSlab(known, a, b, false, at);
  else if (slab === 1) setFaceSlab(known, b, a, true, at);
  else setEdgeSlab(known, a, EDGES_OF_A[slab - FACES], b, EDGES_OF_B[slab - FACES], at);
}

/** Per slab of two edges: the offset of the first corner of a's edge, and of b's. */
const EDGES_OF_A = Int32Array.of(0, 0, 0, 3, 3, 3, 6, 6, 6);
const EDGES_OF_B = Int32Array.of(0, 3, 6, 0, 3, 6, 0, 3, 6);

/** The slab parallel to one triangle, at `own`, that bounds the difference of a and b. */
function setFaceSlab(
  { corners: c, slabs }: KnownPairs,
  own: number,
  other: number,
  isOfB: boolean,
  at: number,
): void {
  const ux = c[own + 3] - c[own];
  const uy = c[own + 4] - c[own + 1];
  const uz = c[own + 5] - c[own + 2];
  const vx = c[own + 6] - c[own];
  const vy = c[own + 7] - c[own + 1];
  const vz = c[own + 8] - c[own + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const level = x * c[own] + y * c[own + 1] + z * c[own + 2];
  const p = x * c[other] + y * c[other + 1] + z * c[other + 2];
  const q = x * c[other + 3] + y * c[other + 4] + z * c[other + 5];
  const r = x * c[other + 6] + y * c[other + 7] + z * c[other + 8];
  const low = Math.min(p, q, r);
  const high = Math.max(p, q, r);
  slabs[at] = x;
  slabs[at + 1] = y;
  slabs[at + 2] = z;
  slabs[at + LOW] = isOfB ? low - level : level - high;
  slabs[at + HIGH] = isOfB ? high - level : level - low;
  slabs[at + STEEPEST] = STEEP * STEEP * (x * x + y * y + z * z);
}

/** The slab parallel to an edge of a and one of b. Only the opposite corner of each triangle is not level with its edge. */
function setEdgeSlab(
  { corners: c, slabs }: KnownPairs,
  a: number,
  i: number,
  b: number,
  j: number,
  at: number,
): void {
  const p = a + i;
  const q = a + AFTER[i];
  const pq = a + AFTER[AFTER[i]];
  const r = b + j;
  const s = b + AFTER[j];
  const rs = b + AFTER[AFTER[j]];
  const ux = c[q] - c[p];
  const uy = c[q + 1] - c[p + 1];
  const uz = c[q + 2] - c[p + 2];
  const vx = c[s] - c[r];
  const vy = c[s + 1] - c[r + 1];
  const vz = c[s + 2] - c[r + 2];
  const x = uy * vz - uz * vy;
  const y = uz * vx - ux * vz;
  const z = ux * vy - uy * vx;
  const edgeA = x * c[p] + y * c[p + 1] + z * c[p + 2];
  const thirdA = x * c[pq] + y * c[pq + 1] + z * c[pq + 2];
  const edgeB = x * c[r] + y * c[r + 1] + z * c[r + 2];
  const thirdB = x * c[rs] + y * c[rs + 1] + z * c[rs + 2];
  const squared = x * x + y * y + z * z;
  // Edges that are parallel up to rounding span no reliable plane: a slab without normal bounds nothing.
  const isPlane = squared > PARALLEL * ((ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz));
  slabs[at] = isPlane ? x : 0;
  slabs[at + 1] = isPlane ? y : 0;
  slabs[at + 2] = isPlane ? z : 0;
  slabs[at + LOW] = Math.min(edgeA, thirdA) - Math.max(edgeB, thirdB);
  slabs[at + HIGH] = Math.max(edgeA, thirdA) - Math.min(edgeB, thirdB);
  slabs[at + STEEPEST] = isPlane ? STEEP * STEEP * squared : 0;
}

/** For each corner's offset, the offset of the next corner. */
const AFTER = Int32Array.of(3, 0, 0, 6, 0, 0, 0, 0, 0);

/** The pair that stands in the way after `travel` along the line and leaves it last, −1 if none does; `out` has its passage. */
export function findObstacle(known: KnownPairs, line: Line, travel: number, out: Passage): number {
  const { balls, count } = known;
  const { base, direction } = line;
  const x = base[0] + travel * direction[0];
  const y = base[1] + travel * direction[1];
  const z = base[2] + travel * direction[2];
  let found = -1;
  for (let i = 0, at = 0; i < count; i++, at += BALL) {
    const dx = x - balls[at];
    const dy = y - balls[at + 1];
    const dz = z - balls[at + 2];
    const radius = balls[at + RADIUS];
    if (!(dx * dx + dy * dy + dz * dz < radius * radius)) continue;
    const before = found < 0 ? travel : out.exit;
    passPair(known, i, line, before, travel, passage);
    if (!(passage.exit > before && passage.enter <= travel)) continue;
    found = i;
    out.enter = passage.enter;
    out.exit = passage.exit;
    for (let k = 0; k < 3; k++) out.normal[k] = passage.normal[k];
  }
  return found;
}

/** Whether any pair obstructs the line at `travel`. */
export function isObstructed(known: KnownPairs, line: Line, travel: number): boolean {
  const { balls, count } = known;
  const { base, direction } = line;
  const x = base[0] + travel * direction[0];
  const y = base[1] + travel * direction[1];
  const z = base[2] + travel * direction[2];
  for (let i = 0, at = 0; i < count; i++, at += BALL) {
    const dx = x - balls[at];
    const dy = y - balls[at + 1];
    const dz = z - balls[at + 2];
    const radius = balls[at + RADIUS];
    if (!(dx * dx + dy * dy + dz * dz < radius * radius)) continue;
    passPair(known, i, line, travel, travel, passage);
    if (passage.exit > travel && passage.enter <= travel) return true;
  }
  return false;
}

/** The largest travel up to `travel` at which the line leaves a pair; −Infinity if there is none. */
export function lastExit(known: KnownPairs, line: Line, travel: number): number {
  const { balls, count } = known;
  const { base, direction: d } = line;
  let last = -Infinity;
  for (let i = 0, at = 0; i < count; i++, at += BALL) {
    // The ball's passage first: it is at most as long, and the pair's exit is within it.
    const x = balls[at] - base[0];
    const y = balls[at + 1] - base[1];
    const z = balls[at + 2] - base[2];
    const middle = x * d[0] + y * d[1] + z * d[2];
    const radius = balls[at + RADIUS];
    const squared = radius * radius - (x * x + y * y + z * z - middle * middle);
    if (!(squared > 0) || !(middle + Math.sqrt(squared) > last) || middle - Math.sqrt(squared) > travel)
      continue;
    passPair(known, i, line, last, travel, passage);
    if (passage.exit > last && passage.exit > passage.enter && passage.exit <= travel) last = passage.exit;
  }
  return last;
}

const passage = createPassage();
