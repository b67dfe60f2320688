/**
 * When two meshes first meet on their way from time 0 to time 1.
 *
 * - hit: they are apart before `lower`, and have met by `upper`; where one rotates, they are within the tolerance of
 *   each other at `upper`. `triangleA` and `triangleB` are two that do.
 * - miss: they are apart all the time.
 * - indeterminate: the limit of steps was reached. They are apart before `lower`, and if they meet at all by `upper`,
 *   not before `lower`.
 */
export type Impact =
  | { kind: "hit"; lower: number; upper: number; triangleA: number; triangleB: number }
  | { kind: "miss" }
  | { kind: "indeterminate"; lower: number; upper: number };

/** What a query for the first contact did. */
export interface ImpactStats {
  /** Pairs of boxes tested. */
  boxTests: number;
  /** Pairs of triangles tested. */
  triangleTests: number;
  /** Pairs of a vertex and a face, or of two edges, tested; none where a mesh rotates. */
  featureTests: number;
  /** Tests of triangles at time 0, or of features, that needed exact arithmetic. */
  exactTests: number;
}

export function createImpactStats(): ImpactStats {
  return { boxTests: 0, triangleTests: 0, featureTests: 0, exactTests: 0 };
}
