import { KERNELS } from "./generated/rays.ts";
import { linkKernelsTo } from "./load-kernels.ts";
import { loadKernels, whenKernelsAreReleased } from "./pair-kernels.ts";
import type { WasmMemory } from "./wasm-memory.ts";

// The kernel of rays (assembly/rays.ts), in the memory of the pair kernels, where the copies of trees are. It is made ready when the
// first ray wants it.

interface RayFunctions {
  /** Addresses of a tree's arrays; the bytes of triangles found, or their complement when the descent is not at its end. */
  descendRay(wideNodes: number, corners: number, positions: number): number;
}

export type RayKernels = RayFunctions & {
  readonly memory: WasmMemory;
  /** Views of the memory. They are empty after it has grown: `renewViews`. */
  ints: Int32Array;
  floats: Float32Array;
};

let kernels: RayKernels | null = null;

/** Null where the pair kernels are not available, or the engine has no room for these. */
export function loadRayKernels(): RayKernels | null {
  if (kernels !== null) return kernels;
  const memory = loadKernels()?.memory;
  if (memory === undefined) return null;
  const functions = linkKernelsTo<RayFunctions>(KERNELS, memory);
  if (functions === null) return null;
  whenKernelsAreReleased(() => {
    kernels = null;
  });
  kernels = { ...functions, memory, ints: new Int32Array(0), floats: new Float32Array(0) };
  return kernels;
}

export function renewViews(kernels: RayKernels): void {
  kernels.ints = new Int32Array(kernels.memory.buffer);
  kernels.floats = new Float32Array(kernels.memory.buffer);
}
