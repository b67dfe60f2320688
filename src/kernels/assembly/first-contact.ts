// Twin: findFirst in queries/pairs/descend-aabb.ts, triangles included.
import { nextLeafPair } from "./pair-descent";
import { testTriangles } from "./pair-triangles";

/**
 * Descends, best first, until triangles of a leaf pair are not certainly apart; returns the bytes of such pairs in SURVIVORS, or 0 at
 * the end. If none of them meets, call again.
 */
export function nextSurvivors(nodesA: i32, cornersA: i32, positionsA: i32, nodesB: i32, cornersB: i32, positionsB: i32): i32 {
  while (true) {
    const leafPairs = nextLeafPair(nodesA, nodesB);
    if (leafPairs == 0) return 0;
    const bytes = testTriangles(leafPairs, cornersA, positionsA, cornersB, positionsB);
    if (bytes != 0) return bytes;
  }
  return 0;
}
