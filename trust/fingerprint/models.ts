import { createMesh, type Pose, type TriangleMesh } from "../../src/index.ts";

// Models and poses by sums, products, quotients and square roots alone. These are the same on every engine, to the last bit;
// sines and cosines are not.

export interface Models {
  torus: TriangleMesh;
  knobs: TriangleMesh;
  ball: TriangleMesh;
  sheet: TriangleMesh;
  box: TriangleMesh;
  lattice: TriangleMesh;
  soup: TriangleMesh;
  /** Lies obliquely in its space: its tree has boxes along rotated axes. */
  bar: TriangleMesh;
}

export function createModels(): Models {
  return {
    torus: tube(32, 16, 2, 0.75, () => 1),
    knobs: tube(24, 8, 1.5, 0.6, (k, j) => 1 + 0.25 * ((k + j) % 2)),
    ball: ball(8, 16),
    sheet: sheet(24, random(5)),
    box: box(1, 0.75, 0.5),
    lattice: soup(40, random(7), (next) => Math.floor(5 * next()) - 2),
    soup: soup(150, random(9), (next) => 4 * next() - 2),
    bar: turnedMesh(bar([10, 4, 2], 0.25), [3, 1, -2, 1]),
  };
}

/** A whole turn in `count` steps, by the rational parametrisation of a quarter circle. `count` is a multiple of 4. */
function circlePoint(step: number, count: number): [number, number] {
  const quarter = count / 4;
  const t = (step % quarter) / quarter;
  const x = (1 - t * t) / (1 + t * t);
  const y = (2 * t) / (1 + t * t);
  switch (Math.floor(step / quarter) % 4) {
    case 0:
      return [x, y];
    case 1:
      return [-y, x];
    case 2:
      return [-x, -y];
    default:
      return [y, -x];
  }
}

function tube(
  around: number,
  across: number,
  radius: number,
  thickness: number,
  swell: (k: number, j: number) => number,
): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let k = 0; k < around; k++)
    for (let j = 0; j < across; j++) {
      const [cosine, sine] = circlePoint(k, around);
      const [out, up] = circlePoint(j, across);
      const reach = radius + thickness * swell(k, j) * out;
      positions.push(reach * cosine, reach * sine, thickness * swell(k, j) * up);
      const right = ((k + 1) % around) * across;
      const next = (j + 1) % across;
      indices.push(k * across + j, right + j, k * across + next);
      indices.push(k * across + next, right + j, right + next);
    }
  return createMesh({ positions: new Float64Array(positions), indices: new Uint16Array(indices) });
}

/** Rings between two poles, in f32. */
function ball(rings: number, around: number): TriangleMesh {
  const positions = [0, 0, 1];
  for (let ring = 1; ring < rings; ring++)
    for (let k = 0; k < around; k++) {
      const [z, reach] = circlePoint(ring, 2 * rings);
      const [x, y] = circlePoint(k, around);
      positions.push(reach * x, reach * y, z);
    }
  positions.push(0, 0, -1);
  const at = (ring: number, k: number) => 1 + (ring - 1) * around + (k % around);
  const last = positions.length / 3 - 1;
  const indices: number[] = [];
  for (let k = 0; k < around; k++) {
    indices.push(0, at(1, k), at(1, k + 1));
    for (let ring = 1; ring < rings - 1; ring++) {
      indices.push(at(ring, k), at(ring + 1, k), at(ring, k + 1));
      indices.push(at(ring, k + 1), at(ring + 1, k), at(ring + 1, k + 1));
    }
    indices.push(at(rings - 1, k), last, at(rings - 1, k + 1));
  }
  return createMesh({ positions: new Float32Array(positions), indices: new Uint32Array(indices) });
}

/** An uneven open sheet, which meets itself here and there. */
function sheet(size: number, next: () => number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let y = 0; y <= size; y++)
    for (let x = 0; x <= size; x++)
      positions.push((x - size / 2) / 8 + 0.2 * next(), (y - size / 2) / 8 + 0.2 * next(), 0.1 * next());
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      const corner = y * (size + 1) + x;
      indices.push(corner, corner + 1, corner + size + 1, corner + 1, corner + size + 2, corner + size + 1);
    }
  return createMesh({ positions: new Float32Array(positions), indices: new Uint16Array(indices) });
}

