import {
  greatestCommonDivisor,
  type Polynomial,
  scaledValue,
  signAtDyadic,
  withoutRepeats,
} from "./polynomials.ts";

// Roots in 0 … 1 of polynomials of degree 3 at most, held exactly: as a fraction over a power of two, or as a polynomial and an open
// interval that has one of its roots. Intervals come from Descartes' rule: in the Bernstein basis the coefficients change their sign at
// least as often as there are roots inside, and exactly once only if there is exactly one, a simple one.

/** One root in 0 … 1. */
export interface Root {
  /** Off the root by less than TIME_ERROR. */
  readonly approximately: number;
  /** The sign of another polynomial there. */
  signOf(q: Polynomial): number;
}

export const TIME_ERROR = 2 ** -48;
/** Intervals are narrowed to three units of 2^-50. */
const NARROW_BITS = 50;

/** The time 0 and the time 1, as roots. */
export const ZERO: Root = { approximately: 0, signOf: (q) => signAtDyadic(q, 0n, 0n) };
export const ONE: Root = { approximately: 1, signOf: (q) => signAtDyadic(q, 1n, 0n) };

/** Four coefficients of a Bernstein basis, times any positive number. */
type Bernstein = readonly [bigint, bigint, bigint, bigint];

function bernsteinOf(p: Polynomial): Bernstein {
  const [a = 0n, b = 0n, c = 0n, d = 0n] = p;
  return [3n * a, 3n * a + b, 3n * a + 2n * b + c, 3n * (a + b + c + d)];
}

function signChanges(coefficients: Bernstein): number {
  let [count, last] = [0, 0];
  for (const x of coefficients) {
    if (x === 0n) continue;
    const sign = x > 0n ? 1 : -1;
    if (last !== 0 && sign !== last) count++;
    last = sign;
  }
  return count;
}

/** After this many halvings the polynomial is suspected of a double root, which halving never isolates. */
const PATIENCE = 6;

/** All roots in 0 ≤ t ≤ 1, in no order. The polynomial is not zero and has degree 3 at most. */
export function rootsInUnit(p: Polynomial): Root[] {
  const whole = bernsteinOf(p);
  const roots: Root[] = [];
  if (whole[0] === 0n) roots.push(ZERO);
  if (whole[3] === 0n) roots.push(ONE);
  if (!isolate(p, whole, 0n, 0, roots, false)) {
    const simple = withoutRepeats(p);
    roots.splice(0, roots.length, ...roots.filter((root) => root === ZERO || root === ONE));
    isolate(simple, bernsteinOf(simple), 0n, 0, roots, true);
  }
  return roots;
}

/** Adds the roots inside low / 2^bits … (low + 1) / 2^bits; false if the patience was spent. */
function isolate(
  p: Polynomial,
  coefficients: Bernstein,
  low: bigint,
  bits: number,
  roots: Root[],
  hasSimpleRoots: boolean,
): boolean {
  const count = signChanges(coefficients);
  if (count === 0) return true;
  if (count === 1) {
    const signAtLow = coefficients.find((x) => x !== 0n)! > 0n ? 1 : -1;
    roots.push(createRoot(p, signAtLow, low, bits));
    return true;
  }
  if (bits >= PATIENCE && !hasSimpleRoots) return false;
  const [a, b, c, d] = coefficients;
  const middle = a + 3n * b + 3n * c + d;
  if (middle === 0n) {
    const [over, under] = [2n * low + 1n, BigInt(bits + 1)];
    roots.push({
      approximately: dyadicToNumber(over, bits + 1),
      signOf: (q) => signAtDyadic(q, over, under),
    });
  }
  const left: Bernstein = [8n * a, 4n * (a + b), 2n * (a + 2n * b + c), middle];
  const right: Bernstein = [middle, 2n * (b + 2n * c + d), 4n * (c + d), 8n * d];
  return (
    isolate(p, left, 2n * low, bits + 1, roots, hasSimpleRoots) &&
    isolate(p, right, 2n * low + 1n, bits + 1, roots, hasSimpleRoots)
  );
}

