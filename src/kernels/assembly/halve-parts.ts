// Twins: advanceFatTree and what it calls, in broadphase/dynamic-tree/build-fat-tree.ts. The first rebuild of a process would run them before
// V8 has compiled them.
import {
  CENTRE_BYTES, HALVING_AXIS, HALVING_END, HALVING_HIGH, HALVING_I, HALVING_J, HALVING_LOW, HALVING_MEASURED, HALVING_RUN, HALVING_START, MOST_PARTS,
  NODE_END, NONE, PART_BYTES, PIVOT, RANGE, WAITING_PARTS,
} from "../broadphase-memory-map";

/**
 * Halves parts until `leastWork` items have been looked at, or all is done, which it returns. `parts` is the address of the waiting parts and
 * of all that lasts from call to call.
 */
export function advanceHalving(leastWork: f64, parts: usize, items: usize, centres: usize, children: usize): bool {
  for (let work: f64 = 0; load<i32>(parts, WAITING_PARTS) > 0; work += <f64>advancePart(parts, items, centres, children))
    if (work >= leastWork) return false;
  return true;
}

/** Makes all items one part that waits. */
export function beginHalving(parts: usize, count: i32): void {
  store<i32>(parts, 0, WAITING_PARTS);
  store<i32>(parts, 0, NODE_END);
  store<i32>(parts, 0, HALVING_START);
  store<i32>(parts, 0, HALVING_END);
  if (count > 1) pushPart(parts, 0, count, NONE);
}

/** Takes the last waiting part further, or replaces it by its halves; returns how many items it has looked at. */
function advancePart(parts: usize, items: usize, centres: usize, children: usize): i32 {
  const waiting = load<i32>(parts, WAITING_PARTS);
  const part = parts + PART_BYTES * (waiting - 1);
  const start = load<i32>(part), end = load<i32>(part, 4), slot = load<i32>(part, 8);
  if (end - start == 1) {
    store<i32>(children + (slot << 2), ~start);
    store<i32>(parts, waiting - 1, WAITING_PARTS);
    return 1;
  }
  if (load<i32>(parts, HALVING_START) != start || load<i32>(parts, HALVING_END) != end) startHalving(parts, start, end);
  if (load<i32>(parts, HALVING_MEASURED) < end) return measureCentres(parts, centres);
  if (load<i32>(parts, HALVING_LOW) < load<i32>(parts, HALVING_HIGH)) return passOver(parts, items, centres);
  store<i32>(parts, waiting - 1, WAITING_PARTS);
  const node = load<i32>(parts, NODE_END);
  store<i32>(parts, node + 1, NODE_END);
  if (slot != NONE) store<i32>(children + (slot << 2), node);
  const middle = (start + end) >> 1;
  pushPart(parts, middle, end, 2 * node + 1);
  pushPart(parts, start, middle, 2 * node);
  return 1;
}

function startHalving(parts: usize, start: i32, end: i32): void {
  store<i32>(parts, start, HALVING_START);
  store<i32>(parts, end, HALVING_END);
  store<i32>(parts, start, HALVING_MEASURED);
  store<i32>(parts, start, HALVING_LOW);
  store<i32>(parts, end - 1, HALVING_HIGH);
  store<i32>(parts, -1, HALVING_I);
  store<i32>(parts, -1, HALVING_J);
  for (let axis: usize = 0; axis < 24; axis += 8) {
    store<f64>(parts + axis, Infinity, RANGE);
    store<f64>(parts + axis, -Infinity, RANGE + 24);
  }
}

function pushPart(parts: usize, start: i32, end: i32, slot: i32): void {
  const waiting = load<i32>(parts, WAITING_PARTS);
  assert(waiting < MOST_PARTS);
  const part = parts + PART_BYTES * waiting;
  store<i32>(part, start);
  store<i32>(part, end, 4);
  store<i32>(part, slot, 8);
  store<i32>(parts, waiting + 1, WAITING_PARTS);
}

