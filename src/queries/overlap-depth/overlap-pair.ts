import { topologyOf } from "../../mesh/surface-topology.ts";
import { AABB_MAX, AABB_MIN, type AabbTree } from "../../trees/layout.ts";
import { reachOf } from "../pairs/pair-query.ts";
import { addStats, createStats, type QueryStats } from "../stats.ts";
import { enlarge, enlargement } from "./enlarge.ts";
import { createWorldSurface, type WorldSurface } from "./world-surface.ts";

/** Two meshes where they stand, ready for several questions about how deep they are in each other. */
export interface OverlapPair {
  readonly surfaceA: WorldSurface;
  readonly surfaceB: WorldSurface;
  readonly aClosed: boolean;
  readonly bClosed: boolean;
  /** All lengths of the pair are this many times those of the caller's world. */
  readonly factor: number;
  /** A bound on the world's coordinates. */
  readonly scale: number;
  /** The longest side of the smaller box, and the shortest of all sides. */
  readonly size: number;
  readonly narrowest: number;
  /** The counters of questions that did not go to the two surfaces. */
  readonly work: QueryStats;
}

/** Null when both meshes are open. The poses are checked. */
export function createOverlapPair(
  a: AabbTree,
  aToWorld: Float64Array,
  b: AabbTree,
  bToWorld: Float64Array,
): OverlapPair | null {
  const aClosed = topologyOf(a.mesh).closed;
  const bClosed = topologyOf(b.mesh).closed;
  if (!aClosed && !bClosed) return null;
  const factor = enlargement(a, aToWorld, b, bToWorld);
  const pair =
    factor === null
      ? placePair(a, aToWorld, b, bToWorld)
      : placePair(enlarge(a, aToWorld, factor), IDENTITY, enlarge(b, bToWorld, factor), IDENTITY);
  return { ...pair, aClosed, bClosed, factor: factor ?? 1, work: createStats() };
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

function placePair(a: AabbTree, aToWorld: Float64Array, b: AabbTree, bToWorld: Float64Array) {
  const scale = Math.max(worldReach(a, aToWorld), worldReach(b, bToWorld));
  const [extentsA, extentsB] = [worldExtents(a, aToWorld), worldExtents(b, bToWorld)];
  return {
    surfaceA: createWorldSurface(a, aToWorld, scale),
    surfaceB: createWorldSurface(b, bToWorld, scale),
    scale,
    size: Math.min(Math.max(...extentsA), Math.max(...extentsB)),
    narrowest: Math.min(...extentsA, ...extentsB),
  };
}

/** What has been done with the pair so far. */
export function workOf({ surfaceA, surfaceB, work }: OverlapPair): QueryStats {
  const sum = createStats();
  addStats(sum, work);
  for (const { posed } of [surfaceA, surfaceB]) {
    sum.boxTests += posed.boxTests;
    sum.triangleTests += posed.triangleTests;
    sum.exactTests += posed.exactTests;
  }
  return sum;
}

function worldReach(tree: AabbTree, m: Float64Array): number {
  const reach = reachOf(tree);
  let most = 0;
  for (let row = 0; row < 3; row++) {
    const norm = Math.abs(m[row]!) + Math.abs(m[4 + row]!) + Math.abs(m[8 + row]!);
    most = Math.max(most, norm * reach + Math.abs(m[12 + row]!));
  }
  return most;
}

function worldExtents({ nodes }: AabbTree, m: Float64Array): number[] {
  return [0, 1, 2].map((row) =>
    [0, 1, 2].reduce(
      (sum, axis) => sum + Math.abs(m[4 * axis + row]!) * (nodes[AABB_MAX + axis]! - nodes[AABB_MIN + axis]!),
      0,
    ),
  );
}
