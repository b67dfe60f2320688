// Signs of determinants by expansions: sums of f64 that do not overlap, the largest one last (Shewchuk, "Adaptive precision floating-point
// arithmetic and fast robust geometric predicates", 1997, whose theorems say why each step is exact). For coordinates from 2^-250 to 2^100,
// and zero, nothing overflows or underflows.
//
// A few small loops in place of the unrolled code of robust-predicates, which is three times as long and takes 0.5 to 2 times as long; tests
// compare the signs. Numbers are in arrays, so that none is passed and boxed.

/** 2^27 + 1: splits an f64 into two halves whose products are exact. */
const SPLITTER = 134217729;
// What `addProduct` leaves out or rounds, six times, relative to the sum of all products' absolute values. With u = 2^-53: products of two
// tails 3u²; in the lower part, which is at most 10u, 20 sums and products of relative error u, 200u².
const BOUND = 2 ** -97;

/** A point of a determinant relative to another: x, y and z as expansions of two parts, the smaller one, the tail, first. */
const EDGE = 6;
const [X, Y, Z] = [0, 2, 4];
/** Three edges, and one of length zero. */
const edges = new Float64Array(4 * EDGE);
const NONE = 3 * EDGE;
/** A sum of two parts, and a number that is not zero if anything was rounded. Arrays of more than 64 bytes are not on the heap. */
const twoParts = new Float64Array(16);

// Scratch, each as long as what it holds: products of two numbers of two parts, their differences, and those times two parts, three times.
const byHead = new Float64Array(32);
const byTail = new Float64Array(32);
const left = new Float64Array(8);
const right = new Float64Array(8);
const minor = new Float64Array(16);
const term0 = new Float64Array(64);
const term1 = new Float64Array(64);
const term2 = new Float64Array(64);
const twoTerms = new Float64Array(128);
const sum = new Float64Array(192);

/** The sign of (a − c) × (b − c): of `orient2d` in orient.ts. The points a, b, c begin p. */
export function expandedOrient2d(p: Float64Array): number {
  setDifference(p[0], p[4], 0 + X);
  setDifference(p[1], p[5], 0 + Y);
  setDifference(p[2], p[4], EDGE + X);
  setDifference(p[3], p[5], EDGE + Y);
  return minor[setMinor(0, EDGE) - 1];
}

/** The sign of `orient3d` in orient.ts. The points a, b, c, d begin p; then comes the sum of the products' absolute values. */
export function expandedOrient3d(p: Float64Array): number {
  let rounded = 0;
  for (let k = 0; k < 9; k++) {
    setDifference(p[3 + k], p[k % 3], 2 * k);
    rounded += Math.abs(edges[2 * k]);
  }
  // Meshes that touch share vertices.
  for (let i = 0; i < NONE; i += EDGE)
    for (let j = i + EDGE; j <= NONE; j += EDGE) if (areEqual(i, j)) return 0;
  twoParts[0] = 0;
  twoParts[1] = 0;
  twoParts[2] = rounded;
  addProduct(0, EDGE, 2 * EDGE, 1);
  addProduct(EDGE, 2 * EDGE, 0, 1);
  addProduct(2 * EDGE, 0, EDGE, 1);
  addProduct(EDGE, 0, 2 * EDGE, -1);
  addProduct(2 * EDGE, EDGE, 0, -1);
  addProduct(0, 2 * EDGE, EDGE, -1);
  const det = twoParts[0] + twoParts[1];
  return Math.abs(det) > BOUND * p[12] || twoParts[2] === 0 ? det : determinant();
}

function areEqual(i: number, j: number): boolean {
  for (let k = 0; k < EDGE; k++) if (edges[i + k] !== edges[j + k]) return false;
  return true;
}

/** Adds ±x_i · y_j · z_k to `twoParts`: nearly as precise as a number of twice as many bits. */
function addProduct(i: number, j: number, k: number, sign: number): void {
  const x = sign * edges[i + X + 1];
  const y = edges[j + Y + 1];
  const z = edges[k + Z + 1];
  const xy = x * y;
  const xyz = xy * z;
  const before = twoParts[0];
  const sum = before + xyz;
  const virtual = sum - before;
  const sumError = before - (sum - virtual) + (xyz - virtual);
  const xyError = errorOf(x, y, xy);
  const xyzError = errorOf(xy, z, xyz);
  const change = (sign * edges[i + X] * y + x * edges[j + Y]) * z + xy * edges[k + Z];
  twoParts[0] = sum;
  twoParts[1] += sumError + xyzError + xyError * z + change;
  twoParts[2] += Math.abs(sumError) + Math.abs(xyzError) + Math.abs(xyError);
}

