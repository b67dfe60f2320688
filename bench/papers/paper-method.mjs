import { buildAabbTree, buildObbTree } from "abut";
import { collideRecursively } from "abut/papers";

// Van den Bergen 1997: one triangle a leaf, nodes tested recursively.

/** What a benchmark asks, beside its options. */
export const PAPER_QUERY = { ask: collideRecursively };

/** The paper's rule, the two it rejected, that of the best-axis tutorial, and abut's. */
export const SPLITS = ["midpoint", "median", "half-balanced", "best-axis", "sah"];

/** What b is scaled by along its axes, for the claim of section 6. */
export const NONUNIFORM_SCALE = [1, 1.5, 0.7];

/** `kind`: "aabb", split at the middle of the longest axis; or "obb", after RAPID. */
export function buildPaperTree(kind, mesh) {
  return kind === "aabb"
    ? buildAabbTree(mesh, { split: "midpoint", leafSize: 1 })
    : buildObbTree(mesh, { leafSize: 1 });
}