function measureCentres(parts: usize, centres: usize): i32 {
  const from = load<i32>(parts, HALVING_MEASURED), end = load<i32>(parts, HALVING_END);
  const to = min(from + HALVING_RUN, end);
  store<i32>(parts, to, HALVING_MEASURED);
  for (let axis: usize = 0; axis < 3; axis++) {
    const range = parts + (axis << 3);
    let least = load<f64>(range, RANGE), most = load<f64>(range, RANGE + 24);
    for (let i = from; i < to; i++) {
      const centre = centreOf(centres, i, axis);
      least = centre < least ? centre : least;
      most = centre > most ? centre : most;
    }
    store<f64>(range, least, RANGE);
    store<f64>(range, most, RANGE + 24);
  }
  if (to == end) store<i32>(parts, longestAxis(parts), HALVING_AXIS);
  return to - from;
}

function longestAxis(parts: usize): i32 {
  const x = spread(parts, 0), y = spread(parts, 8), z = spread(parts, 16);
  if (x >= max(y, z)) return 0;
  return y >= z ? 1 : 2;
}

@inline function spread(parts: usize, axis: usize): f64 {
  return load<f64>(parts + axis, RANGE + 24) - load<f64>(parts + axis, RANGE);
}

function passOver(parts: usize, items: usize, centres: usize): i32 {
  const low = load<i32>(parts, HALVING_LOW), high = load<i32>(parts, HALVING_HIGH);
  const axis = load<usize>(parts, HALVING_AXIS);
  if (load<i32>(parts, HALVING_I) < 0) {
    store<i32>(parts, low - 1, HALVING_I);
    store<i32>(parts, high + 1, HALVING_J);
    store<f64>(parts, medianOfThree(centres, low, (low + high) >> 1, high, axis), PIVOT);
  }
  const open = load<i32>(parts, HALVING_J) - load<i32>(parts, HALVING_I);
  partition(parts, items, centres, axis);
  const i = load<i32>(parts, HALVING_I), last = load<i32>(parts, HALVING_J);
  const looked = open - (last - i);
  if (i < last) return looked;
  if ((load<i32>(parts, HALVING_START) + load<i32>(parts, HALVING_END)) >> 1 <= last) store<i32>(parts, last, HALVING_HIGH);
  else store<i32>(parts, last + 1, HALVING_LOW);
  store<i32>(parts, -1, HALVING_I);
  store<i32>(parts, -1, HALVING_J);
  return looked;
}

function partition(parts: usize, items: usize, centres: usize, axis: usize): void {
  const pivot = load<f64>(parts, PIVOT);
  let i = load<i32>(parts, HALVING_I), j = load<i32>(parts, HALVING_J);
  const stop = j - i - HALVING_RUN;
  for (;;) {
    do i++;
    while (centreOf(centres, i, axis) < pivot);
    do j--;
    while (centreOf(centres, j, axis) > pivot);
    if (i < j) {
      exchange(items, centres, i, j);
      if (j - i > stop) continue;
    }
    store<i32>(parts, i, HALVING_I);
    store<i32>(parts, j, HALVING_J);
    return;
  }
}

@inline function exchange(items: usize, centres: usize, i: i32, j: i32): void {
  const itemAt = items + (i << 2), otherItemAt = items + (j << 2);
  const item = load<i32>(itemAt);
  store<i32>(itemAt, load<i32>(otherItemAt));
  store<i32>(otherItemAt, item);
  const at = centres + CENTRE_BYTES * i, otherAt = centres + CENTRE_BYTES * j;
  const xy = load<u64>(at), z = load<u32>(at, 8);
  store<u64>(at, load<u64>(otherAt));
  store<u32>(at, load<u32>(otherAt, 8), 8);
  store<u64>(otherAt, xy);
  store<u32>(otherAt, z, 8);
}

@inline function centreOf(centres: usize, i: i32, axis: usize): f64 { return <f64>load<f32>(centres + CENTRE_BYTES * i + (axis << 2)); }

@inline function medianOfThree(centres: usize, p: i32, q: i32, r: i32, axis: usize): f64 {
  const a = centreOf(centres, p, axis), b = centreOf(centres, q, axis), c = centreOf(centres, r, axis);
  return max(min(a, b), min(max(a, b), c));
}
