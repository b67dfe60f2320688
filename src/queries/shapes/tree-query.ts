import { movePoint, type Pose } from "../../geometry/affine.ts";
import type { AabbTree } from "../../trees/layout.ts";
import { createNodeSweep, type NodeSweep } from "./sweep-nodes.ts";
import { createPlacement, MOVING_BOX, type Placement, setPlacement } from "./tree-frame.ts";

/** The working state of a query of one tree. Each kind of query has one and reuses it; the tree is passed separately. */
export interface TreeQuery {
  readonly placement: Placement;
  /** The shape as a moving box, in world space and in the tree's. */
  readonly world: Float64Array;
  readonly moving: Float64Array;
  /** One number: contacts later than this do not count. A visitor of leaves may lower it. */
  readonly maxTime: Float64Array;
  /** The world corners of the triangle under test. */
  readonly corners: Float64Array;
  readonly nodeSweep: NodeSweep;
  /** Of descents that answer yes or no; the others return it. */
  boxTests: number;
  triangleTests: number;
}

export function createTreeQuery(): TreeQuery {
  return {
    placement: createPlacement(),
    world: new Float64Array(MOVING_BOX),
    moving: new Float64Array(MOVING_BOX),
    maxTime: new Float64Array(1),
    corners: new Float64Array(9),
    nodeSweep: createNodeSweep(),
    boxTests: 0,
    triangleTests: 0,
  };
}

/** Checks the tree and the pose, which `plainPose` has read, and stores the pose in the query. */
export function beginTreeQuery(query: TreeQuery, tree: AabbTree, pose: Pose | null, caller: string): void {
  setPlacement(query.placement, tree, pose, caller);
  query.triangleTests = 0;
}

/**
 * Writes the nine world coordinates of the triangle in `slot` to `out`, with corners in the mesh's order. The slot's order of corners
 * depends on the tree, and the rounding of points, times and normals would depend on it too.
 */
export function writeWorldCorners(
  { moves, toWorld }: Placement,
  tree: AabbTree,
  slot: number,
  out: Float64Array,
): void {
  const { positions, indices } = tree.mesh;
  const begin = 3 * tree.triangles[slot];
  for (let corner = 0; corner < 3; corner++) {
    const v = 3 * (indices === null ? begin + corner : indices[begin + corner]);
    const at = 3 * corner;
    const x = positions[v];
    const y = positions[v + 1];
    const z = positions[v + 2];
    if (moves) movePoint(toWorld, x, y, z, out, at);
    else {
      out[at] = x;
      out[at + 1] = y;
      out[at + 2] = z;
    }
  }
}
