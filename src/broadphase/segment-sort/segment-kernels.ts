import {
  BOUNDS_BYTES,
  CHECKS,
  HIT_BYTES,
  HITS_END,
  MERGED_BYTES,
  MOVES,
  NO_CELL,
  TIE,
  TIES,
} from "../../kernels/broadphase-memory-map.ts";
import { doOverlap } from "../box-store.ts";
import { type PairList, reservePairs } from "../pair-list.ts";
import { BUDGET, sortEntries } from "./diminishing-sort.ts";
import type { SegmentWork } from "./segment-cells.ts";
import type { Boxes, SegmentClass } from "./segment-cuts.ts";
import type { KernelMemory, SegmentMemory } from "./segment-memory.ts";

// Every call of a kernel that segment sort makes (src/kernels/broadphase-kernels.ts). Boxes are f32 images here (f32-origin.ts).
//
//   the store's boxes ─▶ listRecoded ─▶ for each cell: mendKernelList ─▶ sweepKernelList ─▶ takeHits

/** Makes images of all boxes and lists the places whose cell code may have changed; returns how many. */
export function listRecoded(
  { places, boxes: images, cellCodes, bounds }: SegmentMemory,
  { kernels, listed, frontBoxes }: KernelMemory,
  { boxes, stride, dimensions, idEnd }: Boxes,
): number {
  let shared = boxes;
  if (boxes.buffer !== listed.buffer) {
    shared = frontBoxes;
    shared.set(boxes.subarray(0, stride * idEnd));
  }
  const writeImages = dimensions === 3 ? kernels.writeImages3D : kernels.writeImages2D;
  writeImages(idEnd, shared.byteOffset, places.byteOffset, images.byteOffset);
  const end = kernels.listRecoded(
    idEnd,
    images.byteOffset,
    cellCodes.byteOffset,
    bounds.byteOffset - NO_CELL * BOUNDS_BYTES,
    listed.byteOffset,
  );
  return ((end >>> 0) - listed.byteOffset) / 4;
}

/**
 * Makes the new list of a cell from entries `from` to `to` − 1 of the front lists and `added` arrivals. Writes its entries
 * to the back lists at `end`, fills its rows, and returns its length.
 */
export function mendKernelList(
  { boxes, recoded, cellCodes, ids, frontLists, backLists }: SegmentMemory,
  { kernels, header, arrivals, list, row }: KernelMemory,
  cell: number,
  { base, z }: SegmentClass,
  from: number,
  to: number,
  added: number,
  end: number,
  work: SegmentWork,
): number {
  const rows = list.minX.byteOffset;
  arrivals.keys[added] = Number.NaN; // ends the merge: comparisons with NaN are false
  const entries = backLists.byteOffset + 4 * end;
  const budget = BUDGET * (to - from + added);
  const bytes = kernels.mendList(
    frontLists.byteOffset + 4 * from,
    frontLists.byteOffset + 4 * to,
    entries,
    rows,
    boxes.byteOffset,
    recoded.byteOffset,
    cellCodes.byteOffset,
    arrivals.keys.byteOffset,
    arrivals.entries.byteOffset,
    budget,
    cell,
    base,
    z.segments,
  );
  const count = bytes / 4;
  const moves = header[MOVES / 4];
  work.comparisons += Math.max(0, count - 1) + moves + header[MERGED_BYTES / 4] / 4;
  work.swaps += moves + added;
  if (moves > budget) sortEntries(list.minX, backLists.subarray(end, end + count), 0, count, work);
  if (count > 0) kernels.fetchList(entries, bytes, boxes.byteOffset, ids.byteOffset, rows, row);
  return count;
}

/** State of the sweep over all cells. */
export interface KernelSweep {
  readonly kernel: KernelMemory;
  readonly exact: Boxes;
  readonly out: PairList;
  /** Hits in kernel memory, which follow the pairs in `out`. */
  hitCount: number;
  readonly work: SegmentWork;
}

/** Finds the pairs within the list of the current cell, which has `count` boxes. */
export function sweepKernelList(sweep: KernelSweep, count: number): void {
  const { work } = sweep;
  const { kernels, header, list, row, hits } = sweep.kernel;
  const hitsEnd = hits.byteOffset + hits.byteLength;
  for (let from = 0; work.tiesApart <= work.mostTiesApart; ) {
    const at = hits.byteOffset + HIT_BYTES * sweep.hitCount;
    from = kernels.sweepList(from, 4 * count, list.minX.byteOffset, row, at, hitsEnd);
    work.overlapChecks += header[CHECKS / 4];
    const before = sweep.hitCount;
    sweep.hitCount = (header[HITS_END / 4] - hits.byteOffset) / HIT_BYTES;
    if (header[TIES / 4] > 0) resolveTies(sweep, before);
    if (from === 4 * count) break;
    takeHits(sweep); // the next box may have more hits than fit
  }
}

/** Keeps those hits from `before` on whose f64 boxes overlap. */
function resolveTies(sweep: KernelSweep, before: number): void {
  const { exact, kernel, work } = sweep;
  const { hits } = kernel;
  let kept = before;
  for (let i = before; i < sweep.hitCount; i++) {
    const a = hits[2 * i];
    const b = (hits[2 * i + 1] & ~TIE) >>> 0;
    if (b !== hits[2 * i + 1]) {
      work.ties++;
      if (!doOverlap(exact, a, b)) {
        work.tiesApart++;
        continue;
      }
    }
    hits[2 * kept] = a;
    hits[2 * kept + 1] = b;
    kept++;
  }
  sweep.hitCount = kept;
}

/** Moves the hits to the pairs found. */
export function takeHits(sweep: KernelSweep): void {
  const { kernel, out, hitCount } = sweep;
  reservePairs(out, hitCount);
  out.pairs.set(kernel.hits.subarray(0, 2 * hitCount), 2 * out.count);
  out.count += hitCount;
  sweep.hitCount = 0;
}
