import { bakePositions } from "../geometry/affine.ts";
import type { Vector } from "../geometry/vector.ts";
import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import { checkOptionNames } from "../option-names.ts";
import type { ReferenceOptions } from "./triangle-pairs.ts";
import { REFERENCE_OPTIONS } from "./triangle-pairs.ts";

// The slow twin of the expanding polytope: a face of the difference of two convex bodies is parallel to a face of a, to a
// face of b, or to an edge of each. All these directions are tried, by plain formulas.

/**
 * How far two convex bodies, given as closed convex meshes, must move apart until only their borders touch, and the unit
 * direction along which b must move. If negative, they do not meet (and it is not their distance).
 */
export function convexDepthByAllDirections(
  a: TriangleMesh,
  b: TriangleMesh,
  options: ReferenceOptions = {},
): { depth: number; direction: Vector } {
  checkOptionNames(options, REFERENCE_OPTIONS, "convexDepthByAllDirections");
  const [pointsA, pointsB] = [worldPoints(a, options.aToWorld), worldPoints(b, options.bToWorld)];
  const edgesA = edgesOf(a, pointsA);
  const edgesB = edgesOf(b, pointsB);
  const candidates = [...facesOf(a, pointsA), ...facesOf(b, pointsB)];
  for (const u of edgesA) for (const v of edgesB) candidates.push(cross(u, v));
  let depth = Infinity;
  let direction: Vector = [0, 0, 0];
  for (const candidate of candidates) {
    const length = Math.hypot(...candidate);
    if (!(length > 1e-12)) continue; // parallel edges
    for (const sign of [1 / length, -1 / length]) {
      const n: Vector = [sign * candidate[0], sign * candidate[1], sign * candidate[2]];
      const reach = farthest(pointsA, n, 1) - farthest(pointsB, n, -1);
      if (reach < depth) {
        depth = reach;
        direction = n;
      }
    }
  }
  return { depth, direction };
}

/** The largest n·p (sign 1) or the least (sign −1). */
function farthest(points: readonly Vector[], n: Vector, sign: number): number {
  return sign * Math.max(...points.map((p) => sign * dot(n, p)));
}

function worldPoints(mesh: TriangleMesh, pose: ReferenceOptions["aToWorld"]): Vector[] {
  const world = pose == null ? mesh.positions : bakePositions(mesh.positions, pose);
  return Array.from({ length: mesh.vertexCount }, (_, v) => [
    world[3 * v],
    world[3 * v + 1],
    world[3 * v + 2],
  ]);
}

/** Unit vectors, so that the lengths of cross products identify parallel edges. */
function edgesOf(mesh: TriangleMesh, points: readonly Vector[]): Vector[] {
  const edges: Vector[] = [];
  for (let t = 0; t < mesh.triangleCount; t++)
    for (let k = 0; k < 3; k++) {
      const from = vertexOf(mesh, t, k);
      const to = vertexOf(mesh, t, (k + 1) % 3);
      if (from < to) edges.push(unit(minus(points[to], points[from])));
    }
  return edges;
}

function facesOf(mesh: TriangleMesh, points: readonly Vector[]): Vector[] {
  return Array.from({ length: mesh.triangleCount }, (_, t) => {
    const [a, b, c] = [0, 1, 2].map((k) => points[vertexOf(mesh, t, k)]) as [Vector, Vector, Vector];
    return unit(cross(minus(b, a), minus(c, a)));
  });
}

function unit(v: Vector): Vector {
  const length = Math.hypot(...v);
  return [v[0] / length, v[1] / length, v[2] / length];
}

function minus(p: Vector, q: Vector): Vector {
  return [p[0] - q[0], p[1] - q[1], p[2] - q[2]];
}

function dot(u: Vector, v: Vector): number {
  return u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
}

function cross(u: Vector, v: Vector): Vector {
  return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
}
