// The queue of surface pieces still to examine: nodes of trees, and triangles or parts of triangles, the largest bound first. Thousands of
// pieces come and go in a search, so they are stored in two arrays instead of one object each.

// a triangle: corners (9) | depth of each corner, 0 if it is not inside, NaN until needed (3) | points nearest to corners (9)
//             | a ball that holds no point of the solid's surface: centre (3) radius (1) side (1) | number of its direction (1)
export const DEPTHS = 9;
export const EXITS = 12;
export const BALL = 21;
export const BALL_RADIUS = 24;
export const BALL_SIDE = 25;
export const DIRECTION = 26;
export const PIECE = 27;

export interface Pieces {
  count: number;
  /** A binary heap of `count` bounds, the largest first, and the piece of each: a place in `triangles`, or ~ a node's number. */
  bounds: Float64Array;
  items: Int32Array;
  /** PIECE numbers for each triangle. */
  triangles: Float64Array;
  /** Places that are free again after use, and the first place never used. */
  readonly free: number[];
  end: number;
}

const FIRST_SIZE = 64;

export function createPieces(): Pieces {
  return {
    count: 0,
    bounds: new Float64Array(FIRST_SIZE),
    items: new Int32Array(FIRST_SIZE),
    triangles: new Float64Array(PIECE * FIRST_SIZE),
    free: [],
    end: 0,
  };
}

export function pushNode(pieces: Pieces, bound: number, node: number): void {
  push(pieces, bound, ~node);
}

/** Adds a copy of the triangle, PIECE numbers. */
export function pushTriangle(pieces: Pieces, bound: number, triangle: Float64Array): void {
  const place = pieces.free.pop() ?? pieces.end++;
  const at = PIECE * place;
  if (at === pieces.triangles.length) {
    const triangles = new Float64Array(2 * at);
    triangles.set(pieces.triangles);
    pieces.triangles = triangles;
  }
  const { triangles } = pieces;
  for (let k = 0; k < PIECE; k++) triangles[at + k] = triangle[k];
  push(pieces, bound, place);
}

/** Removes the piece with the largest bound. Returns a node's number, or −1 after writing a triangle to `out`. */
export function popPiece(pieces: Pieces, out: Float64Array): number {
  const item = pop(pieces);
  if (item < 0) return ~item;
  const { triangles } = pieces;
  for (let k = 0, at = PIECE * item; k < PIECE; k++, at++) out[k] = triangles[at];
  pieces.free.push(item);
  return -1;
}

function push(pieces: Pieces, bound: number, item: number): void {
  if (pieces.count === pieces.items.length) growHeap(pieces);
  const { bounds, items } = pieces;
  let at = pieces.count++;
  while (at > 0) {
    const parent = (at - 1) >> 1;
    if (bounds[parent] >= bound) break;
    bounds[at] = bounds[parent];
    items[at] = items[parent];
    at = parent;
  }
  bounds[at] = bound;
  items[at] = item;
}

function pop(pieces: Pieces): number {
  const { bounds, items } = pieces;
  const top = items[0];
  const count = --pieces.count;
  const lastBound = bounds[count];
  const lastItem = items[count];
  let at = 0;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= count) break;
    if (child + 1 < count && bounds[child + 1] > bounds[child]) child++;
    if (bounds[child] <= lastBound) break;
    bounds[at] = bounds[child];
    items[at] = items[child];
    at = child;
  }
  bounds[at] = lastBound;
  items[at] = lastItem;
  return top;
}

function growHeap(pieces: Pieces): void {
  const bounds = new Float64Array(2 * pieces.bounds.length);
  const items = new Int32Array(2 * pieces.items.length);
  bounds.set(pieces.bounds);
  items.set(pieces.items);
  pieces.bounds = bounds;
  pieces.items = items;
}
