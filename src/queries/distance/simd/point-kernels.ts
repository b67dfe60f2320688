import { compileFunctions, instantiateIn, type WasmMemory } from "../../../numerics/wasm/instantiate.ts";
import { loadKernels } from "../../pairs/simd/kernels.ts";
import { COPIES } from "../../pairs/simd/memory-layout.ts";
import { writePointDescent } from "./write-point-descent.ts";

// The kernel of `closestPoint`, assembled and compiled when it is first wanted: a module of its own in the memory of the
// kernels for pairs, where the copies of trees are.

interface Functions {
  descendToPoint(nodes: number, corners: number, positions: number): number;
}

export type PointKernels = Functions & { readonly memory: WasmMemory };

let kernels: PointKernels | null | undefined;

/** Null where those for pairs are not to be had. */
export function loadPointKernels(): PointKernels | null {
  if (kernels === undefined) {
    const memory = loadKernels()?.memory;
    const compiled = memory && compileFunctions(COPIES, () => [writePointDescent()], true);
    kernels = memory && compiled ? instantiateIn<Functions>(compiled, memory) : null;
  }
  return kernels;
}
