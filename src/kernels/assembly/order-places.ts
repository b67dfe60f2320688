// Twins: numberPlain, renamePlain and listAstrayPlain in broadphase/dynamic-tree/places.ts.
import { ABSENT, CANDIDATE_BYTES, NONE, OVERLAPS } from "../broadphase-memory-map";

/** Writes 0, 1, 2, … to both lists, up to `end` − 1. */
export function numberPlaces(now: usize, before: usize, end: i32): void {
  for (let place = 0; place < end; place++, now += 4, before += 4) {
    store<i32>(now, place);
    store<i32>(before, place);
  }
}

/** Replaces the places of the candidates at `from` to `end` by new ones, the lower first. */
export function renameCandidates(from: usize, end: usize, now: usize): void {
  for (; from < end; from += CANDIDATE_BYTES) {
    const second = load<u32>(from, 4);
    const a = load<u32>(now + (load<u32>(from) << 2));
    const b = load<u32>(now + ((second & ~OVERLAPS) << 2));
    store<u32>(from, min(a, b));
    store<u32>(from, max(a, b) | (second & OVERLAPS), 4);
  }
}

/** Lists the places from 1 to `end` − 1 of boxes without a leaf, and of leaves without a box, in `out`; returns the end of the list. */
export function listAstray(end: i32, ids: usize, leafSlots: usize, out: usize): usize {
  for (let place = 1; place < end; place++) {
    const isFree = load<i32>(ids + (place << 2)) == NONE;
    const isAbsent = load<i32>(leafSlots + (place << 2)) == ABSENT;
    store<i32>(out, place); // counts if the two differ
    out += 4 * i32(isFree != isAbsent);
  }
  return out;
}