/** The one root of p, a simple one, strictly inside start / 2^startBits … (start + 1) / 2^startBits. */
function createRoot(p: Polynomial, signAtLow: number, start: bigint, startBits: number): Root {
  let bits = BigInt(Math.max(startBits, NARROW_BITS));
  let low = start << (bits - BigInt(startBits));
  let high = (start + 1n) << (bits - BigInt(startBits));
  const signAt = (over: bigint) => signAtDyadic(p, over, bits);
  narrow();

  /** To three units around what f64 says, if the signs confirm that; else by halving. */
  function narrow(): void {
    const [from, to] = [dyadicToNumber(low, Number(bits)), dyadicToNumber(high, Number(bits))];
    const guess = guessRoot(p, signAtLow, from, to);
    const unit = BigInt(Math.floor(guess * 2 ** NARROW_BITS)) << (bits - BigInt(NARROW_BITS));
    const one = 1n << (bits - BigInt(NARROW_BITS));
    const [left, right] = [unit - one, unit + 2n * one];
    if (left > low && signAt(left) === signAtLow) low = left;
    if (right < high && right > low && signAt(right) === -signAtLow) high = right;
    while ((high - low) << BigInt(NARROW_BITS) > 3n << bits) halve();
  }

  /** p is not zero at the middle, or the root is there: then the interval closes around it. */
  function halve(): void {
    if (high - low === 1n) [low, high, bits] = [2n * low, 2n * high, bits + 1n];
    const middle = (low + high) >> 1n;
    const sign = signAt(middle);
    if (sign === signAtLow) low = middle;
    else if (sign !== 0) high = middle;
    else [low, high, bits] = [4n * middle - 1n, 4n * middle + 1n, bits + 2n];
  }

  /** The sign of q if its value at the middle is too large for its slope to change it; 0 if that is not certain. */
  function certainSign(q: Polynomial): number {
    let slope = 0n;
    for (let i = 1; i < q.length; i++) slope += BigInt(i) * (q[i] < 0n ? -q[i] : q[i]);
    const value = scaledValue(q, low + high, bits + 1n);
    const size = value < 0n ? -value : value;
    // Half of the width times the slope, in the units of the value.
    const change = ((high - low) * slope) << ((bits + 1n) * BigInt(q.length - 2));
    return size > change ? (value > 0n ? 1 : -1) : 0;
  }

  return {
    approximately: dyadicToNumber(low + high, Number(bits) + 1),
    signOf(q) {
      if (q.length === 0) return 0;
      if (q.length === 1) return q[0] > 0n ? 1 : -1;
      const sign = certainSign(q);
      if (sign !== 0) return sign;
      const common = greatestCommonDivisor(p, q);
      if (common.length > 1) {
        // No other root of p at the ends.
        while (signAt(low) === 0 || signAt(high) === 0) halve();
        // A root of p in the interval is the one and simple: common has it exactly if its sign changes.
        if (signAtDyadic(common, low, bits) !== signAtDyadic(common, high, bits)) return 0;
      }
      for (;;) {
        halve();
        const known = certainSign(q);
        if (known !== 0) return known;
      }
    },
  };
}

/** Bits that are kept of a fraction with more: f64 holds neither 2^1024 nor what it is divided by. */
const KEPT_BITS = 1000;

/** over / 2^bits, which is in 0 … 1; less than 2^-53 off. */
function dyadicToNumber(over: bigint, bits: number): number {
  if (bits <= KEPT_BITS) return Number(over) / 2 ** bits;
  return Number(over >> BigInt(bits - KEPT_BITS)) / 2 ** KEPT_BITS;
}

/** About where p changes its sign between two numbers. A guess: nothing relies on it. */
function guessRoot(p: Polynomial, signAtLow: number, from: number, to: number): number {
  let longest = 0;
  for (const x of p) longest = Math.max(longest, x.toString(16).length);
  const shift = BigInt(Math.max(0, 4 * longest - 900));
  const coefficients = p.map((x) => Number(x >> shift));
  let [low, high] = [from, to];
  for (let step = 0; step < 52; step++) {
    const middle = (low + high) / 2;
    let value = 0;
    for (let i = coefficients.length - 1; i >= 0; i--) value = value * middle + coefficients[i];
    if (value > 0 === signAtLow > 0) low = middle;
    else high = middle;
  }
  return low;
}
