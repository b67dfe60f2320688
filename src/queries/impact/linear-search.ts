import { createFeatureSearch, type FeatureSearch } from "./feature-impacts.ts";
import { createImpactQueue, type ImpactQueue } from "./impact-queue.ts";
import type { Translation } from "./translated-boxes.ts";

/** A search along straight motion. */
export interface LinearSearch {
  readonly features: FeatureSearch;
  readonly queue: ImpactQueue;
  /** The relative poses of two meshes that are only translated; null if one deforms. */
  translation: Translation | null;
  /** The nodes of both meshes, with boxes at time 0 and at time 1; the trees' own nodes if the meshes are only translated. */
  startA: Float32Array;
  endA: Float32Array;
  startB: Float32Array;
  endB: Float32Array;
  /** Pairs of nodes taken from the queue. */
  steps: number;
  boxTests: number;
  triangleTests: number;
}

const NO_NODES = new Float32Array(0);

export function createLinearSearch(): LinearSearch {
  return {
    features: createFeatureSearch(),
    queue: createImpactQueue(),
    translation: null,
    startA: NO_NODES,
    endA: NO_NODES,
    startB: NO_NODES,
    endB: NO_NODES,
    steps: 0,
    boxTests: 0,
    triangleTests: 0,
  };
}
