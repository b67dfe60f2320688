// Twin: checkPlain in broadphase/dynamic-tree/candidates.ts.
import {
  CANDIDATE_BYTES, CHANGES_END, FETCHED, FETCHED_BYTES, F32_BOX_MAX, F32_BOX_SHIFT, KEPT_END, TIES_END,
} from "../broadphase-memory-map";
import { doMeet } from "./f32-boxes";

/**
 * Checks the candidates at `from` to `end`, and writes those that are kept to `kept`, which is at `from` or before. Lists the candidates
 * that changed in `changes`, and the addresses of those with equal sides in `ties`. `axes` has a bit for each axis.
 */
export function checkCandidates(
  from: usize, end: usize, kept: usize, images: usize, fat: usize, axes: i32, changes: usize, ties: usize,
): void {
  let fetched = from;
  for (; from < end; from += CANDIDATE_BYTES) {
    if (from == fetched) fetched = fetchBoxes(from, min(from + FETCHED_BYTES, end), images);
    const first = load<u32>(from);
    let second = load<u32>(from, 4);
    const a = <usize>first << F32_BOX_SHIFT;
    const b = <usize>second << F32_BOX_SHIFT; // the sign bit is shifted out
    const minA = v128.load(images + a), maxA = v128.load(images + a, F32_BOX_MAX);
    const minB = v128.load(images + b), maxB = v128.load(images + b, F32_BOX_MAX);
    const isMet = i32(doMeet(minA, maxA, minB, maxB));
    const inside = i32x4.bitmask(v128.and(f32x4.lt(minA, maxB), f32x4.lt(minB, maxA)));
    const isTie = isMet & i32((inside & axes) != axes);
    const mark = i32x4.extract_lane(v128.or(minA, minB), 3);
    let change = isMet ^ i32(second >>> 31);
    store<u32>(kept, first);
    store<u32>(kept, second, 4);
    // Most candidates are certain and unchanged, and their boxes have not left their fat boxes.
    if (change | isTie | mark) {
      if (isTie) {
        store<usize>(ties, kept);
        ties += 4;
        change = 0;
      }
      if (change) {
        second ^= 0x80000000;
        store<u32>(kept, second, 4);
        store<u32>(changes, first);
        store<u32>(changes, second, 4);
        changes += CANDIDATE_BYTES;
      }
      if (!isMet && mark > 0) kept -= CANDIDATE_BYTES * i32(!doFatBoxesMeet(fat + a, fat + b));
    }
    kept += CANDIDATE_BYTES;
  }
  store<usize>(KEPT_END, kept);
  store<usize>(CHANGES_END, changes);
  store<usize>(TIES_END, ties);
}

/** Reads the second boxes of the candidates at `from` to `end` ahead, into the cache; returns `end`. */
function fetchBoxes(from: usize, end: usize, images: usize): usize {
  let sum = 0;
  for (; from < end; from += CANDIDATE_BYTES) sum += load<i32>(images + (load<u32>(from, 4) << F32_BOX_SHIFT));
  store<i32>(FETCHED, sum); // otherwise the compiler would drop the reads
  return end;
}

@inline function doFatBoxesMeet(a: usize, b: usize): bool {
  return doMeet(v128.load(a), v128.load(a, F32_BOX_MAX), v128.load(b), v128.load(b, F32_BOX_MAX));
}
