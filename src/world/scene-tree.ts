import { createMesh } from "../mesh/triangle-mesh.ts";
import { sweepNodes } from "../queries/shapes/sweep-nodes.ts";
import { CENTRE, HALF, MOTION, toTreeFrame } from "../queries/shapes/tree-frame.ts";
import { beginTreeQuery, createTreeQuery, type TreeQuery } from "../queries/shapes/tree-query.ts";
import { buildAabbTree } from "../trees/build-aabb.ts";
import { AABB_COUNT, AABB_LINK, AABB_MAX, AABB_MIN, AABB_STRIDE, type AabbTree } from "../trees/layout.ts";
import { refit } from "../trees/refit.ts";
import { shouldRebuild } from "../trees/should-rebuild.ts";
import { refreshBoxes } from "./body-boxes.ts";
import type { WorldBody } from "./world-body.ts";
import type { WorldState } from "./world-state.ts";

// A tree over the boxes of all bodies, for queries about the whole scene. It is an ordinary AABB tree: each body is a degenerate triangle
// of its box's lower corner, upper corner and lower corner again, whose own box is the body's. So builders, refit and descents work on it.

export interface SceneTree {
  tree: AabbTree | null;
  /** Indexed by the tree's triangles. */
  bodies: WorldBody[];
  /** Whether bodies were added or removed since it was built. */
  isOutdated: boolean;
  /** Whether boxes have moved since it was fitted. */
  isDue: boolean;
  readonly search: TreeQuery;
  waiting: Int32Array;
}

export function createSceneTree(): SceneTree {
  return {
    tree: null,
    bodies: [],
    isOutdated: true,
    isDue: false,
    search: createTreeQuery(),
    waiting: new Int32Array(128),
  };
}

/** Boxes are enlarged by this, so that the tree of a tiny scene is an ordinary one. */
const LEAST = 2 ** -38;

/** Scene queries read boxes along the axes. */
const PLAIN = { frame: "none" } as const;

/** The tree of the current bodies; null if there are none. */
function updateSceneTree(state: WorldState): AabbTree | null {
  refreshBoxes(state);
  const { sceneTree } = state;
  if (sceneTree.isOutdated) buildScene(state);
  else if (sceneTree.isDue && sceneTree.tree !== null) {
    writeCorners(state, sceneTree.tree.mesh.positions as Float64Array);
    refit(sceneTree.tree);
    if (shouldRebuild(sceneTree.tree)) sceneTree.tree = buildAabbTree(sceneTree.tree.mesh, PLAIN);
  }
  sceneTree.isDue = false;
  return sceneTree.tree;
}

function buildScene(state: WorldState): void {
  const { sceneTree, bodies } = state;
  sceneTree.bodies = [...bodies.values()];
  const positions = new Float64Array(6 * bodies.size);
  const indices = new Uint32Array(3 * bodies.size);
  for (let i = 0; i < bodies.size; i++) indices.set([2 * i, 2 * i + 1, 2 * i], 3 * i);
  writeCorners(state, positions);
  sceneTree.tree = bodies.size === 0 ? null : buildAabbTree(createMesh({ positions, indices }), PLAIN);
  sceneTree.isOutdated = false;
}

function writeCorners({ sceneTree, boxes }: WorldState, positions: Float64Array): void {
  sceneTree.bodies.forEach(({ slot }, i) => {
    for (let k = 0; k < 3; k++) {
      positions[6 * i + k] = boxes[6 * slot + k] - LEAST;
      positions[6 * i + 3 + k] = boxes[6 * slot + 3 + k] + LEAST;
    }
  });
}

/**
 * Visits the bodies whose boxes are met by a box that moves from `centre` by `motion` per unit of time, up to `maxTime`, roughly the nearer
 * ones first. The visitor returns the time up to which bodies still matter.
 */
export function visitAlong(
  state: WorldState,
  centre: ArrayLike<number>,
  half: number | ArrayLike<number>,
  motion: ArrayLike<number>,
  maxTime: number,
  visit: (body: WorldBody) => number,
): void {
  const tree = updateSceneTree(state);
  if (tree === null) return;
  const { bodies, search } = state.sceneTree;
  beginTreeQuery(search, tree, null, "world");
  for (let axis = 0; axis < 3; axis++) {
    search.world[CENTRE + axis] = centre[axis];
    search.world[HALF + axis] = typeof half === "number" ? half : half[axis];
    search.world[MOTION + axis] = motion[axis];
  }
  toTreeFrame(search.placement, tree, search.world, search.moving);
  search.maxTime[0] = maxTime;
  sweepNodes(
    search,
    tree,
    (_, { triangles }, slot, count) => {
      for (let s = slot; s < slot + count; s++) search.maxTime[0] = visit(bodies[triangles[s]]);
    },
    null,
  );
}

/** Makes the rounded distance of a point from a box a lower bound. */
const SHORTER = 1 - 2 ** -40;

/** Visits the bodies whose boxes are within a distance of a point. The visitor returns the distance up to which bodies still matter. */
export function visitNear(
  state: WorldState,
  point: ArrayLike<number>,
  maxDistance: number,
  visit: (body: WorldBody) => number,
): void {
  const tree = updateSceneTree(state);
  if (tree === null) return;
  const { nodes, links, triangles, origin, depth } = tree;
  const { sceneTree } = state;
  if (sceneTree.waiting.length < depth + 1) sceneTree.waiting = new Int32Array(2 * depth);
  const { waiting, bodies } = sceneTree;
  let limit = maxDistance;
  let top = 0;
  waiting[top++] = 0;
  while (top > 0) {
    const node = waiting[--top];
    if (!(SHORTER * boxDistance(nodes, node, origin, point) <= limit)) continue;
    const link = links[node + AABB_LINK];
    if (link >= 0) {
      const [left, right] = [AABB_STRIDE * link, AABB_STRIDE * (link + 1)];
      const isLeftNearer =
        boxDistance(nodes, left, origin, point) <= boxDistance(nodes, right, origin, point);
      waiting[top++] = isLeftNearer ? right : left;
      waiting[top++] = isLeftNearer ? left : right;
      continue;
    }
    const end = ~link + links[node + AABB_COUNT];
    for (let slot = ~link; slot < end; slot++) limit = visit(bodies[triangles[slot]]);
  }
}

function boxDistance(
  nodes: Float32Array,
  node: number,
  origin: Float64Array,
  point: ArrayLike<number>,
): number {
  let square = 0;
  for (let axis = 0; axis < 3; axis++) {
    const x = point[axis] - origin[axis];
    const low = nodes[node + AABB_MIN + axis] - x;
    const high = x - nodes[node + AABB_MAX + axis];
    const apart = low > high ? low : high;
    if (apart > 0) square += apart * apart;
  }
  return Math.sqrt(square);
}
