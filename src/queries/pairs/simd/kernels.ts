import { compileFunctions, instantiate, type WasmMemory } from "../../../numerics/wasm/instantiate.ts";
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

let kernels: Kernels | null | undefined;

/** Null where WebAssembly is missing or forbidden, or has no SIMD. */
export function loadKernels(): Kernels | null {
  if (kernels === undefined) {
    const write = () => [writeNextLeafPair(), writeAllLeafPairs(), writeTriangleTest()];
    const compiled = compileFunctions(COPIES, write);
    kernels = compiled === null ? null : instantiate<Functions>(compiled);
  }
  return kernels;
}
