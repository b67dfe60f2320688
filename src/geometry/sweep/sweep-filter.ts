// Which moving vertices and faces, or moving edges, certainly stay apart. Plain f64 with error bounds; the others go to the
// exact stage (exact-sweep.ts, where the layout of a query is drawn).
//
// Two facts are used, over the whole time and then over halves of it, earlier halves first. The four points are coplanar
// only where a cubic is zero, and it has no zero where its Bernstein coefficients have one sign. And in straight motion, a
// fixed direction that separates two sets at the start and at the end of a period separates them throughout.

/** The largest number of halvings; the exact stage costs as much as about a hundred steps here. */
const DEEPEST = 20;
// The error of a rounded dot product of differences, and of a Bernstein coefficient after all halvings, is below 32 units
// in the last place (2^-53) of the product of L1 norms; 128 leave room. The absolute part covers underflow.
const RELATIVE_ERROR = 2 ** -46;
const UNDERFLOW = 2 ** -900;
/** A quotient of two rounded differences, times this, is below the true quotient. */
const BELOW = 1 - 2 ** -50;

// period, 6 × f64: start, length, the cubic's four Bernstein coefficients over it
const PERIOD = 6;
const periods = new Float64Array(PERIOD * (DEEPEST + 2)); // a halving takes one and leaves two, one level deeper
const points = new Float64Array(24); // the query, relative to its first point at the start
const now = new Float64Array(24); // the points at both ends of a period
const normal = new Float64Array(16); // three numbers; longer arrays are faster
const bounds = new Float64Array(16);
const REACH = 0; // the largest L1 norm of the points
const CUBIC = 1; // the error of a Bernstein coefficient

/**
 * Whether the exact stage has to examine q[at … at + 23]. False: certainly no contact before limit[0]. `isEdges` tells two
 * edges from a vertex and a face.
 */
export function mayMeetBefore(q: Float64Array, at: number, isEdges: boolean, limit: Float64Array): boolean {
  const split = isEdges ? 6 : 3;
  for (let axis = 0; axis < 3; axis++) if (isApartOnAxis(q, at + axis, split, limit)) return false;
  setPoints(q, at);
  setCubic(q, at);
  const cubicError = bounds[CUBIC];
  let waiting = 1;
  while (waiting > 0) {
    const top = PERIOD * --waiting;
    const start = periods[top];
    if (start >= limit[0]) return false; // all waiting periods are later
    const b0 = periods[top + 2];
    const b1 = periods[top + 3];
    const b2 = periods[top + 4];
    const b3 = periods[top + 5];
    if (b0 > cubicError && b1 > cubicError && b2 > cubicError && b3 > cubicError) continue;
    if (b0 < -cubicError && b1 < -cubicError && b2 < -cubicError && b3 < -cubicError) continue;
    const length = periods[top + 1];
    setNow(start, start + length);
    if (isEdges ? edgesAreApart() : vertexIsApart()) continue;
    if (length <= 2 ** -DEEPEST) return true;
    const middle = (b0 + 3 * (b1 + b2) + b3) / 8;
    const half = length / 2;
    periods[top] = start + half;
    periods[top + 1] = half;
    periods[top + 2] = middle;
    periods[top + 3] = (b1 + 2 * b2 + b3) / 4;
    periods[top + 4] = (b2 + b3) / 2;
    periods[top + 5] = b3;
    const next = top + PERIOD;
    periods[next] = start;
    periods[next + 1] = half;
    periods[next + 2] = b0;
    periods[next + 3] = (b0 + b1) / 2;
    periods[next + 4] = (b0 + 2 * b1 + b2) / 4;
    periods[next + 5] = middle;
    waiting += 2;
  }
  return false;
}

/**
 * Whether one coordinate separates the points before `split` from the others until the limit; exact except for the
 * quotient. The gap between two moving intervals is at least the linear interpolation between the gaps at start and end.
 */
