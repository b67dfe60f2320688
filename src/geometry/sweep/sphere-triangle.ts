import { magnification } from "../../numerics/binary-scale.ts";
import { hypot, lengthOf } from "../../numerics/portable-math.ts";
import { nearestOnTriangle, ON_POINT, ON_SQUARE, onTriangle } from "../distance/point-triangle.ts";
import type { Vector } from "../vector.ts";
import { closestSegmentTriangle } from "./segment-triangle.ts";
import { sphereMeetsTriangleExactly } from "./sphere-triangle-exact.ts";

// A ball that moves along a line, or stands still, against a closed triangle. They meet if the path of the centre comes
// within the radius of the triangle. Two certificates decide nearly always: a pair of points closer than the radius proves
// yes, a direction in which the projections are farther apart proves no. Integers decide the grazing cases between.

// moving sphere, f64: centre (3) motion (3) radius; the motion lasts from time 0 to time 1
export const SWEPT_SPHERE = 7;

const ROUNDING = 2 ** -46; // 128 units in the last place: exceeds what the sums below can lose
const UNDERFLOW = 2 ** -900;

let exactTests = 0;

/** How many tests went to the exact stage since the module was loaded. */
export function sphereExactTestCount(): number {
  return exactTests;
}

// the nearest point on the path, and on the triangle
const nearest = new Float64Array(6);

/** Whether the ball meets the triangle at corners[at] anywhere on its path, or on the part of it up to a time in 0 … 1. */
export function sweptSphereMeetsTriangle(
  whole: Float64Array,
  corners: Float64Array,
  at: number,
  until = 1,
): boolean {
  const sphere = until === 1 ? whole : partOf(whole, until);
  const radius = sphere[6];
  // Also for what rounding has done to the motion of a part, which integers multiply anew.
  const slack = ROUNDING * (reachOf(sphere, corners, at) + radius) + UNDERFLOW;
  if (staysOnOneSide(sphere, corners, at, radius + slack)) return false;
  closestPoints(sphere, corners, at);
  const wx = nearest[0] - nearest[3];
  const wy = nearest[1] - nearest[4];
  const wz = nearest[2] - nearest[5];
  const length = hypot(wx, wy, wz);
  if (length + slack <= radius) return true;
  if (length > 0) {
    const ux = wx / length;
    const uy = wy / length;
    const uz = wz / length;
    const start = ux * sphere[0] + uy * sphere[1] + uz * sphere[2];
    const travel = ux * sphere[3] + uy * sphere[4] + uz * sphere[5];
    const p = ux * corners[at] + uy * corners[at + 1] + uz * corners[at + 2];
    const q = ux * corners[at + 3] + uy * corners[at + 4] + uz * corners[at + 5];
    const r = ux * corners[at + 6] + uy * corners[at + 7] + uz * corners[at + 8];
    if (start + Math.min(0, travel) - Math.max(p, q, r) > radius + slack) return false;
  }
  exactTests++;
  return sphereMeetsTriangleExactly(whole, corners, at, until);
}

const part = new Float64Array(SWEPT_SPHERE);

/** The ball with the motion up to a time, rounded. */
function partOf(sphere: Float64Array, until: number): Float64Array {
  part.set(sphere);
  for (let k = 3; k < 6; k++) part[k] = until * sphere[k];
  return part;
}

/** Whether the whole path lies farther than `distance` from the triangle's plane: the cheapest certificate. */
function staysOnOneSide(sphere: Float64Array, corners: Float64Array, at: number, distance: number): boolean {
  const ux = corners[at + 3] - corners[at];
  const uy = corners[at + 4] - corners[at + 1];
  const uz = corners[at + 5] - corners[at + 2];
  const vx = corners[at + 6] - corners[at];
  const vy = corners[at + 7] - corners[at + 1];
  const vz = corners[at + 8] - corners[at + 2];
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const square = nx * nx + ny * ny + nz * nz;
  if (!(square > UNDERFLOW)) return false; // too small for its root to give a unit vector
  const length = Math.sqrt(square);
  const x = nx / length;
  const y = ny / length;
  const z = nz / length;
  // Any unit vector will do, as long as all three corners are tested.
  const p = x * corners[at] + y * corners[at + 1] + z * corners[at + 2];
  const q = x * corners[at + 3] + y * corners[at + 4] + z * corners[at + 5];
  const r = x * corners[at + 6] + y * corners[at + 7] + z * corners[at + 8];
  const start = x * sphere[0] + y * sphere[1] + z * sphere[2];
  const end = start + x * sphere[3] + y * sphere[4] + z * sphere[5];
  const low = start < end ? start : end;
  const high = start < end ? end : start;
  const least = p < q ? (p < r ? p : r) : q < r ? q : r;
  const most = p > q ? (p > r ? p : r) : q > r ? q : r;
  return low - most > distance || least - high > distance;
}

