import { faceNormal } from "./precise-normal.ts";

// One to four points of a convex set, and the point of their hull nearest to the origin: the inner step of `gjk`.

/** Corners, their numbers in the two shapes, and the nearest point as a convex combination of them. */
export interface Simplex {
  count: number;
  /** x, y, z per corner. */
  readonly points: Float64Array;
  readonly cornersA: Int32Array;
  readonly cornersB: Int32Array;
  /** Weights of the corners in the nearest point: none negative, their sum 1. */
  readonly shares: Float64Array;
  /** x, y, z of the nearest point. */
  readonly nearest: Float64Array;
}

export function createSimplex(): Simplex {
  return {
    count: 0,
    points: new Float64Array(12),
    cornersA: new Int32Array(16),
    cornersB: new Int32Array(16),
    shares: new Float64Array(16),
    nearest: new Float64Array(16),
  };
}

/** The sign of a volume below this share of its terms is not trusted. */
const UNSURE = 2 ** -49;
const normal = new Float64Array(16);

// The current candidate and the best one: nearest point (3), its squared length, four weights.
const trial = new Float64Array(16);
const best = new Float64Array(16);
// The corners' weights for an origin inside the tetrahedron.
const inner = new Float64Array(16);
const SQUARED = 3;
const SHARES = 4;

/**
 * Finds the nearest point and drops the corners it does not need. Returns true if the origin lies inside a tetrahedron,
 * which then keeps all its corners.
 */
export function reduceSimplex(simplex: Simplex): boolean {
  const { points, count } = simplex;
  best[SQUARED] = Infinity;
  if (count === 4) {
    if (nearestOfTetrahedron(points)) {
      for (let i = 0; i < 4; i++) simplex.shares[i] = inner[i];
      for (let axis = 0; axis < 3; axis++) simplex.nearest[axis] = 0;
      return true;
    }
  } else if (count === 3) nearestOfTriangle(points, 0, 1, 2);
  else if (count === 2) nearestOfSegment(points, 0, 1);
  else nearestOfCorner(points, 0);
  if (count < 4) keepBetter();
  keepUsed(simplex);
  return false;
}

/** Tries every face that has, or may have, the origin on its outer side. */
function nearestOfTetrahedron(p: Float64Array): boolean {
  let inside = true;
  for (let opposite = 0; opposite < 4; opposite++) {
    const i = opposite === 0 ? 1 : 0;
    const j = opposite <= 1 ? 2 : 1;
    const k = opposite === 3 ? 2 : 3;
    if (!originBeyond(p, i, j, k, opposite)) continue;
    inside = false;
    nearestOfTriangle(p, i, j, k);
    keepBetter();
  }
  return inside;
}

/** Whether the face's plane separates the origin from the fourth corner, or the sign is not trusted. */
function originBeyond(p: Float64Array, i: number, j: number, k: number, opposite: number): boolean {
  const ax = p[3 * i];
  const ay = p[3 * i + 1];
  const az = p[3 * i + 2];
  const ux = p[3 * j] - ax;
  const uy = p[3 * j + 1] - ay;
  const uz = p[3 * j + 2] - az;
  const vx = p[3 * k] - ax;
  const vy = p[3 * k + 1] - ay;
  const vz = p[3 * k + 2] - az;
  const wx = p[3 * opposite] - ax;
  const wy = p[3 * opposite + 1] - ay;
  const wz = p[3 * opposite + 2] - az;
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const fourth = nx * wx + ny * wy + nz * wz;
  const origin = -(nx * ax + ny * ay + nz * az);
  const mx = Math.abs(uy * vz) + Math.abs(uz * vy);
  const my = Math.abs(uz * vx) + Math.abs(ux * vz);
  const mz = Math.abs(ux * vy) + Math.abs(uy * vx);
  const fourthNoise = UNSURE * (mx * Math.abs(wx) + my * Math.abs(wy) + mz * Math.abs(wz));
  const originNoise = UNSURE * (mx * Math.abs(ax) + my * Math.abs(ay) + mz * Math.abs(az));
  inner[opposite] = origin / fourth;
  if (Math.abs(fourth) <= fourthNoise || Math.abs(origin) <= originNoise) return true;
  return fourth > 0 ? origin < 0 : origin > 0;
}

