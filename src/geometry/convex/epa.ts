import { hypot } from "../../numerics/portable-math.ts";
import { type ConvexPair, findSupport, placeA, setSupport, WALK_FROM } from "./convex-pair.ts";
import { findFirstSimplex } from "./first-simplex.ts";
import {
  beginSurface,
  createHullSurface,
  DEAD,
  growSurface,
  type HullSurface,
  isAbove,
  NUMBERS_STRIDE,
  orientPoints,
} from "./hull-surface.ts";
import { createFaceHeap, type FaceHeap, popNearest, pushFace } from "./nearest-faces.ts";
import { faceNormal } from "./precise-normal.ts";
import { createSimplex, reduceSimplex, type Simplex } from "./simplex.ts";

// The depth of the origin in the difference of two convex shapes: the expanding polytope algorithm of van den Bergen 2001.
// A polytope inside the difference grows at its face nearest to the origin. That face bounds the depth from below, the
// farthest point along its normal bounds it from above, and both bounds are reported. The polytope is a HullSurface, built
// with exact signs of the f64 points, so no shape, however flat or needle-like, can break it.

/** What is known about the depth of two convex shapes, in world units. */
export interface ConvexDepth {
  /** A lower bound of the depth. */
  lower: number;
  /** Moving b this far along `direction` separates the interiors of the shapes. If negative, they are that far apart. */
  upper: number;
  /** A unit vector. */
  readonly direction: Float64Array;
  /** The deepest point of a in b along `direction`, in the world; its partner on b satisfies a − b = upper · direction. */
  readonly pointA: Float64Array;
  readonly pointB: Float64Array;
  /** How many support points of the difference were computed. */
  supports: number;
}

export function createConvexDepth(): ConvexDepth {
  return {
    lower: 0,
    upper: 0,
    direction: new Float64Array(3),
    pointA: new Float64Array(3),
    pointB: new Float64Array(3),
    supports: 0,
  };
}

/** The polytope has at most this many corners; concentric round shapes would need thousands. */
export const MAX_POINTS = 2048;
/** Bounds this close, relative to the pair's scale, count as equal. */
const CLOSED = 2 ** -49;
const FIRST_FOUR = [0, 1, 2, 3];
const FIRST_DIRECTIONS = Float64Array.of(1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1);

/** The polytope of one measurement. A kernel may grow it where it lies. */
export interface Polytope {
  /** x, y, z per point, and its corners in the two shapes. */
  readonly points: Float64Array;
  readonly cornersA: Int32Array;
  readonly cornersB: Int32Array;
  pointCount: number;
  readonly surface: HullSurface;
  readonly heap: FaceHeap;
}

function createPolytope(): Polytope {
  const points = new Float64Array(3 * MAX_POINTS);
  return {
    points,
    cornersA: new Int32Array(MAX_POINTS),
    cornersB: new Int32Array(MAX_POINTS),
    pointCount: 0,
    surface: createHullSurface(points, MAX_POINTS, 0),
    heap: createFaceHeap(),
  };
}

/** Grows a polytope until a face bounds the depth, and returns that face. */
export type GrowPolytope = (
  polytope: Polytope,
  pair: ConvexPair,
  closed: number,
  walks: boolean,
  out: ConvexDepth,
) => PolytopeFace;

/** The face of the polytope that is nearest to the origin, and how far the difference reaches along its normal. */
export interface PolytopeFace {
  face: number;
  reach: number;
}

// One shared workspace: a call runs to its end without calling user code.
const plain = createPolytope();
const normal = new Float64Array(16);
const best = new Float64Array(16);
const last: PolytopeFace = { face: 0, reach: 0 };

/**
 * Measures the depth of a pair that overlaps or touches. `start` holds points of the difference, as left by `gjk`. A kernel brings its own
 * polytope, and its way to grow it.
 */
