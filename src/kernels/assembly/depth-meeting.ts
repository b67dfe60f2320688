// Twins: `meetsTriangle` in queries/overlap-depth/world-surface.ts, `trianglesMeet` in geometry/overlap/triangle-triangle.ts,
// `liesBeyondEdge` in geometry/overlap/certain-turn.ts. A pair about which f64 is not certain goes to TypeScript.
import {
  BOX_BYTES, BOX_TESTS, BOXES, HAS_MET, HEIGHT, MET_AT, NODES, PROBE, PROBE_BOX, REACH, SLOT, SLOT_END, STACK, TRIANGLE_BOUND,
  TRIANGLE_BYTES, TRIANGLE_NORMAL, TRIANGLE_NUMBERS, TRIANGLE_TESTS, TRIANGLES, WALK_ENDED,
} from "../depth-memory-map";
import { NODE_COUNT, NODE_LINK, NODE_SHIFT } from "../memory-map";
import { beginWalk, sideOf } from "./depth-crossings";
import { setPlane } from "./depth-surface";

const RELATIVE_ERROR: f64 = 1.7763568394002505e-15; // 2^-49
const FILTER_2D: f64 = 4.440892098500626e-16; // 2^-51
const UNDERFLOW: f64 = 1.1830521861667747e-271; // 2^-900

const NO = 0;
const YES = 1;
const UNCERTAIN = 2;

/** Completes the probe, whose corners are set, starts the walk of `meetProbe`, and returns its result. */
export function beginMeeting(surface: i32): i32 {
  const probe = surface + PROBE;
  setPlane(probe, load<f64>(surface, REACH));
  for (let axis = 0; axis < 24; axis += 8) {
    const p = load<f64>(probe + axis), q = load<f64>(probe + axis, 24), r = load<f64>(probe + axis, 48);
    store<f64>(surface + axis, Math.min(Math.min(p, q), r), PROBE_BOX);
    store<f64>(surface + axis, Math.max(Math.max(p, q), r), PROBE_BOX + 24);
  }
  beginWalk(surface);
  // A triangle tried at several positions often meets the triangle that it met last.
  const last = load<i32>(surface, MET_AT);
  if (last >= 0) {
    store<i32>(surface, load<i32>(surface, TRIANGLE_TESTS) + 1, TRIANGLE_TESTS);
    const meets = trianglesMeet(probe, load<i32>(surface, TRIANGLES) + (last << 3));
    if (meets != NO) return meets == YES ? HAS_MET : last;
  }
  return meetProbe(surface);
}

/**
 * Whether the probe, whose plane and box are set, meets the surface: HAS_MET, or WALK_ENDED if it does not. Or the offset of a triangle it
 * is not certain about; when called again it continues after that.
 */
