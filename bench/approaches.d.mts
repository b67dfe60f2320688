// For the tests, which are TypeScript.
export interface ModelMeasures {
  centre: number[];
  radius: number;
  size: number;
}
export interface Approach {
  rotation: number[];
  direction: number[];
  ways: number[];
}
export interface ApproachOptions {
  seed: number;
  count: number;
  a: ModelMeasures;
  b: ModelMeasures;
  distances: number[];
  distance: (bToWorld: Float64Array) => number;
  collides: (bToWorld: Float64Array) => boolean;
  onApproach?: (count: number) => void;
}
export const TOLERANCE: number;
export function measureModel(positions: Float64Array | Float32Array): ModelMeasures;
export function createApproaches(options: ApproachOptions): Approach[];
export function approachPose(a: ModelMeasures, b: ModelMeasures, approach: Approach, t: number): Float64Array;
