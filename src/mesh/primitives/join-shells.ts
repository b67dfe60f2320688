import { createMesh, type TriangleMesh } from "../triangle-mesh.ts";

/** Concatenates several meshes into one: nothing is welded, cut or moved. */
export function joinShells(shells: readonly TriangleMesh[]): TriangleMesh {
  const positions = new Float64Array(shells.reduce((sum, shell) => sum + shell.positions.length, 0));
  const indices = new Uint32Array(shells.reduce((sum, shell) => sum + 3 * shell.triangleCount, 0));
  let vertex = 0;
  let corner = 0;
  for (const shell of shells) {
    positions.set(shell.positions, 3 * vertex);
    for (let i = 0; i < 3 * shell.triangleCount; i++)
      indices[corner++] = vertex + (shell.indices === null ? i : shell.indices[i]);
    vertex += shell.vertexCount;
  }
  return createMesh({ positions, indices });
}
