import {
  type CompiledFunctions,
  compileFunctions,
  instantiateWith,
  type WasmMemory,
} from "../../../numerics/wasm/instantiate.ts";
import { COPIES } from "./memory-layout.ts";
import { writeAllLeafPairs, writeNextLeafPair } from "./write-descent.ts";
import { writeTriangleTest } from "./write-triangle-test.ts";

// The kernels as WebAssembly, assembled and compiled (10 ms) when the first tree is copied for them.

interface Functions {
  nextLeafPair(nodesA: number, nodesB: number): number;
  allLeafPairs(nodesA: number, nodesB: number): number;
  testTriangles(
    leafPairBytes: number,
    cornersA: number,
    positionsA: number,
    cornersB: number,
    positionsB: number,
  ): number;
}

export type Kernels = Functions & { readonly memory: WasmMemory };

let compiled: CompiledFunctions | null | undefined;
let kernels: Kernels | null = null;
const forgetters: (() => void)[] = [];

/** Null where kernels are not available, or there is no memory for them now. */
export function loadKernels(): Kernels | null {
  if (kernels !== null) return kernels;
  if (compiled === undefined)
    compiled = compileFunctions(COPIES, () => [
      writeNextLeafPair(),
      writeAllLeafPairs(),
      writeTriangleTest(),
    ]);
  kernels = compiled && instantiateWith<Functions>(compiled, COPIES);
  return kernels;
}

/** The memory of the kernels; null while they are not loaded. */
export function loadedMemory(): WasmMemory | null {
  return kernels?.memory ?? null;
}

/** Gives the memory of the kernels back, with all that is in it. Memory of WebAssembly cannot shrink: it goes as a whole. */
export function releaseKernels(): void {
  kernels = null;
  for (const forget of forgetters) forget();
}

/** Whoever keeps a view of the memory, or functions that work in it, lets go of them in `forget`. */
export function whenKernelsAreReleased(forget: () => void): void {
  forgetters.push(forget);
}