function isApartOnAxis(q: Float64Array, i: number, split: number, limit: Float64Array): boolean {
  let low = q[i];
  let high = low;
  let lowEnd = q[i + 12];
  let highEnd = lowEnd;
  if (split === 6) {
    const x = q[i + 3];
    const y = q[i + 15];
    if (x < low) low = x;
    else high = x;
    if (y < lowEnd) lowEnd = y;
    else highEnd = y;
  }
  let otherLow = q[i + split];
  let otherHigh = otherLow;
  let otherLowEnd = q[i + 12 + split];
  let otherHighEnd = otherLowEnd;
  for (let k = split + 3; k < 12; k += 3) {
    const x = q[i + k];
    const y = q[i + 12 + k];
    if (x < otherLow) otherLow = x;
    else if (x > otherHigh) otherHigh = x;
    if (y < otherLowEnd) otherLowEnd = y;
    else if (y > otherHighEnd) otherHighEnd = y;
  }
  let gap = low - otherHigh;
  let gapEnd = lowEnd - otherHighEnd;
  if (!(gap > 0)) {
    gap = otherLow - high;
    gapEnd = otherLowEnd - highEnd;
  }
  if (!(gap > 0)) return false;
  return gapEnd > 0 || (gap / (gap - gapEnd)) * BELOW >= limit[0];
}

function setPoints(q: Float64Array, at: number): void {
  const x = q[at];
  const y = q[at + 1];
  const z = q[at + 2];
  let most = 0;
  for (let i = 0; i < 24; i += 3) {
    const dx = q[at + i] - x;
    const dy = q[at + i + 1] - y;
    const dz = q[at + i + 2] - z;
    points[i] = dx;
    points[i + 1] = dy;
    points[i + 2] = dz;
    const norm = Math.abs(dx) + Math.abs(dy) + Math.abs(dz);
    if (norm > most) most = norm;
  }
  bounds[REACH] = most;
}

/** The first period: the whole time, and six times the volume of the four points as a cubic in Bernstein form. */
function setCubic(q: Float64Array, at: number): void {
  // the three others as seen from point 0, at the start (u v w) and at the end (U V W)
  // biome-ignore format: vectors read in rows
  const x = q[at], y = q[at + 1], z = q[at + 2],
    X = q[at + 12], Y = q[at + 13], Z = q[at + 14],
    ux = q[at + 3] - x, uy = q[at + 4] - y, uz = q[at + 5] - z,
    vx = q[at + 6] - x, vy = q[at + 7] - y, vz = q[at + 8] - z,
    wx = q[at + 9] - x, wy = q[at + 10] - y, wz = q[at + 11] - z,
    Ux = q[at + 15] - X, Uy = q[at + 16] - Y, Uz = q[at + 17] - Z,
    Vx = q[at + 18] - X, Vy = q[at + 19] - Y, Vz = q[at + 20] - Z,
    Wx = q[at + 21] - X, Wy = q[at + 22] - Y, Wz = q[at + 23] - Z;
  // v × w at the start and at the end, and the sum of the mixed ones
  // biome-ignore format: vectors read in rows
  const nx = vy * wz - vz * wy, ny = vz * wx - vx * wz, nz = vx * wy - vy * wx,
    Nx = Vy * Wz - Vz * Wy, Ny = Vz * Wx - Vx * Wz, Nz = Vx * Wy - Vy * Wx,
    mx = vy * Wz - vz * Wy + (Vy * wz - Vz * wy),
    my = vz * Wx - vx * Wz + (Vz * wx - Vx * wz),
    mz = vx * Wy - vy * Wx + (Vx * wy - Vy * wx);
  periods[0] = 0;
  periods[1] = 1;
  periods[2] = ux * nx + uy * ny + uz * nz;
  periods[3] = (Ux * nx + Uy * ny + Uz * nz + (ux * mx + uy * my + uz * mz)) / 3;
  periods[4] = (ux * Nx + uy * Ny + uz * Nz + (Ux * mx + Uy * my + Uz * mz)) / 3;
  periods[5] = Ux * Nx + Uy * Ny + Uz * Nz;
  const u = Math.max(Math.abs(ux) + Math.abs(uy) + Math.abs(uz), Math.abs(Ux) + Math.abs(Uy) + Math.abs(Uz));
  const v = Math.max(Math.abs(vx) + Math.abs(vy) + Math.abs(vz), Math.abs(Vx) + Math.abs(Vy) + Math.abs(Vz));
  const w = Math.max(Math.abs(wx) + Math.abs(wy) + Math.abs(wz), Math.abs(Wx) + Math.abs(Wy) + Math.abs(Wz));
  bounds[CUBIC] = RELATIVE_ERROR * u * v * w + UNDERFLOW;
}

/** Sets `now` to the positions at two times. */
function setNow(start: number, end: number): void {
  for (let i = 0; i < 12; i++) {
    const from = points[i];
    const motion = points[12 + i] - from;
    now[i] = from + start * motion;
    now[12 + i] = from + end * motion;
  }
}

