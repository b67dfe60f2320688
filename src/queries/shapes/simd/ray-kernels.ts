import {
  type CompiledFunctions,
  compileFunctions,
  instantiateIn,
  type WasmMemory,
} from "../../../numerics/wasm/instantiate.ts";
import { loadKernels, whenKernelsAreReleased } from "../../pairs/simd/kernels.ts";
import { COPIES } from "../../pairs/simd/memory-layout.ts";
import { writeRayDescent } from "./write-ray-descent.ts";

// The kernel of rays, assembled and compiled when it is first wanted, in the memory of the kernels for pairs, where the
// copies of trees are.

interface Functions {
  /** The bytes of triangles found, or their complement when the descent is not at its end. */
  descendRay(nodes: number, corners: number, positions: number): number;
}

export type RayKernels = Functions & { readonly memory: WasmMemory };

let compiled: CompiledFunctions | null | undefined;
let kernels: RayKernels | null = null;
whenKernelsAreReleased(() => {
  kernels = null;
});

/** Null where those for pairs are not to be had. */
export function loadRayKernels(): RayKernels | null {
  if (kernels !== null) return kernels;
  const memory = loadKernels()?.memory;
  if (memory === undefined) return null;
  if (compiled === undefined) compiled = compileFunctions(COPIES, () => [writeRayDescent()], true);
  kernels = compiled && instantiateIn<Functions>(compiled, memory);
  return kernels;
}
