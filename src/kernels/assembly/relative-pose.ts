// Twin: geometry/relative-pose.ts, which explains the margins. The f64 operations and their order are the twin's, so every bit is equal.
// Poses that the twin rejects, or reports a message for, are left to it.
import { ABS_M, ABS_N, C, COFACTORS, M, MARGIN_A, MARGIN_B, N, SCALE, WORLD_REACH } from "../../geometry/relative-pose-layout";
import { NODE_SECOND } from "../memory-map";
import {
  A_TO_WORLD, BOXES_A_TO_WORLD, FRAME_A, FRAME_B, FRAMED, INVERSE_A, INVERSE_B, ORIGIN_A, ORIGIN_B, POSE_BYTES, RELATIVE_POSE,
} from "../pair-memory-map";
import { setFramedPose } from "./framed-pose";

const ROUNDING: f64 = 1.0 / 70368744177664.0; // 2^-46
const LIMIT: f64 = 1267650600228229401496703205376.0; // 2^100
const SMALLEST: f64 = 8.900295434028806e-308; // 2^-1020
const TOO_LARGE: f64 = Infinity; // a residual that no inverse has

/** Number k of the array at `from`. */
@inline export function at(from: usize, k: i32): f64 { return load<f64>(from + (<usize>k << 3)); }
@inline export function put(to: usize, k: i32, value: f64): void { store<f64>(to + (<usize>k << 3), value); }

// The results of `placeSide` for a side, f64, after the relative pose.
const SIDE_A: usize = RELATIVE_POSE + (COFACTORS << 3);
const SIDE_BYTES: i32 = 40;
const SIDE_B: usize = SIDE_A + SIDE_BYTES;
const REACH: i32 = 0;
/** The largest world coordinate. */
const WORLD: i32 = 1;
const RESIDUAL: i32 = 2;
const NORM: i32 = 3;
const INVERSE_NORM: i32 = 4;

/**
 * Fills RELATIVE_POSE, between boxes that are relative to the origins; false for a pose that is singular or exceeds the range of
 * coordinates, and for one at which framed boxes cannot be used.
 */
export function setRelativePose(nodesA: usize, nodesB: usize): bool {
  const poseA = placeSide(0, nodesA);
  if (poseA == 0) return false;
  const poseB = placeSide(1, nodesB);
  if (poseB == 0) return false;
  multiply(INVERSE_A, poseB, M, ABS_M);
  multiply(INVERSE_B, poseA, N, ABS_N);
  setOffset(poseA, poseB);
  const normM = rowNorm(RELATIVE_POSE, ABS_M), normN = rowNorm(RELATIVE_POSE, ABS_N);
  const worlds = at(SIDE_A, WORLD) + at(SIDE_B, WORLD);
  const apart = 2 * (at(SIDE_A, REACH) + normM * at(SIDE_B, REACH));
  const roundingA = ROUNDING * (apart + largest(RELATIVE_POSE, C));
  const marginA = roundingA + at(SIDE_A, INVERSE_NORM) * (ROUNDING + 2 * at(SIDE_A, RESIDUAL)) * worlds;
  const slipN = at(SIDE_B, INVERSE_NORM) * at(SIDE_A, NORM) * (ROUNDING + 2 * at(SIDE_B, RESIDUAL)) + ROUNDING * normN;
  put(RELATIVE_POSE, MARGIN_A, marginA);
  put(RELATIVE_POSE, MARGIN_B, normN * marginA + slipN * apart);
  put(RELATIVE_POSE, WORLD_REACH, 3 * worlds * (1 + ROUNDING));
  put(RELATIVE_POSE, SCALE, sqrt(normM / normN));
  shiftOrigins();
  return true;
}

/** Inverts the pose of the boxes of side 0 or 1 and returns its address; 0 if it cannot be used. */
function placeSide(side: i32, nodes: usize): usize {
  const out: usize = SIDE_A + side * SIDE_BYTES;
  const inverse: usize = INVERSE_A + side * (INVERSE_B - INVERSE_A);
  let pose: usize = A_TO_WORLD + side * POSE_BYTES;
  let moves = !isIdentity(pose);
  const reach = reachOf(nodes, ORIGIN_A + side * (ORIGIN_B - ORIGIN_A));
  if (((load<i32>(FRAMED) >>> side) & 1) != 0) {
    const framed: usize = BOXES_A_TO_WORLD + side * POSE_BYTES;
    if (!setFramedPose(pose, FRAME_A + side * (FRAME_B - FRAME_A), reach, framed)) return 0;
    pose = framed;
    moves = true;
  }
  const norm = poseNorm(pose);
  const world = norm * reach + largest(pose, 12) + SMALLEST;
  if (moves && !(world <= LIMIT)) return 0;
  const residual = moves ? invert(pose, inverse, norm) : setIdentity(inverse);
  if (residual == TOO_LARGE) return 0;
  put(out, REACH, reach);
  put(out, WORLD, world);
  put(out, RESIDUAL, residual);
  put(out, NORM, norm);
  put(out, INVERSE_NORM, rowNorm(inverse, 0));
  return pose;
}

