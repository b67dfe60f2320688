import { movePoint } from "../../geometry/affine.ts";
import { type ConvexPair, createConvexPair, setConvexPair } from "../../geometry/convex/convex-pair.ts";
import { type ConvexShape, createConvexShape } from "../../geometry/convex/convex-shape.ts";
import { createConvexDistance, gjk } from "../../geometry/convex/gjk.ts";
import { createSimplex } from "../../geometry/convex/simplex.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import type { BinaryTree } from "../../trees/layout.ts";
import { findPairs } from "../pairs/find-pairs.ts";
import { addStats } from "../stats.ts";
import { reachAlong, type Separation } from "./separation.ts";
import { type Motion, moveB } from "./solids-meet.ts";

/** Finds where b, moved back slightly from the end of its translation, first touches a, and writes the contact points. */
export function placeContact(motion: Motion, hulls: ConvexPair, separation: Separation): void {
  const { a, b, aToWorld, moved, query, sum } = motion;
  const { direction, travel, pointA, pointB } = separation;
  let { triangleA, triangleB } = separation;
  if (triangleA < 0) {
    moveB(motion, direction, separation.tooShort);
    // All pairs, and of these the first by triangle numbers: which pair `collide` finds depends on the tree.
    const { pairs, stats } = findPairs(a, b, {
      test: query.test,
      descend: query.descend,
      aToWorld,
      bToWorld: moved,
    });
    addStats(sum, stats);
    if (pairs.length > 0) [triangleA, triangleB] = pairs;
  }
  if (triangleA < 0) {
    // b left a's inside without a contact that a test could see: any point on that side of the hull will do.
    reachAlong(hulls, direction);
    const v = 3 * hulls.a.sources[hulls.cornerA];
    const { positions } = a.mesh;
    movePoint(aToWorld, positions[v], positions[v + 1], positions[v + 2], pointA, 0);
    for (let axis = 0; axis < 3; axis++) pointB[axis] = pointA[axis] - travel * direction[axis];
    return;
  }
  moveB(motion, direction, travel);
  setTriangle(a, aToWorld, triangleA, shapeA);
  setTriangle(b, moved, triangleB, shapeB);
  // Which triangles `collide` finds depends on the tree. As hulls, all triangles around a common vertex start GJK there, so the points do
  // not.
  const isOfTree = separation.triangleA < 0;
  setConvexPair(
    triangles,
    isOfTree ? createConvexShape(shapeA.points) : shapeA,
    IDENTITY,
    isOfTree ? createConvexShape(shapeB.points) : shapeB,
    IDENTITY,
  );
  simplex.count = 0;
  gjk(triangles, simplex, false, distance);
  for (let axis = 0; axis < 3; axis++) {
    pointA[axis] = distance.pointA[axis];
    pointB[axis] = distance.pointB[axis] - travel * direction[axis];
  }
}

const triangles = createConvexPair();
const simplex = createSimplex();
const distance = createConvexDistance();
const shapeA = createTriangle();
const shapeB = createTriangle();

/** A shape of three corners: GJK needs no hull, even if they are collinear. */
function createTriangle(): ConvexShape {
  return {
    dimension: 2,
    points: new Float64Array(9),
    pointCount: 3,
    sources: Uint32Array.of(0, 1, 2),
    faces: Uint32Array.of(0, 1, 2, 0, 2, 1),
    neighbours: Uint32Array.of(1, 2, 2, 0, 0, 1),
    starts: Uint32Array.of(0, 2, 4, 6),
    reach: new Float64Array(3),
  };
}

/** Sets the corners to those of a triangle in the world. */
function setTriangle(
  { mesh }: BinaryTree,
  toWorld: Float64Array,
  triangle: number,
  { points, reach }: ConvexShape,
): void {
  const { positions } = mesh;
  for (let k = 0; k < 3; k++) {
    const v = 3 * vertexOf(mesh, triangle, k);
    movePoint(toWorld, positions[v], positions[v + 1], positions[v + 2], points, 3 * k);
  }
  for (let axis = 0; axis < 3; axis++)
    reach[axis] = Math.max(Math.abs(points[axis]), Math.abs(points[3 + axis]), Math.abs(points[6 + axis]));
}

const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);
