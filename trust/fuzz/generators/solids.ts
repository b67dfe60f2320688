import type { FuzzMesh } from "../fuzz-case.ts";
import type { Random } from "../random.ts";

// Closed meshes.

type Cell = readonly [number, number, number];

/** A tetrahedron with lattice corners, or decimal ones, or a needle; its faces wound at random if `isMixed`. */
export function tetrahedron(random: Random, reach = 3): FuzzMesh {
  const positions = new Float64Array(12);
  do for (let i = 0; i < 12; i++) positions[i] = random.between(-reach, reach);
  while (volume(positions) === 0);
  if (random.chance(0.2)) {
    const corner = 3 * random.below(4);
    for (let k = 0; k < 3; k++) positions[corner + k] *= random.pick([1, 100, 1e5]);
    if (volume(positions) === 0) return tetrahedron(random, reach);
  }
  const isPositive = volume(positions) > 0;
  const faces = [0, 2, 1, 0, 1, 3, 1, 2, 3, 2, 0, 3];
  const indices = Uint32Array.from(faces);
  if (!isPositive)
    for (let t = 0; t < 4; t++) [indices[3 * t], indices[3 * t + 1]] = [indices[3 * t + 1], indices[3 * t]];
  return { positions, indices };
}

function volume(p: Float64Array): number {
  const [a, b, c] = [3, 6, 9].map((i) => [p[i] - p[0], p[i + 1] - p[1], p[i + 2] - p[2]]) as [
    number[],
    number[],
    number[],
  ];
  return (
    a[0] * (b[1] * c[2] - b[2] * c[1]) -
    a[1] * (b[0] * c[2] - b[2] * c[0]) +
    a[2] * (b[0] * c[1] - b[1] * c[0])
  );
}

const BOX_FACES = [
  0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5,
];

/** A box along the axes. */
export function boxMesh(low: readonly number[], high: readonly number[]): FuzzMesh {
  const positions = Float64Array.from({ length: 24 }, (_, i) => {
    const [corner, k] = [Math.floor(i / 3), i % 3];
    return (corner >> k) & 1 ? high[k] : low[k];
  });
  return { positions, indices: Uint32Array.from(BOX_FACES) };
}

/** A few cells, each beside one of the others or anywhere near. */
export function randomCells(random: Random, most: number, reach = 2): Cell[] {
  const cells = new Map<string, Cell>();
  const count = random.between(1, most);
  for (let attempt = 0; cells.size < count && attempt < 50; attempt++) {
    const from = cells.size === 0 || random.chance(0.2) ? null : random.pick([...cells.values()]);
    const cell: [number, number, number] =
      from === null
        ? [random.between(0, reach), random.between(0, reach), random.between(0, reach)]
        : [...from];
    if (from !== null) cell[random.below(3)] += random.pick([1, -1]);
    cells.set(cell.join(), cell);
  }
  return [...cells.values()];
}

/** The surface of cells: closed, wound outward, each square cut along one diagonal or the other. */
export function cellMesh(cells: readonly Cell[], random: Random, isSoup: boolean): FuzzMesh {
  const own = new Set(cells.map(String));
  const corners: number[][] = [];
  for (const cell of cells)
    for (let axis = 0; axis < 3; axis++)
      for (const side of [0, 1]) {
        const next = [...cell];
        next[axis] += side === 1 ? 1 : -1;
        if (own.has(String(next))) continue;
        const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
        const at = (du: number, dv: number) => {
          const corner = [...cell] as number[];
          corner[axis] += side;
          corner[u] += du;
          corner[v] += dv;
          return corner;
        };
        const square = [at(0, 0), at(1, 0), at(1, 1), at(0, 1)];
        if (side === 0) square.reverse();
        const turn = random.below(2);
        for (const k of [0, 1, 2, 0, 2, 3]) corners.push(square[(k + turn) % 4]);
      }
  if (isSoup) return { positions: Float64Array.from(corners.flat()), indices: null };
  const numbers = new Map<string, number>();
  const positions: number[] = [];
  const indices = corners.map((corner) => {
    const key = corner.join();
    if (!numbers.has(key)) numbers.set(key, positions.push(...corner) / 3 - 1);
    return numbers.get(key)!;
  });
  return { positions: Float64Array.from(positions), indices: Uint32Array.from(indices) };
}
