import { reachInWorld } from "../../geometry/affine.ts";
import { topologyOf } from "../../mesh/surface-topology.ts";
import { AABB_MAX, AABB_MIN, type AabbTree } from "../../trees/layout.ts";
import { reachOf } from "../pairs/pair-query.ts";
import { addStats, createStats, type QueryStats } from "../stats.ts";
import type { Direction } from "./deepest-point.ts";
import { createWorldSurfaces, testsOf, type WorldSurface } from "./world-surface.ts";

/** Two meshes at their poses, ready for several queries about their overlap. */
export interface OverlapPair {
  readonly surfaceA: WorldSurface;
  readonly surfaceB: WorldSurface;
  readonly aClosed: boolean;
  readonly bClosed: boolean;
  /** A bound on the world coordinates. */
  readonly scale: number;
  /** The longest side of the smaller box, and the shortest of all sides. */
  readonly size: number;
  readonly narrowest: number;
  /** Counters of work outside the two surfaces. */
  readonly work: QueryStats;
}

/**
 * Null if both meshes are open. The poses must already be checked, and the meshes must not be tiny in the world (queries/tiny-worlds.ts).
 */
export function createOverlapPair(
  a: AabbTree,
  aToWorld: Float64Array,
  b: AabbTree,
  bToWorld: Float64Array,
): OverlapPair | null {
  const aClosed = topologyOf(a.mesh).closed;
  const bClosed = topologyOf(b.mesh).closed;
  if (!aClosed && !bClosed) return null;
  const scale = Math.max(reachInWorld(aToWorld, reachOf(a)), reachInWorld(bToWorld, reachOf(b)));
  const [extentsA, extentsB] = [worldExtents(a, aToWorld), worldExtents(b, bToWorld)];
  const [surfaceA, surfaceB] = createWorldSurfaces(a, aToWorld, b, bToWorld, scale);
  return {
    surfaceA,
    surfaceB,
    aClosed,
    bClosed,
    scale,
    size: Math.min(Math.max(...extentsA), Math.max(...extentsB)),
    narrowest: Math.min(...extentsA, ...extentsB),
    work: createStats(),
  };
}

/** Each surface whose depth in the other solid is to be measured, except in an open mesh, which has no inside. */
export function directionsOf({ surfaceA, surfaceB, aClosed, bClosed }: OverlapPair): Direction[] {
  const directions: Direction[] = [];
  if (bClosed) directions.push({ surface: surfaceA, solid: surfaceB, isOfA: true });
  if (aClosed) directions.push({ surface: surfaceB, solid: surfaceA, isOfA: false });
  return directions;
}

/** The counters of all work done with the pair so far. */
export function workOf({ surfaceA, surfaceB, work }: OverlapPair): QueryStats {
  const sum = createStats();
  addStats(sum, work);
  for (const surface of [surfaceA, surfaceB]) {
    const { posed } = surface;
    testsOf(surface); // brings the counters up to date
    sum.boxTests += posed.boxTests;
    sum.triangleTests += posed.triangleTests;
    sum.exactTests += posed.exactTests;
  }
  return sum;
}

function worldExtents({ nodes }: AabbTree, m: Float64Array): number[] {
  return [0, 1, 2].map((row) =>
    [0, 1, 2].reduce(
      (sum, axis) => sum + Math.abs(m[4 * axis + row]) * (nodes[AABB_MAX + axis] - nodes[AABB_MIN + axis]),
      0,
    ),
  );
}
