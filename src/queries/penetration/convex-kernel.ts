import type { ConvexPair } from "../../geometry/convex/convex-pair.ts";
import type { ConvexShape } from "../../geometry/convex/convex-shape.ts";
import {
  type ConvexDepth,
  closedOf,
  epa,
  finishDepth,
  growPolytope,
  type Polytope,
  type PolytopeFace,
  spanOf,
  walksOver,
} from "../../geometry/convex/epa.ts";
import type { ConvexDistance } from "../../geometry/convex/gjk.ts";
import { growSurface, isAbove } from "../../geometry/convex/hull-surface.ts";
import type { Simplex } from "../../geometry/convex/simplex.ts";
import { type ConvexKernels, createConvexKernels, SHAPES_END } from "../../kernels/convex-kernels.ts";
import {
  ACROSS,
  ALIVE_COUNT,
  CORNER_A,
  CORNER_B,
  CORNERS_OF_A,
  CORNERS_OF_B,
  COUNT_A,
  COUNT_B,
  DIRECTION,
  DISTANCE_LOWER,
  ENDED,
  FACE,
  FACE_CORNERS,
  FACE_COUNT,
  FREED,
  FREED_COUNT,
  FULL,
  HEAP_COUNT,
  HEAP_DISTANCES,
  HEAP_FACES,
  LINEAR_A,
  LINEAR_B,
  LOWER,
  MADE,
  MADE_COUNT,
  MARKS,
  MAX_FACES,
  MAX_HEAP,
  MAX_POINTS,
  NUMBERS,
  ORIGIN_A,
  PLANES,
  POINT_A,
  POINT_B,
  POINT_COUNT,
  POINTS,
  REACH,
  SEEN,
  SEEN_COUNT,
  SHAPES,
  SHIFT,
  SIMPLEX_A,
  SIMPLEX_B,
  SIMPLEX_COUNT,
  SPAN,
  STARTS_AT,
  STEP,
  SUPPORTS,
  UNSURE_BY_WALK,
  UPPER,
} from "../../kernels/convex-memory-map.ts";
import { areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";

// GJK and EPA by kernels. EPA's polytope lies in kernel memory, and both languages work on it in turns: the kernel grows it until a sign
// needs more than f64, TypeScript does that step, and the kernel continues. Most pairs need no such step and stay in the kernel from GJK's
// simplex to the witness points.

/** A polytope that a kernel can grow, and the shapes copied to its memory. */
export interface ConvexWorkspace {
  readonly kernels: ConvexKernels;
  readonly ints: Int32Array;
  readonly doubles: Float64Array;
  polytope: Polytope;
  /** Addresses of shapes; all are dropped when the memory is full. */
  places: WeakMap<ConvexShape, number>;
  end: number;
}

let kept: ConvexWorkspace | null = null;

/** This thread's workspace; null if kernels are unavailable or disabled. */
export function openConvexWorkspace(): ConvexWorkspace | null {
  if (areKernelsUnwanted()) return null;
  kept ??= createWorkspace();
  // A heap that outgrew its memory was replaced, so the kernel no longer sees it.
  if (kept !== null && kept.polytope.heap.faces.buffer !== kept.kernels.memory.buffer)
    kept.polytope = polytopeIn(kept.kernels.memory.buffer);
  return kept;
}

function createWorkspace(): ConvexWorkspace | null {
  const kernels = createConvexKernels();
  if (kernels === null) return null;
  const { buffer } = kernels.memory;
  return {
    kernels,
    ints: new Int32Array(buffer),
    doubles: new Float64Array(buffer),
    polytope: polytopeIn(buffer),
    places: new WeakMap(),
    end: SHAPES,
  };
}

function polytopeIn(buffer: ArrayBuffer): Polytope {
  const points = new Float64Array(buffer, POINTS, 3 * MAX_POINTS);
  return {
    points,
    cornersA: new Int32Array(buffer, CORNERS_OF_A, MAX_POINTS),
    cornersB: new Int32Array(buffer, CORNERS_OF_B, MAX_POINTS),
    pointCount: 0,
    surface: {
      points,
      corners: new Int32Array(buffer, FACE_CORNERS, 3 * MAX_FACES),
      across: new Int32Array(buffer, ACROSS, 3 * MAX_FACES),
      planes: new Float64Array(buffer, PLANES, 4 * MAX_FACES),
      numbers: new Float64Array(buffer, NUMBERS, 4 * MAX_FACES),
      marks: new Int32Array(buffer, MARKS, MAX_FACES),
      startsAt: new Int32Array(buffer, STARTS_AT, MAX_POINTS),
      faceCount: 0,
      aliveCount: 0,
      freed: new Int32Array(buffer, FREED, MAX_FACES),
      freedCount: 0,
      seen: new Int32Array(buffer, SEEN, MAX_FACES),
      seenCount: 0,
      made: new Int32Array(buffer, MADE, MAX_FACES),
      madeCount: 0,
      step: 0,
      reach: 0,
    },
    heap: {
      faces: new Int32Array(buffer, HEAP_FACES, MAX_HEAP),
      distances: new Float64Array(buffer, HEAP_DISTANCES, MAX_HEAP),
      count: 0,
    },
  };
}

/** Copies the pair to the kernel's memory; false if a shape is too large. */
export function placePair(workspace: ConvexWorkspace, pair: ConvexPair): boolean {
  const { ints, doubles, places } = workspace;
  let a = placeShape(workspace, pair.a);
  const b = placeShape(workspace, pair.b);
  if (a < 0 || b < 0) return false;
  if (workspace.places !== places) {
    // Placing b may have dropped all shapes, and a with them.
    if (workspace.places.get(pair.a) !== a) a = placeShape(workspace, pair.a);
    if (a < 0 || workspace.places.get(pair.b) !== b) return false;
  }
  setShape(ints, COUNT_A >> 2, pair.a, a);
  setShape(ints, COUNT_B >> 2, pair.b, b);
  for (let i = 0; i < 9; i++) {
    doubles[(LINEAR_A >> 3) + i] = pair.linearA[i];
    doubles[(LINEAR_B >> 3) + i] = pair.linearB[i];
  }
  for (let axis = 0; axis < 3; axis++) {
    doubles[(SHIFT >> 3) + axis] = pair.shift[axis];
    doubles[(ORIGIN_A >> 3) + axis] = pair.originA[axis];
  }
  return true;
}

/** COUNT, POINTS, NEIGHBOURS, STARTS */
function setShape(
  ints: Int32Array,
  at: number,
  { pointCount, neighbours }: ConvexShape,
  place: number,
): void {
  ints[at] = pointCount;
  ints[at + 1] = place;
  ints[at + 2] = place + 24 * pointCount;
  ints[at + 3] = ints[at + 2] + 4 * neighbours.length;
}

/** The address of a shape, copied if it is not there yet; −1 if it is too large. */
function placeShape(workspace: ConvexWorkspace, shape: ConvexShape): number {
  const known = workspace.places.get(shape);
  if (known !== undefined) return known;
  const { points, neighbours, starts } = shape;
  const bytes = 8 * Math.ceil((8 * points.length + 4 * (neighbours.length + starts.length)) / 8);
  if (workspace.end + bytes > SHAPES_END) {
    workspace.places = new WeakMap();
    workspace.end = SHAPES;
  }
  const place = workspace.end;
  if (place + bytes > SHAPES_END) return -1;
  const { ints, doubles } = workspace;
  const list = (place + 8 * points.length) >> 2;
  doubles.set(points, place >> 3);
  ints.set(neighbours, list);
  ints.set(starts, list + neighbours.length);
  workspace.places.set(shape, place);
  workspace.end = place + bytes;
  return place;
}

/** `gjk` from scratch, after `placePair`: whether the shapes overlap. Fills in the final simplex, and in `out` only the lower bound. */
export function findOverlapByKernel(
  { kernels, ints, doubles }: ConvexWorkspace,
  pair: ConvexPair,
  simplex: Simplex,
  out: ConvexDistance,
): void {
  out.overlap = kernels.functions.findOverlap(pair.scale) === 1;
  out.lower = doubles[DISTANCE_LOWER >> 3];
  const count = ints[SIMPLEX_COUNT >> 2];
  for (let i = 0; i < count; i++) {
    simplex.cornersA[i] = ints[(SIMPLEX_A >> 2) + i];
    simplex.cornersB[i] = ints[(SIMPLEX_B >> 2) + i];
  }
  simplex.count = count;
  pair.cornerA = ints[CORNER_A >> 2];
  pair.cornerB = ints[CORNER_B >> 2];
}

/** `epa`, after `findOverlapByKernel`, whose simplex is `start`. */
export function measureByKernel(
  workspace: ConvexWorkspace,
  pair: ConvexPair,
  start: Simplex,
  out: ConvexDepth,
): void {
  const { kernels, ints, doubles, polytope } = workspace;
  const { functions } = kernels;
  if (functions.beginPolytope(spanOf(pair)) === 0) {
    epa(pair, start, out, polytope, growByKernel);
    return;
  }
  kernelRuns.convex++;
  const closed = closedOf(pair);
  const walks = walksOver(pair);
  let end = functions.growPolytope(closed, walks ? 1 : 0, 0);
  if (end !== ENDED) {
    polytope.surface.reach = spanOf(pair);
    end = goOn(workspace, pair, closed, walks, end, out);
  }
  if (end === FULL) {
    finishDepth(polytope, pair, last, closed, out);
    return;
  }
  functions.finishDepth(closed);
  // The next support search starts at these vertices; among equal supports the start decides.
  pair.cornerA = ints[CORNER_A >> 2];
  pair.cornerB = ints[CORNER_B >> 2];
  readBounds(ints, doubles, out);
  for (let axis = 0; axis < 3; axis++) {
    out.pointA[axis] = doubles[(POINT_A >> 3) + axis];
    out.pointB[axis] = doubles[(POINT_B >> 3) + axis];
  }
}

/** The last face of a polytope that TypeScript finished. */
const last: PolytopeFace = { face: 0, reach: 0 };

/** `growPolytope` of epa.ts for the polytope of the workspace, after `placePair`. */
export function growByKernel(
  polytope: Polytope,
  pair: ConvexPair,
  closed: number,
  walks: boolean,
  out: ConvexDepth,
): PolytopeFace {
  const workspace = kept!;
  const { kernels, ints, doubles } = workspace;
  kernelRuns.convex++;
  enter(ints, doubles, polytope, pair, out);
  const end = kernels.functions.growPolytope(closed, walks ? 1 : 0, 0);
  if (goOn(workspace, pair, closed, walks, end, out) === ENDED) {
    leave(ints, doubles, polytope, pair, out);
    last.face = ints[FACE >> 2];
    last.reach = doubles[REACH >> 3];
  }
  return last;
}

/**
 * Does the steps that the kernel leaves to TypeScript, starting with the one for which it returned `end`. Returns ENDED, or FULL if
 * TypeScript finished the polytope; then `last` has the last face.
 */
function goOn(
  { kernels, ints, doubles, polytope }: ConvexWorkspace,
  pair: ConvexPair,
  closed: number,
  walks: boolean,
  end: number,
  out: ConvexDepth,
): number {
  while (end !== ENDED) {
    leave(ints, doubles, polytope, pair, out);
    if (end === FULL) {
      const { face, reach } = growPolytope(polytope, pair, closed, walks, out);
      last.face = face;
      last.reach = reach;
      return FULL;
    }
    const face = ints[FACE >> 2];
    const point = polytope.pointCount - 1;
    let again = 0;
    if (isAbove(polytope.surface, face, point)) growSurface(polytope.surface, face, point);
    else if (end === UNSURE_BY_WALK) again = 1;
    else return ENDED;
    enterCounts(ints, polytope);
    end = kernels.functions.growPolytope(closed, walks ? 1 : 0, again);
  }
  return ENDED;
}

function enter(
  ints: Int32Array,
  doubles: Float64Array,
  polytope: Polytope,
  pair: ConvexPair,
  out: ConvexDepth,
): void {
  ints[CORNER_A >> 2] = pair.cornerA;
  ints[CORNER_B >> 2] = pair.cornerB;
  ints[SUPPORTS >> 2] = out.supports;
  doubles[UPPER >> 3] = out.upper;
  for (let axis = 0; axis < 3; axis++) doubles[(DIRECTION >> 3) + axis] = out.direction[axis];
  doubles[SPAN >> 3] = polytope.surface.reach;
  enterCounts(ints, polytope);
}

function enterCounts(ints: Int32Array, { pointCount, surface, heap }: Polytope): void {
  ints[POINT_COUNT >> 2] = pointCount;
  ints[FACE_COUNT >> 2] = surface.faceCount;
  ints[ALIVE_COUNT >> 2] = surface.aliveCount;
  ints[FREED_COUNT >> 2] = surface.freedCount;
  ints[MADE_COUNT >> 2] = surface.madeCount;
  ints[STEP >> 2] = surface.step;
  ints[HEAP_COUNT >> 2] = heap.count;
}

function leave(
  ints: Int32Array,
  doubles: Float64Array,
  polytope: Polytope,
  pair: ConvexPair,
  out: ConvexDepth,
): void {
  const { surface, heap } = polytope;
  // The next support search starts at these vertices; among equal supports the start decides.
  pair.cornerA = ints[CORNER_A >> 2];
  pair.cornerB = ints[CORNER_B >> 2];
  readBounds(ints, doubles, out);
  polytope.pointCount = ints[POINT_COUNT >> 2];
  surface.faceCount = ints[FACE_COUNT >> 2];
  surface.aliveCount = ints[ALIVE_COUNT >> 2];
  surface.freedCount = ints[FREED_COUNT >> 2];
  surface.seenCount = ints[SEEN_COUNT >> 2];
  surface.madeCount = ints[MADE_COUNT >> 2];
  surface.step = ints[STEP >> 2];
  heap.count = ints[HEAP_COUNT >> 2];
}

function readBounds(ints: Int32Array, doubles: Float64Array, out: ConvexDepth): void {
  out.supports = ints[SUPPORTS >> 2];
  out.lower = doubles[LOWER >> 3];
  out.upper = doubles[UPPER >> 3];
  for (let axis = 0; axis < 3; axis++) out.direction[axis] = doubles[(DIRECTION >> 3) + axis];
}
