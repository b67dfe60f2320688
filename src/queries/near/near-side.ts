import { MeshError } from "../../errors.ts";
import { movePoint } from "../../geometry/affine.ts";
import { MAX_COORDINATE } from "../../mesh/triangle-mesh.ts";
import type { AabbTree, RTree } from "../../trees/layout.ts";
import { type NumberedFeatures, numberedFeatures } from "../../trees/numbered-features.ts";

/** The kinds of trees that near-pair queries accept. */
export type NearTree = AabbTree | RTree;

/** One side of a query: a tree, its features, and its vertices in world space. */
export interface NearSide {
  tree: NearTree | null;
  corners: Uint32Array;
  triangles: Uint32Array;
  features: NumberedFeatures | null;
  readonly toWorld: Float64Array;
  moves: boolean;
  /** World coordinates of the vertices. Those of a slot are valid once `placeSlot` has written them. */
  world: Float64Array;
  /** By slot: 1 once its vertices are placed. */
  isPlaced: Uint8Array;
}

/** Up to this many world coordinates, 8 MB, are kept for the next query. */
const KEPT_NUMBERS = 2 ** 20;
const NOTHING = new Uint32Array(0);

export function createNearSide(): NearSide {
  return {
    tree: null,
    corners: NOTHING,
    triangles: NOTHING,
    features: null,
    toWorld: new Float64Array(16),
    moves: false,
    world: new Float64Array(0),
    isPlaced: new Uint8Array(0),
  };
}

/** Starts a query for a tree at the side's pose. */
export function beginNearSide(side: NearSide, tree: NearTree): void {
  side.tree = tree;
  side.corners = tree.corners;
  side.triangles = tree.triangles;
  side.features = numberedFeatures(tree);
  if (side.world.length < 3 * tree.mesh.vertexCount) side.world = new Float64Array(3 * tree.mesh.vertexCount);
  if (side.isPlaced.length < tree.triangles.length) side.isPlaced = new Uint8Array(tree.triangles.length);
  else side.isPlaced.fill(0, 0, tree.triangles.length);
}

/** Releases the tree, and large memory. */
export function releaseNearSide(side: NearSide): void {
  side.tree = null;
  side.features = null;
  side.corners = side.triangles = NOTHING;
  if (side.world.length > KEPT_NUMBERS) side.world = new Float64Array(0);
}

/** Writes the world coordinates of the triangle in a slot; false if they were already there. */
export function placeSlot(side: NearSide, slot: number): boolean {
  if (side.isPlaced[slot] === 1) return false;
  side.isPlaced[slot] = 1;
  for (let c = 3 * slot; c < 3 * slot + 3; c++) placeVertex(side, side.corners[c]);
  return true;
}

/** Places all vertices. */
export function placeAll(side: NearSide): void {
  const { vertexCount } = side.tree!.mesh;
  for (let v = 0; v < vertexCount; v++) placeVertex(side, v);
  side.isPlaced.fill(1, 0, side.triangles.length);
}

function placeVertex({ tree, toWorld, moves, world }: NearSide, vertex: number): void {
  const { positions } = tree!.mesh;
  const i = 3 * vertex;
  const x = positions[i];
  const y = positions[i + 1];
  const z = positions[i + 2];
  // NaN and infinities fail this one comparison.
  if (!(Math.abs(x) + Math.abs(y) + Math.abs(z) <= 3 * MAX_COORDINATE)) refuseVertex(positions, vertex);
  if (moves) movePoint(toWorld, x, y, z, world, i);
  else {
    world[i] = x;
    world[i + 1] = y;
    world[i + 2] = z;
  }
}

function refuseVertex(positions: ArrayLike<number>, vertex: number): never {
  let i = 3 * vertex;
  while (i < 3 * vertex + 2 && Math.abs(positions[i]) <= MAX_COORDINATE) i++;
  throw new MeshError(
    `positions[${i}] (vertex ${vertex}, ${"xyz"[i % 3]}): ${positions[i]} is not finite: vertices were changed without a refit`,
  );
}