/** Writes the closest points of the path and the triangle to `nearest`. */
function closestPoints(sphere: Float64Array, corners: Float64Array, at: number): void {
  if (sphere[3] !== 0 || sphere[4] !== 0 || sphere[5] !== 0) {
    closestSegmentTriangle(sphere, corners, at, nearest);
    return;
  }
  nearestOnTriangle(sphere, 0, corners, at);
  for (let k = 0; k < 3; k++) {
    nearest[k] = sphere[k];
    nearest[3 + k] = onTriangle[ON_POINT + k];
  }
}

function reachOf(sphere: Float64Array, corners: Float64Array, at: number): number {
  let reach = 0;
  for (let i = 0; i < 6; i++) reach += Math.abs(sphere[i]);
  for (let i = 0; i < 9; i++) reach += Math.abs(corners[at + i]);
  return reach;
}

/**
 * The first time in 0 … 1 at which the centre of a ball is a radius away from the triangle; the ball must meet the
 * triangle, but not at the start. It is the earliest of the times for the plane, the edges and the corners. If a ball
 * grazes, or one with little or no radius moves in the triangle's plane, rounding can lose that time; and if the radius is below
 * the last place of an edge, the time can be that of a point outside the triangle. Then bisection of the path finds the first contact.
 */
export function sweptSphereTime(sphere: Float64Array, corners: Float64Array, at: number): number {
  // relative to the ball's start, so that the distance of both from the origin does not matter
  for (let i = 0; i < 9; i++) seen[i] = corners[at + i] - sphere[i % 3];
  for (let k = 3; k < SWEPT_SPHERE; k++) atZero[k] = sphere[k];
  // Times do not depend on the scale, and products of four tiny lengths would underflow.
  const scale = magnification(reachOf(atZero, seen, 0) + sphere[6]);
  for (let i = 0; i < 9; i++) seen[i] *= scale;
  for (let k = 3; k < SWEPT_SPHERE; k++) atZero[k] *= scale;
  const plane = planeOf(seen);
  let first = planeTime(atZero, seen, plane);
  for (let i = 0; i < 9; i += 3) {
    first = Math.min(first, cornerTime(atZero, seen, i));
    first = Math.min(first, edgeTime(atZero, seen, i, (i + 3) % 9));
  }
  let apart = 0;
  let met = 1;
  if (first <= 1) {
    // Rounding affects a thick ball no more than rounding its radius would, unless the triangle's plane is badly determined.
    const isSure = atZero[6] > THICK * reachOf(atZero, seen, 0) && plane.sine >= SLIVER;
    if (isSure) return first;
    const later = Math.min(1, first * (1 + NEARLY) + 2 ** -HALVINGS);
    if (sweptSphereMeetsTriangle(sphere, corners, at, first * (1 - NEARLY))) met = first;
    else if (sweptSphereMeetsTriangle(sphere, corners, at, later)) return first;
    else apart = first;
  }
  for (let step = 0; step < HALVINGS; step++) {
    const middle = (apart + met) / 2;
    if (sweptSphereMeetsTriangle(sphere, corners, at, middle)) met = middle;
    else apart = middle;
  }
  return met;
}

/** A time found is wrong if the first contact is earlier or later by more than this share. */
const NEARLY = 2 ** -30;
const HALVINGS = 50;
const THICK = 2 ** -20;
/** Below this sine the error of a normal may exceed 2^-47: rounding takes 2^-51 of the product of both edges. */
const SLIVER = 1 / 16;
const atZero = new Float64Array(SWEPT_SPHERE);
const seen = new Float64Array(9);

