import { poseAt } from "../../geometry/rigid-motion.ts";
import { findGap, GAP_SQUARE, gap } from "../../geometry/sweep/triangle-gap.ts";
import { hypot } from "../../numerics/portable-math.ts";
import { AABB_MAX, AABB_MIN, AABB_SIZE } from "../../trees/layout.ts";
import { type MovingMesh, placeVertex } from "./moving-mesh.ts";
import type { PeriodMesh } from "./period-mesh.ts";

// Two moving meshes during one period of time, short or long. A rotating point leaves the straight line between its positions at both ends
// only slightly, and perpendicular to the axis. If a fixed direction separates the meshes at both ends by more than that slack, it
// separates them throughout.

// pose: columns of the linear part (9), translation (3); one for each end of the period
const POSE = 12;
const posesA = new Float64Array(2 * POSE);
const posesB = new Float64Array(2 * POSE);

// direction, seen from both meshes at both ends: at the start a's (3), b's (3), offset (1), slack (1); then the eight numbers at the end
const DIRECTION = 16;
const END = 8;
const DIRECTIONS = 6; // the face normals of a's and of b's boxes in the middle of the period
const directions = new Float64Array(DIRECTION * DIRECTIONS);

// box, doubled: min + max (3), max − min (3); a at the start, b at the start, a at the end, b at the end
const BOX = 6;
const AT_END = 2 * BOX;
const boxes = new Float64Array(4 * BOX);

const middle = new Float64Array(POSE);
const normal = new Float64Array(3);
const triangles = new Float64Array(36); // a at the start, b at the start, a at the end, b at the end
const vertexEnds = new Float64Array(6); // a vertex at time 0, at time 1
const bounds = new Float64Array(16);
const BEND_A = 0; // the farthest that a point of a can leave its straight line
const BEND_B = 1;
const ROUNDING = 2; // how far rounding can move a point of a plus a point of b
const TRAVEL = 3; // how far a point of a plus a point of b can travel
const START_TIME = 4; // of the period
const END_TIME = 5;
/** Covers a rounded sine and a direction whose length is not quite 1. */
const SINE_ERROR = 2 ** -48;

/** The largest distance between the ends of a point's path, for both meshes together. */
export function periodTravel(): number {
  return bounds[TRAVEL];
}

export function beginPeriod(a: PeriodMesh, b: PeriodMesh, start: number, end: number): void {
  poseAt(a.motion, start, posesA, 0);
  poseAt(a.motion, end, posesA, POSE);
  poseAt(b.motion, start, posesB, 0);
  poseAt(b.motion, end, posesB, POSE);
  const length = end - start;
  bounds[BEND_A] = (length * length * a.curvature) / 8;
  bounds[BEND_B] = (length * length * b.curvature) / 8;
  bounds[ROUNDING] = 2 * (a.rounding + b.rounding);
  bounds[TRAVEL] = length * (a.speed + b.speed);
  bounds[START_TIME] = start;
  bounds[END_TIME] = end;
  poseAt(a.motion, (start + end) / 2, middle, 0);
  for (let k = 0; k < 3; k++) setDirection(a, b, k, k);
  poseAt(b.motion, (start + end) / 2, middle, 0);
  for (let k = 0; k < 3; k++) setDirection(a, b, 3 + k, k);
}

/** Sets direction d to the normal of face k of a box at the pose `middle`. */
function setDirection(a: PeriodMesh, b: PeriodMesh, d: number, k: number): void {
  const u = 3 * ((k + 1) % 3);
  const v = 3 * ((k + 2) % 3);
  const x = middle[u + 1] * middle[v + 2] - middle[u + 2] * middle[v + 1];
  const y = middle[u + 2] * middle[v] - middle[u] * middle[v + 2];
  const z = middle[u] * middle[v + 1] - middle[u + 1] * middle[v];
  const length = hypot(x, y, z);
  normal[0] = x / length;
  normal[1] = y / length;
  normal[2] = z / length;
  for (let end = 0; end < 2; end++) {
    const at = DIRECTION * d + END * end;
    const offsetA = setSide(posesA, POSE * end, a.origin, at);
    const offsetB = setSide(posesB, POSE * end, b.origin, at + 3);
    directions[at + 6] = offsetB - offsetA;
    directions[at + 7] = slackAlong(a, b, normal[0], normal[1], normal[2]);
  }
}

/** How far points of a and b together can leave their straight lines along a unit direction. */
function slackAlong(a: PeriodMesh, b: PeriodMesh, x: number, y: number, z: number): number {
  return (
    bounds[BEND_A] * sineTo(a.motion.axis, x, y, z) +
    bounds[BEND_B] * sineTo(b.motion.axis, x, y, z) +
    bounds[ROUNDING]
  );
}

