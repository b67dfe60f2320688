import { KERNELS } from "./generated/sort-found-pairs.ts";
import { linkKernelsTo } from "./load-kernels.ts";
import { type Kernels, whenKernelsAreReleased } from "./pair-kernels.ts";

// The sort of found pairs (assembly/sort-found-pairs.ts) in the memory of the pair kernels. `collide` does not need it.

interface SortKernels {
  /** Takes the address of pairs, with as much room behind them, and their number; returns the address of the sorted pairs. */
  sortFoundPairs(pairs: number, count: number): number;
}

let functions: SortKernels | null = null;

/** Null if the engine has no room for it. */
export function sortKernelsOf({ memory }: Kernels): SortKernels | null {
  if (functions !== null) return functions;
  functions = linkKernelsTo<SortKernels>(KERNELS, memory);
  if (functions !== null)
    whenKernelsAreReleased(() => {
      functions = null;
    });
  return functions;
}
