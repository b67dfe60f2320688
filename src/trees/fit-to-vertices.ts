import { fitBoxes, fitBoxesInKernel } from "./fit-boxes.ts";
import type { AabbTree, RTree } from "./layout.ts";
import { orderedVertices } from "./ordered-vertices.ts";
import { chooseOrigin } from "./origin.ts";
import { fitRTree } from "./r-tree/fit.ts";

const origin = new Float64Array(3);

/** Fits origin and boxes to the vertices; the exponent stays. Returns how many boxes there are. */
export function fitToVertices(tree: AabbTree | RTree): number {
  const { positions } = tree.mesh;
  chooseOrigin(positions, origin);
  if (tree.kind === "r-tree") {
    const boxesFitted = fitRTree(tree, orderedVertices(positions, origin));
    tree.origin.set(origin);
    return boxesFitted;
  }
  const sizes = fitBoxesInKernel(tree, origin);
  if (sizes === null) fitBoxes(tree, orderedVertices(positions, origin));
  tree.origin.set(origin);
  tree.fitCount.fits++;
  tree.fitCount.isSwept = false;
  tree.fitCount.sizes = sizes;
  return tree.nodeCount;
}
