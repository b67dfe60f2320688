import type { ContactLines } from "./contact-lines.ts";
import {
  type ContactSurface,
  firstOnRay,
  moveSurfaceVertex,
  placeOfInner,
  slotOfTriangle,
} from "./contact-surface.ts";
import type { Manifold } from "./manifold-result.ts";
import { type Candidates, VERTEX_OF_A, VERTEX_OF_B } from "./region-candidates.ts";

// The contact points of a region: the chosen candidates, each with the opposite point of the other surface along the normal. The height
// between a point of a's piece and one of b's piece on such a line is a lower bound of the region's depth.

/** The ray back to a vertex ends before it by this fraction of its length, so that it misses the vertex's own triangles. */
const BEFORE = 1e-6;

const rayDirection = new Float64Array(3);
const place = new Float64Array(3);
const hit = new Float64Array(3);
const turned = new Float64Array(3);

/**
 * Writes a chosen candidate as the next point, with a depth of at most `most`. Returns its depth if that is proven to be a depth of the
 * region and exceeds `known`, otherwise `known`.
 */
export function writePoint(
  out: Manifold,
  candidates: Candidates,
  candidate: number,
  lines: ContactLines,
  a: ContactSurface,
  b: ContactSurface,
  region: number,
  most: number,
  known: number,
): number {
  const sort = candidates.sorts[candidate];
  let depth = candidates.depths[candidate];
  let proven = known;
  let first = candidates.first[candidate];
  let second = candidates.second[candidate];
  if (sort !== VERTEX_OF_A && sort !== VERTEX_OF_B)
    for (let k = 0; k < 3; k++) place[k] = candidates.places[3 * candidate + k];
  else {
    const isA = sort === VERTEX_OF_A;
    const own = isA ? a : b;
    const other = isA ? b : a;
    for (let k = 0; k < 3; k++) place[k] = own.places[3 * first + k];
    first = own.inner[first];
    second = 0;
    for (let k = 0; k < 3; k++) rayDirection[k] = (isA ? -1 : 1) * out.normals[3 * region + k];
    // The vertex is inside a closed surface, so the ray leaves it somewhere, unless rounding moved the vertex inside.
    const triangle = firstOnRay(other, place, rayDirection, Infinity);
    depth = triangle < 0 ? 0 : other.rays.firstT;
    if (triangle >= 0 && depth > known && isInRegion(lines, triangle, depth, first, own, other, region))
      proven = depth;
  }
  const at = out.pointCount++;
  depth = Math.min(depth, most);
  const sign = sort === VERTEX_OF_B ? 1 : -1;
  const near = sort === VERTEX_OF_B ? out.pointsB : out.pointsA;
  const across = sort === VERTEX_OF_B ? out.pointsA : out.pointsB;
  for (let k = 0; k < 3; k++) {
    near[3 * at + k] = place[k];
    across[3 * at + k] = place[k] + sign * depth * out.normals[3 * region + k];
  }
  out.pointDepths[at] = depth;
  out.keys[2 * at] = 4 * first + sort;
  out.keys[2 * at + 1] = second;
  return proven;
}

/**
 * Whether the point hit by a ray from a vertex of the region's own piece is certainly on a piece of the other surface that the region
 * bounds.
 */
function isInRegion(
  lines: ContactLines,
  triangle: number,
  t: number,
  vertex: number,
  own: ContactSurface,
  other: ContactSurface,
  region: number,
): boolean {
  const slot = slotOfTriangle(other, triangle);
  if (slot < 0) {
    // The triangle that was hit meets no triangle of the own surface, so its corners are on one side.
    for (let k = 0; k < 3; k++) {
      const corner = other.graph.corners[3 * triangle + k];
      const place = placeOfInner(other, corner);
      if (place < 0 || other.marks[place] !== region) return false;
    }
    return true;
  }
  if (other.regions[slot] !== region) return false;
  for (let k = 0; k < 3; k++) hit[k] = place[k] + t * rayDirection[k];
  // The curve belongs to both pieces.
  if (isOnCurve(lines, region, hit)) return true;
  // Part of the triangle may be outside the own solid. The hit is inside if the ray back to the vertex is free and starts inside.
  if (!comesFromInside(own, vertex)) return false;
  for (let k = 0; k < 3; k++) turned[k] = -rayDirection[k];
  return firstOnRay(own, hit, turned, t * (1 - BEFORE)) < 0;
}

/** How many points of the curve are compared with a hit; longer curves belong to fine meshes. */
const FEW_POINTS = 64;
/** A hit this close to a point of the curve, relative to the coordinates, is that point up to rounding. */
const SAME_PLACE = 2 ** -44;

function isOnCurve(
  { points, regionPoints, regionStarts }: ContactLines,
  region: number,
  place: ArrayLike<number>,
): boolean {
  if (regionStarts[region + 1] - regionStarts[region] > FEW_POINTS) return false;
  const room = SAME_PLACE * (Math.abs(place[0]) + Math.abs(place[1]) + Math.abs(place[2]));
  for (let i = regionStarts[region]; i < regionStarts[region + 1]; i++) {
    const p = 3 * regionPoints[i];
    if (
      Math.abs(points[p] - place[0]) <= room &&
      Math.abs(points[p + 1] - place[1]) <= room &&
      Math.abs(points[p + 2] - place[2]) <= room
    )
      return true;
  }
  return false;
}

/**
 * Whether `rayDirection` leads from a vertex into its own solid: all triangles at the vertex face against it. Seen along it they are then a surface
 * without folds, and the solid lies behind.
 */
function comesFromInside(own: ContactSurface, vertex: number): boolean {
  const { starts, names, lastCorners } = own.graph;
  for (let i = starts[vertex]; i < starts[vertex + 1]; i++)
    if (!facesBack(own, names[i]) || !facesBack(own, lastCorners[names[i]])) return false;
  return true;
}

const corners = new Float64Array(9);

/** Whether the triangle of a corner faces against `rayDirection`. */
function facesBack(own: ContactSurface, corner: number): boolean {
  const triangle = corner - (corner % 3);
  for (let k = 0; k < 3; k++) moveSurfaceVertex(own, own.graph.corners[triangle + k], corners, 3 * k);
  const ux = corners[3] - corners[0];
  const uy = corners[4] - corners[1];
  const uz = corners[5] - corners[2];
  const vx = corners[6] - corners[0];
  const vy = corners[7] - corners[1];
  const vz = corners[8] - corners[2];
  const along =
    rayDirection[0] * (uy * vz - uz * vy) +
    rayDirection[1] * (uz * vx - ux * vz) +
    rayDirection[2] * (ux * vy - uy * vx);
  return along * own.outward < 0;
}
