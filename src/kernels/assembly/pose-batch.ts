// The first contact at each pose of a batch. Twin: meetAt in queries/pairs/collide-many.ts.
import {
  A_TO_WORLD, B_TO_WORLD, BATCH_A, BATCH_ANSWERS, BATCH_AT, BATCH_B, BATCH_END, BATCH_IS_ONE_A, COUNTING, MOVES, PLACED, POSE_BYTES,
  ROOTS, SURVIVORS,
} from "../pair-memory-map";

/** Of find-survivors.ts, in another module. */
@external("env", "nextSurvivors")
declare function nextSurvivors(nodesA: i32, cornersA: i32, positionsA: i32, nodesB: i32, cornersB: i32, positionsB: i32): i32;

/**
 * Answers the poses from BATCH_AT on, a byte each. Stops at one, BATCH_AT, whose first survivor is uncertain, and returns the bytes of
 * survivors; or at one that `nextSurvivors` does not serve. Returns 0 at the end.
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
  store<i32>(MOVES, i32(!isIdentity(A_TO_WORLD)) + 2 * i32(!isIdentity(B_TO_WORLD)));
  store<i32>(ROOTS, PLACED | COUNTING);
}

/** Twin: readInto in geometry/affine.ts. The last row is known. */
function isIdentity(pose: usize): bool {
  for (let column = 0; column < 4; column++)
    for (let row = 0; row < 3; row++)
      if (load<f64>(pose + (<usize>(4 * column + row) << 3)) != (column == row ? 1.0 : 0.0)) return false;
  return true;
}
