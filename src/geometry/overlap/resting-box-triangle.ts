import { boxTriangleExact } from "../sweep/box-triangle-exact.ts";

// A closed box at rest against a closed triangle: the separating axis test of sweep/box-triangle.ts without time. The box's own
// axes need no arithmetic: comparisons of f64 numbers are exact. Each other axis separates the two certainly, or certainly does
// not, or cannot tell; integers decide a triangle for which some axis cannot tell and none separates.

const FILTER = 64 * 2 ** -53; // as in sweep/box-triangle.ts
const UNDERFLOW = 2 ** -900;
const HALVED = 2 ** -1020;

const APART = -1;
const UNSURE = 0;
const OVER = 1;

/** How many tests of `boxMeetsTriangle` went to the exact stage since the module was loaded. */
export function restingExactTestCount(): number {
  return exactTests;
}

let exactTests = 0;

const unusedAxis = new Float64Array(3);

/** Whether the box (minima, maxima and a motion of zero, as for `sweptBoxTriangle`) and the triangle at corners[at] share a point; exact. */
export function boxMeetsTriangle(box: Float64Array, corners: Float64Array, at: number): boolean {
  const lowX = box[0];
  const lowY = box[1];
  const lowZ = box[2];
  const highX = box[3];
  const highY = box[4];
  const highZ = box[5];
  const x0 = corners[at];
  const y0 = corners[at + 1];
  const z0 = corners[at + 2];
  const x1 = corners[at + 3];
  const y1 = corners[at + 4];
  const z1 = corners[at + 5];
  const x2 = corners[at + 6];
  const y2 = corners[at + 7];
  const z2 = corners[at + 8];
  if ((x0 < lowX && x1 < lowX && x2 < lowX) || (x0 > highX && x1 > highX && x2 > highX)) return false;
  if ((y0 < lowY && y1 < lowY && y2 < lowY) || (y0 > highY && y1 > highY && y2 > highY)) return false;
  if ((z0 < lowZ && z1 < lowZ && z2 < lowZ) || (z0 > highZ && z1 > highZ && z2 > highZ)) return false;
  if (x0 >= lowX && x0 <= highX && y0 >= lowY && y0 <= highY && z0 >= lowZ && z0 <= highZ) return true;
  if (x1 >= lowX && x1 <= highX && y1 >= lowY && y1 <= highY && z1 >= lowZ && z1 <= highZ) return true;
  if (x2 >= lowX && x2 <= highX && y2 >= lowY && y2 <= highY && z2 >= lowZ && z2 <= highZ) return true;

  const halfX = (highX - lowX) / 2;
  const halfY = (highY - lowY) / 2;
  const halfZ = (highZ - lowZ) / 2;
  const centreX = lowX + halfX;
  const centreY = lowY + halfY;
  const centreZ = lowZ + halfZ;
  // corners relative to the box's centre, edges, and magnitudes with the rounding of the differences
  const px = x0 - centreX;
  const py = y0 - centreY;
  const pz = z0 - centreZ;
  const qx = x1 - centreX;
  const qy = y1 - centreY;
  const qz = z1 - centreZ;
  const rx = x2 - centreX;
  const ry = y2 - centreY;
  const rz = z2 - centreZ;
  const ex = x1 - x0;
  const ey = y1 - y0;
  const ez = z1 - z0;
  const fx = x2 - x1;
  const fy = y2 - y1;
  const fz = z2 - z1;
  const sizeX = Math.abs(lowX) + Math.abs(highX) + Math.abs(x0) + Math.abs(x1) + Math.abs(x2) + HALVED;
  const sizeY = Math.abs(lowY) + Math.abs(highY) + Math.abs(y0) + Math.abs(y1) + Math.abs(y2) + HALVED;
  const sizeZ = Math.abs(lowZ) + Math.abs(highZ) + Math.abs(z0) + Math.abs(z1) + Math.abs(z2) + HALVED;

  // the triangle's normal, on which all corners have one place
  const nx = ey * fz - ez * fy;
  const ny = ez * fx - ex * fz;
  const nz = ex * fy - ey * fx;
  const roundX = Math.abs(ey * fz) + Math.abs(ez * fy);
  const roundY = Math.abs(ez * fx) + Math.abs(ex * fz);
  const roundZ = Math.abs(ex * fy) + Math.abs(ey * fx);
  const height = Math.abs(nx * px + ny * py + nz * pz);
  const radius = Math.abs(nx) * halfX + Math.abs(ny) * halfY + Math.abs(nz) * halfZ;
  const slack =
    FILTER *
      ((Math.abs(nx) + roundX) * sizeX + (Math.abs(ny) + roundY) * sizeY + (Math.abs(nz) + roundZ) * sizeZ) +
    UNDERFLOW;
  if (height - radius > slack) return false;
  // A degenerate triangle has no normal and no corner in the box; its edges decide, exactly where they must.
  let isSure = !(height - radius > -slack);

  const gx = x0 - x2;
  const gy = y0 - y2;
  const gz = z0 - z2;
  // x × edge
  let side = edgeAxis(py, pz, ry, rz, ey, ez, halfY, halfZ, sizeY, sizeZ);
  if (side === APART) return false;
  if (side === UNSURE) isSure = false;
  side = edgeAxis(qy, qz, py, pz, fy, fz, halfY, halfZ, sizeY, sizeZ);
  if (side === APART) return false;
  if (side === UNSURE) isSure = false;
  side = edgeAxis(ry, rz, qy, qz, gy, gz, halfY, halfZ, sizeY, sizeZ);
  if (side === APART) return false;
  if (side === UNSURE) isSure = false;
  // y × edge
  side = edgeAxis(pz, px, rz, rx, ez, ex, halfZ, halfX, sizeZ, sizeX);
  if (side === APART) return false;
  if (side === UNSURE) isSure = false;
  side = edgeAxis(qz, qx, pz, px, fz, fx, halfZ, halfX, sizeZ, sizeX);
  if (side === APART) return false;
  if (side === UNSURE) isSure = false;
  side = edgeAxis(rz, rx, qz, qx, gz, gx, halfZ, halfX, sizeZ, sizeX);
  if (side === APART) return false;
  if (side === UNSURE) isSure = false;
  // z × edge
  side = edgeAxis(px, py, rx, ry, ex, ey, halfX, halfY, sizeX, sizeY);
  if (side === APART) return false;
  if (side === UNSURE) isSure = false;
  side = edgeAxis(qx, qy, px, py, fx, fy, halfX, halfY, sizeX, sizeY);
  if (side === APART) return false;
  if (side === UNSURE) isSure = false;
  side = edgeAxis(rx, ry, qx, qy, gx, gy, halfX, halfY, sizeX, sizeY);
  if (side === APART) return false;
  if (side === UNSURE) isSure = false;
  if (isSure) return true;
  exactTests++;
  return boxTriangleExact(box, corners, at, unusedAxis) >= 0;
}

/**
 * The axis across the edge (eu, ev), seen along a third axis: the edge has one place on it, that of its corner (u, v); the
 * opposite corner is (ou, ov).
 */
function edgeAxis(
  u: number,
  v: number,
  ou: number,
  ov: number,
  eu: number,
  ev: number,
  halfU: number,
  halfV: number,
  sizeU: number,
  sizeV: number,
): number {
  if (eu === 0 && ev === 0) return OVER; // parallel to the third axis: the differences are exactly zero
  const s = eu * v - ev * u;
  const o = eu * ov - ev * ou;
  const radius = Math.abs(ev) * halfU + Math.abs(eu) * halfV;
  const slack = FILTER * (Math.abs(ev) * sizeU + Math.abs(eu) * sizeV) + UNDERFLOW;
  const low = (s < o ? s : o) - radius;
  const high = (s < o ? o : s) + radius;
  if (low > slack || high < -slack) return APART;
  return low > -slack || high < slack ? UNSURE : OVER;
}
