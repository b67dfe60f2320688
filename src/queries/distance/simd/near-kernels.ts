import {
  type CompiledFunctions,
  compileFunctions,
  instantiateIn,
  type WasmMemory,
} from "../../../numerics/wasm/instantiate.ts";
import { loadKernels, whenKernelsAreReleased } from "../../pairs/simd/kernels.ts";
import { COPIES } from "../../pairs/simd/memory-layout.ts";
import { writeNearDescent } from "./write-near-descent.ts";
import { writeNearTriangles } from "./write-near-triangles.ts";
import { writeSetReach } from "./write-reach.ts";

// The kernels of `distance`, assembled and compiled when they are first wanted. They are a module of their own, for those who
// only ask whether models meet, and share the memory of the kernels for pairs, where the copies of trees are.

interface Functions {
  descendNear(nodesA: number, nodesB: number): number;
}

export type NearKernels = Functions & { readonly memory: WasmMemory };

let compiled: CompiledFunctions | null | undefined;
let kernels: NearKernels | null = null;
whenKernelsAreReleased(() => {
  kernels = null;
});

/** Null where those for pairs are not to be had. */
export function loadNearKernels(): NearKernels | null {
  if (kernels !== null) return kernels;
  const memory = loadKernels()?.memory;
  if (memory === undefined) return null;
  if (compiled === undefined)
    compiled = compileFunctions(
      COPIES,
      () => [writeSetReach(), writeNearTriangles(), writeNearDescent()],
      true,
    );
  kernels = compiled && instantiateIn<Functions>(compiled, memory);
  return kernels;
}
