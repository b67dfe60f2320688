import { fitBoxes } from "./fit-boxes.ts";
import type { AabbTree } from "./layout.ts";
import { orderedVertices } from "./ordered-vertices.ts";

/**
 * Fits the boxes to the mesh's vertices as they are now; the tree's structure stays. Throws `MeshError` at the first
 * coordinate that is not finite or too large, before any box is touched.
 */
export function refit(tree: AabbTree): void {
  fitBoxes(tree, orderedVertices(tree.mesh.positions));
}
