import { type Fraction, fraction, isLess } from "./vectors.ts";

/** a·x + b·y + c·z ≤ d */
export type Constraint = readonly [a: bigint, b: bigint, c: bigint, d: bigint];

/**
 * The least z of all points that keep every constraint, or null if there is none. They must form a bounded set: then the least z is at a
 * corner, where three planes meet. All corners are tried.
 */
export function leastZ(constraints: readonly Constraint[]): Fraction | null {
  let least: Fraction | null = null;
  for (let i = 0; i < constraints.length; i++)
    for (let j = i + 1; j < constraints.length; j++)
      for (let k = j + 1; k < constraints.length; k++) {
        const corner = cornerOf(constraints[i], constraints[j], constraints[k]);
        if (corner === null) continue;
        const [x, y, z, w] = corner;
        const t = fraction(z, w);
        if (least !== null && !isLess(t, least)) continue;
        if (constraints.every(([a, b, c, d]) => a * x + b * y + c * z <= d * w)) least = t;
      }
  return least;
}

/** x y z over w > 0, or null where the planes have no single common point. */
function cornerOf(p: Constraint, q: Constraint, r: Constraint): [bigint, bigint, bigint, bigint] | null {
  const w = determinant(p, q, r, 0, 1, 2);
  if (w === 0n) return null;
  const x = determinant(p, q, r, 3, 1, 2);
  const y = determinant(p, q, r, 0, 3, 2);
  const z = determinant(p, q, r, 0, 1, 3);
  return w > 0n ? [x, y, z, w] : [-x, -y, -z, -w];
}

function determinant(p: Constraint, q: Constraint, r: Constraint, i: number, j: number, k: number): bigint {
  return (
    p[i] * (q[j] * r[k] - q[k] * r[j]) -
    p[j] * (q[i] * r[k] - q[k] * r[i]) +
    p[k] * (q[i] * r[j] - q[j] * r[i])
  );
}