/** Twin: readInto in geometry/affine.ts. The last row is known. */
function isIdentity(pose: usize): bool {
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 3; row++) if (at(pose, 4 * column + row) != (column == row ? 1.0 : 0.0)) return false;
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
  const first = f32x4.abs(v128.load(nodes)); // the lower corner, and upper x
  const box = f32x4.pmax(first, v128.shuffle<f32>(first, f32x4.abs(v128.load(nodes, NODE_SECOND)), 3, 4, 5, 3));
  const x = abs<f64>(at(origin, 0)) + <f64>f32x4.extract_lane(box, 0);
  const y = abs<f64>(at(origin, 1)) + <f64>f32x4.extract_lane(box, 1);
  const z = abs<f64>(at(origin, 2)) + <f64>f32x4.extract_lane(box, 2);
  return greatest(x, y, z);
}

/** The inverse, row by row, times a pose, column by column. */
function multiply(inverse: usize, other: usize, m: i32, absolute: i32): void {
  const first = v128.load(other), second = v128.load(other, 32);
  const xs = v128.shuffle<f64>(first, second, 0, 2), ys = v128.shuffle<f64>(first, second, 1, 3);
  const zs = v128.shuffle<f64>(v128.load(other, 16), v128.load(other, 48), 0, 2);
  const lastX = at(other, 8), lastY = at(other, 9), lastZ = at(other, 10);
  for (let r = 0; r < 9; r += 3) {
    const x = at(inverse, r), y = at(inverse, r + 1), z = at(inverse, r + 2);
    const values = combine(f64x2.splat(x), xs, f64x2.splat(y), ys, f64x2.splat(z), zs);
    const value = x * lastX + y * lastY + z * lastZ;
    const to = RELATIVE_POSE + ((m + r) << 3), absolutesTo = RELATIVE_POSE + ((absolute + r) << 3);
    v128.store(to, values);
    store<f64>(to, value, 16);
    v128.store(absolutesTo, f64x2.abs(values));
    store<f64>(absolutesTo, abs<f64>(value), 16);
  }
}

/** p·u + q·v + r·w, two numbers each. */
@inline function combine(p: v128, u: v128, q: v128, v: v128, r: v128, w: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(p, u), f64x2.mul(q, v)), f64x2.mul(r, w));
}

function setOffset(poseA: usize, poseB: usize): void {
  const x = at(poseB, 12) - at(poseA, 12);
  const y = at(poseB, 13) - at(poseA, 13);
  const z = at(poseB, 14) - at(poseA, 14);
  for (let r = 0; r < 3; r++)
    put(RELATIVE_POSE, C + r, at(INVERSE_A, 3 * r) * x + at(INVERSE_A, 3 * r + 1) * y + at(INVERSE_A, 3 * r + 2) * z);
}

