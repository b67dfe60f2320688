import { OptionError } from "../../errors.ts";
import { refuseFillable, refuseInto } from "../../reused-objects.ts";
import { DETACHED, isArrayOf, isDetached } from "../../typed-arrays.ts";
import { createTrianglePairs, type TrianglePairs } from "../pairs/find-pairs.ts";
import { checkInto } from "../stats.ts";

/** What `kinds` of a manifold mean: how much is known of a region's depth. */
export const DEPTH_KINDS = ["exact", "upper-bound", "unknown"] as const;
export type DepthKind = (typeof DEPTH_KINDS)[number];

export const EXACT_DEPTH = 0;
export const UPPER_BOUND = 1;
export const UNKNOWN_DEPTH = 2;

/**
 * The contact of two meshes for a solver: connected regions, and up to four points in each. Arrays are at least as long
 * as `count` and `pointCount` need; what lies behind is memory for later results.
 */
export interface Manifold {
  /** How many regions there are. */
  count: number;
  /** Unit, from a to b, x y z a region: b leaves a along it. Zero where nothing tells a direction. */
  normals: Float64Array;
  /** How far b has to move along the normal until the surfaces of the region no longer overlap: the upper bound. */
  depths: Float64Array;
  /** The depth is at least this, and at most that; 0 and Infinity where the depth is unknown. */
  lowerBounds: Float64Array;
  upperBounds: Float64Array;
  /** By number: `DEPTH_KINDS[kinds[r]]` is "exact" (to rounding), "upper-bound", or "unknown" where a mesh has no inside. */
  kinds: Uint8Array;
  /** Region r has the points starts[r] … starts[r + 1] − 1. */
  starts: Uint32Array;
  pointCount: number;
  /** Where on the surface of a, and where on b, x y z a point. pointsA − pointsB = pointDepths · normal. */
  pointsA: Float64Array;
  pointsB: Float64Array;
  pointDepths: Float64Array;
  /**
   * Two numbers a point that name the vertex, the two edges, or the edge and the triangle that make it. They are made of
   * the numbers in the meshes, not of places in this result, so a contact that lasts keeps them.
   */
  keys: Uint32Array;
  /** The pairs of triangles that meet, as `findPairs` returns them, and the region of each. */
  pairs: TrianglePairs;
  regionOfPair: Uint32Array;
}

export function createManifold(): Manifold {
  return {
    count: 0,
    normals: new Float64Array(3 * 4),
    depths: new Float64Array(4),
    lowerBounds: new Float64Array(4),
    upperBounds: new Float64Array(4),
    kinds: new Uint8Array(4),
    starts: new Uint32Array(5),
    pointCount: 0,
    pointsA: new Float64Array(3 * 16),
    pointsB: new Float64Array(3 * 16),
    pointDepths: new Float64Array(16),
    keys: new Uint32Array(2 * 16),
    pairs: createTrianglePairs(),
    regionOfPair: new Uint32Array(0),
  };
}

/** Throws `OptionError` unless `into` is left out or is an earlier result: to be called before any work is done. */
export function checkManifold(into: Manifold | null | undefined): void {
  if (into === undefined || into === null) return;
  const floats = [into.normals, into.depths, into.lowerBounds, into.upperBounds];
  floats.push(into.pointsA, into.pointsB, into.pointDepths);
  const words = [into.starts, into.keys, into.regionOfPair];
  const isResult =
    floats.every((list) => isArrayOf(list, "Float64Array")) &&
    words.every((list) => isArrayOf(list, "Uint32Array")) &&
    isArrayOf(into.kinds, "Uint8Array") &&
    typeof into.pairs === "object" &&
    into.pairs !== null;
  if (!isResult) refuseInto(into);
  if ([...floats, ...words, into.kinds].some((list) => list.length === 0 && isDetached(list)))
    throw new OptionError(`into: ${DETACHED}; leave into out to get a new result`);
  checkInto(into.pairs);
  if (!Object.isExtensible(into)) refuseFillable(into, "into");
}

/** Makes the arrays long enough for `regions` regions of at most `most` points each. */
export function makeRoomForRegions(out: Manifold, regions: number, most: number): void {
  if (out.depths.length < regions) {
    out.normals = new Float64Array(3 * regions);
    out.depths = new Float64Array(regions);
    out.lowerBounds = new Float64Array(regions);
    out.upperBounds = new Float64Array(regions);
    out.kinds = new Uint8Array(regions);
  }
  if (out.starts.length < regions + 1) out.starts = new Uint32Array(regions + 1);
  const points = regions * most;
  if (out.pointDepths.length >= points) return;
  out.pointsA = new Float64Array(3 * points);
  out.pointsB = new Float64Array(3 * points);
  out.pointDepths = new Float64Array(points);
  out.keys = new Uint32Array(2 * points);
}
