import type * as Triangles from "../../geometry/overlap/triangle-triangle.ts";
import { trianglesMeet } from "../../geometry/overlap/triangle-triangle.ts";
import { exactTestCount } from "../../geometry/overlap/triangle-triangle-exact.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { addPair } from "./pair-list.ts";
import type * as World from "./world-triangles.ts";
import { beginWorldTriangles, createWorldTriangles, moveTriangle } from "./world-triangles.ts";

// The last stage of a pair query: the triangles of two leaves against each other, in world space, exactly.

/** What the stage needs of either tree, whatever its boxes are. */
export interface Leaves {
  readonly mesh: TriangleMesh;
  readonly corners: Uint32Array;
  readonly triangles: Uint32Array;
}

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const TRIANGLE = 16 satisfies typeof Triangles.TRIANGLE;
const LAST_PLACE = 127 satisfies typeof World.LAST_PLACE;

const sideA = createWorldTriangles();
const sideB = createWorldTriangles();
const dataA = sideA.data;
const dataB = sideB.data;
const ownersA = sideA.owners;
const ownersB = sideB.owners;
let triangleTests = 0;
let exactBefore = 0;

/** The slots of the last pair that met in a query for the first contact. */
export const lastHit = { slotA: -1, slotB: -1 };

/**
 * Starts a query: its trees, their poses, whether these move anything, how far apart two world vertices can be (L1
 * norm), and the counters at zero.
 */
export function beginLeafPairs(
  a: Leaves,
  aToWorld: Float64Array,
  aMoves: boolean,
  b: Leaves,
  bToWorld: Float64Array,
  bMoves: boolean,
  reach: number,
): void {
  beginWorldTriangles(sideA, aToWorld, aMoves, reach, a.triangles.length);
  beginWorldTriangles(sideB, bToWorld, bMoves, reach, b.triangles.length);
  triangleTests = 0;
  exactBefore = exactTestCount();
}

/** Counters of the query under way. */
export function triangleTestCount(): number {
  return triangleTests;
}

/** Sets the counter, where others than `leavesMeet` have tested and count its tests among theirs. */
export function setTriangleTestCount(tests: number): void {
  triangleTests = tests;
}

export function exactTestsOfQuery(): number {
  return exactTestCount() - exactBefore;
}

/**
 * Tests the triangles in two runs of slots. With `all`, every pair that meets is added to the pair list and the
 * answer is false; otherwise the first such pair ends the test with true.
 */
export function leavesMeet(
  a: Leaves,
  slotA: number,
  countA: number,
  b: Leaves,
  slotB: number,
  countB: number,
  all: boolean,
): boolean {
  const endA = slotA + countA;
  const endB = slotB + countB;
  let tests = 0;
  for (let j = slotB; j < endB; j++) {
    const placeB = j & LAST_PLACE;
    if (ownersB[placeB] !== sideB.generation + j) moveTriangle(sideB, b.mesh.positions, b.corners, j);
    for (let i = slotA; i < endA; i++) {
      const placeA = i & LAST_PLACE;
      if (ownersA[placeA] !== sideA.generation + i) moveTriangle(sideA, a.mesh.positions, a.corners, i);
      tests++;
      if (!trianglesMeet(dataA, TRIANGLE * placeA, dataB, TRIANGLE * placeB)) continue;
      if (all) addPair(a.triangles[i], b.triangles[j]);
      else {
        lastHit.slotA = i;
        lastHit.slotB = j;
        triangleTests += tests;
        return true;
      }
    }
  }
  triangleTests += tests;
  return false;
}
