import { AABB_STRIDE as STRIDE } from "../layout.ts";

// Orders in which consecutive boxes are close together, for packing. Only the boxes' centres count. Each order is made by
// sorting f64 numbers that combine a key with the record's number, so the engine's numeric sort needs no comparison
// function.

/** At most 2^26 records, so a key of 26 bits and a record number fit into 52 bits. */
const KEY_STEPS = 2 ** 26;

/**
 * Sort-tile-recursive (Leutenegger, Lopez, Edgington 1997): slabs along x, columns along y in each slab, and z within each
 * column, with about as many columns per slab as slabs. Nodes of `tile` boxes are roughly cubes.
 */
export function strOrder(records: Int32Array, tile: number): Uint32Array {
  const centres = centresOf(records);
  const count = centres.length / 3;
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) keys[i] = i;
  let slabs = 1; // the cube root of the number of tiles, rounded up
  while (slabs * slabs * slabs * tile < count) slabs++;
  const slab = Math.ceil(count / slabs);
  sortAlong(keys, centres, 0);
  for (let s = 0; s < count; s += slab) {
    const inSlab = keys.subarray(s, s + slab);
    const column = Math.ceil(inSlab.length / Math.ceil(Math.sqrt(inSlab.length / tile)));
    sortAlong(inSlab, centres, 1);
    for (let c = 0; c < inSlab.length; c += column) sortAlong(inSlab.subarray(c, c + column), centres, 2);
  }
  return Uint32Array.from(keys);
}

/** Sorts record numbers by one coordinate of their centres. */
function sortAlong(numbers: Float64Array, centres: Float64Array, axis: number): void {
  let min = Infinity;
  let max = -Infinity;
  for (const i of numbers) {
    min = Math.min(min, centres[3 * i + axis]);
    max = Math.max(max, centres[3 * i + axis]);
  }
  const steps = max > min ? (KEY_STEPS - 1) / (max - min) : 0;
  for (let k = 0; k < numbers.length; k++) {
    const i = numbers[k];
    numbers[k] = Math.floor((centres[3 * i + axis] - min) * steps) * KEY_STEPS + i;
  }
  numbers.sort();
  for (let k = 0; k < numbers.length; k++) numbers[k] %= KEY_STEPS;
}

const HILBERT_BITS = 8; // per axis; 24 in all

/** Along Hilbert's curve through the cube around all centres (Kamel and Faloutsos 1993). */
export function hilbertOrder(records: Int32Array): Uint32Array {
  const centres = centresOf(records);
  const count = centres.length / 3;
  const min = [Infinity, Infinity, Infinity];
  const max = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < centres.length; i++) {
    min[i % 3] = Math.min(min[i % 3], centres[i]);
    max[i % 3] = Math.max(max[i % 3], centres[i]);
  }
  const extent = Math.max(max[0] - min[0], max[1] - min[1], max[2] - min[2]);
  const steps = extent > 0 ? (2 ** HILBERT_BITS - 1) / extent : 0;
  const keys = new Float64Array(count);
  const cell = new Int32Array(3);
  for (let i = 0; i < count; i++) {
    for (let k = 0; k < 3; k++) cell[k] = Math.floor((centres[3 * i + k] - min[k]) * steps);
    keys[i] = alongHilbertCurve(cell) * KEY_STEPS + i;
  }
  keys.sort();
  return Uint32Array.from(keys, (key) => key % KEY_STEPS);
}

/** A cell's distance along the curve. Overwrites the cell. J. Skilling, "Programming the Hilbert curve" (2004). */
function alongHilbertCurve(cell: Int32Array): number {
  const top = 1 << (HILBERT_BITS - 1);
  // Undo the rotations and reflections of the nested cubes, from the largest down.
  for (let bit = top; bit > 1; bit >>= 1) {
    const lower = bit - 1;
    for (let k = 0; k < 3; k++) {
      if ((cell[k] & bit) !== 0) cell[0] ^= lower;
      else {
        const swap = (cell[0] ^ cell[k]) & lower;
        cell[0] ^= swap;
        cell[k] ^= swap;
      }
    }
  }
  // What remains is a Gray code with the bits of the three coordinates interleaved.
  cell[1] ^= cell[0];
  cell[2] ^= cell[1];
  let flip = 0;
  for (let bit = top; bit > 1; bit >>= 1) if ((cell[2] & bit) !== 0) flip ^= bit - 1;
  let distance = 0;
  for (let bit = top; bit > 0; bit >>= 1)
    for (let k = 0; k < 3; k++) distance = 2 * distance + (((cell[k] ^ flip) & bit) !== 0 ? 1 : 0);
  return distance;
}

/** The centres of the records' boxes, doubled. */
function centresOf(records: Int32Array): Float64Array {
  const boxes = new Float32Array(records.buffer);
  const count = records.length / STRIDE;
  const centres = new Float64Array(3 * count);
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) centres[3 * i + k] = boxes[STRIDE * i + k] + boxes[STRIDE * i + 3 + k];
  return centres;
}
