import { bakePositions, type Pose } from "../geometry/affine.ts";
import { createMesh, type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";

/** The mesh with its vertices moved, in f64. A mirroring pose also reverses the triangles, so that outside stays outside. */
export function placeMesh(mesh: TriangleMesh, pose: Pose): TriangleMesh {
  const positions = bakePositions(mesh.positions, pose);
  if (!isMirror(pose)) return createMesh({ positions, indices: mesh.indices });
  const indices = new Uint32Array(3 * mesh.triangleCount);
  for (let triangle = 0; triangle < mesh.triangleCount; triangle++) {
    indices[3 * triangle] = vertexOf(mesh, triangle, 0);
    indices[3 * triangle + 1] = vertexOf(mesh, triangle, 2);
    indices[3 * triangle + 2] = vertexOf(mesh, triangle, 1);
  }
  return createMesh({ positions, indices });
}

function isMirror(m: Pose): boolean {
  const determinant =
    m[0] * (m[5] * m[10] - m[6] * m[9]) -
    m[4] * (m[1] * m[10] - m[2] * m[9]) +
    m[8] * (m[1] * m[6] - m[2] * m[5]);
  return determinant < 0;
}
