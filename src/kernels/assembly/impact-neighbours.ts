// Twins: `sharedCorners` and `neighboursStayApart` in queries/impact/moving-triangles.ts, `fanStaysApart` and `hingeStaysApart` in
// geometry/sweep/stay-apart.ts, to the bit. Lane 0 of a vector is time 0, lane 1 is time 1.
import { POINT_BYTES } from "../impact-memory-map";
import {
  areAbove, atEnd, atStart, bothAdded, heights, higher, larger, less, lower, norm, norms, plus, xOf, yOf, zOf,
} from "./impact-points";

const RELATIVE_ERROR: f64 = 1.4210854715202004e-14; // 2^-46
const UNDERFLOW: f64 = 1.1830521861667747e-271; // 2^-900
const CORNERS: i32 = 0b111;
/** A triangle with a common vertex at two of its corners. */
const REPEATED: i32 = 2 | (3 << 2);

/** The corners that two triangles share, three vertex numbers each: count | 4 · corner of a | 16 · corner of b. */
@inline export function sharedCorners(a: i32, b: i32): i32 {
  const ofB = v128.load(b); // and one more number, which is ignored
  const in0 = inB(ofB, a), in1 = inB(ofB, a + 4), in2 = inB(ofB, a + 8);
  return (in0 | in1 | in2) == 0 ? 0 : packShared(a, b, in0, in1, in2);
}

/** A bit for each corner of b that has the vertex number at a. */
@inline function inB(ofB: v128, a: i32): i32 { return i32x4.bitmask(i32x4.eq(ofB, v128.load32_splat(a))) & CORNERS; }

function packShared(a: i32, b: i32, in0: i32, in1: i32, in2: i32): i32 {
  if (repeatsVertex(a) || repeatsVertex(b)) return REPEATED;
  const count = i32(in0 != 0) + i32(in1 != 0) + i32(in2 != 0);
  if (count == 1) return 1 | ((in0 != 0 ? 0 : in1 != 0 ? 1 : 2) << 2) | (ctz(in0 | in1 | in2) << 4);
  if (count == 2) return 2 | ((in0 == 0 ? 0 : in1 == 0 ? 1 : 2) << 2) | (ctz((in0 | in1 | in2) ^ CORNERS) << 4);
  return 3;
}

function repeatsVertex(corners: i32): boolean {
  const u = load<i32>(corners), v = load<i32>(corners, 4), w = load<i32>(corners, 8);
  return u == v || v == w || w == u;
}

/** Whether triangles of one mesh that share corners certainly stay apart, except for what they share. False proves nothing. */
export function neighboursStayApart(a: i32, b: i32, points: i32, isFlat: i32, shared: i32): boolean {
  if (shared == REPEATED) return false;
  const cornerA = (shared >> 2) & 3, cornerB = shared >> 4;
  const a0 = vertexAfter(a, cornerA), a1 = vertexAfter(a, cornerA + 1), a2 = vertexAfter(a, cornerA + 2);
  if ((shared & 3) == 2) {
    if ((load<u8>(isFlat + a1) | load<u8>(isFlat + a2)) == 1) return true;
    return hingeStaysApart(pointOf(points, a1), pointOf(points, a2), pointOf(points, a0), pointOf(points, vertexAfter(b, cornerB)));
  }
  if (load<u8>(isFlat + a0) == 1) return true;
  const b1 = vertexAfter(b, cornerB + 1), b2 = vertexAfter(b, cornerB + 2);
  return fanStaysApart(pointOf(points, a0), pointOf(points, a1), pointOf(points, a2), pointOf(points, b1), pointOf(points, b2));
}

@inline function vertexAfter(corners: i32, k: i32): i32 { return load<i32>(corners + (select(k - 3, k, k >= 3) << 2)); }
@inline function pointOf(points: i32, vertex: i32): i32 { return points + vertex * POINT_BYTES; }

