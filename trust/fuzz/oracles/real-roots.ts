// Roots of polynomials with whole coefficients in 0 … 1, held exactly: as a polynomial and an interval that has one of its roots.

/** Coefficients, the constant one first; the last is not zero. The zero polynomial is empty. */
export type Polynomial = readonly bigint[];

export function trim(coefficients: readonly bigint[]): Polynomial {
  let length = coefficients.length;
  while (length > 0 && coefficients[length - 1] === 0n) length--;
  return coefficients.slice(0, length);
}

export function multiply(p: Polynomial, q: Polynomial): Polynomial {
  if (p.length === 0 || q.length === 0) return [];
  const out: bigint[] = new Array(p.length + q.length - 1).fill(0n);
  for (let i = 0; i < p.length; i++) for (let j = 0; j < q.length; j++) out[i + j] += p[i] * q[j];
  return trim(out);
}

export function subtract(p: Polynomial, q: Polynomial): Polynomial {
  return trim(Array.from({ length: Math.max(p.length, q.length) }, (_, i) => (p[i] ?? 0n) - (q[i] ?? 0n)));
}

export function add(p: Polynomial, q: Polynomial): Polynomial {
  return subtract(
    p,
    q.map((x) => -x),
  );
}

/** The sign at over / 2^bits. */
function signAtDyadic(p: Polynomial, over: bigint, bits: bigint): number {
  let sum = 0n;
  for (let i = p.length - 1; i >= 0; i--) sum = sum * over + (p[i] << (bits * BigInt(p.length - 1 - i)));
  return sum > 0n ? 1 : sum < 0n ? -1 : 0;
}

/** A positive multiple of the remainder of p by q. */
function remainder(p: Polynomial, q: Polynomial): Polynomial {
  const lead = q[q.length - 1];
  const factor = lead < 0n ? -lead : lead;
  let rest = [...p];
  while (rest.length >= q.length) {
    const top = rest[rest.length - 1] * (lead < 0n ? -1n : 1n);
    const shift = rest.length - q.length;
    rest = rest.map((x, i) => x * factor - (i >= shift ? top * q[i - shift] : 0n));
    rest = [...trim(rest)];
  }
  return primitive(rest);
}

function primitive(p: Polynomial): Polynomial {
  let divisor = 0n;
  for (const x of p) {
    let [a, b] = [divisor, x < 0n ? -x : x];
    while (b !== 0n) [a, b] = [b, a % b];
    divisor = a;
  }
  return divisor > 1n ? p.map((x) => x / divisor) : p;
}

function greatestCommonDivisor(p: Polynomial, q: Polynomial): Polynomial {
  let [a, b] = [p, q];
  while (b.length > 0) [a, b] = [b, remainder(a, b)];
  return primitive(a);
}

function derivative(p: Polynomial): Polynomial {
  return trim(p.slice(1).map((x, i) => x * BigInt(i + 1)));
}

/** The polynomial with the same roots, each of them once. */
function withoutRepeats(p: Polynomial): Polynomial {
  const common = greatestCommonDivisor(p, derivative(p));
  if (common.length < 2) return primitive(p);
  const lead = common[common.length - 1];
  let rest = [...p];
  let quotient: bigint[] = new Array(p.length - common.length + 1).fill(0n);
  for (let shift = quotient.length - 1; shift >= 0; shift--) {
    const top = rest[shift + common.length - 1];
    // Everything is multiplied by the leading coefficient, so that all numbers stay whole.
    quotient = quotient.map((x) => x * lead);
    quotient[shift] = top;
    rest = rest.map(
      (x, i) => x * lead - (i >= shift && i < shift + common.length ? top * common[i - shift] : 0n),
    );
  }
  return primitive(trim(quotient));
}

/** Sturm's chain, of a polynomial without repeated roots. */
function sturmChain(p: Polynomial): Polynomial[] {
  const chain = [p, derivative(p)];
  while (chain[chain.length - 1].length > 0) {
    const next = remainder(chain[chain.length - 2], chain[chain.length - 1]);
    chain.push(next.map((x) => -x));
  }
  chain.pop();
  return chain;
}

function changes(chain: readonly Polynomial[], over: bigint, bits: bigint): number {
  let [count, last] = [0, 0];
  for (const p of chain) {
    const sign = signAtDyadic(p, over, bits);
    if (sign === 0) continue;
    if (last !== 0 && sign !== last) count++;
    last = sign;
  }
  return count;
}

/** How many roots are in low < t ≤ high, numbers over 2^bits; without multiplicity. */
function countRoots(chain: readonly Polynomial[], low: bigint, high: bigint, bits: bigint): number {
  return changes(chain, low, bits) - changes(chain, high, bits);
}

/** One root in 0 … 1. */
export interface Root {
  /** The sign of another polynomial there. */
  signOf(q: Polynomial): number;
}

/** The time 0, as a root. */
export const ZERO: Root = { signOf: (q) => signAtDyadic(q, 0n, 0n) };

/**
 * Whether all Bernstein coefficients of degree 3 have one sign: then so has the polynomial in 0 … 1. A quick no for most; degrees above 3
 * are left to Sturm.
 */
function hasOneSign(p: Polynomial): boolean {
  if (p.length > 4) return false;
  const [a = 0n, b = 0n, c = 0n, d = 0n] = p;
  const coefficients = [a, 3n * a + b, 3n * a + 2n * b + c, a + b + c + d];
  return coefficients.every((x) => x > 0n) || coefficients.every((x) => x < 0n);
}

/** All roots in 0 ≤ t ≤ 1, in rising order. The polynomial is not zero. */
export function rootsInUnit(polynomial: Polynomial): Root[] {
  if (hasOneSign(polynomial)) return [];
  let p = withoutRepeats(polynomial);
  const roots: Root[] = [];
  if (p[0] === 0n) {
    roots.push(ZERO);
    p = p.slice(1);
  }
  if (p.length < 2) return roots;
  const chain = sturmChain(p);
  const isolate = (low: bigint, high: bigint, bits: bigint): void => {
    const count = countRoots(chain, low, high, bits);
    if (count === 0) return;
    if (count === 1) {
      roots.push(createRoot(p, chain, low, high, bits));
      return;
    }
    isolate(2n * low, low + high, bits + 1n);
    isolate(low + high, 2n * high, bits + 1n);
  };
  isolate(0n, 1n, 0n);
  return roots;
}

/** The one root of p in low < t ≤ high. */
function createRoot(
  p: Polynomial,
  chain: readonly Polynomial[],
  low: bigint,
  high: bigint,
  bits: bigint,
): Root {
  return {
    signOf(q) {
      if (q.length === 0) return 0;
      if (q.length === 1) return q[0] > 0n ? 1 : -1;
      const common = greatestCommonDivisor(p, q);
      if (common.length > 1 && countRoots(sturmChain(withoutRepeats(common)), low, high, bits) > 0) return 0;
      const chainOfQ = sturmChain(withoutRepeats(q));
      // Halve the interval until q has no root in it.
      while (countRoots(chainOfQ, low, high, bits) > 0 || signAtDyadic(q, low, bits) === 0) {
        const middle = low + high;
        [low, high, bits] = [2n * low, 2n * high, bits + 1n];
        if (countRoots(chain, low, middle, bits) > 0) high = middle;
        else low = middle;
      }
      return signAtDyadic(q, high, bits);
    },
  };
}
