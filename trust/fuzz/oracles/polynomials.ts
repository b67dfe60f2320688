// Polynomials with whole coefficients.

/** Coefficients, the constant one first; the last is not zero. The zero polynomial is empty. */
export type Polynomial = readonly bigint[];

export function trim(coefficients: readonly bigint[]): Polynomial {
  let length = coefficients.length;
  while (length > 0 && coefficients[length - 1] === 0n) length--;
  return length === coefficients.length ? coefficients : coefficients.slice(0, length);
}

export function multiply(p: Polynomial, q: Polynomial): Polynomial {
  if (p.length === 0 || q.length === 0) return [];
  const out: bigint[] = new Array(p.length + q.length - 1).fill(0n);
  for (let i = 0; i < p.length; i++) for (let j = 0; j < q.length; j++) out[i + j] += p[i] * q[j];
  return trim(out);
}

export function subtract(p: Polynomial, q: Polynomial): Polynomial {
  const length = Math.max(p.length, q.length);
  const out: bigint[] = new Array(length);
  for (let i = 0; i < length; i++) out[i] = (p[i] ?? 0n) - (q[i] ?? 0n);
  return trim(out);
}

export function add(p: Polynomial, q: Polynomial): Polynomial {
  const length = Math.max(p.length, q.length);
  const out: bigint[] = new Array(length);
  for (let i = 0; i < length; i++) out[i] = (p[i] ?? 0n) + (q[i] ?? 0n);
  return trim(out);
}

/** The value at over / 2^bits, times 2^(bits · degree). */
export function scaledValue(p: Polynomial, over: bigint, bits: bigint): bigint {
  let sum = 0n;
  for (let i = p.length - 1; i >= 0; i--) sum = sum * over + (p[i] << (bits * BigInt(p.length - 1 - i)));
  return sum;
}

/** The sign at over / 2^bits. */
export function signAtDyadic(p: Polynomial, over: bigint, bits: bigint): number {
  const value = scaledValue(p, over, bits);
  return value > 0n ? 1 : value < 0n ? -1 : 0;
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
    if (divisor === 1n) return p;
  }
  return divisor > 1n ? p.map((x) => x / divisor) : p;
}

export function greatestCommonDivisor(p: Polynomial, q: Polynomial): Polynomial {
  let [a, b] = [p, q];
  while (b.length > 0) [a, b] = [b, remainder(a, b)];
  return primitive(a);
}

function derivative(p: Polynomial): Polynomial {
  return trim(p.slice(1).map((x, i) => x * BigInt(i + 1)));
}

/** The polynomial with the same roots, each of them once. */
export function withoutRepeats(p: Polynomial): Polynomial {
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
