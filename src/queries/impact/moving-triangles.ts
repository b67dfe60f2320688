import { setPlane, TRIANGLE, trianglesMeet } from "../../geometry/overlap/triangle-triangle.ts";
import { meetingTime, NEVER } from "../../geometry/sweep/moving-boxes.ts";
import { AT_END, fanStaysApart, hingeStaysApart, MOVING_TRIANGLE } from "../../geometry/sweep/stay-apart.ts";
import { type MovingMesh, placeVertex } from "./moving-mesh.ts";

// Two moving triangles under test: their corners, the corners they share, when their boxes meet, and whether they meet at time 0.

export interface MovingTriangles {
  /** The moving triangle of a, then that of b: MOVING_TRIANGLE numbers each. */
  readonly moving: Float64Array;
  /** The slots of these triangles; −1 before any is loaded. */
  slotA: number;
  slotB: number;
  /** Their boxes at both times: views of `boxes`, which holds a's at time 0 and at time 1, then b's. */
  readonly boxes: Float64Array;
  readonly startBoxA: Float64Array;
  readonly endBoxA: Float64Array;
  readonly startBoxB: Float64Array;
  readonly endBoxB: Float64Array;
  /** Two triangles at time 0, and a bound on the distance of their corners: for `trianglesMeet`. */
  readonly atStart: Float64Array;
  readonly reach: Float64Array;
}

export function createMovingTriangles(): MovingTriangles {
  const boxes = new Float64Array(24);
  return {
    moving: new Float64Array(2 * MOVING_TRIANGLE),
    slotA: -1,
    slotB: -1,
    boxes,
    startBoxA: boxes.subarray(0, 6),
    endBoxA: boxes.subarray(6, 12),
    startBoxB: boxes.subarray(12, 18),
    endBoxB: boxes.subarray(18, 24),
    atStart: new Float64Array(2 * TRIANGLE),
    reach: new Float64Array(1),
  };
}

/** Loads the triangles of two slots, unless they are already loaded. */
export function loadTriangles(
  pair: MovingTriangles,
  a: MovingMesh,
  slotA: number,
  b: MovingMesh,
  slotB: number,
): void {
  if (pair.slotA !== slotA) {
    loadTriangle(a, slotA, pair.moving, 0);
    pair.slotA = slotA;
  }
  if (pair.slotB !== slotB) {
    loadTriangle(b, slotB, pair.moving, MOVING_TRIANGLE);
    pair.slotB = slotB;
  }
}

function loadTriangle(mesh: MovingMesh, slot: number, moving: Float64Array, at: number): void {
  const { worldStart, worldEnd } = mesh;
  const { corners } = mesh.tree;
  for (let k = 0; k < 3; k++) {
    const vertex = corners[3 * slot + k];
    const to = at + 3 * k;
    if (worldStart === null || worldEnd === null) {
      placeVertex(mesh.start, vertex, mesh.from, moving, to);
      placeVertex(mesh.end, vertex, mesh.to, moving, to + AT_END);
    } else {
      moving[to] = worldStart[3 * vertex];
      moving[to + 1] = worldStart[3 * vertex + 1];
      moving[to + 2] = worldStart[3 * vertex + 2];
      moving[to + AT_END] = worldEnd[3 * vertex];
      moving[to + AT_END + 1] = worldEnd[3 * vertex + 1];
      moving[to + AT_END + 2] = worldEnd[3 * vertex + 2];
    }
  }
}

// which corners two triangles of one mesh share, packed into one number so that nothing is allocated:
//   number of common corners | 4 · corner of a | 16 · corner of b
// The corner is the common one if there is one, and the one that is not common if there are two.

/** A triangle with a common vertex at two of its corners: no corner can be named, so features are tested one by one. */
const REPEATED = 2 | (3 << 2);

