// Twin: sortByBytes in queries/pairs/found-pairs.ts. Pairs are moved as one number of 64 bits, a in the lower half.
import { PAIR_BYTES, PLACES } from "../pair-memory-map";
import { clear64 } from "./pair-descent";

const PLACES_END: i32 = PLACES + 1024;

/** Sorts the pairs at an address by (a, b), with as much room behind them; returns the address at which they are then. */
export function sortFoundPairs(from: i32, count: i32): i32 {
  const bytes = count * PAIR_BYTES;
  let to = from + bytes;
  const first = load<i64>(from);
  let differing: i64 = 0;
  for (let at = from; at < from + bytes; at += PAIR_BYTES) differing |= load<i64>(at) ^ first;
  // The bytes of b from the lowest to the highest, then those of a.
  for (let k = 32; k < 96; k += 8) {
    const shift = <i64>(k & 63);
    if (byteOf(differing, shift) == 0) continue;
    for (let place = PLACES; place < PLACES_END; place += 64) clear64(place);
    for (let at = from; at < from + bytes; at += PAIR_BYTES) {
      const place = placeOf(load<i64>(at), shift);
      store<i32>(place, load<i32>(place) + PAIR_BYTES);
    }
    let next = to;
    for (let place = PLACES; place < PLACES_END; place += 4) {
      const alike = load<i32>(place);
      store<i32>(place, next);
      next += alike;
    }
    for (let at = from; at < from + bytes; at += PAIR_BYTES) {
      const pair = load<i64>(at), place = placeOf(pair, shift), target = load<i32>(place);
      store<i64>(target, pair);
      store<i32>(place, target + PAIR_BYTES);
    }
    const sorted = to;
    to = from;
    from = sorted;
  }
  return from;
}

@inline function byteOf(pair: i64, shift: i64): i32 { return <i32>(pair >> shift) & 255; }
/** The address of the counter of pairs with this byte, then of their next place. */
@inline function placeOf(pair: i64, shift: i64): i32 { return PLACES + (byteOf(pair, shift) << 2); }
