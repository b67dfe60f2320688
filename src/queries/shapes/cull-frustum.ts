import { plainPose } from "../../geometry/affine.ts";
import { PLANE, readPlanes } from "../../geometry/planes.ts";
import { planeExactTestCount, planeSide } from "../../numerics/plane-side.ts";
import { checkOptionNames } from "../../option-names.ts";
import { AABB_COUNT, AABB_LINK, AABB_MAX, AABB_MIN, AABB_STRIDE, type AabbTree } from "../../trees/layout.ts";
import { checkInto, readStats } from "../stats.ts";
import { isTinyQuery, scaleTree } from "../tiny-worlds.ts";
import { OVERLAP_OPTIONS, type OverlapOptions } from "./find-overlaps.ts";
import { createPlacement, type Placement, setPlacement, worldReach } from "./tree-frame.ts";
import { writeWorldCorners } from "./tree-query.ts";
import {
  addTriangle,
  createFoundTriangles,
  type FoundTriangles,
  type TriangleList,
  takeTriangles,
} from "./triangle-list.ts";

const ROUNDING = 2 ** -46;
const SMALLEST = 2 ** -1020;

/** A query for the triangles that no plane cuts off. */
interface CullQuery {
  readonly placement: Placement;
  /**
   * The planes in the space of the tree's boxes, and the rounding error of a distance from each; at least as long as
   * needed.
   */
  planesInTree: Float64Array;
  margins: Float64Array;
  waiting: Int32Array;
  readonly corners: Float64Array;
  readonly found: FoundTriangles;
  triangleTests: number;
}

const query: CullQuery = {
  placement: createPlacement(),
  planesInTree: new Float64Array(0),
  margins: new Float64Array(0),
  waiting: new Int32Array(0),
  corners: new Float64Array(9),
  found: createFoundTriangles(),
  triangleTests: 0,
};

/**
 * The triangles that no single plane cuts off: a triangle is omitted if all its corners lie strictly behind one of the planes. A plane is
 * four numbers, a b c d, and keeps a x + b y + c z + d ≥ 0; a camera has six, but any number is allowed. The test of each plane is exact.
 * As with all culling by planes, a large triangle near a corner of the frustum may be kept although it misses the frustum.
 */
export function cullFrustum(
  tree: AabbTree,
  planes: ArrayLike<number>,
  options: OverlapOptions = {},
): TriangleList {
  checkOptionNames(options, OVERLAP_OPTIONS, "cullFrustum");
  const { toWorld: pose = null, into } = options;
  checkInto(into);
  const stats = readStats(options.stats);
  const world = readPlanes(planes);
  const toWorld = plainPose(pose, "toWorld");
  if (isTinyQuery(tree, { toWorld })) {
    const offsets = world.filter((_, i) => i % PLANE === PLANE - 1);
    const scaled = scaleTree(tree, { toWorld }, offsets);
    if (scaled !== null) {
      const larger = world.map((value, i) => (i % PLANE === PLANE - 1 ? value * scaled.factor : value));
      return cullFrustum(scaled.tree, larger, { ...options, toWorld: scaled.toWorld });
    }
  }
  setPlacement(query.placement, tree, toWorld, "cullFrustum");
  setPlanesInTree(query, tree, world);
  query.found.count = 0;
  query.triangleTests = 0;
  const exactBefore = planeExactTestCount();
  const boxTests = descend(query, tree, world);
  const exactTests = planeExactTestCount() - exactBefore;
  return takeTriangles(query.found, into, stats, boxTests, query.triangleTests, exactTests);
}

/** Transposed poses map planes to model space: n′ = Aᵀ n, d′ = n · t + d. No inverse is needed. */
function setPlanesInTree(query: CullQuery, tree: AabbTree, world: Float64Array): void {
  if (query.planesInTree.length < world.length) {
    query.planesInTree = new Float64Array(world.length);
    query.margins = new Float64Array(world.length / PLANE);
  }
  const { placement, planesInTree, margins } = query;
  const { moves, toWorld: m } = placement;
  const reach = worldReach(placement, tree);
  const { origin } = tree;
  for (let at = 0; at < world.length; at += PLANE) {
    const [a, b, c, d] = [world[at], world[at + 1], world[at + 2], world[at + 3]];
    const x = moves ? a * m[0] + b * m[1] + c * m[2] : a;
    const y = moves ? a * m[4] + b * m[5] + c * m[6] : b;
    const z = moves ? a * m[8] + b * m[9] + c * m[10] : c;
    const offset = moves ? a * m[12] + b * m[13] + c * m[14] + d : d;
    planesInTree[at] = x;
    planesInTree[at + 1] = y;
    planesInTree[at + 2] = z;
    planesInTree[at + 3] = offset + (x * origin[0] + y * origin[1] + z * origin[2]);
    const size = Math.abs(a) + Math.abs(b) + Math.abs(c);
    margins[at / PLANE] = ROUNDING * (4 * size * reach + Math.abs(d)) + SMALLEST;
  }
}

/** Returns the number of box tests. */
function descend(query: CullQuery, tree: AabbTree, world: Float64Array): number {
  const { nodes, links, triangles } = tree;
  // At most one sibling waits per level.
  if (query.waiting.length < tree.depth + 1) query.waiting = new Int32Array(2 * tree.depth + 2);
  const { placement, waiting, corners, found } = query;
  let boxTests = 0;
  let top = 0;
  waiting[top++] = 0;
  while (top > 0) {
    const node = waiting[--top];
    boxTests++;
    const side = boxSide(query, nodes, node, world.length);
    if (side < 0) continue;
    const link = links[node + AABB_LINK];
    if (link >= 0) {
      waiting[top++] = AABB_STRIDE * (link + 1);
      waiting[top++] = AABB_STRIDE * link;
      continue;
    }
    const end = ~link + links[node + AABB_COUNT];
    for (let slot = ~link; slot < end; slot++) {
      if (side === 0) {
        query.triangleTests++;
        writeWorldCorners(placement, tree, slot, corners);
        if (isCutOff(world, corners)) continue;
      }
      addTriangle(found, triangles[slot]);
    }
  }
  return boxTests;
}

/** −1: entirely behind one plane; 1: entirely in front of all; 0: a plane passes through, or rounding cannot tell. */
function boxSide(
  { planesInTree, margins }: CullQuery,
  nodes: Float32Array,
  node: number,
  length: number,
): number {
  let side = 1;
  for (let at = 0; at < length; at += PLANE) {
    let centre = planesInTree[at + 3];
    let radius = 0;
    for (let axis = 0; axis < 3; axis++) {
      const low = nodes[node + AABB_MIN + axis];
      const high = nodes[node + AABB_MAX + axis];
      centre += (planesInTree[at + axis] * (low + high)) / 2;
      radius += (Math.abs(planesInTree[at + axis]) * (high - low)) / 2;
    }
    const margin = margins[at / PLANE];
    if (centre + radius < -margin) return -1;
    if (!(centre - radius > margin)) side = 0;
  }
  return side;
}

function isCutOff(world: Float64Array, corners: Float64Array): boolean {
  for (let at = 0; at < world.length; at += PLANE)
    if (
      planeSide(world, at, corners, 0) < 0 &&
      planeSide(world, at, corners, 3) < 0 &&
      planeSide(world, at, corners, 6) < 0
    )
      return true;
  return false;
}
