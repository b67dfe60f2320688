import type { FatBoxes } from "./fat-boxes.ts";
import type * as Layout from "./fat-tree.ts";
import type { FatTree } from "./fat-tree.ts";

const LINK_STRIDE = 32 satisfies typeof Layout.LINK_STRIDE;
const CHILD = 24 satisfies typeof Layout.CHILD;

// The boxes that ask the tree in one update: those that left their fat box, and new ones.

export interface Asking {
  count: number;
  /** How many of the last ones are new. */
  newCount: number;
  ids: Uint32Array;
  /** 1 for the ids that ask singly, while they do. */
  changed: Uint8Array;
  /** Of ids with `changed` set: which of `ids` they are. */
  ranks: Uint32Array;
  /** The fat boxes before, six numbers at 6 · rank; NaN, which meets nothing, for new boxes. */
  old: Float64Array;
}

let slots = new Int32Array(64);

export function createAsking(): Asking {
  return { count: 0, newCount: 0, ...emptyArrays(0), old: new Float64Array(0) };
}

/** Makes room for `capacity` ids; while none asks. */
export function reserveAsking(asking: Asking, capacity: number): void {
  if (asking.ids.length < capacity) Object.assign(asking, emptyArrays(capacity));
}

function emptyArrays(capacity: number): Pick<Asking, "ids" | "changed" | "ranks"> {
  return {
    ids: new Uint32Array(capacity),
    changed: new Uint8Array(capacity),
    ranks: new Uint32Array(capacity),
  };
}

/** Marks those that ask, and keeps their fat boxes as they are. */
export function keepOldBoxes(asking: Asking, fat: FatBoxes): void {
  const { ids, changed, ranks, count } = asking;
  if (asking.old.length < 6 * count) asking.old = new Float64Array(12 * count);
  const { old } = asking;
  for (let k = 0; k < count; k++) {
    const id = ids[k]!;
    changed[id] = 1;
    ranks[id] = k;
    for (let i = 0; i < 6; i++) old[6 * k + i] = fat.boxes[6 * id + i]!;
  }
  old.fill(Number.NaN, 6 * (count - asking.newCount), 6 * count);
}

export function forgetAsking(asking: Asking): void {
  for (let k = 0; k < asking.count; k++) asking.changed[asking.ids[k]!] = 0;
  asking.count = 0;
}

/**
 * Puts those that are in the tree in the order of their slots: nodes near each other in memory are mostly so in space,
 * so a box that asks finds in the cache what the one before it has read.
 */
export function sortAsking({ ids, count, newCount }: Asking, { leafSlots, links }: FatTree): void {
  const oldCount = count - newCount;
  if (oldCount < 2) return; // a single box may have no slot
  if (slots.length < oldCount) slots = new Int32Array(2 * oldCount);
  for (let k = 0; k < oldCount; k++) slots[k] = leafSlots[ids[k]!]!;
  slots.subarray(0, oldCount).sort();
  for (let k = 0; k < oldCount; k++) {
    const slot = slots[k]!;
    ids[k] = ~links[LINK_STRIDE * (slot >> 1) + CHILD + (slot & 1)]!;
  }
}
