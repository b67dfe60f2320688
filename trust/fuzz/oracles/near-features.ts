import { integerOf } from "./integers.ts";
import { pointToTriangle, segmentToSegment } from "./squared-distance.ts";
import { type Fraction, toVectors, type Vector } from "./vectors.ts";
import { worldVertices } from "./world-vertices.ts";

// All pairs of a vertex and a face, and of two edges, with the squares of their distances.

/** Positions, and three vertex numbers a triangle; null for a soup. */
interface Mesh {
  positions: ArrayLike<number>;
  indices: ArrayLike<number> | null;
}

export interface FeaturePair {
  /** Kind and vertex numbers, as in a row of `findNearPairs`. */
  name: string;
  square: Fraction;
}

export interface FeaturePairs {
  /** In the order of `findNearPairs`. */
  pairs: FeaturePair[];
  /** Squares are in units of 2^(2 · exponent). */
  exponent: number;
}

/** Of two meshes; of one mesh, `b` null, without a common vertex. */
export function featurePairs(
  a: Mesh,
  aToWorld: ArrayLike<number> | null,
  b: Mesh | null,
  bToWorld: ArrayLike<number> | null,
): FeaturePairs {
  const worldA = worldVertices(a.positions, aToWorld);
  const worldB = b === null ? worldA : worldVertices(b.positions, bToWorld);
  const { vectors, exponent } = toVectors(worldA, worldB);
  const atA = (v: number) => vectors[v];
  const atB = (v: number) => vectors[worldA.length / 3 + v];
  const ofA = featuresOf(a);
  const ofB = b === null ? ofA : featuresOf(b);
  const isWanted = (p: number[], q: number[]) => b !== null || !p.some((v) => q.includes(v));
  const pairs: FeaturePair[] = [];
  const add = (kind: number, p: number[], q: number[], measure: () => Fraction) => {
    if (isWanted(p, q)) pairs.push({ name: [kind, ...p, ...q].join(" "), square: measure() });
  };
  for (const v of ofA.vertices)
    for (const face of ofB.faces)
      add(0, [v], face, () => pointToTriangle(atA(v), face.map(atB) as [Vector, Vector, Vector]));
  if (b !== null)
    for (const face of ofA.faces)
      for (const v of ofB.vertices)
        add(1, face, [v], () => pointToTriangle(atB(v), face.map(atA) as [Vector, Vector, Vector]));
  ofA.edges.forEach((p, i) => {
    for (const q of b === null ? ofB.edges.slice(i + 1) : ofB.edges)
      add(2, p, q, () => segmentToSegment(atA(p[0]), atA(p[1]), atB(q[0]), atB(q[1])));
  });
  return { pairs, exponent };
}

/** The pairs that are at most the thickness apart. */
export function pairsWithin({ pairs, exponent }: FeaturePairs, thickness: number): FeaturePair[] {
  // In units small enough for both: a power of two more does not change which is less.
  const finest = Math.min(exponent, -1074);
  const limit = integerOf(thickness, finest) ** 2n;
  const shift = BigInt(2 * (exponent - finest));
  return pairs.filter(({ square: [over, under] }) => over << shift <= limit * under);
}

function featuresOf(mesh: Mesh): { vertices: number[]; edges: number[][]; faces: number[][] } {
  const { positions, indices } = mesh;
  const corners = Array.from(
    { length: indices?.length ?? positions.length / 3 },
    (_, c) => indices?.[c] ?? c,
  );
  const faces = Array.from({ length: corners.length / 3 }, (_, t) => corners.slice(3 * t, 3 * t + 3));
  const edges = new Map<string, number[]>();
  for (const face of faces)
    for (let k = 0; k < 3; k++) {
      const edge = [face[k], face[(k + 1) % 3]].sort((p, q) => p - q);
      if (edge[0] !== edge[1]) edges.set(edge.join(), edge);
    }
  return {
    vertices: [...new Set(corners)].sort((p, q) => p - q),
    edges: [...edges.values()].sort((p, q) => p[0] - q[0] || p[1] - q[1]),
    faces,
  };
}
