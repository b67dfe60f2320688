import type { ClashPart, ClashResult, WholePart } from "../../src/clash/index.ts";
import { bakePositions, createMesh, type TriangleMesh } from "../../src/index.ts";

// Parts for tests of clashes.

/** A translation. */
export function at(x: number, y = 0, z = 0): Float64Array {
  return Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, y, z, 1);
}

export function partOf(
  key: string,
  mesh: TriangleMesh,
  toWorld: Float64Array | null = null,
  group = 0,
): WholePart {
  return { key, name: key, group, mesh, toWorld };
}

/** "a b: kind", with keys. */
export function kindsOf(parts: readonly ClashPart[], { clashes }: ClashResult): string[] {
  return clashes.map(({ a, b, kind }) => `${parts[a].key} ${parts[b].key}: ${kind}`).sort();
}

/** One mesh of two pieces. */
export function join(
  a: TriangleMesh,
  aToWorld: Float64Array,
  b: TriangleMesh,
  bToWorld: Float64Array,
): TriangleMesh {
  return createMesh({
    positions: Float64Array.of(
      ...bakePositions(a.positions, aToWorld),
      ...bakePositions(b.positions, bToWorld),
    ),
    indices: Uint32Array.of(...a.indices!, ...Array.from(b.indices!, (v) => v + a.vertexCount)),
  });
}

/** The mesh with unwelded triangles: each has three vertices that no other triangle uses. */
export function unweld({ positions, indices }: TriangleMesh): TriangleMesh {
  const corners = Array.from(indices!, (v) => [...positions.subarray(3 * v, 3 * v + 3)]);
  return createMesh({ positions: Float64Array.from(corners.flat()) });
}
