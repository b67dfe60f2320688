import { KERNELS } from "./generated/broadphase.ts";
import { linkKernels } from "./load-kernels.ts";
import type { WasmMemory } from "./wasm-memory.ts";

// The kernels of broad phases (assembly/broadphase.ts). Each broad phase links them with its own memory, which is freed together with the
// broad phase. All addresses are in bytes. An address returned by a kernel may look negative: use it `>>> 0`.

/** Checks boxes as `moveAll` gets them and converts them to f32. */
export interface BoxKernels {
  /** The flags NOT_A_BOX and NEGATIVE_ZERO for the f64 boxes at an address. */
  checkBoxes2D(boxes: number, count: number): number;
  checkBoxes3D(boxes: number, count: number): number;
  writeImages2D(count: number, boxes: number, places: number, images: number): void;
  writeImages3D(count: number, boxes: number, places: number, images: number): void;
  readonly memory: WasmMemory;
}

/** A step of segment sort: writeImages ─▶ listRecoded ─▶ for each cell: mendList ─▶ fetchList ─▶ sweepList. */
export interface SegmentKernels extends BoxKernels {
  listRecoded(count: number, images: number, codes: number, bounds: number, listed: number): number;
  mendList(
    from: number,
    to: number,
    out: number,
    keys: number,
    images: number,
    recoded: number,
    codes: number,
    newKeys: number,
    newEntries: number,
    budget: number,
    cell: number,
    base: number,
    kz: number,
  ): number;
  fetchList(entries: number, bytes: number, images: number, ids: number, list: number, row: number): void;
  sweepList(from: number, end: number, list: number, row: number, hits: number, hitsEnd: number): number;
}

/** A step of the dynamic tree: writeImages ─▶ listLeavers ─▶ fetchPlaces ─▶ refitLeaves ─▶ descendLevel, level by level ─▶ checkCandidates ─▶ mergeCandidates. */
export interface TreeWalkKernels extends BoxKernels {
  listLeavers(end: number, images: number, fat: number, out: number): number;
  fetchPlaces(from: number, end: number, images: number, fat: number, anchors: number): void;
  /** `slots` is the address of room for a slot of each place, `changed` for two. */
  refitLeaves(
    from: number,
    end: number,
    nodes: number,
    leafSlots: number,
    fat: number,
    slots: number,
    changed: number,
  ): number;
  descendLevel(from: number, end: number, next: number, hits: number, nodes: number, images: number): number;
  checkCandidates(
    from: number,
    end: number,
    images: number,
    fat: number,
    axes: number,
    ids: number,
    changes: number,
    ties: number,
    marked: number,
  ): void;
  mergeCandidates(from: number, sortedEnd: number, end: number, to: number): number;
  finishTree(
    slotEnd: number,
    children: number,
    items: number,
    nodes: number,
    fat: number,
    leafSlots: number,
  ): void;
  numberPlaces(now: number, before: number, end: number): void;
  renameCandidates(from: number, end: number, now: number): void;
  beginHalving(parts: number, count: number): void;
  /** Whether all is done, 0 or 1. */
  advanceHalving(leastWork: number, parts: number, items: number, centres: number, children: number): number;
  listAstray(end: number, ids: number, leafSlots: number, out: number): number;
}

/** Culling. */
export interface BoxJudge {
  judgeBoxes(count: number, first: number, planesEnd: number, perReach: number, leastBound: number): number;
  readonly memory: WasmMemory;
}

type BroadphaseKernels = SegmentKernels & TreeWalkKernels & BoxJudge;

/** The kernels with a new memory of at least this many bytes; null if kernels are not available or memory is lacking. */
export function linkBroadphaseKernels(bytes: number): BroadphaseKernels | null {
  const linked = linkKernels<BroadphaseKernels>(KERNELS, bytes);
  return linked && { ...linked.functions, memory: linked.memory };
}