/** x · y − fl(x · y). */
function errorOf(x: number, y: number, product: number): number {
  let split = SPLITTER * x;
  const highX = split - (split - x);
  const lowX = x - highX;
  split = SPLITTER * y;
  const highY = split - (split - y);
  const lowY = y - highY;
  return lowX * lowY - (product - highX * highY - lowX * highY - highX * lowY);
}

/** Writes x − y to edges[at] and edges[at + 1]. */
function setDifference(x: number, y: number, at: number): void {
  const head = x - y;
  const virtual = x - head;
  edges[at] = x - (head + virtual) + (virtual - y);
  edges[at + 1] = head;
}

/** The sign of the determinant of the edges, exactly. */
function determinant(): number {
  const first = setTerm(0, EDGE, 2 * EDGE, term0);
  const second = setTerm(EDGE, 2 * EDGE, 0, term1);
  const third = setTerm(2 * EDGE, 0, EDGE, term2);
  return sum[add(twoTerms, add(term0, first, term1, second, twoTerms), term2, third, sum) - 1];
}

/** Writes z_k · (x_i · y_j − x_j · y_i) for three edges to `out`; returns the number of parts. */
function setTerm(k: number, i: number, j: number, out: Float64Array): number {
  return multiply(minor, 0, setMinor(i, j), k + Z, out);
}

/** Writes x_i · y_j − x_j · y_i for two edges to `minor`; returns the number of parts. */
function setMinor(i: number, j: number): number {
  const count = multiply(edges, j + X, 2, i + Y, right);
  for (let k = 0; k < count; k++) right[k] = -right[k];
  return add(left, multiply(edges, i + X, 2, j + Y, left), right, count, minor);
}

/** Writes the expansion of `count` parts at e[at] times that of two parts at edges[by] to `out`; returns the number of parts. */
function multiply(e: Float64Array, at: number, count: number, by: number, out: Float64Array): number {
  if (edges[by] === 0) return scale(e, at, count, by + 1, out);
  const headCount = scale(e, at, count, by + 1, byHead);
  return add(byHead, headCount, byTail, scale(e, at, count, by, byTail), out);
}

/** Shewchuk's SCALE-EXPANSION by edges[by], without zeros. */
function scale(e: Float64Array, at: number, count: number, by: number, out: Float64Array): number {
  const factor = edges[by];
  let split = SPLITTER * factor;
  const factorHigh = split - (split - factor);
  const factorLow = factor - factorHigh;
  let length = 0;
  let rest = 0;
  for (let k = at; k < at + count; k++) {
    const part = e[k];
    if (part === 0) continue;
    split = SPLITTER * part;
    const high = split - (split - part);
    const low = part - high;
    const product = part * factor;
    const error = low * factorLow - (product - high * factorHigh - low * factorHigh - high * factorLow);
    const lower = rest + error;
    const virtual = lower - rest;
    const first = rest - (lower - virtual) + (error - virtual);
    if (first !== 0) out[length++] = first;
    rest = product + lower;
    const second = lower - (rest - product);
    if (second !== 0) out[length++] = second;
  }
  if (rest !== 0 || length === 0) out[length++] = rest;
  return length;
}

/** Shewchuk's FAST-EXPANSION-SUM, without zeros. */
function add(e: Float64Array, countE: number, f: Float64Array, countF: number, out: Float64Array): number {
  let i = 0;
  let j = 0;
  let length = 0;
  let rest = 0;
  while (i < countE || j < countF) {
    const part = j === countF || (i < countE && Math.abs(e[i]) < Math.abs(f[j])) ? e[i++] : f[j++];
    const total = rest + part;
    const virtual = total - rest;
    const error = rest - (total - virtual) + (part - virtual);
    if (error !== 0) out[length++] = error;
    rest = total;
  }
  if (rest !== 0 || length === 0) out[length++] = rest;
  return length;
}
