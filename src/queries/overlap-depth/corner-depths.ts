import { finish, mix } from "../../mesh/first-equal.ts";

// The depths of corners that several pieces share: triangles around a vertex, and their parts. A corner is looked up by its exact
// coordinates; a later corner replaces an earlier one with an equal hash, so memory is bounded.

// an entry: corner (3) | number of its direction + 1, 0 for an empty entry (1) | depth (1) | the solid's point nearest to it (3)
const ENTRY = 8;
const ENTRY_DIRECTION = 3;
const ENTRY_DEPTH = 4;
const ENTRY_EXIT = 5;
const ENTRIES = 512;

export interface CornerDepths {
  readonly entries: Float64Array;
  /** A corner, and its bits. */
  readonly corner: Float64Array;
  readonly bits: Uint32Array;
}

export function createCornerDepths(): CornerDepths {
  const corner = new Float64Array(3);
  return { entries: new Float64Array(ENTRY * ENTRIES), corner, bits: new Uint32Array(corner.buffer) };
}

/** The entry for the corner p[i…i+2]: the offset of its numbers, whatever corner they now belong to. */
export function entryOf({ corner, bits }: CornerDepths, p: Float64Array, i: number): number {
  let hash = 0;
  for (let axis = 0; axis < 3; axis++) corner[axis] = p[i + axis];
  for (let k = 0; k < 6; k++) hash = mix(hash, bits[k]);
  return ENTRY * (finish(hash) & (ENTRIES - 1));
}

/** The depth in an entry, with its exit written to out[at…at+2]; NaN if the entry belongs to another corner. */
export function takeDepth(
  { entries: e }: CornerDepths,
  entry: number,
  direction: number,
  p: Float64Array,
  i: number,
  out: Float64Array,
  at: number,
): number {
  if (e[entry + ENTRY_DIRECTION] !== direction + 1) return Number.NaN;
  for (let axis = 0; axis < 3; axis++) if (e[entry + axis] !== p[i + axis]) return Number.NaN;
  for (let axis = 0; axis < 3; axis++) out[at + axis] = e[entry + ENTRY_EXIT + axis];
  return e[entry + ENTRY_DEPTH];
}

/** Stores the depth of the corner p[i…i+2] and its exit, exits[at…at+2]. */
export function keepDepth(
  { entries: e }: CornerDepths,
  entry: number,
  direction: number,
  p: Float64Array,
  i: number,
  depth: number,
  exits: Float64Array,
  at: number,
): void {
  for (let axis = 0; axis < 3; axis++) {
    e[entry + axis] = p[i + axis];
    e[entry + ENTRY_EXIT + axis] = exits[at + axis];
  }
  e[entry + ENTRY_DIRECTION] = direction + 1;
  e[entry + ENTRY_DEPTH] = depth;
}
