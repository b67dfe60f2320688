import { hasRoom, isWorthKeeping, type WasmMemory } from "../numerics/wasm/memory.ts";
import { KERNELS } from "./generated/trees.ts";
import { type CompiledKernels, compileKernels, createKernelMemory, linkKernels } from "./load-kernels.ts";

/** The functions of assembly/trees.ts. Addresses and results are numbers; a boolean is 0 or 1. */
export interface TreeKernels {
  numberCorners(): void;
  measureVertices(): number;
  buildTree(): number;
  fitNodes(nodes: number, end: number, corners: number, low: number, high: number): void;
  checkSingles(at: number, end: number): number;
  roundDoubles(at: number, end: number, low: number, high: number, origin: number): number;
  singlesOfOrdered(at: number, end: number): void;
}

/** Memory for one build or fit, with the kernels over it. The views are replaced when the memory grows. */
export interface TreeWorkspace {
  readonly memory: WasmMemory;
  readonly kernels: TreeKernels;
  ints: Int32Array;
  uints: Uint32Array;
  floats: Float32Array;
  doubles: Float64Array;
}

/** How many times to do without after a try in vain: where address space is short, it takes a tenth of a second. */
const PAUSE = 1000;

let compiled: CompiledKernels | null = null;
let kept: TreeWorkspace | null = null;
let pause = 0;

/** A workspace of at least so many bytes; null where there are no kernels, or no room. Close it before the next is opened. */
export function openTreeWorkspace(bytes: number): TreeWorkspace | null {
  if (kept === null || !hasRoom(kept.memory, bytes)) kept = tryWorkspace(bytes);
  if (kept !== null && kept.ints.buffer !== kept.memory.buffer) setViews(kept);
  return kept;
}

/** To be called when the caller has copied out what it wants. */
export function closeTreeWorkspace({ memory }: TreeWorkspace): void {
  if (!isWorthKeeping(memory)) kept = null;
}

function tryWorkspace(bytes: number): TreeWorkspace | null {
  if (pause > 0) {
    pause--;
    return null;
  }
  const workspace = createWorkspace(bytes);
  if (workspace === null) pause = PAUSE;
  return workspace;
}

function createWorkspace(bytes: number): TreeWorkspace | null {
  compiled ??= compileKernels(KERNELS);
  if (compiled === null) return null;
  const memory = createKernelMemory(bytes);
  const kernels = memory && linkKernels<TreeKernels>(compiled, memory);
  if (memory === null || kernels === null) return null;
  const { buffer } = memory;
  return {
    memory,
    kernels,
    ints: new Int32Array(buffer),
    uints: new Uint32Array(buffer),
    floats: new Float32Array(buffer),
    doubles: new Float64Array(buffer),
  };
}

function setViews(workspace: TreeWorkspace): void {
  const { buffer } = workspace.memory;
  workspace.ints = new Int32Array(buffer);
  workspace.uints = new Uint32Array(buffer);
  workspace.floats = new Float32Array(buffer);
  workspace.doubles = new Float64Array(buffer);
}
