// f64 numbers as whole numbers times one power of two. Nothing is rounded.

const number = new Float64Array(1);
const words = new Uint32Array(number.buffer); // low word, high word

/** Writes `count` numbers as integers in units of 2^exponent to `out`, and returns the exponent. */
export function toIntegers(values: ArrayLike<number>, count: number, out: bigint[]): number {
  const exponent = commonExponent(values, count);
  for (let i = 0; i < count; i++) out[i] = integerOf(values[i], exponent);
  return exponent;
}

/** The largest e such that all numbers are multiples of 2^e; 0 where all are zero. */
function commonExponent(values: ArrayLike<number>, count: number): number {
  let least = Infinity;
  for (let i = 0; i < count; i++) if (values[i] !== 0) least = Math.min(least, unitOf(values[i]));
  return least === Infinity ? 0 : least;
}

/** The exponent of the lowest bit that is set. */
function unitOf(value: number): number {
  number[0] = value;
  const [low, high] = [words[0], words[1]];
  const biased = (high >>> 20) & 0x7ff;
  const exponent = (biased === 0 ? 1 : biased) - 1075;
  if (low !== 0) return exponent + trailingZeros(low);
  return exponent + 32 + trailingZeros((high & 0xfffff) | (biased === 0 ? 0 : 0x100000));
}

function trailingZeros(word: number): number {
  return 31 - Math.clz32(word & -word);
}

/** The number in units of 2^exponent; it must be a multiple. */
export function integerOf(value: number, exponent: number): bigint {
  number[0] = value;
  const [low, high] = [words[0], words[1]];
  const biased = (high >>> 20) & 0x7ff;
  const top = (high & 0xfffff) | (biased === 0 ? 0 : 0x100000);
  const mantissa = BigInt(top * 2 ** 32 + low);
  const shift = (biased === 0 ? 1 : biased) - 1075 - exponent;
  const magnitude = shift >= 0 ? mantissa << BigInt(shift) : mantissa >> BigInt(-shift);
  return high >>> 31 === 1 ? -magnitude : magnitude;
}

/**
 * Whether all numbers are whole multiples of one power of two, of at most 2^15 in magnitude; `most` is the largest magnitude. Then
 * determinants of three differences are exact in f64: a difference has 16 bits and a sign, a product of two 32, their difference 33,
 * times a third 49, and a sum of three of those 51; f64 holds 53.
 */
export function isSmallLattice(values: ArrayLike<number>, most: number): boolean {
  if (most === 0) return true;
  // The smallest unit that will do: 2^15 of them reach to the largest number.
  const unit = 2 ** (Math.ceil(Math.log2(most)) - 15);
  if (!(unit > 2 ** -300 && unit < 2 ** 200) || most / unit > 2 ** 15) return false;
  for (let i = 0; i < values.length; i++) {
    const multiple = values[i] / unit;
    // A number far below the unit may become 0, which is whole: multiplied back, it is another one.
    if (!Number.isInteger(multiple) || multiple * unit !== values[i]) return false;
  }
  return true;
}

/**
 * The lists, multiplied by one power of two such that the largest magnitude is between 2^14 and 2^15: signs stay what they are, a
 * lattice of any scale becomes one of plain numbers, and nothing underflows. The lists themselves where a number would be rounded.
 */
export function inPlainUnits(...lists: Float64Array[]): Float64Array[] {
  let most = 0;
  for (const list of lists) for (let i = 0; i < list.length; i++) most = Math.max(most, Math.abs(list[i]));
  if (most === 0) return lists;
  const power = 15 - Math.ceil(Math.log2(most));
  // In two steps: a subnormal number needs more than the largest power that f64 holds.
  const [first, second] = [2 ** Math.trunc(power / 2), 2 ** (power - Math.trunc(power / 2))];
  const scaled = lists.map((list) => {
    const out = new Float64Array(list.length);
    for (let i = 0; i < list.length; i++) out[i] = list[i] * first * second;
    return out;
  });
  const isExact = scaled.every((list, l) => {
    for (let i = 0; i < list.length; i++) if (list[i] / second / first !== lists[l][i]) return false;
    return true;
  });
  return isExact ? scaled : lists;
}

/** over / under · 2^exponent as the nearest f64 or its neighbour. `under` is positive. */
export function fractionToNumber(over: bigint, under: bigint, exponent: number): number {
  if (over === 0n) return 0;
  const magnitude = over < 0n ? -over : over;
  const shift = 70 - (bitLength(magnitude) - bitLength(under));
  const quotient = shift >= 0 ? (magnitude << BigInt(shift)) / under : magnitude / (under << BigInt(-shift));
  return (over < 0n ? -1 : 1) * scaled(quotient, exponent - shift);
}

/** √(over / under) · 2^exponent as the nearest f64 or its neighbour; never zero unless `over` is. */
export function rootToNumber(over: bigint, under: bigint, exponent: number): number {
  if (over === 0n) return 0;
  let shift = 140 - (bitLength(over) - bitLength(under));
  if (shift % 2 !== 0) shift++;
  const quotient = shift >= 0 ? (over << BigInt(shift)) / under : over / (under << BigInt(-shift));
  return Math.max(scaled(integerRoot(quotient), exponent - shift / 2), Number.MIN_VALUE);
}

/** value · 2^exponent, also where the power alone is out of range. */
function scaled(value: bigint, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return Number(value) * 2 ** half * 2 ** (exponent - half);
}

function bitLength(value: bigint): number {
  return (value < 0n ? -value : value).toString(16).length * 4;
}

/** The whole part of √value, by Newton's method from above. */
export function integerRoot(value: bigint): bigint {
  if (value < 2n) return value;
  let root = 1n << BigInt(Math.ceil(bitLength(value) / 2) + 1);
  for (;;) {
    const next = (root + value / root) >> 1n;
    if (next >= root) return root;
    root = next;
  }
}
