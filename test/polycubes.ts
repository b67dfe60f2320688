import { createMesh, type TriangleMesh } from "../src/mesh/triangle-mesh.ts";
import { random } from "./meshes.ts";

// Solids made of unit cells: what they are as sets of points is known without any geometry.

export type Cell = readonly [number, number, number];

export interface PolycubeOptions {
  /** Each face of a cell is cut into this many squares a side. */
  cuts?: number;
  /** Chooses diagonals and windings. */
  seed?: number;
  /** Shared vertices, or three of its own for each triangle. */
  soup?: boolean;
}

/** The surface between the cells and what is not of them, every triangle wound at random. */
export function polycube(cells: readonly Cell[], { cuts = 1, seed = 1, soup = false }: PolycubeOptions = {}) {
  const next = random(seed);
  const own = new Set(cells.map(String));
  const corners: number[][] = [];
  for (const cell of cells)
    for (let axis = 0; axis < 3; axis++)
      for (const side of [0, 1]) {
        const neighbour = [...cell];
        neighbour[axis] += side === 1 ? 1 : -1;
        if (own.has(String(neighbour))) continue;
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        for (let i = 0; i < cuts; i++)
          for (let j = 0; j < cuts; j++) {
            const at = (di: number, dj: number) => {
              const corner = [...cell];
              corner[axis] += side;
              corner[u] += (i + di) / cuts;
              corner[v] += (j + dj) / cuts;
              return corner;
            };
            const square = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
            const turn = next() < 0.5 ? 0 : 1;
            for (const [p, q, r] of [
              [0, 1, 2],
              [0, 2, 3],
            ].map((t) => t.map((k) => square[(k + turn) % 4]))) {
              if (next() < 0.5) corners.push(p, q, r);
              else corners.push(p, r, q);
            }
          }
      }
  return meshOf(corners, soup);
}

function meshOf(corners: number[][], soup: boolean): TriangleMesh {
  if (soup) return createMesh({ positions: Float64Array.from(corners.flat()) });
  const numbers = new Map<string, number>();
  const positions: number[] = [];
  const indices = corners.map((corner) => {
    const key = corner.join();
    if (!numbers.has(key)) numbers.set(key, positions.push(...corner) / 3 - 1);
    return numbers.get(key)!;
  });
  return createMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from(indices) });
}

/** How two sets of cells lie to each other, by counting. */
export function relationOfCells(a: readonly Cell[], b: readonly Cell[]): string {
  const [ofA, ofB] = [new Set(a.map(String)), new Set(b.map(String))];
  const common = [...ofA].filter((cell) => ofB.has(cell)).length;
  if (common > 0) {
    if (common === ofA.size) return common === ofB.size ? "duplicate" : "inside";
    return common === ofB.size ? "contains" : "overlapping";
  }
  const near = a.some((p) => b.some((q) => p.every((x, axis) => Math.abs(x - q[axis]) <= 1)));
  return near ? "touching" : "separate";
}

/** All cells of a box of this many cells an axis, at an offset. */
export function block(size: Cell, [x, y, z]: Cell = [0, 0, 0]): Cell[] {
  const cells: Cell[] = [];
  for (let i = 0; i < size[0] * size[1] * size[2]; i++)
    cells.push([
      x + (i % size[0]),
      y + (Math.floor(i / size[0]) % size[1]),
      z + Math.floor(i / (size[0] * size[1])),
    ]);
  return cells;
}
