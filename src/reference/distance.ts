import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { type ReferenceOptions, worldTriangles } from "./triangle-pairs.ts";
import { trianglesMeetByIntegers } from "./triangle-triangle.ts";

// The slow twin of `distance`, the other way round: not the shortest way between points, but the widest slab between
// the triangles. Two closed convex sets are as far apart as the widest slab that separates them, and for triangles
// that slab is square to a face, to an edge of each, to an edge and through a corner, or to the way between two corners.

type Vector = readonly [number, number, number];

/** The distance of two meshes, zero where they meet: every triangle against every triangle, baked to world space first. */
export function distanceByBruteForce(
  a: TriangleMesh,
  b: TriangleMesh,
  options: ReferenceOptions = {},
): number {
  const cornersA = worldTriangles(a, options.aToWorld ?? null);
  const cornersB = worldTriangles(b, options.bToWorld ?? null);
  let least = Infinity;
  for (let i = 0; i < a.triangleCount; i++)
    for (let j = 0; j < b.triangleCount; j++)
      least = Math.min(least, triangleDistanceBySlabs(cornersA, 9 * i, cornersB, 9 * j));
  return least;
}

/** The distance of a point, in world space, and a mesh. */
export function pointDistanceByBruteForce(
  mesh: TriangleMesh,
  point: ArrayLike<number>,
  toWorld: ReferenceOptions["aToWorld"] = null,
): number {
  const corners = worldTriangles(mesh, toWorld ?? null);
  const needle = Float64Array.of(...[0, 1, 2].flatMap(() => Array.from(point)));
  let least = Infinity;
  for (let i = 0; i < mesh.triangleCount; i++)
    least = Math.min(least, triangleDistanceBySlabs(corners, 9 * i, needle, 0));
  return least;
}

/** The distance of the closed triangles at a[i…i+8] and b[j…j+8]. */
export function triangleDistanceBySlabs(a: Float64Array, i: number, b: Float64Array, j: number): number {
  if (trianglesMeetByIntegers(a, i, b, j)) return 0;
  const p = corners(a, i);
  const q = corners(b, j);
  const normals: Vector[] = [];
  for (const u of edges(p)) for (const v of edges(q)) normals.push(cross(u, v));
  for (const triangle of [p, q]) normals.push(cross(edges(triangle)[0]!, edges(triangle)[1]!));
  for (const s of p)
    for (const t of q) {
      const way = minus(t, s);
      normals.push(way);
      // square to an edge, in the plane of that edge and the other triangle's corner
      for (const u of [...edges(p), ...edges(q)]) normals.push(cross(u, cross(way, u)));
    }
  return Math.max(...normals.map((normal) => slab(p, q, normal)));
}

/** How far apart two triangles are along a direction; negative where they overlap, zero for no direction. */
function slab(p: Vector[], q: Vector[], direction: Vector): number {
  const length = Math.hypot(...direction);
  if (length === 0) return 0;
  const unit = direction.map((x) => x / length) as unknown as Vector;
  // Differences first: coordinates may be far larger than the distance.
  const ways = p.flatMap((s) => q.map((t) => dot(minus(t, s), unit)));
  return Math.max(Math.min(...ways), -Math.max(...ways));
}

function corners(a: Float64Array, i: number): Vector[] {
  return [0, 3, 6].map((k) => [a[i + k]!, a[i + k + 1]!, a[i + k + 2]!]);
}

function edges([p, q, r]: Vector[]): Vector[] {
  return [minus(q!, p!), minus(r!, q!), minus(p!, r!)];
}

function minus(p: Vector, q: Vector): Vector {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

function dot(p: Vector, q: Vector): number {
  return p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
}

function cross(p: Vector, q: Vector): Vector {
  return [p[1] * q[2] - p[2] * q[1], p[2] * q[0] - p[0] * q[2], p[0] * q[1] - p[1] * q[0]];
}