export function epa(
  pair: ConvexPair,
  start: Simplex,
  out: ConvexDepth,
  polytope = plain,
  grow: GrowPolytope = growPolytope,
): void {
  out.supports = 0;
  out.upper = Infinity;
  const dimension = beginPolytope(polytope, pair, start, out);
  if (dimension < 3) measureFlat(polytope, pair, dimension, start.count, out);
  else measureSolid(polytope, pair, grow, out);
}

/** Tries a direction for separating the shapes; returns how far the difference extends along it. */
function tryDirection(pair: ConvexPair, d: Float64Array, at: number, out: ConvexDepth): number {
  const reach = reachAlong(pair, d, at, true, out);
  if (reach < out.upper) setDirection(d, at, reach, out);
  return reach;
}

/** How far the difference reaches along a direction; without `all` at least this far, for a walk over edges may end early. */
function reachAlong(pair: ConvexPair, d: Float64Array, at: number, all: boolean, out: ConvexDepth): number {
  const { support } = pair;
  findSupport(pair, d, at, all);
  out.supports++;
  return support[0] * d[at] + support[1] * d[at + 1] + support[2] * d[at + 2];
}

function setDirection(d: Float64Array, at: number, reach: number, out: ConvexDepth): void {
  out.upper = reach;
  for (let axis = 0; axis < 3; axis++) out.direction[axis] = d[at + axis];
}

function addPoint(polytope: Polytope, pair: ConvexPair, cornerA: number, cornerB: number): number {
  const { points, cornersA, cornersB } = polytope;
  const p = polytope.pointCount++;
  cornersA[p] = cornerA;
  cornersB[p] = cornerB;
  setSupport(pair, cornerA, cornerB, points, 3 * p);
  return p;
}

/** Finds points that span as many dimensions as the difference; returns its dimension. */
function beginPolytope(polytope: Polytope, pair: ConvexPair, start: Simplex, out: ConvexDepth): number {
  const { points } = polytope;
  polytope.pointCount = 0;
  for (let i = 0; i < start.count; i++) addPoint(polytope, pair, start.cornersA[i], start.cornersB[i]);
  if (start.count === 4 && orientPoints(points, 0, 1, 2, 3) !== 0)
    return startWith(polytope, FIRST_FOUR, pair);
  for (let d = 0; d < FIRST_DIRECTIONS.length; d += 3) {
    tryDirection(pair, FIRST_DIRECTIONS, d, out);
    addPoint(polytope, pair, pair.cornerA, pair.cornerB);
  }
  let simplex = findFirstSimplex(points, polytope.pointCount);
  // Flat so far: look perpendicular to it. The six axis directions yield at least a segment of anything that is not a
  // point.
  for (let turn = 0; turn < 2 && simplex.dimension > 0 && simplex.dimension < 3; turn++) {
    lookAcross(polytope, pair, simplex.corners, simplex.dimension, out);
    simplex = findFirstSimplex(points, polytope.pointCount);
  }
  return simplex.dimension === 3 ? startWith(polytope, simplex.corners, pair) : simplex.dimension;
}

function startWith({ surface, heap }: Polytope, corners: readonly number[], pair: ConvexPair): number {
  surface.reach = spanOf(pair);
  beginSurface(surface, corners[0], corners[1], corners[2], corners[3]);
  heap.count = 0;
  return 3;
}

/** Adds the farthest points on both sides of a plane, or around a line. */
function lookAcross(
  polytope: Polytope,
  pair: ConvexPair,
  corners: readonly number[],
  dimension: number,
  out: ConvexDepth,
): void {
  const { points } = polytope;
  const [a, b, c] = [3 * corners[0], 3 * corners[1], 3 * corners[2]];
  if (dimension === 2) faceNormal(points, a, b, c, normal);
  else acrossLine(points, a, b);
  for (let sign = 0; sign < 2; sign++) {
    tryDirection(pair, normal, 0, out);
    addPoint(polytope, pair, pair.cornerA, pair.cornerB);
    for (let axis = 0; axis < 3; axis++) normal[axis] = -normal[axis];
  }
}

