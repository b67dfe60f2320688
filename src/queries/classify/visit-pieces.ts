import { movePoint } from "../../geometry/affine.ts";
import { FINEST, gridOf, integersOf } from "../../geometry/contact/rational-point.ts";
import { KIND } from "../../geometry/contact/triangle-contact.ts";
import { representatives, rootOf, type SurfaceTopology } from "../../mesh/surface-topology.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { cross, type IntegerVector, minus } from "../../numerics/integer-vectors.ts";
import { topologyOfTree } from "../../trees/solid-of-tree.ts";
import { type ContactCorners, exactPoint } from "../contacts/contact-corners.ts";
import { BORDER, type ContactSegments, INNER, NO_SEGMENT } from "../contacts/contact-segments.ts";
import type { GatheredTriangles } from "../contacts/gather-triangles.ts";
import { isInsideBeside } from "./exact-parity.ts";
import { INSIDE, locate, ON } from "./locate-point.ts";
import { type PosedTree, worldPositions } from "./posed-tree.ts";
import { visitWedges, type WedgeVisitor } from "./wedges.ts";

// The surfaces cut each other into pieces. Each piece lies inside the other solid, outside it, or on its surface. A piece that no contact
// segment cuts consists of whole triangles, and one of its points represents all. Every other piece borders on a contact segment and
// appears in the wedges around it.

export interface PosedSurface {
  readonly posed: PosedTree;
}

/** Computing the topology takes longer than many queries, so it is computed when first needed and kept with the tree. */
export function topologyOfSurface({ posed }: PosedSurface): SurfaceTopology {
  return topologyOfTree(posed.tree);
}

export function isClosed(surface: PosedSurface): boolean {
  return topologyOfSurface(surface).closed;
}

/** Reports, for each connected part of `surface` without the marked triangles, whether it is inside `solid`. */
export function visitParts(
  surface: PosedSurface,
  without: Uint8Array | null,
  solid: PosedTree,
  visit: (inside: boolean) => boolean,
): void {
  const topology = topologyOfSurface(surface);
  const parts = without === null ? topology.parts : representatives(topology.edges, without);
  for (const triangle of parts) if (visit(isInside(surface.posed, triangle, solid))) return;
}

const corners = new Float64Array(16);

/** Whether a triangle that meets the solid's surface at most in single points is inside. */
function isInside({ tree, toWorld }: PosedTree, triangle: number, solid: PosedTree): boolean {
  const { mesh } = tree;
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * vertexOf(mesh, triangle, corner);
    movePoint(toWorld, mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2], corners, 3 * corner);
    const side = locate(solid, corners.subarray(3 * corner, 3 * corner + 3));
    if (side !== ON) return side === INSIDE;
  }
  // All corners touch, so test next to the centroid, which lies in the triangle's plane.
  const [p, q, r] = [0, 3, 6].map((i) => integersOf(corners, i, FINEST)) as [
    IntegerVector,
    IntegerVector,
    IntegerVector,
  ];
  const along = minus(q, p);
  const centroid = [p[0] + q[0] + r[0], p[1] + q[1] + r[1], p[2] + q[2] + r[2], 3n] as const;
  return isInsideBeside(solid, centroid, FINEST, [along, cross(along, minus(r, p))]);
}

/**
 * Marks the triangles of the mesh that a segment or area of the contact cuts or covers. Side 0 is a, side 1 is b. A degenerate triangle
 * cuts nothing; one that touches is still marked, so that the parts it connects are examined separately.
 */
export function markCut(
  { pairs, originals, sizes }: GatheredTriangles,
  { kinds, starts }: ContactCorners,
  side: 0 | 1,
  triangleCount: number,
): Uint8Array {
  const marks = new Uint8Array(triangleCount);
  for (let i = 0; i < kinds.length; i++) {
    const triangle = pairs[2 * i + side];
    const isCut = starts[i + 1] - starts[i] > 1 && kinds[i] !== KIND.degenerate;
    if (isCut || sizes[triangle] < 3) marks[originals[triangle]] = 1;
  }
  return marks;
}

/** Reports the wedges around all segments that could reveal something new, until `isDone`. */
export function visitSegments(
  a: PosedTree,
  b: PosedTree,
  triangles: GatheredTriangles,
  found: ContactCorners,
  segments: ContactSegments,
  visitor: WedgeVisitor,
  isDone: () => boolean,
): void {
  const chosen = chooseSegments(triangles, found, segments);
  const grid = gridOf(worldPositions(a), worldPositions(b));
  for (let s = 0; s < segments.count && !isDone(); s++)
    if (chosen[s] === 1)
      visitWedges(
        a,
        b,
        exactPoint(triangles, found, segments.ends[2 * s], grid),
        exactPoint(triangles, found, segments.ends[2 * s + 1], grid),
        grid,
        visitor,
      );
}

/**
 * All segments except those inside coplanar parts, where only two patches meet: the wedges on both sides also appear at the part's border.
 * A part without a border keeps one segment.
 */
export function chooseSegments(
  { pairs, countA }: GatheredTriangles,
  { kinds, starts }: ContactCorners,
  { count, places, ofCorners, patches }: ContactSegments,
): Uint8Array {
  const chosen = new Uint8Array(count);
  const around = new Map<number, Set<number>>();
  for (let i = 0; i < kinds.length; i++) {
    if (kinds[i] === KIND.degenerate) continue;
    for (let k = starts[i]; k < starts[i + 1]; k++) {
      const segment = ofCorners[k];
      if (segment === NO_SEGMENT) continue;
      if (places[segment] !== INNER) chosen[segment] = 1;
      else {
        if (!around.has(segment)) around.set(segment, new Set());
        around
          .get(segment)!
          .add(pairs[2 * i])
          .add(pairs[2 * i + 1]);
      }
    }
  }
  for (const [segment, own] of around) {
    const ofA = [...own].filter((t) => t < countA).length;
    if (ofA > 2 || own.size - ofA > 2) chosen[segment] = 1;
  }
  for (const segment of innerOfBorderless(starts, places, ofCorners, patches)) chosen[segment] = 1;
  return chosen;
}

/** One segment of each connected group of patches that has no border. */
function innerOfBorderless(
  starts: Uint32Array,
  places: Uint8Array,
  ofCorners: Uint32Array,
  patches: Uint32Array,
): number[] {
  const parents = Uint32Array.from(patches.keys());
  const owners = new Map<number, number>();
  const hasBorder = new Uint8Array(patches.length);
  const eachSegment = (visit: (patch: number, segment: number) => void) => {
    patches.forEach((pair, patch) => {
      for (let k = starts[pair]; k < starts[pair + 1]; k++)
        if (ofCorners[k] !== NO_SEGMENT) visit(patch, ofCorners[k]);
    });
  };
  eachSegment((patch, segment) => {
    const owner = owners.get(segment);
    if (owner === undefined) owners.set(segment, patch);
    else parents[rootOf(parents, patch)] = rootOf(parents, owner);
  });
  eachSegment((patch, segment) => {
    if (places[segment] === BORDER) hasBorder[rootOf(parents, patch)] = 1;
  });
  return patchesWithout(parents, hasBorder).map((patch) => ofCorners[starts[patches[patch]]]);
}

function patchesWithout(parents: Uint32Array, hasBorder: Uint8Array): number[] {
  const found: number[] = [];
  for (let patch = 0; patch < parents.length; patch++)
    if (parents[patch] === patch && hasBorder[patch] === 0) found.push(patch);
  return found;
}
