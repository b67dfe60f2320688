// A set of pairs of ids: open addressing with linear probing. Deletion moves later entries of the run back, so there are no
// tombstones and the table never needs cleaning.

export interface PairSet {
  size: number;
  /** Two ids per entry; EMPTY, EMPTY for a free one. The length is a power of two. */
  table: Uint32Array;
}

const EMPTY = 0xffffffff;
const FIRST_PLACES = 64;

export function createPairSet(): PairSet {
  return { size: 0, table: new Uint32Array(2 * FIRST_PLACES).fill(EMPTY) };
}

/** Adds the pair of two different ids, in either order. */
export function addToSet(set: PairSet, a: number, b: number): void {
  if (4 * (set.size + 1) > set.table.length) enlarge(set);
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  const place = find(set.table, low, high);
  if (set.table[place] !== EMPTY) return;
  set.table[place] = low;
  set.table[place + 1] = high;
  set.size++;
}

export function deleteFromSet(set: PairSet, a: number, b: number): void {
  const place = find(set.table, Math.min(a, b), Math.max(a, b));
  if (set.table[place] === EMPTY) return;
  closeGap(set.table, place);
  set.size--;
}

/** Deletes every pair that has an id with `marked` set. */
export function deleteMarked(set: PairSet, marked: Uint8Array): void {
  const { table } = set;
  for (let place = 0; place < table.length; )
    if (table[place] !== EMPTY && (marked[table[place]] === 1 || marked[table[place + 1]] === 1)) {
      closeGap(table, place); // another entry may have moved here: check again
      set.size--;
    } else {
      place += 2;
    }
  // An entry moved from the table's start to its end was checked before it moved.
}

/** Calls `visit` for each pair, in no order. */
export function visitSet(set: PairSet, visit: (a: number, b: number) => void): void {
  const { table } = set;
  for (let place = 0; place < table.length; place += 2)
    if (table[place] !== EMPTY) visit(table[place], table[place + 1]);
}

/** The position of the pair, or the free entry where it belongs. */
function find(table: Uint32Array, low: number, high: number): number {
  const mask = table.length - 1;
  let place = home(low, high, mask);
  while (table[place] !== EMPTY && (table[place] !== low || table[place + 1] !== high))
    place = (place + 2) & mask;
  return place;
}

function home(low: number, high: number, mask: number): number {
  let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  hash ^= hash >>> 15;
  return (hash << 1) & mask;
}

/** Frees an entry, and moves the following entries back as far as their hash allows. */
function closeGap(table: Uint32Array, gap: number): void {
  const mask = table.length - 1;
  for (let place = (gap + 2) & mask; table[place] !== EMPTY; place = (place + 2) & mask) {
    const wanted = home(table[place], table[place + 1], mask);
    if (((place - wanted) & mask) < ((place - gap) & mask)) continue;
    table[gap] = table[place];
    table[gap + 1] = table[place + 1];
    gap = place;
  }
  table[gap] = EMPTY;
  table[gap + 1] = EMPTY;
}

function enlarge(set: PairSet): void {
  const old = set.table;
  set.table = new Uint32Array(2 * old.length).fill(EMPTY);
  for (let place = 0; place < old.length; place += 2)
    if (old[place] !== EMPTY) {
      const free = find(set.table, old[place], old[place + 1]);
      set.table[free] = old[place];
      set.table[free + 1] = old[place + 1];
    }
}
