import { hasRoom } from "../../numerics/wasm/instantiate.ts";
import { addFound, type PairChanges } from "../pair-changes.ts";
import type { Boxes } from "./segment-classes.ts";
import { CHECKS, DOUBT, HIT_BYTES, HITS, HITS_END, PADDING, ROWS, type SweepKernel } from "./sweep-kernel.ts";
import { doOverlap, type SweepList } from "./sweep-list.ts";

// The sub-list under way in the memory of the kernel, which sweeps it. Its numbers are images (narrow-image.ts).

/** Hits that have room at least; more than a list of a cell has. */
const HIT_ROOM = 4096;

interface NarrowList extends SweepList {
  /** Boxes it has room for. */
  capacity: number;
  /** Where its rows begin, and how long they are, in bytes. */
  start: number;
  row: number;
  /** All of the kernel's memory. */
  memory: Uint32Array;
}

const empty = new Float32Array(0);
const list: NarrowList = {
  minX: empty,
  maxX: empty,
  minY: empty,
  maxY: empty,
  minZ: empty,
  maxZ: empty,
  words: new Uint32Array(0),
  reach: empty,
  capacity: 0,
  start: 0,
  row: 0,
  memory: new Uint32Array(0),
};

/** The list, in the memory of the kernel; of use after `makeNarrowRoom`. */
export const narrowList: SweepList = list;

/** Makes the list hold so many boxes, as f32, in the memory of the kernel; false, and nothing done, where it cannot grow so far. */
export function makeNarrowRoom({ memory }: SweepKernel, count: number): boolean {
  if (list.capacity >= count && list.memory.buffer === memory.buffer) return true;
  const capacity = 2 * count + PADDING;
  // A box can hit all others of its list: there is room for that, and for the hit that does not count.
  const start = HITS + HIT_BYTES * (Math.max(HIT_ROOM, capacity) + 2);
  const row = 4 * (capacity + PADDING);
  if (!hasRoom(memory, start + ROWS * row)) return false;
  const { buffer } = memory;
  const [minX, maxX, minY, maxY, minZ, maxZ] = Array.from(
    { length: ROWS - 1 },
    (_, k) => new Float32Array(buffer, start + k * row, capacity + PADDING),
  );
  const words = new Uint32Array(buffer, start + (ROWS - 1) * row, capacity);
  const reach = new Float32Array(capacity);
  Object.assign(list, { minX, maxX, minY, maxY, minZ, maxZ, words, reach });
  Object.assign(list, { capacity, start, row, memory: new Uint32Array(buffer) });
  return true;
}

/**
 * Doubts of the kernel since the caller last set them to zero, and how many of them were about boxes apart. With more of
 * these than `mostUnfounded`, sweeps end before they are complete.
 */
export const narrowWork = { doubts: 0, unfounded: 0, mostUnfounded: Infinity };

/** `sweepList` for the narrow list; `exact` has the boxes themselves. */
export function sweepNarrowList(
  kernel: SweepKernel,
  ids: Uint32Array,
  count: number,
  exact: Boxes,
  out: PairChanges,
): number {
  const { memory, start, row, minX } = list;
  for (let k = 0; k < PADDING; k++) minX[count + k] = Number.NaN;
  let checks = 0;
  for (let from = 0; from < 4 * count && narrowWork.unfounded <= narrowWork.mostUnfounded; ) {
    from = kernel.sweep(from, 4 * count, start, row, start);
    checks += memory[CHECKS / 4]!;
    takeHits(memory, ids, exact, out);
  }
  return checks;
}

function takeHits(memory: Uint32Array, ids: Uint32Array, exact: Boxes, out: PairChanges): void {
  const end = memory[HITS_END / 4]! / 4;
  for (let i = HITS / 4; i < end; i += HIT_BYTES / 4) {
    const word = memory[i + 1]!;
    const a = ids[memory[i]! >>> 2]!;
    const b = ids[(word & ~DOUBT) >>> 2]!;
    if (word >= DOUBT) {
      narrowWork.doubts++;
      if (!doOverlap(exact, a, b)) {
        narrowWork.unfounded++;
        continue;
      }
    }
    addFound(out, a, b);
  }
}
