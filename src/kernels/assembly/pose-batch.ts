// The first contact at each pose of a batch. Twin: meetAt in queries/pairs/collide-many.ts.
import {
  A_TO_WORLD, B_TO_WORLD, BATCH_A, BATCH_ANSWERS, BATCH_AT, BATCH_B, BATCH_END, BATCH_IS_ONE_A, COUNTING, PLACED, POSE_BYTES, ROOTS,
  SURVIVORS,
} from "../pair-memory-map";

/** The function of find-survivors.ts, which is in another module. */
@external("env", "nextSurvivors")
declare function nextSurvivors(nodesA: i32, cornersA: i32, positionsA: i32, nodesB: i32, cornersB: i32, positionsB: i32): i32;

/**
 * Answers the poses from BATCH_AT on, a byte each. Stops at a pose, BATCH_AT, whose first survivor is uncertain, and returns the bytes of
 * survivors; or at one that `nextSurvivors` cannot answer. Returns 0 at the end.
 */
export function nextUndecided(nodesA: i32, cornersA: i32, positionsA: i32, nodesB: i32, cornersB: i32, positionsB: i32): i32 {
  const end = load<i32>(BATCH_END);
  for (let at = load<i32>(BATCH_AT); at < end; at++) {
    store<i32>(BATCH_AT, at);
    place(at);
    const bytes = nextSurvivors(nodesA, cornersA, positionsA, nodesB, cornersB, positionsB);
    if (bytes < 0 || (bytes > 0 && load<i32>(SURVIVORS) < 0)) return bytes;
    store<u8>(at, <u8>(bytes > 0), BATCH_ANSWERS);
  }
  store<i32>(BATCH_AT, end);
  return 0;
}

function place(at: i32): void {
  const a = BATCH_A + select(0, at, load<i32>(BATCH_IS_ONE_A)) * POSE_BYTES;
  const b = BATCH_B + at * POSE_BYTES;
  for (let k = 0; k < POSE_BYTES; k += 16) {
    v128.store(A_TO_WORLD + k, v128.load(a + k));
    v128.store(B_TO_WORLD + k, v128.load(b + k));
  }
  store<i32>(ROOTS, PLACED | COUNTING);
}
