// For the tests, which are TypeScript.
export interface Placement {
  aToWorld: Float64Array;
  bToWorld: Float64Array;
}
export interface CubeOptions {
  seed: number;
  count: number;
  size: number;
  collides: (aToWorld: Float64Array, bToWorld: Float64Array) => boolean;
  target?: number;
  tolerance?: number;
}
export function createPlacements(options: { seed: number; count: number; side: number }): Placement[];
export function tuneCube(options: CubeOptions): { side: number; hitRate: number };
export function relativePose(aToWorld: Float64Array, bToWorld: Float64Array): Float64Array;
export function createPath(options: {
  seed: number;
  count: number;
  side: number;
  stepsBetween?: number;
}): Float64Array[];