/** Two triangles that share only corner s: whether a plane through s has p and q on one side and u and v on the other. */
function fanStaysApart(s: i32, p: i32, q: i32, u: i32, v: i32): boolean {
  const sx = xOf(s), sy = yOf(s), sz = zOf(s);
  const px = less(xOf(p), sx), py = less(yOf(p), sy), pz = less(zOf(p), sz), qx = less(xOf(q), sx), qy = less(yOf(q), sy), qz = less(zOf(q), sz);
  const ux = less(xOf(u), sx), uy = less(yOf(u), sy), uz = less(zOf(u), sz), vx = less(xOf(v), sx), vy = less(yOf(v), sy), vz = less(zOf(v), sz);
  // the direction of either triangle as seen from s
  const ax = bothAdded(plus(px, qx)), ay = bothAdded(plus(py, qy)), az = bothAdded(plus(pz, qz));
  const bx = bothAdded(plus(ux, vx)), by = bothAdded(plus(uy, vy)), bz = bothAdded(plus(uz, vz));
  const scaleA = 1 / Math.sqrt(ax * ax + ay * ay + az * az), scaleB = 1 / Math.sqrt(bx * bx + by * by + bz * bz);
  const x = scaleA * ax - scaleB * bx, y = scaleA * ay - scaleB * by, z = scaleA * az - scaleB * bz;
  const above = lower(heights(x, y, z, px, py, pz), heights(x, y, z, qx, qy, qz));
  const below = f64x2.neg(higher(heights(x, y, z, ux, uy, uz), heights(x, y, z, vx, vy, vz)));
  const gaps = lower(above, below);
  // NaN, from a zero length, fails.
  if (!areAbove(gaps, 0)) return false;
  const reach = larger(higher(norms(px, py, pz), norms(qx, qy, qz))) + larger(higher(norms(ux, uy, uz), norms(vx, vy, vz)));
  return areAbove(gaps, RELATIVE_ERROR * norm(x, y, z) * reach + UNDERFLOW);
}

/** Two triangles that share the edge from s to t; p and u are their third corners. */
function hingeStaysApart(s: i32, t: i32, p: i32, u: i32): boolean {
  const sx = xOf(s), sy = yOf(s), sz = zOf(s);
  const tx = less(xOf(t), sx), ty = less(yOf(t), sy), tz = less(zOf(t), sz);
  const px = less(xOf(p), sx), py = less(yOf(p), sy), pz = less(zOf(p), sz);
  const ux = less(xOf(u), sx), uy = less(yOf(u), sy), uz = less(zOf(u), sz);
  // twice the edge, p and u in the middle of the motion
  const ex = bothAdded(tx), ey = bothAdded(ty), ez = bothAdded(tz);
  const ax = bothAdded(px), ay = bothAdded(py), az = bothAdded(pz), bx = bothAdded(ux), by = bothAdded(uy), bz = bothAdded(uz);
  const square = ex * ex + ey * ey + ez * ez;
  const alongA = (ax * ex + ay * ey + az * ez) / square, alongB = (bx * ex + by * ey + bz * ez) / square;
  const hx = ax - alongA * ex, hy = ay - alongA * ey, hz = az - alongA * ez;
  const kx = bx - alongB * ex, ky = by - alongB * ey, kz = bz - alongB * ez;
  const heightA = Math.sqrt(hx * hx + hy * hy + hz * hz), heightB = Math.sqrt(kx * kx + ky * ky + kz * kz);
  const nx = hx / heightA - kx / heightB, ny = hy / heightA - ky / heightB, nz = hz / heightA - kz / heightB;
  const least = Math.min(nx * hx + ny * hy + nz * hz, -(nx * kx + ny * ky + nz * kz));
  const farthest = Math.max(Math.max(alongA, 1 - alongA), Math.max(alongB, 1 - alongB));
  const tilt = least / (2 * farthest * square);
  const reach = bothAdded(plus(plus(norms(tx, ty, tz), norms(px, py, pz)), norms(ux, uy, uz)));
  // s is the higher end of the edge
  let x = nx - tilt * ex, y = ny - tilt * ey, z = nz - tilt * ez;
  let error = RELATIVE_ERROR * norm(x, y, z) * reach + UNDERFLOW;
  let edge = heights(x, y, z, tx, ty, tz);
  if (!areAbove(f64x2.neg(edge), error)) return false;
  if (!areAbove(heights(x, y, z, px, py, pz), error)) return false;
  if (!areAbove(less(edge, heights(x, y, z, ux, uy, uz)), error)) return false;
  // t is the higher end
  x = nx + tilt * ex, y = ny + tilt * ey, z = nz + tilt * ez;
  error = RELATIVE_ERROR * norm(x, y, z) * reach + UNDERFLOW;
  edge = heights(x, y, z, tx, ty, tz);
  if (!areAbove(edge, error)) return false;
  if (!areAbove(less(heights(x, y, z, px, py, pz), edge), error)) return false;
  return areAbove(f64x2.neg(heights(x, y, z, ux, uy, uz)), error);
}
