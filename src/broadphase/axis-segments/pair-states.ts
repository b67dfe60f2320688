// Overlap states of pairs of boxes: one bit for each axis on which their intervals overlap. An open-addressing table; a new
// step clears it.

export interface PairStates {
  /** Two ids per place, the lower first; EMPTY where a place is free. The number of places is a power of two. */
  ids: Uint32Array;
  bits: Uint8Array;
  size: number;
}

const EMPTY = 0xffffffff;
const FIRST_PLACES = 64;

export function createPairStates(): PairStates {
  return { ids: new Uint32Array(2 * FIRST_PLACES).fill(EMPTY), bits: new Uint8Array(FIRST_PLACES), size: 0 };
}

export function clearStates(states: PairStates): void {
  if (states.size > 0) states.ids.fill(EMPTY);
  states.size = 0;
}

/** Sets the bit of an axis; returns the pair's bits, or 0 if the bit was set before. */
export function setState(states: PairStates, a: number, b: number, axis: number): number {
  if (2 * (states.size + 1) > states.bits.length) enlarge(states);
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  const place = find(states.ids, low, high);
  const bit = 1 << axis;
  if (states.ids[2 * place] === EMPTY) {
    states.ids[2 * place] = low;
    states.ids[2 * place + 1] = high;
    states.bits[place] = bit;
    states.size++;
    return bit;
  }
  if ((states.bits[place] & bit) !== 0) return 0;
  states.bits[place] |= bit;
  return states.bits[place];
}

/** The place of the pair, or the free one where it belongs. */
function find(ids: Uint32Array, low: number, high: number): number {
  const mask = ids.length / 2 - 1;
  let hash = Math.imul(low, 0x9e3779b1) ^ Math.imul(high, 0x85ebca6b);
  hash ^= hash >>> 15;
  let place = hash & mask;
  while (ids[2 * place] !== EMPTY && (ids[2 * place] !== low || ids[2 * place + 1] !== high))
    place = (place + 1) & mask;
  return place;
}

function enlarge(states: PairStates): void {
  const { ids, bits } = states;
  const larger = new Uint32Array(2 * ids.length).fill(EMPTY);
  const largerBits = new Uint8Array(2 * bits.length);
  for (let place = 0; place < bits.length; place++) {
    if (ids[2 * place] === EMPTY) continue;
    const to = find(larger, ids[2 * place], ids[2 * place + 1]);
    larger[2 * to] = ids[2 * place];
    larger[2 * to + 1] = ids[2 * place + 1];
    largerBits[to] = bits[place];
  }
  states.ids = larger;
  states.bits = largerBits;
}
