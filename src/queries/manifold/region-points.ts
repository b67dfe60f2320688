import { castRay, type RayHit } from "../shapes/cast-ray.ts";
import { type ContactSurface, INSIDE, sideOfVertex } from "./contact-surface.ts";
import type { Manifold } from "./manifold-result.ts";
import { type Candidates, VERTEX_OF_A, VERTEX_OF_B } from "./region-candidates.ts";

// The contact points of a region: what was chosen among the candidates, with the point of the other surface straight across,
// along the normal. The height between a point of a's piece and one of b's piece on one such line is a lower bound of the
// region's depth.

/** A ray back to a vertex may be shorter than the way from it by this share, which is rounding. */
const SAME_WAY = 1e-9;

const way = new Float64Array(3);
const place = new Float64Array(3);
const turned = new Float64Array(3);

/** Writes a chosen candidate as the next point; its depth is `most` at most. Returns the depth if that is proven for the region, else 0. */
export function writePoint(
  out: Manifold,
  candidates: Candidates,
  candidate: number,
  a: ContactSurface,
  b: ContactSurface,
  region: number,
  most: number,
): number {
  const sort = candidates.sorts[candidate];
  let depth = candidates.depths[candidate];
  let proven = 0;
  for (let k = 0; k < 3; k++) place[k] = candidates.places[3 * candidate + k];
  if (sort === VERTEX_OF_A || sort === VERTEX_OF_B) {
    const isA = sort === VERTEX_OF_A;
    const other = isA ? b : a;
    for (let k = 0; k < 3; k++) way[k] = (isA ? -1 : 1) * out.normals[3 * region + k];
    // A vertex inside a closed surface: the ray leaves it somewhere, unless rounding has turned a vertex in.
    const hit = castRay(other.tree, place, way, { toWorld: other.toWorld });
    depth = hit === null ? 0 : hit.t;
    if (hit !== null && isInRegion(hit, isA ? a : b, other, region)) proven = depth;
  }
  const at = out.pointCount++;
  depth = Math.min(depth, most);
  const sign = sort === VERTEX_OF_B ? 1 : -1;
  const [own, across] = sort === VERTEX_OF_B ? [out.pointsB, out.pointsA] : [out.pointsA, out.pointsB];
  for (let k = 0; k < 3; k++) {
    own[3 * at + k] = place[k];
    across[3 * at + k] = place[k] + sign * depth * out.normals[3 * region + k];
  }
  out.pointDepths[at] = depth;
  out.keys[2 * at] = 4 * candidates.first[candidate] + sort;
  out.keys[2 * at + 1] = candidates.second[candidate];
  return proven;
}

/**
 * Whether the point that a ray from a vertex of the region's own piece has hit is surely on a piece of the other surface that
 * the region bounds.
 */
function isInRegion(
  { triangle, t, point }: RayHit,
  own: ContactSurface,
  other: ContactSurface,
  region: number,
): boolean {
  if (other.triangleQueries[triangle] !== other.query) {
    // It meets no triangle of the own surface: its corners are on one side.
    for (let k = 0; k < 3; k++) {
      const vertex = other.graph.corners[3 * triangle + k];
      if (sideOfVertex(other, vertex) !== INSIDE) return false;
      if (other.marks[other.innerPlaces[vertex]] !== region) return false;
    }
    return true;
  }
  if (other.regions[other.triangleSlots[triangle]] !== region) return false;
  // Part of it may be outside: the hit is inside if the way back to the vertex is.
  for (let k = 0; k < 3; k++) turned[k] = -way[k];
  const back = castRay(own.tree, point, turned, { toWorld: own.toWorld });
  if (back === null || back.t < t * (1 - SAME_WAY)) return false;
  const { normal } = back;
  const leaves = normal[0] * turned[0] + normal[1] * turned[1] + normal[2] * turned[2];
  return leaves * own.outward > 0;
}
