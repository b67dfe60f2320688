import { KERNELS } from "./generated/pairs.ts";
import { linkKernels } from "./load-kernels.ts";
import { COPIES } from "./pair-memory-map.ts";
import { type MemoryViews, viewsOf, type WasmMemory } from "./wasm-memory.ts";

// The kernels of pair queries (assembly/pairs.ts) and their memory, which holds the copies of trees. It is created when the first tree is
// copied.

/** Takes the addresses of two trees' arrays; returns the bytes of survivors, or −1 for a query that kernels cannot answer. */
export type FindSurvivors = (
  nodesA: number,
  cornersA: number,
  positionsA: number,
  nodesB: number,
  cornersB: number,
  positionsB: number,
) => number;

interface PairKernels {
  /** For the first contact; 0 at the end. */
  readonly nextSurvivors: FindSurvivors;
  /** For all pairs; WAITING is 0 at the end. */
  readonly moreSurvivors: FindSurvivors;
}

export type Kernels = PairKernels & { readonly memory: WasmMemory; views: MemoryViews };

let kernels: Kernels | null = null;
let forgetters: (() => void)[] = [];

/** Null if kernels are not available or memory is lacking at present. */
export function loadKernels(): Kernels | null {
  if (kernels !== null) return kernels;
  const linked = linkKernels<PairKernels>(KERNELS, COPIES);
  kernels = linked && { ...linked.functions, memory: linked.memory, views: viewsOf(linked.memory) };
  return kernels;
}

/**
 * Up-to-date views of the memory. A memory that grows gets a new buffer, and views of the old one become empty. Asking for the buffer is a
 * call into the engine, 4 % of a short query.
 */
export function currentViews(kernels: Kernels): MemoryViews {
  if (kernels.views.ints.length === 0) kernels.views = viewsOf(kernels.memory);
  return kernels.views;
}

/** The memory of the kernels; null if they are not loaded. */
export function loadedMemory(): WasmMemory | null {
  return kernels?.memory ?? null;
}

/** Frees the memory of the kernels with everything in it. WebAssembly memory cannot shrink, only be freed as a whole. */
export function releaseKernels(): void {
  kernels = null;
  for (const forget of forgetters) forget();
  forgetters = [];
}

/** Registers `forget`, called once, in which the owner of views of the memory, or of functions over it, drops them. */
export function whenKernelsAreReleased(forget: () => void): void {
  forgetters.push(forget);
}
