import type { Positions } from "../../mesh/triangle-mesh.ts";
import { allocateTree } from "../buffer.ts";
import { expectPairs, noteRefit } from "../copy-policy.ts";
import { fitToVerticesPlainly } from "../fit-to-vertices.ts";
import type { AabbTree } from "../layout.ts";
import type { TouchedVertices } from "../touched-vertices.ts";
import { forgetCopy } from "../tree-copies.ts";
import { isStrongFrame } from "./choose-frame.ts";
import { rotateVertex, rotateVertices } from "./rotate-vertices.ts";

// A tree with a frame has its boxes twice: along the model's axes, in its buffer, as any tree has them; and along the axes of its frame.
// The latter are an ordinary tree of nodes, slots and order in common, over a mesh whose vertices are turned to the frame's axes and rounded
// to f64. Kernels and fits know nothing of frames.
//
// Pair and distance queries search the framed boxes, at poses that turn them back (geometry/framed-pose.ts), and decide about the triangles
// of the tree itself. All other queries use the boxes along the model's axes.
//
// `refit` takes framed boxes along, and queries make them where they are missing or older than the tree: after `restoreTree`, for example.

interface Framed {
  /** The tree whose boxes they are, as `isOf` compares it. */
  readonly links: Int32Array;
  readonly positions: Positions;
  /** The tree's count of fits that they follow. */
  fits: number;
  readonly boxes: AabbTree;
  /** False for vertices out of range: then the boxes mean nothing. */
  isInRange: boolean;
  /** Whether the frame serves against any partner, and the tree's count of fits when that was measured: −1 until a query has to know. */
  isStrong: boolean;
  strengthFits: number;
}

const framedOfBuffers = new WeakMap<ArrayBufferLike, Framed>();

/**
 * The tree's boxes along the axes of its frame, fitted to what its own boxes were fitted to last. Null without a frame, around a motion
 * (`refitSwept`) and for coordinates too large to turn.
 */
export function framedBoxes(tree: AabbTree): AabbTree | null {
  const { frame, fitCount } = tree;
  if (!frame || fitCount.isSwept) return null;
  const framed = framedOf(tree);
  if (framed.fits !== fitCount.fits) {
    followFit(framed, tree, frame, fitToVerticesPlainly);
    forgetCopy(framed.boxes);
  }
  return framed.isInRange ? framed.boxes : null;
}

/** Whether a tree has a frame that serves against any partner, with the vertices that its boxes were fitted to last. */
export function hasStrongFrame(tree: AabbTree): boolean {
  if (!tree.frame) return false;
  const framed = framedOf(tree);
  const { fits } = tree.fitCount;
  if (framed.strengthFits !== fits) {
    framed.isStrong = isStrongFrame(tree.mesh, tree.frame);
    framed.strengthFits = fits;
  }
  return framed.isStrong;
}

function framedOf(tree: AabbTree): Framed {
  const known = framedOfBuffers.get(tree.buffer);
  return known !== undefined && isOf(known, tree) ? known : createFramed(tree);
}

/** Must be called for a tree that was made of these boxes. With `fits` −1 they still have to be fitted. */
export function rememberFramedBoxes(tree: AabbTree, boxes: AabbTree, fits = tree.fitCount.fits): Framed {
  const framed: Framed = {
    links: tree.links,
    positions: tree.mesh.positions,
    fits,
    boxes,
    isInRange: fits >= 0,
    isStrong: false,
    strengthFits: -1,
  };
  framedOfBuffers.set(tree.buffer, framed);
  return framed;
}

/**
 * The framed boxes that were up to date before the last fit of the tree, a partial one, with the touched vertices as they are now; the
 * caller fits them. Null where the next query has to fit them all.
 */
export function framedBoxesToFollow(tree: AabbTree, { list, count }: TouchedVertices): AabbTree | null {
  const { frame, fitCount, mesh } = tree;
  if (!frame) return null;
  const known = framedOfBuffers.get(tree.buffer);
  if (known === undefined || !isOf(known, tree) || !known.isInRange || known.fits !== fitCount.fits - 1)
    return null;
  const out = known.boxes.mesh.positions as Float64Array;
  for (let k = 0; k < count; k++) if (!rotateVertex(mesh.positions, list[k], frame, out)) return null;
  known.fits = fitCount.fits;
  return known.boxes;
}

function isOf({ links, positions }: Framed, tree: AabbTree): boolean {
  return links === tree.links && positions === tree.mesh.positions;
}

function createFramed(tree: AabbTree): Framed {
  const { mesh, nodeCount, depth, links, corners, triangles } = tree;
  const boxes = allocateTree(
    "aabb",
    { ...mesh, positions: new Float64Array(mesh.positions.length) },
    nodeCount,
    depth,
  );
  boxes.links.set(links);
  boxes.corners.set(corners);
  boxes.triangles.set(triangles);
  expectPairs(boxes); // fitting them takes longer than copying them
  return rememberFramedBoxes(tree, boxes, -1);
}

/**
 * Fits the framed boxes after a fit of the whole tree, if there are any. `fit` may use kernels, which come with `refit` and which queries
 * do without.
 */
export function refitFramedBoxes(tree: AabbTree, fit: (boxes: AabbTree) => void): void {
  const known = framedOfBuffers.get(tree.buffer);
  if (tree.frame && known !== undefined && isOf(known, tree)) followFit(known, tree, tree.frame, fit);
}

function followFit(
  framed: Framed,
  { mesh, fitCount }: AabbTree,
  frame: Float64Array,
  fit: (boxes: AabbTree) => void,
): void {
  const { boxes, fits } = framed;
  framed.isInRange = rotateVertices(mesh.positions, frame, boxes.mesh.positions as Float64Array);
  if (framed.isInRange) {
    fit(boxes);
    if (fits >= 0) noteRefit(boxes);
  }
  framed.fits = fitCount.fits;
}