/** The corners that the triangles in two slots share. */
export function sharedCorners(corners: Uint32Array, slotA: number, slotB: number): number {
  const c = 3 * slotA;
  const d = 3 * slotB;
  const place0 = cornerOf(corners, d, corners[c]);
  const place1 = cornerOf(corners, d, corners[c + 1]);
  const place2 = cornerOf(corners, d, corners[c + 2]);
  const count = +(place0 >= 0) + +(place1 >= 0) + +(place2 >= 0);
  if (count === 0) return 0;
  if (repeatsVertex(corners, c) || repeatsVertex(corners, d)) return REPEATED;
  const sum = place0 + place1 + place2; // −1 for each corner that b lacks
  if (count === 1) return 1 | ((place0 >= 0 ? 0 : place1 >= 0 ? 1 : 2) << 2) | ((sum + 2) << 4);
  if (count === 2) return 2 | ((place0 < 0 ? 0 : place1 < 0 ? 1 : 2) << 2) | ((3 - (sum + 1)) << 4);
  return 3;
}

function repeatsVertex(corners: Uint32Array, c: number): boolean {
  return corners[c] === corners[c + 1] || corners[c + 1] === corners[c + 2] || corners[c + 2] === corners[c];
}

export function sharedCount(shared: number): number {
  return shared & 3;
}

/** Which corner of the triangle at corners[c] a vertex is; −1 if it is none of them. */
function cornerOf(corners: Uint32Array, c: number, vertex: number): number {
  return corners[c] === vertex ? 0 : corners[c + 1] === vertex ? 1 : corners[c + 2] === vertex ? 2 : -1;
}

/** Whether triangles of one mesh that share corners certainly stay apart, except for what they share. False proves nothing. */
export function neighboursStayApart(
  { tree, worldStart, worldEnd, stars }: MovingMesh,
  slotA: number,
  slotB: number,
  shared: number,
): boolean {
  if (shared === REPEATED || worldStart === null || worldEnd === null) return false;
  const { corners } = tree;
  const cornerA = (shared >> 2) & 3;
  const cornerB = shared >> 4;
  if (stars !== null && haveFlatStar(stars.isFlat, corners, 3 * slotA, cornerA, sharedCount(shared) === 1))
    return true;
  const a0 = 3 * corners[cornerAfter(3 * slotA, cornerA)];
  const a1 = 3 * corners[cornerAfter(3 * slotA, cornerA + 1)];
  const a2 = 3 * corners[cornerAfter(3 * slotA, cornerA + 2)];
  if (sharedCount(shared) === 2) {
    const b0 = 3 * corners[cornerAfter(3 * slotB, cornerB)];
    return hingeStaysApart(worldStart, worldEnd, a1, a2, a0, b0);
  }
  const b1 = 3 * corners[cornerAfter(3 * slotB, cornerB + 1)];
  const b2 = 3 * corners[cornerAfter(3 * slotB, cornerB + 2)];
  return fanStaysApart(worldStart, worldEnd, a0, a1, a2, b1, b2);
}

/** Whether the common vertex of two triangles, or one of two common vertices, has a flat star; `corner` as in `sharedCorners`. */
function haveFlatStar(
  isFlat: Uint8Array,
  corners: Uint32Array,
  c: number,
  corner: number,
  isOne: boolean,
): boolean {
  if (isOne) return isFlat[corners[c + corner]] === 1;
  return (isFlat[corners[cornerAfter(c, corner + 1)]] | isFlat[corners[cornerAfter(c, corner + 2)]]) === 1;
}

/** Corner k, modulo 3, of the triangle whose corners start at c. */
function cornerAfter(c: number, k: number): number {
  return c + (k >= 3 ? k - 3 : k);
}

/** The offset of corner k, modulo 3, of the triangle at `at`. */
function cornerAt(at: number, k: number): number {
  return at + 3 * (k >= 3 ? k - 3 : k);
}

