// The triangle pairs that a query for all pairs has found.
//
// They are sorted by (a, b) by counting, a byte of b or of a at a time, from the lowest to the highest. The engine's own sort of one
// f64 key a pair took 16 % of a query with 8,000 pairs.

/** A list of pairs whose memory is kept, and grown, from one query to the next. */
export interface FoundPairs {
  /** Triangle of a, triangle of b, for each pair. */
  pairs: Uint32Array<ArrayBuffer>;
  count: number;
  /** As long as `pairs`: where a pass of the sort writes. */
  sorted: Uint32Array<ArrayBuffer>;
  /** How many numbers have each value of a byte, then where the next one of them goes. */
  readonly places: Uint32Array<ArrayBuffer>;
}

const BYTE_VALUES = 256;
/** Shorter lists are sorted by insertion. */
const SHORT = 24;

export function createFoundPairs(): FoundPairs {
  const length = 2048;
  return {
    pairs: new Uint32Array(length),
    count: 0,
    sorted: new Uint32Array(length),
    places: new Uint32Array(BYTE_VALUES),
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
  if (found.count < SHORT) sortByInsertion(found);
  else {
    let mostA = 0;
    let mostB = 0;
    for (let i = 0; i < 2 * found.count; i += 2) {
      mostA |= found.pairs[i];
      mostB |= found.pairs[i + 1];
    }
    // A shift by 32 is one by 0: numbers from 2^24 on would be sorted for ever.
    for (let shift = 0; shift < 32 && mostB >>> shift > 0; shift += 8) sortByByte(found, 1, shift);
    for (let shift = 0; shift < 32 && mostA >>> shift > 0; shift += 8) sortByByte(found, 0, shift);
  }
  const { pairs, count } = found;
  for (let i = 0; i < 2 * count; i++) out[i] = pairs[i];
}

/** Sorts by eight bits of one of the two numbers; pairs that are equal there keep their order. `createMesh` allows 26 bits. */
function sortByByte(found: FoundPairs, side: number, shift: number): void {
  const { pairs, count, sorted, places } = found;
  places.fill(0);
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

function sortByInsertion({ pairs, count }: FoundPairs): void {
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
