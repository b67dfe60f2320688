// Twins: fetchList and sweepList in broadphase/segment-sort/sweep-list.ts; here four boxes at once, in f32.
//
// The list has seven rows, `row` bytes apart. In the row minX the last box is followed by NaN, which no box overlaps.
import {
  CHECKS, ENTRY_BYTES, F32_BOX_BYTES, F32_BOX_MAX, FLAGS, HIT_BYTES, HITS_END, TIE, TIES,
} from "../broadphase-memory-map";

/** Fills all rows of a list except the first, minX. LIST_PADDING entries after the last one may be overwritten. */
export function fetchList(entries: usize, bytes: usize, images: usize, ids: usize, list: usize, row: usize): void {
  const minX = list, maxX = minX + row, minY = maxX + row, maxY = minY + row;
  const minZ = maxY + row, maxZ = minZ + row, idEntries = maxZ + row;
  // The last boxes, up to three, are fetched together with boxes that do not count.
  v128.store(entries + bytes, i32x4.splat(0));
  for (let at: usize = 0; at < bytes; at += 16) {
    const entry0 = load<u32>(entries + at), entry1 = load<u32>(entries + at, 4);
    const entry2 = load<u32>(entries + at, 8), entry3 = load<u32>(entries + at, 12);
    const image0 = images + (entry0 >>> 2) * F32_BOX_BYTES, image1 = images + (entry1 >>> 2) * F32_BOX_BYTES;
    const image2 = images + (entry2 >>> 2) * F32_BOX_BYTES, image3 = images + (entry3 >>> 2) * F32_BOX_BYTES;
    store<u32>(idEntries + at, idEntry(ids, entry0));
    store<u32>(idEntries + at, idEntry(ids, entry1), 4);
    store<u32>(idEntries + at, idEntry(ids, entry2), 8);
    store<u32>(idEntries + at, idEntry(ids, entry3), 12);
    const min0 = v128.load(image0), min1 = v128.load(image1), min2 = v128.load(image2), min3 = v128.load(image3);
    v128.store(minY + at, lastTwo(mixLow(min0, min1), mixLow(min2, min3)));
    v128.store(minZ + at, firstTwo(mixHigh(min0, min1), mixHigh(min2, min3)));
    const max0 = v128.load(image0, F32_BOX_MAX), max1 = v128.load(image1, F32_BOX_MAX);
    const max2 = v128.load(image2, F32_BOX_MAX), max3 = v128.load(image3, F32_BOX_MAX);
    v128.store(maxX + at, firstTwo(mixLow(max0, max1), mixLow(max2, max3)));
    v128.store(maxY + at, lastTwo(mixLow(max0, max1), mixLow(max2, max3)));
    v128.store(maxZ + at, firstTwo(mixHigh(max0, max1), mixHigh(max2, max3)));
  }
  v128.store(minX + bytes, f32x4.splat(NaN));
}

@inline function idEntry(ids: usize, entry: u32): u32 {
  return (load<u32>(ids + (entry & ~FLAGS)) << 2) | (entry & FLAGS);
}

// x and y of two boxes, alternating, or z and the unused lane; then the first or the last lanes of two such mixes.
@inline function mixLow(one: v128, other: v128): v128 { return v128.shuffle<f32>(one, other, 0, 4, 1, 5); }
@inline function mixHigh(one: v128, other: v128): v128 { return v128.shuffle<f32>(one, other, 2, 6, 3, 7); }
@inline function firstTwo(one: v128, other: v128): v128 { return v128.shuffle<f32>(one, other, 0, 1, 4, 5); }
@inline function lastTwo(one: v128, other: v128): v128 { return v128.shuffle<f32>(one, other, 2, 3, 6, 7); }

/**
 * Sweeps the boxes at `from` to `end` of a list (bytes in a row). Hits go to `hits` onward, at most up to `hitsEnd`. Returns where it
 * stopped: `end`, or earlier if there is no room for what the next box can hit.
 */
