import { windingOf } from "./solid.ts";
import type { TriangleMesh } from "./triangle-mesh.ts";
import { vertexGraphOf } from "./vertex-graph.ts";

/** How steeply a neighbour may rise above a triangle, as a share of its width, and still pass for rounding. */
const RISE = 0.05;

/**
 * Whether no edge is bent inward by more than rounding explains: true for convex meshes, false for most others. Stops at the first edge
 * that is bent inward. Takes a few nanoseconds per triangle; a hull takes a thousand times as long.
 */
export function mayBeConvex(mesh: TriangleMesh): boolean {
  const { topology, corners, consistent } = vertexGraphOf(mesh);
  if (!topology.closed || !consistent) return false;
  const { edges } = topology;
  const { positions: p } = mesh;
  const winding = windingOf(mesh);
  const opposite = new Uint32Array(edges.length);
  for (let i = 0; i < edges.length; i++) {
    if (edges[i] >= edges.length) return false;
    const t = i - (i % 3);
    const third = corners[t + ((i + 2) % 3)];
    if (edges[i] === i) {
      opposite[i] = third;
      continue;
    }
    const a = 3 * corners[t];
    const ux = p[3 * corners[t + 1]] - p[a];
    const uy = p[3 * corners[t + 1] + 1] - p[a + 1];
    const uz = p[3 * corners[t + 1] + 2] - p[a + 2];
    const vx = p[3 * corners[t + 2]] - p[a];
    const vy = p[3 * corners[t + 2] + 1] - p[a + 1];
    const vz = p[3 * corners[t + 2] + 2] - p[a + 2];
    const nx = uy * vz - uz * vy;
    const ny = uz * vx - ux * vz;
    const nz = ux * vy - uy * vx;
    const q = 3 * opposite[edges[i]];
    const wx = p[q] - p[a];
    const wy = p[q + 1] - p[a + 1];
    const wz = p[q + 2] - p[a + 2];
    const rise = winding * (nx * wx + ny * wy + nz * wz);
    if (rise <= 0) continue;
    const size = (nx * nx + ny * ny + nz * nz) * (wx * wx + wy * wy + wz * wz);
    if (rise * rise > RISE * RISE * size) return false;
  }
  return true;
}
