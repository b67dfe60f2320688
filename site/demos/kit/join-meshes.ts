import { createMesh, type TriangleMesh } from "abut";
import { movePoint } from "./poses.ts";

export interface PlacedMesh {
  mesh: TriangleMesh;
  toWorld: ArrayLike<number>;
}

/** One mesh of many, in world coordinates. */
export function joinMeshes(parts: readonly PlacedMesh[]): TriangleMesh {
  const positions: number[] = [];
  const indices: number[] = [];
  for (const { mesh, toWorld } of parts) {
    const first = positions.length / 3;
    const { positions: own, indices: corners } = mesh;
    for (let i = 0; i < own.length; i += 3)
      positions.push(...movePoint(toWorld, [own[i], own[i + 1], own[i + 2]]));
    if (corners === null) for (let i = 0; i < own.length / 3; i++) indices.push(first + i);
    else for (const corner of corners) indices.push(first + corner);
  }
  return createMesh({ positions: Float64Array.from(positions), indices: Uint32Array.from(indices) });
}