/** A unit vector perpendicular to the line of two points: the axis least parallel to it, orthogonalised. */
function acrossLine(points: Float64Array, a: number, b: number): void {
  const u = [0, 1, 2].map((axis) => points[b + axis] - points[a + axis]);
  const least = [0, 1, 2].reduce((k, axis) => (Math.abs(u[axis]) < Math.abs(u[k]) ? axis : k), 0);
  const [i, j] = [(least + 1) % 3, (least + 2) % 3];
  const length = hypot(u[i], u[j]);
  normal[least] = 0;
  normal[i] = u[j] / length;
  normal[j] = -u[i] / length;
}

/**
 * The difference has no volume, so any step off its plane leaves it. The upper bound comes from the perpendicular
 * directions tried; the lower bound is zero.
 */
function measureFlat(
  polytope: Polytope,
  pair: ConvexPair,
  dimension: number,
  startCount: number,
  out: ConvexDepth,
): void {
  const { points } = polytope;
  if (dimension === 0) {
    // The plane is a line or a point: two points, or all corners at one place.
    const length = hypot(points[0], points[1], points[2]);
    if (length > 0) {
      for (let axis = 0; axis < 3; axis++) normal[axis] = -points[axis] / length;
      tryDirection(pair, normal, 0, out);
    }
  }
  out.lower = Math.min(0, out.upper);
  // The first points are those of gjk, whose hull contains the origin.
  witness.count = 0;
  for (let p = 0; p < startCount; p++) addToWitness(polytope, p);
  reduceSimplex(witness);
  placeWitness(pair, witness, out);
}

function measureSolid(polytope: Polytope, pair: ConvexPair, grow: GrowPolytope, out: ConvexDepth): void {
  const closed = closedOf(pair);
  finishDepth(polytope, pair, grow(polytope, pair, closed, walksOver(pair), out), closed, out);
}

/** Bounds of a pair that are this close count as equal. */
export function closedOf(pair: ConvexPair): number {
  return CLOSED * pair.scale;
}

/** Whether a shape has so many corners that walks over edges find points to grow by. */
export function walksOver({ a, b }: ConvexPair): boolean {
  return a.pointCount >= WALK_FROM || b.pointCount >= WALK_FROM;
}

/** The largest L1 distance of two points of the difference. */
export function spanOf(pair: ConvexPair): number {
  return 6 * pair.scale;
}

/** Settles the bounds by the last face, and places the witness points. */
export function finishDepth(
  polytope: Polytope,
  pair: ConvexPair,
  { face, reach }: PolytopeFace,
  closed: number,
  out: ConvexDepth,
): void {
  const { numbers } = polytope.surface;
  const distance = numbers[NUMBERS_STRIDE * face + 3];
  // Among equally good directions, prefer the last face's: it has contact points to report.
  if (reach <= out.upper + 2 * closed) setDirection(numbers, NUMBERS_STRIDE * face, reach, out);
  if (out.lower > out.upper) out.lower = out.upper;
  nearestOnFace(polytope, pair, face, distance + 2 * closed, out);
}

/** `GrowPolytope` in TypeScript. */
export function growPolytope(
  polytope: Polytope,
  pair: ConvexPair,
  closed: number,
  walks: boolean,
  out: ConvexDepth,
): PolytopeFace {
  const { surface, heap } = polytope;
  for (;;) {
    for (let i = 0; i < surface.madeCount; i++) measureFace(polytope, surface.made[i]);
    const face = popNearest(heap, surface);
    const at = NUMBERS_STRIDE * face;
    const distance = surface.numbers[at + 3];
    for (let axis = 0; axis < 3; axis++) best[axis] = surface.numbers[at + axis];
    out.lower = distance;
    // A walk over edges finds a point to grow by. What it finds proves no bound: the last word has a look at all corners.
    if (
      walks &&
      reachAlong(pair, best, 0, false, out) - distance > closed &&
      polytope.pointCount < MAX_POINTS
    )
      if (growAt(polytope, pair, face)) continue;
    const reach = tryDirection(pair, best, 0, out);
    if (
      reach - distance <= closed ||
      reach < -closed ||
      polytope.pointCount === MAX_POINTS ||
      !growAt(polytope, pair, face)
    ) {
      last.face = face;
      last.reach = reach;
      return last;
    }
  }
}