/** The bound on the residual, or TOO_LARGE. */
function invert(pose: usize, out: usize, norm: f64): f64 {
  const unit: f64 = norm > LIMIT || norm < 1 / LIMIT ? inverseUnit(norm) : 1;
  // The rows of the inverse are cross products of columns, over the determinant.
  const units = f64x2.splat(unit);
  const x0 = unit * at(pose, 0), y0 = unit * at(pose, 1), yz0 = f64x2.mul(units, v128.load(pose, 8)), zx0 = zxOf(x0, yz0);
  const x1 = unit * at(pose, 4), y1 = unit * at(pose, 5), yz1 = f64x2.mul(units, v128.load(pose, 40)), zx1 = zxOf(x1, yz1);
  const x2 = unit * at(pose, 8), y2 = unit * at(pose, 9), yz2 = f64x2.mul(units, v128.load(pose, 72)), zx2 = zxOf(x2, yz2);
  const row0 = crossXY(yz1, zx1, yz2, zx2), last0 = x1 * y2 - y1 * x2;
  const det =
    x0 * f64x2.extract_lane(row0, 0) + y0 * f64x2.extract_lane(row0, 1) + unit * at(pose, 2) * last0;
  const factor = unit / det, factors = f64x2.splat(factor);
  const first0 = f64x2.mul(row0, factors), first1 = f64x2.mul(crossXY(yz2, zx2, yz0, zx0), factors), first2 = f64x2.mul(crossXY(yz0, zx0, yz1, zx1), factors);
  const third0 = last0 * factor, third1 = (y0 * x2 - x0 * y2) * factor, third2 = (x0 * y1 - y0 * x1) * factor;
  v128.store(out, first0);
  store<f64>(out, third0, 16);
  v128.store(out, first1, 24);
  store<f64>(out, third1, 40);
  v128.store(out, first2, 48);
  store<f64>(out, third2, 64);

  // The pose times its inverse, minus the identity: rows 0 and 1 at once, then row 2.
  const col0 = v128.load(pose), col1 = v128.load(pose, 32), col2 = v128.load(pose, 64);
  let sums = f64x2.splat(ROUNDING);
  sums = f64x2.add(sums, residuals(f64x2(1, 0), col0, splatFirst(first0), col1, splatFirst(first1), col2, splatFirst(first2)));
  sums = f64x2.add(sums, residuals(f64x2(0, 1), col0, splatSecond(first0), col1, splatSecond(first1), col2, splatSecond(first2)));
  sums = f64x2.add(sums, residuals(f64x2(0, 0), col0, f64x2.splat(third0), col1, f64x2.splat(third1), col2, f64x2.splat(third2)));
  const z0 = v128.load64_splat(pose, 16), z1 = v128.load64_splat(pose, 48), z2 = v128.load64_splat(pose, 80);
  const ofZ = residuals(f64x2(0, 0), z0, first0, z1, first1, z2, first2);
  const last = residuals(f64x2(1, 1), z0, f64x2.splat(third0), z1, f64x2.splat(third1), z2, f64x2.splat(third2));
  const sum2 = ROUNDING + f64x2.extract_lane(ofZ, 0) + f64x2.extract_lane(ofZ, 1) + f64x2.extract_lane(last, 0);
  const sum0 = f64x2.extract_lane(sums, 0), sum1 = f64x2.extract_lane(sums, 1);
  // Written so that NaN, from a determinant of zero, counts as too large.
  if (!(sum0 < 0.5) || !(sum1 < 0.5) || !(sum2 < 0.5)) return TOO_LARGE;
  return greatest(sum0, sum1, sum2);
}

@inline function zxOf(x: f64, yz: v128): v128 { return v128.shuffle<f64>(yz, f64x2.splat(x), 1, 2); }
@inline function splatFirst(v: v128): v128 { return v128.shuffle<f64>(v, v, 0, 0); }
@inline function splatSecond(v: v128): v128 { return v128.shuffle<f64>(v, v, 1, 1); }

/** The first two components of u × v. */
@inline function crossXY(uYz: v128, uZx: v128, vYz: v128, vZx: v128): v128 {
  return f64x2.sub(f64x2.mul(uYz, vZx), f64x2.mul(uZx, vYz));
}

/** Twice: how far an entry of the product is from its exact value, `one`, with a bound on the rounding of that difference. */
function residuals(one: v128, x: v128, u: v128, y: v128, v: v128, z: v128, w: v128): v128 {
  const p = f64x2.mul(x, u), q = f64x2.mul(y, v), s = f64x2.mul(z, w);
  const difference = f64x2.sub(f64x2.sub(f64x2.sub(one, p), q), s);
  const magnitude = f64x2.add(f64x2.add(f64x2.abs(p), f64x2.abs(q)), f64x2.abs(s));
  return f64x2.add(f64x2.abs(difference), f64x2.mul(f64x2.splat(ROUNDING), magnitude));
}

/** A power of two, about 1 / norm; 0 for a norm of zero. Which one is chosen changes no bit of the inverse. */
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
  return greatest(sumOf(m, from, 1), sumOf(m, from + 3, 1), sumOf(m, from + 6, 1));
}

/** The largest sum of magnitudes in a row of a pose's linear part, whose columns come one after the other. */
export function poseNorm(pose: usize): f64 {
  return greatest(sumOf(pose, 0, 4), sumOf(pose, 1, 4), sumOf(pose, 2, 4));
}

/** The sum of three magnitudes, `step` numbers apart. */
@inline function sumOf(m: usize, from: i32, step: i32): f64 {
  return abs<f64>(at(m, from)) + abs<f64>(at(m, from + step)) + abs<f64>(at(m, from + 2 * step));
}

/** The largest magnitude of three numbers; NaN if one of them is not finite. */
export function largest(v: usize, from: i32): f64 {
  const x = at(v, from), y = at(v, from + 1), z = at(v, from + 2);
  return greatest(abs<f64>(x), abs<f64>(y), abs<f64>(z)) + 0 * (x + y + z);
}

/** The greatest of three numbers, none of them NaN. `max` is several instructions and branches. */
@inline export function greatest(x: f64, y: f64, z: f64): f64 {
  return f64x2.extract_lane(f64x2.pmax(f64x2.pmax(f64x2.splat(x), f64x2.splat(y)), f64x2.splat(z)), 0);
}
