import { compileFunctions, instantiateIn, type WasmMemory } from "../../../numerics/wasm/instantiate.ts";
import { loadKernels } from "../../pairs/simd/kernels.ts";
import { COPIES } from "../../pairs/simd/memory-layout.ts";
import { writeRayDescent } from "./write-ray-descent.ts";

// The kernel of rays, assembled and compiled when it is first wanted, in the memory of the kernels for pairs, where the
// copies of trees are.

interface Functions {
  /** The bytes of triangles found, or their complement when the descent is not at its end. */
  descendRay(nodes: number, corners: number, positions: number): number;
}

export type RayKernels = Functions & { readonly memory: WasmMemory };

let kernels: RayKernels | null | undefined;

/** Null where those for pairs are not to be had. */
export function loadRayKernels(): RayKernels | null {
  if (kernels === undefined) {
    const memory = loadKernels()?.memory;
    kernels = memory === undefined ? null : loadInto(memory);
  }
  return kernels;
}

export function areRayKernelsLoaded(): boolean {
  return kernels !== undefined;
}

function loadInto(memory: WasmMemory): RayKernels | null {
  const compiled = compileFunctions(COPIES, () => [writeRayDescent()], true);
  return compiled && instantiateIn<Functions>(compiled, memory);
}
