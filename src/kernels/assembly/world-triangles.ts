// Twin: `moveCorners` in queries/pairs/world-triangles.ts, then the filter of geometry/overlap/triangle-triangle.ts: pairs that f32 cannot
// decide, in f64 and world space; `liesBeyondEdge` in geometry/overlap/certain-turn.ts. Operations and their order are the twins', so every
// bit and every decision is equal. For trees whose unrounded vertices the kernels have: EXACT_A and EXACT_B.
import { WORLD_REACH } from "../../geometry/relative-pose-layout";
import {
  A_TO_WORLD, B_TO_WORLD, CORNERS_BYTES, EXACT_A, EXACT_B, EXACT_BYTES_A, EXACT_BYTES_B, RELATIVE_POSE, VERTEX_BYTES, WORLD_A, WORLD_B,
} from "../pair-memory-map";
import { at } from "./relative-pose";

export const APART: i32 = 0;
export const MEET: i32 = 1;
export const UNDECIDED: i32 = 2;

const RELATIVE_ERROR: f64 = 1.0 / 562949953421312.0; // 2^-49
const UNDERFLOW: f64 = 1.1830521861667747e-271; // 2^-900
const FILTER_2D: f64 = 1.0 / 2251799813685248.0; // 2^-51
const CORNER: i32 = 24; // bytes

/** Whether the triangles in two slots meet; UNDECIDED if f64 cannot decide either. */
export function meetInWorld(slotA: i32, cornersA: i32, slotB: i32, cornersB: i32): i32 {
  moveCorners(slotA, cornersA, load<i32>(EXACT_A), load<i32>(EXACT_BYTES_A), A_TO_WORLD, WORLD_A);
  moveCorners(slotB, cornersB, load<i32>(EXACT_B), load<i32>(EXACT_BYTES_B), B_TO_WORLD, WORLD_B);
  const a0x = at(WORLD_A, 0), a0y = at(WORLD_A, 1), a0z = at(WORLD_A, 2);
  const b0x = at(WORLD_B, 0), b0y = at(WORLD_B, 1), b0z = at(WORLD_B, 2);

  // the corners of b against the plane of a
  let ux = at(WORLD_A, 3) - a0x, uy = at(WORLD_A, 4) - a0y, uz = at(WORLD_A, 5) - a0z;
  let vx = at(WORLD_A, 6) - a0x, vy = at(WORLD_A, 7) - a0y, vz = at(WORLD_A, 8) - a0z;
  let nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
  const planeA = mainPlane(nx, ny, nz);
  const boundB = planeBound(ux, uy, uz, vx, vy, vz);
  const sideB0 = side(WORLD_B, a0x, a0y, a0z, nx, ny, nz);
  const sideB1 = side(WORLD_B + CORNER, a0x, a0y, a0z, nx, ny, nz);
  const sideB2 = side(WORLD_B + 2 * CORNER, a0x, a0y, a0z, nx, ny, nz);
  if (areOnOneSide(sideB0, sideB1, sideB2, boundB)) return APART;

  // the corners of a against the plane of b
  ux = at(WORLD_B, 3) - b0x, uy = at(WORLD_B, 4) - b0y, uz = at(WORLD_B, 5) - b0z;
  vx = at(WORLD_B, 6) - b0x, vy = at(WORLD_B, 7) - b0y, vz = at(WORLD_B, 8) - b0z;
  nx = uy * vz - uz * vy, ny = uz * vx - ux * vz, nz = ux * vy - uy * vx;
  const boundA = planeBound(ux, uy, uz, vx, vy, vz);
  const sideA0 = side(WORLD_A, b0x, b0y, b0z, nx, ny, nz);
  const sideA1 = side(WORLD_A + CORNER, b0x, b0y, b0z, nx, ny, nz);
  const sideA2 = side(WORLD_A + 2 * CORNER, b0x, b0y, b0z, nx, ny, nz);
  if (areOnOneSide(sideA0, sideA1, sideA2, boundA)) return APART;

  const areCertain =
    abs(sideB0) > boundB && abs(sideB1) > boundB && abs(sideB2) > boundB &&
    abs(sideA0) > boundA && abs(sideA1) > boundA && abs(sideA2) > boundA;
  if (!areCertain) {
    // Coplanar or nearly so: most such pairs of flat meshes lie side by side.
    const areNumbers = sideB0 + sideB1 + sideB2 + sideA0 + sideA1 + sideA2 < Infinity;
    if (!areNumbers) return UNDECIDED;
    const planeB = mainPlane(nx, ny, nz);
    return liesBeyondEdge(WORLD_A, WORLD_B, planeA) || liesBeyondEdge(WORLD_B, WORLD_A, planeB) ? APART : UNDECIDED;
  }

  // Rotate each triangle's corners so that corner 0 is alone on its side of the other's plane.
  const isTwoA = sideA0 > 0 == sideA1 > 0, isOneA = !isTwoA && sideA0 > 0 == sideA2 > 0;
  const isTwoB = sideB0 > 0 == sideB1 > 0, isOneB = !isTwoB && sideB0 > 0 == sideB2 > 0;
  const isPositiveA = sideA0 > 0 != (isTwoA || isOneA), isPositiveB = sideB0 > 0 != (isTwoB || isOneB);
  const turnA = isTwoA ? 2 : isOneA ? 1 : 0, turnB = isTwoB ? 2 : isOneB ? 1 : 0;
  // Flip the triangle, if necessary, so that corner 0 is on the positive side.
  const i0 = turned(WORLD_A, turnA), i1 = turned(WORLD_A, turnA + (isPositiveB ? 1 : 2)), i2 = turned(WORLD_A, turnA + (isPositiveB ? 2 : 1));
  const j0 = turned(WORLD_B, turnB), j1 = turned(WORLD_B, turnB + (isPositiveA ? 1 : 2)), j2 = turned(WORLD_B, turnB + (isPositiveA ? 2 : 1));

  // the interval of a must not end before that of b begins …
  const first = filteredOrient(i0, i1, j0, j1);
  if (first > 0) return APART;
  // … nor begin after it ends
  const last = filteredOrient(i0, i2, j2, j0);
  if (last > 0) return APART;
  return first < 0 && last < 0 ? MEET : UNDECIDED;
}

