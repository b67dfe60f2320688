// Do two moving triangles surely stay apart from time 0 to time 1? Plain f64 with error bounds, and only "yes" is certain.
//
// Each corner moves in a straight line, so its height along a fixed direction is linear in time. Heights that are in one
// order at time 0 and at time 1 are in that order throughout. One direction settles all pairs of features of two triangles,
// and whether they meet at the start, where testing the features singly takes several directions each.
//
// Neighbours are read from the coordinates of their mesh at time 0 and at time 1; s, t, p, q, u and v are where vertices begin.
// Two triangles of any meshes are read from an array of moving triangles:
//   moving triangle, 18 × f64: three corners at time 0, then the three at time 1
export const MOVING_TRIANGLE = 18;
/** From where a corner is at time 0 to where it is at time 1. */
export const AT_END = 9;

// A rounded dot product of differences is off by less than 8 units in the last place (2^-53) of the product of L1 norms;
// 2^-46 leaves room for 128. The absolute part covers underflow.
const RELATIVE_ERROR = 2 ** -46;
const UNDERFLOW = 2 ** -900;

/**
 * Two triangles that share only corner s; p and q are the other corners of one, u and v those of the other. True if a plane
 * through s has p and q on one side and u and v on the other, at any time.
 */
export function fanStaysApart(
  start: Float64Array,
  end: Float64Array,
  s: number,
  p: number,
  q: number,
  u: number,
  v: number,
): boolean {
  // from s, at time 0 in small letters and at time 1 in capitals
  // biome-ignore format: vectors read in rows
  const px = start[p] - start[s], py = start[p + 1] - start[s + 1], pz = start[p + 2] - start[s + 2],
    qx = start[q] - start[s], qy = start[q + 1] - start[s + 1], qz = start[q + 2] - start[s + 2],
    ux = start[u] - start[s], uy = start[u + 1] - start[s + 1], uz = start[u + 2] - start[s + 2],
    vx = start[v] - start[s], vy = start[v + 1] - start[s + 1], vz = start[v + 2] - start[s + 2],
    Px = end[p] - end[s], Py = end[p + 1] - end[s + 1], Pz = end[p + 2] - end[s + 2],
    Qx = end[q] - end[s], Qy = end[q + 1] - end[s + 1], Qz = end[q + 2] - end[s + 2],
    Ux = end[u] - end[s], Uy = end[u + 1] - end[s + 1], Uz = end[u + 2] - end[s + 2],
    Vx = end[v] - end[s], Vy = end[v + 1] - end[s + 1], Vz = end[v + 2] - end[s + 2];
  // where either triangle lies as seen from s
  // biome-ignore format: vectors read in rows
  const ax = px + qx + (Px + Qx), ay = py + qy + (Py + Qy), az = pz + qz + (Pz + Qz),
    bx = ux + vx + (Ux + Vx), by = uy + vy + (Uy + Vy), bz = uz + vz + (Uz + Vz);
  const scaleA = 1 / Math.sqrt(ax * ax + ay * ay + az * az);
  const scaleB = 1 / Math.sqrt(bx * bx + by * by + bz * bz);
  const x = scaleA * ax - scaleB * bx;
  const y = scaleA * ay - scaleB * by;
  const z = scaleA * az - scaleB * bz;
  const above = Math.min(
    x * px + y * py + z * pz,
    x * qx + y * qy + z * qz,
    x * Px + y * Py + z * Pz,
    x * Qx + y * Qy + z * Qz,
  );
  const below = Math.max(
    x * ux + y * uy + z * uz,
    x * vx + y * vy + z * vz,
    x * Ux + y * Uy + z * Uz,
    x * Vx + y * Vy + z * Vz,
  );
  // Signs first: a pair that fails needs no error bound. NaN, from a zero length, fails.
  if (!(above > 0 && below < 0)) return false;
  const reach =
    Math.max(norm(px, py, pz), norm(qx, qy, qz), norm(Px, Py, Pz), norm(Qx, Qy, Qz)) +
    Math.max(norm(ux, uy, uz), norm(vx, vy, vz), norm(Ux, Uy, Uz), norm(Vx, Vy, Vz));
  const error = RELATIVE_ERROR * norm(x, y, z) * reach + UNDERFLOW;
  return above > error && below < -error;
}

