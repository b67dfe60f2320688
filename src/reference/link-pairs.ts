import { bakePositions } from "../geometry/affine.ts";
import { createMesh } from "../mesh/triangle-mesh.ts";
import type { ArticulatedBody } from "../trees/articulated/articulated-body.ts";
import { findPairsByBruteForce } from "./triangle-pairs.ts";

/**
 * The slow twin of `findLinkPairs` and `findLinkTriangles`: moves every link to world space and tests every pair of links
 * and of triangles. `skip` lists pairs of links within one body to omit, as "linkA linkB" with the lower number first;
 * default: a link and its parent.
 */
export function findLinkTrianglesByBruteForce(
  a: ArticulatedBody,
  b: ArticulatedBody,
  skip: ReadonlySet<string> = adjacentLinks(a),
): { linkA: number; linkB: number; pairs: Uint32Array }[] {
  const worldA = bakeLinks(a);
  const worldB = bakeLinks(b);
  const found: { linkA: number; linkB: number; pairs: Uint32Array }[] = [];
  for (let linkA = 0; linkA < worldA.length; linkA++)
    for (let linkB = a === b ? linkA + 1 : 0; linkB < worldB.length; linkB++) {
      const [meshA, meshB] = [worldA[linkA]!, worldB[linkB]!];
      if (meshA === null || meshB === null) continue;
      if (a === b && skip.has(`${linkA} ${linkB}`)) continue;
      const pairs = findPairsByBruteForce(meshA, meshB);
      if (pairs.length > 0) found.push({ linkA, linkB, pairs });
    }
  return found;
}

function bakeLinks({ meshes, linkToWorld }: ArticulatedBody) {
  return meshes.map((mesh, link) => {
    if (mesh === null) return null;
    const positions = bakePositions(mesh.positions, linkToWorld.slice(16 * link, 16 * link + 16));
    return createMesh(mesh.indices === null ? { positions } : { positions, indices: mesh.indices });
  });
}

function adjacentLinks({ articulation, meshes }: ArticulatedBody): Set<string> {
  const skip = new Set<string>();
  articulation.parents.forEach((parent, link) => {
    let above = parent;
    while (above >= 0 && meshes[above] === null) above = articulation.parents[above];
    if (above >= 0) skip.add(`${Math.min(link, above)} ${Math.max(link, above)}`);
  });
  return skip;
}
