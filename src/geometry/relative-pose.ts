import { PoseError } from "../errors.ts";
import { determinantOfRows } from "./affine.ts";
import { largestOfThree, poseNorm, rowNorm } from "./norms.ts";
import {
  ABS_M,
  ABS_N,
  C,
  COFACTORS,
  EDGE_MARGINS,
  M,
  MARGIN_A,
  MARGIN_B,
  N,
  SCALE,
  WORLD_REACH,
} from "./relative-pose-layout.ts";

// The relative pose of two model spaces, for box tests: b's space seen from a's and a's seen from b's, their absolute
// values (van den Bergen, section 6: B, B⁻¹ and both absolute values, computed once per query), and margins that make every
// box test conservative.
//
// The margins guarantee "posed = baked". The exact stage decides about world vertices, rounded by `movePoint`; box tests
// work in model space through an inverse that is itself rounded. Suppose two world triangles share a point. Then there are
// points xa, xb of the two model-space triangles with
// xa − (M·xb + c) = ε,   |ε| ≤ marginA in every component,      and      |N·ε'| ≤ marginB
// for that difference ε' as a test computes it. marginA bounds the rounding of both maps to world space, of a's inverse (by
// its residual), of M and c, and of evaluating the test; marginB that of ε', N and b's inverse. They are some 10⁻¹⁴ of the
// models' size, so it does not matter that norms are used where each axis could have its own.

const ROUNDING = 2 ** -46; // 128 units in the last place: more than any sum of products below can lose
const LIMIT = 2 ** 100;
/** For world coordinates at least this large, ROUNDING times the coordinate exceeds every effect of underflow. */
const SMALLEST = 2 ** -1020;
/** Exceeds the effect of underflow on the nine edge axes, whose terms are products of a coordinate and a matrix entry. */
const EDGE_UNDERFLOW = 2 ** -900;

const inverseA = new Float64Array(9);
const inverseB = new Float64Array(9);

/**
 * Fills `out` for a query between models at poses `a` and `b`, which `readPose` has checked (`aMoves` and `bMoves` are its
 * results); `edges` also sets what the edge axes need. `reachA` and `reachB` are the models' largest coordinate magnitudes.
 * Throws `PoseError` for a pose that is singular or leads out of range.
 */
export function setRelativePose(
  a: Float64Array,
  aMoves: boolean,
  b: Float64Array,
  bMoves: boolean,
  reachA: number,
  reachB: number,
  edges: boolean,
  out: Float64Array,
): void {
  const residualA = aMoves ? invert(a, "aToWorld", inverseA) : setIdentity(inverseA);
  const residualB = bMoves ? invert(b, "bToWorld", inverseB) : setIdentity(inverseB);
  multiply(inverseA, b, out, M, ABS_M);
  multiply(inverseB, a, out, N, ABS_N);
  setOffset(a, b, out);

  const normM = rowNorm(out, ABS_M);
  const normN = rowNorm(out, ABS_N);
  const normA = poseNorm(a);
  const worldA = worldReachOf(a, normA, reachA);
  const worldB = worldReachOf(b, poseNorm(b), reachB);
  // Without a pose the vertices were checked themselves; oriented boxes around them may extend farther.
  if (aMoves) checkRange(worldA, "aToWorld");
  if (bMoves) checkRange(worldB, "bToWorld");
  // The largest distance of box centres that a's axes do not separate.
  const apart = 2 * (reachA + normM * reachB);
  const roundingA = ROUNDING * (apart + largestOfThree(out, C));
  const marginA = roundingA + rowNorm(inverseA, 0) * (ROUNDING + 2 * residualA) * (worldA + worldB);
  const slipN = rowNorm(inverseB, 0) * normA * (ROUNDING + 2 * residualB) + ROUNDING * normN;
  out[MARGIN_A] = marginA;
  out[MARGIN_B] = normN * marginA + slipN * apart;
  out[WORLD_REACH] = sumOfReaches(worldA, worldB);
  out[SCALE] = Math.sqrt(normM / normN);
  if (edges) setEdgeAxes(roundingA, out);
}

