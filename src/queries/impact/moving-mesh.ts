import { PoseError } from "../../errors.ts";
import { MAX_COORDINATE, type Positions } from "../../mesh/triangle-mesh.ts";
import { type FeatureOwners, findFeatureOwners } from "../../trees/feature-owners.ts";
import { fitBoxes } from "../../trees/fit-boxes.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { orderedVertices } from "../../trees/ordered-vertices.ts";
import { isArrayOf } from "../../typed-arrays.ts";
import type { ReadMotion } from "./motion.ts";

// A mesh whose vertices move in straight lines, each from its place in the world at time 0 to that at time 1. For meshes
// that deform, boxes of the tree's nodes at both times; mixed, these enclose a node in between.

export interface MovingMesh {
  readonly tree: AabbTree;
  readonly owners: FeatureOwners;
  /** In the mesh's own space, at time 0 and at time 1; `from` and `to` take them to the world. */
  start: Positions;
  end: Positions;
  from: Float64Array | null;
  to: Float64Array | null;
  /** Boxes in the world, at time 0 and at time 1, relative to the query's origin; null until they are needed. */
  startBoxes: AabbTree | null;
  endBoxes: AabbTree | null;
}

/** What is made once per tree. It goes when the tree goes. */
const known = new WeakMap<AabbTree, MovingMesh[]>();

/** The moving mesh of a tree; `side` tells two apart that one query needs of the same tree. */
export function movingMeshOf(tree: AabbTree, side: 0 | 1, motion: ReadMotion): MovingMesh {
  let pair = known.get(tree);
  if (pair === undefined) known.set(tree, (pair = []));
  const moving = (pair[side] ??= createMovingMesh(tree, pair[1 - side]?.owners ?? findFeatureOwners(tree)));
  moving.start = tree.mesh.positions;
  moving.end = motion.positionsAtEnd ?? tree.mesh.positions;
  moving.from = motion.from;
  moving.to = motion.to;
  return moving;
}

function createMovingMesh(tree: AabbTree, owners: FeatureOwners): MovingMesh {
  const { positions } = tree.mesh;
  return {
    tree,
    owners,
    start: positions,
    end: positions,
    from: null,
    to: null,
    startBoxes: null,
    endBoxes: null,
  };
}

/** A tree that shares everything with `tree` but its nodes, which are copied. */
function copyBoxes(tree: AabbTree): AabbTree {
  const links = tree.links.slice();
  return { ...tree, links, nodes: new Float32Array(links.buffer) };
}

/** Writes where a vertex is in the world: `movePoint` of geometry/affine.ts, or the position itself without a pose. */
export function placeVertex(
  positions: Positions,
  vertex: number,
  pose: Float64Array | null,
  out: Float64Array,
  at: number,
): void {
  const x = positions[3 * vertex];
  const y = positions[3 * vertex + 1];
  const z = positions[3 * vertex + 2];
  if (pose === null) {
    out[at] = x;
    out[at + 1] = y;
    out[at + 2] = z;
  } else {
    out[at] = pose[0] * x + pose[4] * y + pose[8] * z + pose[12];
    out[at + 1] = pose[1] * x + pose[5] * y + pose[9] * z + pose[13];
    out[at + 2] = pose[2] * x + pose[6] * y + pose[10] * z + pose[14];
  }
}

/** Room for the world coordinates of a mesh; kept and grown between queries. */
export interface WorldBuffer {
  coordinates: Float64Array;
}

export function createWorldBuffer(): WorldBuffer {
  return { coordinates: new Float64Array(0) };
}

/** World coordinates: the positions themselves, or a view of `buffer`, which the next call overwrites. */
export function worldPositions(
  buffer: WorldBuffer,
  positions: Positions,
  pose: Float64Array | null,
  name: string,
): Float64Array {
  if (pose === null && isArrayOf(positions, "Float64Array")) return positions;
  if (buffer.coordinates.length < positions.length) buffer.coordinates = new Float64Array(positions.length);
  const out = buffer.coordinates.subarray(0, positions.length);
  for (let v = 0; v < positions.length / 3; v++) placeVertex(positions, v, pose, out, 3 * v);
  if (pose === null) return out;
  for (let i = 0; i < out.length; i++)
    if (!(Math.abs(out[i]) <= MAX_COORDINATE))
      throw new PoseError(`${name}: takes vertex ${Math.floor(i / 3)} to ${out[i]}, beyond ±2^100`);
  return out;
}

/**
 * Fits the boxes, relative to an origin that all meshes of a query have in common: rounding then keeps the order of
 * coordinates, so that what meets has boxes that meet.
 */
export function fitMovingBoxes(
  moving: MovingMesh,
  origin: Float64Array,
  name: string,
  buffer: WorldBuffer,
): void {
  const { tree, start, end, from, to } = moving;
  moving.startBoxes ??= copyBoxes(tree);
  moving.endBoxes ??= copyBoxes(tree);
  fitBoxes(moving.startBoxes, orderedVertices(worldPositions(buffer, start, from, `${name}.from`), origin));
  if (start === end && from === null && to === null) moving.endBoxes.nodes.set(moving.startBoxes.nodes);
  else fitBoxes(moving.endBoxes, orderedVertices(worldPositions(buffer, end, to, `${name}.to`), origin));
}
