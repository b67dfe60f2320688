import { KERNELS } from "./generated/self.ts";
import { linkKernels } from "./load-kernels.ts";
import { MODEL } from "./self-memory-map.ts";
import { isWorthKeeping, type WasmMemory } from "./wasm-memory.ts";

// The kernels of self-collision (assembly/self.ts) and their memory, which holds one model at a time.

/** The steps of a query, in order. Arguments are addresses, counts and bytes; results are bytes, except for `makeNodeBoxes`. */
interface SelfFunctions {
  /** Returns the number of triangles in the largest leaf. */
  makeNodeBoxes(nodes: number, count: number): number;
  makeSlotBoxes(boxes: number, count: number, corners: number, low: number, high: number): void;
  makeTriangles(
    triangles: number,
    count: number,
    corners: number,
    positions: number,
    maybeDegenerate: number,
  ): number;
  collectLeafPairs(nodes: number, endOfNodes: number, stack: number): number;
  collectCandidates(leafPairBytes: number, slots: number): number;
  testPlanes(candidateBytes: number, triangles: number, fewestExcluded: number): number;
  testCrossings(nonNeighbourBytes: number, triangles: number): number;
  testNeighbours(neighbourBytes: number, triangles: number, hitBytes: number): number;
}

export type SelfKernels = SelfFunctions & { readonly memory: WasmMemory };

let kept: SelfKernels | null = null;

/** Null if kernels are not available or memory is lacking at present. Must be closed before it is opened again. */
export function openSelfKernels(): SelfKernels | null {
  if (kept !== null) return kept;
  const linked = linkKernels<SelfFunctions>(KERNELS, MODEL);
  kept = linked && { ...linked.functions, memory: linked.memory };
  return kept;
}

/** Must be called when a query ends; frees a large memory. */
export function closeSelfKernels({ memory }: SelfKernels): void {
  if (!isWorthKeeping(memory)) kept = null;
}
