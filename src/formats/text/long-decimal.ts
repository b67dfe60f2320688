// Decimals with more digits than f64 holds exactly, as printed to preserve every bit (17 digits). Computed in pairs of f64,
// whose sum is good to about 100 bits, and returned only if that suffices to round correctly.

const ZERO = 48;
const POINT = 46;
const FIRST_DIGITS = 15; // exact in f64
const MORE_DIGITS = 7;
const LARGEST_POWER = 22; // 10^22 is exact in f64, 10^23 is not
/** Relative error bound; the pair's own error is below 2^-102. */
const DOUBT = 2 ** -98;
const SPLIT = 2 ** 27 + 1;
const POWERS = Float64Array.from({ length: LARGEST_POWER + 1 }, (_, power) => Number(`1e${power}`));
const HALVES = new Float64Array(2);

/**
 * Writes the value of the digits from `start` to `end` (with at most one point), times 10^`power` counted from the last
 * digit, to `out[index]`. False if it has too many digits, is out of range, or lies so close to the midpoint of two f64
 * that the pair cannot decide.
 */
export function readLongDecimal(
  bytes: Uint8Array,
  start: number,
  end: number,
  power: number,
  out: Float64Array,
  index: number,
): boolean {
  let first = 0;
  let more = 0;
  let digits = 0;
  for (let at = start; at < end; at++) {
    if (bytes[at] === POINT) continue;
    const digit = bytes[at] - ZERO;
    if (digits < FIRST_DIGITS) first = 10 * first + digit;
    else more = 10 * more + digit;
    if (digits > 0 || digit > 0) digits++;
  }
  if (digits > FIRST_DIGITS + MORE_DIGITS || power < -LARGEST_POWER || power > LARGEST_POWER) return false;
  // m = first · 10^k + more, as high + low
  const scale = POWERS[digits - FIRST_DIGITS];
  const product = first * scale;
  const high = product + more;
  const low = productError(first, scale, product) + (more - (high - product));
  let value: number;
  let rest: number;
  if (power < 0) {
    const divisor = POWERS[-power];
    value = high / divisor;
    const back = value * divisor;
    rest = (high - back - productError(value, divisor, back) + low) / divisor;
  } else {
    const factor = POWERS[power];
    value = high * factor;
    rest = productError(high, factor, value) + low * factor;
  }
  const doubt = DOUBT * value;
  const rounded = value + (rest - doubt);
  if (rounded !== value + (rest + doubt)) return false;
  out[index] = rounded;
  return true;
}

/** a · b minus its rounded product (Dekker 1971). */
function productError(a: number, b: number, product: number): number {
  split(a);
  const [a1, a2] = [HALVES[0], HALVES[1]];
  split(b);
  const [b1, b2] = [HALVES[0], HALVES[1]];
  return a2 * b2 - (product - a1 * b1 - a2 * b1 - a1 * b2);
}

function split(a: number): void {
  const c = SPLIT * a;
  HALVES[0] = c - (c - a);
  HALVES[1] = a - HALVES[0];
}
