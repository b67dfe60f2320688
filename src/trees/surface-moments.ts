import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";

// The mean and covariance of the surface of a set of triangles: Gottschalk, Lin and Manocha (1996) orient a box by the
// covariance of all surface points rather than of the vertices, so that finely meshed spots carry no extra weight.
//
// A triangle's contribution is computed once. Its scatter is taken about its own centroid, so that the sum over a small set
// far from the origin does not cancel:   Σ scatter + Σ area · (centroid − mean)(centroid − mean)ᵀ

// moments of a triangle, 10 × f64:
//   area | centroid (3) | scatter: xx xy xz yy yz zz
export const MOMENTS_STRIDE = 10;
const AREA = 0;
export const CENTROID = 1;
const SCATTER = 4;

export interface Surface {
  readonly triangleCount: number;
  /** Nine coordinates per triangle. */
  readonly coordinates: Float64Array;
  /** MOMENTS_STRIDE numbers per triangle. */
  readonly moments: Float64Array;
}

export function surfaceOf(mesh: TriangleMesh): Surface {
  const { positions, triangleCount } = mesh;
  const coordinates = new Float64Array(9 * triangleCount);
  for (let t = 0; t < triangleCount; t++) {
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * vertexOf(mesh, t, corner);
      const to = 9 * t + 3 * corner;
      coordinates[to] = positions[v];
      coordinates[to + 1] = positions[v + 1];
      coordinates[to + 2] = positions[v + 2];
    }
  }
  const moments = new Float64Array(MOMENTS_STRIDE * triangleCount);
  for (let t = 0; t < triangleCount; t++) setMoments(coordinates, 9 * t, moments, MOMENTS_STRIDE * t);
  return { triangleCount, coordinates, moments };
}

function setMoments(p: Float64Array, i: number, out: Float64Array, at: number): void {
  const ux = p[i + 3] - p[i];
  const uy = p[i + 4] - p[i + 1];
  const uz = p[i + 5] - p[i + 2];
  const vx = p[i + 6] - p[i];
  const vy = p[i + 7] - p[i + 1];
  const vz = p[i + 8] - p[i + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const area = Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
  out[at + AREA] = area;
  // the centroid, and the corners relative to it
  const cx = (ux + vx) / 3;
  const cy = (uy + vy) / 3;
  const cz = (uz + vz) / 3;
  out[at + CENTROID] = p[i] + cx;
  out[at + CENTROID + 1] = p[i + 1] + cy;
  out[at + CENTROID + 2] = p[i + 2] + cz;
  const sx = ux - cx;
  const sy = uy - cy;
  const sz = uz - cz;
  const tx = vx - cx;
  const ty = vy - cy;
  const tz = vz - cz;
  const weight = area / 12;
  out[at + SCATTER] = weight * (cx * cx + sx * sx + tx * tx);
  out[at + SCATTER + 1] = weight * (cx * cy + sx * sy + tx * ty);
  out[at + SCATTER + 2] = weight * (cx * cz + sx * sz + tx * tz);
  out[at + SCATTER + 3] = weight * (cy * cy + sy * sy + ty * ty);
  out[at + SCATTER + 4] = weight * (cy * cz + sy * sz + ty * tz);
  out[at + SCATTER + 5] = weight * (cz * cz + sz * sz + tz * tz);
}

/**
 * Writes the mean (3) and the covariance (6, not divided by the area) of the surface of order[begin … end − 1], or of its
 * vertices if it has no area.
 */
export function setSpread(
  { coordinates, moments }: Surface,
  order: Uint32Array,
  begin: number,
  end: number,
  mean: Float64Array,
  covariance: Float64Array,
): void {
  // Relative to the set's first triangle: the shift to the mean, below, then cancels no more than a few bits.
  const first = MOMENTS_STRIDE * order[begin] + CENTROID;
  const ox = moments[first];
  const oy = moments[first + 1];
  const oz = moments[first + 2];
  let area = 0;
  let x = 0;
  let y = 0;
  let z = 0;
  let xx = 0;
  let xy = 0;
  let xz = 0;
  let yy = 0;
  let yz = 0;
  let zz = 0;
  for (let k = begin; k < end; k++) {
    const at = MOMENTS_STRIDE * order[k];
    const weight = moments[at + AREA];
    const dx = moments[at + CENTROID] - ox;
    const dy = moments[at + CENTROID + 1] - oy;
    const dz = moments[at + CENTROID + 2] - oz;
    const wx = weight * dx;
    const wy = weight * dy;
    const wz = weight * dz;
    area += weight;
    x += wx;
    y += wy;
    z += wz;
    xx += moments[at + SCATTER] + wx * dx;
    xy += moments[at + SCATTER + 1] + wx * dy;
    xz += moments[at + SCATTER + 2] + wx * dz;
    yy += moments[at + SCATTER + 3] + wy * dy;
    yz += moments[at + SCATTER + 4] + wy * dz;
    zz += moments[at + SCATTER + 5] + wz * dz;
  }
  if (area === 0) {
    for (let k = begin; k < end; k++) {
      for (let corner = 0; corner < 9; corner += 3) {
        const at = 9 * order[k] + corner;
        const dx = coordinates[at] - ox;
        const dy = coordinates[at + 1] - oy;
        const dz = coordinates[at + 2] - oz;
        x += dx;
        y += dy;
        z += dz;
        xx += dx * dx;
        xy += dx * dy;
        xz += dx * dz;
        yy += dy * dy;
        yz += dy * dz;
        zz += dz * dz;
      }
    }
    area = 3 * (end - begin);
  }
  const mx = x / area;
  const my = y / area;
  const mz = z / area;
  mean[0] = ox + mx;
  mean[1] = oy + my;
  mean[2] = oz + mz;
  covariance[0] = xx - x * mx;
  covariance[1] = xy - x * my;
  covariance[2] = xz - x * mz;
  covariance[3] = yy - y * my;
  covariance[4] = yz - y * mz;
  covariance[5] = zz - z * mz;
}
