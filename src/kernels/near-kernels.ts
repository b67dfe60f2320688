import { KERNELS } from "./generated/near.ts";
import { linkKernels } from "./load-kernels.ts";
import { NEAR_MODEL } from "./near-memory-map.ts";
import { isWorthKeeping, type WasmMemory } from "./wasm-memory.ts";

// The kernels of near pairs within one mesh (assembly/near.ts) and their memory, which holds one model at a time.

/** The steps of a query, in order. Arguments are addresses, counts and bytes; results are bytes, except for `makeNodeBoxes`. */
interface NearFunctions {
  /** Returns the number of triangles in the largest leaf. */
  makeNodeBoxes(nodes: number, count: number): number;
  makeSlotBoxes(boxes: number, count: number, corners: number, low: number, high: number): void;
  widenBoxes(boxes: number, count: number): void;
  makeNearTriangles(
    triangles: number,
    count: number,
    corners: number,
    positions: number,
    owned: number,
  ): void;
  collectLeafPairs(nodes: number, endOfNodes: number, stack: number): number;
  collectCandidates(leafPairBytes: number, slots: number): number;
  sortCandidates(candidateBytes: number, owned: number): number;
  collectFaces(candidateBytes: number, triangles: number): number;
  collectEdges(candidateBytes: number, triangles: number): number;
  cullEdges(edgeBytes: number, triangles: number, positions: number): number;
  cullFaces(faceBytes: number, triangles: number, positions: number): number;
}

export type NearKernels = NearFunctions & { readonly memory: WasmMemory };

let kept: NearKernels | null = null;

/** Null if kernels are not available or memory is lacking at present. Must be closed before it is opened again. */
export function openNearKernels(): NearKernels | null {
  if (kept !== null) return kept;
  const linked = linkKernels<NearFunctions>(KERNELS, NEAR_MODEL);
  kept = linked && { ...linked.functions, memory: linked.memory };
  return kept;
}

/** Must be called when a query ends; frees a large memory. */
export function closeNearKernels({ memory }: NearKernels): void {
  if (!isWorthKeeping(memory)) kept = null;
}
