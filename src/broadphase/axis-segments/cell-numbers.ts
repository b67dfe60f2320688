// Numbers of the cells that have boxes, in the order in which they are asked for: an open-addressing table from a cell's segment on each
// axis. A product of segments can have (2·n)³ cells, but as no box is cut twice on an axis, at most 8·n of them have boxes.

export interface CellNumbers {
  readonly dimensions: number;
  /** Per place the segments of a cell. */
  segments: Uint32Array;
  /** Per place the cell's number; FREE where a place is free. The number of places is a power of two. */
  numbers: Uint32Array;
  /** The number of cells. */
  count: number;
}

const FREE = 0xffffffff;
const FIRST_PLACES = 64;

export function createCellNumbers(dimensions: number): CellNumbers {
  return {
    dimensions,
    segments: new Uint32Array(dimensions * FIRST_PLACES),
    numbers: new Uint32Array(FIRST_PLACES).fill(FREE),
    count: 0,
  };
}

export function clearNumbers(cells: CellNumbers): void {
  cells.numbers.fill(FREE);
  cells.count = 0;
}

/** The number of the cell in these segments; z is 0 in two dimensions. */
export function numberOf(cells: CellNumbers, x: number, y: number, z: number): number {
  if (2 * (cells.count + 1) > cells.numbers.length) enlarge(cells);
  const place = find(cells, x, y, z);
  if (cells.numbers[place] === FREE) {
    const at = cells.dimensions * place;
    cells.segments[at] = x;
    cells.segments[at + 1] = y;
    if (cells.dimensions === 3) cells.segments[at + 2] = z;
    cells.numbers[place] = cells.count++;
  }
  return cells.numbers[place];
}

/** The place of the cell, or the free one where it belongs. */
function find({ dimensions, segments, numbers }: CellNumbers, x: number, y: number, z: number): number {
  const mask = numbers.length - 1;
  let hash = Math.imul(x, 0x9e3779b1) ^ Math.imul(y, 0x85ebca77) ^ Math.imul(z, 0xc2b2ae3d);
  hash ^= hash >>> 15;
  let place = hash & mask;
  for (; numbers[place] !== FREE; place = (place + 1) & mask) {
    const at = dimensions * place;
    if (segments[at] === x && segments[at + 1] === y && (dimensions === 2 || segments[at + 2] === z)) break;
  }
  return place;
}

function enlarge(cells: CellNumbers): void {
  const { dimensions, segments, numbers } = cells;
  cells.segments = new Uint32Array(2 * segments.length);
  cells.numbers = new Uint32Array(2 * numbers.length).fill(FREE);
  for (let place = 0; place < numbers.length; place++) {
    if (numbers[place] === FREE) continue;
    const at = dimensions * place;
    const z = dimensions === 3 ? segments[at + 2] : 0;
    const to = find(cells, segments[at], segments[at + 1], z);
    for (let k = 0; k < dimensions; k++) cells.segments[dimensions * to + k] = segments[at + k];
    cells.numbers[to] = numbers[place];
  }
}