/** The sine of the angle between an axis and a direction, rounded up. */
function sineTo(axis: Float64Array, x: number, y: number, z: number): number {
  const u = y * axis[2] - z * axis[1];
  const v = z * axis[0] - x * axis[2];
  const w = x * axis[1] - y * axis[0];
  return Math.sqrt(u * u + v * v + w * w) + SINE_ERROR;
}

/** Writes the normal in a mesh's own space; returns the offset of the origin of the mesh's boxes along it. */
function setSide(poses: Float64Array, pose: number, origin: Float64Array, at: number): number {
  let offset = 0;
  for (let axis = 0; axis < 3; axis++) {
    const column = pose + 3 * axis;
    const value = normal[0] * poses[column] + normal[1] * poses[column + 1] + normal[2] * poses[column + 2];
    directions[at + axis] = value;
    offset += value * origin[axis] + normal[axis] * poses[pose + 9 + axis];
  }
  return offset;
}

/** The size of an inner node at the start of the period. */
export function nodeSize({ startNodes, endNodes, scale }: PeriodMesh, at: number): number {
  const size = startNodes[at + AABB_SIZE];
  return scale * (size + bounds[START_TIME] * (endNodes[at + AABB_SIZE] - size));
}

/** Whether the boxes of the nodes at i of a and j of b are apart throughout the period. */
export function boxesStayApart(a: PeriodMesh, i: number, b: PeriodMesh, j: number): boolean {
  loadBox(a, i, 0);
  loadBox(b, j, BOX);
  for (let d = 0; d < DIRECTION * DIRECTIONS; d += DIRECTION) {
    const slack = 2 * directions[d + 7];
    let side = 0;
    for (let at = d, p = 0; p < 4 * BOX; at += END, p += AT_END) {
      // biome-ignore format: vectors read in rows
      const px = directions[at], py = directions[at + 1], pz = directions[at + 2],
        qx = directions[at + 3], qy = directions[at + 4], qz = directions[at + 5],
        centres = qx * boxes[p + 6] + qy * boxes[p + 7] + qz * boxes[p + 8] -
          (px * boxes[p] + py * boxes[p + 1] + pz * boxes[p + 2]) + 2 * directions[at + 6],
        extents = Math.abs(px) * boxes[p + 3] + Math.abs(py) * boxes[p + 4] + Math.abs(pz) * boxes[p + 5] +
          Math.abs(qx) * boxes[p + 9] + Math.abs(qy) * boxes[p + 10] + Math.abs(qz) * boxes[p + 11] + slack;
      if (centres > extents) side++;
      else if (centres < -extents) side--;
      else break;
    }
    if (side === 2 || side === -2) return true;
  }
  return false;
}

/** Writes the box of a node at both ends of the period. Straight paths from one box to the other stay in the interpolated boxes. */
function loadBox({ paths, startNodes, endNodes }: PeriodMesh, node: number, at: number): void {
  if (paths === null) {
    copyBox(startNodes, node, at);
    copyBox(startNodes, node, at + AT_END);
  } else {
    mixBoxes(startNodes, endNodes, node, START_TIME, at);
    mixBoxes(startNodes, endNodes, node, END_TIME, at + AT_END);
  }
}

function copyBox(nodes: Float32Array, node: number, to: number): void {
  // biome-ignore format: vectors read in rows
  const minX = nodes[node + AABB_MIN], minY = nodes[node + AABB_MIN + 1], minZ = nodes[node + AABB_MIN + 2],
    maxX = nodes[node + AABB_MAX], maxY = nodes[node + AABB_MAX + 1], maxZ = nodes[node + AABB_MAX + 2];
  boxes[to] = minX + maxX;
  boxes[to + 1] = minY + maxY;
  boxes[to + 2] = minZ + maxZ;
  boxes[to + 3] = maxX - minX;
  boxes[to + 4] = maxY - minY;
  boxes[to + 5] = maxZ - minZ;
}

/** The box interpolated between time 0 and time 1; `time` is the index of the time in `bounds`. */
function mixBoxes(start: Float32Array, end: Float32Array, node: number, time: number, to: number): void {
  const t = bounds[time];
  for (let axis = 0; axis < 3; axis++) {
    const min = start[node + AABB_MIN + axis];
    const max = start[node + AABB_MAX + axis];
    const mixedMin = min + t * (end[node + AABB_MIN + axis] - min);
    const mixedMax = max + t * (end[node + AABB_MAX + axis] - max);
    boxes[to + axis] = mixedMin + mixedMax;
    boxes[to + 3 + axis] = mixedMax - mixedMin;
  }
}

