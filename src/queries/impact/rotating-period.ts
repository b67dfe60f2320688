import { poseAt, type RigidMotion } from "../../geometry/rigid-motion.ts";
import { findGap, GAP_SQUARE, gap } from "../../geometry/sweep/triangle-gap.ts";
import type * as Layout from "../../trees/layout.ts";
import type { AabbTree } from "../../trees/layout.ts";

// Two moving meshes during one period of time, short or long. A point that turns leaves the straight line between its
// places at both ends, by a little and square to the axis; so what a fixed direction separates at both ends by more
// than that, its slack, it separates throughout.

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const AABB_MIN = 0 satisfies typeof Layout.AABB_MIN;
const AABB_MAX = 3 satisfies typeof Layout.AABB_MAX;

/** One of the two meshes, with bounds on its motion. */
export interface RotatingMesh {
  readonly tree: AabbTree;
  readonly motion: RigidMotion;
  /** How far a point of it can go from time 0 to time 1. */
  readonly speed: number;
  /** The second derivative of a point's way. */
  readonly curvature: number;
  /** What a length in the mesh's own space is at most in the world. */
  readonly scale: number;
  /** How far rounding can move a point. */
  readonly rounding: number;
}

// pose: columns of the linear part (9), translation (3); one for each end of the period
const POSE = 12;
const posesA = new Float64Array(2 * POSE);
const posesB = new Float64Array(2 * POSE);

// direction, seen from both meshes at both ends: at the start a's (3), b's (3), offset (1), slack (1); the same at the end
const DIRECTION = 16;
const END = 8;
const DIRECTIONS = 6; // the face normals of a's and of b's boxes in the middle of the period
const directions = new Float64Array(DIRECTION * DIRECTIONS);

const middle = new Float64Array(POSE);
const normal = new Float64Array(3);
const triangles = new Float64Array(36); // a at the start, b at the start, a at the end, b at the end
const bounds = new Float64Array(16);
const BEND_A = 0; // how far a point of a can leave its straight line
const BEND_B = 1;
const ROUNDING = 2; // how far rounding can move a point of a and one of b, together
const TRAVEL = 3; // how far a point of a and one of b can go, together
/** A sine rounded, and a direction not quite of unit length. */
const SINE_ERROR = 2 ** -48;

/** How far apart the ends of a point's way can be, for both meshes together. */
export function periodTravel(): number {
  return bounds[TRAVEL]!;
}

export function beginPeriod(a: RotatingMesh, b: RotatingMesh, start: number, end: number): void {
  poseAt(a.motion, start, posesA, 0);
  poseAt(a.motion, end, posesA, POSE);
  poseAt(b.motion, start, posesB, 0);
  poseAt(b.motion, end, posesB, POSE);
  const length = end - start;
  bounds[BEND_A] = (length * length * a.curvature) / 8;
  bounds[BEND_B] = (length * length * b.curvature) / 8;
  bounds[ROUNDING] = 2 * (a.rounding + b.rounding);
  bounds[TRAVEL] = length * (a.speed + b.speed);
  poseAt(a.motion, (start + end) / 2, middle, 0);
  for (let k = 0; k < 3; k++) setDirection(a, b, k, k);
  poseAt(b.motion, (start + end) / 2, middle, 0);
  for (let k = 0; k < 3; k++) setDirection(a, b, 3 + k, k);
}

