import { movePoint } from "../geometry/affine.ts";
import { type Bounds, emptyBounds, growBounds } from "../geometry/bounds.ts";
import { type Vector, vectorFrom } from "../geometry/vector.ts";
import { topologyOf } from "../mesh/surface-topology.ts";
import { vertexOf } from "../mesh/triangle-mesh.ts";
import { locatePoint } from "../queries/classify/locate-point.ts";
import { addStats, createStats, type QueryStats } from "../queries/stats.ts";
import type { ClashBody } from "./clash-body.ts";

// The point and the box that a viewer shows for a clash.

/** The box around points, x y z each. */
export function boxAround(points: ArrayLike<number>): Bounds {
  const box = emptyBounds();
  for (let i = 0; i < points.length; i += 3) growBounds(box, points[i], points[i + 1], points[i + 2]);
  return box;
}

/** The intersection of two boxes. */
export function commonBounds(p: Bounds, q: Bounds): Bounds {
  return p.map((bound, i) => (i < 3 ? Math.max(bound, q[i]) : Math.min(bound, q[i]))) as Bounds;
}

export function middleOf(box: Bounds): Vector {
  return [0, 1, 2].map((axis) => box[axis] / 2 + box[3 + axis] / 2) as Vector;
}

/** The point nearest to the middle of a box; the first of several at equal distance. `points` holds x y z each. */
export function pointNearMiddle(points: ArrayLike<number>, box: Bounds): Vector {
  const middle = middleOf(box);
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < points.length; i += 3) {
    let square = 0;
    for (let axis = 0; axis < 3; axis++) square += (points[i + axis] - middle[axis]) ** 2;
    if (square < least) {
      least = square;
      best = i;
    }
  }
  return vectorFrom(points, best);
}

/** The corners of a part's triangles in the world. */
export function cornersOfPart({ tree, toWorld }: ClashBody): Float64Array {
  const { mesh } = tree;
  const { positions } = mesh;
  const points = new Float64Array(9 * mesh.triangleCount);
  for (let corner = 0; corner < 3 * mesh.triangleCount; corner++) {
    const v = 3 * (mesh.indices === null ? corner : mesh.indices[corner]);
    if (toWorld === null) points.set(positions.subarray(v, v + 3), 3 * corner);
    else movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], points, 3 * corner);
  }
  return points;
}

/** A point in the overlap of two solids whose surfaces do not meet: then a whole piece of one lies inside the other. */
export function pointOfPieceInside(a: ClashBody, b: ClashBody, sum: QueryStats): Vector | null {
  return pieceInside(a, b, sum) ?? pieceInside(b, a, sum);
}

function pieceInside(inner: ClashBody, outer: ClashBody, sum: QueryStats): Vector | null {
  const { mesh } = inner.tree;
  const { positions } = mesh;
  const stats = createStats();
  for (const triangle of topologyOf(mesh).parts) {
    const v = 3 * vertexOf(mesh, triangle, 0);
    const point = positions.slice(v, v + 3) as Float64Array;
    const world = new Float64Array(3);
    if (inner.toWorld === null) world.set(point);
    else movePoint(inner.toWorld, point[0], point[1], point[2], world, 0);
    const { side } = locatePoint(outer.tree, world, { toWorld: outer.toWorld, stats });
    addStats(sum, stats);
    if (side === "inside") return vectorFrom(world);
  }
  return null;
}
