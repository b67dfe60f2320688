import type { WasmMemory } from "../numerics/wasm/memory.ts";
import { KERNELS } from "./generated/pairs.ts";
import { type CompiledKernels, compileKernels, linkKernels } from "./load-kernels.ts";
import { COPIES } from "./pair-memory-map.ts";

// The kernels of pair queries (assembly/pairs.ts) and their memory, which holds the copies of trees. It is made when the first
// tree is copied.

/** Addresses of the arrays of two trees; results are bytes of what was found. */
interface PairKernels {
  nextSurvivors(
    nodesA: number,
    cornersA: number,
    positionsA: number,
    nodesB: number,
    cornersB: number,
    positionsB: number,
  ): number;
  allLeafPairs(nodesA: number, nodesB: number): number;
  testTriangles(
    leafPairBytes: number,
    cornersA: number,
    positionsA: number,
    cornersB: number,
    positionsB: number,
  ): number;
  fitNodes(nodes: number, end: number, corners: number, low: number, high: number): void;
  checkSingles(at: number, end: number): number;
}

export type Kernels = PairKernels & { readonly memory: WasmMemory };

let compiled: CompiledKernels | null = null;
let kernels: Kernels | null = null;
const forgetters: (() => void)[] = [];

/** Null where kernels are not available, or there is no memory for them now. */
export function loadKernels(): Kernels | null {
  if (kernels !== null) return kernels;
  compiled ??= compileKernels(KERNELS);
  const linked = compiled && linkKernels<PairKernels>(compiled, COPIES);
  kernels = linked && { ...linked.functions, memory: linked.memory };
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
