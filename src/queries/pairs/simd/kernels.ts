import { assembleModule } from "../../../numerics/wasm/assembler.ts";
import { instantiate, PAGE, type WasmMemory } from "../../../numerics/wasm/instantiate.ts";
import { COPIES } from "./memory-layout.ts";
import { writeAllLeafPairs, writeNextLeafPair } from "./write-descent.ts";
import { writeTriangleTest } from "./write-triangle-test.ts";

// The kernels as WebAssembly, assembled and compiled (10 ms) when the first tree is copied for them.

export interface Kernels {
  nextLeafPair(nodesA: number, nodesB: number): number;
  allLeafPairs(nodesA: number, nodesB: number): number;
  testTriangles(
    leafPairBytes: number,
    cornersA: number,
    positionsA: number,
    cornersB: number,
    positionsB: number,
  ): number;
  readonly memory: WasmMemory;
}

let kernels: Kernels | null | undefined;

/** Null where WebAssembly is missing or forbidden, or has no SIMD. */
export function loadKernels(): Kernels | null {
  if (kernels === undefined)
    kernels = instantiate(() =>
      assembleModule(COPIES / PAGE, [writeNextLeafPair(), writeAllLeafPairs(), writeTriangleTest()]),
    ) as Kernels | null;
  return kernels;
}
