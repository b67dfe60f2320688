// Twin: geometry/relative-pose.ts, which says what the margins are for. The same f64 arithmetic in the same order, so every bit is the
// same. Poses that the twin rejects, or that it has a message for, are left to it.
import { ABS_M, ABS_N, C, M, MARGIN_A, MARGIN_B, N, SCALE, WORLD_REACH } from "../../geometry/relative-pose-layout";
import { A_TO_WORLD, B_TO_WORLD, INVERSE_A, INVERSE_B, MOVES, ORIGIN_A, ORIGIN_B, RELATIVE_POSE } from "../pair-memory-map";

const ROUNDING: f64 = 1.0 / 70368744177664.0; // 2^-46
const LIMIT: f64 = 1267650600228229401496703205376.0; // 2^100
const SMALLEST: f64 = 8.900295434028806e-308; // 2^-1020
const TOO_LARGE: f64 = Infinity; // a residual that no inverse has

/** Number k of the array at `from`. */
@inline export function at(from: usize, k: i32): f64 { return load<f64>(from + (<usize>k << 3)); }
@inline function put(to: usize, k: i32, value: f64): void { store<f64>(to + (<usize>k << 3), value); }

/** Fills RELATIVE_POSE, between boxes that are relative to the origins; false for a pose that is singular or leads out of range. */
export function setRelativePose(nodesA: usize, nodesB: usize): bool {
  const moves = load<i32>(MOVES);
  const aMoves = (moves & 1) != 0, bMoves = (moves & 2) != 0;
  const residualA = aMoves ? invert(A_TO_WORLD, INVERSE_A) : setIdentity(INVERSE_A);
  const residualB = bMoves ? invert(B_TO_WORLD, INVERSE_B) : setIdentity(INVERSE_B);
  if (residualA == TOO_LARGE || residualB == TOO_LARGE) return false;
  multiply(INVERSE_A, B_TO_WORLD, M, ABS_M);
  multiply(INVERSE_B, A_TO_WORLD, N, ABS_N);
  setOffset();

  const normM = rowNorm(RELATIVE_POSE, ABS_M), normN = rowNorm(RELATIVE_POSE, ABS_N);
  const reachA = reachOf(nodesA, ORIGIN_A), reachB = reachOf(nodesB, ORIGIN_B);
  const normA = poseNorm(A_TO_WORLD);
  const worldA = normA * reachA + largest(A_TO_WORLD, 12) + SMALLEST;
  const worldB = poseNorm(B_TO_WORLD) * reachB + largest(B_TO_WORLD, 12) + SMALLEST;
  if (aMoves && !(worldA <= LIMIT)) return false;
  if (bMoves && !(worldB <= LIMIT)) return false;
  const apart = 2 * (reachA + normM * reachB);
  const roundingA = ROUNDING * (apart + largest(RELATIVE_POSE, C));
  const marginA = roundingA + rowNorm(INVERSE_A, 0) * (ROUNDING + 2 * residualA) * (worldA + worldB);
  const slipN = rowNorm(INVERSE_B, 0) * normA * (ROUNDING + 2 * residualB) + ROUNDING * normN;
  put(RELATIVE_POSE, MARGIN_A, marginA);
  put(RELATIVE_POSE, MARGIN_B, normN * marginA + slipN * apart);
  put(RELATIVE_POSE, WORLD_REACH, 3 * (worldA + worldB) * (1 + ROUNDING));
  put(RELATIVE_POSE, SCALE, sqrt(normM / normN));
  shiftOrigins();
  return true;
}

function shiftOrigins(): void {
  for (let r = 0; r < 3; r++) {
    const row = M + 3 * r;
    const moved =
      at(RELATIVE_POSE, row) * at(ORIGIN_B, 0) + at(RELATIVE_POSE, row + 1) * at(ORIGIN_B, 1) + at(RELATIVE_POSE, row + 2) * at(ORIGIN_B, 2);
    put(RELATIVE_POSE, C + r, at(RELATIVE_POSE, C + r) + (moved - at(ORIGIN_A, r)));
  }
}

/** Twin: reachOf in queries/pairs/pair-query.ts. */
function reachOf(nodes: usize, origin: usize): f64 {
  let reach: f64 = 0;
  for (let axis = 0; axis < 3; axis++) {
    const coordinate: usize = nodes + (<usize>axis << 2);
    const box = max<f64>(abs<f64>(load<f32>(coordinate)), abs<f64>(load<f32>(coordinate, 12)));
    reach = max<f64>(reach, abs<f64>(at(origin, axis)) + box);
  }
  return reach;
}

