import { trianglesMeet } from "../geometry/overlap/triangle-triangle.ts";
import { exactTestCount } from "../geometry/overlap/triangle-triangle-exact.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { addPair } from "./pair-list.ts";
import { beginWorldTriangles, createWorldTriangles, worldTriangle } from "./world-triangles.ts";

// The last stage of a pair query: the triangles of two leaves against each other, in world space, exactly.

/** What the stage needs of either tree, whatever its boxes are. */
export interface Leaves {
  readonly mesh: TriangleMesh;
  readonly corners: Uint32Array;
  readonly triangles: Uint32Array;
}

const sideA = createWorldTriangles();
const sideB = createWorldTriangles();
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
  const positionsA = a.mesh.positions;
  const positionsB = b.mesh.positions;
  const endA = slotA + countA;
  const endB = slotB + countB;
  let tests = 0;
  for (let j = slotB; j < endB; j++) {
    const atB = worldTriangle(sideB, positionsB, b.corners, j);
    for (let i = slotA; i < endA; i++) {
      const atA = worldTriangle(sideA, positionsA, a.corners, i);
      tests++;
      if (!trianglesMeet(sideA.data, atA, sideB.data, atB)) continue;
      if (all) addPair(a.triangles[i]!, b.triangles[j]!);
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
