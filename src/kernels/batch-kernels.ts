import { KERNELS } from "./generated/batch.ts";
import { linkKernelsTo } from "./load-kernels.ts";
import { type FindSurvivors, type Kernels, whenKernelsAreReleased } from "./pair-kernels.ts";

// The kernel of many poses (assembly/batch.ts), in the memory of the pair kernels, whose functions it calls.

interface BatchFunctions {
  /** Finds the first contact at each pose of a batch. Stops at a pose whose first survivor is uncertain; returns 0 at the end. */
  readonly nextUndecided: FindSurvivors;
}

let functions: BatchFunctions | null = null;

/** Null if the engine has no room for it. */
export function batchKernelsOf({ memory, nextSurvivors }: Kernels): BatchFunctions | null {
  if (functions !== null) return functions;
  functions = linkKernelsTo<BatchFunctions>(KERNELS, memory, { nextSurvivors });
  if (functions !== null)
    whenKernelsAreReleased(() => {
      functions = null;
    });
  return functions;
}
