import { rayTriangleExact } from "./ray-triangle-exact.ts";

// A ray against a closed triangle, watertight: the signs of the volumes that the ray spans with the three edges say on
// which side it passes each edge, and neighbours that share an edge compute one volume for it. A filter decides nearly
// always and integers decide the rest, so a ray through an edge or a vertex hits all triangles there.

// A ray is six numbers: origin (3), direction (3).

const UNIT = 2 ** -53;
const FILTER = 16 * UNIT; // a determinant of rounded differences loses at most 8 units of its permanent
const UNDERFLOW = 2 ** -900;
/** If rounding affects its numerator or denominator by more than this share, `precisely` computes t. */
const T_ROUNDING = 2 ** -40;

/** A test like `rayTriangle`, by other arithmetic. */
export type RayTest = typeof decideExactly;

/** Exceeds the rounding of the comparison with the end. */
const LATER = 1 + 2 ** -36;

let exactTests = 0;

/** How many tests went to the exact stage since the module was loaded. */
export function rayExactTestCount(): number {
  return exactTests;
}

/**
 * The parameter, in units of the direction, at which the ray first meets the triangle of nine numbers at corners[at]; −1 if
 * it misses. A ray in the triangle's plane meets it where it enters. `facing[0]` becomes 1 if the ray comes from the side
 * on which the corners are counterclockwise, −1 from the other side, 0 in the plane. A hit that is certainly later than `end`,
 * one number, may count as a miss: that spares integers where a ray ends just before an edge or a vertex. `precisely` takes
 * over where the ray's line certainly hits, but f64 cannot tell t.
 */
export function rayTriangle(
  ray: Float64Array,
  corners: Float64Array,
  at: number,
  facing: Int8Array,
  end: Float64Array,
  precisely: RayTest,
): number {
  const dx = ray[3];
  const dy = ray[4];
  const dz = ray[5];
  const px = corners[at] - ray[0];
  const py = corners[at + 1] - ray[1];
  const pz = corners[at + 2] - ray[2];
  const qx = corners[at + 3] - ray[0];
  const qy = corners[at + 4] - ray[1];
  const qz = corners[at + 5] - ray[2];
  const rx = corners[at + 6] - ray[0];
  const ry = corners[at + 7] - ray[1];
  const rz = corners[at + 8] - ray[2];

  // d × p, d × r: each edge's volume is a product with one of them
  const dpx = dy * pz - dz * py;
  const dpy = dz * px - dx * pz;
  const dpz = dx * py - dy * px;
  const drx = dy * rz - dz * ry;
  const dry = dz * rx - dx * rz;
  const drz = dx * ry - dy * rx;
  const adx = Math.abs(dx);
  const ady = Math.abs(dy);
  const adz = Math.abs(dz);
  const apx = Math.abs(px);
  const apy = Math.abs(py);
  const apz = Math.abs(pz);
  const aqx = Math.abs(qx);
  const aqy = Math.abs(qy);
  const aqz = Math.abs(qz);
  const arx = Math.abs(rx);
  const ary = Math.abs(ry);
  const arz = Math.abs(rz);
  const sizeP0 = ady * apz + adz * apy;
  const sizeP1 = adz * apx + adx * apz;
  const sizeP2 = adx * apy + ady * apx;
  const pq = dpx * qx + dpy * qy + dpz * qz; // d · (p × q)
  const boundPq = FILTER * (sizeP0 * aqx + sizeP1 * aqy + sizeP2 * aqz) + UNDERFLOW;
  const rp = -(dpx * rx + dpy * ry + dpz * rz); // d · (r × p)
  const boundRp = FILTER * (sizeP0 * arx + sizeP1 * ary + sizeP2 * arz) + UNDERFLOW;
  if ((pq > boundPq && rp < -boundRp) || (pq < -boundPq && rp > boundRp)) return -1;
  const qr = -(drx * qx + dry * qy + drz * qz); // d · (q × r)
  const boundQr =
    FILTER * ((ady * arz + adz * ary) * aqx + (adz * arx + adx * arz) * aqy + (adx * ary + ady * arx) * aqz) +
    UNDERFLOW;
  if ((pq > boundPq && qr < -boundQr) || (pq < -boundPq && qr > boundQr)) return -1;
  if ((rp > boundRp && qr < -boundQr) || (rp < -boundRp && qr > boundQr)) return -1;
  const positive = pq > boundPq && rp > boundRp && qr > boundQr;
  const negative = pq < -boundPq && rp < -boundRp && qr < -boundQr;

  // t = (p · n) / (d · n), n from the edges: their cross product does not lose digits to a far origin.
  const ux = corners[at + 3] - corners[at];
  const uy = corners[at + 4] - corners[at + 1];
  const uz = corners[at + 5] - corners[at + 2];
  const vx = corners[at + 6] - corners[at];
  const vy = corners[at + 7] - corners[at + 1];
  const vz = corners[at + 8] - corners[at + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const sx = Math.abs(uy * vz) + Math.abs(uz * vy);
  const sy = Math.abs(uz * vx) + Math.abs(ux * vz);
  const sz = Math.abs(ux * vy) + Math.abs(uy * vx);
  const over = px * nx + py * ny + pz * nz;
  const under = dx * nx + dy * ny + dz * nz;
  const boundOver = FILTER * (apx * sx + apy * sy + apz * sz) + UNDERFLOW;
  const boundUnder = FILTER * (adx * sx + ady * sy + adz * sz) + UNDERFLOW;
  const sizeOver = over > 0 ? over : -over;
  const sizeUnder = under > 0 ? under : -under;
  // The hit is later, or as far behind the origin.
  if (sizeOver - boundOver > LATER * end[0] * (sizeUnder + boundUnder)) return -1;
  if (!(positive || negative)) return decideExactly(ray, corners, at, facing);
  const isPrecise = boundUnder < T_ROUNDING * sizeUnder && boundOver < T_ROUNDING * sizeOver;
  if (!isPrecise) return precisely(ray, corners, at, facing);
  if (over > 0 !== under > 0) return -1;
  facing[0] = positive ? -1 : 1;
  return over / under;
}

/** `rayTriangleExact`, counted. */
export function decideExactly(
  ray: Float64Array,
  corners: Float64Array,
  at: number,
  facing: Int8Array,
): number {
  exactTests++;
  return rayTriangleExact(ray, corners, at, facing);
}