/** The normal of face k of a box in the pose `middle`, as direction d. */
function setDirection(a: RotatingMesh, b: RotatingMesh, d: number, k: number): void {
  const u = 3 * ((k + 1) % 3);
  const v = 3 * ((k + 2) % 3);
  const x = middle[u + 1]! * middle[v + 2]! - middle[u + 2]! * middle[v + 1]!;
  const y = middle[u + 2]! * middle[v]! - middle[u]! * middle[v + 2]!;
  const z = middle[u]! * middle[v + 1]! - middle[u + 1]! * middle[v]!;
  const length = Math.hypot(x, y, z);
  normal[0] = x / length;
  normal[1] = y / length;
  normal[2] = z / length;
  for (let end = 0; end < 2; end++) {
    const at = DIRECTION * d + END * end;
    const offsetA = setSide(posesA, POSE * end, a.tree.origin, at);
    const offsetB = setSide(posesB, POSE * end, b.tree.origin, at + 3);
    directions[at + 6] = offsetB - offsetA;
    directions[at + 7] = slackAlong(a, b, normal[0]!, normal[1]!, normal[2]!);
  }
}

/** How far points of a and b together can leave their straight lines in a direction of unit length. */
function slackAlong(a: RotatingMesh, b: RotatingMesh, x: number, y: number, z: number): number {
  return (
    bounds[BEND_A]! * sineTo(a.motion.axis, x, y, z) +
    bounds[BEND_B]! * sineTo(b.motion.axis, x, y, z) +
    bounds[ROUNDING]!
  );
}

/** The sine of the angle between an axis and a direction, not too small. */
function sineTo(axis: Float64Array, x: number, y: number, z: number): number {
  const u = y * axis[2]! - z * axis[1]!;
  const v = z * axis[0]! - x * axis[2]!;
  const w = x * axis[1]! - y * axis[0]!;
  return Math.sqrt(u * u + v * v + w * w) + SINE_ERROR;
}

/** Writes the normal as a mesh sees it; returns how far along it the origin of the mesh's boxes is. */
function setSide(poses: Float64Array, pose: number, origin: Float64Array, at: number): number {
  let offset = 0;
  for (let axis = 0; axis < 3; axis++) {
    const column = pose + 3 * axis;
    const value =
      normal[0]! * poses[column]! + normal[1]! * poses[column + 1]! + normal[2]! * poses[column + 2]!;
    directions[at + axis] = value;
    offset += value * origin[axis]! + normal[axis]! * poses[pose + 9 + axis]!;
  }
  return offset;
}

/** Whether the boxes at a[i] and b[j] are apart throughout the period. */
export function boxesStayApart(a: Float32Array, i: number, b: Float32Array, j: number): boolean {
  // doubled: min + max, max − min
  // biome-ignore format: vectors read in rows
  const ax = a[i + AABB_MIN]! + a[i + AABB_MAX]!, ay = a[i + 1]! + a[i + 4]!, az = a[i + 2]! + a[i + 5]!,
    hx = a[i + AABB_MAX]! - a[i + AABB_MIN]!, hy = a[i + 4]! - a[i + 1]!, hz = a[i + 5]! - a[i + 2]!,
    bx = b[j + AABB_MIN]! + b[j + AABB_MAX]!, by = b[j + 1]! + b[j + 4]!, bz = b[j + 2]! + b[j + 5]!,
    kx = b[j + AABB_MAX]! - b[j + AABB_MIN]!, ky = b[j + 4]! - b[j + 1]!, kz = b[j + 5]! - b[j + 2]!;
  for (let d = 0; d < DIRECTION * DIRECTIONS; d += DIRECTION) {
    const slack = 2 * directions[d + 7]!;
    let side = 0;
    for (let at = d; at < d + DIRECTION; at += END) {
      // biome-ignore format: vectors read in rows
      const px = directions[at]!, py = directions[at + 1]!, pz = directions[at + 2]!,
        qx = directions[at + 3]!, qy = directions[at + 4]!, qz = directions[at + 5]!,
        centres = qx * bx + qy * by + qz * bz - (px * ax + py * ay + pz * az) + 2 * directions[at + 6]!,
        extents = Math.abs(px) * hx + Math.abs(py) * hy + Math.abs(pz) * hz +
          Math.abs(qx) * kx + Math.abs(qy) * ky + Math.abs(qz) * kz + slack;
      if (centres > extents) side++;
      else if (centres < -extents) side--;
      else break;
    }
    if (side === 2 || side === -2) return true;
  }
  return false;
}

