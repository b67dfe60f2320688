import { TRIANGLE, trianglesMeet } from "../../geometry/overlap/triangle-triangle.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { addPair } from "./found-pairs.ts";
import type { PairContext } from "./pair-context.ts";
import { beginWorldTriangles, LAST_PLACE, moveTriangle } from "./world-triangles.ts";

// The last stage of a pair query: the triangles of two leaves against each other, in world space, exactly.

/** What this stage needs of a tree, whatever its boxes. */
export interface Leaves {
  readonly mesh: TriangleMesh;
  readonly corners: Uint32Array;
  readonly triangles: Uint32Array;
}

/** Starts the stage for two trees at the poses of the context; `reach` bounds the L1 distance of two world vertices. */
export function beginLeafPairs(context: PairContext, a: Leaves, b: Leaves, reach: number): void {
  const { aToWorld, aMoves, bToWorld, bMoves, worldA, worldB } = context;
  beginWorldTriangles(worldA, aToWorld, aMoves, reach, a.triangles.length);
  beginWorldTriangles(worldB, bToWorld, bMoves, reach, b.triangles.length);
  context.areLeavesBegun = true;
}

/**
 * Tests the triangles in two runs of slots. In a query for all pairs, every pair that meets is added to the list and the
 * result is false; otherwise the first such pair ends the test with true and becomes the context's hit.
 */
export function leavesMeet(
  context: PairContext,
  a: Leaves,
  slotA: number,
  countA: number,
  b: Leaves,
  slotB: number,
  countB: number,
): boolean {
  const { worldA, worldB, reaches } = context;
  const { data: dataA, owners: ownersA, generation: generationA } = worldA;
  const { data: dataB, owners: ownersB, generation: generationB } = worldB;
  const endA = slotA + countA;
  const endB = slotB + countB;
  let tests = 0;
  for (let j = slotB; j < endB; j++) {
    const placeB = j & LAST_PLACE;
    if (ownersB[placeB] !== generationB + j) moveTriangle(worldB, b.mesh.positions, b.corners, j);
    for (let i = slotA; i < endA; i++) {
      if (reaches !== null && (reaches.a[a.triangles[i]] & reaches.b[b.triangles[j]]) === 0) continue;
      const placeA = i & LAST_PLACE;
      if (ownersA[placeA] !== generationA + i) moveTriangle(worldA, a.mesh.positions, a.corners, i);
      tests++;
      if (!trianglesMeet(dataA, TRIANGLE * placeA, dataB, TRIANGLE * placeB)) continue;
      if (context.all) addPair(context.found, a.triangles[i], b.triangles[j]);
      else {
        context.hitA = i;
        context.hitB = j;
        context.triangleTests += tests;
        return true;
      }
    }
  }
  context.triangleTests += tests;
  return false;
}
