// Twin: geometry/convex/simplex.ts. A corner is a number from 0 to 3.
import { faceNormal } from "./convex-faces";
import {
  BEST_TRIAL, NEAREST, NORMAL, SIMPLEX_A, SIMPLEX_B, SIMPLEX_COUNT, SIMPLEX_POINTS, SIMPLEX_SHARES, TRIAL,
} from "../convex-memory-map";

const UNSURE: f64 = 1.0 / 562949953421312.0; // 2^-49
const SQUARED = 24;
const SHARES = 32;
const TRIAL_BYTES = 64;

@inline function pointOf(corner: i32): i32 { return SIMPLEX_POINTS + 24 * corner; }

/** Finds the nearest point and drops the corners it does not need; true if the origin lies inside a tetrahedron. */
export function reduceSimplex(): bool {
  const count = load<i32>(SIMPLEX_COUNT);
  store<f64>(BEST_TRIAL, Infinity, SQUARED);
  if (count == 4) {
    if (nearestOfTetrahedron()) {
      memory.fill(NEAREST, 0, 24);
      return true;
    }
  } else if (count == 3) nearestOfTriangle(0, 1, 2);
  else if (count == 2) nearestOfSegment(0, 1);
  else nearestOfCorner(0);
  if (count < 4) keepBetter();
  keepUsed();
  return false;
}

function nearestOfTetrahedron(): bool {
  let inside = true;
  for (let opposite = 0; opposite < 4; opposite++) {
    const i = opposite == 0 ? 1 : 0;
    const j = opposite <= 1 ? 2 : 1;
    const k = opposite == 3 ? 2 : 3;
    if (!originBeyond(pointOf(i), pointOf(j), pointOf(k), pointOf(opposite))) continue;
    inside = false;
    nearestOfTriangle(i, j, k);
    keepBetter();
  }
  return inside;
}

function originBeyond(i: i32, j: i32, k: i32, opposite: i32): bool {
  const ax = load<f64>(i), ay = load<f64>(i, 8), az = load<f64>(i, 16);
  const ux = load<f64>(j) - ax, uy = load<f64>(j, 8) - ay, uz = load<f64>(j, 16) - az;
  const vx = load<f64>(k) - ax, vy = load<f64>(k, 8) - ay, vz = load<f64>(k, 16) - az;
  const wx = load<f64>(opposite) - ax, wy = load<f64>(opposite, 8) - ay, wz = load<f64>(opposite, 16) - az;
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
  if (Math.abs(fourth) <= fourthNoise || Math.abs(origin) <= originNoise) return true;
  return fourth > 0 ? origin < 0 : origin > 0;
}

function nearestOfTriangle(i: i32, j: i32, k: i32): void {
  const a = pointOf(i), b = pointOf(j), c = pointOf(k);
  const ax = load<f64>(a), ay = load<f64>(a, 8), az = load<f64>(a, 16);
  faceNormal(a, b, c, NORMAL);
  const nx = load<f64>(NORMAL), ny = load<f64>(NORMAL, 8), nz = load<f64>(NORMAL, 16);
  const along = nx * ax + ny * ay + nz * az;
  const fx = along * nx, fy = along * ny, fz = along * nz;
  const px = ax - fx, py = ay - fy, pz = az - fz;
  const qx = load<f64>(b) - fx, qy = load<f64>(b, 8) - fy, qz = load<f64>(b, 16) - fz;
  const rx = load<f64>(c) - fx, ry = load<f64>(c, 8) - fy, rz = load<f64>(c, 16) - fz;
  const shareA = nx * (qy * rz - qz * ry) + ny * (qz * rx - qx * rz) + nz * (qx * ry - qy * rx);
  const shareB = nx * (ry * pz - rz * py) + ny * (rz * px - rx * pz) + nz * (rx * py - ry * px);
  const shareC = nx * (py * qz - pz * qy) + ny * (pz * qx - px * qz) + nz * (px * qy - py * qx);
  if (shareA > 0 && shareB > 0 && shareC > 0) {
    const sum = shareA + shareB + shareC;
    clearShares();
    setShare(i, shareA / sum);
    setShare(j, shareB / sum);
    setShare(k, shareC / sum);
    setTrial(fx, fy, fz);
    return;
  }
  nearestOfSegment(i, j);
  keepBetter();
  nearestOfSegment(j, k);
  keepBetter();
  nearestOfSegment(k, i);
}

function nearestOfSegment(i: i32, j: i32): void {
  const a = pointOf(i), b = pointOf(j);
  const ax = load<f64>(a), ay = load<f64>(a, 8), az = load<f64>(a, 16);
  const ux = load<f64>(b) - ax, uy = load<f64>(b, 8) - ay, uz = load<f64>(b, 16) - az;
  const along = -(ux * ax + uy * ay + uz * az);
  const length = ux * ux + uy * uy + uz * uz;
  if (along <= 0 || length == 0) nearestOfCorner(i);
  else if (along >= length) nearestOfCorner(j);
  else {
    const t = along / length;
    clearShares();
    setShare(i, 1 - t);
    setShare(j, t);
    const x = ax + t * ux, y = ay + t * uy, z = az + t * uz;
    const rest = (x * ux + y * uy + z * uz) / length;
    setTrial(x - rest * ux, y - rest * uy, z - rest * uz);
  }
}

function nearestOfCorner(i: i32): void {
  const a = pointOf(i);
  clearShares();
  setShare(i, 1);
  setTrial(load<f64>(a), load<f64>(a, 8), load<f64>(a, 16));
}

@inline function clearShares(): void { memory.fill(TRIAL + SHARES, 0, 32); }
@inline function setShare(corner: i32, share: f64): void { store<f64>(TRIAL + SHARES + (corner << 3), share); }

function setTrial(x: f64, y: f64, z: f64): void {
  store<f64>(TRIAL, x);
  store<f64>(TRIAL, y, 8);
  store<f64>(TRIAL, z, 16);
  store<f64>(TRIAL, x * x + y * y + z * z, SQUARED);
}

function keepBetter(): void {
  if (load<f64>(TRIAL, SQUARED) < load<f64>(BEST_TRIAL, SQUARED)) memory.copy(BEST_TRIAL, TRIAL, TRIAL_BYTES);
}

function keepUsed(): void {
  const count = load<i32>(SIMPLEX_COUNT);
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const share = load<f64>(BEST_TRIAL + SHARES + (i << 3));
    if (share == 0) continue;
    memory.copy(pointOf(kept), pointOf(i), 24);
    store<i32>(SIMPLEX_A + (kept << 2), load<i32>(SIMPLEX_A + (i << 2)));
    store<i32>(SIMPLEX_B + (kept << 2), load<i32>(SIMPLEX_B + (i << 2)));
    store<f64>(SIMPLEX_SHARES + (kept << 3), share);
    kept++;
  }
  store<i32>(SIMPLEX_COUNT, kept);
  memory.copy(NEAREST, BEST_TRIAL, 24);
}
