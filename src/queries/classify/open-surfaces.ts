import { movePoint } from "../../geometry/affine.ts";
import { gridOf } from "../../geometry/contact/rational-point.ts";
import { KIND } from "../../geometry/contact/triangle-contact.ts";
import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { exactPoint } from "../contacts/contact-corners.ts";
import { LINE } from "../contacts/contact-segments.ts";
import type { PairContact } from "../contacts/pair-contact.ts";
import { isFoundAround } from "./locate-point.ts";
import { type PosedTree, worldPositions } from "./posed-tree.ts";
import { type PosedSurface, topologyOfSurface } from "./visit-pieces.ts";
import { crossAlong } from "./wedges.ts";

/** Two open meshes that meet, as surfaces. They are not duplicates. */
export function classifySurfaces(
  contact: PairContact,
  a: PosedTree,
  b: PosedTree,
): "overlapping" | "touching" {
  if (contact.joined().corners.kinds.includes(KIND.crossing)) return "overlapping";
  return crossAlongEdges(contact, a, b) ? "overlapping" : "touching";
}

/**
 * Whether the surfaces cross where edges of one lie on the other, so that no two triangles cross properly. Only segments without an
 * adjacent common area are examined: whether one surface passes through the other across an area is not decided.
 */
function crossAlongEdges(contact: PairContact, a: PosedTree, b: PosedTree): boolean {
  const triangles = contact.triangles();
  const { corners, segments } = contact.joined();
  const lines = new Set<number>();
  corners.kinds.forEach((kind, i) => {
    const segment = segments.ofCorners[corners.starts[i]];
    if (kind === KIND.segment && segments.places[segment] === LINE) lines.add(segment);
  });
  if (lines.size === 0) return false;
  const grid = gridOf(worldPositions(a), worldPositions(b));
  const end = (at: number) => exactPoint(triangles, corners, segments.ends[at], grid);
  return [...lines].some((s) => crossAlong(a, b, end(2 * s), end(2 * s + 1), grid));
}

/** Whether the winding number of `around` is at least one half at each part of `surface`, which does not meet it. */
export function isFoundInside(surface: PosedSurface, around: PosedSurface): boolean {
  const { posed } = surface;
  const topology = topologyOfSurface(surface);
  const { mesh } = posed.tree;
  const point = new Float64Array(3);
  return topology.parts.every((triangle) => {
    const v = 3 * vertexOf(mesh, triangle, 0);
    movePoint(posed.toWorld, mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2], point, 0);
    return isFoundAround(around.posed, topologyOfSurface(around), point);
  });
}