/** A time before which the boxes of the two triangles are apart. */
export function boxTime(pair: MovingTriangles): number {
  const { moving, boxes, startBoxA, endBoxA, startBoxB, endBoxB } = pair;
  for (let axis = 0; axis < 3; axis++) {
    setExtent(moving, axis, boxes, axis);
    setExtent(moving, AT_END + axis, boxes, 6 + axis);
    setExtent(moving, MOVING_TRIANGLE + axis, boxes, 12 + axis);
    setExtent(moving, MOVING_TRIANGLE + AT_END + axis, boxes, 18 + axis);
    // a beyond b all the time, or b beyond a: then the other axes need not be computed
    if (boxes[axis] > boxes[15 + axis] && boxes[6 + axis] > boxes[21 + axis]) return NEVER;
    if (boxes[12 + axis] > boxes[3 + axis] && boxes[18 + axis] > boxes[9 + axis]) return NEVER;
  }
  return meetingTime(startBoxA, endBoxA, 0, startBoxB, endBoxB, 0);
}

function setExtent(moving: Float64Array, i: number, boxes: Float64Array, to: number): void {
  const x = moving[i];
  const y = moving[i + 3];
  const z = moving[i + 6];
  boxes[to] = Math.min(x, y, z);
  boxes[to + 3] = Math.max(x, y, z);
}

/** Whether the loaded triangles meet at time 0: exact, touching counts; within one mesh, in more than a common vertex or edge. */
export function meetAtStart(pair: MovingTriangles, shared: number): boolean {
  const { moving, atStart } = pair;
  if (sharedCount(shared) === 0) {
    for (let i = 0; i < 9; i++) {
      atStart[i] = moving[i];
      atStart[TRIANGLE + i] = moving[MOVING_TRIANGLE + i];
    }
    return meet(pair);
  }
  // With one common vertex, the edge opposite it in one triangle meets the other triangle. Triangles with a common edge meet beyond it only
  // in features without a common vertex, which are tested separately.
  if (sharedCount(shared) !== 1) return false;
  return (
    edgeMeets(pair, 0, (shared >> 2) & 3, MOVING_TRIANGLE) || edgeMeets(pair, MOVING_TRIANGLE, shared >> 4, 0)
  );
}

/** Whether the edge opposite a corner of the triangle at moving[i] meets the triangle at moving[j], at time 0. */
function edgeMeets(pair: MovingTriangles, i: number, corner: number, j: number): boolean {
  const { moving, atStart } = pair;
  const from = cornerAt(i, corner + 1);
  const to = cornerAt(i, corner + 2);
  for (let axis = 0; axis < 3; axis++) {
    atStart[axis] = moving[from + axis];
    atStart[3 + axis] = moving[to + axis];
    atStart[6 + axis] = moving[to + axis];
    const low = Math.min(atStart[axis], atStart[3 + axis]);
    const high = Math.max(atStart[axis], atStart[3 + axis]);
    const p = moving[j + axis];
    const q = moving[j + 3 + axis];
    const r = moving[j + 6 + axis];
    if ((p > high && q > high && r > high) || (p < low && q < low && r < low)) return false;
  }
  for (let k = 0; k < 9; k++) atStart[TRIANGLE + k] = moving[j + k];
  return meet(pair);
}

function meet({ atStart, reach }: MovingTriangles): boolean {
  // |p − q|₁ of two corners is at most the sum of extents of the box around both triangles; doubled for rounding
  reach[0] = 0;
  for (let axis = 0; axis < 3; axis++) {
    const b = TRIANGLE + axis;
    const low = Math.min(
      atStart[axis],
      atStart[axis + 3],
      atStart[axis + 6],
      atStart[b],
      atStart[b + 3],
      atStart[b + 6],
    );
    const high = Math.max(
      atStart[axis],
      atStart[axis + 3],
      atStart[axis + 6],
      atStart[b],
      atStart[b + 3],
      atStart[b + 6],
    );
    reach[0] += 2 * (high - low);
  }
  setPlane(atStart, 0, reach);
  setPlane(atStart, TRIANGLE, reach);
  return trianglesMeet(atStart, 0, atStart, TRIANGLE);
}
