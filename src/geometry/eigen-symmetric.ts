// The eigenvectors of a symmetric 3 × 3 matrix by cyclic Jacobi rotations: slower than a closed formula, but accurate for
// every matrix, including equal and vanishing eigenvalues. Three to five sweeps are usual.

const MAX_SWEEPS = 20;
const NEGLIGIBLE = 2 ** -56; // entries off the diagonal, relative to it

const a = new Float64Array(9);

/**
 * Writes three orthonormal eigenvectors of the matrix xx, xy, xz, yy, yz, zz to `out`, one after the other, in no
 * particular order or handedness. The matrix must be finite; its scale does not matter.
 */
export function eigenvectorsOfSymmetric(matrix: Float64Array, out: Float64Array): void {
  let largest = 0;
  for (let k = 0; k < 6; k++) largest = Math.max(largest, Math.abs(matrix[k]));
  const scale = largest > 0 ? largest : 1;
  a[0] = matrix[0] / scale;
  a[4] = matrix[3] / scale;
  a[8] = matrix[5] / scale;
  a[1] = a[3] = matrix[1] / scale;
  a[2] = a[6] = matrix[2] / scale;
  a[5] = a[7] = matrix[4] / scale;
  out.fill(0, 0, 9);
  out[0] = out[4] = out[8] = 1;
  for (let sweep = 0; sweep < MAX_SWEEPS; sweep++) {
    const off = Math.abs(a[1]) + Math.abs(a[2]) + Math.abs(a[5]);
    const on = Math.abs(a[0]) + Math.abs(a[4]) + Math.abs(a[8]);
    if (off <= NEGLIGIBLE * on) return;
    rotate(0, 1, 2, out);
    rotate(0, 2, 1, out);
    rotate(1, 2, 0, out);
  }
}

/** The rotation in the plane of axes p and q that makes their off-diagonal entry vanish; r is the third axis. */
function rotate(p: number, q: number, r: number, vectors: Float64Array): void {
  const pq = a[3 * p + q];
  if (pq === 0) return;
  const pp = a[3 * p + p];
  const qq = a[3 * q + q];
  const cotangent = (qq - pp) / (2 * pq); // of twice the angle; its square may overflow, which makes the tangent 0
  const size = Math.abs(cotangent) + Math.sqrt(cotangent * cotangent + 1);
  const tangent = cotangent < 0 ? -1 / size : 1 / size;
  const cos = 1 / Math.sqrt(tangent * tangent + 1);
  const sin = tangent * cos;
  a[3 * p + p] = pp - tangent * pq;
  a[3 * q + q] = qq + tangent * pq;
  a[3 * p + q] = a[3 * q + p] = 0;
  const rp = a[3 * r + p];
  const rq = a[3 * r + q];
  a[3 * r + p] = a[3 * p + r] = cos * rp - sin * rq;
  a[3 * r + q] = a[3 * q + r] = sin * rp + cos * rq;
  for (let k = 0; k < 3; k++) {
    const vp = vectors[3 * p + k];
    const vq = vectors[3 * q + k];
    vectors[3 * p + k] = cos * vp - sin * vq;
    vectors[3 * q + k] = sin * vp + cos * vq;
  }
}
