import type { Triangle } from "./squared-distance.ts";
import { cross, dot, type Fraction, isLess, minus, type Vector } from "./vectors.ts";

/**
 * The square of how far b must move to part two convex solids, as a fraction; 0 if they touch, null if they are apart. The least travel is
 * along a normal of a face of a, of a face of b, or of an edge of each: all of them are tried, both ways.
 */
export function convexDepth(a: readonly Triangle[], b: readonly Triangle[]): Fraction | null {
  const [pointsA, pointsB] = [pointsOf(a), pointsOf(b)];
  let least: Fraction | null = null;
  for (const n of normalsOf(a, b)) {
    const [leastA, mostA] = rangeOf(n, pointsA);
    const [leastB, mostB] = rangeOf(n, pointsB);
    // b leaves a along n, or against it, whichever is shorter.
    const [along, against] = [mostA - leastB, mostB - leastA];
    if (along < 0n || against < 0n) return null;
    const way = along < against ? along : against;
    const square: Fraction = [way * way, dot(n, n)];
    if (least === null || isLess(square, least)) least = square;
  }
  return least;
}

/** Every corner once. */
function pointsOf(triangles: readonly Triangle[]): Vector[] {
  return [...new Map(triangles.flat().map((p) => [p.join(), p])).values()];
}

function rangeOf(n: Vector, points: readonly Vector[]): [bigint, bigint] {
  let least = dot(n, points[0]);
  let most = least;
  for (const p of points) {
    const x = dot(n, p);
    if (x < least) least = x;
    if (x > most) most = x;
  }
  return [least, most];
}

function* normalsOf(a: readonly Triangle[], b: readonly Triangle[]): Generator<Vector> {
  const isVector = (n: Vector) => n.some((x) => x !== 0n);
  for (const [p, q, r] of [...a, ...b]) {
    const n = cross(minus(q, p), minus(r, p));
    if (isVector(n)) yield n;
  }
  const edges = (triangles: readonly Triangle[]) => {
    const found = new Map<string, Vector>();
    for (const t of triangles)
      for (let k = 0; k < 3; k++) {
        const e = minus(t[(k + 1) % 3], t[k]);
        if (!found.has(e.map((x) => -x).join())) found.set(e.join(), e);
      }
    return [...found.values()];
  };
  const [edgesA, edgesB] = [edges(a), edges(b)];
  for (const e of edgesA)
    for (const f of edgesB) {
      const n = cross(e, f);
      if (isVector(n)) yield n;
    }
}
