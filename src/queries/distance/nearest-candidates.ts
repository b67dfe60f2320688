/** Triangle pairs, or single triangles in `slotsA`, that may be the nearest as far as the filter can tell. */
export interface Candidates {
  count: number;
  slotsA: Int32Array;
  slotsB: Int32Array;
  /** The square of a lower bound of each candidate's distance. */
  leastSquares: Float64Array;
}

export function createCandidates(): Candidates {
  return {
    count: 0,
    slotsA: new Int32Array(64),
    slotsB: new Int32Array(64),
    leastSquares: new Float64Array(64),
  };
}

/** Adds a candidate. If there is no room, candidates beyond the square bound[0] are dropped first. */
export function addCandidate(
  candidates: Candidates,
  slotA: number,
  slotB: number,
  leastSquare: number,
  bound: Float64Array,
): void {
  if (candidates.count === candidates.slotsA.length) makeRoom(candidates, bound);
  const at = candidates.count++;
  candidates.slotsA[at] = slotA;
  candidates.slotsB[at] = slotB;
  candidates.leastSquares[at] = leastSquare;
}

/** Drops candidates that are now beyond the bound; doubles the memory if most remain. */
function makeRoom(candidates: Candidates, bound: Float64Array): void {
  const { slotsA, slotsB, leastSquares } = candidates;
  let left = 0;
  for (let k = 0; k < candidates.count; k++) {
    if (leastSquares[k] > bound[0]) continue;
    slotsA[left] = slotsA[k];
    slotsB[left] = slotsB[k];
    leastSquares[left] = leastSquares[k];
    left++;
  }
  candidates.count = left;
  if (2 * left < slotsA.length) return;
  candidates.slotsA = grown(slotsA, new Int32Array(2 * left));
  candidates.slotsB = grown(slotsB, new Int32Array(2 * left));
  candidates.leastSquares = grown(leastSquares, new Float64Array(2 * left));
}

function grown<T extends Int32Array | Float64Array>(from: T, to: T): T {
  to.set(from);
  return to;
}
