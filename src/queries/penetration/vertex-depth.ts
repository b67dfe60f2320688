import { movePoint } from "../../geometry/affine.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { INSIDE, locate } from "../classify/locate-point.ts";
import { poseTree } from "../classify/posed-tree.ts";
import { closestPoint } from "../distance/closest-point.ts";

// A lower bound of the depth of two solids: a vertex of one that lies inside the other, at distance r from its surface, stays inside under
// every translation shorter than r, because the ball of radius r around it is inside.

/** How many vertices of each side are tried, starting with the deepest along the direction of separation. */
const TRIED = 6;

const point = new Float64Array(3);

/** The largest distance from the surface of `outer` among a few vertices of `inner` that lie inside it. */
export function depthOfVertices(
  { mesh: inner }: BinaryTree,
  innerToWorld: Float64Array,
  outer: BinaryTree,
  outerToWorld: Float64Array,
  direction: ArrayLike<number>,
): number {
  const posed = poseTree(outer, outerToWorld, "toWorld");
  const { positions } = inner;
  let deepest = 0;
  for (const vertex of leastAlong(inner, innerToWorld, direction)) {
    const v = 3 * vertex;
    movePoint(innerToWorld, positions[v], positions[v + 1], positions[v + 2], point, 0);
    const { distance } = closestPoint(outer, point, { toWorld: outerToWorld })!;
    // The ray costs more than the distance, so cast it only if it can matter.
    if (distance > deepest && locate(posed, point) === INSIDE) deepest = distance;
  }
  return deepest;
}

const known = new WeakMap<object, Uint32Array>();

/** The vertices used by triangles, each once, in order of their first triangle. Kept, because indices do not change. */
function usedVerticesOf({ indices, positions }: TriangleMesh): Uint32Array {
  const key = indices ?? positions;
  let used = known.get(key);
  if (used === undefined) {
    used =
      indices === null
        ? Uint32Array.from({ length: positions.length / 3 }, (_, v) => v)
        : Uint32Array.from(new Set(indices));
    known.set(key, used);
  }
  return used;
}

/** The used vertices that have the farthest to go along the direction of separation. */
function leastAlong(mesh: TriangleMesh, m: Float64Array, d: ArrayLike<number>): number[] {
  const { positions } = mesh;
  // The direction in model space, where heights differ only by a constant.
  const [x, y, z] = [0, 4, 8].map((k) => m[k] * d[0] + m[k + 1] * d[1] + m[k + 2] * d[2]) as [
    number,
    number,
    number,
  ];
  const found: number[] = [];
  const heights: number[] = [];
  let most = Infinity;
  for (const vertex of usedVerticesOf(mesh)) {
    const height = x * positions[3 * vertex] + y * positions[3 * vertex + 1] + z * positions[3 * vertex + 2];
    if (height >= most) continue;
    let place = found.length;
    while (place > 0 && heights[place - 1] > height) place--;
    found.splice(place, 0, vertex);
    heights.splice(place, 0, height);
    if (found.length <= TRIED) continue;
    found.pop();
    heights.pop();
    most = heights[TRIED - 1];
  }
  return found;
}
