// Polynomials with integer coefficients, of degree at most three, and their roots in 0 … 1: isolated, compared and signed
// without rounding. A list of coefficients begins with the constant term and has no trailing zeros; the empty list is zero.

export type Polynomial = readonly bigint[];

/**
 * A root of a squarefree polynomial. If exact it is low / 2^bits. Otherwise it is the only root between low / 2^bits and
 * (low + 1) / 2^bits, and neither end is a root. Comparisons narrow the interval in place.
 */
export interface Root {
  readonly of: Polynomial;
  low: bigint;
  bits: number;
  isExact: boolean;
  /** The sign of the polynomial at the lower end of the interval. */
  readonly signBelow: number;
}

export function polynomial(...coefficients: bigint[]): Polynomial {
  return trim(coefficients);
}

/** Drops trailing zeros, in place. */
function trim(coefficients: bigint[]): Polynomial {
  while (coefficients.length > 0 && coefficients[coefficients.length - 1] === 0n) coefficients.pop();
  return coefficients;
}

export function subtract(p: Polynomial, q: Polynomial): Polynomial {
  const difference: bigint[] = [];
  for (let i = 0; i < p.length || i < q.length; i++)
    difference.push(i >= q.length ? p[i] : i >= p.length ? -q[i] : p[i] - q[i]);
  return trim(difference);
}

export function multiply(p: Polynomial, q: Polynomial): Polynomial {
  if (p.length === 0 || q.length === 0) return [];
  const product = new Array<bigint>(p.length + q.length - 1).fill(0n);
  for (let i = 0; i < p.length; i++) for (let j = 0; j < q.length; j++) product[i + j] += p[i] * q[j];
  return trim(product);
}

/** A greatest common divisor up to a constant factor; commonDivisor(0, p) is p. */
export function commonDivisor(p: Polynomial, q: Polynomial): Polynomial {
  let [a, b] = p.length >= q.length ? [p, q] : [q, p];
  while (b.length > 0) [a, b] = [b, primitive(remainder(a, b))];
  return a;
}

/** The remainder of p / q, multiplied by a constant that keeps it integer. */
function remainder(p: Polynomial, q: Polynomial): Polynomial {
  let rest = p;
  while (rest.length >= q.length) {
    const lead = rest[rest.length - 1];
    const shift = rest.length - q.length;
    const next = rest.map((c, i) => c * q[q.length - 1] - (i >= shift ? lead * q[i - shift] : 0n));
    rest = trim(next);
  }
  return rest;
}

/** p divided by the greatest common divisor of its coefficients; without this, remainders grow. */
function primitive(p: Polynomial): Polynomial {
  let divisor = 0n;
  for (const c of p) divisor = integerDivisor(divisor, c < 0n ? -c : c);
  return divisor > 1n ? p.map((c) => c / divisor) : p;
}

function integerDivisor(a: bigint, b: bigint): bigint {
  let [x, y] = [a, b];
  while (y !== 0n) [x, y] = [y, x % y];
  return x;
}

/** p / q where q divides p, up to a constant factor. */
function quotient(p: Polynomial, q: Polynomial): Polynomial {
  let rest = p;
  const out: bigint[] = [];
  const lead = q[q.length - 1];
  for (let shift = p.length - q.length; shift >= 0; shift--) {
    const factor = rest[shift + q.length - 1] ?? 0n;
    for (let i = 0; i < out.length; i++) out[i] *= lead;
    out.unshift(factor);
    const from = shift;
    rest = rest.map((c, i) => c * lead - (i >= from ? factor * (q[i - from] ?? 0n) : 0n));
  }
  return primitive(out);
}

/** The polynomial with the roots of p, each once. */
function squarefree(p: Polynomial): Polynomial {
  if (discriminant(p) !== 0n) return p;
  const derivative = polynomial(...p.slice(1).map((c, i) => c * BigInt(i + 1)));
  const repeated = commonDivisor(p, derivative);
  return repeated.length > 1 ? quotient(p, repeated) : p;
}

/** Zero if and only if p has a repeated root. */
function discriminant([d = 0n, c = 0n, b = 0n, a = 0n]: Polynomial): bigint {
  if (a !== 0n) return b * b * (c * c - 4n * b * d) + a * (c * (18n * b * d - 4n * c * c) - 27n * a * d * d);
  return b !== 0n ? c * c - 4n * b * d : 1n;
}

/** The roots in 0 … 1, ends included, in ascending order; p must not be zero. */
export function unitRoots(p: Polynomial): Root[] {
  const of = squarefree(p);
  const roots: Root[] = [];
  if (of.length <= 1) return roots;
  const [a0 = 0n, a1 = 0n, a2 = 0n, a3 = 0n] = of;
  // Bernstein coefficients over the interval, times 3. Their sign changes bound the number of roots in it, and exactly one
  // change means exactly one root (Descartes' rule).
  const whole = [3n * a0, 3n * a0 + a1, 3n * a0 + 2n * a1 + a2, 3n * (a0 + a1 + a2 + a3)];
  const waiting = [{ b: whole, low: 0n, bits: 0, isNewEnd: true }];
  // Terminates: each step halves an interval, and the roots of a squarefree polynomial are distinct.
  while (waiting.length > 0) {
    const { b, low, bits, isNewEnd } = waiting.pop()!;
    if (isNewEnd && b[0] === 0n) roots.push({ of, low, bits, isExact: true, signBelow: 0 });
    const changes = signChanges(b);
    if (changes === 0) continue;
    if (changes === 1 && b[0] !== 0n && b[3] !== 0n) {
      roots.push({ of, low, bits, isExact: false, signBelow: signOf(b[0]) });
      continue;
    }
    const [c0, c1, c2, c3] = b as [bigint, bigint, bigint, bigint];
    const middle = c0 + 3n * (c1 + c2) + c3;
    const left = [8n * c0, 4n * (c0 + c1), 2n * (c0 + 2n * c1 + c2), middle];
    const right = [middle, 2n * (c1 + 2n * c2 + c3), 4n * (c2 + c3), 8n * c3];
    waiting.push({ b: right, low: 2n * low + 1n, bits: bits + 1, isNewEnd: true });
    waiting.push({ b: left, low: 2n * low, bits: bits + 1, isNewEnd: false });
  }
  if (whole[3] === 0n) roots.push({ of, low: 1n, bits: 0, isExact: true, signBelow: 0 });
  return roots;
}

