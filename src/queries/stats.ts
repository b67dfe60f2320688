/** What a query did. Every query counts; the papers' tables, the tests and users read the same numbers. */
export interface QueryStats {
  /** Pairs of boxes tested for overlap. */
  boxTests: number;
  /** Pairs of triangles tested. */
  triangleTests: number;
  /** Triangle tests whose floating-point filter could not decide, so that exact arithmetic had to. */
  exactTests: number;
  /**
   * How the box tests ended: entry k < 15 counts the tests that axis k separated, entry 15 those that found an
   * overlap. Axes 0 to 2 are the face normals of a's boxes, 3 to 5 those of b's, 6 + 3·i + j the cross product of
   * a's edge i and b's edge j; AABB
   * trees test those axes when a pair's turn comes, so a pair still waiting at the first contact counts as overlap.
   */
  exitAxes: Uint32Array;
}

export const OVERLAP = 15;
export const EXIT_COUNT = 16;

export function createStats(): QueryStats {
  return { boxTests: 0, triangleTests: 0, exactTests: 0, exitAxes: new Uint32Array(EXIT_COUNT) };
}

export function resetStats(stats: QueryStats): void {
  stats.boxTests = 0;
  stats.triangleTests = 0;
  stats.exactTests = 0;
  stats.exitAxes.fill(0);
}
