import { C, M, MARGIN_A } from "../relative-pose-layout.ts";

// Whether two oriented boxes are separate, by Gottschalk's separating axes (OBBTree, 1996), for any affine pose.
//
// A box is 15 numbers: centre (3), half extents (3), three orthonormal axes. b's box seen from a is a parallelepiped
// with the half edges ej = M·axisj·halfj. All is written in the frame of a's box: t is the vector between the centres,
// column j of r is ej. a's face normals are then the unit vectors, b's are nj = ek × el, the cofactors of r, and the
// product of a's edge i and b's edge j is uniti × ej. Half edges need no half extents:
//   |uniti · ej| = |r_ij|,   |nj · ej| = |det r|,   |(uniti × ej) · ek| = |n_il|.
//
// Conservative: `setObbPose` takes the pose's margins, which bound how far a common point may be off; the rounding of this
// test is added. With u = 2^-53 and lengthj = ‖M‖·halfj ≥ |ej|, it is, in units of u·S, S = ‖M‖·(|centreb| + |halfb|)
// + |c| + |centrea| + |halfa| ≥ |t| + Σ|ej| + |halfa|: 12 for t; for ej 10·lengthj; for nj 23·lengthk·lengthl; for
// nj · t and the radii 38·lengthk·lengthl. The axes of a, the rows of Q, are orthonormal within 10u (`completeFrame`): t and r are Q
// times a vector where the inverse of Qᵀ is meant, which is as if a's box had been moved by Q·Qᵀ. That moves its points by at most
// 10u·|halfa| on each coordinate, in the sum norm, so by 10u·√3·|halfa| < 18u·S along a unit vector. 38 + 18 = 56: so 64·u·S·|axis|,
// with |nj| ≤ lengthk·lengthl and |uniti × ej| ≤ lengthj, covers each test. Multiplied in this order
//   (4·S + …) · lengthk · lengthl · 2^-49
// the margin overflows before any other term does, and a test with an infinite margin separates nothing.
const ROUNDING = 2 ** -49;
const ROOM = 4;
/** Covers rounding among subnormal numbers: 2^-1074 · (the largest t). */
const LEAST_MARGIN = 2 ** -900;

/** The layout of a box. */
export const BOX_CENTRE = 0;
export const BOX_HALF = 3;
export const BOX_AXES = 6;
const NONE = 15;

// The pose: M (9), c (3), ‖M‖, its contribution to the margin
const NORM = 12;
const SLACK = 13;
const relative = new Float64Array(16);

// The box of b seen from a: centre (3), half edges (3 × 3), their lengths (3), its contribution to the margin
const EDGES = 3;
const LENGTHS = 12;
const MOVED_SLACK = 15;
const moved = new Float64Array(16);

const depth = new Float64Array(16); // one number; above 64 bytes V8 keeps the array outside its heap

/** How deep the boxes of the last test overlapped if no axis separated them: 0 to 1. */
export function obbOverlapDepth(): number {
  return depth[0];
}

/** Sets the relative pose (`setRelativePose`) for the following tests. */
export function setObbPose(pose: Float64Array): void {
  let square = 0;
  for (let k = 0; k < 9; k++) {
    relative[k] = pose[M + k];
    square += pose[M + k] * pose[M + k];
  }
  const margin = 3 * pose[MARGIN_A]; // along any unit vector
  let reach = 0;
  for (let k = 0; k < 3; k++) {
    relative[9 + k] = pose[C + k];
    reach += Math.abs(pose[C + k]);
  }
  relative[NORM] = Math.sqrt(square);
  relative[SLACK] = ROOM * reach + ((1 + 2 ** -40) / ROUNDING) * margin; // |ε| along axes that are nearly orthonormal
}

