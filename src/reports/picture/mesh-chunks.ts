import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";

// Runs of triangles with a ball around each, so that a picture of one corner of a large mesh skips the rest of it. Files list
// triangles that are near each other one after another, so the balls are small.

export const CHUNK_TRIANGLES = 128;
// ball: centre x y z | radius      4 × f64
export const BALL_STRIDE = 4;

/** A ball for each run of `CHUNK_TRIANGLES` triangles, in the mesh's own space. */
export function chunkBalls({ positions: p, indices, triangleCount }: TriangleMesh): Float64Array {
  const chunks = Math.ceil(triangleCount / CHUNK_TRIANGLES);
  const balls = new Float64Array(BALL_STRIDE * chunks);
  for (let chunk = 0; chunk < chunks; chunk++) {
    const first = 3 * CHUNK_TRIANGLES * chunk;
    const end = Math.min(first + 3 * CHUNK_TRIANGLES, 3 * triangleCount);
    let minX = Infinity;
    let minY = Infinity;
    let minZ = Infinity;
    let maxX = -Infinity;
    let maxY = -Infinity;
    let maxZ = -Infinity;
    for (let i = first; i < end; i++) {
      const v = 3 * (indices === null ? i : indices[i]);
      const x = p[v];
      const y = p[v + 1];
      const z = p[v + 2];
      if (x < minX) minX = x;
      if (y < minY) minY = y;
      if (z < minZ) minZ = z;
      if (x > maxX) maxX = x;
      if (y > maxY) maxY = y;
      if (z > maxZ) maxZ = z;
    }
    const at = BALL_STRIDE * chunk;
    balls[at] = minX + (maxX - minX) / 2;
    balls[at + 1] = minY + (maxY - minY) / 2;
    balls[at + 2] = minZ + (maxZ - minZ) / 2;
    const dx = maxX - minX;
    const dy = maxY - minY;
    const dz = maxZ - minZ;
    balls[at + 3] = Math.sqrt(dx * dx + dy * dy + dz * dz) / 2;
  }
  return balls;
}