/** The times from 0 to time / unit; `isIncluded` says whether the last one belongs. */
export interface Until {
  readonly time: bigint;
  readonly unit: bigint;
  readonly isIncluded: boolean;
}

/** Whether Bernstein coefficients prove that p has no root in these times; false where they cannot. */
export function hasNoRootUntil(p: Polynomial, { time, unit, isIncluded }: Until): boolean {
  const [p0 = 0n, p1 = 0n, p2 = 0n, p3 = 0n] = p;
  if (p0 === 0n) return false;
  const sign = signOf(p0);
  // p(time · x / unit) as a polynomial of x in 0 … 1, times a power of the unit.
  const degree = Math.max(p.length - 1, 0);
  const units = [1n, unit, unit * unit, unit * unit * unit];
  const a0 = p0 * units[degree];
  const a1 = p1 === 0n ? 0n : p1 * time * units[degree - 1];
  const a2 = p2 === 0n ? 0n : p2 * time * time * units[degree - 2];
  const a3 = p3 * time * time * time;
  if (degree > 2 && signOf(3n * a0 + a1) === -sign) return false;
  if (degree > 2 && signOf(3n * a0 + 2n * a1 + a2) === -sign) return false;
  if (degree === 2 && signOf(2n * a0 + a1) === -sign) return false;
  const last = signOf(a0 + a1 + a2 + a3);
  return last === sign || (last === 0 && !isIncluded);
}

function signChanges(b: readonly bigint[]): number {
  let changes = 0;
  let last = 0;
  for (const c of b) {
    const sign = signOf(c);
    if (sign === 0) continue;
    if (sign === -last) changes++;
    last = sign;
  }
  return changes;
}

function signOf(x: bigint): number {
  return x > 0n ? 1 : x < 0n ? -1 : 0;
}

/** The sign of p at x / 2^bits. */
function signAtDyadic(p: Polynomial, x: bigint, bits: number): number {
  const shift = BigInt(bits);
  let value = 0n;
  for (let i = p.length - 1; i >= 0; i--) value = value * x + (p[i] << (shift * BigInt(p.length - 1 - i)));
  return signOf(value);
}

/** Halves the interval of a root. */
function narrow(root: Root): void {
  const middle = 2n * root.low + 1n;
  const bits = root.bits + 1;
  const sign = signAtDyadic(root.of, middle, bits);
  if (sign === 0) root.isExact = true;
  root.low = sign === 0 || sign === root.signBelow ? middle : 2n * root.low;
  root.bits = bits;
}

/** The sign of p, of degree at most two, at a root. */
export function signAt(p: Polynomial, root: Root): number {
  if (p.length === 0) return 0;
  if (p.length === 1) return signOf(p[0]);
  let isCommon: boolean | null = null;
  for (;;) {
    if (root.isExact) return signAtDyadic(p, root.low, root.bits);
    const sign = constantSign(p, root);
    if (sign !== 0) return sign;
    isCommon ??= isRootOf(commonDivisor(root.of, p), root);
    if (isCommon) return 0;
    narrow(root);
  }
}

/** The sign of p throughout the root's interval, or 0 where its Bernstein coefficients disagree. */
function constantSign(p: Polynomial, { low, bits }: Root): number {
  const [p0 = 0n, p1 = 0n, p2 = 0n] = p;
  const shift = BigInt(bits);
  const left = (p0 << (2n * shift)) + low * ((p1 << shift) + p2 * low);
  const slope = (p1 << shift) + 2n * p2 * low;
  const right = left + slope + p2;
  const sign = signOf(left);
  return sign === signOf(right) && sign === signOf(2n * left + slope) ? sign : 0;
}

/**
 * Whether a divisor of the root's polynomial has this root. The divisor's other roots lie neither in the interval nor at
 * its ends.
 */
function isRootOf(divisor: Polynomial, { low, bits }: Root): boolean {
  return divisor.length > 1 && signAtDyadic(divisor, low, bits) !== signAtDyadic(divisor, low + 1n, bits);
}

/** Writes the two f64 that enclose the root to out[0] and out[1]; both are the root if it is an f64. */
export function roundRoot(root: Root, out: Float64Array): void {
  // With 54 bits no f64 lies inside the interval; a root that is an f64 was found before.
  while (!root.isExact && root.low >> 53n === 0n && root.bits < 1074) narrow(root);
  const excess = Math.max(0, bitLength(root.low) - 53, root.bits - 1074);
  const floor = root.low >> BigInt(excess);
  const isWhole = root.isExact && floor << BigInt(excess) === root.low;
  out[0] = scale(Number(floor), excess - root.bits);
  out[1] = isWhole ? out[0] : scale(Number(floor + 1n), excess - root.bits);
}

function bitLength(x: bigint): number {
  return x === 0n ? 0 : x.toString(2).length;
}

/** x · 2^exponent in two steps: 2^-1074 is an f64, 2^1074 is not. */
function scale(x: number, exponent: number): number {
  const half = Math.trunc(exponent / 2);
  return x * 2 ** half * 2 ** (exponent - half);
}
