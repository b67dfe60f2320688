import { exponentOf } from "../mesh/tiny-mesh.ts";
import { noteRefit } from "./copy-policy.ts";
import { fitBoxes, fitBoxesInKernel } from "./fit-boxes.ts";
import { type AabbTree, checkBoxTree, type RTree } from "./layout.ts";
import { orderedVertices } from "./ordered-vertices.ts";
import { chooseOrigin } from "./origin.ts";
import { fitRTree } from "./r-tree/fit.ts";
import { forgetLeastCoordinate, twinToFit } from "./twin.ts";

const origin = new Float64Array(3);

/**
 * Fits the boxes to the mesh's current vertices. The tree's structure stays; `shouldRebuild` says when it has degraded too
 * much. Throws `MeshError` at the first coordinate that is not finite or too large, before any box is changed.
 */
export function refit(tree: AabbTree | RTree): void {
  checkBoxTree(tree, "refit");
  const exponent = exponentOf(tree.mesh);
  const fitted = twinToFit(tree, exponent);
  fitToVertices(fitted);
  if (fitted.kind === "aabb") noteRefit(fitted);
  tree.exponent[0] = exponent;
  forgetLeastCoordinate(tree);
}

/** Fits origin and boxes to the vertices; the exponent stays. */
export function fitToVertices(tree: AabbTree | RTree): void {
  const { positions } = tree.mesh;
  chooseOrigin(positions, origin);
  if (tree.kind === "r-tree" || !fitBoxesInKernel(tree, origin)) {
    const vertices = orderedVertices(positions, origin);
    if (tree.kind === "r-tree") fitRTree(tree, vertices);
    else fitBoxes(tree, vertices);
  }
  tree.origin.set(origin);
  if (tree.kind === "aabb") tree.fitCount.fits++;
}
