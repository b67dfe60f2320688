import type { ConvexShape } from "../geometry/convex/convex-shape.ts";
import { orient2d, orient3d } from "../numerics/orient.ts";
import { hypot } from "../numerics/portable-math.ts";
import { createHullPlanes, distanceBelow, type HullPlanes, planeAbove } from "./hull-planes.ts";
import { type TriangleMesh, vertexOf } from "./triangle-mesh.ts";

// Round shapes and f32 files are convex except for rounding. Such a mesh is bounded by two convex bodies: its hull, which
// contains it, and the hull shrunk slightly, which it contains.
//
// Suppose that every point of the mesh's surface is at most e below the hull's surface, and that the ball of radius r > e
// around c lies in the hull.
// (1) The points of the hull that are more than e below its surface form a convex set K that contains no point of the
// mesh's surface. So all of K is inside the mesh or all of it is outside. Since c is in K, K is inside if c is.
// (2) Shrink the hull H towards c by a share s > e / r. For x in H, the ball of radius s r > e around (1 − s) x + s c lies
// in H, because H is convex. So the shrunk hull lies in K, and in the mesh.
// Affine poses preserve (2), whatever they do to lengths. So the depth of two such meshes is at most that of their hulls,
// and at least that of their shrunk hulls.

/** The solid of a mesh contains its hull, shrunk towards `centre` by the share `shrink`. */
export interface ConvexCore {
  /** 0 for a convex mesh. */
  readonly shrink: number;
  /** In the mesh's space. */
  readonly centre: Float64Array;
  /** An upper bound of the distance from the centre to a corner of the hull. Unused if `shrink` is 0. */
  readonly radius: number;
}

/**
 * A mesh is nearly convex up to this share. Rounding to f32, or to six decimal digits, gives 1e-6 for a stout body, and a
 * hundred times that for a plate or a mesh far from its origin. The share is about the error of a depth relative to the
 * size, so at 1/1024 the bounds are still tighter than any search finds.
 */
const MOST_SHRINK = 2 ** -10;
/** Allows for rounding in this file. */
const ROOM = 1 + 2 ** -40;

/**
 * The core of a closed mesh with volume; null if it is not nearly convex or its winding is inconsistent. `convex`: its
 * surface is exactly that of the hull.
 */
export function convexCore(mesh: TriangleMesh, hull: ConvexShape, convex: boolean): ConvexCore | null {
  if (convex) return { shrink: 0, centre: hull.points.slice(0, 3), radius: 0 };
  // A mesh that fills its hull has the hull's volume. This test rejects most other meshes before planes are computed. f64
  // suffices, because a wrong rejection only costs time.
  const share =
    volumeOf(mesh.positions, mesh.indices, 3 * mesh.triangleCount) /
    volumeOf(hull.points, hull.faces, hull.faces.length);
  if (!(Math.abs(share) > 1 - 4 * MOST_SHRINK)) return null;
  const planes = createHullPlanes(hull);
  if (planes === null) return null;
  const { centre, depth } = planes;
  const radius = radiusAround(hull, centre);
  const most = MOST_SHRINK * depth;
  const below = surfaceBelow(mesh, planes, most);
  if (below > most || !holdsPoint(mesh, centre)) return null;
  return { shrink: (below / depth) * ROOM, centre, radius };
}

/** Six times the signed volume. */
function volumeOf(p: ArrayLike<number>, corners: ArrayLike<number> | null, count: number): number {
  const o = corners === null ? 0 : 3 * corners[0];
  let volume = 0;
  for (let i = 0; i < count; i += 3) {
    const a = corners === null ? 3 * i : 3 * corners[i];
    const b = corners === null ? 3 * i + 3 : 3 * corners[i + 1];
    const c = corners === null ? 3 * i + 6 : 3 * corners[i + 2];
    const [x, y, z] = [p[o], p[o + 1], p[o + 2]];
    volume +=
      (p[a] - x) * ((p[b + 1] - y) * (p[c + 2] - z) - (p[b + 2] - z) * (p[c + 1] - y)) +
      (p[a + 1] - y) * ((p[b + 2] - z) * (p[c] - x) - (p[b] - x) * (p[c + 2] - z)) +
      (p[a + 2] - z) * ((p[b] - x) * (p[c + 1] - y) - (p[b + 1] - y) * (p[c] - x));
  }
  return volume;
}

function radiusAround({ points }: ConvexShape, centre: Float64Array): number {
  let radius = 0;
  for (let i = 0; i < points.length; i += 3)
    radius = Math.max(
      radius,
      hypot(points[i] - centre[0], points[i + 1] - centre[1], points[i + 2] - centre[2]),
    );
  return radius * ROOM;
}

/**
 * An upper bound of how far points of the mesh are below the hull's surface; or a number above `most`, at the first deeper
 * triangle. The distance below one plane bounds the distance from the hull's surface and is linear, so the corners of a
 * triangle bound all of it.
 */
function surfaceBelow(mesh: TriangleMesh, planes: HullPlanes, most: number): number {
  const { positions } = mesh;
  const corners = new Float64Array(9);
  const middle = new Float64Array(3);
  let below = 0;
  let plane = 0;
  for (let t = 0; t < mesh.triangleCount; t++) {
    for (let k = 0; k < 3; k++) {
      const v = 3 * vertexOf(mesh, t, k);
      for (let axis = 0; axis < 3; axis++) corners[3 * k + axis] = positions[v + axis];
    }
    for (let axis = 0; axis < 3; axis++)
      middle[axis] = corners[axis] / 3 + corners[3 + axis] / 3 + corners[6 + axis] / 3;
    plane = planeAbove(planes, middle, plane);
    let least = distanceBelow(planes, plane, corners);
    // Only a new maximum matters. Adjacent planes may be nearer, and finally any of them.
    if (least > below) least = Math.min(least, leastBeside(planes, plane, corners));
    if (least > most) least = leastOfAll(planes, corners);
    if (least > most) return least;
    below = Math.max(below, least);
  }
  return below;
}

function leastBeside(planes: HullPlanes, plane: number, corners: Float64Array): number {
  const { facesOf, starts, hull } = planes;
  let least = Infinity;
  for (let k = 0; k < 3; k++) {
    const corner = hull.faces[3 * plane + k];
    for (let i = starts[corner]; i < starts[corner + 1]; i++)
      least = Math.min(least, distanceBelow(planes, facesOf[i], corners));
  }
  return least;
}

function leastOfAll(planes: HullPlanes, corners: Float64Array): number {
  let least = Infinity;
  for (let face = 0; face < planes.heights.length; face++)
    least = Math.min(least, distanceBelow(planes, face, corners));
  return least;
}

/**
 * Whether a point that is not on a closed mesh is inside it: a ray along +z crosses the surface an odd number of times.
 * Exact. The ray is shifted infinitesimally towards +x, and far less towards +y, so that it meets no edge and no vertex.
 * Examines all triangles; `locatePoint` uses a tree.
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
  return turn > 0 === side < 0; // the point is below the triangle
}

/** Whether the ray along +x, seen along z, crosses the edge. */
function isLeftOfEdge(m: ArrayLike<number>, from: number, to: number, [x, y]: Float64Array): boolean {
  if (m[from + 1] > y === m[to + 1] > y) return false;
  const [low, high] = m[from + 1] > y ? [to, from] : [from, to];
  return orient2d(m[low], m[low + 1], m[high], m[high + 1], x, y) > 0;
}
