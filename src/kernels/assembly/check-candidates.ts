// Twins: checkPlain and mergePlain in broadphase/dynamic-tree/candidates.ts.
import {
  BOXES_AHEAD, CANDIDATE_BYTES, CHANGES_END, FETCHED, FETCHED_END, F32_BOX_MAX, F32_BOX_SHIFT, OVERLAPS, PARTED, PARTED_COUNT, TIES_END,
} from "../broadphase-memory-map";
import { doMeet } from "./f32-boxes";

const LINE_BYTES: usize = 64;

/**
 * Checks the candidates at `from` to `end`: those whose fat boxes no longer meet are marked PARTED and added to PARTED_COUNT, the ids of those that
 * changed are listed in `changes`, and the addresses of those with equal sides in `ties`; `marked` has room for the addresses of all. `axes` has a
 * bit for each axis.
 */
export function checkCandidates(
  from: usize, end: usize, images: usize, fat: usize, axes: i32, ids: usize, changes: usize, ties: usize, marked: usize,
): void {
  fetchBoxes(min(boxAt(images, load<u32>(end - CANDIDATE_BYTES)) + BOXES_AHEAD, fat));
  const changed = changes;
  let markedEnd = marked;
  for (; from < end; from += CANDIDATE_BYTES) {
    const first = load<u32>(from);
    const second = load<u32>(from, 4);
    const a = boxAt(images, first);
    const b = boxAt(images, second); // the sign bit is shifted out
    const minA = v128.load(a), maxA = v128.load(a, F32_BOX_MAX);
    const minB = v128.load(b), maxB = v128.load(b, F32_BOX_MAX);
    const isMet = i32(doMeet(minA, maxA, minB, maxB));
    const inside = i32x4.bitmask(v128.and(f32x4.lt(minA, maxB), f32x4.lt(minB, maxA)));
    const isTie = isMet & i32((inside & axes) != axes);
    const hasChanged = isMet ^ i32(second >>> 31);
    store<usize>(markedEnd, from); // counts if a box is marked
    markedEnd += 4 * i32(i32x4.extract_lane(v128.or(minA, minB), 3) != 0);
    // Most candidates are certain and unchanged.
    if (hasChanged | isTie) {
      if (isTie) {
        store<usize>(ties, from);
        ties += 4;
      } else {
        store<u32>(from, second ^ OVERLAPS, 4);
        store<u32>(changes, first);
        store<u32>(changes, second ^ OVERLAPS, 4);
        changes += CANDIDATE_BYTES;
      }
    }
  }
  markParted(marked, markedEnd, fat);
  nameChanged(changed, changes, ids);
  store<usize>(CHANGES_END, changes);
  store<usize>(TIES_END, ties);
}

/** Replaces places by ids; after the check, because these reads then do not wait for each other. */
function nameChanged(from: usize, end: usize, ids: usize): void {
  for (; from < end; from += CANDIDATE_BYTES) {
    const second = load<u32>(from, 4);
    store<u32>(from, load<u32>(ids + (<usize>load<u32>(from) << 2)));
    store<u32>(from, load<u32>(ids + (<usize>(second << 2))) | (second & OVERLAPS), 4); // the sign bit is shifted out
  }
}

/**
 * Reads the boxes up to `end` into the cache, from where the last call ended. Candidates are sorted by their first boxes, and nearly all second
 * ones follow within BOXES_AHEAD, in an order that no processor foresees: reading one after the other, it waits for many at once.
 */
function fetchBoxes(end: usize): void {
  let sum = 0;
  let at = load<usize>(FETCHED_END);
  for (; at < end; at += LINE_BYTES) sum += load<i32>(at);
  store<usize>(FETCHED_END, at);
  store<i32>(FETCHED, sum); // otherwise the compiler would drop the reads
}

/** Marks those of the listed candidates, which have a box with a new fat box, whose fat boxes do not meet. */
function markParted(marked: usize, end: usize, fat: usize): void {
  fetchFatBoxes(marked, end, fat);
  let partedCount = load<i32>(PARTED_COUNT);
  for (; marked < end; marked += 4) {
    const candidate = load<usize>(marked);
    const first = load<u32>(candidate);
    const a = boxAt(fat, first);
    const b = boxAt(fat, load<u32>(candidate, 4));
    const haveParted = !doMeet(v128.load(a), v128.load(a, F32_BOX_MAX), v128.load(b), v128.load(b, F32_BOX_MAX));
    store<u32>(candidate, first | select<u32>(PARTED, 0, haveParted));
    partedCount += i32(haveParted);
  }
  store<i32>(PARTED_COUNT, partedCount);
}

function fetchFatBoxes(marked: usize, end: usize, fat: usize): void {
  let sum = 0;
  for (; marked < end; marked += 4) {
    const candidate = load<usize>(marked);
    sum += load<i32>(boxAt(fat, load<u32>(candidate))) + load<i32>(boxAt(fat, load<u32>(candidate, 4)));
  }
  store<i32>(FETCHED, sum);
}

@inline function boxAt(boxes: usize, place: u32): usize {
  return boxes + (<usize>place << F32_BOX_SHIFT);
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
