/**
 * For each of `count` items, the number of the first item equal to it (its own number if it is the first). An
 * open-addressed table of item numbers: strings or objects as keys would take ten times the memory.
 */
export function firstEqual(
  count: number,
  hash: (item: number) => number,
  equal: (item: number, earlier: number) => boolean,
): Uint32Array {
  // At most half full, so probing always meets a free slot. A slot holds item + 1; 0 is free.
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 1)));
  const mask = slots.length - 1;
  const first = new Uint32Array(count);
  for (let item = 0; item < count; item++) {
    let slot = hash(item) & mask;
    while (slots[slot] !== 0 && !equal(item, slots[slot] - 1)) slot = (slot + 1) & mask;
    if (slots[slot] === 0) slots[slot] = item + 1;
    first[item] = slots[slot] - 1;
  }
  return first;
}

/** As `firstEqual`, for items that are equal if they are in each of the lists. Written out: closures over lists took half of the time. */
export function firstEqualIn(
  p: ArrayLike<number>,
  q: ArrayLike<number>,
  r: ArrayLike<number> = q,
): Uint32Array {
  const count = p.length;
  const slots = new Uint32Array(2 ** Math.ceil(Math.log2(2 * count + 1)));
  const mask = slots.length - 1;
  const first = new Uint32Array(count);
  for (let item = 0; item < count; item++) {
    let slot = finish(mix(mix(mix(0, p[item]), q[item]), r[item])) & mask;
    for (;;) {
      const earlier = slots[slot] - 1;
      if (earlier < 0) slots[slot] = item + 1;
      if (earlier < 0 || (p[earlier] === p[item] && q[earlier] === q[item] && r[earlier] === r[item])) break;
      slot = (slot + 1) & mask;
    }
    first[item] = slots[slot] - 1;
  }
  return first;
}

/** Stirs one more 32-bit word into a hash (the step of MurmurHash3). */
export function mix(hash: number, word: number): number {
  const k = Math.imul(word, 0xcc9e2d51);
  const h = hash ^ Math.imul((k << 15) | (k >>> 17), 0x1b873593);
  return Math.imul((h << 13) | (h >>> 19), 5) + 0xe6546b64;
}

/** Spreads a hash into its low bits, which are the ones a table uses. */
export function finish(hash: number): number {
  let h = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}
