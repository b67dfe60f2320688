// Ratios of integers as f64, for the results of exact stages. Only the final result is rounded.

/** The smallest f64 is 2^-1074; numbers from 2^-1022 up have all 53 bits. */
const SMALLEST_EXPONENT = -1074;
const SMALLEST_NORMAL = -1022;

/** The fraction over / under with under > 0, compared without rounding. */
export interface Ratio {
  readonly over: bigint;
  readonly under: bigint;
}

export function ratioOf(over: bigint, under: bigint): Ratio {
  return under > 0n ? { over, under } : { over: -over, under: -under };
}

/** Negative if a < b, zero if equal, positive if a > b. */
export function compareRatios(a: Ratio, b: Ratio): number {
  const difference = a.over * b.under - b.over * a.under;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/** A finite number as a ratio. */
export function ratioOfNumber(x: number): Ratio {
  let under = 1n;
  let whole = x;
  // Doubling is exact: a number that is not whole is below 2^53.
  for (; !Number.isInteger(whole); whole *= 2) under <<= 1n;
  return { over: BigInt(whole), under };
}

/** The f64 nearest to numerator / denominator · 2^exponent, ties to even. */
export function ratioToNumber(numerator: bigint, denominator: bigint, exponent = 0): number {
  if (numerator === 0n) return 0;
  const negative = numerator < 0n !== denominator < 0n;
  const n = numerator < 0n ? -numerator : numerator;
  const d = denominator < 0n ? -denominator : denominator;
  // Enough bits for a quotient of more than 64. A nonzero remainder sets one more bit, so that only true ties look like
  // ties.
  const shift = 66 + bitLength(d) - bitLength(n);
  const scaled = shift >= 0 ? n << BigInt(shift) : n;
  const divisor = shift >= 0 ? d : d << BigInt(-shift);
  const quotient = scaled / divisor;
  const sticky = quotient * divisor === scaled ? 0n : 1n;
  const value = nearestNumber((quotient << 1n) | sticky, exponent - shift - 1);
  return negative ? -value : value;
}

/**
 * The f64 nearest to the square root of n / d · 2^(2 · exponent), with n, d ≥ 0. Never 0 for n > 0: smaller roots become
 * the smallest f64.
 */
export function rootOfRatio(n: bigint, d: bigint, exponent: number): number {
  if (n === 0n) return 0;
  // A quotient of more than 132 bits has a root of more than 66. Whatever either step cuts off sets one more bit. A root
  // that is an integer or the midpoint of two f64 loses nothing, so that bit says on which side of the midpoint the root
  // lies.
  let shift = 134 + bitLength(d) - bitLength(n);
  shift += shift & 1;
  const scaled = shift >= 0 ? n << BigInt(shift) : n;
  const divisor = shift >= 0 ? d : d << BigInt(-shift);
  const quotient = scaled / divisor;
  const root = integerRoot(quotient);
  const sticky = root * root === quotient && quotient * divisor === scaled ? 0n : 1n;
  return nearestNumber((root << 1n) | sticky, exponent - shift / 2 - 1) || Number.MIN_VALUE;
}

/** The largest integer whose square is at most x, for x of fewer than 1000 bits. */
function integerRoot(x: bigint): bigint {
  let root = BigInt(Math.floor(Math.sqrt(Number(x))));
  // Each Newton step doubles the number of correct digits. From the second step on the iterates decrease, and stop at the
  // root.
  for (;;) {
    const next = (root + x / root) >> 1n;
    if (next * next <= x && (next + 1n) * (next + 1n) > x) return next;
    root = next;
  }
}

/** The f64 nearest to value · 2^exponent, ties to even, for a positive value of at least 66 bits. */
function nearestNumber(value: bigint, exponent: number): number {
  const places = BigInt(SMALLEST_EXPONENT - exponent);
  if (bitLength(value) + exponent > SMALLEST_NORMAL) return scale(Number(value), exponent);
  // A subnormal has fewer bits than Number() would round to.
  const whole = value >> places;
  const twice = (value - (whole << places)) << 1n;
  const one = 1n << places;
  const isUp = twice > one || (twice === one && (whole & 1n) === 1n);
  return Number(isUp ? whole + 1n : whole) * Number.MIN_VALUE;
}

/** value · 2^exponent in two steps, so that each power is an f64 wherever the result is. */
function scale(value: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return value * 2 ** half * 2 ** (exponent - half);
}

/** The number of bits of a positive integer. */
function bitLength(x: bigint): number {
  const hex = x.toString(16);
  return 4 * (hex.length - 1) + (32 - Math.clz32(Number.parseInt(hex[0], 16)));
}
