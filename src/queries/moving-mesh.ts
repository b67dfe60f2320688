import { PoseError } from "../errors.ts";
import type { Pose } from "../geometry/affine.ts";
import { MAX_COORDINATE, type Positions } from "../mesh/triangle-mesh.ts";
import { type FeatureOwners, findFeatureOwners } from "../trees/feature-owners.ts";
import { fitBoxes } from "../trees/fit-boxes.ts";
import type { AabbTree } from "../trees/layout.ts";
import { orderedVertices } from "../trees/ordered-vertices.ts";

// A mesh whose vertices move in straight lines: where they are in the world at time 0 and at time 1, in f64, and a
// tree's boxes fitted to each. The boxes of a node at the two times, mixed, enclose it in between.

export interface MovingMesh {
  readonly tree: AabbTree;
  /** World coordinates at time 0 and at time 1; the same array for a mesh at rest. */
  start: Float64Array;
  end: Float64Array;
  /** The tree's boxes at time 0 and at time 1, relative to the query's origin; the same for a mesh at rest. */
  readonly startBoxes: AabbTree;
  endBoxes: AabbTree;
  readonly owners: FeatureOwners;
  readonly spareBoxes: AabbTree;
  spareStart: Float64Array;
  spareEnd: Float64Array;
}

/** What is made once per tree. It goes when the tree goes. */
const known = new WeakMap<AabbTree, MovingMesh[]>();

/** The moving mesh of a tree; `side` tells two apart that one query needs of the same tree. */
export function movingMeshOf(tree: AabbTree, side: 0 | 1): MovingMesh {
  let pair = known.get(tree);
  if (pair === undefined) known.set(tree, (pair = []));
  return (pair[side] ??= createMovingMesh(tree, pair[1 - side]?.owners ?? findFeatureOwners(tree)));
}

function createMovingMesh(tree: AabbTree, owners: FeatureOwners): MovingMesh {
  const none = new Float64Array(0);
  const startBoxes = copyBoxes(tree);
  const spareBoxes = copyBoxes(tree);
  return {
    tree,
    start: none,
    end: none,
    startBoxes,
    endBoxes: spareBoxes,
    owners,
    spareBoxes,
    spareStart: none,
    spareEnd: none,
  };
}

/** The same tree with nodes of its own. */
function copyBoxes(tree: AabbTree): AabbTree {
  const links = tree.links.slice();
  return { ...tree, links, nodes: new Float32Array(links.buffer) };
}

/**
 * Sets the world coordinates. `positionsAtEnd` and the poses have been checked; null stands for the positions at the
 * start, and for the identity.
 */
export function setMotion(
  moving: MovingMesh,
  from: Pose | null,
  positionsAtEnd: Positions | null,
  to: Pose | null,
  name: string,
): void {
  const { positions } = moving.tree.mesh;
  moving.start = toWorld(positions, from, moving.spareStart, `${name}.from`);
  if (from !== null || positions instanceof Float32Array) moving.spareStart = moving.start;
  if (positionsAtEnd === null && from === null && to === null) {
    moving.end = moving.start;
    return;
  }
  const last = positionsAtEnd ?? positions;
  moving.end = toWorld(last, to, moving.spareEnd, `${name}.to`);
  if (to !== null || last instanceof Float32Array) moving.spareEnd = moving.end;
}

/** The positions themselves where they serve as they are; otherwise written to `spare`, or an array of their length. */
function toWorld(positions: Positions, pose: Pose | null, spare: Float64Array, name: string): Float64Array {
  if (pose === null && positions instanceof Float64Array) return positions;
  const out = spare.length === positions.length ? spare : new Float64Array(positions.length);
  if (pose === null) {
    out.set(positions);
    return out;
  }
  for (let i = 0; i < positions.length; i += 3) movePoint(pose, positions, i, out);
  for (let i = 0; i < out.length; i++)
    if (!(Math.abs(out[i]!) <= MAX_COORDINATE))
      throw new PoseError(`${name}: takes vertex ${Math.floor(i / 3)} to ${out[i]}, beyond ±2^100`);
  return out;
}

/** `movePoint` of geometry/affine.ts, written out so that no number is passed, hence boxed. */
function movePoint(m: Pose, positions: Positions, i: number, out: Float64Array): void {
  const x = positions[i]!;
  const y = positions[i + 1]!;
  const z = positions[i + 2]!;
  out[i] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
  out[i + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
  out[i + 2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!;
}

/**
 * Fits the boxes, relative to an origin that all meshes of a query have in common: rounding then keeps the order of
 * coordinates, so that what meets has boxes that meet.
 */
export function fitMovingBoxes(moving: MovingMesh, origin: Float64Array): void {
  fitBoxes(moving.startBoxes, orderedVertices(moving.start, origin));
  moving.endBoxes = moving.end === moving.start ? moving.startBoxes : moving.spareBoxes;
  if (moving.end !== moving.start) fitBoxes(moving.endBoxes, orderedVertices(moving.end, origin));
}
