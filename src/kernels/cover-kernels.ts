import { COVER_END } from "./cover-memory-map.ts";
import { KERNELS } from "./generated/cover.ts";
import { type LinkedKernels, linkKernels } from "./load-kernels.ts";

// The kernels of the search for uncovered translations (assembly/cover.ts), and their memory.

interface CoverFunctions {
  /** Starts with the balls in memory and a cube of this half side around the origin. */
  beginUncovered(most: number): void;
  /** Returns NONE_LEFT, CUBE_FOUND or LISTS_FULL (cover-memory-map.ts). */
  findUncovered(most: number): number;
}

export type CoverKernels = LinkedKernels<CoverFunctions>;

/** Kernels over a new memory; null if kernels are not available or memory is lacking. */
export function createCoverKernels(): CoverKernels | null {
  return linkKernels<CoverFunctions>(KERNELS, COVER_END);
}