/**
 * Two triangles that share the edge from s to t; p and u are their third corners. True if no vertex of one meets the other,
 * and no edge an edge that it shares no corner with, at any time: of two directions, along the first the corners are in the
 * order p, s, t, u, along the second p, t, s, u.
 */
export function hingeStaysApart(
  start: Float64Array,
  end: Float64Array,
  s: number,
  t: number,
  p: number,
  u: number,
): boolean {
  // from s, at time 0 in small letters and at time 1 in capitals
  // biome-ignore format: vectors read in rows
  const tx = start[t] - start[s], ty = start[t + 1] - start[s + 1], tz = start[t + 2] - start[s + 2],
    px = start[p] - start[s], py = start[p + 1] - start[s + 1], pz = start[p + 2] - start[s + 2],
    ux = start[u] - start[s], uy = start[u + 1] - start[s + 1], uz = start[u + 2] - start[s + 2],
    Tx = end[t] - end[s], Ty = end[t + 1] - end[s + 1], Tz = end[t + 2] - end[s + 2],
    Px = end[p] - end[s], Py = end[p + 1] - end[s + 1], Pz = end[p + 2] - end[s + 2],
    Ux = end[u] - end[s], Uy = end[u + 1] - end[s + 1], Uz = end[u + 2] - end[s + 2];
  // twice the edge, p and u in the middle of the motion
  // biome-ignore format: vectors read in rows
  const ex = tx + Tx, ey = ty + Ty, ez = tz + Tz,
    ax = px + Px, ay = py + Py, az = pz + Pz,
    bx = ux + Ux, by = uy + Uy, bz = uz + Uz;
  const square = ex * ex + ey * ey + ez * ez;
  const alongA = (ax * ex + ay * ey + az * ez) / square;
  const alongB = (bx * ex + by * ey + bz * ez) / square;
  // biome-ignore format: vectors read in rows
  const hx = ax - alongA * ex, hy = ay - alongA * ey, hz = az - alongA * ez,
    kx = bx - alongB * ex, ky = by - alongB * ey, kz = bz - alongB * ez;
  const heightA = Math.sqrt(hx * hx + hy * hy + hz * hz);
  const heightB = Math.sqrt(kx * kx + ky * ky + kz * kz);
  const nx = hx / heightA - kx / heightB;
  const ny = hy / heightA - ky / heightB;
  const nz = hz / heightA - kz / heightB;
  // The distances of p and u from the edge's line, and half of the tilt that would bring one of them level with an end of the edge.
  const least = Math.min(nx * hx + ny * hy + nz * hz, -(nx * kx + ny * ky + nz * kz));
  const farthest = Math.max(alongA, 1 - alongA, alongB, 1 - alongB);
  const tilt = least / (2 * farthest * square);
  const reach =
    norm(tx, ty, tz) +
    norm(px, py, pz) +
    norm(ux, uy, uz) +
    (norm(Tx, Ty, Tz) + norm(Px, Py, Pz) + norm(Ux, Uy, Uz));
  for (let sign = -1; sign <= 1; sign += 2) {
    const x = nx + sign * tilt * ex;
    const y = ny + sign * tilt * ey;
    const z = nz + sign * tilt * ez;
    const error = RELATIVE_ERROR * norm(x, y, z) * reach + UNDERFLOW;
    const edge = x * tx + y * ty + z * tz;
    const edgeEnd = x * Tx + y * Ty + z * Tz;
    // s is the higher end of the edge, then t
    if (!(sign * edge > error && sign * edgeEnd > error)) return false;
    const higher = sign < 0 ? 0 : edge;
    const higherEnd = sign < 0 ? 0 : edgeEnd;
    if (!(x * px + y * py + z * pz - higher > error)) return false;
    if (!(x * Px + y * Py + z * Pz - higherEnd > error)) return false;
    if (!(edge - higher - (x * ux + y * uy + z * uz) > error)) return false;
    if (!(edgeEnd - higherEnd - (x * Ux + y * Uy + z * Uz) > error)) return false;
  }
  return true;
}

