// Twin: `gjk` in geometry/convex/gjk.ts, from scratch, and only until the shapes are known to be apart.
import { findSupport, setSupport, WALK_FROM } from "./convex-supports";
import { reduceSimplex } from "./convex-simplex";
import {
  CORNER_A, CORNER_B, COUNT_A, COUNT_B, DISTANCE_LOWER, NEAREST, POINTS_A, POINTS_B, SIMPLEX_A, SIMPLEX_B, SIMPLEX_COUNT, SIMPLEX_POINTS,
  SUPPORT,
} from "../convex-memory-map";

const ROUNDING: f64 = 1.0 / 2251799813685248.0; // 2^-51
const CLOSED: f64 = 1.0 / 281474976710656.0; // 2^-48
const MAX_STEPS: i32 = 256;

/** Whether the shapes share a point, or are closer than rounding. If not, DISTANCE_LOWER bounds their distance. */
export function findOverlap(scale: f64): i32 {
  store<f64>(DISTANCE_LOWER, 0);
  beginSimplex();
  const touching = ROUNDING * scale;
  const walks = load<i32>(COUNT_A) >= WALK_FROM || load<i32>(COUNT_B) >= WALK_FROM;
  let last: f64 = Infinity;
  let step = 0;
  while (true) {
    const inside = reduceSimplex();
    const length: f64 = inside ? 0 : lengthOfNearest();
    if (length <= touching) {
      store<f64>(DISTANCE_LOWER, 0);
      return 1;
    }
    const stalled = length >= last || step >= MAX_STEPS;
    last = length;
    let bound = askBound(length, false);
    let apart = bound > touching;
    let closed = length - bound <= CLOSED * length + touching || holdsSupport();
    if (walks && (stalled || apart || closed)) {
      bound = askBound(length, true);
      apart = bound > touching;
      closed = length - bound <= CLOSED * length + touching || holdsSupport();
    }
    if (bound > load<f64>(DISTANCE_LOWER) && (!walks || stalled || apart || closed)) store<f64>(DISTANCE_LOWER, bound);
    if (stalled || apart || closed) return 0;
    addSupport();
    step++;
  }
}

@inline function lengthOfNearest(): f64 {
  const x = load<f64>(NEAREST), y = load<f64>(NEAREST, 8), z = load<f64>(NEAREST, 16);
  return Math.sqrt(x * x + y * y + z * z);
}

function askBound(length: f64, all: bool): f64 {
  const x = load<f64>(NEAREST), y = load<f64>(NEAREST, 8), z = load<f64>(NEAREST, 16);
  findSupport(-x, -y, -z, all);
  return (x * load<f64>(SUPPORT) + y * load<f64>(SUPPORT, 8) + z * load<f64>(SUPPORT, 16)) / length;
}

function beginSimplex(): void {
  store<i32>(SIMPLEX_A, 0);
  store<i32>(SIMPLEX_B, 0);
  setSupport(load<i32>(POINTS_A), load<i32>(POINTS_B), SIMPLEX_POINTS);
  store<i32>(SIMPLEX_COUNT, 1);
  store<i32>(CORNER_A, 0);
  store<i32>(CORNER_B, 0);
}

function holdsSupport(): bool {
  const count = load<i32>(SIMPLEX_COUNT);
  for (let i = 0; i < count; i++)
    if (load<i32>(SIMPLEX_A + (i << 2)) == load<i32>(CORNER_A) && load<i32>(SIMPLEX_B + (i << 2)) == load<i32>(CORNER_B)) return true;
  return false;
}

function addSupport(): void {
  const at = load<i32>(SIMPLEX_COUNT);
  store<i32>(SIMPLEX_COUNT, at + 1);
  memory.copy(SIMPLEX_POINTS + 24 * at, SUPPORT, 24);
  store<i32>(SIMPLEX_A + (at << 2), load<i32>(CORNER_A));
  store<i32>(SIMPLEX_B + (at << 2), load<i32>(CORNER_B));
}
