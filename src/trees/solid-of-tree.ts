import { mayBeConvex } from "../mesh/may-be-convex.ts";
import { type Solid, solidOf, windingOf } from "../mesh/solid.ts";
import { type SurfaceTopology, topologyOf } from "../mesh/surface-topology.ts";
import { type VertexGraph, vertexGraphOf } from "../mesh/vertex-graph.ts";
import type { BinaryTree } from "./layout.ts";

// Computing the hull and the shells of a tree's mesh takes longer than most queries, so they are cached with the tree.
// Vertices may only change together with a refit, which is counted.

const solids = new WeakMap<BinaryTree, { readonly solid: Solid; readonly fits: number }>();

/** The solid of the tree's mesh, computed at the first call after a build or refit. */
export function solidOfTree(tree: BinaryTree): Solid {
  const known = solids.get(tree);
  const { fits } = tree.fitCount;
  if (known?.fits === fits) return known.solid;
  const solid = solidOf(tree.mesh);
  solids.set(tree, { solid, fits });
  return solid;
}

const topologies = new WeakMap<BinaryTree, { readonly topology: SurfaceTopology; readonly fits: number }>();

/** `topologyOf` the tree's mesh, cached. */
export function topologyOfTree(tree: BinaryTree): SurfaceTopology {
  const known = topologies.get(tree);
  const { fits } = tree.fitCount;
  if (known?.fits === fits) return known.topology;
  const topology = topologyOf(tree.mesh);
  topologies.set(tree, { topology, fits });
  return topology;
}

const windings = new WeakMap<BinaryTree, { readonly winding: 1 | -1; readonly fits: number }>();

/** The winding of `solidOfTree` alone, which needs no hull: for meshes that are refitted in every frame. */
export function windingOfTree(tree: BinaryTree): 1 | -1 {
  const known = windings.get(tree);
  const { fits } = tree.fitCount;
  if (known?.fits === fits) return known.winding;
  const winding = windingOf(tree.mesh);
  windings.set(tree, { winding, fits });
  return winding;
}

const convexities = new WeakMap<BinaryTree, { readonly may: boolean; readonly fits: number }>();

/** Whether the tree's mesh may be convex, but for rounding: false spares `solidOfTree` and its hull. */
export function mayBeConvexTree(tree: BinaryTree): boolean {
  const known = convexities.get(tree);
  const { fits } = tree.fitCount;
  if (known?.fits === fits) return known.may;
  const may = mayBeConvex(tree.mesh);
  convexities.set(tree, { may, fits });
  return may;
}

const graphs = new WeakMap<BinaryTree, { readonly graph: VertexGraph; readonly fits: number }>();

/** `vertexGraphOf` the tree's mesh, cached. */
export function vertexGraphOfTree(tree: BinaryTree): VertexGraph {
  const known = graphs.get(tree);
  const { fits } = tree.fitCount;
  if (known?.fits === fits) return known.graph;
  const graph = vertexGraphOf(tree.mesh);
  graphs.set(tree, { graph, fits });
  return graph;
}
