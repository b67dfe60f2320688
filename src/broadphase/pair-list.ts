/** A growing list of pairs of ids, the lower id of a pair first. */
export interface PairList {
  pairs: Uint32Array;
  count: number;
}

export function createPairList(): PairList {
  return { pairs: new Uint32Array(0), count: 0 };
}

/** Adds a pair; its ids may come in either order. */
export function notePair(list: PairList, a: number, b: number): void {
  const at = 2 * list.count;
  if (at >= list.pairs.length) reservePairs(list, 1);
  list.pairs[at] = Math.min(a, b);
  list.pairs[at + 1] = Math.max(a, b);
  list.count++;
}

/** Makes room for `more` pairs at the end of the list. */
export function reservePairs(list: PairList, more: number): void {
  const needed = 2 * (list.count + more);
  if (list.pairs.length >= needed) return;
  const larger = new Uint32Array(Math.max(64, 2 * needed));
  larger.set(list.pairs);
  list.pairs = larger;
}