/** Adds the last support; false if exact signs show that it is not above the face and only rounding said so. */
function growAt(polytope: Polytope, pair: ConvexPair, face: number): boolean {
  const p = addPoint(polytope, pair, pair.cornerA, pair.cornerB);
  if (!isAbove(polytope.surface, face, p)) return false;
  growSurface(polytope.surface, face, p);
  return true;
}

/** Notes the unit normal of a new face and how far the origin lies below it, and puts the face into the heap. */
function measureFace({ points, surface, heap }: Polytope, face: number): void {
  const { corners, numbers } = surface;
  const a = 3 * corners[3 * face];
  const at = NUMBERS_STRIDE * face;
  faceNormal(points, a, 3 * corners[3 * face + 1], 3 * corners[3 * face + 2], normal);
  for (let axis = 0; axis < 3; axis++) numbers[at + axis] = normal[axis];
  const distance = normal[0] * points[a] + normal[1] * points[a + 1] + normal[2] * points[a + 2];
  numbers[at + 3] = distance;
  pushFace(heap, face, distance);
}

let witness = createSimplex();
let nearest = createSimplex();

/** A flat face may consist of several triangles: finds the one that the origin projects into. */
function nearestOnFace(
  polytope: Polytope,
  pair: ConvexPair,
  face: number,
  within: number,
  out: ConvexDepth,
): void {
  const { surface } = polytope;
  const { numbers } = surface;
  let least = Infinity;
  for (let f = 0; f < surface.faceCount; f++) {
    if (surface.marks[f] === DEAD) continue;
    if (f !== face && (numbers[NUMBERS_STRIDE * f + 3] > within || !isParallel(numbers, f, face))) continue;
    witness.count = 0;
    for (let k = 0; k < 3; k++) addToWitness(polytope, surface.corners[3 * f + k]);
    reduceSimplex(witness);
    const length = hypot(witness.nearest[0], witness.nearest[1], witness.nearest[2]);
    if (length >= least) continue;
    least = length;
    const nearer = witness;
    witness = nearest;
    nearest = nearer;
  }
  placeWitness(pair, nearest, out);
}

/** Whether the normals of two faces agree as closely as the triangles of one flat face do. */
function isParallel(numbers: Float64Array, face: number, other: number): boolean {
  const i = NUMBERS_STRIDE * face;
  const j = NUMBERS_STRIDE * other;
  return (
    numbers[i] * numbers[j] + numbers[i + 1] * numbers[j + 1] + numbers[i + 2] * numbers[j + 2] > 1 - 1e-9
  );
}

function addToWitness({ points, cornersA, cornersB }: Polytope, p: number): void {
  const at = witness.count++;
  for (let axis = 0; axis < 3; axis++) witness.points[3 * at + axis] = points[3 * p + axis];
  witness.cornersA[at] = cornersA[p];
  witness.cornersB[at] = cornersB[p];
}

const corner = new Float64Array(16);

function placeWitness(pair: ConvexPair, { count, cornersA, shares }: Simplex, out: ConvexDepth): void {
  const { pointA, pointB, direction } = out;
  for (let axis = 0; axis < 3; axis++) pointA[axis] = pair.originA[axis];
  for (let i = 0; i < count; i++) {
    placeA(pair, cornersA[i], corner, 0);
    for (let axis = 0; axis < 3; axis++) pointA[axis] += shares[i] * corner[axis];
  }
  for (let axis = 0; axis < 3; axis++) pointB[axis] = pointA[axis] - out.upper * direction[axis];
}
