import { createConvexPair, setConvexPair } from "../../geometry/convex/convex-pair.ts";
import { type ConvexDepth, createConvexDepth, epa } from "../../geometry/convex/epa.ts";
import { createConvexDistance, gjk } from "../../geometry/convex/gjk.ts";
import { createSimplex } from "../../geometry/convex/simplex.ts";
import type { ConvexCore } from "../../mesh/convex-core.ts";
import type { Solid } from "../../mesh/solid.ts";

// The depth of two nearly convex solids. It lies between the depth of their shrunk hulls, which fit inside the solids, and that of their
// hulls, which contain them (convex-core.ts). The depth of convex bodies is the least reach of their difference over all directions;
// shrinking a body towards a point by the fraction s takes at most s · radius from its reach in any direction. So the hulls' depth minus
// both losses is a lower bound, and f64 rounding hardly lowers it. If that bound is too loose, the shrunk hulls are measured.

/** Solids that their hulls can stand in for. */
export type NearlyConvex = Solid & { readonly core: ConvexCore };

export function isNearlyConvex(solid: Solid): solid is NearlyConvex {
  return solid.core !== null;
}

/** Bounds that differ by at most this, relative to the size of what was measured, make a depth exact. */
export const EXACT = 1e-12;
/** Losses up to this fraction of the depth leave better bounds than any search finds. */
const TIGHT = 2 ** -6;
/** What a shrunk pose and EPA's points lose by rounding, relative to the scale. */
const ROUNDING = 2 ** -47;

const shrunk = createConvexPair();
const simplex = createSimplex();
const gap = createConvexDistance();
const found = createConvexDepth();
const poses = [new Float64Array(16), new Float64Array(16)] as const;

/** A lower bound of the solids' depth; `ofHulls` is the depth of their hulls, `scale` the size of what was measured. */
export function leastDepth(
  a: NearlyConvex,
  aToWorld: Float64Array,
  b: NearlyConvex,
  bToWorld: Float64Array,
  ofHulls: ConvexDepth,
  scale: number,
): number {
  const least = Math.max(0, Math.min(ofHulls.lower, ofHulls.upper));
  if (a.core.shrink === 0 && b.core.shrink === 0) return least;
  const loss =
    a.core.shrink * a.core.radius * stretchOf(aToWorld) + b.core.shrink * b.core.radius * stretchOf(bToWorld);
  const cheap = Math.max(0, least - loss);
  if (loss <= EXACT * scale) return cheap;
  setShrunk(a.core, aToWorld, poses[0]);
  setShrunk(b.core, bToWorld, poses[1]);
  setConvexPair(shrunk, a.hull, poses[0], b.hull, poses[1]);
  simplex.count = 0;
  gjk(shrunk, simplex, true, gap);
  if (!gap.overlap) return cheap;
  epa(shrunk, simplex, found);
  return Math.max(cheap, Math.min(found.lower - ROUNDING * scale, least));
}

/** Whether the solids are known nearly as well as their hulls, so that no search is needed; `least` comes from `leastDepth`. */
export function isTight(least: number, ofHulls: ConvexDepth, scale: number): boolean {
  return Math.min(ofHulls.lower, ofHulls.upper) - least <= Math.max(EXACT * scale, TIGHT * ofHulls.upper);
}

/** x → M((1 − s) x + s c) + t. */
function setShrunk({ shrink, centre: c }: ConvexCore, m: Float64Array, out: Float64Array): void {
  for (let i = 0; i < 12; i++) out[i] = (1 - shrink) * m[i];
  for (let row = 0; row < 3; row++)
    out[12 + row] = m[12 + row] + shrink * (m[row] * c[0] + m[4 + row] * c[1] + m[8 + row] * c[2]);
  out[15] = 1;
}

/**
 * The largest factor by which a pose lengthens vectors: the root of the largest row sum of MᵀM bounds its norm, and is 1 for a rotation.
 */
function stretchOf(m: Float64Array): number {
  let most = 0;
  for (let i = 0; i < 3; i++) {
    let sum = 0;
    for (let j = 0; j < 3; j++)
      sum += Math.abs(m[4 * i] * m[4 * j] + m[4 * i + 1] * m[4 * j + 1] + m[4 * i + 2] * m[4 * j + 2]);
    most = Math.max(most, sum);
  }
  return Math.sqrt(most) * (1 + 2 ** -50);
}
