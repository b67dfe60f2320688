import { SHAPES } from "./convex-memory-map.ts";
import { KERNELS } from "./generated/convex.ts";
import { type LinkedKernels, linkKernels } from "./load-kernels.ts";

// The kernels of convex pairs (assembly/convex.ts) and their memory: one polytope, and the shapes measured most recently.

interface ConvexFunctions {
  /** Whether the shapes overlap, 1 or 0; leaves the simplex and DISTANCE_LOWER. */
  findOverlap(scale: number): number;
  /** Starts the polytope with the simplex of `findOverlap`; 0 if TypeScript must. `span`: the largest L1 distance of two points. */
  beginPolytope(span: number): number;
  /** Returns ENDED, UNSURE or UNSURE_BY_WALK (convex-memory-map.ts). */
  growPolytope(closed: number, walks: number, again: number): number;
  /** Sets the bounds by the last face and places the witness points. */
  finishDepth(closed: number): void;
}

/** Room for shapes. */
const SHAPE_BYTES = 2 ** 21;
/** The end of the memory, which never grows. */
export const SHAPES_END = SHAPES + SHAPE_BYTES;

export type ConvexKernels = LinkedKernels<ConvexFunctions>;

/** Kernels over a new memory; null if kernels are not available or memory is lacking. */
export function createConvexKernels(): ConvexKernels | null {
  return linkKernels<ConvexFunctions>(KERNELS, SHAPES_END);
}
