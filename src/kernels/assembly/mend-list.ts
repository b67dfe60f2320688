// Twins: mendList in broadphase/segment-sort/sweep-cells.ts and sortEntries in diminishing-sort.ts; here a merge and an insertion sort in
// one pass.
import {
  CUT_Y, CUT_Z, ENTRY_BYTES, F32_BOX_BYTES, FIRST_Y, FIRST_Z, FLAGS, MERGED_BYTES, MOVES,
} from "../broadphase-memory-map";

/**
 * Updates the list of a cell: the entries at `from` to `to`, without recoded boxes that no longer reach into the cell, are merged with the
 * new entries, whose keys end with a NaN, in the order of keys. Writes entries to `out` and keys to `keys`, and returns the bytes of each.
 * After more than `budget` moves it continues without sorting.
 */
export function mendList(
  from: usize, to: usize, out: usize, keys: usize, images: usize, recoded: usize, codes: usize,
  newKeys: usize, newEntries: usize, budget: i32, cell: i32, base: i32, kz: i32,
): usize {
  const toKeys = keys - out; // from an entry to its key
  let newKey = load<f32>(newKeys);
  let highest: f32 = -Infinity;
  let end = out;
  let merged: usize = 0;
  let moves = 0;
  for (; ; from += ENTRY_BYTES) {
    let entry: u32 = 0;
    let key: f32 = Infinity; // after the last entry: all new entries come before it, except NaN
    const isOver = from >= to;
    if (!isOver) {
      entry = load<u32>(from);
      const place = entry >>> 2;
      if (load<u8>(recoded + place)) {
        const code = load<i32>(codes + (place << 2));
        if (code >> 2 < base) continue; // removed, or in a finer class now
        const flags = flagsInCell(code, cell, kz);
        if (flags < 0) continue;
        entry = (place << 2) | flags;
      }
      key = load<f32>(images + place * F32_BOX_BYTES);
    }
    while (newKey <= key) {
      let at = end;
      if (i32(newKey < highest) & i32(moves <= budget)) at = makeGap(end, out, toKeys, newKey);
      moves += i32((end - at) / ENTRY_BYTES);
      store<f32>(at + toKeys, newKey);
      store<u32>(at, load<u32>(newEntries));
      highest = max(highest, newKey);
      end += ENTRY_BYTES;
      newEntries += ENTRY_BYTES;
      newKeys += 4;
      newKey = load<f32>(newKeys);
      merged = end - out;
    }
    if (isOver) break;
    let at = end;
    if (i32(key < highest) & i32(moves <= budget)) at = makeGap(end, out, toKeys, key);
    moves += i32((end - at) / ENTRY_BYTES);
    store<f32>(at + toKeys, key);
    store<u32>(at, entry);
    highest = max(highest, key);
    end += ENTRY_BYTES;
  }
  store<u32>(MERGED_BYTES, u32(merged));
  store<i32>(MOVES, moves);
  return end - out;
}

/** Moves the entries before `at` that have a greater key up by one; returns the free place. */
@inline function makeGap(at: usize, out: usize, toKeys: usize, key: f32): usize {
  do {
    const before = at - ENTRY_BYTES;
    store<f32>(at + toKeys, load<f32>(before + toKeys));
    store<u32>(at, load<u32>(before));
    at = before;
  } while (at > out && load<f32>(at + toKeys - ENTRY_BYTES) > key);
  return at;
}

/** Twin: flagsInCell in broadphase/segment-sort/cell-codes.ts. */
@inline function flagsInCell(code: i32, cell: i32, kz: i32): i32 {
  const step = cell - (code >> 2);
  if (step == 0) return FIRST_Y | FIRST_Z;
  if (step == 1 && (code & CUT_Z) != 0) return FIRST_Y;
  if (step == kz && (code & CUT_Y) != 0) return FIRST_Z;
  return step == kz + 1 && (code & FLAGS) == FLAGS ? 0 : -1;
}
