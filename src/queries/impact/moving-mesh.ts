import { PoseError } from "../../errors.ts";
import { MAX_COORDINATE, type Positions } from "../../mesh/triangle-mesh.ts";
import { type FeatureOwners, findFeatureOwners } from "../../trees/feature-owners.ts";
import { fitBoxes } from "../../trees/fit-boxes.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { orderedVertices } from "../../trees/ordered-vertices.ts";
import { isArrayOf } from "../../typed-arrays.ts";
import { createFlatStars, type FlatStars, findFlatStars } from "./flat-stars.ts";
import type { ReadMotion } from "./motion.ts";

// A mesh whose vertices move in straight lines, each from its world position at time 0 to that at time 1. A deforming mesh gets boxes of
// the tree's nodes at both times; interpolating the two boxes encloses a node at any time in between.

export interface MovingMesh {
  readonly tree: AabbTree;
  readonly owners: FeatureOwners;
  /** Vertices in the mesh's own space, at time 0 and at time 1; `from` and `to` place them in the world. */
  start: Positions;
  end: Positions;
  from: Float64Array | null;
  to: Float64Array | null;
  /** World coordinates at time 0 and at time 1, from `placeVertices`; null while vertices are placed one by one. */
  worldStart: Float64Array | null;
  worldEnd: Float64Array | null;
  /** Memory for world coordinates, kept between queries. */
  readonly startRoom: WorldBuffer;
  readonly endRoom: WorldBuffer;
  /** Boxes in the world, at time 0 and at time 1, relative to the query's origin; null until needed. */
  startBoxes: AabbTree | null;
  endBoxes: AabbTree | null;
  /** The vertices whose triangles stay apart, for a mesh against itself; null until needed. */
  stars: FlatStars | null;
}

/** What is computed once per tree; freed with the tree. */
const known = new WeakMap<AabbTree, MovingMesh[]>();

/** The moving mesh of a tree; `side` distinguishes two that one query needs for one tree. */
export function movingMeshOf(tree: AabbTree, side: 0 | 1, motion: ReadMotion): MovingMesh {
  let pair = known.get(tree);
  if (pair === undefined) known.set(tree, (pair = []));
  const moving = (pair[side] ??= createMovingMesh(tree, pair[1 - side]?.owners ?? findFeatureOwners(tree)));
  moving.start = tree.mesh.positions;
  moving.end = motion.positionsAtEnd ?? tree.mesh.positions;
  moving.from = motion.from;
  moving.to = motion.to;
  moving.worldStart = null;
  moving.worldEnd = null;
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
    worldStart: null,
    worldEnd: null,
    startRoom: { coordinates: new Float64Array(0) },
    endRoom: { coordinates: new Float64Array(0) },
    startBoxes: null,
    endBoxes: null,
    stars: null,
  };
}

/** A tree that shares everything with `tree` except its nodes, which are copied. */
function copyBoxes(tree: AabbTree): AabbTree {
  const links = tree.links.slice();
  return { ...tree, links, nodes: new Float32Array(links.buffer) };
}

/** Writes the world position of a vertex: the result of `movePoint` in geometry/affine.ts, or the position itself without a pose. */
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

/** Memory for the world coordinates of a mesh; kept and grown between queries. */
interface WorldBuffer {
  coordinates: Float64Array;
}

/** Writes the world coordinates of all vertices, at time 0 and at time 1. */
export function placeVertices(moving: MovingMesh, name: string): void {
  const { start, end, from, to, startRoom, endRoom } = moving;
  moving.worldStart = worldPositions(startRoom, start, from, `${name}.from`);
  const stands = start === end && from === null && to === null;
  moving.worldEnd = stands ? moving.worldStart : worldPositions(endRoom, end, to, `${name}.to`);
}

/** The positions themselves, or a view of `buffer`, which the next call overwrites. */
function worldPositions(
  buffer: WorldBuffer,
  positions: Positions,
  pose: Float64Array | null,
  name: string,
): Float64Array {
  if (pose === null && isArrayOf(positions, "Float64Array")) return positions;
  if (buffer.coordinates.length < positions.length) buffer.coordinates = new Float64Array(positions.length);
  const out = buffer.coordinates.subarray(0, positions.length);
  if (pose === null) {
    out.set(positions);
    return out;
  }
  for (let v = 0; v < positions.length / 3; v++) placeVertex(positions, v, pose, out, 3 * v);
  for (let i = 0; i < out.length; i++)
    if (!(Math.abs(out[i]) <= MAX_COORDINATE))
      throw new PoseError(`${name}: moves vertex ${Math.floor(i / 3)} to ${out[i]}, beyond ±2^100`);
  return out;
}

/**
 * Fits the boxes to placed vertices, relative to an origin common to all meshes of a query: rounding then keeps the order of coordinates,
 * so that things that meet have boxes that meet.
 */
export function fitMovingBoxes(moving: MovingMesh, origin: Float64Array): void {
  const { tree, worldStart, worldEnd } = moving;
  moving.startBoxes ??= copyBoxes(tree);
  moving.endBoxes ??= copyBoxes(tree);
  fitBoxes(moving.startBoxes, orderedVertices(worldStart!, origin));
  if (worldStart === worldEnd) moving.endBoxes.nodes.set(moving.startBoxes.nodes);
  else fitBoxes(moving.endBoxes, orderedVertices(worldEnd!, origin));
}

/** Finds the vertices whose triangles stay apart, after `placeVertices`. */
export function flattenStars(moving: MovingMesh): void {
  const { tree, worldStart, worldEnd } = moving;
  moving.stars ??= createFlatStars(tree.corners, worldStart!.length / 3);
  findFlatStars(moving.stars, tree.corners, worldStart!, worldEnd!);
}
