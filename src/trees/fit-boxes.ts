import {
  fitCopyToDoubles,
  fitCopyToSingles,
  fitToDoubles,
  fitToOrdered,
  fitToSingles,
  type SummedSizes,
  scratchBytes,
} from "../kernels/fit-boxes.ts";
import { areKernelsInsistedOn, areKernelsUnwanted } from "../kernels/kernel-choice.ts";
import { isArrayOf } from "../typed-arrays.ts";
import {
  AABB_COUNT,
  AABB_LINK,
  AABB_MAX,
  AABB_MIN,
  AABB_SIZE,
  AABB_STRIDE,
  type AabbTree,
  boxSize,
} from "./layout.ts";
import { fitListsOf } from "./listed-fits.ts";
import { boxBoxes, boxCorners } from "./ordered-boxes.ts";
import type { OrderedVertices } from "./ordered-vertices.ts";
import { ORIGIN_RULE } from "./origin.ts";
import { hasSharedEdge } from "./shared-edges.ts";
import {
  copyToFit,
  forgetCopy,
  keepFittedCopy,
  placeFor,
  placeForScratch,
  type TreeCopy,
} from "./tree-copies.ts";

/**
 * Nodes fitted per call. A single loop over all nodes would be compiled while it runs, with less type information; a
 * function that is called often is optimised fully.
 */
const RUN = 256;

/** For smaller trees kernels are no faster. */
const LEAST_NODES = 32;

/** Writes every node's box and size. */
export function fitBoxes(tree: AabbTree, vertices: OrderedVertices): void {
  const { low, high } = vertices;
  if (!(isForKernels(tree) && fitToOrdered(tree, low, high, tree.mesh.positions.length)))
    fitBoxesPlainly(tree, vertices);
  forgetCopy(tree);
}

/**
 * Fits the boxes to the mesh's vertices in a kernel, and writes their origin; `origin` is that of the last fit. Null, with the tree unchanged,
 * if no kernel is available or a coordinate is invalid.
 */
export function fitBoxesInKernel(tree: AabbTree, origin: Float64Array): SummedSizes | null {
  if (!isForKernels(tree)) return null;
  const { positions } = tree.mesh;
  const copy = copyToFit(tree);
  const isF32 = isArrayOf(positions, "Float32Array");
  // f64 vertices are copied in to be rounded; they stay there for pair queries.
  const exact = copy === null || isF32 ? 0 : placeFor(tree, "exact", 8 * positions.length);
  const inCopy = copy === null ? null : fitInCopy(tree, copy, origin, exact);
  if (inCopy !== null) {
    keepFittedCopy(tree, exact);
    return inCopy;
  }
  forgetCopy(tree); // a bad coordinate may be in it
  if (!isF32) return fitToDoubles(tree, positions, origin, ORIGIN_RULE);
  origin.fill(0);
  return fitToSingles(tree, positions);
}

function fitInCopy(tree: AabbTree, copy: TreeCopy, origin: Float64Array, exact: number): SummedSizes | null {
  const { positions } = tree.mesh;
  if (isArrayOf(positions, "Float32Array")) {
    for (let axis = 0; axis < 3; axis++) origin[axis] = 0;
    return fitCopyToSingles(tree, copy, positions, fitListsOf(tree, copy));
  }
  const lists = fitListsOf(tree, copy);
  const scratch = placeForScratch(scratchBytes(positions.length));
  if (scratch < 0) return null;
  return fitCopyToDoubles(tree, copy, positions, origin, ORIGIN_RULE, scratch, exact, lists);
}

function isForKernels({ nodeCount }: AabbTree): boolean {
  return !areKernelsUnwanted() && (nodeCount >= LEAST_NODES || areKernelsInsistedOn());
}

/**
 * Without kernels: first the leaves, then the inner nodes in one backward pass, because children come after their parents
 * (van den Bergen, section 4).
 */
export function fitBoxesPlainly(tree: AabbTree, vertices: OrderedVertices): void {
  const { nodes, links, corners } = tree;
  for (let end = tree.nodeCount; end > 0; end -= RUN)
    fitLeaves(links, corners, vertices, end > RUN ? end - RUN : 0, end);
  for (let end = tree.nodeCount; end > 0; end -= RUN) fitInner(nodes, links, end > RUN ? end - RUN : 0, end);
}

function fitLeaves(
  links: Int32Array,
  corners: Uint32Array,
  vertices: OrderedVertices,
  begin: number,
  end: number,
): void {
  for (let at = AABB_STRIDE * begin; at < AABB_STRIDE * end; at += AABB_STRIDE) {
    const link = links[at + AABB_LINK];
    if (link >= 0) continue;
    const first = 3 * ~link;
    const count = links[at + AABB_COUNT];
    // Nearly all leaves hold two triangles with a common edge: they have four vertices.
    const stop = first + (count === 2 && hasSharedEdge(corners, first) ? 4 : 3 * count);
    boxCorners(links, at, corners, first, stop, vertices);
  }
}

function fitInner(nodes: Float32Array, links: Int32Array, begin: number, end: number): void {
  for (let at = AABB_STRIDE * (end - 1); at >= AABB_STRIDE * begin; at -= AABB_STRIDE) {
    const link = links[at + AABB_LINK];
    if (link < 0) continue;
    boxBoxes(links, at, links, link, link + 2);
    setSize(nodes, at);
  }
}

/** Writes the inner nodes' sizes where the boxes are already known. */
export function fillSizes({ nodes, links }: AabbTree): void {
  for (let at = 0; at < nodes.length; at += AABB_STRIDE) if (links[at + AABB_LINK] >= 0) setSize(nodes, at);
}

/** Writes the size of an inner node whose box is known. */
export function setSize(nodes: Float32Array, at: number): void {
  nodes[at + AABB_SIZE] = boxSize(
    nodes[at + AABB_MAX] - nodes[at + AABB_MIN],
    nodes[at + AABB_MAX + 1] - nodes[at + AABB_MIN + 1],
    nodes[at + AABB_MAX + 2] - nodes[at + AABB_MIN + 2],
  );
}
