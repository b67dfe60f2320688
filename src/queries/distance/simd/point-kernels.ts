import {
  type CompiledFunctions,
  compileFunctions,
  instantiateIn,
  type WasmMemory,
} from "../../../numerics/wasm/instantiate.ts";
import { loadKernels, whenKernelsAreReleased } from "../../pairs/simd/kernels.ts";
import { COPIES } from "../../pairs/simd/memory-layout.ts";
import { writePointDescent } from "./write-point-descent.ts";

// The kernel of `closestPoint`, assembled and compiled when it is first wanted: a module of its own in the memory of the
// kernels for pairs, where the copies of trees are.

interface Functions {
  descendToPoint(nodes: number, corners: number, positions: number): number;
}

export type PointKernels = Functions & { readonly memory: WasmMemory };

let compiled: CompiledFunctions | null | undefined;
let kernels: PointKernels | null = null;
whenKernelsAreReleased(() => {
  kernels = null;
});

/** Null where those for pairs are not to be had. */
export function loadPointKernels(): PointKernels | null {
  if (kernels !== null) return kernels;
  const memory = loadKernels()?.memory;
  if (memory === undefined) return null;
  if (compiled === undefined) compiled = compileFunctions(COPIES, () => [writePointDescent()], true);
  kernels = compiled && instantiateIn<Functions>(compiled, memory);
  return kernels;
}
