// Double-double arithmetic, about 106 bits: a number is the sum of two f64, the second at most half a unit in the last
// place of the first. Numbers are stored in an array, two elements each, and addressed by the index of the first element.
// Dekker 1971; Knuth's sum of two f64; Veltkamp's splitting for products.
//
// Differences of two f64 are exact. With v = 2^-104, the error is at most v·(|x| + |y|) for a sum, 2v relative for a
// product and 8v relative for a quotient, provided nothing underflows: products of f64 must be zero or above 2^-900.

const SPLITTER = 2 ** 27 + 1;

/** out[k] = p[i] − q[j] for two f64, without rounding. */
export function difference(
  p: Float64Array,
  i: number,
  q: Float64Array,
  j: number,
  out: Float64Array,
  k: number,
): void {
  const x = p[i];
  const y = -q[j];
  const high = x + y;
  const part = high - x;
  out[k] = high;
  out[k + 1] = x - (high - part) + (y - part);
}

/** d[k] = d[i] + sign · d[j] */
export function add(d: Float64Array, i: number, sign: 1 | -1, j: number, k: number): void {
  const x = d[i];
  const y = sign * d[j];
  const high = x + y;
  const part = high - x;
  const low = x - (high - part) + (y - part) + (d[i + 1] + sign * d[j + 1]);
  setSum(d, k, high, low);
}

/** d[k] = d[i] · d[j] */
export function multiply(d: Float64Array, i: number, j: number, k: number): void {
  const x = d[i];
  const y = d[j];
  const high = x * y;
  const bigX = SPLITTER * x;
  const x1 = bigX - (bigX - x);
  const x2 = x - x1;
  const bigY = SPLITTER * y;
  const y1 = bigY - (bigY - y);
  const y2 = y - y1;
  const low = x2 * y2 - (high - x1 * y1 - x2 * y1 - x1 * y2);
  setSum(d, k, high, low + (x * d[j + 1] + d[i + 1] * y));
}

/** d[k] = d[i] / d[j]; `spare` is the index of scratch space for two numbers. */
export function divide(d: Float64Array, i: number, j: number, k: number, spare: number): void {
  const first = d[i] / d[j];
  d[spare] = first;
  d[spare + 1] = 0;
  multiply(d, spare, j, spare + 2);
  add(d, i, -1, spare + 2, spare + 2);
  setSum(d, k, first, d[spare + 2] / d[j]);
}

/** d[k] = u · v for vectors of three numbers. */
export function dotProduct(d: Float64Array, u: number, v: number, k: number, spare: number): void {
  multiply(d, u, v, spare);
  multiply(d, u + 2, v + 2, spare + 2);
  add(d, spare, 1, spare + 2, spare);
  multiply(d, u + 4, v + 4, spare + 2);
  add(d, spare, 1, spare + 2, k);
}

/** d[k] = u × v for vectors of three numbers. */
export function crossProduct(d: Float64Array, u: number, v: number, k: number, spare: number): void {
  for (let axis = 0; axis < 3; axis++) {
    const y = axis === 2 ? 0 : 2 * axis + 2;
    const z = axis === 0 ? 4 : 2 * axis - 2;
    multiply(d, u + y, v + z, spare);
    multiply(d, u + z, v + y, spare + 2);
    add(d, spare, -1, spare + 2, k + 2 * axis);
  }
}

/** Whether every number within `error` of d[i] rounds to the f64 that is d[i]'s high part. */
export function roundsTo(d: Float64Array, i: number, error: number): boolean {
  const high = d[i];
  const low = d[i + 1];
  const more = error + 2 ** -50 * Math.abs(low); // covers the rounding of the sums below
  return high + (low + more) === high && high + (low - more) === high;
}

/**
 * The square root of every number within `error` of d[i], rounded to the nearest f64; −1 where these roots do not all round
 * to one f64. `spare` is the index of scratch space for two numbers. d[i] must lie between 2^-400 and 2^400.
 *
 * With x = d[i] and r the f64 root of its high part, √x = r + c − c²/2r …, where c = (x − r²)/2r. The high part of x and r²
 * differ by a few units in the last place, so their difference is exact and c is computed to 2^-104·r; c²/2r is below
 * 2^-104·r. An error of x becomes error/2r at the root, and up to half as much again where the error is a large share of x.
 */
export function roundedRoot(d: Float64Array, i: number, error: number, spare: number): number {
  const root = Math.sqrt(d[i]);
  d[spare] = root;
  d[spare + 1] = 0;
  multiply(d, spare, spare, spare + 2);
  const rest = (d[i] - d[spare + 2] - d[spare + 3] + d[i + 1]) / (2 * root);
  if (!(error < 0.25 * d[i])) return -1;
  setSum(d, spare, root, rest);
  return roundsTo(d, spare, error / root + 2 ** -100 * root) ? d[spare] : -1;
}

/**
 * d[k] = the sum of at most 64 terms. Four passes leave the sum of the terms unchanged and move nearly all of it into the
 * last term (Ogita, Rump and Oishi 2005). The error is 2^-104 of the result plus 2^-180 of the sum of magnitudes. Returns
 * whether the sum is certainly zero.
 */
export function distil(terms: Float64Array, count: number, d: Float64Array, k: number): boolean {
  for (let pass = 0; pass < 4; pass++)
    for (let i = 1; i < count; i++) {
      const x = terms[i];
      const y = terms[i - 1];
      const high = x + y;
      const part = high - x;
      terms[i] = high;
      terms[i - 1] = x - (high - part) + (y - part);
    }
  let low = 0;
  let isZero = count === 0 || terms[count - 1] === 0;
  for (let i = 0; i < count - 1; i++) {
    low += terms[i];
    if (terms[i] !== 0) isZero = false;
  }
  setSum(d, k, count > 0 ? terms[count - 1] : 0, low);
  return isZero;
}

/** d[k] = high + low, where |high| ≥ |low| or high is zero. */
function setSum(d: Float64Array, k: number, high: number, low: number): void {
  const sum = high + low;
  d[k] = sum;
  d[k + 1] = low - (sum - high);
}
