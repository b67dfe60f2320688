import { notePair, type PairList } from "../pair-list.ts";

// Overlap states of pairs of boxes: one bit for each axis on which their intervals overlap. They outlive the step: walks along sub-lists
// confirm the states that still hold, and the end of the step clears all others. An open-addressing table.

export interface PairStates {
  /** Two ids per place, the lower first; EMPTY where a place is free. The number of places is a power of two. */
  ids: Uint32Array;
  /** The states after the last step. */
  bits: Uint8Array;
  /** The states that the walks of this step have confirmed. */
  seen: Uint8Array;
  /** The places in use, those of pairs without any state among them. */
  size: number;
}

const EMPTY = 0xffffffff;
const FIRST_PLACES = 64;

export function createPairStates(): PairStates {
  return {
    ids: new Uint32Array(2 * FIRST_PLACES).fill(EMPTY),
    bits: new Uint8Array(FIRST_PLACES),
    seen: new Uint8Array(FIRST_PLACES),
    size: 0,
  };
}

/** Begins a step: nothing is confirmed, not even by a step that ran out of memory. */
export function beginStates({ seen }: PairStates): void {
  seen.fill(0);
}

/** Sets, or confirms, that the intervals of a and b overlap on an axis. */
export function setState(states: PairStates, a: number, b: number, axis: number): void {
  if (2 * (states.size + 1) > states.bits.length) rehash(states, 2 * states.bits.length);
  const low = Math.min(a, b);
  const high = Math.max(a, b);
  const place = find(states.ids, low, high);
  if (states.ids[2 * place] === EMPTY) {
    states.ids[2 * place] = low;
    states.ids[2 * place + 1] = high;
    states.size++;
  }
  states.seen[place] |= 1 << axis;
}

/**
 * Ends a step: what no walk has confirmed is cleared, since these intervals have parted, or their boxes share no cell any more. Adds the
 * pairs with `all` states to the contact list.
 */
export function finishStates(states: PairStates, all: number, contacts: PairList): void {
  const { ids, bits, seen } = states;
  let held = 0;
  for (let place = 0; place < bits.length; place++) {
    const state = seen[place];
    bits[place] = state;
    if (state === 0) continue;
    held++;
    if (state === all) notePair(contacts, ids[2 * place], ids[2 * place + 1]);
  }
  // A crowd that has parted must not slow later steps, which look at all places.
  if (held < bits.length / 16 && bits.length > FIRST_PLACES) rehash(states, placesFor(held));
  else if (2 * held < states.size) rehash(states, bits.length);
}

/** A quarter of the places, or less, will be in use. */
function placesFor(held: number): number {
  let places = FIRST_PLACES;
  while (places < 4 * held) places *= 2;
  return places;
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

/** Moves all pairs that have a state to a new table. */
function rehash(states: PairStates, placeCount: number): void {
  const { ids, bits, seen } = states;
  const newIds = new Uint32Array(2 * placeCount).fill(EMPTY);
  const newBits = new Uint8Array(placeCount);
  const newSeen = new Uint8Array(placeCount);
  let size = 0;
  for (let place = 0; place < bits.length; place++) {
    if ((bits[place] | seen[place]) === 0) continue;
    const to = find(newIds, ids[2 * place], ids[2 * place + 1]);
    newIds[2 * to] = ids[2 * place];
    newIds[2 * to + 1] = ids[2 * place + 1];
    newBits[to] = bits[place];
    newSeen[to] = seen[place];
    size++;
  }
  states.ids = newIds;
  states.bits = newBits;
  states.seen = newSeen;
  states.size = size;
}
