// For the tests, which are TypeScript.
import type { Approach, ApproachOptions } from "./approaches.mjs";

export interface CachedModel {
  name: string;
  mesh: { positions: Float64Array | Float32Array; triangleCount: number };
}
export function cachedApproaches(
  models: [CachedModel, CachedModel],
  options: ApproachOptions,
  folder?: URL,
): Approach[];
