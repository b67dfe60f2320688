import { type ConvexPair, createConvexPair, setConvexPair } from "../../geometry/convex/convex-pair.ts";
import { type ConvexDepth, createConvexDepth, epa } from "../../geometry/convex/epa.ts";
import { type ConvexDistance, createConvexDistance, gjk } from "../../geometry/convex/gjk.ts";
import { createSimplex, type Simplex } from "../../geometry/convex/simplex.ts";
import type { Solid } from "../../mesh/solid.ts";
import { EXACT, isNearlyConvex, isTight, leastDepth } from "./core-depth.ts";

// The depth of two solids by their convex hulls: exact for convex ones, an upper bound for others.

/** What one measurement works with, and what it has found. */
export interface HullDepth {
  readonly pair: ConvexPair;
  readonly simplex: Simplex;
  readonly distance: ConvexDistance;
  /** Of the hulls. */
  readonly found: ConvexDepth;
  /** The length of the translation that parts the hulls; 0 when they only touch. */
  depth: number;
  /** What the depth of the solids is at least. */
  lower: number;
  isExact: boolean;
}

export function createHullDepth(): HullDepth {
  return {
    pair: createConvexPair(),
    simplex: createSimplex(),
    distance: createConvexDistance(),
    found: createConvexDepth(),
    depth: 0,
    lower: 0,
    isExact: false,
  };
}

/** Measures the hulls of two solids that meet. `lower` and `isExact` are those of the hulls. */
export function measureHulls(
  out: HullDepth,
  a: Solid,
  aToWorld: Float64Array,
  b: Solid,
  bToWorld: Float64Array,
): void {
  const { pair, simplex, distance, found } = out;
  setConvexPair(pair, a.hull, aToWorld, b.hull, bToWorld);
  simplex.count = 0;
  gjk(pair, simplex, false, distance);
  // Whatever gjk makes of it: the exact test has found a common point, so what is between them can only be rounding.
  epa(pair, simplex, found);
  out.depth = Math.max(0, found.upper);
  out.lower = Math.max(0, Math.min(found.lower, out.depth));
  out.isExact = out.depth - out.lower <= EXACT * pair.scale;
}

/**
 * After `measureHulls`: whether both solids fill their hulls but for rounding, so that the depth of the hulls is theirs between
 * bounds closer than any search finds. Then `lower` and `isExact` become those of the solids.
 */
export function boundByCores(
  out: HullDepth,
  a: Solid,
  aToWorld: Float64Array,
  b: Solid,
  bToWorld: Float64Array,
): boolean {
  if (!isNearlyConvex(a) || !isNearlyConvex(b)) return false;
  const least = leastDepth(a, aToWorld, b, bToWorld, out.found, out.pair.scale);
  if (!isTight(least, out.found, out.pair.scale)) return false;
  out.lower = Math.min(least, out.depth);
  out.isExact = out.depth - out.lower <= EXACT * out.pair.scale;
  return true;
}
