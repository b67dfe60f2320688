import { KERNELS } from "./generated/impact.ts";
import { IMPACT_MODEL } from "./impact-memory-map.ts";
import { linkKernels } from "./load-kernels.ts";
import { isWorthKeeping, type WasmMemory } from "./wasm-memory.ts";

// The kernels of straight motion (assembly/impact.ts) and their memory, which holds one query at a time.

interface ImpactFunctions {
  /** Returns ENDED, UNSETTLED or HEAP_FULL; after the latter two it continues when called again. */
  descend(): number;
}

export type ImpactKernels = ImpactFunctions & { readonly memory: WasmMemory };

let kept: ImpactKernels | null = null;

/** Null if kernels are not available or memory is lacking at present. Must be closed before it is opened again. */
export function openImpactKernels(): ImpactKernels | null {
  if (kept !== null) return kept;
  const linked = linkKernels<ImpactFunctions>(KERNELS, IMPACT_MODEL);
  kept = linked && { ...linked.functions, memory: linked.memory };
  return kept;
}

/** Must be called when a query ends; frees a large memory. */
export function closeImpactKernels({ memory }: ImpactKernels): void {
  if (!isWorthKeeping(memory)) kept = null;
}
