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
import { greater, lesser, type OrderedVertices, ordered } from "./ordered-vertices.ts";
import { originOfBox } from "./origin.ts";
import { hasSharedEdge } from "./shared-edges.ts";
import {
  copyToFit,
  forgetCopy,
  keepFittedCopy,
  placeForExact,
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
 * Fits the boxes to the mesh's vertices in a kernel, and writes their origin, of which the caller has written a guess. Null, with the
 * tree unchanged, if no kernel is available or a coordinate is invalid.
 */
export function fitBoxesInKernel(tree: AabbTree, origin: Float64Array): SummedSizes | null {
  if (!isForKernels(tree)) return null;
  const { positions } = tree.mesh;
  const copy = copyToFit(tree);
  const isF32 = isArrayOf(positions, "Float32Array");
  // f64 vertices are copied in to be rounded; they stay there for pair queries.
  const exact = copy === null || isF32 ? 0 : placeForExact(tree, positions);
  const inCopy = copy === null ? null : fitInCopy(tree, copy, origin, exact);
  if (inCopy !== null) {
    keepFittedCopy(tree, exact);
    return inCopy;
  }
  forgetCopy(tree); // a bad coordinate may be in it
  if (!isF32) return fitToDoubles(tree, positions, origin, originOfBox);
  origin.fill(0);
  return fitToSingles(tree, positions);
}

function fitInCopy(tree: AabbTree, copy: TreeCopy, origin: Float64Array, exact: number): SummedSizes | null {
  const { positions } = tree.mesh;
  if (isArrayOf(positions, "Float32Array")) {
    origin.fill(0);
    return fitCopyToSingles(tree, copy, positions, fitListsOf(tree, copy));
  }
  const lists = fitListsOf(tree, copy);
  const scratch = placeForScratch(scratchBytes(positions.length));
  if (scratch < 0) return null;
  return fitCopyToDoubles(tree, copy, positions, origin, originOfBox, scratch, exact, lists);
}

function isForKernels({ nodeCount }: AabbTree): boolean {
  return !areKernelsUnwanted() && (nodeCount >= LEAST_NODES || areKernelsInsistedOn());
}

/**
 * Without kernels: first the leaves, then the inner nodes in one backward pass, because children come after their parents
 * (van den Bergen, section 4).
 */
export function fitBoxesPlainly(tree: AabbTree, { low, high }: OrderedVertices): void {
  const { nodes, links, corners } = tree;
  for (let end = tree.nodeCount; end > 0; end -= RUN)
    fitLeaves(links, corners, low, high, end > RUN ? end - RUN : 0, end);
  for (let end = tree.nodeCount; end > 0; end -= RUN) fitInner(nodes, links, end > RUN ? end - RUN : 0, end);
}

function fitLeaves(
  links: Int32Array,
  corners: Uint32Array,
  low: Int32Array,
  high: Int32Array,
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
    fitCorners(links, at, corners, first, stop, low, high);
  }
}

function fitInner(nodes: Float32Array, links: Int32Array, begin: number, end: number): void {
  for (let at = AABB_STRIDE * (end - 1); at >= AABB_STRIDE * begin; at -= AABB_STRIDE) {
    const link = links[at + AABB_LINK];
    if (link < 0) continue;
    const left = AABB_STRIDE * link;
    const right = left + AABB_STRIDE;
    links[at] = ordered(lesser(ordered(links[left]), ordered(links[right])));
    links[at + 1] = ordered(lesser(ordered(links[left + 1]), ordered(links[right + 1])));
    links[at + 2] = ordered(lesser(ordered(links[left + 2]), ordered(links[right + 2])));
    links[at + 3] = ordered(greater(ordered(links[left + 3]), ordered(links[right + 3])));
    links[at + 4] = ordered(greater(ordered(links[left + 4]), ordered(links[right + 4])));
    links[at + 5] = ordered(greater(ordered(links[left + 5]), ordered(links[right + 5])));
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

/** Writes the bits of the box around the corners begin … end − 1, at least three, to out[at …]. */
function fitCorners(
  out: Int32Array,
  at: number,
  corners: Uint32Array,
  begin: number,
  end: number,
  low: Int32Array,
  high: Int32Array,
): void {
  const v = 3 * corners[begin];
  let minX = low[v];
  let minY = low[v + 1];
  let minZ = low[v + 2];
  let maxX = high[v];
  let maxY = high[v + 1];
  let maxZ = high[v + 2];
  for (let c = begin + 1; c < end; c++) {
    const w = 3 * corners[c];
    minX = lesser(minX, low[w]);
    minY = lesser(minY, low[w + 1]);
    minZ = lesser(minZ, low[w + 2]);
    maxX = greater(maxX, high[w]);
    maxY = greater(maxY, high[w + 1]);
    maxZ = greater(maxZ, high[w + 2]);
  }
  out[at] = ordered(minX);
  out[at + 1] = ordered(minY);
  out[at + 2] = ordered(minZ);
  out[at + 3] = ordered(maxX);
  out[at + 4] = ordered(maxY);
  out[at + 5] = ordered(maxZ);
}