function box(x: number, y: number, z: number): TriangleMesh {
  const positions: number[] = [];
  for (let corner = 0; corner < 8; corner++)
    positions.push(corner & 1 ? x : -x, corner & 2 ? y : -y, corner & 4 ? z : -z);
  const quads = [0, 2, 1, 3, 4, 5, 6, 7, 0, 1, 4, 5, 2, 6, 3, 7, 0, 4, 2, 6, 1, 3, 5, 7];
  const indices: number[] = [];
  for (let q = 0; q < quads.length; q += 4) {
    const [a, b, c, d] = quads.slice(q, q + 4) as [number, number, number, number];
    indices.push(a, b, c, c, b, d);
  }
  return createMesh({ positions: new Float64Array(positions), indices: new Uint16Array(indices) });
}

/** A box of square cells, that many along each axis. */
function bar(cells: [number, number, number], size: number): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (let axis = 0; axis < 3; axis++)
    for (const end of [0, cells[axis]]) {
      const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
      const first = positions.length / 3;
      for (let j = 0; j <= cells[v]; j++)
        for (let i = 0; i <= cells[u]; i++) {
          const point = [0, 0, 0];
          point[axis] = end;
          point[u] = i;
          point[v] = j;
          positions.push(...point.map((x, k) => size * (x - cells[k] / 2)));
        }
      for (let j = 0; j < cells[v]; j++)
        for (let i = 0; i < cells[u]; i++) {
          const a = first + j * (cells[u] + 1) + i;
          const [b, c, d] = [a + 1, a + cells[u] + 2, a + cells[u] + 1];
          indices.push(...(end > 0 ? [a, b, c, a, c, d] : [a, c, b, a, d, c]));
        }
    }
  return createMesh({ positions: new Float64Array(positions), indices: new Uint16Array(indices) });
}

/** A mesh turned in its own space. */
function turnedMesh({ positions, indices }: TriangleMesh, quaternion: readonly number[]): TriangleMesh {
  const m = turned(quaternion, 0, 0, 0);
  const out = Float64Array.from(positions, (_, i) => {
    const row = i % 3;
    const [x, y, z] = positions.slice(i - row, i - row + 3);
    return m[row] * x + m[4 + row] * y + m[8 + row] * z;
  });
  return createMesh({ positions: out, indices: indices! });
}

function soup(count: number, next: () => number, coordinate: (next: () => number) => number): TriangleMesh {
  const positions = Float64Array.from({ length: 9 * count }, () => coordinate(next));
  return createMesh({ positions });
}

/** Numbers of [0, 1), the same everywhere. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return ((state ^ (state >>> 16)) >>> 0) / 2 ** 32;
  };
}

/** A rotation by a quaternion of whole numbers, then a translation. */
export function turned(quaternion: readonly number[], x: number, y: number, z: number): number[] {
  const [w, i, j, k] = quaternion as [number, number, number, number];
  const n = w * w + i * i + j * j + k * k;
  return [
    (w * w + i * i - j * j - k * k) / n,
    (2 * (i * j + w * k)) / n,
    (2 * (i * k - w * j)) / n,
    0,
    (2 * (i * j - w * k)) / n,
    (w * w - i * i + j * j - k * k) / n,
    (2 * (j * k + w * i)) / n,
    0,
    (2 * (i * k + w * j)) / n,
    (2 * (j * k - w * i)) / n,
    (w * w - i * i - j * j + k * k) / n,
    0,
    x,
    y,
    z,
    1,
  ];
}

/** Poses of every kind: none, turned and moved, apart, stretched and sheared, mirrored. */
export const POSES: readonly (Pose | null)[] = [
  null,
  turned([3, 1, -2, 1], 0.9, 0.2, 0.4),
  turned([1, 2, 3, 4], 7, 0.5, 0),
  [1.5, 0.25, 0, 0, 0, 0.5, 0.125, 0, 0.3, 0, 0.75, 0, 0.4, -0.3, 0.2, 1],
  [-1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.5, 0.25, 0.125, 1],
];
