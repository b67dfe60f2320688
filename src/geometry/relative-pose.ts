import { PoseError } from "../errors.ts";

// How two model spaces lie to each other, for box tests: b's space seen from a's and a's seen from b's, their
// absolute values (van den Bergen, section 6: B, B⁻¹ and both absolute values, computed once per query), and
// margins that make every box test conservative.
//
// The margins are what keeps "posed = baked". The exact stage speaks of world vertices, rounded by `movePoint`;
// box tests work in model space through an inverse that is itself rounded. Suppose two world triangles share
// a point. Then there are points xa, xb of the two model-space triangles with
//   xa = M·xb + c + ε,   |ε| ≤ marginA      and      xb = N·xa + d + ε',   |ε'| ≤ marginB
// where the margins bound, for all vertices that can matter: the rounding of both maps to world space, of the
// inverses (by their residual), of M, N, c, d, and of evaluating the test. `setRelativePose` derives them.

// relative pose, 72 × f64 (matrices row after row):
//   M (9) c (3) |M| (9) marginA (3) | N (9) d (3) |N| (9) marginB (3) | |det·N| (9) edge margins (9) scale reach
export const M = 0;
export const C = 9;
export const ABS_M = 12;
export const MARGIN_A = 21;
export const N = 24;
export const D = 33;
export const ABS_N = 36;
export const MARGIN_B = 45;
export const COFACTORS = 48; // |(mj × mk) · ei|, the projections of b's edges on the cross-product axes
export const EDGE_MARGINS = 57; // for axis ei × mj at 3·i + j
export const SCALE = 66; // how much longer a length of b is in a's units, as a mean over directions
export const WORLD_REACH = 67; // |p|₁ + |q|₁ of any two world vertices, at most
export const RELATIVE_POSE_LENGTH = 72;

const ROUNDING = 2 ** -47; // 64 units in the last place: more than any sum of products below can lose

/** The largest coordinate magnitudes of a model along its axes: three numbers. */
export type Reach = Float64Array;

const LIMIT = 2 ** 100;

const inverseA = new Float64Array(9);
const inverseB = new Float64Array(9);
const farA = new Float64Array(3);
const farB = new Float64Array(3);
const world = new Float64Array(3);
const marginA = new Float64Array(3);
const marginB = new Float64Array(3);

/**
 * Fills `out` for a query between a model at `a` and one at `b`, poses that `readPose` has checked; what the edge
 * axes need only with `edges`. Throws `PoseError` for a pose that is singular or leads out of range.
 */
export function setRelativePose(
  a: Float64Array,
  b: Float64Array,
  reachA: Reach,
  reachB: Reach,
  edges: boolean,
  out: Float64Array,
): void {
  const residualA = invert(a, "aToWorld", inverseA);
  const residualB = invert(b, "bToWorld", inverseB);
  relate(inverseA, a, b, out, M, C, ABS_M);
  relate(inverseB, b, a, out, N, D, ABS_N);

  // How far, in each space, a coordinate or a difference of coordinates can reach.
  for (let r = 0; r < 3; r++) {
    farA[r] = reachA[r]! + rowTimes(out, ABS_M + 3 * r, reachB) + Math.abs(out[C + r]!);
    farB[r] = reachB[r]! + rowTimes(out, ABS_N + 3 * r, reachA) + Math.abs(out[D + r]!);
  }
  // … and in the world; the worst rounding of anything that is computed there.
  let worldMax = 0;
  let worldReach = 0;
  for (let r = 0; r < 3; r++) {
    const originA = Math.abs(a[12 + r]!);
    const originB = Math.abs(b[12 + r]!);
    const coordinateA = absRowTimes(a, r, reachA) + originA;
    const coordinateB = absRowTimes(b, r, reachB) + originB;
    checkRange(coordinateA, "aToWorld");
    checkRange(coordinateB, "bToWorld");
    worldReach += coordinateA + coordinateB;
    const far = absRowTimes(a, r, farA) + absRowTimes(b, r, farB) + originA + originB;
    world[r] = far;
    if (far > worldMax) worldMax = far;
  }
  out[WORLD_REACH] = worldReach * (1 + 2 ** -40);
  const slip = 2 * (residualA + residualB) * worldMax;
  for (let r = 0; r < 3; r++) world[r] = ROUNDING * world[r]! + slip;

  for (let r = 0; r < 3; r++) {
    marginA[r] = ROUNDING * farA[r]! + absDot(inverseA, 3 * r, world);
    marginB[r] = ROUNDING * farB[r]! + absDot(inverseB, 3 * r, world);
  }
  for (let r = 0; r < 3; r++) {
    out[MARGIN_A + r] = marginA[r]! + rowTimes(out, ABS_M + 3 * r, marginB);
    out[MARGIN_B + r] = marginB[r]! + rowTimes(out, ABS_N + 3 * r, marginA);
  }
  setScale(out);
  if (edges) setEdgeAxes(out);
}

/**
 * Makes the relative pose one between boxes that are given relative to an origin in each space. The margins hold as
 * they are: they were made for coordinates as large as origin and box together.
 */
export function shiftOrigins(originA: Float64Array, originB: Float64Array, out: Float64Array): void {
  for (let r = 0; r < 3; r++) {
    out[C + r] = out[C + r]! + (rowTimes(out, M + 3 * r, originB) - originA[r]!);
    out[D + r] = out[D + r]! + (rowTimes(out, N + 3 * r, originA) - originB[r]!);
  }
}

