// Twins: `beginPolytope` with the four points of GJK, and `growPolytope`, in geometry/convex/epa.ts. A step whose signs f64 cannot decide
// is left to TypeScript before it changes anything.
import { findSupport } from "./convex-supports";
import { addPoint, beginSurface, GROWN, growSurface, isAbove, NOT_ABOVE, UNKNOWN } from "./convex-surface";
import { measureFace, popNearest } from "./convex-faces";
import {
  BEST, CORNERS_OF_A, CORNERS_OF_B, DIRECTION, ENDED, FACE, FULL, HEAP_COUNT, LOWER, MADE, MADE_COUNT, MAX_HEAP, MAX_POINTS, NUMBERS,
  POINT_COUNT, POINTS, REACH, SIMPLEX_A, SIMPLEX_B, SIMPLEX_COUNT, SIMPLEX_POINTS, SPAN, SUPPORT, SUPPORTS, UNSURE, UNSURE_BY_WALK, UPPER,
} from "../convex-memory-map";

/** Starts with the tetrahedron that `findOverlap` left; 0 if f64 cannot tell it from a flat one. */
export function beginPolytope(span: f64): i32 {
  if (load<i32>(SIMPLEX_COUNT) != 4) return 0;
  store<f64>(SPAN, span);
  memory.copy(POINTS, SIMPLEX_POINTS, 96);
  if (!beginSurface()) return 0;
  memory.copy(CORNERS_OF_A, SIMPLEX_A, 16);
  memory.copy(CORNERS_OF_B, SIMPLEX_B, 16);
  store<i32>(POINT_COUNT, 4);
  store<i32>(HEAP_COUNT, 0);
  store<i32>(SUPPORTS, 0);
  store<f64>(UPPER, Infinity);
  return 1;
}

/** `again`: the current face is tried once more, without a walk. */
export function growPolytope(closed: f64, walks: i32, again: i32): i32 {
  let isAgain = again != 0;
  while (true) {
    if (!isAgain) {
      const made = load<i32>(MADE_COUNT);
      if (load<i32>(HEAP_COUNT) + made > MAX_HEAP) return FULL;
      for (let i = 0; i < made; i++) measureFace(load<i32>(MADE + (i << 2)));
      store<i32>(FACE, popNearest());
    }
    const face = load<i32>(FACE);
    const at = NUMBERS + (face << 5);
    const distance = load<f64>(at, 24);
    store<f64>(BEST, load<f64>(at));
    store<f64>(BEST, load<f64>(at, 8), 8);
    store<f64>(BEST, load<f64>(at, 16), 16);
    store<f64>(LOWER, distance);
    if (walks != 0 && !isAgain && reachAlong(false) - distance > closed && load<i32>(POINT_COUNT) < MAX_POINTS) {
      const grown = grow(face);
      if (grown == UNKNOWN) return UNSURE_BY_WALK;
      if (grown == GROWN) continue;
    }
    isAgain = false;
    const reach = tryDirection();
    if (reach - distance <= closed || reach < -closed || load<i32>(POINT_COUNT) == MAX_POINTS) return ENDED;
    const grown = grow(face);
    if (grown == UNKNOWN) return UNSURE;
    if (grown == NOT_ABOVE) return ENDED;
  }
}

function tryDirection(): f64 {
  const reach = reachAlong(true);
  store<f64>(REACH, reach);
  if (reach < load<f64>(UPPER)) {
    store<f64>(UPPER, reach);
    memory.copy(DIRECTION, BEST, 24);
  }
  return reach;
}

function reachAlong(all: bool): f64 {
  const x = load<f64>(BEST), y = load<f64>(BEST, 8), z = load<f64>(BEST, 16);
  findSupport(x, y, z, all);
  store<i32>(SUPPORTS, load<i32>(SUPPORTS) + 1);
  return load<f64>(SUPPORT) * x + load<f64>(SUPPORT, 8) * y + load<f64>(SUPPORT, 16) * z;
}

/** GROWN, NOT_ABOVE, or UNKNOWN: then the point is added, and the surface is unchanged. */
function grow(face: i32): i32 {
  const p = addPoint();
  const above = isAbove(face, p);
  return above == GROWN ? growSurface(face, p) : above;
}
