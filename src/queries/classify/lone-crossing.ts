import { movePoint } from "../../geometry/affine.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { orient3d } from "../../numerics/orient.ts";
import { type PosedTree, visitInBox } from "./posed-tree.ts";

// Two solids overlap where their surfaces cross, and no ray is needed to see it. Four points around the crossing lie on the four
// combinations of sides of the two triangles. If no other triangle comes between them, a step through one triangle leaves or enters its
// solid, and every other step stays on its side. So all four combinations of inside and outside exist.
//
//   2 ──── 3    0 → 1 and 2 → 3 pass through the triangle of a, 0 → 2 and 1 → 3 through that of b
//   │  ╲╱  │
//   0 ──── 1
//
// How the points are chosen does not matter: every step is verified by exact signs.

/** The distance of the points from the crossing, relative to its length. */
const DISTANCE = 2 ** -6;

/** Two triangles and what is needed to place the four points. */
interface Crossing {
  // corners of the triangle of a (9) and of b (9)
  readonly corners: Float64Array;
  // plane of each: normal (3) offset (1)
  readonly planes: Float64Array;
  // where edges of a's triangle pass through b's plane (6), and edges of b's triangle through a's plane (6)
  readonly passages: Float64Array;
  // four points: behind both planes, in front of a's, in front of b's, in front of both
  readonly points: Float64Array;
  // the box around them: min (3) max (3)
  readonly box: Float64Array;
}

const crossing: Crossing = {
  corners: new Float64Array(18),
  planes: new Float64Array(8),
  passages: new Float64Array(12),
  points: new Float64Array(12),
  box: new Float64Array(6),
};

/** Whether two triangles, one of each solid, prove that the solids overlap and that neither contains the other. False proves nothing. */
export function crossAlone(a: PosedTree, b: PosedTree, triangleA: number, triangleB: number): boolean {
  setCorners(a, triangleA, 0);
  setCorners(b, triangleB, 9);
  setPlane(0);
  setPlane(1);
  if (!findPassages(0) || !findPassages(1) || !placePoints()) return false;
  if (!arePointsOnAllSides() || !passesThrough(0, 0, 1) || !passesThrough(9, 0, 2)) return false;
  return !isAnyBetween(a, triangleA, 1, 2) && !isAnyBetween(b, triangleB, 2, 1);
}

function setCorners({ tree: { mesh }, toWorld, moves }: PosedTree, triangle: number, at: number): void {
  const { corners } = crossing;
  const { positions } = mesh;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * vertexOf(mesh, triangle, corner);
    const to = at + 3 * corner;
    if (moves) movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], corners, to);
    else for (let axis = 0; axis < 3; axis++) corners[to + axis] = positions[v + axis];
  }
}