/** `WORLD_REACH` of two models at poses that have been checked. */
export function reachOfPair(a: Float64Array, reachA: number, b: Float64Array, reachB: number): number {
  return sumOfReaches(worldReachOf(a, poseNorm(a), reachA), worldReachOf(b, poseNorm(b), reachB));
}

function worldReachOf(pose: Float64Array, norm: number, reach: number): number {
  return norm * reach + largestOfThree(pose, 12) + SMALLEST;
}

function sumOfReaches(worldA: number, worldB: number): number {
  return 3 * (worldA + worldB) * (1 + ROUNDING);
}

/**
 * Throws `PoseError` if a pose, already checked by `readPose`, is singular or moves a model of this reach out of range.
 * `name` is the option's name.
 */
export function checkWorldPose(pose: Float64Array, reach: number, name: string): void {
  invert(pose, name, inverseA);
  checkRange(poseNorm(pose) * reach + largestOfThree(pose, 12), name);
}

/** `checkWorldPose` for a pose that moves nothing. */
export function checkWorldReach(reach: number, name: string): void {
  checkRange(reach, name);
}

/**
 * Converts the relative pose to one between boxes whose coordinates are relative to an origin in each space. The margins
 * remain valid: they were made for coordinates as large as origin and box together.
 */
export function shiftOrigins(originA: Float64Array, originB: Float64Array, out: Float64Array): void {
  for (let r = 0; r < 3; r++) out[C + r] = out[C + r] + (rowTimes(out, M + 3 * r, originB) - originA[r]);
}

/**
 * The margins of a model against itself, at one pose. out[0]: two points of its model space with equal world points differ
 * by at most this on every axis. Both world points are rounded by `movePoint`, and A⁻¹ = X·(I − R)⁻¹ maps their difference
 * back, with ‖(I − R)⁻¹‖ ≤ 2. Boxes relative to an origin are covered. out[1]: an upper bound of |p|₁ + |q|₁ for any two
 * world vertices. Without a pose the margin is zero: subtracting an origin keeps the order of coordinates.
 */
export function setSelfMargin(toWorld: Float64Array, moves: boolean, reach: number, out: Float64Array): void {
  let world = reach + SMALLEST;
  out[0] = 0;
  if (moves) {
    invert(toWorld, "toWorld", inverseA);
    world = poseNorm(toWorld) * reach + largestOfThree(toWorld, 12) + SMALLEST;
    checkRange(world, "toWorld");
    out[0] = 4 * ROUNDING * (rowNorm(inverseA, 0) * world + reach) + SMALLEST;
  }
  out[1] = 6 * world * (1 + ROUNDING);
}

/** Sets what only the nine cross-product axes of the full SAT need; `rounding` is that of a difference in a's space. */
function setEdgeAxes(rounding: number, out: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    const i1 = (i + 1) % 3;
    const i2 = (i + 2) % 3;
    for (let j = 0; j < 3; j++) {
      const j1 = (j + 1) % 3;
      const j2 = (j + 2) % 3;
      // (m_j1 × m_j2) · e_i; computed directly, because N equals the cofactor matrix only up to rounding
      const one = out[M + 3 * i1 + j1] * out[M + 3 * i2 + j2];
      const two = out[M + 3 * i2 + j1] * out[M + 3 * i1 + j2];
      out[COFACTORS + 3 * i + j] = Math.abs(one - two) + ROUNDING * (Math.abs(one) + Math.abs(two));
      const length = out[ABS_M + 3 * i1 + j] + out[ABS_M + 3 * i2 + j];
      out[EDGE_MARGINS + 3 * i + j] = length * (out[MARGIN_A] + rounding) + EDGE_UNDERFLOW;
    }
  }
}

/** M = inverse · other, and |M|. */
function multiply(
  inverse: Float64Array,
  other: Float64Array,
  out: Float64Array,
  m: number,
  abs: number,
): void {
  for (let r = 0; r < 9; r += 3) {
    const x = inverse[r];
    const y = inverse[r + 1];
    const z = inverse[r + 2];
    const value0 = x * other[0] + y * other[1] + z * other[2];
    const value1 = x * other[4] + y * other[5] + z * other[6];
    const value2 = x * other[8] + y * other[9] + z * other[10];
    out[m + r] = value0;
    out[m + r + 1] = value1;
    out[m + r + 2] = value2;
    out[abs + r] = Math.abs(value0);
    out[abs + r + 1] = Math.abs(value1);
    out[abs + r + 2] = Math.abs(value2);
  }
}

