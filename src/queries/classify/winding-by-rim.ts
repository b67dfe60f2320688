import { movePoint } from "../../geometry/affine.ts";
import type { SurfaceTopology } from "../../mesh/surface-topology.ts";
import { passes, sideOf, triangleHolds } from "./crossings.ts";
import { type MeshRim, rimOf } from "./mesh-rim.ts";
import type { PosedTree } from "./posed-tree.ts";
import { halfSolidAngle, sumSolidAngles } from "./winding-number.ts";

// The winding number without a sum over all triangles. A fan from one vertex of the rim to all its edges closes the surface. The winding
// number of a closed surface is an integer, the signed crossings of a ray. The fan's own contribution is the solid angles of as many
// triangles as the rim has edges.

/** If more than this fraction of edges is on the rim, the sum over all triangles is as fast. */
const LONG_RIM = 1 / 4;
/** If numerator and denominator of a solid angle are below this fraction of their terms, the point is too close to an edge of the fan. */
const ILL = 2 ** -12;

const fan = new Float64Array(9);
const arms = new Float64Array(9);

/**
 * The generalized winding number of the surface around a point; equal to `sumSolidAngles` up to rounding. `crossings`: the signed crossings
 * of the surface, without the fan, by the ray of `locate`.
 */
export function windingByRim(
  posed: PosedTree,
  topology: SurfaceTopology,
  point: Float64Array,
  crossings: number,
): number {
  const rim = rimOf(topology, posed.tree.mesh);
  if (rim.from.length === 0) return crossings;
  if (isLong(rim, posed)) return sumSolidAngles(posed, point);
  const sum = closeByFan(posed, rim, point);
  return Number.isNaN(sum) ? sumSolidAngles(posed, point) : crossings + sum;
}

/** Whether the rim has too many edges for `windingByRim` to pay. */
export function hasLongRim(posed: PosedTree, topology: SurfaceTopology): boolean {
  return isLong(rimOf(topology, posed.tree.mesh), posed);
}

function isLong(rim: MeshRim, { tree }: PosedTree): boolean {
  return rim.from.length > LONG_RIM * tree.mesh.triangleCount;
}

/**
 * The correction by the fan: its solid angles minus its crossings, in turns. NaN if the point is on the fan or too close to one of its
 * edges.
 */
function closeByFan(posed: PosedTree, { vertices, from, to, uses }: MeshRim, point: Float64Array): number {
  let crossings = 0;
  let angles = 0;
  setCorner(posed, vertices[from[0]], 0);
  for (let e = 0; e < from.length; e++) {
    if (from[e] === from[0] || to[e] === from[0]) continue; // no area
    setCorner(posed, vertices[from[e]], 3);
    setCorner(posed, vertices[to[e]], 6);
    const side = sideOf(fan, 0, point);
    if (side === 0) {
      // Seen from a point in its plane, a triangle is edge-on unless it contains the point.
      if (triangleHolds(fan, 0, point)) return Number.NaN;
      continue;
    }
    if (mayCross(point)) {
      const turn = passes(fan, 0, point);
      if (turn !== 0 && side > 0 !== turn > 0) crossings += uses[e] * turn;
    }
    for (let k = 0; k < 9; k++) arms[k] = fan[k] - point[k % 3];
    const angle = Math.abs(halfSolidAngle(arms, ILL));
    // Zero: rounding has lost on which side of the triangle the point lies.
    if (!(angle > 0)) return Number.NaN;
    angles += uses[e] * (side < 0 ? angle : -angle);
  }
  posed.triangleTests += from.length;
  return angles / (2 * Math.PI) - crossings;
}

/** Whether the box of the fan's triangle lets the ray from the point along +x meet it. */
function mayCross(point: Float64Array): boolean {
  if (fan[0] < point[0] && fan[3] < point[0] && fan[6] < point[0]) return false;
  for (let axis = 1; axis < 3; axis++) {
    const x = point[axis];
    if (fan[axis] < x && fan[3 + axis] < x && fan[6 + axis] < x) return false;
    if (fan[axis] > x && fan[3 + axis] > x && fan[6 + axis] > x) return false;
  }
  return true;
}

function setCorner({ tree, toWorld, moves }: PosedTree, vertex: number, at: number): void {
  const { positions } = tree.mesh;
  const v = 3 * vertex;
  if (moves) movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], fan, at);
  else for (let axis = 0; axis < 3; axis++) fan[at + axis] = positions[v + axis];
}
