import { LIMIT_DIRECTION } from "../../geometry/distance/triangle-distance-within.ts";
import type { AabbTree, RTree } from "../../trees/layout.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE } from "../../trees/layout.ts";

// The support of a node is how far it extends along a direction in world space: a's nodes towards b, and b's nodes towards a. The direction
// is that between the nearest points so far. Between nodes with supports p and q there is a gap of −p − q. A support belongs to a node, not
// to a pair, so it is computed once per node and cached until the direction changes or another node needs the place.
//
// The support of a box is that of a corner, where there is usually no triangle. So nodes near the bottom use the support of their
// triangles, which leaves a sixth of the triangle pairs to test (docs/decisions/12-distance.md).
//
// Rounding: a support is a sum of a dozen products, none beyond the largest world coordinate, so the error of two supports and of world
// vertices is below 64 units in the last place (2^-53) of the largest world coordinate. LIMIT_ROOT, which a gap must exceed, allows 256.

/**
 * Nodes up to this many levels above the leaves use the support of their triangles. R-trees have one triangle per leaf, and
 * wider nodes.
 */
const LOW_LEVELS = 2;
const LOW_LEVELS_OF_R_TREE = 1;
/** The cosine of 8°: supports are kept for a direction that turns by less. */
const SAME_DIRECTION = 0.99;

const PLACES = 4096;
export const LAST_SUPPORT = 4095;

/** The supports of one tree: node n has the place n & LAST_SUPPORT. */
export interface Supports {
  readonly values: Float64Array;
  /** The content of each place: generation + node. A new direction starts a new generation, so nothing has to be cleared. */
  readonly owners: Float64Array;
  generation: number;
  nextGeneration: number;
  /** The direction in model coordinates (3); the offset for world coordinates of boxes (1) and of vertices (1). */
  readonly direction: Float64Array;
  /** The direction in the world. */
  readonly worldDirection: Float64Array;
}

export function createSupports(): Supports {
  return {
    values: new Float64Array(PLACES),
    owners: new Float64Array(PLACES),
    generation: 1,
    nextGeneration: 1,
    direction: new Float64Array(5),
    worldDirection: new Float64Array(3),
  };
}

/**
 * Whether the direction of `limit` differs by more than 8°. A smaller change is not worth new supports, because bounds hold
 * along any direction.
 */
export function hasTurned({ worldDirection }: Supports, limit: Float64Array): boolean {
  let cosine = 0;
  for (let k = 0; k < 3; k++) cosine += worldDirection[k] * limit[LIMIT_DIRECTION + k];
  return cosine < SAME_DIRECTION;
}

/** Starts with another direction: that of `limit`, or its opposite if `sign` is −1. */
export function setSupportDirection(
  side: Supports,
  tree: AabbTree | RTree,
  toWorld: Float64Array,
  limit: Float64Array,
  sign: 1 | -1,
): void {
  if (side.nextGeneration > 2 ** 52) {
    side.owners.fill(0);
    side.nextGeneration = 1;
  }
  side.generation = side.nextGeneration;
  side.nextGeneration += tree.nodeCount;
  const { direction, worldDirection } = side;
  for (let k = 0; k < 3; k++) worldDirection[k] = sign * limit[LIMIT_DIRECTION + k];
  direction[4] = 0;
  for (let row = 0; row < 3; row++) direction[4] += worldDirection[row] * toWorld[12 + row];
  direction[3] = direction[4];
  for (let k = 0; k < 3; k++) {
    direction[k] = 0;
    for (let row = 0; row < 3; row++) direction[k] += worldDirection[row] * toWorld[4 * k + row];
    direction[3] += direction[k] * tree.origin[k];
  }
}

/** Writes the support of the node at nodes[at]: by its triangles if it is low in the tree, otherwise by its box. */
export function setSupport(side: Supports, tree: AabbTree | RTree, at: number): void {
  const node = at / AABB_STRIDE;
  const link = tree.links[at | AABB_LINK];
  if (link < 0) setLeafSupport(side, tree, at);
  else if (isLow(tree, at, tree.kind === "aabb" ? LOW_LEVELS : LOW_LEVELS_OF_R_TREE))
    setChildrenSupport(side, tree, at);
  else setBoxSupport(side, tree.nodes, at);
  side.owners[node & LAST_SUPPORT] = side.generation + node;
}

/** Whether all leaves below a node are at most `levels` below it. */
function isLow(tree: AabbTree | RTree, at: number, levels: number): boolean {
  const link = tree.links[at | AABB_LINK];
  if (link < 0) return true;
  if (levels === 0) return false;
  const first = AABB_STRIDE * link;
  if (tree.kind === "r-tree") return isLow(tree, first, levels - 1); // all triangles are equally deep
  return isLow(tree, first, levels - 1) && isLow(tree, first + AABB_STRIDE, levels - 1);
}

/** The largest of its children's supports. Everything below a low node is low as well, so the recursion ends after LOW_LEVELS. */
function setChildrenSupport(side: Supports, tree: AabbTree | RTree, at: number): void {
  const { values, owners, generation } = side;
  const first = tree.links[at | AABB_LINK];
  const end = first + (tree.kind === "aabb" ? 2 : tree.links[at | AABB_COUNT]);
  let support = -Infinity;
  for (let child = first; child < end; child++) {
    if (owners[child & LAST_SUPPORT] !== generation + child) setSupport(side, tree, AABB_STRIDE * child);
    if (values[child & LAST_SUPPORT] > support) support = values[child & LAST_SUPPORT];
  }
  values[(at / AABB_STRIDE) & LAST_SUPPORT] = support;
}

function setBoxSupport({ values, direction }: Supports, nodes: Float32Array, at: number): void {
  // biome-ignore format: vectors read in rows
  const lowX = nodes[at], lowY = nodes[at | 1], lowZ = nodes[at | 2],
    highX = nodes[at | 3], highY = nodes[at | 4], highZ = nodes[at | 5],
    x = direction[0], y = direction[1], z = direction[2];
  values[(at / AABB_STRIDE) & LAST_SUPPORT] =
    direction[3] + x * (x > 0 ? highX : lowX) + y * (y > 0 ? highY : lowY) + z * (z > 0 ? highZ : lowZ);
}

/** The farthest corner in a leaf; Infinity if one is not finite, so that the triangle test gets to see it. */
function setLeafSupport(
  { values, direction }: Supports,
  { links, mesh, corners }: AabbTree | RTree,
  at: number,
): void {
  const { positions } = mesh;
  const x = direction[0];
  const y = direction[1];
  const z = direction[2];
  const begin = 3 * ~links[at | AABB_LINK];
  const end = begin + 3 * links[at | AABB_COUNT];
  let support = -Infinity;
  let sum = 0;
  for (let c = begin; c < end; c++) {
    const v = 3 * corners[c];
    const along = x * positions[v] + y * positions[v + 1] + z * positions[v + 2];
    sum += along;
    if (along > support) support = along;
  }
  values[(at / AABB_STRIDE) & LAST_SUPPORT] = Math.abs(sum) < Infinity ? support + direction[4] : Infinity;
}
