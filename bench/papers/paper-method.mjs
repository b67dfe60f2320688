import { buildAabbTree, buildObbTree } from "abut";

// Van den Bergen 1997: one triangle a leaf, the larger of two overlapping nodes is split, depth first.

export const PAPER_QUERY = { descend: "larger", order: "depth-first" };

/** `kind`: "aabb", split at the middle of the longest axis; or "obb", after RAPID. */
export function buildPaperTree(kind, mesh) {
  return kind === "aabb"
    ? buildAabbTree(mesh, { split: "midpoint", leafSize: 1 })
    : buildObbTree(mesh, { leafSize: 1 });
}
