import { fitBoxes, fitBoxesInKernel, fitBoxesPlainly } from "./fit-boxes.ts";
import type { AabbTree } from "./layout.ts";
import { orderedVertices } from "./ordered-vertices.ts";
import { chooseOrigin } from "./origin.ts";

const origin = new Float64Array(3);

/** Fits origin and boxes to the vertices; the exponent stays. Returns how many boxes there are. */
export function fitToVertices(tree: AabbTree): number {
  const { positions } = tree.mesh;
  copyPoint(tree.origin, origin);
  const sizes = fitBoxesInKernel(tree, origin);
  if (sizes === null) {
    chooseOrigin(positions, origin);
    fitBoxes(tree, orderedVertices(positions, origin));
  }
  copyPoint(origin, tree.origin);
  tree.fitCount.fits++;
  tree.fitCount.isSwept = false;
  tree.fitCount.sizes = sizes;
  return tree.nodeCount;
}

/** Without `set`, which leaves compiled code. */
function copyPoint(from: Float64Array, to: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) to[axis] = from[axis];
}

/** `fitToVertices` without kernels, for builders and queries: pages that never refit need not load the kernels that fit. */
export function fitToVerticesPlainly(tree: AabbTree): void {
  const { positions } = tree.mesh;
  chooseOrigin(positions, origin);
  fitBoxesPlainly(tree, orderedVertices(positions, origin));
  tree.origin.set(origin);
  tree.fitCount.fits++;
  tree.fitCount.isSwept = false;
  tree.fitCount.sizes = null;
}
