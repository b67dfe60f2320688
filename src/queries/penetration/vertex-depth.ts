import { movePoint } from "../../geometry/affine.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { INSIDE, locate } from "../classify/locate-point.ts";
import { poseTree } from "../classify/posed-tree.ts";
import { closestPoint } from "../distance/closest-point.ts";

// A lower bound of the depth of two solids: a vertex of one that lies in the other, r away from its surface, stays
// inside under every translation shorter than r, because the ball of radius r around it is inside.

/** How many vertices of either side are tried, beginning with the deepest along the way out. */
const TRIED = 6;

const point = new Float64Array(3);

/** The largest such r among a few vertices of `inner`. */
export function depthOfVertices(
  { mesh: inner }: BinaryTree,
  innerToWorld: Float64Array,
  outer: BinaryTree,
  outerToWorld: Float64Array,
  wayOut: ArrayLike<number>,
): number {
  const posed = poseTree(outer, outerToWorld, "toWorld");
  const { positions } = inner;
  let deepest = 0;
  for (const vertex of leastAlong(inner, innerToWorld, wayOut)) {
    const v = 3 * vertex;
    movePoint(innerToWorld, positions[v], positions[v + 1], positions[v + 2], point, 0);
    const { distance } = closestPoint(outer, point, { toWorld: outerToWorld })!;
    // The ray costs more than the distance, so it is cast only where it may matter.
    if (distance > deepest && locate(posed, point) === INSIDE) deepest = distance;
  }
  return deepest;
}

const known = new WeakMap<object, Uint32Array>();

/** The vertices of all triangles, each once, by their first triangle. Indices do not change. */
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

/** The used vertices that have farthest to go along the way out. */
function leastAlong(mesh: TriangleMesh, m: Float64Array, d: ArrayLike<number>): number[] {
  const { positions } = mesh;
  // The direction in the model's space, where heights differ by a constant only.
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
