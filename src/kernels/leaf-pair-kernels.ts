import { KERNELS } from "./generated/leaf-pairs.ts";
import { linkKernelsTo } from "./load-kernels.ts";
import { loadKernels, whenKernelsAreReleased } from "./pair-kernels.ts";

// The descent of two trees (assembly/leaf-pairs.ts) in the memory of the pair kernels, which holds the copies of trees.

export interface LeafPairKernels {
  /** Takes the addresses of two trees' nodes; returns the bytes of pairs in LEAF_PAIRS. WAITING is 0 at the end. */
  allLeafPairs(nodesA: number, nodesB: number): number;
}

let kernels: LeafPairKernels | null = null;

/** Null if kernels are not available or memory is lacking at present. */
export function loadLeafPairKernels(): LeafPairKernels | null {
  if (kernels !== null) return kernels;
  const memory = loadKernels()?.memory;
  if (memory === undefined) return null;
  kernels = linkKernelsTo<LeafPairKernels>(KERNELS, memory);
  if (kernels !== null)
    whenKernelsAreReleased(() => {
      kernels = null;
    });
  return kernels;
}
