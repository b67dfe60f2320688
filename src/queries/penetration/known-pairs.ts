import { movePoint } from "../../geometry/affine.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import type { Motion } from "./solids-meet.ts";

// Pairs of triangles that met after some translation of b. In the space of translations each pair is a convex body, around which a straight
// line goes in closed form. What is known to stand in the way need not be searched for again: a translation that known pairs allow
// is tested once, on the solids themselves, and one that they forbid not at all.

export interface KnownPairs {
  count: number;
  /** Of each pair: the triangle of a, the triangle of b. */
  triangles: Int32Array;
  // of each pair, in the world, where b stands at first: corners of a (9), of b (9), a ball around the difference: centre (3), radius (1)
  numbers: Float64Array;
}

const PAIR = 22;
const CORNERS_OF_B = 9;
const CENTRE = 18;
const RADIUS = 21;
const FIRST_ROOM = 512;
/** A plane nearly along the way parts nothing but by rounding. */
const STEEP = 1e-9;
/** The squared sine of an angle. */
const PARALLEL = 2 ** -50;

export function createKnownPairs(): KnownPairs {
  return {
    count: 0,
    triangles: new Int32Array(2 * FIRST_ROOM),
    numbers: new Float64Array(PAIR * FIRST_ROOM),
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
  if (2 * i === known.triangles.length) makeRoom(known);
  const { triangles, numbers: n } = known;
  triangles[2 * i] = triangleA;
  triangles[2 * i + 1] = triangleB;
  const at = PAIR * i;
  setTriangle(motion.a, motion.aToWorld, triangleA, n, at);
  setTriangle(motion.b, motion.bToWorld, triangleB, n, at + CORNERS_OF_B);
  let squaredA = 0;
  let squaredB = 0;
  for (let axis = 0; axis < 3; axis++)
    n[at + CENTRE + axis] = middleOf(n, at + axis) - middleOf(n, at + CORNERS_OF_B + axis);
  for (let k = 0; k < 9; k += 3) {
    squaredA = Math.max(squaredA, squaredFrom(n, at, k));
    squaredB = Math.max(squaredB, squaredFrom(n, at + CORNERS_OF_B, k));
  }
  n[at + RADIUS] = Math.sqrt(squaredA) + Math.sqrt(squaredB);
  return i;
}

function makeRoom(known: KnownPairs): void {
  const triangles = new Int32Array(2 * known.triangles.length);
  triangles.set(known.triangles);
  known.triangles = triangles;
  const numbers = new Float64Array(2 * known.numbers.length);
  numbers.set(known.numbers);
  known.numbers = numbers;
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

/** Where a line of translations enters and leaves a pair, and the plane in which it leaves. */
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
 * Finds where the line enters and leaves a pair: between the planes that can bound the difference of two triangles, which lie in one of
 * them or are spanned by an edge of each. Ends early, with what is known by then, once the exit is at most `enough` or the line misses the
 * pair, where `exit` is not above `enter`.
 */
export function passPair(
  { numbers }: KnownPairs,
  pair: number,
  line: Line,
  enough: number,
  out: Passage,
): void {
  const a = PAIR * pair;
  const b = a + CORNERS_OF_B;
  out.enter = -Infinity;
  out.exit = Infinity;
  passFace(numbers, a, b, false, line, out);
  passFace(numbers, b, a, true, line, out);
  for (let i = 0; i < 9; i += 3)
    for (let j = 0; j < 9; j += 3) {
      if (!(out.exit > enough && out.exit > out.enter)) return;
      passEdges(numbers, a, i, b, j, line, out);
    }
}

/** The two planes along the face of one triangle, at `own`, that touch the difference of a and b. */
function passFace(
  c: Float64Array,
  own: number,
  other: number,
  isOfB: boolean,
  line: Line,
  out: Passage,
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
  if (isOfB) passSlab(x, y, z, low - level, high - level, line, out);
  else passSlab(x, y, z, level - high, level - low, line, out);
}

/** The two planes along an edge of a and one of b; all corners of a triangle but one are level with its edge. */
function passEdges(
  c: Float64Array,
  a: number,
  i: number,
  b: number,
  j: number,
  line: Line,
  out: Passage,
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
  // Edges that are parallel but for rounding span no plane that can be told.
  const squares = (ux * ux + uy * uy + uz * uz) * (vx * vx + vy * vy + vz * vz);
  if (!(x * x + y * y + z * z > PARALLEL * squares)) return;
  const edgeA = x * c[p] + y * c[p + 1] + z * c[p + 2];
  const thirdA = x * c[pq] + y * c[pq + 1] + z * c[pq + 2];
  const edgeB = x * c[r] + y * c[r + 1] + z * c[r + 2];
  const thirdB = x * c[rs] + y * c[rs + 1] + z * c[rs + 2];
  const low = Math.min(edgeA, thirdA) - Math.max(edgeB, thirdB);
  const high = Math.max(edgeA, thirdA) - Math.min(edgeB, thirdB);
  passSlab(x, y, z, low, high, line, out);
}

/** Where the coordinates of the corner after one begin. */
const AFTER = Int32Array.of(3, 0, 0, 6, 0, 0, 0, 0, 0);

/** Takes into account that translations of the pair have heights between `low` and `high` along a normal of any length and sign. */
function passSlab(
  x: number,
  y: number,
  z: number,
  low: number,
  high: number,
  { base, direction: d }: Line,
  out: Passage,
): void {
  const along = x * d[0] + y * d[1] + z * d[2];
  const height = x * base[0] + y * base[1] + z * base[2];
  const squared = x * x + y * y + z * z;
  if (!(along * along > STEEP * STEEP * squared)) {
    if (squared > 0 && (low >= height || high <= height)) out.enter = Infinity;
    return;
  }
  const isForward = along > 0;
  const enter = ((isForward ? low : high) - height) / along;
  const exit = ((isForward ? high : low) - height) / along;
  if (enter > out.enter) out.enter = enter;
  if (!(exit < out.exit)) return;
  out.exit = exit;
  out.normal[0] = isForward ? x : -x;
  out.normal[1] = isForward ? y : -y;
  out.normal[2] = isForward ? z : -z;
}

/** The pair that stands in the way after `travel` along the line and leaves it last, −1 if none does; `out` has its passage. */
export function findObstacle(known: KnownPairs, line: Line, travel: number, out: Passage): number {
  const { numbers, count } = known;
  const { base, direction } = line;
  const x = base[0] + travel * direction[0];
  const y = base[1] + travel * direction[1];
  const z = base[2] + travel * direction[2];
  let found = -1;
  for (let i = 0, at = 0; i < count; i++, at += PAIR) {
    const dx = x - numbers[at + CENTRE];
    const dy = y - numbers[at + CENTRE + 1];
    const dz = z - numbers[at + CENTRE + 2];
    const radius = numbers[at + RADIUS];
    if (!(dx * dx + dy * dy + dz * dz < radius * radius)) continue;
    const before = found < 0 ? travel : out.exit;
    passPair(known, i, line, before, passage);
    if (!(passage.exit > before && passage.enter <= travel)) continue;
    found = i;
    out.enter = passage.enter;
    out.exit = passage.exit;
    for (let k = 0; k < 3; k++) out.normal[k] = passage.normal[k];
  }
  return found;
}

/** Whether any pair stands in the way after `travel` along the line. */
export function isObstructed(known: KnownPairs, line: Line, travel: number): boolean {
  const { numbers, count } = known;
  const { base, direction } = line;
  const x = base[0] + travel * direction[0];
  const y = base[1] + travel * direction[1];
  const z = base[2] + travel * direction[2];
  for (let i = 0, at = 0; i < count; i++, at += PAIR) {
    const dx = x - numbers[at + CENTRE];
    const dy = y - numbers[at + CENTRE + 1];
    const dz = z - numbers[at + CENTRE + 2];
    const radius = numbers[at + RADIUS];
    if (!(dx * dx + dy * dy + dz * dz < radius * radius)) continue;
    passPair(known, i, line, travel, passage);
    if (passage.exit > travel && passage.enter <= travel) return true;
  }
  return false;
}

/** The last travel up to `travel` at which the line leaves a pair; −Infinity if it leaves none before. */
export function lastExit(known: KnownPairs, line: Line, travel: number): number {
  const { numbers, count } = known;
  const { base, direction: d } = line;
  let last = -Infinity;
  for (let i = 0, at = 0; i < count; i++, at += PAIR) {
    // The ball's passage first: it is at most as long, and the pair's exit is within it.
    const x = numbers[at + CENTRE] - base[0];
    const y = numbers[at + CENTRE + 1] - base[1];
    const z = numbers[at + CENTRE + 2] - base[2];
    const middle = x * d[0] + y * d[1] + z * d[2];
    const radius = numbers[at + RADIUS];
    const squared = radius * radius - (x * x + y * y + z * z - middle * middle);
    if (!(squared > 0) || !(middle + Math.sqrt(squared) > last) || middle - Math.sqrt(squared) > travel)
      continue;
    passPair(known, i, line, last, passage);
    if (passage.exit > last && passage.exit > passage.enter && passage.exit <= travel) last = passage.exit;
  }
  return last;
}

const passage = createPassage();
