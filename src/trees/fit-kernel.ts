import {
  type CompiledFunctions,
  compileFunctions,
  hasRoom,
  instantiateWith,
  isWorthKeeping,
  type WasmMemory,
} from "../numerics/wasm/instantiate.ts";
import { areKernelsInsistedOn, areKernelsUnwanted } from "../numerics/wasm/kernel-choice.ts";
import { kernelRuns } from "../numerics/wasm/kernel-runs.ts";
import type { AabbTree } from "./layout.ts";
import type { OrderedVertices } from "./ordered-vertices.ts";
import {
  writeCheckSingles,
  writeFitNodes,
  writeRoundDoubles,
  writeSinglesOfOrdered,
} from "./write-fit-kernels.ts";

// `fitBoxes` in WebAssembly: a box is three numbers wide, and the instructions four. The tree is copied in and out, which costs 2 ns a
// triangle of 8; the plain way takes 27 (docs/decisions).
//
// The memory, in words of 32 bits: nodes, corners, vertices from below, those from above if they are others, f64 vertices and
// twice their origin.

interface FitFunctions {
  checkSingles(at: number, end: number): number;
  roundDoubles(from: number, end: number, low: number, high: number, origin: number): number;
  singlesOfOrdered(at: number, end: number): number;
  fitNodes(nodes: number, end: number, corners: number, low: number, high: number): number;
}

/** For smaller trees the plain way takes no longer. */
const LEAST_NODES = 32;
/** About 15 million triangles. */
const MOST_BYTES = 2 ** 30;
/** Siblings are the nodes 2k + 1 and 2k + 2, 8 words each: from here on they share a cache line. */
const NODES = 8;
/** Vertices are read and written up to two at a time, and as four words: the last one of an array needs room behind it. */
const PADDING = 6;
const ORIGIN_TWICE = 6;
/** What f64 numbers may need before them. */
const ALIGNMENT = 1;

type FitKernel = FitFunctions & { readonly memory: WasmMemory };
let compiled: CompiledFunctions | null | undefined;
let kernel: FitKernel | null = null;
let ints = new Int32Array(0);
let floats = new Float32Array(0);
let doubles = new Float64Array(0);

/** Where things are in the memory, in words. */
interface Places {
  readonly corners: number;
  readonly low: number;
  readonly high: number;
}

/** Fits the boxes to f32 vertices; false where the plain way has to: no kernel, or a coordinate that is to be refused. */
export function fitToSingles(tree: AabbTree, positions: Float32Array, mostBytes = MOST_BYTES): boolean {
  const at = placeTree(tree, 1, 0, mostBytes);
  if (at === null) return false;
  copyVertices(floats, positions, at.low);
  const isGood = kernel!.checkSingles(4 * at.low, 4 * (at.low + positions.length)) >= 0;
  if (isGood) fitPlaced(tree, at);
  releaseIfLarge();
  return isGood;
}

/** The same for f64 vertices; the boxes are to be relative to `origin`. */
export function fitToDoubles(
  tree: AabbTree,
  positions: Float64Array,
  origin: Float64Array,
  mostBytes = MOST_BYTES,
): boolean {
  const { length } = positions;
  const at = placeTree(tree, 2, 2 * (length + PADDING + ORIGIN_TWICE) + ALIGNMENT, mostBytes);
  if (at === null) return false;
  const from = Math.ceil((at.high + length + PADDING) / 2); // in doubles
  copyVertices(doubles, positions, from);
  const originAt = from + length + PADDING;
  doubles.set(origin, originAt);
  doubles.set(origin, originAt + 3);
  const { roundDoubles } = kernel!;
  const isGood = roundDoubles(8 * from, 8 * (from + length), 4 * at.low, 4 * at.high, 8 * originAt) !== 0;
  if (isGood) fitPlaced(tree, at);
  releaseIfLarge();
  return isGood;
}

/** The same for ordered vertices. */
export function fitToOrdered(
  tree: AabbTree,
  { low, high }: OrderedVertices,
  mostBytes = MOST_BYTES,
): boolean {
  const { length } = tree.mesh.positions;
  const isSingle = low === high;
  const at = placeTree(tree, isSingle ? 1 : 2, 0, mostBytes);
  if (at === null) return false;
  copyOrdered(low, length, at.low);
  if (!isSingle) copyOrdered(high, length, at.high);
  fitPlaced(tree, at);
  releaseIfLarge();
  return true;
}

/** Finds room for the tree, one or two arrays of f32 vertices and so many words more; null where there is none, or no kernel. */
function placeTree(
  { links, corners, nodeCount, mesh }: AabbTree,
  arrays: 1 | 2,
  moreWords: number,
  mostBytes: number,
): Places | null {
  if (areKernelsUnwanted() || (nodeCount < LEAST_NODES && !areKernelsInsistedOn())) return null;
  const cornersAt = NODES + links.length;
  const low = cornersAt + corners.length;
  const array = mesh.positions.length + PADDING;
  const bytes = 4 * (low + arrays * array + moreWords);
  if (bytes > mostBytes) return null;
  kernel ??= loadKernel();
  if (kernel === null || !hasRoom(kernel.memory, bytes)) return null;
  const { buffer } = kernel.memory;
  if (ints.buffer !== buffer) {
    ints = new Int32Array(buffer);
    floats = new Float32Array(buffer);
    doubles = new Float64Array(buffer);
  }
  return { corners: cornersAt, low, high: low + (arrays - 1) * array };
}

function loadKernel(): FitKernel | null {
  if (compiled === undefined)
    compiled = compileFunctions(0, () => [
      writeCheckSingles(),
      writeRoundDoubles(),
      writeSinglesOfOrdered(),
      writeFitNodes(),
    ]);
  return compiled && instantiateWith<FitFunctions>(compiled, 0);
}

function copyOrdered(vertices: Int32Array, length: number, at: number): void {
  copyVertices(ints, vertices.subarray(0, length), at);
  kernel!.singlesOfOrdered(4 * at, 4 * (at + length));
}

/** With zeros behind them, which are treated as vertices with the last ones. */
function copyVertices<T extends Int32Array | Float32Array | Float64Array>(
  memory: T,
  from: T,
  at: number,
): void {
  memory.set(from, at);
  memory.fill(0, at + from.length, at + from.length + PADDING);
}

function fitPlaced({ links, corners }: AabbTree, at: Places): void {
  kernelRuns.fit++;
  const end = NODES + links.length;
  ints.set(links, NODES);
  ints.set(corners, at.corners);
  kernel!.fitNodes(4 * NODES, 4 * end, 4 * at.corners, 4 * at.low, 4 * at.high);
  links.set(ints.subarray(NODES, end));
}

/** To be called when a call ends. */
function releaseIfLarge(): void {
  if (isWorthKeeping(kernel!.memory)) return;
  kernel = null;
  ints = new Int32Array(0);
  floats = new Float32Array(0);
  doubles = new Float64Array(0);
}
