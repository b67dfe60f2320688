// Whether two oriented boxes in one space are apart: Gottschalk's 15 axes (OBBTree, 1996). The test between trees,
// obb-obb.ts, supports affine poses; here both frames are orthonormal, so the inverse of the rotation between them is its
// transpose, which halves the work.
//
// Boxes are 15 numbers: centre (3), half extents (3), three axes, orthonormal within 2^-47. Conservative: let u = 2^-53 and
// S the sum of both boxes' |centre| and |half|. The vector between the centres, its projections, the products of the axes
// and the radii lose less than 40 u S; axes that are orthonormal within 2^-47 = 64 u lose another 8 · 64 u S. An edge axis
// has length at most 1, and both sides of its test lose equally.
const MARGIN = 2 ** -43; // 1024 u
const LEAST_MARGIN = 2 ** -900;

const HALF = 3;
const AXES = 6;

/** Whether an axis separates the box at a[i] from the one at b[j]; `edges` includes the nine edge axes. */
export function worldBoxesApart(
  a: Float64Array,
  i: number,
  b: Float64Array,
  j: number,
  edges: boolean,
): boolean {
  // biome-ignore format: vectors read in rows
  const x = b[j] - a[i], y = b[j + 1] - a[i + 1], z = b[j + 2] - a[i + 2],
    a0 = a[i + HALF], a1 = a[i + HALF + 1], a2 = a[i + HALF + 2],
    b0 = b[j + HALF], b1 = b[j + HALF + 1], b2 = b[j + HALF + 2],
    b0x = b[j + AXES], b0y = b[j + AXES + 1], b0z = b[j + AXES + 2],
    b1x = b[j + AXES + 3], b1y = b[j + AXES + 4], b1z = b[j + AXES + 5],
    b2x = b[j + AXES + 6], b2y = b[j + AXES + 7], b2z = b[j + AXES + 8];
  const size =
    Math.abs(a[i]) +
    Math.abs(a[i + 1]) +
    Math.abs(a[i + 2]) +
    Math.abs(b[j]) +
    Math.abs(b[j + 1]) +
    Math.abs(b[j + 2]) +
    a0 +
    a1 +
    a2 +
    b0 +
    b1 +
    b2;
  const margin = MARGIN * size + LEAST_MARGIN;

  // axis a0
  // biome-ignore format: vectors read in rows
  const u0x = a[i + AXES], u0y = a[i + AXES + 1], u0z = a[i + AXES + 2],
    t0 = x * u0x + y * u0y + z * u0z,
    r00 = u0x * b0x + u0y * b0y + u0z * b0z,
    r01 = u0x * b1x + u0y * b1y + u0z * b1z,
    r02 = u0x * b2x + u0y * b2y + u0z * b2z,
    s00 = Math.abs(r00), s01 = Math.abs(r01), s02 = Math.abs(r02);
  if (Math.abs(t0) > a0 + b0 * s00 + b1 * s01 + b2 * s02 + margin) return true;

  // axis a1
  // biome-ignore format: vectors read in rows
  const u1x = a[i + AXES + 3], u1y = a[i + AXES + 4], u1z = a[i + AXES + 5],
    t1 = x * u1x + y * u1y + z * u1z,
    r10 = u1x * b0x + u1y * b0y + u1z * b0z,
    r11 = u1x * b1x + u1y * b1y + u1z * b1z,
    r12 = u1x * b2x + u1y * b2y + u1z * b2z,
    s10 = Math.abs(r10), s11 = Math.abs(r11), s12 = Math.abs(r12);
  if (Math.abs(t1) > a1 + b0 * s10 + b1 * s11 + b2 * s12 + margin) return true;

  // axis a2
  // biome-ignore format: vectors read in rows
  const u2x = a[i + AXES + 6], u2y = a[i + AXES + 7], u2z = a[i + AXES + 8],
    t2 = x * u2x + y * u2y + z * u2z,
    r20 = u2x * b0x + u2y * b0y + u2z * b0z,
    r21 = u2x * b1x + u2y * b1y + u2z * b1z,
    r22 = u2x * b2x + u2y * b2y + u2z * b2z,
    s20 = Math.abs(r20), s21 = Math.abs(r21), s22 = Math.abs(r22);
  if (Math.abs(t2) > a2 + b0 * s20 + b1 * s21 + b2 * s22 + margin) return true;

  // axes b0, b1, b2
  if (Math.abs(t0 * r00 + t1 * r10 + t2 * r20) > b0 + a0 * s00 + a1 * s10 + a2 * s20 + margin) return true;
  if (Math.abs(t0 * r01 + t1 * r11 + t2 * r21) > b1 + a0 * s01 + a1 * s11 + a2 * s21 + margin) return true;
  if (Math.abs(t0 * r02 + t1 * r12 + t2 * r22) > b2 + a0 * s02 + a1 * s12 + a2 * s22 + margin) return true;
  if (!edges) return false;

  // axes a0 × b0, a0 × b1, a0 × b2
  if (Math.abs(t2 * r10 - t1 * r20) > a1 * s20 + a2 * s10 + b1 * s02 + b2 * s01 + margin) return true;
  if (Math.abs(t2 * r11 - t1 * r21) > a1 * s21 + a2 * s11 + b0 * s02 + b2 * s00 + margin) return true;
  if (Math.abs(t2 * r12 - t1 * r22) > a1 * s22 + a2 * s12 + b0 * s01 + b1 * s00 + margin) return true;
  // axes a1 × b0, a1 × b1, a1 × b2
  if (Math.abs(t0 * r20 - t2 * r00) > a0 * s20 + a2 * s00 + b1 * s12 + b2 * s11 + margin) return true;
  if (Math.abs(t0 * r21 - t2 * r01) > a0 * s21 + a2 * s01 + b0 * s12 + b2 * s10 + margin) return true;
  if (Math.abs(t0 * r22 - t2 * r02) > a0 * s22 + a2 * s02 + b0 * s11 + b1 * s10 + margin) return true;
  // axes a2 × b0, a2 × b1, a2 × b2
  if (Math.abs(t1 * r00 - t0 * r10) > a0 * s10 + a1 * s00 + b1 * s22 + b2 * s21 + margin) return true;
  if (Math.abs(t1 * r01 - t0 * r11) > a0 * s11 + a1 * s01 + b0 * s22 + b2 * s20 + margin) return true;
  return Math.abs(t1 * r02 - t0 * r12) > a0 * s12 + a1 * s02 + b0 * s21 + b1 * s20 + margin;
}
