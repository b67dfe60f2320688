import { MAX_COORDINATE } from "../../geometry/coordinates.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { enlarge, largestOf, scaleTree, shrink } from "../tiny-worlds.ts";
import type { RayHit, RayOptions } from "./cast-ray.ts";

/** A ray in a world that is `factor` times as large, on which t is `factorOfT` times as large. */
export interface ScaledRay {
  tree: AabbTree;
  origin: ArrayLike<number>;
  direction: ArrayLike<number>;
  options: RayOptions;
  factor: number;
  factorOfT: number;
}

/** A ray in a larger world; null where its origin is too far away for that. A short direction grows with the world. */
export function scaleRay(
  tree: AabbTree,
  origin: ArrayLike<number>,
  direction: ArrayLike<number>,
  options: RayOptions,
): ScaledRay | null {
  const scaled = scaleTree(tree, options, origin);
  if (scaled === null) return null;
  const { factor } = scaled;
  const isShort = largestOf(direction) * factor <= MAX_COORDINATE;
  const factorOfT = isShort ? 1 : factor;
  const { maxT } = options;
  return {
    tree: scaled.tree,
    origin: enlarge(origin, factor),
    direction: isShort ? enlarge(direction, factor) : direction,
    options: {
      ...options,
      toWorld: scaled.toWorld,
      ...(maxT !== undefined && { maxT: enlarge(maxT, factorOfT) }),
    },
    factor,
    factorOfT,
  };
}

/** What a ray in the larger world hits, in the caller's. */
export function smallerHit(hit: RayHit, { factor, factorOfT }: ScaledRay): RayHit {
  hit.t /= factorOfT;
  shrink(hit.point, factor);
  return hit;
}
