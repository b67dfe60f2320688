import { checkCoordinates, MAX_COORDINATE, type Positions } from "../mesh/triangle-mesh.ts";
import { isArrayOf } from "../typed-arrays.ts";

// Boxes are made of many minima and maxima, and which of two coordinates is smaller is random for the branch predictor. The
// bits of an f32, with the lower 31 inverted if it is negative, are integers in the order of the floats, and their minima
// need no branch. This halved the time of `refit` on irregular meshes (docs/decisions/06-refit.md).

/** The vertices as ordered integers, rounded to f32 from below and from above. For an f32 mesh the two are one array. */
export interface OrderedVertices {
  readonly low: Int32Array;
  readonly high: Int32Array;
}

const MAX_COORDINATE_BITS = floatBits(MAX_COORDINATE);

// Kept between calls: refit allocates nothing once it has seen its largest mesh.
let low = new Int32Array(0);
let high = new Int32Array(0);

/** f32 bits → ordered integer, and back: it is its own inverse. */
export function ordered(bits: number): number {
  return bits ^ ((bits >> 31) & 0x7fffffff);
}

export function lesser(a: number, b: number): number {
  return a ^ ((a ^ b) & -(b < a));
}

export function greater(a: number, b: number): number {
  return a ^ ((a ^ b) & -(b > a));
}

/** Turns −0 into 0: boxes hold no −0, so it leaves no trace which of the two came first. */
function withoutMinusZero(order: number): number {
  return order + +(order === -1);
}

/**
 * The positions relative to `origin`. The result is valid until the next call. Throws `MeshError` at a coordinate that is
 * not finite or too large, like `checkCoordinates`, without a second pass.
 */
export function orderedVertices(positions: Positions, origin: Float64Array): OrderedVertices {
  const count = positions.length;
  if (low.length < count) low = new Int32Array(count);
  if (isArrayOf(positions, "Float32Array")) {
    orderSingles(positions, low);
    return { low, high: low };
  }
  if (high.length < count) high = new Int32Array(count);
  orderDoubles(positions, origin, low, high);
  return { low, high };
}

/**
 * The ordered vertices of a straight motion from `start` to `end`, f32 or f64, both checked by the caller: `low` bounds the
 * whole motion from below, `high` from above.
 */
export function orderedWays(start: Positions, end: Positions, origin: Float64Array): OrderedVertices {
  const count = start.length;
  if (low.length < count) low = new Int32Array(count);
  if (high.length < count) high = new Int32Array(count);
  const floatBelow = new Float32Array(low.buffer);
  const floatAbove = new Float32Array(high.buffer);
  for (let i = 0; i < count; i++) {
    const from = start[i] - origin[i % 3];
    const to = end[i] - origin[i % 3];
    const least = Math.min(from, to);
    const most = Math.max(from, to);
    floatBelow[i] = least;
    floatAbove[i] = most;
    // outward, as in orderDoubles
    low[i] = withoutMinusZero(ordered(low[i]) - +(floatBelow[i] > least));
    high[i] = withoutMinusZero(ordered(high[i]) + +(floatAbove[i] < most));
  }
  return { low, high };
}

function orderSingles(positions: Float32Array, out: Int32Array): void {
  const bits = new Int32Array(positions.buffer, positions.byteOffset, positions.length);
  const limit = MAX_COORDINATE_BITS;
  let bad = 0;
  for (let i = 0; i < bits.length; i++) {
    const value = bits[i];
    out[i] = withoutMinusZero(ordered(value));
    // Becomes negative at the first magnitude beyond the limit; NaN and infinities have the largest magnitudes.
    bad |= limit - (value & 0x7fffffff);
  }
  if (bad < 0) checkCoordinates(positions);
}

function orderDoubles(
  positions: Float64Array,
  origin: Float64Array,
  below: Int32Array,
  above: Int32Array,
): void {
  const float = new Float32Array(below.buffer);
  for (let i = 0; i < positions.length; i++) {
    const coordinate = positions[i];
    if (!(Math.abs(coordinate) <= MAX_COORDINATE)) checkCoordinates(positions);
    // Rounded to f64 by half a unit in the last place, which the margins of every query cover.
    const value = coordinate - origin[i % 3];
    float[i] = value;
    const nearest = float[i];
    const order = ordered(below[i]);
    // Neighbouring floats are neighbouring integers, except that −0 and 0 are two integers; values too small for f32 round
    // to the zero of their own sign, so the step always leads away from zero.
    below[i] = withoutMinusZero(order - +(nearest > value));
    above[i] = withoutMinusZero(order + +(nearest < value));
  }
}

function floatBits(value: number): number {
  return new Int32Array(new Float32Array([value]).buffer)[0];
}