/** Whether the vertex and the face are apart along a direction in the face's plane, perpendicular to an edge. */
function vertexIsApart(): boolean {
  setNormal(3, 6, 3, 9);
  if (isApartSquareTo(3, 6, 3) || isApartSquareTo(6, 9, 3) || isApartSquareTo(9, 3, 3)) return true;
  // for faces without a plane: along an edge, and perpendicular to it towards the vertex
  return isApartAlong(3, 6, 3) || isApartAlong(6, 9, 3) || isApartTowards(3, 6, 0, 3);
}

/**
 * Whether two edges are apart along directions in their common plane: perpendicular to either, along them, or from one to
 * the other.
 */
function edgesAreApart(): boolean {
  setNormal(0, 3, 6, 9);
  if (isApartSquareTo(0, 3, 6) || isApartSquareTo(6, 9, 6)) return true;
  return isApartAlong(0, 3, 6) || isApartAlong(6, 9, 6) || isApartTowards(0, 3, 6, 6);
}

/** (p[j] − p[i]) × (p[l] − p[k]), from twice the coordinates at the middle of the period. */
function setNormal(i: number, j: number, k: number, l: number): void {
  const ux = mean(j) - mean(i);
  const uy = mean(j + 1) - mean(i + 1);
  const uz = mean(j + 2) - mean(i + 2);
  const vx = mean(l) - mean(k);
  const vy = mean(l + 1) - mean(k + 1);
  const vz = mean(l + 2) - mean(k + 2);
  normal[0] = uy * vz - uz * vy;
  normal[1] = uz * vx - ux * vz;
  normal[2] = ux * vy - uy * vx;
}

/** Twice a coordinate at the middle of the period. */
function mean(i: number): number {
  return now[i] + now[12 + i];
}

function isApartSquareTo(i: number, j: number, split: number): boolean {
  const ex = mean(j) - mean(i);
  const ey = mean(j + 1) - mean(i + 1);
  const ez = mean(j + 2) - mean(i + 2);
  const x = normal[0];
  const y = normal[1];
  const z = normal[2];
  return isApart(y * ez - z * ey, z * ex - x * ez, x * ey - y * ex, split);
}

function isApartAlong(i: number, j: number, split: number): boolean {
  return isApart(mean(j) - mean(i), mean(j + 1) - mean(i + 1), mean(j + 2) - mean(i + 2), split);
}

/** Tries the direction perpendicular to edge i j in the plane that contains point k. */
function isApartTowards(i: number, j: number, k: number, split: number): boolean {
  const ex = mean(j) - mean(i);
  const ey = mean(j + 1) - mean(i + 1);
  const ez = mean(j + 2) - mean(i + 2);
  const dx = mean(k) - mean(i);
  const dy = mean(k + 1) - mean(i + 1);
  const dz = mean(k + 2) - mean(i + 2);
  const ee = ex * ex + ey * ey + ez * ez;
  const de = dx * ex + dy * ey + dz * ez;
  return isApart(ee * dx - de * ex, ee * dy - de * ey, ee * dz - de * ez, split);
}

/** Whether the direction separates the points before `split` from the others at both ends of the period. */
function isApart(x: number, y: number, z: number, split: number): boolean {
  const error = RELATIVE_ERROR * (Math.abs(x) + Math.abs(y) + Math.abs(z)) * bounds[REACH] + UNDERFLOW;
  const side = sideOf(x, y, z, 0, split, error);
  return side !== 0 && side === sideOf(x, y, z, 12, split, error);
}

/** 1: the points from `at` to before `split` lie beyond all others; −1: all others lie beyond them; 0: neither. */
function sideOf(x: number, y: number, z: number, at: number, split: number, error: number): number {
  let low = Infinity;
  let high = -Infinity;
  for (let i = at; i < at + split; i += 3) {
    const height = x * now[i] + y * now[i + 1] + z * now[i + 2];
    if (height < low) low = height;
    if (height > high) high = height;
  }
  let otherLow = Infinity;
  let otherHigh = -Infinity;
  for (let i = at + split; i < at + 12; i += 3) {
    const height = x * now[i] + y * now[i + 1] + z * now[i + 2];
    if (height < otherLow) otherLow = height;
    if (height > otherHigh) otherHigh = height;
  }
  return low - otherHigh > error ? 1 : otherLow - high > error ? -1 : 0;
}
