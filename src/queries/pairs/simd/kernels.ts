import { assembleModule } from "../../../numerics/wasm/assembler.ts";
import { COPIES, PAGE } from "./memory-layout.ts";
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
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
}

/** What is used of the global of this name, which the types of ES2022 do not know. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array<ArrayBuffer>) => object;
  Instance: new (module: object) => { exports: object };
};

let kernels: Kernels | null | undefined;

/** Null where WebAssembly is missing or forbidden, or has no SIMD. */
export function loadKernels(): Kernels | null {
  if (kernels === undefined) {
    try {
      const bytes = assembleModule(COPIES / PAGE, [
        writeNextLeafPair(),
        writeAllLeafPairs(),
        writeTriangleTest(),
      ]);
      kernels = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports as Kernels;
    } catch {
      kernels = null;
    }
  }
  return kernels;
}