/** Sets the box of b for the following tests. */
export function setObbOfB(boxes: Float64Array, at: number): void {
  const m = relative;
  // biome-ignore format: vectors read in rows
  const x = boxes[at], y = boxes[at + 1], z = boxes[at + 2],
    hx = boxes[at + BOX_HALF], hy = boxes[at + BOX_HALF + 1], hz = boxes[at + BOX_HALF + 2],
    m00 = m[0], m01 = m[1], m02 = m[2],
    m10 = m[3], m11 = m[4], m12 = m[5],
    m20 = m[6], m21 = m[7], m22 = m[8],
    norm = m[NORM];
  moved[0] = m00 * x + m01 * y + m02 * z + m[9];
  moved[1] = m10 * x + m11 * y + m12 * z + m[10];
  moved[2] = m20 * x + m21 * y + m22 * z + m[11];
  {
    // biome-ignore format: vectors read in rows
    const ux = hx * boxes[at + 6], uy = hx * boxes[at + 7], uz = hx * boxes[at + 8];
    moved[EDGES] = m00 * ux + m01 * uy + m02 * uz;
    moved[EDGES + 1] = m10 * ux + m11 * uy + m12 * uz;
    moved[EDGES + 2] = m20 * ux + m21 * uy + m22 * uz;
  }
  {
    // biome-ignore format: vectors read in rows
    const ux = hy * boxes[at + 9], uy = hy * boxes[at + 10], uz = hy * boxes[at + 11];
    moved[EDGES + 3] = m00 * ux + m01 * uy + m02 * uz;
    moved[EDGES + 4] = m10 * ux + m11 * uy + m12 * uz;
    moved[EDGES + 5] = m20 * ux + m21 * uy + m22 * uz;
  }
  {
    // biome-ignore format: vectors read in rows
    const ux = hz * boxes[at + 12], uy = hz * boxes[at + 13], uz = hz * boxes[at + 14];
    moved[EDGES + 6] = m00 * ux + m01 * uy + m02 * uz;
    moved[EDGES + 7] = m10 * ux + m11 * uy + m12 * uz;
    moved[EDGES + 8] = m20 * ux + m21 * uy + m22 * uz;
  }
  moved[LENGTHS] = norm * hx;
  moved[LENGTHS + 1] = norm * hy;
  moved[LENGTHS + 2] = norm * hz;
  moved[MOVED_SLACK] = m[SLACK] + ROOM * norm * (Math.abs(x) + Math.abs(y) + Math.abs(z) + (hx + hy + hz));
}

/**
 * The axis that separates the box of a from the box of b: 0 to 2 for a's face normals, 3 to 5 for b's (SAT lite); with
 * `edges` also 6 + 3·i + j for the product of a's edge i and b's edge j (SAT); 15 if none does.
 */
