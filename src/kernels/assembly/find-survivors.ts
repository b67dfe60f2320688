// A whole pair query except for what f32 cannot decide: the relative pose, the descent, and the triangles of the leaf pairs it reaches.
// Twin: descendPair in queries/pairs/pair-query.ts. Survivors are passed on leaf pair by leaf pair, not at the end: an uncertain pair that
// meets ends a query for the first contact, and later descent would be wasted.
import {
  COUNTING, EXACT_A, EXACT_B, EXITS, LEAF_PAIRS, PAIR_BYTES, PLACED, POSED, ROOTS, TRIANGLE_TESTS, WAITING, WITNESS, WITNESS_A, WITNESS_B,
} from "../pair-memory-map";
import { setF32Pose } from "./f32-pose";
import { allLeafPairs, clear64, nextLeafPair } from "./pair-descent";
import { testTriangles } from "./pair-triangles";
import { setRelativePose } from "./relative-pose";

/** Returned for a query that TypeScript must answer: its relative pose does not exist, or does not fit f32. */
const UNSERVED: i32 = -1;

/**
 * For the first contact: descends, best first, until triangles of a leaf pair are not certainly apart; returns the bytes of such pairs in
 * SURVIVORS, or 0 at the end. If none of them meets, call again. A witness, if there is one, comes before the roots.
 */
export function nextSurvivors(nodesA: i32, cornersA: i32, positionsA: i32, nodesB: i32, cornersB: i32, positionsB: i32): i32 {
  if ((load<i32>(ROOTS) & PLACED) != 0 && !setPoses(nodesA, positionsA, nodesB, positionsB)) return UNSERVED;
  if ((load<i32>(ROOTS) & WITNESS) != 0) {
    const bytes = testWitness(cornersA, positionsA, cornersB, positionsB);
    if (bytes != 0) return bytes;
  }
  while (true) {
    const leafPairs = nextLeafPair(nodesA, nodesB);
    if (leafPairs == 0) return 0;
    const bytes = testTriangles(leafPairs, cornersA, positionsA, cornersB, positionsB);
    if (bytes != 0) return bytes;
  }
  return 0;
}

/** For all pairs: the bytes of pairs in SURVIVORS that are not certainly apart. Unless WAITING is zero there are more: call again. */
export function moreSurvivors(nodesA: i32, cornersA: i32, positionsA: i32, nodesB: i32, cornersB: i32, positionsB: i32): i32 {
  if ((load<i32>(ROOTS) & PLACED) != 0 && !setPoses(nodesA, positionsA, nodesB, positionsB)) return UNSERVED;
  while (true) {
    const leafPairs = allLeafPairs(nodesA, nodesB);
    const bytes = testTriangles(leafPairs, cornersA, positionsA, cornersB, positionsB);
    if (bytes != 0 || load<i32>(WAITING) == 0) return bytes;
  }
  return 0;
}

/**
 * Tests the triangles that met last, at poses that are set. The counters continue afterwards. Twin: witnessMeets in
 * queries/pairs/collide.ts.
 */
function testWitness(cornersA: i32, positionsA: i32, cornersB: i32, positionsB: i32): i32 {
  store<i32>(ROOTS, POSED | COUNTING);
  store<i32>(TRIANGLE_TESTS, 0);
  clear64(EXITS);
  store<i32>(LEAF_PAIRS, WITNESS_A);
  store<i32>(LEAF_PAIRS + 4, WITNESS_B);
  return testTriangles(PAIR_BYTES, cornersA, positionsA, cornersB, positionsB);
}

function setPoses(nodesA: i32, positionsA: i32, nodesB: i32, positionsB: i32): bool {
  return setRelativePose(nodesA, nodesB) &&
    setF32Pose(nodesA, nodesB, load<i32>(EXACT_A) != positionsA, load<i32>(EXACT_B) != positionsB);
}
