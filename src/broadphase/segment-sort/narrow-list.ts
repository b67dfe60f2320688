import {
  CHECKS,
  TIE as DOUBT,
  TIES as DOUBTS,
  HIT_BYTES,
  HITS_END,
  MERGED_BYTES,
  MOVES,
} from "../../kernels/broadphase-memory-map.ts";
import { doOverlap } from "../box-store.ts";
import { type PairList, reservePairs } from "../pair-list.ts";
import { BUDGET, sortEnds, sortWork } from "./diminishing-sort.ts";
import type { Boxes, SegmentClass } from "./segment-classes.ts";
import type { NarrowRoom, SegmentRoom } from "./segment-room.ts";

// The sub-list of a cell, mended and swept by the kernels. Its numbers are images (narrow-image.ts).

/**
 * Doubts of the kernel since the caller last set them to zero, and how many of them were about boxes apart. With more of
 * these than `mostUnfounded`, sweeps end before they are complete.
 */
export const narrowWork = { doubts: 0, unfounded: 0, mostUnfounded: Infinity };

/**
 * Makes a cell's list from the old one, at `from` to `to` − 1, and the `added` ones who are new. Writes it to the new lists at
 * `end` and returns its length; its other rows are filled, too.
 */
export function mendNarrowList(
  { boxes, recoded, codes, ids, lists, nextLists }: SegmentRoom,
  narrow: NarrowRoom,
  cell: number,
  { base, z }: SegmentClass,
  from: number,
  to: number,
  added: number,
  end: number,
): number {
  const { kernels, header, newKeys, newWords, list, row } = narrow;
  const rows = list.minX.byteOffset;
  newKeys[added] = Number.NaN;
  const words = nextLists.byteOffset + 4 * end;
  const budget = BUDGET * (to - from + added);
  const bytes = kernels.mendList(
    lists.byteOffset + 4 * from,
    lists.byteOffset + 4 * to,
    words,
    rows,
    boxes.byteOffset,
    recoded.byteOffset,
    codes.byteOffset,
    newKeys.byteOffset,
    newWords.byteOffset,
    budget,
    cell,
    base,
    z.segments,
  );
  const count = bytes / 4;
  const moves = header[MOVES / 4];
  sortWork.comparisons += Math.max(0, count - 1) + moves + header[MERGED_BYTES / 4] / 4;
  sortWork.swaps += moves + added;
  if (moves > budget) sortEnds(list.minX, nextLists.subarray(end, end + count), 0, count);
  if (count > 0) kernels.fetchList(words, bytes, boxes.byteOffset, ids.byteOffset, rows, row);
  return count;
}

/** Hits that wait to be taken: `hitCount` of them are in the kernels' memory, found after those in `out`. */
export interface NarrowSweep {
  readonly room: NarrowRoom;
  readonly exact: Boxes;
  readonly out: PairList;
  hitCount: number;
}

/** `sweepList` for the list at hand. */
export function sweepNarrowList(sweep: NarrowSweep, count: number): number {
  const { kernels, header, list, row, hits } = sweep.room;
  const hitsEnd = hits.byteOffset + hits.byteLength;
  let checks = 0;
  for (let from = 0; narrowWork.unfounded <= narrowWork.mostUnfounded; ) {
    const at = hits.byteOffset + HIT_BYTES * sweep.hitCount;
    from = kernels.sweepList(from, 4 * count, list.minX.byteOffset, row, at, hitsEnd);
    checks += header[CHECKS / 4];
    const before = sweep.hitCount;
    sweep.hitCount = (header[HITS_END / 4] - hits.byteOffset) / HIT_BYTES;
    if (header[DOUBTS / 4] > 0) resolveDoubts(sweep, before);
    if (from === 4 * count) break;
    takeHits(sweep);
  }
  return checks;
}

/** Leaves only those hits from `before` on that are boxes which overlap. */
function resolveDoubts(sweep: NarrowSweep, before: number): void {
  const { exact, room } = sweep;
  const { hits } = room;
  let kept = before;
  for (let i = before; i < sweep.hitCount; i++) {
    const a = hits[2 * i];
    const b = (hits[2 * i + 1] & ~DOUBT) >>> 0;
    if (b !== hits[2 * i + 1]) {
      narrowWork.doubts++;
      if (!doOverlap(exact, a, b)) {
        narrowWork.unfounded++;
        continue;
      }
    }
    hits[2 * kept] = a;
    hits[2 * kept + 1] = b;
    kept++;
  }
  sweep.hitCount = kept;
}

/** Adds the hits that wait to the pairs that were found. */
export function takeHits(sweep: NarrowSweep): void {
  const { room, out, hitCount } = sweep;
  reservePairs(out, hitCount);
  out.pairs.set(room.hits.subarray(0, 2 * hitCount), 2 * out.count);
  out.count += hitCount;
  sweep.hitCount = 0;
}
