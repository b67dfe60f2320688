import { KERNELS } from "./generated/trees.ts";
import { linkKernels } from "./load-kernels.ts";
import { hasRoom, isWorthKeeping, type MemoryViews, viewsOf, type WasmMemory } from "./wasm-memory.ts";

/** The functions of assembly/trees.ts. Addresses and results are numbers; a boolean is 0 or 1. */
interface TreeKernels {
  numberCorners(): void;
  measureVertices(): number;
  /** Fits the boxes to the vertices, which may differ from those that the tree was built with. */
  fitTree(): void;
  /** Goes on with the tree; returns what is left of the budget, above 0 once the tree is complete. */
  buildTree(budget: number): number;
}

/** Memory for one build or fit, with the kernels over it. The views are replaced when the memory grows. */
export interface TreeWorkspace extends MemoryViews {
  readonly memory: WasmMemory;
  readonly kernels: TreeKernels;
}

let kept: TreeWorkspace | null = null;

/** A workspace of at least `bytes` bytes; null if kernels or memory are lacking. Close it before the next is opened. */
export function openTreeWorkspace(bytes: number): TreeWorkspace | null {
  if (kept === null || !hasRoom(kept.memory, bytes)) kept = createWorkspace(bytes);
  if (kept !== null && kept.ints.buffer !== kept.memory.buffer) Object.assign(kept, viewsOf(kept.memory));
  return kept;
}

/** Must be called when the caller has copied out the results. */
export function closeTreeWorkspace({ memory }: TreeWorkspace): void {
  if (!isWorthKeeping(memory)) kept = null;
}

/** Makes an open workspace the caller's own: it need not be closed before the next is opened. */
export function takeTreeWorkspace(workspace: TreeWorkspace): void {
  if (kept === workspace) kept = null;
}

/** Must be called when the owner of a workspace has copied out the results. */
export function returnTreeWorkspace(workspace: TreeWorkspace): void {
  if (isWorthKeeping(workspace.memory)) kept ??= workspace;
}

function createWorkspace(bytes: number): TreeWorkspace | null {
  const linked = linkKernels<TreeKernels>(KERNELS, bytes);
  return linked && { memory: linked.memory, kernels: linked.functions, ...viewsOf(linked.memory) };
}
