import { KERNELS } from "./generated/sweeps.ts";
import { linkKernelsTo } from "./load-kernels.ts";
import { loadKernels, whenKernelsAreReleased } from "./pair-kernels.ts";
import type { WasmMemory } from "./wasm-memory.ts";

// The kernel for moving boxes (assembly/sweeps.ts), in the memory of the pair kernels, which holds the copies of trees. It is linked when
// the first sweep needs it.

interface SweepFunctions {
  /** Takes the addresses of a tree's arrays; returns the bytes of triangles found, or their complement if the descent is not finished. */
  descendSweptBox(wideNodes: number, corners: number, positions: number): number;
}

export type SweepKernels = SweepFunctions & {
  readonly memory: WasmMemory;
  /** Views of the memory, empty after it has grown: see `renewSweepViews`. */
  ints: Int32Array;
  floats: Float32Array;
};

let kernels: SweepKernels | null = null;

/** Null if the pair kernels are not available or memory is lacking. */
export function loadSweepKernels(): SweepKernels | null {
  if (kernels !== null) return kernels;
  const memory = loadKernels()?.memory;
  if (memory === undefined) return null;
  const functions = linkKernelsTo<SweepFunctions>(KERNELS, memory);
  if (functions === null) return null;
  whenKernelsAreReleased(() => {
    kernels = null;
  });
  kernels = { ...functions, memory, ints: new Int32Array(0), floats: new Float32Array(0) };
  return kernels;
}

export function renewSweepViews(kernels: SweepKernels): void {
  kernels.ints = new Int32Array(kernels.memory.buffer);
  kernels.floats = new Float32Array(kernels.memory.buffer);
}
