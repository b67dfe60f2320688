// Twins: numberPlain and renamePlain in broadphase/dynamic-tree/places.ts.
import { CANDIDATE_BYTES, OVERLAPS } from "../broadphase-memory-map";

/** Writes 0, 1, 2, … to both lists, up to `end` − 1. */
export function numberPlaces(now: usize, before: usize, end: i32): void {
  for (let place = 0; place < end; place++, now += 4, before += 4) {
    store<i32>(now, place);
    store<i32>(before, place);
  }
}

/** Gives the candidates at `from` to `end` the new places of their boxes, the lower first. */
export function renameCandidates(from: usize, end: usize, now: usize): void {
  for (; from < end; from += CANDIDATE_BYTES) {
    const second = load<u32>(from, 4);
    const a = load<u32>(now + (load<u32>(from) << 2));
    const b = load<u32>(now + ((second & ~OVERLAPS) << 2));
    store<u32>(from, min(a, b));
    store<u32>(from, max(a, b) | (second & OVERLAPS), 4);
  }
}
