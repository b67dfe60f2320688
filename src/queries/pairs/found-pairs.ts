// The triangle pairs found by a query for all pairs.
//
// They are sorted by (a, b): scattered by the highest bits of a to a few times as many places as there are pairs, then sorted by insertion.
// If few a have many b, they are sorted by counting instead, a byte of b or of a at a time, from the lowest to the highest. Counting for
// all lists took 16 % of a query with 7,000 pairs; the engine's own sort, with one f64 key per pair, takes up to twice as long.

/** A list of pairs whose memory is kept, and grown, from one query to the next. */
export interface FoundPairs {
  /** Triangle of a, triangle of b, for each pair. */
  pairs: Uint32Array<ArrayBuffer>;
  count: number;
  /** As long as `pairs`: the output of a pass of the sort by bytes. */
  sorted: Uint32Array<ArrayBuffer>;
  /** How many numbers have each value of some of their bits; then the place of the next number with that value. */
  readonly places: Uint32Array<ArrayBuffer>;
}

const BYTE_VALUES = 256;
/** The binary logarithm of the largest number of places for values of a. */
const PLACE_BITS = 15;
/** Pairs are sorted by insertion if at most this many, on average, share a place. */
const MOST_ALIKE = 24;

export function createFoundPairs(): FoundPairs {
  const length = 2048;
  return {
    pairs: new Uint32Array(length),
    count: 0,
    sorted: new Uint32Array(length),
    places: new Uint32Array(2 ** PLACE_BITS),
  };
}

export function addPair(found: FoundPairs, a: number, b: number): void {
  const at = 2 * found.count++;
  if (at === found.pairs.length) grow(found);
  const { pairs } = found;
  pairs[at] = a;
  pairs[at + 1] = b;
}

/** Writes the pairs to `out`, sorted by (a, b): two numbers each. */
export function writeSortedPairs(found: FoundPairs, out: Uint32Array): void {
  const { count } = found;
  if (scatter(found, out)) sortByInsertion(out, count);
  else {
    sortByBytes(found, 1);
    sortByBytes(found, 0);
    const { pairs } = found;
    for (let i = 0; i < 2 * count; i++) out[i] = pairs[i];
  }
}

/**
 * Writes the pairs to `out`, sorted: scattered by the highest bits of a, then sorted by insertion. False, with nothing written, if many
 * pairs have equal highest bits, so that insertion would be slow.
 */
function scatter({ pairs, count, places }: FoundPairs, out: Uint32Array): boolean {
  const end = 2 * count;
  let least = pairs[0];
  let most = pairs[0];
  for (let i = 2; i < end; i += 2) {
    const a = pairs[i];
    least = a < least ? a : least;
    most = a > most ? a : most;
  }
  // Four to eight times as many places as pairs.
  const wanted = Math.min(34 - Math.clz32(count), PLACE_BITS);
  const shift = Math.max(0, 32 - Math.clz32(most - least) - wanted);
  const length = ((most - least) >>> shift) + 1;
  for (let value = 0; value < length; value++) places[value] = 0;
  for (let i = 0; i < end; i += 2) places[(pairs[i] - least) >>> shift]++;
  let next = 0;
  let squares = 0;
  for (let value = 0; value < length; value++) {
    const alike = places[value];
    squares += alike * alike;
    places[value] = next;
    next += alike;
  }
  if (squares > MOST_ALIKE * count) return false;
  for (let i = 0; i < end; i += 2) {
    const place = 2 * places[(pairs[i] - least) >>> shift]++;
    out[place] = pairs[i];
    out[place + 1] = pairs[i + 1];
  }
  return true;
}

/** Sorts by one of the two numbers; pairs with equal numbers keep their order. */
function sortByBytes(found: FoundPairs, side: number): void {
  const { pairs, count } = found;
  let most = 0;
  for (let i = side; i < 2 * count; i += 2) most |= pairs[i];
  // A shift by 32 is a shift by 0, so without the limit numbers from 2^24 on would never end the loop.
  for (let shift = 0; shift < 32 && most >>> shift > 0; shift += 8) sortByByte(found, side, shift);
}

/** Sorts by eight bits of one of the two numbers; pairs with equal bits keep their order. `createMesh` allows 26 bits. */
function sortByByte(found: FoundPairs, side: number, shift: number): void {
  const { pairs, count, sorted, places } = found;
  places.fill(0, 0, BYTE_VALUES);
  const end = 2 * count;
  for (let i = side; i < end; i += 2) places[(pairs[i] >>> shift) & 255]++;
  let next = 0;
  for (let value = 0; value < BYTE_VALUES; value++) {
    const begin = next;
    next += places[value];
    places[value] = begin;
  }
  for (let i = 0; i < end; i += 2) {
    const place = 2 * places[(pairs[i + side] >>> shift) & 255]++;
    sorted[place] = pairs[i];
    sorted[place + 1] = pairs[i + 1];
  }
  found.pairs = sorted;
  found.sorted = pairs;
}

function sortByInsertion(pairs: Uint32Array, count: number): void {
  for (let i = 2; i < 2 * count; i += 2) {
    const a = pairs[i];
    const b = pairs[i + 1];
    let at = i;
    while (at > 0 && (pairs[at - 2] > a || (pairs[at - 2] === a && pairs[at - 1] > b))) {
      pairs[at] = pairs[at - 2];
      pairs[at + 1] = pairs[at - 1];
      at -= 2;
    }
    pairs[at] = a;
    pairs[at + 1] = b;
  }
}

function grow(found: FoundPairs): void {
  const { pairs } = found;
  found.pairs = new Uint32Array(2 * pairs.length);
  found.pairs.set(pairs);
  found.sorted = new Uint32Array(2 * pairs.length);
}