function setPlane(side: 0 | 1): void {
  const { corners: t, planes } = crossing;
  const i = 9 * side;
  const [ux, uy, uz] = [t[i + 3] - t[i], t[i + 4] - t[i + 1], t[i + 5] - t[i + 2]];
  const [vx, vy, vz] = [t[i + 6] - t[i], t[i + 7] - t[i + 1], t[i + 8] - t[i + 2]];
  const [x, y, z] = [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
  const length = Math.sqrt(x * x + y * y + z * z) || 1;
  const at = 4 * side;
  planes[at] = x / length;
  planes[at + 1] = y / length;
  planes[at + 2] = z / length;
  planes[at + 3] = planes[at] * t[i] + planes[at + 1] * t[i + 1] + planes[at + 2] * t[i + 2];
}

/** Where two edges of a triangle pass through the other's plane; false if fewer do. */
function findPassages(side: 0 | 1): boolean {
  const { corners: t, planes, passages } = crossing;
  const plane = 4 * (1 - side);
  const heightOf = (k: number) =>
    planes[plane] * t[k] + planes[plane + 1] * t[k + 1] + planes[plane + 2] * t[k + 2] - planes[plane + 3];
  let count = 0;
  for (let k = 0; k < 9 && count < 2; k += 3) {
    const from = 9 * side + k;
    const to = 9 * side + ((k + 3) % 9);
    const [low, high] = [heightOf(from), heightOf(to)];
    if (low < 0 === high < 0) continue;
    const share = low / (low - high);
    for (let axis = 0; axis < 3; axis++)
      passages[6 * side + 3 * count + axis] = t[from + axis] + share * (t[to + axis] - t[from + axis]);
    count++;
  }
  return count === 2;
}

/** Places the four points around the middle of the crossing; false if the triangles miss each other. */
function placePoints(): boolean {
  const { planes, passages, points, box } = crossing;
  // The line common to both planes.
  const line = [
    planes[1] * planes[6] - planes[2] * planes[5],
    planes[2] * planes[4] - planes[0] * planes[6],
    planes[0] * planes[5] - planes[1] * planes[4],
  ];
  const along = (k: number) => line[0] * passages[k] + line[1] * passages[k + 1] + line[2] * passages[k + 2];
  const ends = [0, 3, 6, 9].map(along);
  const from = Math.max(Math.min(ends[0], ends[1]), Math.min(ends[2], ends[3]));
  const to = Math.min(Math.max(ends[0], ends[1]), Math.max(ends[2], ends[3]));
  if (!(from < to)) return false;
  const share = (0.5 * (from + to) - ends[0]) / (ends[1] - ends[0]);
  const size = Math.sqrt(line[0] ** 2 + line[1] ** 2 + line[2] ** 2);
  const step = (DISTANCE * (to - from)) / size ** 2;
  for (let axis = 0; axis < 3; axis++) {
    const middle = passages[axis] + share * (passages[3 + axis] - passages[axis]);
    const [next, last] = [(axis + 1) % 3, (axis + 2) % 3];
    // Steps in a plane, perpendicular to the line: a step in b's plane leaves a's plane, and vice versa.
    const inB = step * (planes[4 + next] * line[last] - planes[4 + last] * line[next]);
    const inA = step * (planes[last] * line[next] - planes[next] * line[last]);
    for (let k = 0; k < 4; k++) points[3 * k + axis] = middle + (k & 1 ? inB : -inB) + (k & 2 ? inA : -inA);
    box[axis] = Math.min(points[axis], points[3 + axis], points[6 + axis], points[9 + axis]);
    box[3 + axis] = Math.max(points[axis], points[3 + axis], points[6 + axis], points[9 + axis]);
  }
  return true;
}

/** Whether the points lie on the four combinations of sides of the two planes. Exact. */
function arePointsOnAllSides(): boolean {
  const first = [sideOf(0, 0), sideOf(9, 0)];
  if (first[0] === 0 || first[1] === 0) return false;
  for (let k = 1; k < 4; k++) {
    if (sideOf(0, k) !== (k & 1 ? -first[0] : first[0])) return false;
    if (sideOf(9, k) !== (k & 2 ? -first[1] : first[1])) return false;
  }
  return true;
}

/** A point's side of the plane of the triangle at corners[i]: 1, −1, or 0 in the plane. */
function sideOf(i: number, point: number): number {
  const { corners, points } = crossing;
  return signOf(corners, i, corners, i + 3, corners, i + 6, points, 3 * point);
}

/** Whether the segment between two points passes through the inside of the triangle at corners[i], not its edges. Exact. */
function passesThrough(i: number, p: number, q: number): boolean {
  const { corners, points } = crossing;
  const turn = (from: number, to: number) =>
    signOf(points, 3 * p, points, 3 * q, corners, i + from, corners, i + to);
  const first = turn(0, 3);
  return first !== 0 && turn(3, 6) === first && turn(6, 0) === first;
}

/**
 * Whether another triangle of a solid may come between the points: on the step `through` its triangle, from point 0, or on a step `beside`
 * it, from point 0 or from the point that `through` leads to.
 */
function isAnyBetween(posed: PosedTree, triangle: number, through: number, beside: number): boolean {
  return visitInBox(
    posed,
    crossing.box,
    (corners, other) =>
      other !== triangle &&
      (mayMeet(corners, 0, through) || mayMeet(corners, 0, beside) || mayMeet(corners, through, 3)),
  );
}

/** False only if the segment between two points certainly misses the triangle at t[0]. True proves nothing. */
function mayMeet(t: Float64Array, p: number, q: number): boolean {
  const { points } = crossing;
  const from = signOf(t, 0, t, 3, t, 6, points, 3 * p);
  const to = signOf(t, 0, t, 3, t, 6, points, 3 * q);
  if (from * to > 0) return false;
  if (from === 0 && to === 0) return true;
  const turns = [0, 3, 6].map((k) => signOf(points, 3 * p, points, 3 * q, t, k, t, (k + 3) % 9));
  return !(turns.includes(1) && turns.includes(-1));
}

type Points = Float64Array;

function signOf(
  a: Points,
  i: number,
  b: Points,
  j: number,
  c: Points,
  k: number,
  d: Points,
  l: number,
): number {
  return Math.sign(
    orient3d(
      a[i],
      a[i + 1],
      a[i + 2],
      b[j],
      b[j + 1],
      b[j + 2],
      c[k],
      c[k + 1],
      c[k + 2],
      d[l],
      d[l + 1],
      d[l + 2],
    ),
  );
}