/** Apart throughout the period, uncertain, or closer than the tolerance at its start. */
export const APART = 0;
const UNCERTAIN = 1;
export const NEAR = 2;

/** Compares the triangles in two slots, which are apart at the start of the period. */
export function compareTriangles(
  a: PeriodMesh,
  slotA: number,
  b: PeriodMesh,
  slotB: number,
  tolerance: number,
): number {
  loadTriangle(a, slotA, posesA, 0);
  loadTriangle(b, slotB, posesB, 9);
  // Normals are cheap, so they are tried before the nearest points.
  setGapAlongNormal(0);
  if (gapStaysOpen(a, b)) return APART;
  setGapAlongNormal(9);
  if (gapStaysOpen(a, b)) return APART;
  findGap(triangles, 0, triangles, 9);
  if (gap[GAP_SQUARE] <= tolerance * tolerance) return NEAR;
  if (gapStaysOpen(a, b)) return APART;
  findGap(triangles, 18, triangles, 27);
  return gapStaysOpen(a, b) ? APART : UNCERTAIN;
}

function loadTriangle(mesh: PeriodMesh, slot: number, poses: Float64Array, at: number): void {
  const { corners } = mesh.tree;
  for (let k = 0; k < 3; k++) {
    const to = at + 3 * k;
    if (mesh.paths === null) loadCorner(mesh, corners[3 * slot + k], poses, to);
    else loadPath(mesh.paths, corners[3 * slot + k], to);
  }
}

/** A vertex that moves with its mesh, at both ends of the period. */
function loadCorner({ tree }: PeriodMesh, vertex: number, poses: Float64Array, at: number): void {
  const { positions } = tree.mesh;
  const x = positions[3 * vertex];
  const y = positions[3 * vertex + 1];
  const z = positions[3 * vertex + 2];
  for (let row = 0; row < 3; row++) {
    const to = at + row;
    triangles[to] = poses[row] * x + poses[3 + row] * y + poses[6 + row] * z + poses[9 + row];
    triangles[to + 18] =
      poses[POSE + row] * x + poses[POSE + 3 + row] * y + poses[POSE + 6 + row] * z + poses[POSE + 9 + row];
  }
}

/** A vertex on its own straight path, at both ends of the period. */
function loadPath({ start, end, from, to }: MovingMesh, vertex: number, at: number): void {
  placeVertex(start, vertex, from, vertexEnds, 0);
  placeVertex(end, vertex, to, vertexEnds, 3);
  for (let row = 0; row < 3; row++) {
    const travel = vertexEnds[3 + row] - vertexEnds[row];
    triangles[at + row] = vertexEnds[row] + bounds[START_TIME] * travel;
    triangles[at + 18 + row] = vertexEnds[row] + bounds[END_TIME] * travel;
  }
}

/** Makes the normal of the triangle at triangles[i] the direction of `gap`, towards b. */
function setGapAlongNormal(i: number): void {
  // biome-ignore format: vectors read in rows
  const x = triangles[i], y = triangles[i + 1], z = triangles[i + 2],
    ux = triangles[i + 3] - x, uy = triangles[i + 4] - y, uz = triangles[i + 5] - z,
    vx = triangles[i + 6] - x, vy = triangles[i + 7] - y, vz = triangles[i + 8] - z,
    nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx,
    height = nx * (triangles[9] - triangles[0]) +
      ny * (triangles[10] - triangles[1]) +
      nz * (triangles[11] - triangles[2]),
    sign = height < 0 ? -1 : 1;
  gap[0] = sign * nx;
  gap[1] = sign * ny;
  gap[2] = sign * nz;
  gap[GAP_SQUARE] = nx * nx + ny * ny + nz * nz;
}

/** Whether the direction of `gap` separates the two triangles at both ends by more than the slack. */
function gapStaysOpen(a: PeriodMesh, b: PeriodMesh): boolean {
  const length = Math.sqrt(gap[GAP_SQUARE]);
  const slack = length * slackAlong(a, b, gap[0] / length, gap[1] / length, gap[2] / length);
  for (let end = 0; end < 36; end += 18) {
    let highest = -Infinity;
    let lowest = Infinity;
    for (let i = end; i < end + 9; i += 3) {
      const heightA = gap[0] * triangles[i] + gap[1] * triangles[i + 1] + gap[2] * triangles[i + 2];
      const heightB = gap[0] * triangles[i + 9] + gap[1] * triangles[i + 10] + gap[2] * triangles[i + 11];
      if (heightA > highest) highest = heightA;
      if (heightB < lowest) lowest = heightB;
    }
    if (!(lowest - highest > slack)) return false;
  }
  return true;
}
