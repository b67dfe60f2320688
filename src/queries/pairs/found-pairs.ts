import { areKernelsUnwanted } from "../../kernels/kernel-choice.ts";
import { kernelRuns } from "../../kernels/kernel-runs.ts";
import { currentViews, loadKernels } from "../../kernels/pair-kernels.ts";
import { PAIR_BYTES } from "../../kernels/pair-memory-map.ts";
import { sortKernelsOf } from "../../kernels/sort-kernels.ts";
import { placeForScratch } from "../../trees/tree-copies.ts";

// The triangle pairs found by a query for all pairs.
//
// They are sorted by (a, b): a few by insertion, more by counting, a byte of b or of a at a time, from the lowest to the highest. Kernels
// count and move pairs in a half to a third of the time.

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
/** Up to this many pairs are sorted by insertion. */
const FEW = 24;

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
  const { count } = found;
  const areFew = count <= FEW;
  if (!areFew) {
    if (writeSortedByKernel(found, out)) return;
    sortByBytes(found, 1);
    sortByBytes(found, 0);
  }
  const { pairs } = found;
  for (let i = 0; i < 2 * count; i++) out[i] = pairs[i];
  if (areFew) sortByInsertion(out, count);
}

/** `writeSortedPairs` by the kernel; false, with nothing done, if it is not loaded or has no room for the list. */
function writeSortedByKernel({ pairs, count }: FoundPairs, out: Uint32Array): boolean {
  if (areKernelsUnwanted()) return false;
  const list = placeForScratch(2 * PAIR_BYTES * count);
  if (list < 0) return false;
  const kernels = loadKernels()!;
  const sort = sortKernelsOf(kernels);
  if (sort === null) return false;
  const { uints } = currentViews(kernels);
  uints.set(pairs.subarray(0, 2 * count), list >> 2);
  const sorted = sort.sortFoundPairs(list, count) >> 2;
  out.set(uints.subarray(sorted, sorted + 2 * count));
  kernelRuns.sort++;
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

/** Makes room for `more` pairs behind those found. */
export function reservePairs(found: FoundPairs, more: number): void {
  while (found.pairs.length < 2 * (found.count + more)) grow(found);
}

function grow(found: FoundPairs): void {
  const { pairs } = found;
  found.pairs = new Uint32Array(2 * pairs.length);
  found.pairs.set(pairs);
  found.sorted = new Uint32Array(2 * pairs.length);
}
