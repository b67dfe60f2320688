import { orient2d, orient3d } from "../numerics/orient.ts";
import { type TriangleMesh, vertexOf } from "./triangle-mesh.ts";

/**
 * Whether a point that is not on a closed mesh is inside: a ray along +z passes the surface an odd number of times. Exact. The ray is moved
 * towards +x by a trace, and towards +y by far less, so that it passes no edge and no vertex. All triangles are looked at: `locatePoint` has a tree.
 */
export function holdsPoint(mesh: TriangleMesh, point: Float64Array): boolean {
  let inside = false;
  for (let t = 0; t < mesh.triangleCount; t++) if (isPassed(mesh, t, point)) inside = !inside;
  return inside;
}

function isPassed(mesh: TriangleMesh, t: number, point: Float64Array): boolean {
  const { positions: m } = mesh;
  const [p, q, r] = [0, 1, 2].map((k) => 3 * vertexOf(mesh, t, k)) as [number, number, number];
  let around = false;
  for (const [from, to] of [
    [p, q],
    [q, r],
    [r, p],
  ] as const)
    if (isLeftOfEdge(m, from, to, point)) around = !around;
  if (!around) return false;
  const [x, y, z] = point as unknown as [number, number, number];
  const turn = orient2d(m[p], m[p + 1], m[q], m[q + 1], m[r], m[r + 1]);
  // biome-ignore format: a point reads in a row
  const side = orient3d(
    m[p], m[p + 1], m[p + 2],
    m[q], m[q + 1], m[q + 2],
    m[r], m[r + 1], m[r + 2],
    x, y, z,
  );
  return turn > 0 === side < 0; // the point is below
}

/** Whether the ray along +x, seen along z, passes the edge. */
function isLeftOfEdge(m: ArrayLike<number>, from: number, to: number, [x, y]: Float64Array): boolean {
  if (m[from + 1] > y === m[to + 1] > y) return false;
  const [low, high] = m[from + 1] > y ? [to, from] : [from, to];
  return orient2d(m[low], m[low + 1], m[high], m[high + 1], x, y) > 0;
}
