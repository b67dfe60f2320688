// Twins: checkPlain and mergePlain in broadphase/dynamic-tree/candidates.ts.
import {
  CANDIDATE_BYTES, CHANGES_END, FETCHED_BYTES, F32_BOX_MAX, F32_BOX_SHIFT, MARK, MARKED_CANDIDATES, OVERLAPS, PARTED, PARTED_COUNT,
  TIES_END,
} from "../broadphase-memory-map";
import { doMeet } from "./f32-boxes";

/**
 * Checks the candidates at `from` to `end`: those whose fat boxes no longer meet are marked PARTED and added to PARTED_COUNT, those that changed
 * are listed in `changes`, and the addresses of those with equal sides in `ties`. `axes` has a bit for each axis.
 */
export function checkCandidates(
  from: usize, end: usize, images: usize, fat: usize, axes: i32, changes: usize, ties: usize,
): void {
  let fetched = from;
  for (; from < end; from += CANDIDATE_BYTES) {
    if (from == fetched) {
      fetched = min(from + FETCHED_BYTES, end);
      markParted(from, fetched, images, fat);
    }
    const first = load<u32>(from);
    const second = load<u32>(from, 4);
    const a = images + (<usize>first << F32_BOX_SHIFT); // the sign bit is shifted out
    const b = images + (<usize>second << F32_BOX_SHIFT);
    const minA = v128.load(a), maxA = v128.load(a, F32_BOX_MAX);
    const minB = v128.load(b), maxB = v128.load(b, F32_BOX_MAX);
    const isMet = i32(doMeet(minA, maxA, minB, maxB));
    const inside = i32x4.bitmask(v128.and(f32x4.lt(minA, maxB), f32x4.lt(minB, maxA)));
    const isTie = isMet & i32((inside & axes) != axes);
    const hasChanged = isMet ^ i32(second >>> 31);
    // Most candidates are certain and unchanged.
    if (hasChanged | isTie) {
      if (isTie) {
        store<usize>(ties, from);
        ties += 4;
      } else {
        store<u32>(from, second ^ OVERLAPS, 4);
        store<u32>(changes, first & ~PARTED);
        store<u32>(changes, second ^ OVERLAPS, 4);
        changes += CANDIDATE_BYTES;
      }
    }
  }
  store<usize>(CHANGES_END, changes);
  store<usize>(TIES_END, ties);
}

/**
 * Marks candidates that have a box with a new fat box which does not meet the other one. This also reads the boxes of all candidates, and the
 * fat boxes of few, into the cache: without a branch that depends on them, the processor fetches many at once.
 */
function markParted(from: usize, end: usize, images: usize, fat: usize): void {
  let partedCount = load<i32>(PARTED_COUNT);
  let marked: usize = MARKED_CANDIDATES;
  for (; from < end; from += CANDIDATE_BYTES) {
    const markA = load<i32>(images + (load<u32>(from) << F32_BOX_SHIFT), MARK);
    const markB = load<i32>(images + (load<u32>(from, 4) << F32_BOX_SHIFT), MARK);
    store<usize>(marked, from); // counts if a box is marked
    marked += 4 * i32((markA | markB) != 0);
  }
  for (let at: usize = MARKED_CANDIDATES; at < marked; at += 4) {
    const candidate = load<usize>(at);
    const first = load<u32>(candidate);
    const a = fat + (<usize>first << F32_BOX_SHIFT);
    const b = fat + (<usize>load<u32>(candidate, 4) << F32_BOX_SHIFT);
    const haveParted = !doMeet(v128.load(a), v128.load(a, F32_BOX_MAX), v128.load(b), v128.load(b, F32_BOX_MAX));
    store<u32>(candidate, first | select<u32>(PARTED, 0, haveParted));
    partedCount += i32(haveParted);
  }
  store<i32>(PARTED_COUNT, partedCount);
}

/**
 * Merges the candidates at `from` to `sortedEnd` with those from there to `end`, both sorted by the first place, and leaves out those that
 * have parted; writes them to `to`, and returns the end.
 */
export function mergeCandidates(from: usize, sortedEnd: usize, end: usize, to: usize): usize {
  for (let added = sortedEnd; added < end; added += CANDIDATE_BYTES) {
    const first = load<u32>(added);
    for (; from < sortedEnd && (load<u32>(from) & ~PARTED) <= first; from += CANDIDATE_BYTES) to = keep(from, to);
    to = keep(added, to);
  }
  for (; from < sortedEnd; from += CANDIDATE_BYTES) to = keep(from, to);
  return to;
}

/** Writes a candidate to `to`; the next one overwrites it if it has parted. */
@inline function keep(candidate: usize, to: usize): usize {
  store<u64>(to, load<u64>(candidate));
  return to + CANDIDATE_BYTES * i32((load<u32>(candidate) & PARTED) == 0);
}
