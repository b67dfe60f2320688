import { type ConvexShape, createConvexShape } from "../geometry/convex/convex-shape.ts";
import { type ConvexPatch, convexPatches } from "../mesh/convex-patches.ts";
import type { BinaryTree } from "./layout.ts";

// The hierarchy of SWIFT++ (Ehmann and Lin 2001): leaves are the hulls of convex patches, and an inner node is the hull of the
// hulls below it. Kept with the tree of the mesh, as its solid is.

export interface HullNode {
  readonly hull: ConvexShape;
  /** null for the hull of a patch. */
  readonly children: readonly [HullNode, HullNode] | null;
}

export interface HullTree {
  readonly root: HullNode;
  readonly patches: readonly ConvexPatch[];
}

const kept = new WeakMap<BinaryTree, { readonly hulls: HullTree; readonly fits: number }>();

/** The hull tree of a tree's mesh, computed at the first call after a build or refit. */
export function hullTreeOf(tree: BinaryTree): HullTree {
  const known = kept.get(tree);
  const { fits } = tree.fitCount;
  if (known?.fits === fits) return known.hulls;
  const patches = convexPatches(tree.mesh);
  const hulls = { root: buildNode(patches.map(({ hull }) => ({ hull, centre: centreOf(hull) }))), patches };
  kept.set(tree, { hulls, fits });
  return hulls;
}

interface Piece {
  readonly hull: ConvexShape;
  readonly centre: Float64Array;
}

/** Halves the pieces across the axis on which their centres are spread most. */
function buildNode(pieces: Piece[]): HullNode {
  if (pieces.length === 1) return { hull: pieces[0].hull, children: null };
  const axis = widestAxis(pieces);
  const sorted = [...pieces].sort((p, q) => p.centre[axis] - q.centre[axis]);
  const half = pieces.length >> 1;
  const children = [buildNode(sorted.slice(0, half)), buildNode(sorted.slice(half))] as const;
  const [p, q] = [children[0].hull.points, children[1].hull.points];
  const points = new Float64Array(p.length + q.length);
  points.set(p);
  points.set(q, p.length);
  return { hull: createConvexShape(points), children };
}

function widestAxis(pieces: readonly Piece[]): number {
  const spreads = [0, 1, 2].map((axis) => {
    const values = pieces.map(({ centre }) => centre[axis]);
    return Math.max(...values) - Math.min(...values);
  });
  return spreads.indexOf(Math.max(...spreads));
}

function centreOf({ points, pointCount }: ConvexShape): Float64Array {
  const centre = new Float64Array(3);
  for (let i = 0; i < points.length; i++) centre[i % 3] += points[i] / pointCount;
  return centre;
}
