// Coordinates as integers: the last resort of tests whose filter cannot decide. Every finite f64 is a whole multiple of a
// power of two. Once all coordinates share a unit, sums and products are exact, and so are their signs and ratios.

const bits = new DataView(new ArrayBuffer(8));
/** The smallest positive f64 is 2^-1074. */
const SMALLEST = -1074;

/** A finite f64 as a multiple of 2^unit; by default of the smallest f64, 2^-1074. */
export function toInteger(x: number, unit = SMALLEST): bigint {
  return x === 0 ? 0n : mantissaOf(x) << BigInt(lastPlaceOf(x) - unit);
}

/** The first `count` values, all finite, as multiples of 2^e, where e is their `unitExponent`. */
export function toIntegers(values: Float64Array, count = values.length): bigint[] {
  const unit = unitExponent(values, count);
  const out: bigint[] = [];
  for (let i = 0; i < count; i++) out.push(toInteger(values[i], unit));
  return out;
}

/** The largest e for which every value, with its 53 bits, is a multiple of 2^e; 0 if all values are 0. */
export function unitExponent(values: Float64Array, count = values.length): number {
  let unit = Infinity;
  for (let i = 0; i < count; i++) {
    if (values[i] === 0) continue;
    const place = lastPlaceOf(values[i]);
    if (place < unit) unit = place;
  }
  return unit === Infinity ? 0 : unit;
}

/** The exponent of the last bit of x's mantissa. */
function lastPlaceOf(x: number): number {
  bits.setFloat64(0, x);
  return Math.max((bits.getUint16(0) >>> 4) & 0x7ff, 1) - 1075;
}

/** The signed mantissa: x = mantissa · 2^lastPlace. */
function mantissaOf(x: number): bigint {
  bits.setFloat64(0, x);
  const high = bits.getUint32(0);
  const implied = (high & 0x7ff00000) === 0 ? 0 : 2 ** 52;
  const magnitude = implied + (high & 0xfffff) * 2 ** 32 + bits.getUint32(4);
  return BigInt(x < 0 ? -magnitude : magnitude);
}
