import { shrink, shrinkDistance } from "../tiny-worlds.ts";
import type { NearPairs } from "./near-pairs.ts";

/** Scales a result back from a world that is `factor` times as large. */
export function shrinkNearPairs(result: NearPairs, factor: number): NearPairs {
  shrink(result.pointsA, factor);
  shrink(result.pointsB, factor);
  const { distances } = result;
  for (let row = 0; row < distances.length; row++) distances[row] = shrinkDistance(distances[row], factor);
  return result;
}
