import { KERNELS } from "./generated/distance.ts";
import { linkKernelsTo } from "./load-kernels.ts";
import { loadKernels, whenKernelsAreReleased } from "./pair-kernels.ts";
import type { WasmMemory } from "./wasm-memory.ts";

// The kernels of `distance`, `isWithin` and `closestPoint` (assembly/distance.ts). They are compiled when first needed, and work in the
// memory of the pair kernels, which holds the copies of trees.

/** Take the addresses of the trees' arrays. A result of 1 means that the descent is not finished: call again. */
interface DistanceFunctions {
  descendForDistance(nodesA: number, nodesB: number): number;
  descendToPoint(nodes: number, corners: number, positions: number): number;
}

/** The functions, and views of their memory. */
export interface DistanceKernels extends DistanceFunctions {
  readonly memory: WasmMemory;
  ints: Int32Array;
  floats: Float32Array;
}

let kernels: DistanceKernels | null = null;

/** Null if kernels are not available or memory is lacking at present. The views are up to date. */
export function loadDistanceKernels(): DistanceKernels | null {
  kernels ??= linkDistanceKernels();
  if (kernels !== null && kernels.ints.buffer !== kernels.memory.buffer) setViews(kernels);
  return kernels;
}

function linkDistanceKernels(): DistanceKernels | null {
  const memory = loadKernels()?.memory;
  if (memory === undefined) return null;
  const functions = linkKernelsTo<DistanceFunctions>(KERNELS, memory);
  if (functions === null) return null;
  whenKernelsAreReleased(() => {
    kernels = null;
  });
  const { buffer } = memory;
  return { ...functions, memory, ints: new Int32Array(buffer), floats: new Float32Array(buffer) };
}

/** A memory has a new buffer after it has grown. */
function setViews(kernels: DistanceKernels): void {
  kernels.ints = new Int32Array(kernels.memory.buffer);
  kernels.floats = new Float32Array(kernels.memory.buffer);
}
