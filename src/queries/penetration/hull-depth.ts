import { type ConvexPair, createConvexPair, setConvexPair } from "../../geometry/convex/convex-pair.ts";
import { type ConvexDepth, createConvexDepth, epa } from "../../geometry/convex/epa.ts";
import { type ConvexDistance, createConvexDistance, gjk } from "../../geometry/convex/gjk.ts";
import { createSimplex, type Simplex } from "../../geometry/convex/simplex.ts";
import type { Solid } from "../../mesh/solid.ts";
import {
  type ConvexWorkspace,
  findOverlapByKernel,
  measureByKernel,
  openConvexWorkspace,
  placePair,
} from "./convex-kernel.ts";
import { EXACT, isNearlyConvex, isTight, leastDepth } from "./core-depth.ts";

// The depth of two solids by their convex hulls: exact for convex solids, an upper bound for others.

/**
 * A gap above this fraction of all coordinates also separates the world vertices: the rounding errors of GJK's bound and of `movePoint` are
 * below 40 · 2^-53 of the coordinates.
 */
const CERTAIN = 2 ** -47;

/** Lengths of a pair above this exceed all rounding of its poses and vertices, so exact tests would agree. */
export function lengthBeyondRounding(pair: ConvexPair, poseA: Float64Array, poseB: Float64Array): number {
  let reach = pair.scale;
  for (let axis = 12; axis < 15; axis++) reach += Math.abs(poseA[axis]) + Math.abs(poseB[axis]);
  return CERTAIN * reach;
}

/** The state and result of one measurement. */
export interface HullDepth {
  readonly pair: ConvexPair;
  readonly simplex: Simplex;
  readonly distance: ConvexDistance;
  /** The pair's kernel memory; null if kernels are not used. */
  workspace: ConvexWorkspace | null;
  /** The depth of the hulls. */
  readonly found: ConvexDepth;
  /** The length of the translation that separates the hulls; 0 if they only touch. */
  depth: number;
  /** A lower bound of the solids' depth. */
  lower: number;
  isExact: boolean;
}

export function createHullDepth(): HullDepth {
  return {
    pair: createConvexPair(),
    simplex: createSimplex(),
    distance: createConvexDistance(),
    workspace: null,
    found: createConvexDepth(),
    depth: 0,
    lower: 0,
    isExact: false,
  };
}

/** Places the hulls of two solids; false if they are separated by more than rounding, and so the solids too. */
export function placeHulls(
  out: HullDepth,
  a: Solid,
  aToWorld: Float64Array,
  b: Solid,
  bToWorld: Float64Array,
): boolean {
  const { pair, simplex, distance } = out;
  setConvexPair(pair, a.hull, aToWorld, b.hull, bToWorld);
  const workspace = openConvexWorkspace();
  out.workspace = workspace !== null && placePair(workspace, pair) ? workspace : null;
  if (out.workspace !== null) findOverlapByKernel(out.workspace, pair, simplex, distance);
  else {
    simplex.count = 0;
    gjk(pair, simplex, true, distance);
  }
  return distance.overlap || !(distance.lower > lengthBeyondRounding(pair, aToWorld, bToWorld));
}

/** After `placeHulls`: measures the depth of the hulls of two solids that meet. `lower` and `isExact` refer to the hulls. */
export function measureHulls(out: HullDepth): void {
  const { pair, simplex, found, workspace } = out;
  // Whatever GJK said: a gap between the hulls of solids that meet can only be rounding.
  if (workspace !== null) measureByKernel(workspace, pair, simplex, found);
  else epa(pair, simplex, found);
  out.depth = Math.max(0, found.upper);
  out.lower = Math.max(0, Math.min(found.lower, out.depth));
  out.isExact = out.depth - out.lower <= EXACT * pair.scale;
}

/**
 * After `measureHulls`: whether both solids fill their hulls up to rounding, so that the hulls' depth bounds theirs more closely than any
 * search would. Then `lower` and `isExact` are updated to refer to the solids.
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