export function separatingObbAxis(boxes: Float64Array, at: number, edges: boolean): number {
  // biome-ignore format: vectors read in rows
  const ax = boxes[at], ay = boxes[at + 1], az = boxes[at + 2],
    h0 = boxes[at + BOX_HALF], h1 = boxes[at + BOX_HALF + 1], h2 = boxes[at + BOX_HALF + 2],
    x = moved[0] - ax, y = moved[1] - ay, z = moved[2] - az,
    e0x = moved[3], e0y = moved[4], e0z = moved[5],
    e1x = moved[6], e1y = moved[7], e1z = moved[8],
    e2x = moved[9], e2y = moved[10], e2z = moved[11],
    slack = moved[MOVED_SLACK] + ROOM * (Math.abs(ax) + Math.abs(ay) + Math.abs(az) + (h0 + h1 + h2)),
    margin = slack * ROUNDING + LEAST_MARGIN;

  // axis a0
  // biome-ignore format: vectors read in rows
  const u0x = boxes[at + 6], u0y = boxes[at + 7], u0z = boxes[at + 8],
    t0 = u0x * x + u0y * y + u0z * z,
    r00 = u0x * e0x + u0y * e0y + u0z * e0z,
    r01 = u0x * e1x + u0y * e1y + u0z * e1z,
    r02 = u0x * e2x + u0y * e2y + u0z * e2z,
    abs00 = Math.abs(r00), abs01 = Math.abs(r01), abs02 = Math.abs(r02);
  const radius0 = h0 + abs00 + abs01 + abs02 + margin;
  const gap0 = Math.abs(t0);
  if (gap0 > radius0) return 0;

  // axis a1
  // biome-ignore format: vectors read in rows
  const u1x = boxes[at + 9], u1y = boxes[at + 10], u1z = boxes[at + 11],
    t1 = u1x * x + u1y * y + u1z * z,
    r10 = u1x * e0x + u1y * e0y + u1z * e0z,
    r11 = u1x * e1x + u1y * e1y + u1z * e1z,
    r12 = u1x * e2x + u1y * e2y + u1z * e2z,
    abs10 = Math.abs(r10), abs11 = Math.abs(r11), abs12 = Math.abs(r12);
  const radius1 = h1 + abs10 + abs11 + abs12 + margin;
  const gap1 = Math.abs(t1);
  if (gap1 > radius1) return 1;

  // axis a2
  // biome-ignore format: vectors read in rows
  const u2x = boxes[at + 12], u2y = boxes[at + 13], u2z = boxes[at + 14],
    t2 = u2x * x + u2y * y + u2z * z,
    r20 = u2x * e0x + u2y * e0y + u2z * e0z,
    r21 = u2x * e1x + u2y * e1y + u2z * e1z,
    r22 = u2x * e2x + u2y * e2y + u2z * e2z,
    abs20 = Math.abs(r20), abs21 = Math.abs(r21), abs22 = Math.abs(r22);
  const radius2 = h2 + abs20 + abs21 + abs22 + margin;
  const gap2 = Math.abs(t2);
  if (gap2 > radius2) return 2;

  const length0 = moved[LENGTHS];
  const length1 = moved[LENGTHS + 1];
  const length2 = moved[LENGTHS + 2];

  // axis b0: n0 = e1 × e2
  // biome-ignore format: vectors read in rows
  const n00 = r11 * r22 - r21 * r12, n10 = r21 * r02 - r01 * r22, n20 = r01 * r12 - r11 * r02,
    absN00 = Math.abs(n00), absN10 = Math.abs(n10), absN20 = Math.abs(n20),
    det = Math.abs(r00 * n00 + r10 * n10 + r20 * n20) + LEAST_MARGIN;
  if (
    Math.abs(t0 * n00 + t1 * n10 + t2 * n20) >
    h0 * absN00 + h1 * absN10 + h2 * absN20 + det + slack * length1 * length2 * ROUNDING
  )
    return 3;

  // axis b1: n1 = e2 × e0
  // biome-ignore format: vectors read in rows
  const n01 = r12 * r20 - r22 * r10, n11 = r22 * r00 - r02 * r20, n21 = r02 * r10 - r12 * r00,
    absN01 = Math.abs(n01), absN11 = Math.abs(n11), absN21 = Math.abs(n21);
  if (
    Math.abs(t0 * n01 + t1 * n11 + t2 * n21) >
    h0 * absN01 + h1 * absN11 + h2 * absN21 + det + slack * length2 * length0 * ROUNDING
  )
    return 4;

  // axis b2: n2 = e0 × e1
  // biome-ignore format: vectors read in rows
  const n02 = r10 * r21 - r20 * r11, n12 = r20 * r01 - r00 * r21, n22 = r00 * r11 - r10 * r01,
    absN02 = Math.abs(n02), absN12 = Math.abs(n12), absN22 = Math.abs(n22);
  if (
    Math.abs(t0 * n02 + t1 * n12 + t2 * n22) >
    h0 * absN02 + h1 * absN12 + h2 * absN22 + det + slack * length0 * length1 * ROUNDING
  )
    return 5;

  depth[0] = ((radius0 - gap0) * (radius1 - gap1) * (radius2 - gap2)) / (radius0 * radius1 * radius2);
  if (!edges) return NONE;
  const margin0 = slack * length0 * ROUNDING + LEAST_MARGIN;
  const margin1 = slack * length1 * ROUNDING + LEAST_MARGIN;
  const margin2 = slack * length2 * ROUNDING + LEAST_MARGIN;

  // axis a0 × b0
  if (Math.abs(t2 * r10 - t1 * r20) > h1 * abs20 + h2 * abs10 + absN01 + absN02 + margin0) return 6;
  // axis a0 × b1
  if (Math.abs(t2 * r11 - t1 * r21) > h1 * abs21 + h2 * abs11 + absN00 + absN02 + margin1) return 7;
  // axis a0 × b2
  if (Math.abs(t2 * r12 - t1 * r22) > h1 * abs22 + h2 * abs12 + absN00 + absN01 + margin2) return 8;
  // axis a1 × b0
  if (Math.abs(t0 * r20 - t2 * r00) > h0 * abs20 + h2 * abs00 + absN11 + absN12 + margin0) return 9;
  // axis a1 × b1
  if (Math.abs(t0 * r21 - t2 * r01) > h0 * abs21 + h2 * abs01 + absN10 + absN12 + margin1) return 10;
  // axis a1 × b2
  if (Math.abs(t0 * r22 - t2 * r02) > h0 * abs22 + h2 * abs02 + absN10 + absN11 + margin2) return 11;
  // axis a2 × b0
  if (Math.abs(t1 * r00 - t0 * r10) > h0 * abs10 + h1 * abs00 + absN21 + absN22 + margin0) return 12;
  // axis a2 × b1
  if (Math.abs(t1 * r01 - t0 * r11) > h0 * abs11 + h1 * abs01 + absN20 + absN22 + margin1) return 13;
  // axis a2 × b2
  if (Math.abs(t1 * r02 - t0 * r12) > h0 * abs12 + h1 * abs02 + absN20 + absN21 + margin2) return 14;
  return NONE;
}
