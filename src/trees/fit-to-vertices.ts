import { fitBoxes, fitBoxesInKernel } from "./fit-boxes.ts";
import type { AabbTree } from "./layout.ts";
import { orderedVertices } from "./ordered-vertices.ts";
import { chooseOrigin } from "./origin.ts";

const origin = new Float64Array(3);

/** Fits origin and boxes of an AABB tree to the vertices; the exponent stays. Returns how many boxes there are. */
export function fitAabbToVertices(tree: AabbTree): number {
  const { positions } = tree.mesh;
  chooseOrigin(positions, origin);
  const sizes = fitBoxesInKernel(tree, origin);
  if (sizes === null) fitBoxes(tree, orderedVertices(positions, origin));
  tree.origin.set(origin);
  tree.fitCount.fits++;
  tree.fitCount.isSwept = false;
  tree.fitCount.sizes = sizes;
  return tree.nodeCount;
}
