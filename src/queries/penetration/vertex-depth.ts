import { bakePositions } from "../../geometry/affine.ts";
import { createSimplex, reduceSimplex } from "../../geometry/convex/simplex.ts";
import { type TriangleMesh, vertexOf } from "../../mesh/triangle-mesh.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { INSIDE, locate } from "../classify/locate-point.ts";
import { poseTree } from "../classify/posed-tree.ts";

// A lower bound of the depth of two solids: a vertex of one that lies in the other, r away from its surface, stays
// inside under every translation shorter than r, because the ball of radius r around it is inside.

/** So many vertices of either side are tried, those that lie deepest along the way out first. */
const TRIED = 6;

/** The largest such r among a few vertices of `inner`. */
export function depthOfVertices(
  { mesh: inner }: BinaryTree,
  innerToWorld: Float64Array,
  outer: BinaryTree,
  outerToWorld: Float64Array,
  wayOut: ArrayLike<number>,
): number {
  const points = bakePositions(inner.positions, innerToWorld);
  const world = bakePositions(outer.mesh.positions, outerToWorld);
  const posed = poseTree(outer, outerToWorld, "toWorld");
  let deepest = 0;
  for (const vertex of leastAlong(inner, points, wayOut)) {
    const point = points.slice(3 * vertex, 3 * vertex + 3);
    if (locate(posed, point) === INSIDE)
      deepest = Math.max(deepest, distanceToSurface(outer.mesh, world, point));
  }
  return deepest;
}

/** Used vertices, spread over those that have farthest to go along the way out. */
function leastAlong(mesh: TriangleMesh, points: Float64Array, d: ArrayLike<number>): number[] {
  const used = new Set<number>();
  for (let t = 0; t < mesh.triangleCount; t++) for (let k = 0; k < 3; k++) used.add(vertexOf(mesh, t, k));
  const height = (v: number) =>
    d[0]! * points[3 * v]! + d[1]! * points[3 * v + 1]! + d[2]! * points[3 * v + 2]!;
  return [...used]
    .map((vertex) => ({ vertex, height: height(vertex) }))
    .sort((p, q) => p.height - q.height || p.vertex - q.vertex)
    .slice(0, TRIED)
    .map(({ vertex }) => vertex);
}

const simplex = createSimplex();

function distanceToSurface(mesh: TriangleMesh, world: Float64Array, point: Float64Array): number {
  let least = Infinity;
  for (let t = 0; t < mesh.triangleCount; t++) {
    simplex.count = 3;
    for (let k = 0; k < 3; k++)
      for (let axis = 0; axis < 3; axis++)
        simplex.points[3 * k + axis] = world[3 * vertexOf(mesh, t, k) + axis]! - point[axis]!;
    reduceSimplex(simplex);
    const { nearest } = simplex;
    least = Math.min(least, Math.hypot(nearest[0]!, nearest[1]!, nearest[2]!));
  }
  return least;
}
