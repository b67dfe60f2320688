import { Box3, Matrix4 } from "three";
import { buildBvh, createGeometry, createMatrix, SAH } from "../three-mesh-bvh.mjs";

// What one writes with three-mesh-bvh: a tree a mesh, a loop over all pairs of parts, boxes first, then
// `intersectsGeometry`, which uses both trees.

/** The pairs of parts whose surfaces meet, as it sees them. */
export function findMeetingPairs(parts) {
  const start = performance.now();
  const geometries = new Map();
  for (const { mesh } of parts) {
    if (geometries.has(mesh)) continue;
    const geometry = createGeometry(mesh);
    buildBvh(geometry, SAH);
    geometry.computeBoundingBox();
    geometries.set(mesh, geometry);
  }
  const bodies = parts.map(({ mesh, toWorld }) => {
    const geometry = geometries.get(mesh);
    const matrix = createMatrix(toWorld);
    const box = new Box3().copy(geometry.boundingBox).applyMatrix4(matrix);
    return { geometry, matrix, inverse: matrix.clone().invert(), box };
  });
  const built = performance.now();
  const pairs = [];
  const bToA = new Matrix4();
  let candidates = 0;
  for (let a = 0; a < bodies.length; a++)
    for (let b = a + 1; b < bodies.length; b++) {
      const [p, q] = [bodies[a], bodies[b]];
      if (!p.box.intersectsBox(q.box)) continue;
      candidates++;
      bToA.multiplyMatrices(p.inverse, q.matrix);
      if (p.geometry.boundsTree.intersectsGeometry(q.geometry, bToA)) pairs.push(`${a} ${b}`);
    }
  const end = performance.now();
  return { ms: end - start, checksMs: end - built, candidates, pairs };
}
