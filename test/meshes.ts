import { createMesh, type TriangleMesh } from "../src/mesh/triangle-mesh.ts";

/** Numbers in 0 … 1, the same for the same seed (xorshift32). */
export function random(seed: number): () => number {
  let state = Math.imul(seed + 1, 0x9e3779b1) | 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

/** Triangles of about `size` in the unit cube, no shared vertices. */
export function randomSoup(seed: number, count: number, size = 0.2): TriangleMesh {
  const next = random(seed);
  const positions = new Float64Array(9 * count);
  for (let t = 0; t < count; t++) {
    const centre = [next(), next(), next()];
    for (let i = 0; i < 9; i++) positions[9 * t + i] = centre[i % 3] + size * (next() - 0.5);
  }
  return createMesh({ positions });
}

/** Triangles whose corners lie on a lattice of `steps` points an axis: full of ties, duplicates and degenerates. */
export function latticeSoup(seed: number, count: number, steps = 4): TriangleMesh {
  const next = random(seed);
  const positions = new Float32Array(9 * count).map(() => Math.floor(steps * next()));
  return createMesh({ positions });
}

/** A closed torus around z of 2 · rings · sides triangles. */
export function smallTorus(
  rings = 16,
  sides = 10,
  Positions = Float32Array as new (
    n: number,
  ) => Float32Array | Float64Array,
): TriangleMesh {
  const positions = new Positions(3 * rings * sides);
  const indices = new Uint16Array(6 * rings * sides);
  for (let i = 0; i < rings; i++) {
    for (let j = 0; j < sides; j++) {
      const u = (2 * Math.PI * i) / rings;
      const v = (2 * Math.PI * j) / sides;
      const radius = 1 + 0.4 * Math.cos(v);
      positions.set([radius * Math.cos(u), radius * Math.sin(u), 0.4 * Math.sin(v)], 3 * (i * sides + j));
      const right = ((i + 1) % rings) * sides;
      const up = (j + 1) % sides;
      indices.set(
        [i * sides + j, right + j, right + up, i * sides + j, right + up, i * sides + up],
        6 * (i * sides + j),
      );
    }
  }
  return createMesh({ positions, indices });
}

/** One triangle per entry: a small one around the point. */
export function trianglesAt(
  points: readonly (readonly [number, number, number])[],
  size = 0.01,
): TriangleMesh {
  const positions = new Float64Array(9 * points.length);
  points.forEach(([x, y, z], t) => {
    // Symmetric about the point in each axis, so that the box's midpoint is the point itself.
    positions.set([x - size, y - size, z - size, x + size, y + size, z + size, x, y, z], 9 * t);
  });
  return createMesh({ positions });
}

/** The mesh with its vertices elsewhere, in f64. */
export function withMoved(
  { positions, indices }: TriangleMesh,
  move: (x: number, y: number, z: number) => number[],
): TriangleMesh {
  const moved = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3)
    moved.set(move(positions[i], positions[i + 1], positions[i + 2]), i);
  return createMesh({ positions: moved, indices });
}