/** What only the nine cross-product axes of the full SAT need. */
function setEdgeAxes(out: Float64Array): void {
  for (let i = 0; i < 3; i++) {
    const i1 = (i + 1) % 3;
    const i2 = (i + 2) % 3;
    for (let j = 0; j < 3; j++) {
      const j1 = (j + 1) % 3;
      const j2 = (j + 2) % 3;
      // (m_j1 × m_j2) · e_i; written out, because N is only the cofactor matrix up to rounding
      const one = out[M + 3 * i1 + j1]! * out[M + 3 * i2 + j2]!;
      const two = out[M + 3 * i2 + j1]! * out[M + 3 * i1 + j2]!;
      out[COFACTORS + 3 * i + j] = Math.abs(one - two) + ROUNDING * (Math.abs(one) + Math.abs(two));
      const toI2 = out[ABS_M + 3 * i1 + j]!;
      const toI1 = out[ABS_M + 3 * i2 + j]!;
      out[EDGE_MARGINS + 3 * i + j] =
        toI1 * (out[MARGIN_A + i1]! + ROUNDING * farA[i1]!) +
        toI2 * (out[MARGIN_A + i2]! + ROUNDING * farA[i2]!);
    }
  }
}

/** The cube root of the determinant: by how much M stretches, as a mean over directions. */
function setScale(out: Float64Array): void {
  const det =
    out[M]! * (out[M + 4]! * out[M + 8]! - out[M + 5]! * out[M + 7]!) +
    out[M + 1]! * (out[M + 5]! * out[M + 6]! - out[M + 3]! * out[M + 8]!) +
    out[M + 2]! * (out[M + 3]! * out[M + 7]! - out[M + 4]! * out[M + 6]!);
  out[SCALE] = Math.cbrt(Math.abs(det));
}

/** M = inverse · other, c = inverse · (other's origin − own origin), and |M|. */
function relate(
  inverse: Float64Array,
  own: Float64Array,
  other: Float64Array,
  out: Float64Array,
  m: number,
  c: number,
  abs: number,
): void {
  for (let r = 0; r < 3; r++) {
    const x = inverse[3 * r]!;
    const y = inverse[3 * r + 1]!;
    const z = inverse[3 * r + 2]!;
    for (let k = 0; k < 3; k++) {
      const value = x * other[4 * k]! + y * other[4 * k + 1]! + z * other[4 * k + 2]!;
      out[m + 3 * r + k] = value;
      out[abs + 3 * r + k] = Math.abs(value);
    }
    out[c + r] = x * (other[12]! - own[12]!) + y * (other[13]! - own[13]!) + z * (other[14]! - own[14]!);
  }
}

/**
 * The inverse X of the linear part A, row after row, by cofactors. Returns a bound on ‖I − A·X‖: the exact
 * inverse is X·(I − R)⁻¹, so while that norm is below ½ the error of X·v is below 2‖R‖·|X|·max|v|.
 */
function invert(pose: Float64Array, name: string, out: Float64Array): number {
  const m0 = pose[0]!;
  const m1 = pose[1]!;
  const m2 = pose[2]!;
  const m4 = pose[4]!;
  const m5 = pose[5]!;
  const m6 = pose[6]!;
  const m8 = pose[8]!;
  const m9 = pose[9]!;
  const m10 = pose[10]!;
  const c0 = m5 * m10 - m6 * m9;
  const c1 = m6 * m8 - m4 * m10;
  const c2 = m4 * m9 - m5 * m8;
  const det = m0 * c0 + m1 * c1 + m2 * c2;
  out[0] = c0 / det;
  out[1] = c1 / det;
  out[2] = c2 / det;
  out[3] = (m2 * m9 - m1 * m10) / det;
  out[4] = (m0 * m10 - m2 * m8) / det;
  out[5] = (m1 * m8 - m0 * m9) / det;
  out[6] = (m1 * m6 - m2 * m5) / det;
  out[7] = (m2 * m4 - m0 * m6) / det;
  out[8] = (m0 * m5 - m1 * m4) / det;
  let norm = 0;
  for (let r = 0; r < 3; r++) {
    let sum = 0;
    for (let k = 0; k < 3; k++) {
      let residual = r === k ? 1 : 0;
      let size = residual;
      for (let l = 0; l < 3; l++) {
        const product = pose[4 * l + r]! * out[3 * l + k]!;
        residual -= product;
        size += Math.abs(product);
      }
      sum += Math.abs(residual) + ROUNDING * size;
    }
    norm = Math.max(norm, sum);
  }
  if (!(norm < 0.5))
    throw new PoseError(`${name}: singular, the determinant is ${det} and no inverse exists in f64`);
  return norm;
}

function checkRange(coordinate: number, name: string): void {
  if (!(coordinate <= LIMIT))
    throw new PoseError(`${name}: takes the mesh to coordinates of about ${coordinate}, beyond ±2^100`);
}

function rowTimes(m: Float64Array, at: number, v: Float64Array): number {
  return m[at]! * v[0]! + m[at + 1]! * v[1]! + m[at + 2]! * v[2]!;
}

function absDot(m: Float64Array, at: number, v: Float64Array): number {
  return Math.abs(m[at]!) * v[0]! + Math.abs(m[at + 1]!) * v[1]! + Math.abs(m[at + 2]!) * v[2]!;
}

function absRowTimes(pose: Float64Array, row: number, v: Float64Array): number {
  return Math.abs(pose[row]!) * v[0]! + Math.abs(pose[4 + row]!) * v[1]! + Math.abs(pose[8 + row]!) * v[2]!;
}