function multiply(inverse: usize, other: usize, m: i32, absolute: i32): void {
  for (let r = 0; r < 9; r += 3) {
    const x = at(inverse, r), y = at(inverse, r + 1), z = at(inverse, r + 2);
    const value0 = x * at(other, 0) + y * at(other, 1) + z * at(other, 2);
    const value1 = x * at(other, 4) + y * at(other, 5) + z * at(other, 6);
    const value2 = x * at(other, 8) + y * at(other, 9) + z * at(other, 10);
    put(RELATIVE_POSE, m + r, value0);
    put(RELATIVE_POSE, m + r + 1, value1);
    put(RELATIVE_POSE, m + r + 2, value2);
    put(RELATIVE_POSE, absolute + r, abs<f64>(value0));
    put(RELATIVE_POSE, absolute + r + 1, abs<f64>(value1));
    put(RELATIVE_POSE, absolute + r + 2, abs<f64>(value2));
  }
}

function setOffset(): void {
  const x = at(B_TO_WORLD, 12) - at(A_TO_WORLD, 12);
  const y = at(B_TO_WORLD, 13) - at(A_TO_WORLD, 13);
  const z = at(B_TO_WORLD, 14) - at(A_TO_WORLD, 14);
  for (let r = 0; r < 3; r++)
    put(RELATIVE_POSE, C + r, at(INVERSE_A, 3 * r) * x + at(INVERSE_A, 3 * r + 1) * y + at(INVERSE_A, 3 * r + 2) * z);
}

/** The bound on the residual, or TOO_LARGE. */
function invert(pose: usize, out: usize): f64 {
  const norm = poseNorm(pose);
  const unit: f64 = norm > LIMIT || norm < 1 / LIMIT ? inverseUnit(norm) : 1;
  const m0 = unit * at(pose, 0), m1 = unit * at(pose, 1), m2 = unit * at(pose, 2);
  const m4 = unit * at(pose, 4), m5 = unit * at(pose, 5), m6 = unit * at(pose, 6);
  const m8 = unit * at(pose, 8), m9 = unit * at(pose, 9), m10 = unit * at(pose, 10);
  const c0 = m5 * m10 - m6 * m9;
  const c1 = m6 * m8 - m4 * m10;
  const c2 = m4 * m9 - m5 * m8;
  const det = m0 * c0 + m1 * c1 + m2 * c2;
  const factor = unit / det;
  put(out, 0, c0 * factor);
  put(out, 1, c1 * factor);
  put(out, 2, c2 * factor);
  put(out, 3, (m2 * m9 - m1 * m10) * factor);
  put(out, 4, (m0 * m10 - m2 * m8) * factor);
  put(out, 5, (m1 * m8 - m0 * m9) * factor);
  put(out, 6, (m1 * m6 - m2 * m5) * factor);
  put(out, 7, (m2 * m4 - m0 * m6) * factor);
  put(out, 8, (m0 * m5 - m1 * m4) * factor);
  let residual: f64 = 0;
  for (let r = 0; r < 3; r++) {
    const x = at(pose, r), y = at(pose, 4 + r), z = at(pose, 8 + r);
    let sum = ROUNDING;
    for (let k = 0; k < 3; k++) {
      const p = x * at(out, k), q = y * at(out, 3 + k), s = z * at(out, 6 + k);
      sum += abs<f64>((k == r ? 1.0 : 0.0) - p - q - s) + ROUNDING * (abs<f64>(p) + abs<f64>(q) + abs<f64>(s));
    }
    // Written so that NaN, from a determinant of zero, counts as too large.
    if (!(sum < 0.5)) return TOO_LARGE;
    if (sum > residual) residual = sum;
  }
  return residual;
}

/** A power of two, about 1 / norm. Which one changes no bit of the inverse; zero has none. */
function inverseUnit(norm: f64): f64 {
  const exponent = <i32>(reinterpret<u64>(norm) >>> 52) - 1023;
  return reinterpret<f64>(<u64>(1023 - min<i32>(max<i32>(exponent, -1000), 1000)) << 52);
}

function setIdentity(out: usize): f64 {
  for (let k = 0; k < 9; k++) put(out, k, (k & 3) == 0 ? 1.0 : 0.0);
  return 0;
}

/** The largest sum of magnitudes in a row of the 3 × 3 matrix at number `from`. */
export function rowNorm(m: usize, from: i32): f64 {
  let norm: f64 = 0;
  for (let r = from; r < from + 9; r += 3) {
    const sum = abs<f64>(at(m, r)) + abs<f64>(at(m, r + 1)) + abs<f64>(at(m, r + 2));
    if (sum > norm) norm = sum;
  }
  return norm;
}

/** The largest sum of absolute values in a row of the linear part of a pose, whose columns come one after the other. */
function poseNorm(pose: usize): f64 {
  let norm: f64 = 0;
  for (let r = 0; r < 3; r++) {
    const sum = abs<f64>(at(pose, r)) + abs<f64>(at(pose, 4 + r)) + abs<f64>(at(pose, 8 + r));
    if (sum > norm) norm = sum;
  }
  return norm;
}

function largest(v: usize, from: i32): f64 {
  return max<f64>(max<f64>(abs<f64>(at(v, from)), abs<f64>(at(v, from + 1))), abs<f64>(at(v, from + 2)));
}
