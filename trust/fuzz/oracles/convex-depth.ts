import type { Triangle } from "./squared-distance.ts";
import { cross, dot, type Fraction, isLess, minus, type Vector } from "./vectors.ts";

/**
 * The square of how far b must move to part two convex solids, as a fraction; 0 if they touch, null if they are apart. The least travel is
 * along a normal of a face of a, of a face of b, or of an edge of each: all of them are tried, both ways.
 */
export function convexDepth(a: readonly Triangle[], b: readonly Triangle[]): Fraction | null {
  const [pointsA, pointsB] = [a.flat(), b.flat()];
  let least: Fraction | null = null;
  for (const normal of normalsOf(a, b))
    for (const n of [normal, normal.map((x) => -x) as unknown as Vector]) {
      const most = pointsA.map((p) => dot(n, p)).reduce((x, y) => (x > y ? x : y));
      const fewest = pointsB.map((p) => dot(n, p)).reduce((x, y) => (x < y ? x : y));
      if (most < fewest) return null;
      const square: Fraction = [(most - fewest) ** 2n, dot(n, n)];
      if (least === null || isLess(square, least)) least = square;
    }
  return least;
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
