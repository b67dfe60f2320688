import { type PairList, reservePairs } from "../../broadphase/pair-list.ts";
import { isEdgeNearEdge, isVertexNearFace } from "../../geometry/distance/near-features.ts";
import { EDGE_BITS, nextCorner } from "../../trees/numbered-features.ts";
import type { NearContext } from "./near-context.ts";
import { EDGE_EDGE, FACE_VERTEX, VERTEX_FACE } from "./near-pairs.ts";
import { type NearSide, placeSlot } from "./near-side.ts";

// The features of two triangles against each other, in world space, exactly. A vertex or edge is tested with its owner only, so no pair of
// features comes twice. Boxes of features go first: along an axis a rounded sum of coordinate and thickness is exceeded by a coordinate
// only if the exact one is, so they need no margin.

/** Tests the features of the triangles in two slots, of two sides or of one. */
export function testSlots(context: NearContext, slotA: number, slotB: number): void {
  const { a, b } = context;
  placeSlot(a, slotA);
  placeSlot(b, slotB);
  context.triangleTests++;
  const ownedA = a.features!.owned[slotA];
  const ownedB = b.features!.owned[slotB];
  for (let k = 0; k < 3; k++) {
    if ((ownedA >> k) & 1) testVertex(context, a, 3 * slotA + k, b, slotB);
    if ((ownedB >> k) & 1) testVertex(context, b, 3 * slotB + k, a, slotA);
  }
  if (ownedB >> EDGE_BITS === 0) return;
  for (let k = 0; k < 3; k++) {
    if (((ownedA >> (EDGE_BITS + k)) & 1) === 0) continue;
    for (let l = 0; l < 3; l++)
      if ((ownedB >> (EDGE_BITS + l)) & 1) testEdges(context, 3 * slotA + k, 3 * slotB + l);
  }
}

/** The vertex at corner c of one side against the triangle in a slot of the other. */
export function testVertex(context: NearContext, p: NearSide, c: number, t: NearSide, slot: number): void {
  const { test, b } = context;
  const { thickness } = test;
  const vertex = p.corners[c];
  const v0 = t.corners[3 * slot];
  const v1 = t.corners[3 * slot + 1];
  const v2 = t.corners[3 * slot + 2];
  if (p === t && (v0 === vertex || v1 === vertex || v2 === vertex)) return;
  const points = p.world;
  const world = t.world;
  for (let axis = 0; axis < 3; axis++) {
    const x = points[3 * vertex + axis];
    const x0 = world[3 * v0 + axis];
    const x1 = world[3 * v1 + axis];
    const x2 = world[3 * v2 + axis];
    const low = x - thickness;
    const high = x + thickness;
    if ((x0 < low && x1 < low && x2 < low) || (x0 > high && x1 > high && x2 > high)) return;
  }
  context.featureTests++;
  if (!isVertexNearFace(test, points, 3 * vertex, world, 3 * v0, 3 * v1, 3 * v2)) return;
  if (p !== t && p === b) addPair(context.found[FACE_VERTEX], t.triangles[slot], vertex);
  else addPair(context.found[VERTEX_FACE], vertex, t.triangles[slot]);
}

/** The edges that begin at corner c of a and at corner d of b. */
export function testEdges(context: NearContext, c: number, d: number): void {
  const { a, b, test } = context;
  const { thickness } = test;
  const p0 = a.corners[c];
  const p1 = a.corners[nextCorner(c)];
  const q0 = b.corners[d];
  const q1 = b.corners[nextCorner(d)];
  if (a === b && (p0 === q0 || p0 === q1 || p1 === q0 || p1 === q1)) return;
  const p = a.world;
  const q = b.world;
  for (let axis = 0; axis < 3; axis++) {
    const x0 = p[3 * p0 + axis];
    const x1 = p[3 * p1 + axis];
    const y0 = q[3 * q0 + axis];
    const y1 = q[3 * q1 + axis];
    const low = (x0 < x1 ? x0 : x1) - thickness;
    const high = (x0 < x1 ? x1 : x0) + thickness;
    if ((y0 < low && y1 < low) || (y0 > high && y1 > high)) return;
  }
  context.featureTests++;
  if (!isEdgeNearEdge(test, p, 3 * p0, 3 * p1, q, 3 * q0, 3 * q1)) return;
  const e = a.features!.edges[c];
  const f = b.features!.edges[d];
  const isExchanged = a === b && f < e;
  addPair(context.found[EDGE_EDGE], isExchanged ? f : e, isExchanged ? e : f);
}

function addPair(list: PairList, a: number, b: number): void {
  const at = 2 * list.count;
  if (at >= list.pairs.length) reservePairs(list, 1);
  list.pairs[at] = a;
  list.pairs[at + 1] = b;
  list.count++;
}
