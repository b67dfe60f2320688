// Twins: the end of `measureSolid`, `nearestOnFace` and `placeWitness` in geometry/convex/epa.ts, `hypot` in numerics/portable-math.ts.
import { reduceSimplex } from "./convex-simplex";
import {
  CORNERS_OF_A, CORNERS_OF_B, DIRECTION, FACE, FACE_CORNERS, FACE_COUNT, LINEAR_A, LOWER, MARKS, NEAREST, NUMBERS, ORIGIN_A, POINT_A, POINT_B,
  POINTS, POINTS_A, REACH, SIMPLEX_A, SIMPLEX_B, SIMPLEX_COUNT, SIMPLEX_POINTS, SIMPLEX_SHARES, UPPER, WITNESS_A, WITNESS_COUNT, WITNESS_SHARES,
} from "../convex-memory-map";

const DEAD: i32 = -1;
const PARALLEL: f64 = 1 - 1e-9;
const SMALL: f64 = 3.8725919148493183e-121; // 2^-400
const LARGE: f64 = 2.5822498780869086e120; // 2^400
const SCALE: f64 = 2.037035976334486e90; // 2^300

/** Sets the bounds by the last face and places the witness points. */
export function finishDepth(closed: f64): void {
  const face = load<i32>(FACE);
  const at = NUMBERS + (face << 5);
  const reach = load<f64>(REACH);
  if (reach <= load<f64>(UPPER) + 2 * closed) {
    store<f64>(UPPER, reach);
    memory.copy(DIRECTION, at, 24);
  }
  const upper = load<f64>(UPPER);
  if (load<f64>(LOWER) > upper) store<f64>(LOWER, upper);
  nearestOnFace(face, load<f64>(at, 24) + 2 * closed);
  placeWitness(upper);
}

function nearestOnFace(face: i32, within: f64): void {
  const count = load<i32>(FACE_COUNT);
  let least: f64 = Infinity;
  for (let f = 0; f < count; f++) {
    if (load<i32>(MARKS + (f << 2)) == DEAD) continue;
    if (f != face && (load<f64>(NUMBERS + (f << 5), 24) > within || !isParallel(f, face))) continue;
    store<i32>(SIMPLEX_COUNT, 3);
    for (let k = 0; k < 3; k++) {
      const p = load<i32>(FACE_CORNERS + 12 * f + (k << 2));
      memory.copy(SIMPLEX_POINTS + 24 * k, POINTS + 24 * p, 24);
      store<i32>(SIMPLEX_A + (k << 2), load<i32>(CORNERS_OF_A + (p << 2)));
      store<i32>(SIMPLEX_B + (k << 2), load<i32>(CORNERS_OF_B + (p << 2)));
    }
    reduceSimplex();
    const length = hypot(load<f64>(NEAREST), load<f64>(NEAREST, 8), load<f64>(NEAREST, 16));
    if (length >= least) continue;
    least = length;
    store<i32>(WITNESS_COUNT, load<i32>(SIMPLEX_COUNT));
    memory.copy(WITNESS_A, SIMPLEX_A, 16);
    memory.copy(WITNESS_SHARES, SIMPLEX_SHARES, 32);
  }
}

@inline function isParallel(face: i32, other: i32): bool {
  const i = NUMBERS + (face << 5), j = NUMBERS + (other << 5);
  return (
    load<f64>(i) * load<f64>(j) + load<f64>(i, 8) * load<f64>(j, 8) + load<f64>(i, 16) * load<f64>(j, 16) > PARALLEL
  );
}

function hypot(x: f64, y: f64, z: f64): f64 {
  const largest = Math.max(Math.max(Math.abs(x), Math.abs(y)), Math.abs(z));
  if (!(largest > 0 && largest < Infinity)) return largest;
  if (largest > SMALL && largest < LARGE) return Math.sqrt(x * x + y * y + z * z);
  const scale: f64 = largest < 1 ? SCALE : 1 / SCALE;
  return hypot(x * scale, y * scale, z * scale) / scale;
}

function placeWitness(upper: f64): void {
  const count = load<i32>(WITNESS_COUNT);
  const points = load<i32>(POINTS_A);
  for (let row = 0; row < 24; row += 8) {
    const m = LINEAR_A + row;
    let sum = load<f64>(ORIGIN_A + row);
    for (let i = 0; i < count; i++) {
      const p = points + 24 * load<i32>(WITNESS_A + (i << 2));
      const corner = load<f64>(m) * load<f64>(p) + load<f64>(m, 24) * load<f64>(p, 8) + load<f64>(m, 48) * load<f64>(p, 16);
      sum += load<f64>(WITNESS_SHARES + (i << 3)) * corner;
    }
    store<f64>(POINT_A + row, sum);
    store<f64>(POINT_B + row, sum - upper * load<f64>(DIRECTION + row));
  }
}
