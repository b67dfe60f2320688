import { bakePositions } from "../../geometry/affine.ts";
import { createMesh, type Positions } from "../../mesh/triangle-mesh.ts";
import { buildAabbTree } from "../../trees/build-aabb.ts";
import type { AabbTree } from "../../trees/layout.ts";

// Meshes so small that f32 boxes do not tell their triangles apart, or products of lengths underflow, are measured larger. A power of
// two rounds nothing.

/** Below this the bounds of boxes, in f32, lose bits. */
const SMALLEST = 2 ** -100;
const LARGEST_EXPONENT = 1000;

/** How much larger two meshes are to be measured; null where they are large enough as they are. */
export function enlargement(
  a: AabbTree,
  aToWorld: Float64Array,
  b: AabbTree,
  bToWorld: Float64Array,
): number | null {
  const isTiny = [a, b].some(({ mesh }) => largest(mesh.positions) < SMALLEST);
  if (!isTiny && Math.max(reach(a, aToWorld), reach(b, bToWorld)) >= SMALLEST) return null;
  const size = Math.max(
    largest(bakePositions(a.mesh.positions, aToWorld)),
    largest(bakePositions(b.mesh.positions, bToWorld)),
  );
  return 2 ** Math.min(-Math.floor(Math.log2(size || 1)), LARGEST_EXPONENT);
}

/** The largest coordinate, at most. */
function reach({ mesh }: AabbTree, m: Float64Array): number {
  const size = largest(mesh.positions);
  let most = 0;
  for (let row = 0; row < 3; row++) {
    const norm = Math.abs(m[row]!) + Math.abs(m[4 + row]!) + Math.abs(m[8 + row]!);
    most = Math.max(most, norm * size + Math.abs(m[12 + row]!));
  }
  return most;
}

function largest(positions: Positions): number {
  let most = 0;
  for (let i = 0; i < positions.length; i++) most = Math.max(most, Math.abs(positions[i]!));
  return most;
}

/** The mesh in the world, so much larger. */
export function enlarge({ mesh }: AabbTree, toWorld: Float64Array, factor: number): AabbTree {
  const positions = Float64Array.from(bakePositions(mesh.positions, toWorld), (x) => x * factor);
  return buildAabbTree(createMesh({ positions, indices: mesh.indices }));
}
