import type { Pose } from "../geometry/affine.ts";
import type { TriangleMesh } from "../mesh/triangle-mesh.ts";
import { findSelfPairsByBruteForce } from "./self-pairs.ts";
import { trianglesMeetByIntegers } from "./slow-triangle-triangle.ts";
import { worldTriangles } from "./triangle-pairs.ts";

/** A body of a world, as the slow twin sees it. */
export interface ReferenceBody {
  id: number;
  kind: "static" | "rigid" | "deformable" | "articulated";
  /** One mesh, or that of each link; null for a link without one. */
  meshes: readonly (TriangleMesh | null)[];
  /** Where each of them stands. */
  toWorld: readonly (Pose | null)[];
  groups?: number;
  mask?: number;
  /** Whether the body is tested with itself. */
  self?: boolean;
}

/** Two bodies, or links, that meet, and in which triangles. */
export interface ReferenceWorldPair {
  bodyA: number;
  bodyB: number;
  linkA: number;
  linkB: number;
  triangles: Uint32Array;
}

/**
 * The slow twin of a world's step: all bodies with all others, all links, all triangles. `isAllowed` says which links may touch and are
 * not tested. Sorted by (bodyA, bodyB, linkA, linkB).
 */
export function worldPairs(
  bodies: readonly ReferenceBody[],
  isAllowed: (pair: Omit<ReferenceWorldPair, "triangles">) => boolean = () => false,
): ReferenceWorldPair[] {
  const sorted = [...bodies].sort((a, b) => a.id - b.id);
  const found: ReferenceWorldPair[] = [];
  sorted.forEach((a, i) => {
    for (const b of sorted.slice(i)) {
      if (!areTested(a, b)) continue;
      for (let linkA = 0; linkA < a.meshes.length; linkA++)
        for (let linkB = a === b ? linkA : 0; linkB < b.meshes.length; linkB++) {
          const pair = { bodyA: a.id, bodyB: b.id, linkA, linkB };
          if (isAllowed(pair)) continue;
          const triangles = trianglesOf(a, linkA, b, linkB);
          if (triangles.length > 0) found.push({ ...pair, triangles });
        }
    }
  });
  return found;
}

function areTested(a: ReferenceBody, b: ReferenceBody): boolean {
  if (a === b) return a.self === true;
  if (a.kind === "static" && b.kind === "static") return false;
  const { groups: groupsA = 1, mask: maskA = ~0 } = a;
  const { groups: groupsB = 1, mask: maskB = ~0 } = b;
  return (groupsA & maskB) !== 0 && (groupsB & maskA) !== 0;
}

function trianglesOf(a: ReferenceBody, linkA: number, b: ReferenceBody, linkB: number): Uint32Array {
  const [meshA, meshB] = [a.meshes[linkA], b.meshes[linkB]];
  if (meshA === null || meshB === null) return NO_TRIANGLES;
  const aToWorld = a.toWorld[linkA];
  // A deformable body meets itself; a link does not.
  if (a === b && linkA === linkB)
    return a.kind === "deformable"
      ? findSelfPairsByBruteForce(meshA, { toWorld: aToWorld }).pairs
      : NO_TRIANGLES;
  const [worldA, worldB] = [worldTriangles(meshA, aToWorld), worldTriangles(meshB, b.toWorld[linkB])];
  const pairs: number[] = [];
  for (let i = 0; i < worldA.length; i += 9)
    for (let j = 0; j < worldB.length; j += 9)
      if (doBoxesMeet(worldA, i, worldB, j) && trianglesMeetByIntegers(worldA, i, worldB, j))
        pairs.push(i / 9, j / 9);
  return Uint32Array.from(pairs);
}

const NO_TRIANGLES = new Uint32Array(0);

/** Whether the boxes around two triangles share a point. Comparisons of coordinates are exact, and spare most of the integers. */
function doBoxesMeet(a: Float64Array, i: number, b: Float64Array, j: number): boolean {
  for (let axis = 0; axis < 3; axis++) {
    const [p, q] = [i + axis, j + axis];
    if (Math.max(a[p], a[p + 3], a[p + 6]) < Math.min(b[q], b[q + 3], b[q + 6])) return false;
    if (Math.max(b[q], b[q + 3], b[q + 6]) < Math.min(a[p], a[p + 3], a[p + 6])) return false;
  }
  return true;
}
