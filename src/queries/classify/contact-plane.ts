import { shareCorner } from "../../geometry/overlap/triangle-triangle-exact.ts";
import { rootOf } from "../../mesh/surface-topology.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { orient3d } from "../../numerics/orient.ts";
import { collideOffPlane } from "../pairs/collide-off-plane.ts";
import { addStats, createStats, type QueryStats } from "../stats.ts";
import { locate, OUTSIDE } from "./locate-point.ts";
import { cornersInWorld, type PosedTree, worldPositions } from "./posed-tree.ts";
import { type PosedSurface, topologyOfSurface } from "./visit-pieces.ts";

// A bolt goes through the hole of a lug and touches it with its head. No plane separates the two, but all contact lies in one plane. Two
// steps then prove that they only touch:
// 1. No two triangles meet off the plane. So each piece into which the plane cuts a surface is entirely inside or outside the other solid.
// 2. A point of each such piece is outside the other solid.
// If the solids shared interior points, these would form a bounded open set, whose border does not fit into a plane: it would contain
// points of one surface, off the plane, inside the other solid. Exact.

/** Surfaces that a plane cuts into more pieces than this are left to the general search. */
const MOST_PIECES = 16;

/** Bits for the sides of a plane that a triangle reaches. */
const ABOVE = 1;
const BELOW = 2;

/**
 * Whether two solids that meet only touch in the plane of one of two triangles, one of a and one of b. False proves nothing. Adds the
 * counters of the search for pairs to `work`.
 */
export function touchInOnePlane(
  a: PosedSurface,
  b: PosedSurface,
  triangleA: number,
  triangleB: number,
  work: QueryStats,
): boolean {
  const planes = planesOf(a.posed, b.posed, triangleA, triangleB);
  const p = worldPositions(a.posed);
  const q = worldPositions(b.posed);
  const areOutside = (plane: Float64Array): boolean => {
    const sidesA = sidesOf(p, plane);
    const sidesB = sidesOf(q, plane);
    // A triangle without area has no plane: all points would seem to lie in it.
    if (!sidesA.some(isOff) && !sidesB.some(isOff)) return false;
    const stats = createStats();
    const [reachA, reachB] = [reaches(a.posed, sidesA), reaches(b.posed, sidesB)];
    const meetsElsewhere = collideOffPlane(a.posed, reachA, b.posed, reachB, stats);
    addStats(work, stats);
    return !meetsElsewhere && isOutside(a, p, sidesA, b.posed) && isOutside(b, q, sidesB, a.posed);
  };
  return planes.some(({ corners }) => areOutside(corners));
}

/**
 * Whether an edge of one of two triangles lies in the plane of the other or, unless they have a common corner, a corner does. Where parts
 * touch in a plane, that is so for most pairs; where they cross, for few. Exact.
 */
export function seemToRest(a: PosedTree, b: PosedTree, triangleA: number, triangleB: number): boolean {
  const planes = planesOf(a, b, triangleA, triangleB);
  const most = planes[0].inPlane;
  if (most !== 1) return most > 1;
  return !shareCorner(cornersInWorld(a, triangleA), 0, cornersInWorld(b, triangleB), 0);
}

/** The plane of a triangle, by its corners, and how many corners of the other triangle lie in it. */
interface PlaneOfPair {
  readonly corners: Float64Array;
  readonly inPlane: number;
}

/** The planes of two triangles, the one that holds more corners of the other triangle first; a single plane if they coincide. */
function planesOf(a: PosedTree, b: PosedTree, triangleA: number, triangleB: number): PlaneOfPair[] {
  const cornersA = cornersInWorld(a, triangleA);
  const cornersB = cornersInWorld(b, triangleB);
  const planes = [
    { corners: cornersA, inPlane: countInPlane(cornersB, cornersA) },
    { corners: cornersB, inPlane: countInPlane(cornersA, cornersB) },
  ];
  if (planes[0].inPlane === 3 && planes[1].inPlane === 3) return [planes[0]];
  return planes[1].inPlane > planes[0].inPlane ? planes.reverse() : planes;
}

function countInPlane(points: Float64Array, plane: Float64Array): number {
  return sidesOf(points, plane).reduce((count, side) => count + (side === 0 ? 1 : 0), 0);
}

function isOff(side: number): boolean {
  return side !== 0;
}

/** For each point its side of the plane: 1, −1, or 0 in the plane. */
function sidesOf(points: ArrayLike<number>, t: Float64Array): Int8Array {
  const sides = new Int8Array(points.length / 3);
  for (let v = 0; v < sides.length; v++) {
    const [x, y, z] = [points[3 * v], points[3 * v + 1], points[3 * v + 2]];
    const side = orient3d(t[0], t[1], t[2], t[3], t[4], t[5], t[6], t[7], t[8], x, y, z);
    sides[v] = side > 0 ? 1 : side < 0 ? -1 : 0;
  }
  return sides;
}

/** For each triangle the sides of the plane that it reaches: ABOVE, BELOW, both, or 0 if it lies in the plane. */
function reaches({ tree: { mesh } }: PosedTree, sides: Int8Array): Uint8Array {
  const reach = new Uint8Array(mesh.triangleCount);
  for (let t = 0; t < reach.length; t++)
    for (let corner = 0; corner < 3; corner++) {
      const side = sides[vertexOf(mesh, t, corner)];
      if (side !== 0) reach[t] |= side > 0 ? ABOVE : BELOW;
    }
  return reach;
}

/** Whether all pieces of a surface off the plane are outside a solid that they do not meet. */
function isOutside(
  surface: PosedSurface,
  points: ArrayLike<number>,
  sides: Int8Array,
  solid: PosedTree,
): boolean {
  const { corners } = topologyOfSurface(surface);
  const { mesh } = surface.posed.tree;
  // The part of a triangle on one side is convex and has a vertex there, so a piece is a set of vertices connected by edges on one side.
  const parents = new Uint32Array(sides.length);
  for (let v = 0; v < parents.length; v++) parents[v] = v;
  const isPiece = new Uint8Array(sides.length);
  for (let t = 0; t < mesh.triangleCount; t++)
    for (let corner = 0; corner < 3; corner++) {
      const next = corner === 2 ? 0 : corner + 1;
      const from = corners === null ? vertexOf(mesh, t, corner) : corners[3 * t + corner];
      if (sides[from] === 0) continue;
      isPiece[from] = 1;
      const to = corners === null ? vertexOf(mesh, t, next) : corners[3 * t + next];
      if (sides[from] === sides[to]) parents[rootOf(parents, from)] = rootOf(parents, to);
    }
  const place = new Float64Array(3);
  let pieces = 0;
  for (let v = 0; v < sides.length; v++) {
    if (isPiece[v] === 0 || rootOf(parents, v) !== v) continue;
    if (++pieces > MOST_PIECES) return false;
    for (let axis = 0; axis < 3; axis++) place[axis] = points[3 * v + axis];
    if (locate(solid, place) !== OUTSIDE) return false;
  }
  return true;
}
