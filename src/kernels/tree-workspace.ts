import { KERNELS } from "./generated/trees.ts";
import {
  areKernelsPossible,
  type CompiledKernels,
  compileKernels,
  createKernelMemory,
  growKernelMemory,
  type KernelMemory,
  linkKernels,
} from "./load-kernels.ts";

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
  readonly memory: KernelMemory;
  readonly kernels: TreeKernels;
  ints: Int32Array;
  uints: Uint32Array;
  floats: Float32Array;
  doubles: Float64Array;
}

/** Memory of WebAssembly cannot shrink: up to this many bytes are kept for the next call, more are given back as a whole. */
const KEPT_BYTES = 2 ** 26;
/** How many times to do without after memory was lacking: where address space is short, a try in vain takes a tenth of a second. */
const PAUSE = 1000;

let compiled: CompiledKernels | undefined;
let kept: TreeWorkspace | null = null;
let pause = 0;

/** A workspace of at least so many bytes; null where there are no kernels, or no room. Close it before the next is opened. */
export function openTreeWorkspace(bytes: number): TreeWorkspace | null {
  if (!areKernelsPossible()) return null;
  if (kept === null || !growKernelMemory(kept.memory, bytes)) {
    kept = createWorkspace(bytes);
    if (kept === null) return null;
  }
  if (kept.ints.buffer !== kept.memory.buffer) setViews(kept);
  return kept;
}

/** To be called when the caller has copied out what it wants. */
export function closeTreeWorkspace({ memory }: TreeWorkspace): void {
  if (memory.buffer.byteLength > KEPT_BYTES) kept = null;
}

function createWorkspace(bytes: number): TreeWorkspace | null {
  if (pause > 0) {
    pause--;
    return null;
  }
  const memory = createKernelMemory(bytes);
  if (memory === null) {
    pause = PAUSE;
    return null;
  }
  compiled ??= compileKernels(KERNELS);
  const kernels = linkKernels<TreeKernels>(compiled, memory);
  return {
    memory,
    kernels,
    ints: new Int32Array(memory.buffer),
    uints: new Uint32Array(memory.buffer),
    floats: new Float32Array(memory.buffer),
    doubles: new Float64Array(memory.buffer),
  };
}

function setViews(workspace: TreeWorkspace): void {
  const { buffer } = workspace.memory;
  workspace.ints = new Int32Array(buffer);
  workspace.uints = new Uint32Array(buffer);
  workspace.floats = new Float32Array(buffer);
  workspace.doubles = new Float64Array(buffer);
}
