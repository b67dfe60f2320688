import { scaledPositions, writeScaled } from "../mesh/tiny-mesh.ts";
import { checkCoordinates, type Positions, type TriangleMesh } from "../mesh/triangle-mesh.ts";
import type { AabbTree, ObbTree, RTree } from "./layout.ts";

// The tree of a tiny mesh is the tree of that mesh times 2^exponent: its boxes, its origin, its order. With the scaled mesh
// instead of its own it is an ordinary tree that shares the buffer, its twin. Queries search the twin, with poses that undo
// the scale (queries/tiny-worlds.ts), so nothing below them deals with exponents.

type Tree = AabbTree | ObbTree | RTree;

interface Twin {
  readonly exponent: number;
  /** The positions whose twin it is. */
  readonly positions: Positions;
  readonly links: Int32Array;
  readonly tree: Tree;
}

const twins = new WeakMap<ArrayBufferLike, Twin>();
/** The least nonzero coordinate magnitude, if a query has needed it since the boxes were fitted. */
const leasts = new WeakMap<ArrayBufferLike, { positions: Positions; least: number }>();
const NOT_SCALED = new Int16Array(1);

/** The tree of `mesh`, made from a tree of that mesh times 2^exponent, which becomes its twin. */
export function treeOfTiny<T extends Tree>(scaled: T, mesh: TriangleMesh, exponent: number): T {
  const tree = { ...scaled, mesh };
  tree.exponent[0] = exponent;
  rememberTwin(tree, scaled.mesh, exponent);
  return tree;
}

/** The tree itself or, if its boxes are scaled, its twin. */
export function twinOf<T extends Tree>(tree: T): T {
  const exponent = tree.exponent[0];
  // Undefined if the buffer was transferred.
  return exponent ? (scaledTwin(tree, exponent) as T) : tree;
}

/** `twinOf` with the current vertices, whenever the boxes were fitted. */
export function twinOfNow<T extends Tree>(tree: T): T {
  const twin = twinOf(tree);
  if (twin !== tree) writeScaled(tree.mesh.positions, tree.exponent[0], twin.mesh.positions);
  return twin;
}

/**
 * The tree whose boxes have to be fitted so that `tree` gets this exponent. It has the current vertices. If the exponent is
 * not 0, throws `MeshError` at a coordinate that is not finite or too large.
 */
export function twinToFit<T extends Tree>(tree: T, exponent: number): T {
  if (exponent === 0) return tree;
  checkCoordinates(tree.mesh.positions);
  const twin = scaledTwin(tree, exponent);
  writeScaled(tree.mesh.positions, exponent, twin.mesh.positions);
  return twin as T;
}

/** The least magnitude of the mesh's nonzero coordinates; Infinity if all are zero. */
export function leastCoordinate({ buffer, mesh: { positions } }: Tree): number {
  const known = leasts.get(buffer);
  if (known?.positions === positions) return known.least;
  const least = leastOf(positions);
  leasts.set(buffer, { positions, least });
  return least;
}

export function leastOf(positions: Positions): number {
  let least = Infinity;
  for (let i = 0; i < positions.length; i++) {
    const size = Math.abs(positions[i]);
    if (size < least && size !== 0) least = size;
  }
  return least;
}

/** Must be called whenever the boxes were fitted. */
export function forgetLeastCoordinate({ buffer }: Tree): void {
  leasts.delete(buffer);
}

function scaledTwin(tree: Tree, exponent: number): Tree {
  const known = twins.get(tree.buffer);
  if (known === undefined || known.exponent !== exponent || !isTwinOf(known, tree))
    return rememberTwin(
      tree,
      { ...tree.mesh, positions: scaledPositions(tree.mesh.positions, exponent) },
      exponent,
    );
  // The counts of an R-tree change with every insertion.
  if (tree.kind === "r-tree")
    Object.assign(known.tree, tree, { mesh: known.tree.mesh, exponent: NOT_SCALED });
  return known.tree;
}

function isTwinOf({ positions, links }: Twin, tree: Tree): boolean {
  return positions === tree.mesh.positions && links === tree.links;
}

function rememberTwin(tree: Tree, mesh: TriangleMesh, exponent: number): Tree {
  const twin = { ...tree, mesh, exponent: NOT_SCALED };
  twins.set(tree.buffer, { exponent, positions: tree.mesh.positions, links: tree.links, tree: twin });
  return twin;
}
