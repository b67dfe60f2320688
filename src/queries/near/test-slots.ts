import { type PairList, reservePairs } from "../../broadphase/pair-list.ts";
import { isEdgeNearEdge, isVertexNearFace } from "../../geometry/distance/near-features.ts";
import { EDGE_BITS, nextCorner } from "../../trees/numbered-features.ts";
import { EDGE_EDGE, FACE_VERTEX, VERTEX_FACE } from "../feature-kinds.ts";
import type { NearContext } from "./near-context.ts";
import { type NearSide, placeSlot } from "./near-side.ts";

// Tests the features of two triangles against each other in world space, exactly. Each vertex or edge is tested only with the triangle that
// owns it, so no pair of features comes twice. Boxes are tested first and need no margin: rounding is monotonic, so a coordinate exceeds
// the rounded sum of coordinate and thickness only if it exceeds the exact sum.

/** Tests the features of the triangles in two slots, of two meshes or of one. */
export function testSlots(context: NearContext, slotA: number, slotB: number): void {
  const { a, b } = context;
  placeSlot(a, slotA);
  placeSlot(b, slotB);
  context.triangleTests++;
  if (areBoxesApart(a, 3 * slotA, b, 3 * slotB, context.test.thickness)) return;
  const ownedA = a.features!.owned[slotA];
  const ownedB = b.features!.owned[slotB];
  for (let k = 0; k < 3; k++) {
    if ((ownedA >> k) & 1) tryVertex(context, a, 3 * slotA + k, b, slotB);
    if ((ownedB >> k) & 1) tryVertex(context, b, 3 * slotB + k, a, slotA);
  }
  if (ownedB >> EDGE_BITS === 0) return;
  for (let k = 0; k < 3; k++) {
    if (((ownedA >> (EDGE_BITS + k)) & 1) === 0) continue;
    for (let l = 0; l < 3; l++)
      if ((ownedB >> (EDGE_BITS + l)) & 1) tryEdges(context, 3 * slotA + k, 3 * slotB + l);
  }
}

/** Whether the boxes of the triangles at two corners are farther apart than the thickness along an axis. */
function areBoxesApart(a: NearSide, c: number, b: NearSide, d: number, thickness: number): boolean {
  const p = a.world;
  const q = b.world;
  const p0 = 3 * a.corners[c];
  const p1 = 3 * a.corners[c + 1];
  const p2 = 3 * a.corners[c + 2];
  const q0 = 3 * b.corners[d];
  const q1 = 3 * b.corners[d + 1];
  const q2 = 3 * b.corners[d + 2];
  for (let axis = 0; axis < 3; axis++) {
    const x0 = p[p0 + axis];
    const x1 = p[p1 + axis];
    const x2 = p[p2 + axis];
    const y0 = q[q0 + axis];
    const y1 = q[q1 + axis];
    const y2 = q[q2 + axis];
    let low = x0 < x1 ? x0 : x1;
    let high = x0 < x1 ? x1 : x0;
    if (x2 < low) low = x2;
    if (x2 > high) high = x2;
    low -= thickness;
    high += thickness;
    if ((y0 < low && y1 < low && y2 < low) || (y0 > high && y1 > high && y2 > high)) return true;
  }
  return false;
}

/** Tests a vertex against a face, unless their boxes are apart or, within one mesh, they share a vertex. */
function tryVertex(context: NearContext, p: NearSide, c: number, t: NearSide, slot: number): void {
  const { thickness } = context.test;
  const { world, corners } = t;
  const vertex = p.corners[c];
  const v0 = corners[3 * slot];
  const v1 = corners[3 * slot + 1];
  const v2 = corners[3 * slot + 2];
  if (p === t && (v0 === vertex || v1 === vertex || v2 === vertex)) return;
  for (let axis = 0; axis < 3; axis++) {
    const x = p.world[3 * vertex + axis];
    const x0 = world[3 * v0 + axis];
    const x1 = world[3 * v1 + axis];
    const x2 = world[3 * v2 + axis];
    const low = x - thickness;
    const high = x + thickness;
    if ((x0 < low && x1 < low && x2 < low) || (x0 > high && x1 > high && x2 > high)) return;
  }
  testVertex(context, p, c, t, slot);
}

/** Tests two edges, unless their boxes are apart or, within one mesh, they share a vertex. */
function tryEdges(context: NearContext, c: number, d: number): void {
  const { a, b } = context;
  const { thickness } = context.test;
  const p0 = a.corners[c];
  const p1 = a.corners[nextCorner(c)];
  const q0 = b.corners[d];
  const q1 = b.corners[nextCorner(d)];
  if (a === b && (p0 === q0 || p0 === q1 || p1 === q0 || p1 === q1)) return;
  for (let axis = 0; axis < 3; axis++) {
    const x0 = a.world[3 * p0 + axis];
    const x1 = a.world[3 * p1 + axis];
    const y0 = b.world[3 * q0 + axis];
    const y1 = b.world[3 * q1 + axis];
    const low = (x0 < x1 ? x0 : x1) - thickness;
    const high = (x0 < x1 ? x1 : x0) + thickness;
    if ((y0 < low && y1 < low) || (y0 > high && y1 > high)) return;
  }
  testEdges(context, c, d);
}

/** Tests the vertex at corner c of one side against the triangle in a slot of the other. */
export function testVertex(context: NearContext, p: NearSide, c: number, t: NearSide, slot: number): void {
  const v0 = 3 * t.corners[3 * slot];
  const v1 = 3 * t.corners[3 * slot + 1];
  const v2 = 3 * t.corners[3 * slot + 2];
  context.featureTests++;
  if (isVertexNearFace(context.test, p.world, 3 * p.corners[c], t.world, v0, v1, v2))
    addVertex(context, p, c, t, slot);
}

/** Tests the edges that start at corner c of a and at corner d of b. */
export function testEdges(context: NearContext, c: number, d: number): void {
  const { a, b } = context;
  const p0 = 3 * a.corners[c];
  const p1 = 3 * a.corners[nextCorner(c)];
  const q0 = 3 * b.corners[d];
  const q1 = 3 * b.corners[nextCorner(d)];
  context.featureTests++;
  if (isEdgeNearEdge(context.test, a.world, p0, p1, b.world, q0, q1)) addEdges(context, c, d);
}

/** Adds a vertex and a face to the pairs found. */
export function addVertex(context: NearContext, p: NearSide, c: number, t: NearSide, slot: number): void {
  if (p !== t && p === context.b) addPair(context.found[FACE_VERTEX], t.triangles[slot], p.corners[c]);
  else addPair(context.found[VERTEX_FACE], p.corners[c], t.triangles[slot]);
}

/** Adds two edges to the pairs found. */
export function addEdges({ a, b, found }: NearContext, c: number, d: number): void {
  const e = a.features!.edges[c];
  const f = b.features!.edges[d];
  const isExchanged = a === b && f < e;
  addPair(found[EDGE_EDGE], isExchanged ? f : e, isExchanged ? e : f);
}

function addPair(list: PairList, a: number, b: number): void {
  const at = 2 * list.count;
  if (at >= list.pairs.length) reservePairs(list, 1);
  list.pairs[at] = a;
  list.pairs[at + 1] = b;
  list.count++;
}
