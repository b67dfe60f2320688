// Distances in rationals, by other means than the library: an oracle that shares no code with src/. Every f64 is a whole multiple of a
// power of two, so coordinates become integers of one unit; squared distances are quotients of integers.

type Vector = readonly [bigint, bigint, bigint];

/** A squared distance n / d in squares of the unit 2^exponent. */
export interface ExactSquare {
  readonly n: bigint;
  readonly d: bigint;
  readonly exponent: number;
}

const view = new DataView(new ArrayBuffer(8));

/** A finite f64 as mantissa · 2^exponent. */
function parts(x: number): [bigint, number] {
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const biased = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & ((1n << 52n) - 1n);
  const mantissa = biased === 0 ? fraction : fraction | (1n << 52n);
  return [x < 0 ? -mantissa : mantissa, Math.max(biased, 1) - 1075];
}

function integersOf(values: readonly number[]): { exponent: number; integers: bigint[] } {
  const all = values.map(parts);
  const exponent = Math.min(0, ...all.map(([, e]) => e));
  return { exponent, integers: all.map(([m, e]) => m << BigInt(e - exponent)) };
}

const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const cross = (a: Vector, b: Vector): Vector => [
  a[1] * b[2] - a[2] * b[1],
  a[2] * b[0] - a[0] * b[2],
  a[0] * b[1] - a[1] * b[0],
];

type Ratio = readonly [n: bigint, d: bigint];
const lesser = (p: Ratio, q: Ratio): Ratio => (p[0] * q[1] <= q[0] * p[1] ? p : q);

function pointSegment(c: Vector, p: Vector, q: Vector): Ratio {
  const u = minus(q, p);
  const w = minus(c, p);
  const uu = dot(u, u);
  const k = dot(u, w);
  if (k <= 0n) return [dot(w, w), 1n];
  if (k >= uu) return [dot(minus(c, q), minus(c, q)), 1n];
  return [dot(w, w) * uu - k * k, uu];
}

function pointTriangle(c: Vector, t: readonly Vector[]): Ratio {
  let best = pointSegment(c, t[2], t[0]);
  for (let i = 0; i < 2; i++) best = lesser(best, pointSegment(c, t[i], t[i + 1]));
  const n = cross(minus(t[1], t[0]), minus(t[2], t[0]));
  const nn = dot(n, n);
  const isOver = t.every((p, i) => dot(cross(n, minus(t[(i + 1) % 3], p)), minus(c, p)) >= 0n);
  const height = dot(n, minus(c, t[0]));
  return nn > 0n && isOver ? lesser(best, [height * height, nn]) : best;
}

/** The distance of the lines of two segments, where it is attained within both. */
function crossing(p: Vector, q: Vector, r: Vector, s: Vector): Ratio | null {
  const n = cross(minus(q, p), minus(s, r));
  const nn = dot(n, n);
  const w = minus(r, p);
  const along = dot(cross(w, minus(s, r)), n);
  const alongOther = dot(cross(w, minus(q, p)), n);
  if (nn === 0n || along < 0n || along > nn || alongOther < 0n || alongOther > nn) return null;
  return [dot(w, n) ** 2n, nn];
}

/** Of triangles that do not cut each other. */
function triangleTriangle(a: readonly Vector[], b: readonly Vector[]): Ratio {
  let best: Ratio = [1n, 0n];
  for (let i = 0; i < 3; i++) {
    best = lesser(lesser(best, pointTriangle(a[i], b)), pointTriangle(b[i], a));
    for (let j = 0; j < 3; j++)
      best = lesser(best, crossing(a[i], a[(i + 1) % 3], b[j], b[(j + 1) % 3]) ?? best);
  }
  return best;
}

function trianglesOf(integers: readonly bigint[]): Vector[][] {
  const out: Vector[][] = [];
  for (let i = 0; i < integers.length; i += 9)
    out.push([0, 3, 6].map((k) => [integers[i + k], integers[i + k + 1], integers[i + k + 2]] as const));
  return out;
}

/** The squared distance of two triangle soups, nine coordinates a triangle, of which no triangles cut each other. */
export function exactDistance(a: readonly number[], b: readonly number[]): ExactSquare {
  const { exponent, integers } = integersOf([...a, ...b]);
  let best: Ratio = [1n, 0n];
  for (const s of trianglesOf(integers.slice(0, a.length)))
    for (const t of trianglesOf(integers.slice(a.length))) best = lesser(best, triangleTriangle(s, t));
  return { n: best[0], d: best[1], exponent };
}

/** The squared distance of a point from a triangle soup. */
export function exactPointDistance(point: readonly number[], soup: readonly number[]): ExactSquare {
  const { exponent, integers } = integersOf([...point, ...soup]);
  const c = [integers[0], integers[1], integers[2]] as const;
  const all = trianglesOf(integers.slice(3)).map((t) => pointTriangle(c, t));
  const [n, d] = all.reduce(lesser);
  return { n, d, exponent };
}

/** Whether x is the f64 nearest to the root of an exact square, which is not zero. */
export function isRoundedRoot(x: number, square: ExactSquare): boolean {
  const below = middle(neighbour(x, -1), x);
  const above = middle(x, neighbour(x, 1));
  return compareSquare(below, square) <= 0 && compareSquare(above, square) >= 0;
}

/** The next f64 after a positive one, or before it. */
export function neighbour(x: number, step: 1 | -1): number {
  view.setFloat64(0, x);
  view.setBigUint64(0, view.getBigUint64(0) + BigInt(step));
  return view.getFloat64(0);
}

function middle(x: number, y: number): [bigint, number] {
  const { exponent, integers } = integersOf([x, y]);
  return [integers[0] + integers[1], exponent - 1];
}

function compareSquare([mantissa, exponent]: [bigint, number], square: ExactSquare): number {
  const shift = 2 * (exponent - square.exponent);
  const left = mantissa * mantissa * square.d * (shift > 0 ? 1n << BigInt(shift) : 1n);
  const right = square.n * (shift < 0 ? 1n << BigInt(-shift) : 1n);
  return left < right ? -1 : left > right ? 1 : 0;
}
