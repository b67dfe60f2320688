import type { FunctionCode } from "../../../numerics/wasm/assembler.ts";
import {
  type CompiledFunctions,
  compileFunctions,
  instantiateWith,
  isWorthKeeping,
  type WasmMemory,
} from "../../../numerics/wasm/instantiate.ts";
import { MODEL } from "./memory-layout.ts";
import { writeNodeBoxes, writeSlotBoxes } from "./write-boxes.ts";
import { writeCrossingTest } from "./write-crossing-test.ts";
import { writeNeighbourTest } from "./write-neighbour-test.ts";
import { writePlaneTest } from "./write-plane-test.ts";
import { writeSelfCandidates, writeSelfLeafPairs } from "./write-self-descent.ts";
import { writeTriangles } from "./write-triangles.ts";

interface Functions {
  makeNodeBoxes(nodes: number, count: number): number;
  makeSlotBoxes(boxes: number, count: number, corners: number, low: number, high: number): number;
  makeTriangles(
    triangles: number,
    count: number,
    corners: number,
    positions: number,
    doubtful: number,
  ): number;
  findLeafPairs(nodes: number, endOfNodes: number, stack: number): number;
  findCandidates(leafPairBytes: number, slots: number): number;
  testPlanes(candidateBytes: number, triangles: number, fewestExcluded: number): number;
  testCrossings(strangerBytes: number, triangles: number): number;
  testNeighbours(neighbourBytes: number, triangles: number, hitBytes: number): number;
}

export type SelfKernels = Functions & { readonly memory: WasmMemory };

let compiled: CompiledFunctions | null | undefined;
let kernels: SelfKernels | null = null;

/** Assembled and compiled when first asked for; null where kernels are not available, or there is no memory for them now. */
export function loadSelfKernels(): SelfKernels | null {
  if (compiled === undefined) compiled = compileFunctions(MODEL, writeAll);
  if (compiled !== null && kernels === null) kernels = instantiateWith<Functions>(compiled, MODEL);
  return kernels;
}

/** To be called when a query ends. */
export function releaseSelfKernels(): void {
  if (kernels !== null && !isWorthKeeping(kernels.memory)) kernels = null;
}

function writeAll(): FunctionCode[] {
  return [
    writeNodeBoxes(),
    writeSlotBoxes(),
    writeTriangles(),
    writeSelfLeafPairs(),
    writeSelfCandidates(),
    writePlaneTest(),
    writeCrossingTest(),
    writeNeighbourTest(),
  ];
}
