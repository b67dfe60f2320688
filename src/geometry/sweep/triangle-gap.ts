// A direction that separates two triangles, as well as plain f64 finds it: from the nearest point of one to the nearest
// point of the other. Callers test what it separates, so rounding here can cost time but never change an answer.
//
// The nearer the points, the fewer digits their difference has, and a direction slightly off the perpendicular of an edge
// separates nothing. So directions are made perpendicular to the edges (and faces) they come from, which have all their
// digits.

/** direction, from a to b (3), and the squared distance of the two points (1) */
export const gap = new Float64Array(16);
export const GAP_SQUARE = 3;

/** Finds the nearest points of the triangles at a[i…i+8] and b[j…j+8], which should not meet, and sets `gap`. */
export function findGap(a: Float64Array, i: number, b: Float64Array, j: number): void {
  gap[GAP_SQUARE] = Infinity;
  for (let k = 0; k < 9; k += 3) {
    const next = k === 6 ? 0 : k + 3;
    for (let l = 0; l < 9; l += 3) offerEdges(a, i + k, i + next, b, j + l, j + (l === 6 ? 0 : l + 3));
  }
  for (let k = 0; k < 9; k += 3) {
    offerCorner(a, i + k, b, j, 1);
    offerCorner(b, j + k, a, i, -1);
  }
}

function set(x: number, y: number, z: number): void {
  gap[0] = x;
  gap[1] = y;
  gap[2] = z;
  gap[GAP_SQUARE] = x * x + y * y + z * z;
}

/** Tries segments a[p] a[q] and b[r] b[s]: each parameter is the one nearest to the other's point, within 0 … 1. */
function offerEdges(a: Float64Array, p: number, q: number, b: Float64Array, r: number, s: number): void {
  // biome-ignore format: vectors read in rows
  const ux = a[q] - a[p], uy = a[q + 1] - a[p + 1], uz = a[q + 2] - a[p + 2],
    vx = b[s] - b[r], vy = b[s + 1] - b[r + 1], vz = b[s + 2] - b[r + 2],
    wx = b[r] - a[p], wy = b[r + 1] - a[p + 1], wz = b[r + 2] - a[p + 2],
    uu = ux * ux + uy * uy + uz * uz,
    uv = ux * vx + uy * vy + uz * vz,
    vv = vx * vx + vy * vy + vz * vz,
    uw = ux * wx + uy * wy + uz * wz,
    vw = vx * wx + vy * wy + vz * wz,
    area = uu * vv - uv * uv;
  let f = area > 0 ? within((uw * vv - uv * vw) / area) : 0;
  let g = vv > 0 ? (f * uv - vw) / vv : 0;
  if (!(g >= 0 && g <= 1)) {
    g = within(g);
    f = uu > 0 ? within((uw + g * uv) / uu) : 0;
  } else if (area <= 0 && uu > 0) f = within((uw + g * uv) / uu);
  const x = wx + g * vx - f * ux;
  const y = wy + g * vy - f * uy;
  const z = wz + g * vz - f * uz;
  const square = x * x + y * y + z * z;
  if (!(square < gap[GAP_SQUARE])) return;
  const isInsideU = f > 0 && f < 1;
  const isInsideV = g > 0 && g < 1;
  if (isInsideU && isInsideV) {
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const along = x * nx + y * ny + z * nz;
    const nn = nx * nx + ny * ny + nz * nz;
    // Parallel edges have no common normal.
    if (along * along > 0.25 * square * nn) {
      const length = (along > 0 ? 1 : -1) * Math.sqrt(square / nn);
      set(length * nx, length * ny, length * nz);
      return;
    }
  }
  const toU = isInsideU ? (x * ux + y * uy + z * uz) / uu : 0;
  const toV = isInsideV && !isInsideU ? (x * vx + y * vy + z * vz) / vv : 0;
  set(x - toU * ux - toV * vx, y - toU * uy - toV * vy, z - toU * uz - toV * vz);
}

function within(x: number): number {
  if (!(x > 0)) return 0;
  if (x > 1) return 1;
  return x;
}

/**
 * Tries corner p[k] above the face at t[i], if it projects into it; `sign` is −1 for a corner of b, which reverses the
 * direction.
 */
function offerCorner(p: Float64Array, k: number, t: Float64Array, i: number, sign: number): void {
  // biome-ignore format: vectors read in rows
  const ux = t[i + 3] - t[i], uy = t[i + 4] - t[i + 1], uz = t[i + 5] - t[i + 2],
    vx = t[i + 6] - t[i], vy = t[i + 7] - t[i + 1], vz = t[i + 8] - t[i + 2],
    wx = p[k] - t[i], wy = p[k + 1] - t[i + 1], wz = p[k + 2] - t[i + 2],
    nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx,
    nn = nx * nx + ny * ny + nz * nz,
    f = (wy * vz - wz * vy) * nx + (wz * vx - wx * vz) * ny + (wx * vy - wy * vx) * nz,
    g = (uy * wz - uz * wy) * nx + (uz * wx - ux * wz) * ny + (ux * wy - uy * wx) * nz;
  if (!(nn > 0 && f >= 0 && g >= 0 && f + g <= nn)) return;
  const height = (-sign * (wx * nx + wy * ny + wz * nz)) / nn;
  if (height * height * nn < gap[GAP_SQUARE]) set(height * nx, height * ny, height * nz);
}
