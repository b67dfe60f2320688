import { KERNELS } from "./generated/sweeps.ts";
import { linkKernelsTo } from "./load-kernels.ts";
import { loadKernels, whenKernelsAreReleased } from "./pair-kernels.ts";
import type { WasmMemory } from "./wasm-memory.ts";

// The kernel of moving boxes (assembly/sweeps.ts), in the memory of the pair kernels, where the copies of trees are. It is made ready when
// the first sweep wants it.

interface SweepFunctions {
  /** Addresses of a tree's arrays; the bytes of triangles found, or their complement when the descent is not at its end. */
  descendSweptBox(wideNodes: number, corners: number, positions: number): number;
}

export type SweepKernels = SweepFunctions & {
  readonly memory: WasmMemory;
  /** Views of the memory. They are empty after it has grown: `renewSweepViews`. */
  ints: Int32Array;
  floats: Float32Array;
};

let kernels: SweepKernels | null = null;

/** Null where the pair kernels are not available, or the engine has no room for these. */
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