/** c = a's inverse · (b's origin − a's origin). */
function setOffset(a: Float64Array, b: Float64Array, out: Float64Array): void {
  const x = b[12] - a[12];
  const y = b[13] - a[13];
  const z = b[14] - a[14];
  for (let r = 0; r < 3; r++)
    out[C + r] = inverseA[3 * r] * x + inverseA[3 * r + 1] * y + inverseA[3 * r + 2] * z;
}

/**
 * The inverse X of the linear part A, row after row, by cofactors. Returns a bound on ‖R‖, R = I − A·X: the exact
 * inverse is X·(I − R)⁻¹, so while that norm is below ½ the error of X·v is below 2‖R‖·‖X‖·max|v|.
 */
export function invert(pose: Float64Array, name: string, out: Float64Array): number {
  // Scale by a power of two, so that products of three entries neither overflow nor underflow.
  const norm = poseNorm(pose);
  const unit = norm > 2 ** 100 || norm < 2 ** -100 ? 2 ** -Math.round(Math.log2(norm)) : 1;
  const m0 = unit * pose[0];
  const m1 = unit * pose[1];
  const m2 = unit * pose[2];
  const m4 = unit * pose[4];
  const m5 = unit * pose[5];
  const m6 = unit * pose[6];
  const m8 = unit * pose[8];
  const m9 = unit * pose[9];
  const m10 = unit * pose[10];
  const c0 = m5 * m10 - m6 * m9;
  const c1 = m6 * m8 - m4 * m10;
  const c2 = m4 * m9 - m5 * m8;
  const det = m0 * c0 + m1 * c1 + m2 * c2;
  const factor = unit / det;
  out[0] = c0 * factor;
  out[1] = c1 * factor;
  out[2] = c2 * factor;
  out[3] = (m2 * m9 - m1 * m10) * factor;
  out[4] = (m0 * m10 - m2 * m8) * factor;
  out[5] = (m1 * m8 - m0 * m9) * factor;
  out[6] = (m1 * m6 - m2 * m5) * factor;
  out[7] = (m2 * m4 - m0 * m6) * factor;
  out[8] = (m0 * m5 - m1 * m4) * factor;
  let residual = 0;
  for (let r = 0; r < 3; r++) {
    const x = pose[r];
    const y = pose[4 + r];
    const z = pose[8 + r];
    let sum = ROUNDING;
    for (let k = 0; k < 3; k++) {
      const p = x * out[k];
      const q = y * out[3 + k];
      const s = z * out[6 + k];
      sum += Math.abs((k === r ? 1 : 0) - p - q - s) + ROUNDING * (Math.abs(p) + Math.abs(q) + Math.abs(s));
    }
    // Written so that NaN, from a determinant of zero, counts as too large.
    if (!(sum < 0.5))
      throw new PoseError(`${name}: singular, its determinant is ${det || 0} and it has no inverse in f64`);
    if (sum > residual) residual = sum;
  }
  return residual;
}

/** The inverse of the identity, with residual 0. */
function setIdentity(out: Float64Array): number {
  for (let k = 0; k < 9; k++) out[k] = k % 4 === 0 ? 1 : 0;
  return 0;
}

function checkRange(coordinate: number, name: string): void {
  if (!(coordinate <= LIMIT))
    throw new PoseError(`${name}: moves the mesh to coordinates of about ${coordinate}, beyond ±2^100`);
}

function rowTimes(m: Float64Array, at: number, v: Float64Array): number {
  return m[at] * v[0] + m[at + 1] * v[1] + m[at + 2] * v[2];
}

/** How many times its volume a box of b has in a's space; a hint for descents, not a bound. */
export function volumeScale(pose: Float64Array): number {
  return Math.abs(determinantOfRows(pose, M));
}
