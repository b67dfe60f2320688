// Pairs of boxes that overlap, so that exact tests need not see every pair of a large mesh. A uniform grid.

const FEW = 64;

/** Six numbers a triangle: minima, then maxima. */
export function boxesOfTriangles(corners: Float64Array): Float64Array {
  const boxes = new Float64Array((corners.length / 9) * 6);
  for (let t = 0; t < corners.length / 9; t++)
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = [corners[9 * t + k], corners[9 * t + 3 + k], corners[9 * t + 6 + k]];
      boxes[6 * t + k] = Math.min(x, y, z);
      boxes[6 * t + 3 + k] = Math.max(x, y, z);
    }
  return boxes;
}

/** Calls `visit` once for every pair of a box of a and a box of b that share a point; in no particular order. */
export function visitBoxOverlaps(
  a: Float64Array,
  b: Float64Array,
  visit: (i: number, j: number) => void,
): void {
  const [countA, countB] = [a.length / 6, b.length / 6];
  if (countA * countB <= FEW * FEW) {
    for (let i = 0; i < countA; i++) for (let j = 0; j < countB; j++) if (boxesMeet(a, i, b, j)) visit(i, j);
    return;
  }
  const grid = createGrid(b);
  const seen = new Int32Array(countB).fill(-1);
  for (let i = 0; i < countA; i++)
    visitCells(grid, a, i, (cell) => {
      for (let k = grid.starts[cell]; k < grid.starts[cell + 1]; k++) {
        const j = grid.boxes[k];
        if (seen[j] === i) continue;
        seen[j] = i;
        if (boxesMeet(a, i, b, j)) visit(i, j);
      }
    });
}

function boxesMeet(a: ArrayLike<number>, i: number, b: ArrayLike<number>, j: number): boolean {
  for (let k = 0; k < 3; k++)
    if (a[6 * i + k] > b[6 * j + 3 + k] || b[6 * j + k] > a[6 * i + 3 + k]) return false;
  return true;
}

interface Grid {
  low: number[];
  size: number[];
  cells: number[];
  starts: Uint32Array;
  boxes: Uint32Array;
}

function createGrid(boxes: Float64Array): Grid {
  const count = boxes.length / 6;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < count; i++)
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(low[k], boxes[6 * i + k]);
      high[k] = Math.max(high[k], boxes[6 * i + 3 + k]);
    }
  const cells = chooseCells(boxes, low, high);
  const size = low.map((value, k) => (high[k] - value) / cells[k]);
  const grid: Grid = { low, size, cells, starts: new Uint32Array(0), boxes: new Uint32Array(0) };
  const cellCount = cells[0] * cells[1] * cells[2];
  const counts = new Uint32Array(cellCount + 1);
  for (let i = 0; i < count; i++) visitCells(grid, boxes, i, (cell) => counts[cell + 1]++);
  for (let cell = 0; cell < cellCount; cell++) counts[cell + 1] += counts[cell];
  grid.starts = counts;
  grid.boxes = new Uint32Array(counts[cellCount]);
  const next = counts.slice();
  for (let i = 0; i < count; i++)
    visitCells(grid, boxes, i, (cell) => {
      grid.boxes[next[cell]++] = i;
    });
  return grid;
}

/** Cells about as large as boxes are on average, and not many more cells than boxes. */
function chooseCells(boxes: Float64Array, low: readonly number[], high: readonly number[]): number[] {
  const count = boxes.length / 6;
  const cells = [0, 1, 2].map((k) => {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += boxes[6 * i + 3 + k] - boxes[6 * i + k];
    const extent = high[k] - low[k];
    return extent > 0 ? Math.max(1, Math.min(count, Math.floor((extent * count) / sum))) : 1;
  });
  while (cells[0] * cells[1] * cells[2] > 4 * count) {
    const k = cells.indexOf(Math.max(...cells));
    cells[k] = Math.ceil(cells[k] / 2);
  }
  return cells;
}

/** The same rounding for every box: a greater coordinate never gets a lower cell, so boxes that meet share a cell. */
function visitCells(
  { low, size, cells }: Grid,
  boxes: Float64Array,
  i: number,
  visit: (cell: number) => void,
) {
  const cellOf = (value: number, k: number) =>
    size[k] === 0 ? 0 : Math.max(0, Math.min(cells[k] - 1, Math.floor((value - low[k]) / size[k])));
  const [x0, y0, z0] = [0, 1, 2].map((k) => cellOf(boxes[6 * i + k], k)) as [number, number, number];
  const [x1, y1, z1] = [0, 1, 2].map((k) => cellOf(boxes[6 * i + 3 + k], k)) as [number, number, number];
  for (let z = z0; z <= z1; z++)
    for (let y = y0; y <= y1; y++) for (let x = x0; x <= x1; x++) visit((z * cells[1] + y) * cells[0] + x);
}