/** Apart throughout the period, perhaps not, or nearer to each other than a tolerance at its start. */
export const APART = 0;
export const UNCERTAIN = 1;
export const NEAR = 2;

/** Compares the triangles in two slots, which are apart at the start of the period. */
export function compareTriangles(
  a: RotatingMesh,
  slotA: number,
  b: RotatingMesh,
  slotB: number,
  tolerance: number,
): number {
  loadTriangle(a.tree, slotA, posesA, 0);
  loadTriangle(b.tree, slotB, posesB, 9);
  // The normals, which cost little, before the nearest points.
  setGapAlongNormal(0);
  if (gapStaysOpen(a, b)) return APART;
  setGapAlongNormal(9);
  if (gapStaysOpen(a, b)) return APART;
  findGap(triangles, 0, triangles, 9);
  if (gap[GAP_SQUARE]! <= tolerance * tolerance) return NEAR;
  if (gapStaysOpen(a, b)) return APART;
  findGap(triangles, 18, triangles, 27);
  return gapStaysOpen(a, b) ? APART : UNCERTAIN;
}

function loadTriangle({ mesh, corners }: AabbTree, slot: number, poses: Float64Array, at: number): void {
  const { positions } = mesh;
  for (let k = 0; k < 3; k++) {
    const v = 3 * corners[3 * slot + k]!;
    const x = positions[v]!;
    const y = positions[v + 1]!;
    const z = positions[v + 2]!;
    for (let row = 0; row < 3; row++) {
      const to = at + 3 * k + row;
      triangles[to] = poses[row]! * x + poses[3 + row]! * y + poses[6 + row]! * z + poses[9 + row]!;
      triangles[to + 18] =
        poses[POSE + row]! * x +
        poses[POSE + 3 + row]! * y +
        poses[POSE + 6 + row]! * z +
        poses[POSE + 9 + row]!;
    }
  }
}

/** Makes the normal of the triangle at triangles[i] the direction of `gap`, towards b. */
function setGapAlongNormal(i: number): void {
  // biome-ignore format: vectors read in rows
  const x = triangles[i]!, y = triangles[i + 1]!, z = triangles[i + 2]!,
    ux = triangles[i + 3]! - x, uy = triangles[i + 4]! - y, uz = triangles[i + 5]! - z,
    vx = triangles[i + 6]! - x, vy = triangles[i + 7]! - y, vz = triangles[i + 8]! - z,
    nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx,
    height = nx * (triangles[9]! - triangles[0]!) +
      ny * (triangles[10]! - triangles[1]!) +
      nz * (triangles[11]! - triangles[2]!),
    sign = height < 0 ? -1 : 1;
  gap[0] = sign * nx;
  gap[1] = sign * ny;
  gap[2] = sign * nz;
  gap[GAP_SQUARE] = nx * nx + ny * ny + nz * nz;
}

/** Whether the direction of `gap` separates the two triangles at both ends by more than the slack. */
function gapStaysOpen(a: RotatingMesh, b: RotatingMesh): boolean {
  const length = Math.sqrt(gap[GAP_SQUARE]!);
  const slack = length * slackAlong(a, b, gap[0]! / length, gap[1]! / length, gap[2]! / length);
  for (let end = 0; end < 36; end += 18) {
    let highest = -Infinity;
    let lowest = Infinity;
    for (let i = end; i < end + 9; i += 3) {
      const heightA = gap[0]! * triangles[i]! + gap[1]! * triangles[i + 1]! + gap[2]! * triangles[i + 2]!;
      const heightB =
        gap[0]! * triangles[i + 9]! + gap[1]! * triangles[i + 10]! + gap[2]! * triangles[i + 11]!;
      if (heightA > highest) highest = heightA;
      if (heightB < lowest) lowest = heightB;
    }
    if (!(lowest - highest > slack)) return false;
  }
  return true;
}