export function meetProbe(surface: i32): i32 {
  const nodes = load<i32>(surface, NODES), boxes = load<i32>(surface, BOXES), triangles = load<i32>(surface, TRIANGLES);
  const stack = load<i32>(surface, STACK);
  const probe = surface + PROBE;
  let boxTests = load<i32>(surface, BOX_TESTS), triangleTests = load<i32>(surface, TRIANGLE_TESTS);
  let height = load<i32>(surface, HEIGHT);
  let slot = load<i32>(surface, SLOT), end = load<i32>(surface, SLOT_END);
  let result = WALK_ENDED;
  while (true) {
    for (; slot < end; slot++) {
      triangleTests++;
      const meets = trianglesMeet(probe, triangles + slot * TRIANGLE_BYTES);
      if (meets == NO) continue;
      result = slot * TRIANGLE_NUMBERS;
      if (meets == YES) {
        store<i32>(surface, result, MET_AT);
        result = HAS_MET;
      }
      slot++;
      break;
    }
    if (result != WALK_ENDED || height == 0) break;
    const number = load<i32>(stack + (--height << 2));
    boxTests++;
    if (!boxesMeet(boxes + number * BOX_BYTES, surface + PROBE_BOX)) continue;
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
  store<i32>(surface, height, HEIGHT);
  store<i32>(surface, slot, SLOT);
  store<i32>(surface, end, SLOT_END);
  return result;
}

@inline function boxesMeet(a: i32, b: i32): bool {
  return (
    load<f64>(a) <= load<f64>(b, 24) && load<f64>(a, 24) >= load<f64>(b) &&
    load<f64>(a, 8) <= load<f64>(b, 32) && load<f64>(a, 32) >= load<f64>(b, 8) &&
    load<f64>(a, 16) <= load<f64>(b, 40) && load<f64>(a, 40) >= load<f64>(b, 16)
  );
}

/** The height of a corner above a plane through `base`, times the length of the normal. */
@inline function heightOf(corner: i32, base: i32, normal: i32): f64 {
  return (
    load<f64>(normal, TRIANGLE_NORMAL) * (load<f64>(corner) - load<f64>(base)) +
    load<f64>(normal, TRIANGLE_NORMAL + 8) * (load<f64>(corner, 8) - load<f64>(base, 8)) +
    load<f64>(normal, TRIANGLE_NORMAL + 16) * (load<f64>(corner, 16) - load<f64>(base, 16))
  );
}

function trianglesMeet(a: i32, b: i32): i32 {
  // the corners of b against the plane of a
  const boundB = load<f64>(a, TRIANGLE_BOUND);
  const sideB0 = heightOf(b, a, a), sideB1 = heightOf(b + 24, a, a), sideB2 = heightOf(b + 48, a, a);
  if (sideB0 > boundB && sideB1 > boundB && sideB2 > boundB) return NO;
  if (sideB0 < -boundB && sideB1 < -boundB && sideB2 < -boundB) return NO;

  // the corners of a against the plane of b
  const boundA = load<f64>(b, TRIANGLE_BOUND);
  const sideA0 = heightOf(a, b, b), sideA1 = heightOf(a + 24, b, b), sideA2 = heightOf(a + 48, b, b);
  if (sideA0 > boundA && sideA1 > boundA && sideA2 > boundA) return NO;
  if (sideA0 < -boundA && sideA1 < -boundA && sideA2 < -boundA) return NO;

  const certain =
    Math.abs(sideB0) > boundB && Math.abs(sideB1) > boundB && Math.abs(sideB2) > boundB &&
    Math.abs(sideA0) > boundA && Math.abs(sideA1) > boundA && Math.abs(sideA2) > boundA;
  if (!certain) {
    const areNumbers = sideB0 + sideB1 + sideB2 + sideA0 + sideA1 + sideA2 < Infinity;
    if (!areNumbers) return UNCERTAIN;
    // A piece that has just left the solid is next to the plane of a face: the bound that holds for all corners is too wide for it.
    if (liesBesidePlane(a, b) || liesBesidePlane(b, a)) return NO;
    // Coplanar or nearly so: most such pairs of flat meshes lie side by side.
    return liesBeyondEdge(a, b) || liesBeyondEdge(b, a) ? NO : UNCERTAIN;
  }

  // Rotate each triangle's corners so that corner 0 is alone on its side of the other's plane.
  let a0 = a, a1 = a + 24, a2 = a + 48;
  let positiveA = sideA0 > 0;
  if (positiveA == sideA1 > 0) {
    a0 = a + 48;
    a1 = a;
    a2 = a + 24;
    positiveA = !positiveA;
  } else if (positiveA == sideA2 > 0) {
    a0 = a + 24;
    a1 = a + 48;
    a2 = a;
    positiveA = !positiveA;
  }
  let b0 = b, b1 = b + 24, b2 = b + 48;
  let positiveB = sideB0 > 0;
  if (positiveB == sideB1 > 0) {
    b0 = b + 48;
    b1 = b;
    b2 = b + 24;
    positiveB = !positiveB;
  } else if (positiveB == sideB2 > 0) {
    b0 = b + 24;
    b1 = b + 48;
    b2 = b;
    positiveB = !positiveB;
  }
  // Flip the triangle, if necessary, so that corner 0 is on the positive side.
  if (!positiveA) {
    const swap = b1;
    b1 = b2;
    b2 = swap;
  }
  if (!positiveB) {
    const swap = a1;
    a1 = a2;
    a2 = swap;
  }

  // the interval of a must not end before that of b begins …
  const first = filteredOrient(a0, a1, b0, b1);
  if (first > 0) return NO;
  // … nor begin after it ends
  const last = filteredOrient(a0, a2, b2, b0);
  if (last > 0) return NO;
  return first < 0 && last < 0 ? YES : UNCERTAIN;
}

/** The sign of orient3d as −1 or 1, or 0 if the filter cannot decide. */
function filteredOrient(p: i32, q: i32, r: i32, s: i32): i32 {
  const x = load<f64>(p), y = load<f64>(p, 8), z = load<f64>(p, 16);
  const ux = load<f64>(q) - x, uy = load<f64>(q, 8) - y, uz = load<f64>(q, 16) - z;
  const vx = load<f64>(r) - x, vy = load<f64>(r, 8) - y, vz = load<f64>(r, 16) - z;
  const wx = load<f64>(s) - x, wy = load<f64>(s, 8) - y, wz = load<f64>(s, 16) - z;
  const det = wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
  const reach =
    (Math.abs(ux) + Math.abs(uy) + Math.abs(uz)) *
    (Math.abs(vx) + Math.abs(vy) + Math.abs(vz)) *
    (Math.abs(wx) + Math.abs(wy) + Math.abs(wz));
  const bound = RELATIVE_ERROR * reach + UNDERFLOW;
  return det > bound ? 1 : det < -bound ? -1 : 0;
}

/** Whether all corners of b are strictly on one side of a's plane, by the filter of `orient3d` (numerics/orient.ts). True is always certain. */
function liesBesidePlane(a: i32, b: i32): bool {
  const first = sideOfPlane(a, b);
  return first != 0 && sideOfPlane(a, b + 24) == first && sideOfPlane(a, b + 48) == first;
}

/** The side of a's plane on which a corner lies: −1, 1, or 0 where the filter cannot tell. */
@inline function sideOfPlane(a: i32, corner: i32): i32 {
  return sideOf(a, load<f64>(corner), load<f64>(corner, 8), load<f64>(corner, 16));
}

/** Whether all of b lies strictly beyond the line of an edge of a, seen in a's main plane. True is always certain. */
function liesBeyondEdge(a: i32, b: i32): bool {
  const x = Math.abs(load<f64>(a, TRIANGLE_NORMAL)), y = Math.abs(load<f64>(a, TRIANGLE_NORMAL + 8)), z = Math.abs(load<f64>(a, TRIANGLE_NORMAL + 16));
  // the bytes of the two coordinates in the plane that a faces most
  const plane = x > y ? (x > z ? 0 : 2) : y > z ? 1 : 2;
  const u = plane == 2 ? 0 : (plane + 1) << 3;
  const v = plane == 0 ? 16 : (plane - 1) << 3;
  const inside = certainTurn(a, a + 24, a + 48, u, v);
  if (inside == 0) return false;
  for (let edge = 0; edge < 3; edge++) {
    const from = a + 24 * edge;
    const to = edge == 2 ? a : from + 24;
    if (
      certainTurn(from, to, b, u, v) == -inside &&
      certainTurn(from, to, b + 24, u, v) == -inside &&
      certainTurn(from, to, b + 48, u, v) == -inside
    )
      return true;
  }
  return false;
}

@inline function certainTurn(p: i32, q: i32, r: i32, u: i32, v: i32): i32 {
  const px = load<f64>(p + u), py = load<f64>(p + v);
  const left = (load<f64>(q + u) - px) * (load<f64>(r + v) - py);
  const right = (load<f64>(q + v) - py) * (load<f64>(r + u) - px);
  const det = left - right;
  const bound = FILTER_2D * (Math.abs(left) + Math.abs(right)) + UNDERFLOW;
  return det > bound ? 1 : det < -bound ? -1 : 0;
}
