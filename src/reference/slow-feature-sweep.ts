// The slow twin of `sweepVertexFace` and `sweepEdgeEdge`: no polynomials and no roots, only boxes of time and parameters
// that are halved until they are small.

/** The number of boxes at which the twin gives up: a family of near contacts can be a surface that many boxes cover. */
const MOST_BOXES = 2_000_000;

/**
 * The earliest time at which a moving vertex and face come within `tolerance`, found to 2^-bits, or null. With `edges`, two
 * moving edges. The difference of a point on one and a point on the other is linear in the time and in each of the two
 * parameters, so over a box of the three it lies between its values at the eight corners.
 */
export function sweepBySubdivision(
  query: ArrayLike<number>,
  edges: boolean,
  tolerance = 1e-9,
  bits = 24,
): number | null {
  let earliest = Infinity;
  const waiting = [{ low: [0, 0, 0], bits: [0, 0, 0] }];
  for (let count = 0; waiting.length > 0; count++) {
    const { low, bits: depth } = waiting.pop()!;
    const high = low.map((value, k) => value + 2 ** -depth[k]);
    if (low[0] >= earliest) continue;
    if (!edges && low[1] + low[2] > 1) continue; // beyond the face's third edge
    if (isApart(query, edges, low, high, tolerance)) continue;
    if (depth[2] === bits) {
      earliest = low[0];
      continue;
    }
    if (count > MOST_BOXES) throw new Error(`more than ${MOST_BOXES} boxes`);
    const k = depth.indexOf(Math.min(...depth));
    const nextDepth = depth.map((value, i) => (i === k ? value + 1 : value));
    const later = low.map((value, i) => (i === k ? value + 2 ** -nextDepth[i] : value));
    waiting.push({ low: later, bits: nextDepth }, { low, bits: nextDepth });
  }
  return earliest === Infinity ? null : earliest;
}

function isApart(
  q: ArrayLike<number>,
  edges: boolean,
  low: number[],
  high: number[],
  tolerance: number,
): boolean {
  for (let axis = 0; axis < 3; axis++) {
    let least = Infinity;
    let most = -Infinity;
    for (const time of [low[0], high[0]])
      for (const u of [low[1], high[1]])
        for (const v of [low[2], high[2]]) {
          const [p0, p1, p2, p3] = [0, 3, 6, 9].map(
            (i) => (1 - time) * q[i + axis] + time * q[12 + i + axis],
          ) as [number, number, number, number];
          const difference = edges
            ? p0 + u * (p1 - p0) - p2 - v * (p3 - p2)
            : p0 - p1 - u * (p2 - p1) - v * (p3 - p1);
          least = Math.min(least, difference);
          most = Math.max(most, difference);
        }
    if (least > tolerance || most < -tolerance) return true;
  }
  return false;
}