/** Two triangles at m[0] and m[MOVING_TRIANGLE]: by the direction between their middles, then by their normals. */
export function trianglesStayApart(m: Float64Array): boolean {
  const b = MOVING_TRIANGLE;
  // between the sums of their corners, at time 0 and at time 1
  const x = sumOf(m, b) - sumOf(m, 0) + (sumOf(m, b + 9) - sumOf(m, 9));
  const y = sumOf(m, b + 1) - sumOf(m, 1) + (sumOf(m, b + 10) - sumOf(m, 10));
  const z = sumOf(m, b + 2) - sumOf(m, 2) + (sumOf(m, b + 11) - sumOf(m, 11));
  return separates(m, x, y, z) || normalSeparates(m, 0) || normalSeparates(m, b);
}

function sumOf(m: Float64Array, i: number): number {
  return m[i] + m[i + 3] + m[i + 6];
}

function normalSeparates(m: Float64Array, i: number): boolean {
  // biome-ignore format: vectors read in rows
  const ux = m[i + 3] - m[i] + (m[i + 12] - m[i + 9]),
    uy = m[i + 4] - m[i + 1] + (m[i + 13] - m[i + 10]),
    uz = m[i + 5] - m[i + 2] + (m[i + 14] - m[i + 11]),
    vx = m[i + 6] - m[i] + (m[i + 15] - m[i + 9]),
    vy = m[i + 7] - m[i + 1] + (m[i + 16] - m[i + 10]),
    vz = m[i + 8] - m[i + 2] + (m[i + 17] - m[i + 11]);
  return separates(m, uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
}

/** Whether all of one triangle is above all of the other along a direction, at time 0 and at time 1. */
function separates(m: Float64Array, x: number, y: number, z: number): boolean {
  const b = MOVING_TRIANGLE;
  // Time 0 decides which triangle is above; at time 1 that one must be above, too.
  const ox = m[0];
  const oy = m[1];
  const oz = m[2];
  const a0 = 0;
  const a1 = x * (m[3] - ox) + y * (m[4] - oy) + z * (m[5] - oz);
  const a2 = x * (m[6] - ox) + y * (m[7] - oy) + z * (m[8] - oz);
  const b0 = x * (m[b] - ox) + y * (m[b + 1] - oy) + z * (m[b + 2] - oz);
  const b1 = x * (m[b + 3] - ox) + y * (m[b + 4] - oy) + z * (m[b + 5] - oz);
  const b2 = x * (m[b + 6] - ox) + y * (m[b + 7] - oy) + z * (m[b + 8] - oz);
  const isAbove = b0 > 0;
  const gap = isAbove
    ? Math.min(b0, b1, b2) - Math.max(a0, a1, a2)
    : Math.min(a0, a1, a2) - Math.max(b0, b1, b2);
  if (!(gap > 0)) return false;
  const A0 = x * (m[9] - ox) + y * (m[10] - oy) + z * (m[11] - oz);
  const A1 = x * (m[12] - ox) + y * (m[13] - oy) + z * (m[14] - oz);
  const A2 = x * (m[15] - ox) + y * (m[16] - oy) + z * (m[17] - oz);
  const B0 = x * (m[b + 9] - ox) + y * (m[b + 10] - oy) + z * (m[b + 11] - oz);
  const B1 = x * (m[b + 12] - ox) + y * (m[b + 13] - oy) + z * (m[b + 14] - oz);
  const B2 = x * (m[b + 15] - ox) + y * (m[b + 16] - oy) + z * (m[b + 17] - oz);
  const gapEnd = isAbove
    ? Math.min(B0, B1, B2) - Math.max(A0, A1, A2)
    : Math.min(A0, A1, A2) - Math.max(B0, B1, B2);
  if (!(gapEnd > 0)) return false;
  let reach = 0;
  for (let i = 0; i < 2 * MOVING_TRIANGLE; i += 3)
    reach = Math.max(reach, norm(m[i] - ox, m[i + 1] - oy, m[i + 2] - oz));
  const error = RELATIVE_ERROR * norm(x, y, z) * reach + UNDERFLOW;
  return gap > error && gapEnd > error;
}

/** The L1 norm. */
function norm(x: number, y: number, z: number): number {
  return Math.abs(x) + Math.abs(y) + Math.abs(z);
}
