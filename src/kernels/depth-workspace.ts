import { KERNELS } from "./generated/depth.ts";
import { linkKernels } from "./load-kernels.ts";
import { hasRoomAhead, isWorthKeeping, type WasmMemory } from "./wasm-memory.ts";

/** The functions of assembly/depth.ts. A surface is the address of its header (depth-memory-map.ts). */
interface DepthKernels {
  placeSurface(surface: number): void;
  nearestToPoint(surface: number, x: number, y: number, z: number): void;
  /** These four return WALK_ENDED, HAS_MET, or the offset, in numbers, of a triangle that f64 cannot decide. */
  beginCrossing(surface: number, x: number, y: number, z: number): number;
  crossAhead(surface: number): number;
  beginMeeting(surface: number): number;
  meetProbe(surface: number): number;
}

/** Memory for the surfaces of one pair, with the kernels over it. */
export interface DepthWorkspace {
  readonly memory: WasmMemory;
  readonly kernels: DepthKernels;
  ints: Int32Array;
  uints: Uint32Array;
  doubles: Float64Array;
  /** The number of the pair whose surfaces are in memory; a later pair replaces them. */
  pair: number;
}

/** The initial size, with room for two surfaces of 7,000 triangles: V8 collects garbage whenever a memory grows. */
const FIRST_BYTES = 2 ** 22;
/** Larger pairs stay in TypeScript, which moves only what it needs to the world. */
const MOST_BYTES = 2 ** 28;

let kept: DepthWorkspace | null = null;

/** A workspace of at least `bytes` bytes for one pair of surfaces; null if kernels or memory are lacking. */
export function openDepthWorkspace(bytes: number): DepthWorkspace | null {
  if (bytes > MOST_BYTES) return null;
  if (kept !== null && !hasRoomAhead(kept.memory, bytes, MOST_BYTES)) kept = null;
  const workspace = kept ?? createWorkspace(Math.max(bytes, FIRST_BYTES));
  if (workspace === null) return null;
  if (workspace.ints.buffer !== workspace.memory.buffer) setViews(workspace);
  workspace.pair++;
  kept = isWorthKeeping(workspace.memory) ? workspace : null;
  return workspace;
}

function createWorkspace(bytes: number): DepthWorkspace | null {
  const linked = linkKernels<DepthKernels>(KERNELS, bytes);
  if (linked === null) return null;
  const { buffer } = linked.memory;
  return {
    memory: linked.memory,
    kernels: linked.functions,
    ints: new Int32Array(buffer),
    uints: new Uint32Array(buffer),
    doubles: new Float64Array(buffer),
    pair: 0,
  };
}

function setViews(workspace: DepthWorkspace): void {
  const { buffer } = workspace.memory;
  workspace.ints = new Int32Array(buffer);
  workspace.uints = new Uint32Array(buffer);
  workspace.doubles = new Float64Array(buffer);
}