const point = new Float64Array(3);

interface Plane {
  normal: Readonly<Vector>;
  /** The length of the normal. */
  length: number;
  /** The sine of the angle at the first corner, whose two edges span the normal. */
  sine: number;
}

function planeOf(corners: Float64Array): Plane {
  const u = difference(corners, 3, corners, 0);
  const v = difference(corners, 6, corners, 0);
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
  const length = lengthOf(normal);
  return { normal, length, sine: length > 0 ? length / (lengthOf(u) * lengthOf(v)) : 0 };
}

/** The time at which the centre is a radius away from the plane, if its foot then lies in the triangle. */
function planeTime(sphere: Float64Array, corners: Float64Array, { normal: n, length }: Plane): number {
  if (!(length > 0)) return Infinity;
  const [wx, wy, wz] = difference(sphere, 0, corners, 0);
  const height = (wx * n[0] + wy * n[1] + wz * n[2]) / length;
  const speed = (sphere[3] * n[0] + sphere[4] * n[1] + sphere[5] * n[2]) / length;
  const radius = sphere[6];
  const t = ((height > 0 ? radius : -radius) - height) / speed;
  if (!(t >= 0 && t <= 1)) return Infinity;
  for (let k = 0; k < 3; k++) point[k] = sphere[k] + t * sphere[3 + k];
  nearestOnTriangle(point, 0, corners, 0);
  const gap = Math.sqrt(onTriangle[ON_SQUARE]);
  return gap <= radius + ROUNDING * (reachOf(sphere, corners, 0) + radius) ? t : Infinity;
}

function cornerTime(sphere: Float64Array, corners: Float64Array, corner: number): number {
  const [wx, wy, wz] = difference(sphere, 0, corners, corner);
  return firstTime(wx, wy, wz, sphere[3], sphere[4], sphere[5], sphere[6]);
}

/** The time at which the centre enters the cylinder around an edge, if its foot then lies between the ends. */
function edgeTime(sphere: Float64Array, corners: Float64Array, from: number, to: number): number {
  const [ex, ey, ez] = difference(corners, to, corners, from);
  const [wx, wy, wz] = difference(sphere, 0, corners, from);
  const [dx, dy, dz] = [sphere[3], sphere[4], sphere[5]];
  const ee = ex * ex + ey * ey + ez * ez;
  const we = (wx * ex + wy * ey + wz * ez) / ee;
  const de = (dx * ex + dy * ey + dz * ez) / ee;
  // components of position and motion perpendicular to the edge
  const [ax, ay, az] = [wx - we * ex, wy - we * ey, wz - we * ez];
  const [bx, by, bz] = [dx - de * ex, dy - de * ey, dz - de * ez];
  const t = firstTime(ax, ay, az, bx, by, bz, sphere[6]);
  const s = we + t * de;
  return s >= 0 && s <= 1 ? t : Infinity;
}

/**
 * The time at which the point w + t · d, coming from outside, is first within the radius of the origin: the time of the
 * closest approach minus half the chord. The distance h of that approach comes from a cross product, so r² − h² keeps its
 * digits for a small radius, where the discriminant of the quadratic equation has none left.
 */
function firstTime(
  wx: number,
  wy: number,
  wz: number,
  dx: number,
  dy: number,
  dz: number,
  radius: number,
): number {
  const dd = dx * dx + dy * dy + dz * dz;
  const along = wx * dx + wy * dy + wz * dz;
  const height = hypot(wy * dz - wz * dy, wz * dx - wx * dz, wx * dy - wy * dx) / Math.sqrt(dd);
  if (!(along < 0 && height <= radius)) return Infinity;
  const chord = Math.sqrt((radius - height) * (radius + height));
  const t = -along / dd - chord / Math.sqrt(dd);
  return t <= 1 ? Math.max(0, t) : Infinity;
}

function difference(a: Float64Array, i: number, b: Float64Array, j: number): Vector {
  return [a[i] - b[j], a[i + 1] - b[j + 1], a[i + 2] - b[j + 2]];
}
