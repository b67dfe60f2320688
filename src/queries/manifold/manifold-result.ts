import { OptionError } from "../../errors.ts";
import { refuseFillable, refuseInto } from "../../reused-objects.ts";
import { DETACHED, isArrayOf, isDetached } from "../../typed-arrays.ts";
import { createTrianglePairs, type TrianglePairs } from "../pairs/find-pairs.ts";
import { checkInto } from "../stats.ts";

/** The meaning of a manifold's `kinds`: how much is known about a region's depth. */
export const DEPTH_KINDS = ["exact", "upper-bound", "unknown"] as const;
export type DepthKind = (typeof DEPTH_KINDS)[number];

export const EXACT_DEPTH = 0;
export const UPPER_BOUND = 1;
export const UNKNOWN_DEPTH = 2;

/**
 * The contact of two meshes for a solver: connected regions, and up to four points in each. Arrays may be longer than `count` and
 * `pointCount` need; the rest is memory for later results.
 */
export interface Manifold {
  /** The number of regions. */
  count: number;
  /** x y z per region: the unit vector from a to b along which b leaves a. Zero if no direction is known. */
  normals: Float64Array;
  /** How far b must move along the normal until the surfaces of the region no longer overlap: the upper bound. */
  depths: Float64Array;
  /** The depth is between these bounds; 0 and Infinity if it is unknown. */
  lowerBounds: Float64Array;
  upperBounds: Float64Array;
  /** `DEPTH_KINDS[kinds[r]]` is "exact" (up to rounding), "upper-bound", or "unknown" if a mesh has no inside. */
  kinds: Uint8Array;
  /** Region r has the points starts[r] … starts[r + 1] − 1. */
  starts: Uint32Array;
  pointCount: number;
  /**
   * x y z per point: its position on the surface of a, and on b. pointsA − pointsB = pointDepths · normal. Where the other surface is farther
   * away, along the normal, than the region is deep, the other position is only that far away. Two edges may pass each other up to a
   * twentieth of their length beyond their ends.
   */
  pointsA: Float64Array;
  pointsB: Float64Array;
  pointDepths: Float64Array;
  /**
   * Two numbers per point that name the vertex, the two edges, or the edge and the triangle that define it. They consist of numbers in the
   * meshes, not places in this result, so a persistent contact keeps them.
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

/**
 * A plain object with the arrays of `into`, an earlier result, for a query to work with: properties of `into` may be accessors that run a
 * query of their own, so each is read once, before any work is done. Throws `OptionError` for anything but an earlier result.
 */
export function readManifold(into: Manifold): Manifold {
  const own: Manifold = {
    count: 0,
    normals: into.normals,
    depths: into.depths,
    lowerBounds: into.lowerBounds,
    upperBounds: into.upperBounds,
    kinds: into.kinds,
    starts: into.starts,
    pointCount: 0,
    pointsA: into.pointsA,
    pointsB: into.pointsB,
    pointDepths: into.pointDepths,
    keys: into.keys,
    pairs: into.pairs,
    regionOfPair: into.regionOfPair,
  };
  const floats = [own.normals, own.depths, own.lowerBounds, own.upperBounds];
  floats.push(own.pointsA, own.pointsB, own.pointDepths);
  const integers = [own.starts, own.keys, own.regionOfPair];
  const isResult =
    floats.every((list) => isArrayOf(list, "Float64Array")) &&
    integers.every((list) => isArrayOf(list, "Uint32Array")) &&
    isArrayOf(own.kinds, "Uint8Array") &&
    typeof own.pairs === "object" &&
    own.pairs !== null;
  if (!isResult) refuseInto(into);
  if ([...floats, ...integers, own.kinds].some((list) => list.length === 0 && isDetached(list)))
    throw new OptionError(`into: ${DETACHED}; omit into to get a new result`);
  checkInto(own.pairs);
  if (!Object.isExtensible(into)) refuseFillable(into, "into");
  return own;
}

/** Writes what was found to the caller's object. */
export function copyManifold(from: Manifold, to: Manifold): void {
  to.count = from.count;
  to.normals = from.normals;
  to.depths = from.depths;
  to.lowerBounds = from.lowerBounds;
  to.upperBounds = from.upperBounds;
  to.kinds = from.kinds;
  to.starts = from.starts;
  to.pointCount = from.pointCount;
  to.pointsA = from.pointsA;
  to.pointsB = from.pointsB;
  to.pointDepths = from.pointDepths;
  to.keys = from.keys;
  to.pairs = from.pairs;
  to.regionOfPair = from.regionOfPair;
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
