import { boxSidesOf, type ConvexShape } from "../geometry/convex/convex-shape.ts";
import type { Vector } from "../geometry/vector.ts";
import { orient3d } from "../numerics/orient.ts";
import { hypot } from "../numerics/portable-math.ts";
import { convexShapeOf } from "./convex-hull.ts";
import { visitEdges } from "./edge-uses.ts";
import { exponentOf, scaledMesh } from "./tiny-mesh.ts";
import { checkMesh, type TriangleMesh, vertexOf } from "./triangle-mesh.ts";
import { weldVertices } from "./weld-vertices.ts";

/**
 * Whether the mesh is the whole surface of a convex body, covered once, with consistent winding; exact. Subdivided faces,
 * unwelded vertices and degenerate triangles do not matter; open edges do. So does rounding: a sphere of f64 vertices has
 * dents of 1e-16 and is not convex. Depth queries ask instead how much of its hull a mesh fills (`convexCore`).
 */
export function isConvex(mesh: TriangleMesh): boolean {
  checkMesh(mesh);
  const exponent = exponentOf(mesh);
  const scaled = exponent === 0 ? mesh : scaledMesh(mesh, exponent);
  return coversHull(scaled, convexShapeOf(scaled));
}

/**
 * Whether a mesh covers its hull's surface exactly once. If every proper triangle lies in a supporting plane and all face
 * one way, the mesh lies on the hull's surface; if every edge is used equally often in both directions, it covers that
 * surface a whole number of times, equally everywhere. Comparing areas then tells once from twice.
 */
export function coversHull(mesh: TriangleMesh, hull: ConvexShape): boolean {
  if (hull.dimension < 3) return false;
  // First the test that ends at the first dent.
  if (!facesSupport(mesh, hull)) return false;
  if (!edgesBalance(mesh)) return false;
  const scale = Math.max(...boxSidesOf(hull));
  const once = areaOf(hull.points, hull.faces, scale);
  const all = areaOf(mesh.positions, cornersOf(mesh), scale);
  return all < 1.5 * once;
}

function edgesBalance(mesh: TriangleMesh): boolean {
  const welded = weldVertices(mesh.positions);
  let balanced = true;
  visitEdges(
    cornersOf(mesh).map((vertex) => welded[vertex]),
    mesh.vertexCount,
    (_low, _high, upward, downward) => {
      if (upward !== downward) balanced = false;
    },
  );
  return balanced;
}

function facesSupport(mesh: TriangleMesh, hull: ConvexShape): boolean {
  let facing = 0; // 1 outward, −1 inward
  let corner = 0;
  for (let t = 0; t < mesh.triangleCount; t++) {
    const [p, q, r] = [0, 1, 2].map((k) => 3 * vertexOf(mesh, t, k)) as Vector;
    if (facing !== 0) {
      // The rounded normal only says where to look, starting from the last triangle's position; exact signs decide.
      const [x, y, z] = normalOf(mesh, p, q, r);
      corner = climb(hull, [facing * x, facing * y, facing * z], corner);
      if (supportsAt(mesh, p, q, r, hull, corner, facing)) continue;
    }
    // The first triangle; or rounding led elsewhere; or the triangle is degenerate or not on the hull.
    const sides = sideOfHull(mesh, p, q, r, hull);
    if (sides === FLAT) continue; // degenerate, without a plane
    if (sides === BOTH) return false;
    const faces = sides === BELOW ? 1 : -1;
    if (facing === 0) facing = faces;
    else if (facing !== faces) return false;
  }
  return facing !== 0;
}

/** The corner farthest along a direction in f64, by walking uphill from corner to corner. */
function climb({ points, neighbours, starts }: ConvexShape, [x, y, z]: Vector, start: number): number {
  const height = (p: number) => x * points[3 * p] + y * points[3 * p + 1] + z * points[3 * p + 2];
  let best = start;
  let most = height(best);
  for (let last = -1; last !== best; ) {
    last = best;
    for (let i = starts[last]; i < starts[last + 1]; i++) {
      const h = height(neighbours[i]);
      if (h > most) {
        most = h;
        best = neighbours[i];
      }
    }
  }
  return best;
}

/**
 * Exact: the corner lies in the triangle's plane and its neighbours lie on or below it. On a convex surface that suffices:
 * a corner from which no edge climbs is the highest.
 */
function supportsAt(
  mesh: TriangleMesh,
  p: number,
  q: number,
  r: number,
  hull: ConvexShape,
  corner: number,
  side: number,
): boolean {
  const { neighbours, starts } = hull;
  if (sideOf(mesh, p, q, r, hull, corner) !== 0) return false;
  let strictly = false;
  for (let i = starts[corner]; i < starts[corner + 1]; i++) {
    const s = side * sideOf(mesh, p, q, r, hull, neighbours[i]);
    if (s > 0) return false;
    if (s < 0) strictly = true;
  }
  return strictly; // otherwise the triangle has no plane
}

const FLAT = 0;
const ABOVE = 1;
const BELOW = 2;
const BOTH = 3;

/** The sides of the triangle's plane on which the hull has corners, by exact signs of all corners. */
function sideOfHull(mesh: TriangleMesh, p: number, q: number, r: number, hull: ConvexShape): number {
  let sides = FLAT;
  for (let corner = 0; corner < hull.pointCount && sides !== BOTH; corner++) {
    const s = sideOf(mesh, p, q, r, hull, corner);
    if (s !== 0) sides |= s > 0 ? ABOVE : BELOW;
  }
  return sides;
}

function sideOf(
  { positions: m }: TriangleMesh,
  p: number,
  q: number,
  r: number,
  { points }: ConvexShape,
  corner: number,
): number {
  const c = 3 * corner;
  // biome-ignore format: a point reads in a row
  return orient3d(
    m[p], m[p + 1], m[p + 2],
    m[q], m[q + 1], m[q + 2],
    m[r], m[r + 1], m[r + 2],
    points[c], points[c + 1], points[c + 2],
  );
}

function normalOf({ positions: m }: TriangleMesh, p: number, q: number, r: number): Vector {
  const [ux, uy, uz] = [m[q] - m[p], m[q + 1] - m[p + 1], m[q + 2] - m[p + 2]];
  const [vx, vy, vz] = [m[r] - m[p], m[r + 1] - m[p + 1], m[r + 2] - m[p + 2]];
  return [uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx];
}

function cornersOf(mesh: TriangleMesh): Uint32Array {
  if (mesh.indices !== null) return Uint32Array.from(mesh.indices);
  return new Uint32Array(3 * mesh.triangleCount).map((_, i) => i);
}

/** The area in units of scale², so that nothing underflows. */
function areaOf(positions: ArrayLike<number>, corners: Uint32Array, scale: number): number {
  let area = 0;
  const edge = (from: number, to: number, axis: number) =>
    (positions[3 * to + axis] - positions[3 * from + axis]) / scale;
  for (let i = 0; i < corners.length; i += 3) {
    const [a, b, c] = [corners[i], corners[i + 1], corners[i + 2]];
    const [ux, uy, uz] = [edge(a, b, 0), edge(a, b, 1), edge(a, b, 2)];
    const [vx, vy, vz] = [edge(a, c, 0), edge(a, c, 1), edge(a, c, 2)];
    area += hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx) / 2;
  }
  return area;
}
