import { KERNELS } from "./generated/fits.ts";
import { linkKernelsTo } from "./load-kernels.ts";
import type { WasmMemory } from "./wasm-memory.ts";

// The kernels that fit boxes (assembly/fits.ts), over the memory in which trees are built or that of the copies. A separate module, so that
// a page that never refits does not load them.

type FitMarked = (
  marks: number,
  words: number,
  nodes: number,
  corners: number,
  vertices: number,
  sums: number,
) => void;

type FitListed = (begin: number, lists: number, sums: number) => void;

/** Addresses and results are numbers; a boolean is 0 or 1. */
export interface FitKernels {
  fitNodes(
    begin: number,
    end: number,
    nodes: number,
    corners: number,
    low: number,
    high: number,
    sums: number,
  ): void;
  measureLists(nodes: number, end: number, corners: number, bytes: number): void;
  listNodes(nodes: number, end: number, corners: number, lists: number, vertices: number, gap: number): void;
  startLists(lists: number): void;
  readonly fitListed: FitListed;
  readonly fitListedSingles: FitListed;
  readonly fitMarked: FitMarked;
  readonly sumMarked: FitMarked;
  checkSingles(at: number, end: number): number;
  measureDoubles(at: number, end: number, box: number): number;
  roundVertices(
    at: number,
    end: number,
    nearest: number,
    low: number,
    high: number,
    step: number,
    origin: number,
  ): number;
  singlesOfOrdered(at: number, end: number): void;
}

const linked = new WeakMap<WasmMemory, FitKernels>();

/** Null if kernels are not available or memory is lacking. */
export function fitKernelsOf(memory: WasmMemory): FitKernels | null {
  const known = linked.get(memory);
  if (known !== undefined) return known;
  const functions = linkKernelsTo<FitKernels>(KERNELS, memory);
  if (functions !== null) linked.set(memory, functions);
  return functions;
}
