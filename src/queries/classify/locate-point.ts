import type { Pose } from "../../geometry/affine.ts";
import { readVector } from "../../geometry/coordinates.ts";
import type { SurfaceTopology } from "../../mesh/surface-topology.ts";
import { checkOptionNames, type OptionNames } from "../../option-names.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { topologyOfTree } from "../../trees/solid-of-tree.ts";
import { type QueryStats, readStats, writeCounts } from "../stats.ts";
import { enlarge, scaleTree } from "../tiny-worlds.ts";
import { countCrossings } from "./crossings.ts";
import { type PosedTree, poseTree } from "./posed-tree.ts";
import { windsAround } from "./rim-phase.ts";
import { hasLongRim, windingByRim } from "./winding-by-rim.ts";
import { sumSolidAngles } from "./winding-number.ts";

export interface PointOptions {
  /** The mesh's pose: 16 numbers, column-major, affine. Default: its vertices are world coordinates. */
  toWorld?: Pose | null | undefined;
  /** A plain object, such as {}: filled with the query's counters. */
  stats?: Partial<QueryStats> | undefined;
}

const POINT_OPTIONS: OptionNames<PointOptions> = { toWorld: true, stats: true };

export interface PointLocation {
  side: "inside" | "outside" | "on";
  /**
   * "ray-parity": the mesh is closed; the answer is exact and does not depend on winding. "winding-number": the mesh is open, and the point
   * counts as inside if the generalized winding number is at least one half in magnitude ("on" is still exact).
   */
  method: "ray-parity" | "winding-number";
}

export const INSIDE = 1;
export const ON = 0;
export const OUTSIDE = -1;
const SIDES = { [INSIDE]: "inside", [ON]: "on", [OUTSIDE]: "outside" } as const;

/** The side of the surface on which a world point lies. */
export function locatePoint(
  tree: BinaryTree,
  point: ArrayLike<number>,
  options: PointOptions = {},
): PointLocation {
  checkOptionNames(options, POINT_OPTIONS, "locatePoint");
  const { toWorld = null } = options;
  const stats = readStats(options.stats);
  const place = readPoint(point);
  const scaled = scaleTree(tree, options, place);
  if (scaled !== null)
    return locatePoint(scaled.tree, enlarge(place, scaled.factor), {
      ...options,
      toWorld: scaled.toWorld,
    });
  const posed = poseTree(tree, toWorld, "toWorld");
  const crossings = countCrossings(posed, place);
  const topology = topologyOfTree(tree);
  const { closed } = topology;
  let side: number = sideBy(crossings);
  if (!closed && side !== ON) side = windsAround(posed, topology, place, crossings) ? INSIDE : OUTSIDE;
  if (stats !== undefined) writeCounts(stats, posed.boxTests, posed.triangleTests, posed.exactTests);
  return {
    side: SIDES[side as keyof typeof SIDES],
    method: closed ? "ray-parity" : "winding-number",
  };
}

/**
 * The generalized winding number of the surface around a world point, in f64: 1 inside a closed mesh that is wound counterclockwise seen
 * from outside, 0 outside, in between for open meshes. Time grows with the length of the mesh's rim; if most edges belong to the rim, as in
 * a soup, or the point lies on the surface, with the number of triangles.
 */
export function windingNumber(
  tree: BinaryTree,
  point: ArrayLike<number>,
  options: PointOptions = {},
): number {
  checkOptionNames(options, POINT_OPTIONS, "windingNumber");
  const { toWorld = null } = options;
  const stats = readStats(options.stats);
  const place = readPoint(point);
  const scaled = scaleTree(tree, options, place);
  if (scaled !== null)
    return windingNumber(scaled.tree, enlarge(place, scaled.factor), {
      ...options,
      toWorld: scaled.toWorld,
    });
  const posed = poseTree(tree, toWorld, "toWorld");
  const winding = windingAt(posed, topologyOfTree(tree), place);
  if (stats !== undefined) writeCounts(stats, posed.boxTests, posed.triangleTests, posed.exactTests);
  return winding;
}

function readPoint(point: ArrayLike<number>): Float64Array {
  const place = new Float64Array(3);
  readVector(point, "point", place, 0);
  return place;
}

/**
 * INSIDE, ON or OUTSIDE of a closed surface: exact. The number of crossings is odd inside, whatever the winding, and their signed sum has
 * equal parity.
 */
export function locate(posed: PosedTree, point: Float64Array): typeof INSIDE | typeof ON | typeof OUTSIDE {
  return sideBy(countCrossings(posed, point));
}

/** The side of a closed surface for a point whose ray has this signed sum of crossings; NaN means on the surface. */
export function sideBy(crossings: number): typeof INSIDE | typeof ON | typeof OUTSIDE {
  if (Number.isNaN(crossings)) return ON;
  return crossings % 2 === 0 ? OUTSIDE : INSIDE;
}

/** The generalized winding number around a point: by the rim, or over all triangles if that is no slower. */
function windingAt(posed: PosedTree, topology: SurfaceTopology, point: Float64Array): number {
  if (hasLongRim(posed, topology)) return sumSolidAngles(posed, point);
  const crossings = countCrossings(posed, point);
  // On the surface, the sum is halfway between the values on its two sides.
  return Number.isNaN(crossings)
    ? sumSolidAngles(posed, point)
    : windingByRim(posed, topology, point, crossings);
}

/** Whether the generalized winding number around a point is at least one half in magnitude. */
export function isFoundAround(posed: PosedTree, topology: SurfaceTopology, point: Float64Array): boolean {
  const crossings = countCrossings(posed, point);
  return Number.isNaN(crossings)
    ? Math.abs(sumSolidAngles(posed, point)) >= 0.5
    : windsAround(posed, topology, point, crossings);
}