export function sweepList(from: usize, end: usize, list: usize, row: usize, hits: usize, hitsEnd: usize): usize {
  const minX = list, maxX = minX + row, minY = maxX + row, maxY = minY + row;
  const minZ = maxY + row, maxZ = minZ + row, idEntries = maxZ + row;
  const flags = i32x4.splat(FLAGS);
  const tie = i32x4.splat(TIE);
  let checks = 0;
  let ties = 0;
  let i = from;
  for (; i < end; i += ENTRY_BYTES) {
    // Two bytes of hits per byte of the row, and one more hit, which is written but does not count.
    if (hitsEnd - hits < 2 * (end - i) + HIT_BYTES) break;
    const ownMinX = v128.load_splat<f32>(minX + i), ownMaxX = v128.load_splat<f32>(maxX + i);
    const ownMinY = v128.load_splat<f32>(minY + i), ownMaxY = v128.load_splat<f32>(maxY + i);
    const ownMinZ = v128.load_splat<f32>(minZ + i), ownMaxZ = v128.load_splat<f32>(maxZ + i);
    const own = v128.load_splat<u32>(idEntries + i);
    let begun = 0b1111; // lanes that begin before box i ends
    for (let j = i + ENTRY_BYTES; begun == 0b1111; j += 16) {
      const onX = f32x4.le(v128.load(minX + j), ownMaxX);
      begun = i32x4.bitmask(onX);
      checks += popcnt(begun);
      const others = v128.load(idEntries + j);
      const onY = v128.and(f32x4.le(v128.load(minY + j), ownMaxY), f32x4.ge(v128.load(maxY + j), ownMinY));
      const onZ = v128.and(f32x4.le(v128.load(minZ + j), ownMaxZ), f32x4.ge(v128.load(maxZ + j), ownMinZ));
      const isFirst = i32x4.eq(v128.and(v128.or(others, own), flags), flags);
      const met = i32x4.bitmask(v128.and(v128.and(onX, onY), v128.and(onZ, isFirst)));
      if (met == 0) continue;
      const insideX = v128.and(f32x4.lt(v128.load(minX + j), ownMaxX), f32x4.gt(v128.load(maxX + j), ownMinX));
      const insideY = v128.and(f32x4.lt(v128.load(minY + j), ownMaxY), f32x4.gt(v128.load(maxY + j), ownMinY));
      const insideZ = v128.and(f32x4.lt(v128.load(minZ + j), ownMaxZ), f32x4.gt(v128.load(maxZ + j), ownMinZ));
      const isTie = v128.not(v128.and(v128.and(insideX, insideY), insideZ));
      ties += popcnt(i32x4.bitmask(isTie) & met);
      const ids = i32x4.shr_u(others, 2), ownIds = i32x4.shr_u(own, 2);
      const low = i32x4.min_s(ids, ownIds);
      const high = v128.or(i32x4.max_s(ids, ownIds), v128.and(isTie, tie));
      // Every lane is written; the end moves only for lanes that are met.
      const firstHits = v128.shuffle<i32>(low, high, 0, 4, 1, 5);
      const lastHits = v128.shuffle<i32>(low, high, 2, 6, 3, 7);
      v128.store_lane<u64>(hits, firstHits, 0);
      hits += HIT_BYTES * (met & 1);
      v128.store_lane<u64>(hits, firstHits, 1);
      hits += HIT_BYTES * ((met >>> 1) & 1);
      v128.store_lane<u64>(hits, lastHits, 0);
      hits += HIT_BYTES * ((met >>> 2) & 1);
      v128.store_lane<u64>(hits, lastHits, 1);
      hits += HIT_BYTES * (met >>> 3);
    }
  }
  store<u32>(HITS_END, u32(hits));
  store<i32>(CHECKS, checks);
  store<i32>(TIES, ties);
  return i;
}
