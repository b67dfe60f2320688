import { describe, expect } from "vitest";
import { areKernelsAvailable } from "../src/kernels/available.ts";
import { withKernels } from "../src/kernels/kernel-choice.ts";
import { type KernelKind, kernelRuns } from "../src/kernels/kernel-runs.ts";

// Suites of kernels run wherever the engine has SIMD. A kernel that does not compile, or does not serve, fails them.

if (!areKernelsAvailable())
  console.warn("This engine has no WebAssembly with SIMD: the suites of kernels are skipped.");

export const describeKernels = describe.skipIf(!areKernelsAvailable());

/** How many queries of this kind kernels answered during some work. */
export function runsDuring(kind: KernelKind, work: () => void): number {
  const before = kernelRuns[kind];
  work();
  return kernelRuns[kind] - before;
}

/** Does some work with kernels, and fails unless they answered a query of this kind. */
export function byKernel<T>(kind: KernelKind, work: () => T): T {
  const before = kernelRuns[kind];
  const answer = withKernels(work);
  if (areKernelsAvailable())
    expect(kernelRuns[kind], `queries answered by the kernel for ${kind}`).toBeGreaterThan(before);
  return answer;
}
