import { movePoint } from "../../geometry/affine.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import type { Motion } from "./solids-meet.ts";

// How far b has to travel along a direction until two triangles that meet have parted. Seen along the direction, the height of
// a's triangle above b's has its maximum at a corner of one within the other, or where two edges cross. In f64: it says where
// to test next, and never decides.

const PAIR = 18;
const at = new Float64Array(PAIR);

/** What two triangles still have to travel, with b where the last test has put it. */
export function partingTravelOf(
  { a, b, aToWorld, moved }: Motion,
  triangleA: number,
  triangleB: number,
  direction: ArrayLike<number>,
): number {
  setTriangle(a, aToWorld, triangleA, at, 0);
  setTriangle(b, moved, triangleB, at, 9);
  setFrame(direction);
  see(at, 0);
  findHighest();
  return highest[0];
}

function setTriangle(
  { mesh }: BinaryTree,
  toWorld: Float64Array,
  triangle: number,
  out: Float64Array,
  to: number,
): void {
  const { positions } = mesh;
  for (let k = 0; k < 3; k++) {
    const v = 3 * vertexOf(mesh, triangle, k);
    movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], out, to + 3 * k);
  }
}

// Two unit vectors across the direction, and it.
const frame = new Float64Array(9);
// The corners as seen along the direction: two coordinates and the height; a's, then b's.
const seen = new Float64Array(PAIR);
// The result; a number that is returned would be boxed.
const highest = new Float64Array(1);

/** Duff, Burgess, Christensen et al. 2017. */
function setFrame(d: ArrayLike<number>): void {
  const x = d[0];
  const y = d[1];
  const z = d[2];
  const sign = z < 0 ? -1 : 1;
  const k = -1 / (sign + z);
  frame[0] = 1 + sign * x * x * k;
  frame[1] = sign * x * y * k;
  frame[2] = -sign * x;
  frame[3] = x * y * k;
  frame[4] = sign + y * y * k;
  frame[5] = -y;
  frame[6] = x;
  frame[7] = y;
  frame[8] = z;
}

function see(corners: Float64Array, from: number): void {
  for (let i = 0; i < PAIR; i += 3) {
    const x = corners[from + i];
    const y = corners[from + i + 1];
    const z = corners[from + i + 2];
    seen[i] = frame[0] * x + frame[1] * y + frame[2] * z;
    seen[i + 1] = frame[3] * x + frame[4] * y + frame[5] * z;
    seen[i + 2] = frame[6] * x + frame[7] * y + frame[8] * z;
  }
}

/** The most by which a's triangle lies above b's; 0 where they nowhere lie above each other. */
function findHighest(): void {
  highest[0] = 0;
  for (let i = 0; i < 9; i += 3) {
    addCorner(i, 9, 1);
    addCorner(9 + i, 0, -1);
    for (let j = 9; j < PAIR; j += 3) addCrossing(i, i === 6 ? 0 : i + 3, j, j === 15 ? 9 : j + 3);
  }
}

/** The height of the corner at p above the triangle at t, times `sign`. */
function addCorner(p: number, t: number, sign: number): void {
  const x = seen[p];
  const y = seen[p + 1];
  const ax = seen[t] - x;
  const ay = seen[t + 1] - y;
  const bx = seen[t + 3] - x;
  const by = seen[t + 4] - y;
  const cx = seen[t + 6] - x;
  const cy = seen[t + 7] - y;
  const shareA = bx * cy - by * cx;
  const shareB = cx * ay - cy * ax;
  const shareC = ax * by - ay * bx;
  const isWithin = (shareA >= 0 && shareB >= 0 && shareC >= 0) || (shareA <= 0 && shareB <= 0 && shareC <= 0);
  const sum = shareA + shareB + shareC;
  if (!isWithin || sum === 0) return;
  const height = (shareA * seen[t + 2] + shareB * seen[t + 5] + shareC * seen[t + 8]) / sum;
  const above = sign * (seen[p + 2] - height);
  if (above > highest[0]) highest[0] = above;
}

/** The height of the edge p q of a above the edge r s of b. */
function addCrossing(p: number, q: number, r: number, s: number): void {
  const ux = seen[q] - seen[p];
  const uy = seen[q + 1] - seen[p + 1];
  const vx = seen[s] - seen[r];
  const vy = seen[s + 1] - seen[r + 1];
  const wx = seen[r] - seen[p];
  const wy = seen[r + 1] - seen[p + 1];
  const area = ux * vy - uy * vx;
  const onA = (wx * vy - wy * vx) / area;
  const onB = (wx * uy - wy * ux) / area;
  if (!(onA >= 0 && onA <= 1 && onB >= 0 && onB <= 1)) return;
  const above =
    seen[p + 2] + onA * (seen[q + 2] - seen[p + 2]) - (seen[r + 2] + onB * (seen[s + 2] - seen[r + 2]));
  if (above > highest[0]) highest[0] = above;
}