function moveCorners(slot: i32, corners: i32, positions: i32, bytes: i32, pose: i32, out: i32): void {
  for (let k = 0; k < 3; k++) {
    const from = positions + load<i32>(corners + slot * CORNERS_BYTES + 4 * k) * bytes;
    const isF32 = bytes == VERTEX_BYTES;
    const x = isF32 ? <f64>load<f32>(from) : load<f64>(from);
    const y = isF32 ? <f64>load<f32>(from, 4) : load<f64>(from, 8);
    const z = isF32 ? <f64>load<f32>(from, 8) : load<f64>(from, 16);
    for (let row = 0; row < 3; row++)
      store<f64>(
        out + CORNER * k + (row << 3),
        at(pose, row) * x + at(pose, 4 + row) * y + at(pose, 8 + row) * z + at(pose, 12 + row),
      );
  }
}

@inline function planeBound(ux: f64, uy: f64, uz: f64, vx: f64, vy: f64, vz: f64): f64 {
  const edges = (abs(ux) + abs(uy) + abs(uz)) * (abs(vx) + abs(vy) + abs(vz));
  return RELATIVE_ERROR * edges * at(RELATIVE_POSE, WORLD_REACH) + UNDERFLOW;
}

@inline function side(corner: i32, x: f64, y: f64, z: f64, nx: f64, ny: f64, nz: f64): f64 {
  return nx * (at(corner, 0) - x) + ny * (at(corner, 1) - y) + nz * (at(corner, 2) - z);
}

@inline function areOnOneSide(side0: f64, side1: f64, side2: f64, bound: f64): bool {
  return (side0 > bound && side1 > bound && side2 > bound) || (side0 < -bound && side1 < -bound && side2 < -bound);
}

/** The address of corner k, modulo 3. */
@inline function turned(triangle: i32, k: i32): i32 { return triangle + CORNER * (k >= 3 ? k - 3 : k); }

/** The sign of orient3d of four corners as −1 or 1, or 0 if the filter cannot decide. */
function filteredOrient(i0: i32, i1: i32, j0: i32, j1: i32): i32 {
  const x = at(i0, 0), y = at(i0, 1), z = at(i0, 2);
  const ux = at(i1, 0) - x, uy = at(i1, 1) - y, uz = at(i1, 2) - z;
  const vx = at(j0, 0) - x, vy = at(j0, 1) - y, vz = at(j0, 2) - z;
  const wx = at(j1, 0) - x, wy = at(j1, 1) - y, wz = at(j1, 2) - z;
  const det = wx * (uy * vz - uz * vy) + wy * (uz * vx - ux * vz) + wz * (ux * vy - uy * vx);
  const reach = (abs(ux) + abs(uy) + abs(uz)) * (abs(vx) + abs(vy) + abs(vz)) * (abs(wx) + abs(wy) + abs(wz));
  const bound = RELATIVE_ERROR * reach + UNDERFLOW;
  return det > bound ? 1 : det < -bound ? -1 : 0;
}

/** The coordinate plane, by the axis it omits, that a triangle with this normal faces most. */
@inline function mainPlane(nx: f64, ny: f64, nz: f64): i32 {
  const x = abs(nx), y = abs(ny), z = abs(nz);
  return x > y ? (x > z ? 0 : 2) : y > z ? 1 : 2;
}

/** Whether all of q lies strictly beyond the line of an edge of p, seen in p's main plane. True is always certain. */
function liesBeyondEdge(p: i32, q: i32, plane: i32): bool {
  const inside = certainTurn(p, p + CORNER, p + 2 * CORNER, plane);
  if (inside == 0) return false;
  for (let edge = 0; edge < 3; edge++) {
    const from = p + CORNER * edge, to = turned(p, edge + 1);
    if (
      certainTurn(from, to, q, plane) == -inside && certainTurn(from, to, q + CORNER, plane) == -inside &&
      certainTurn(from, to, q + 2 * CORNER, plane) == -inside
    ) return true;
  }
  return false;
}

/** The side of the line from p to q on which r lies, seen along the axis `plane`: −1, 1, or 0 where the filter cannot tell. */
@inline function certainTurn(p: i32, q: i32, r: i32, plane: i32): i32 {
  const x = plane == 2 ? 0 : plane + 1, y = plane == 0 ? 2 : plane - 1;
  const px = at(p, x), py = at(p, y);
  const left = (at(q, x) - px) * (at(r, y) - py), right = (at(q, y) - py) * (at(r, x) - px);
  const det = left - right, bound = FILTER_2D * (abs(left) + abs(right)) + UNDERFLOW;
  return det > bound ? 1 : det < -bound ? -1 : 0;
}