function nearestOfTriangle(p: Float64Array, i: number, j: number, k: number): void {
  const ax = p[3 * i];
  const ay = p[3 * i + 1];
  const az = p[3 * i + 2];
  faceNormal(p, 3 * i, 3 * j, 3 * k, normal);
  const nx = normal[0];
  const ny = normal[1];
  const nz = normal[2];
  // The foot of the origin on the plane, and the corners relative to it: a thin triangle is small compared with its
  // distance, so nothing may be measured from the origin itself.
  const along = nx * ax + ny * ay + nz * az;
  const fx = along * nx;
  const fy = along * ny;
  const fz = along * nz;
  const px = ax - fx;
  const py = ay - fy;
  const pz = az - fz;
  const qx = p[3 * j] - fx;
  const qy = p[3 * j + 1] - fy;
  const qz = p[3 * j + 2] - fz;
  const rx = p[3 * k] - fx;
  const ry = p[3 * k + 1] - fy;
  const rz = p[3 * k + 2] - fz;
  // Twice the areas of the triangles of the foot and each edge: negative beyond that edge.
  const shareA = nx * (qy * rz - qz * ry) + ny * (qz * rx - qx * rz) + nz * (qx * ry - qy * rx);
  const shareB = nx * (ry * pz - rz * py) + ny * (rz * px - rx * pz) + nz * (rx * py - ry * px);
  const shareC = nx * (py * qz - pz * qy) + ny * (pz * qx - px * qz) + nz * (px * qy - py * qx);
  if (shareA > 0 && shareB > 0 && shareC > 0) {
    const sum = shareA + shareB + shareC;
    clearTrial();
    trial[SHARES + i] = shareA / sum;
    trial[SHARES + j] = shareB / sum;
    trial[SHARES + k] = shareC / sum;
    setTrial(fx, fy, fz);
    return;
  }
  // The foot lies beyond an edge, or the triangle is too thin to tell: the nearest point is on the border.
  nearestOfSegment(p, i, j);
  keepBetter();
  nearestOfSegment(p, j, k);
  keepBetter();
  nearestOfSegment(p, k, i);
}

function nearestOfSegment(p: Float64Array, i: number, j: number): void {
  const ax = p[3 * i];
  const ay = p[3 * i + 1];
  const az = p[3 * i + 2];
  const ux = p[3 * j] - ax;
  const uy = p[3 * j + 1] - ay;
  const uz = p[3 * j + 2] - az;
  const along = -(ux * ax + uy * ay + uz * az);
  const length = ux * ux + uy * uy + uz * uz;
  if (along <= 0 || length === 0) nearestOfCorner(p, i);
  else if (along >= length) nearestOfCorner(p, j);
  else {
    const t = along / length;
    clearTrial();
    trial[SHARES + i] = 1 - t;
    trial[SHARES + j] = t;
    const x = ax + t * ux;
    const y = ay + t * uy;
    const z = az + t * uz;
    // Make it perpendicular to the segment again: near the origin the rounding of t would change the direction.
    const rest = (x * ux + y * uy + z * uz) / length;
    setTrial(x - rest * ux, y - rest * uy, z - rest * uz);
  }
}

function nearestOfCorner(p: Float64Array, i: number): void {
  clearTrial();
  trial[SHARES + i] = 1;
  setTrial(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
}

function clearTrial(): void {
  trial[SHARES] = 0;
  trial[SHARES + 1] = 0;
  trial[SHARES + 2] = 0;
  trial[SHARES + 3] = 0;
}

function setTrial(x: number, y: number, z: number): void {
  trial[0] = x;
  trial[1] = y;
  trial[2] = z;
  trial[SQUARED] = x * x + y * y + z * z;
}

function keepBetter(): void {
  if (trial[SQUARED] < best[SQUARED]) for (let k = 0; k < 8; k++) best[k] = trial[k];
}

function keepUsed(simplex: Simplex): void {
  const { points, cornersA, cornersB, shares, nearest } = simplex;
  let kept = 0;
  for (let i = 0; i < simplex.count; i++) {
    const share = best[SHARES + i];
    if (share === 0) continue;
    points[3 * kept] = points[3 * i];
    points[3 * kept + 1] = points[3 * i + 1];
    points[3 * kept + 2] = points[3 * i + 2];
    cornersA[kept] = cornersA[i];
    cornersB[kept] = cornersB[i];
    shares[kept++] = share;
  }
  simplex.count = kept;
  nearest[0] = best[0];
  nearest[1] = best[1];
  nearest[2] = best[2];
}
