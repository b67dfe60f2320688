import { KERNELS } from "./generated/distance.ts";
import { linkKernelsTo } from "./load-kernels.ts";
import { loadKernels, whenKernelsAreReleased } from "./pair-kernels.ts";
import type { WasmMemory } from "./wasm-memory.ts";

// The kernels of `distance`, `isWithin` and `closestPoint` (assembly/distance.ts). They are compiled when they are first needed, and work in
// the memory of the pair kernels, which holds the copies of trees.

/** Addresses of the arrays of trees. A result of 1 means that the descent is not at its end: call again. */
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

/** Null where kernels are not available, or there is no memory for them now. The views are those of the memory as it is now. */
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

/** The buffer of a memory is another one after it has grown. */
function setViews(kernels: DistanceKernels): void {
  kernels.ints = new Int32Array(kernels.memory.buffer);
  kernels.floats = new Float32Array(kernels.memory.buffer);
}
