import { movePoint } from "../../geometry/affine.ts";
import { commonPoint } from "../../geometry/distance/common-point.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { INSIDE, locate } from "../classify/locate-point.ts";
import { type PosedTree, poseTree } from "../classify/posed-tree.ts";
import { closestPoint } from "../distance/closest-point.ts";
import type { Motion } from "./solids-meet.ts";
import { depthOfVertices } from "./vertex-depth.ts";

// How far b must move at least, whatever the direction. A vertex of one solid that lies r deep in the other stays inside for any shorter
// translation. A point that lies r deep in one solid and s deep in the other is the centre of two balls, one in each, which separate only
// after r + s.

/** The largest number of meeting pairs whose contact points are tried. */
const PAIRS = 8;

/** In world units; `direction` says where to look. Rounded to nearest, so it may be slightly too large. */
export function leastTravel(motion: Motion, pairs: Uint32Array, direction: ArrayLike<number>): number {
  const { a, b, aToWorld, bToWorld } = motion;
  const back = Float64Array.from(direction, (x) => -x);
  let least = Math.max(
    depthOfVertices(b, bToWorld, a, aToWorld, direction),
    depthOfVertices(a, aToWorld, b, bToWorld, back),
  );
  const posedA = poseTree(a, aToWorld, "aToWorld");
  const posedB = poseTree(b, bToWorld, "bToWorld");
  for (const point of middlesOfContact(motion, pairs)) {
    const inA = depthIn(posedA, point);
    if (inA > 0) {
      const inB = depthIn(posedB, point);
      if (inB > 0) least = Math.max(least, inA + inB);
    }
  }
  return least;
}

function depthIn(posed: PosedTree, point: Float64Array): number {
  if (locate(posed, point) !== INSIDE) return 0;
  return closestPoint(posed.tree, point, { toWorld: posed.toWorld })!.distance;
}

const corners = new Float64Array(18);

/** The centroid of some contact points, and the midpoints of contact points that are half of the list apart. */
function middlesOfContact({ a, b, aToWorld, bToWorld }: Motion, pairs: Uint32Array): Float64Array[] {
  const count = Math.min(PAIRS, pairs.length / 2);
  const points: Float64Array[] = [];
  for (let i = 0; i < count; i++) {
    const pair = 2 * Math.floor((i * pairs.length) / 2 / count);
    setTriangle(a, aToWorld, pairs[pair], 0);
    setTriangle(b, bToWorld, pairs[pair + 1], 9);
    const point = new Float64Array(3);
    commonPoint(corners, 0, corners, 9, point);
    points.push(point);
  }
  const half = count >> 1;
  const middles = points.slice(0, half).map((p, i) => p.map((x, axis) => (x + points[i + half][axis]) / 2));
  const all = new Float64Array(3);
  for (const point of points) for (let axis = 0; axis < 3; axis++) all[axis] += point[axis] / count;
  return count === 0 ? [] : [all, ...middles];
}

function setTriangle({ mesh }: BinaryTree, toWorld: Float64Array, triangle: number, to: number): void {
  for (let k = 0; k < 3; k++) {
    const v = 3 * vertexOf(mesh, triangle, k);
    const [x, y, z] = mesh.positions.subarray(v, v + 3);
    movePoint(toWorld, x, y, z, corners, to + 3 * k);
  }
}
