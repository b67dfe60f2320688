import type * as Limit from "../../geometry/distance/triangle-distance-within.ts";
import type * as Layout from "../../trees/layout.ts";
import type { AabbTree, RTree } from "../../trees/layout.ts";

// How far nodes reach along the way between the nearest points so far, in world space: a's towards b, and b's towards a.
// Between what reaches as far as p and what reaches back as far as q there is a gap of −p − q. It is a node's own number,
// not a pair's, so it is computed once a node and kept while the way stays and no other node needs the place.
//
// The number of a box suffers from the box's corners, where there is no triangle. So nodes near the bottom ask their
// triangles: what is left to test of triangle pairs is a sixth of what it was (docs/lab/distance.md).
//
// Rounding: a reach is a sum of a dozen products, none beyond the largest world coordinate, so two of them and the rounding
// of world vertices are off by less than 64 units in the last place (2^-53) of the world's reach. The limit's root, which
// a gap has to exceed, grants 256.

// Copies, checked by the compiler: V8 does not fold constants of other modules.
const AABB_STRIDE = 8 satisfies typeof Layout.AABB_STRIDE;
const AABB_LINK = 6 satisfies typeof Layout.AABB_LINK;
const AABB_COUNT = 7 satisfies typeof Layout.AABB_COUNT;
const LIMIT_WAY = 2 satisfies typeof Limit.LIMIT_WAY;

/** From this many levels above the leaves, nodes ask their triangles. R-trees have a triangle a leaf, and wider nodes. */
const LOW_LEVELS = 2;
const LOW_LEVELS_OF_R_TREE = 1;
/** The cosine of the angle up to which a way stays as it is, 8°. */
const SAME_WAY = 0.99;

const PLACES = 4096;
export const LAST_REACH = 4095;

/** One side's reaches: node n has the place n & LAST_REACH. */
export interface Reaches {
  readonly values: Float64Array;
  /** What a place holds: generation + node. A new way begins a new generation, so that nothing has to be cleared. */
  readonly owners: Float64Array;
  generation: number;
  nextGeneration: number;
  /** The way in model coordinates (3); what is to be added for the world, of boxes (1) and of vertices (1). */
  readonly way: Float64Array;
  /** The way in the world. */
  readonly worldWay: Float64Array;
}

export function createReaches(): Reaches {
  return {
    values: new Float64Array(PLACES),
    owners: new Float64Array(PLACES),
    generation: 1,
    nextGeneration: 1,
    way: new Float64Array(5),
    worldWay: new Float64Array(3),
  };
}

/** Whether the way of `limit` is so different that reaches along it are worth computing anew. Any way is a right one. */
export function hasTurned({ worldWay }: Reaches, limit: Float64Array): boolean {
  let cosine = 0;
  for (let k = 0; k < 3; k++) cosine += worldWay[k] * limit[LIMIT_WAY + k];
  return cosine < SAME_WAY;
}

/** Begins with another way: that of `limit`, or the opposite where `sign` is −1. */
export function setReachWay(
  side: Reaches,
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
  const { way, worldWay } = side;
  for (let k = 0; k < 3; k++) worldWay[k] = sign * limit[LIMIT_WAY + k];
  way[4] = 0;
  for (let row = 0; row < 3; row++) way[4] += worldWay[row] * toWorld[12 + row];
  way[3] = way[4];
  for (let k = 0; k < 3; k++) {
    way[k] = 0;
    for (let row = 0; row < 3; row++) way[k] += worldWay[row] * toWorld[4 * k + row];
    way[3] += way[k] * tree.origin[k];
  }
}

/** Writes how far the node at nodes[at] reaches: by its triangles if it is low in the tree, otherwise by its box. */
export function setReach(side: Reaches, tree: AabbTree | RTree, at: number): void {
  const node = at / AABB_STRIDE;
  const link = tree.links[at | AABB_LINK];
  if (link < 0) setLeafReach(side, tree, at);
  else if (isLow(tree, at, tree.kind === "aabb" ? LOW_LEVELS : LOW_LEVELS_OF_R_TREE))
    setChildrenReach(side, tree, at);
  else setBoxReach(side, tree.nodes, at);
  side.owners[node & LAST_REACH] = side.generation + node;
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

/** The farthest of its children's reaches; what is below a low node is low as well, so this ends after LOW_LEVELS. */
function setChildrenReach(side: Reaches, tree: AabbTree | RTree, at: number): void {
  const { values, owners, generation } = side;
  const first = tree.links[at | AABB_LINK];
  const end = first + (tree.kind === "aabb" ? 2 : tree.links[at | AABB_COUNT]);
  let reach = -Infinity;
  for (let child = first; child < end; child++) {
    if (owners[child & LAST_REACH] !== generation + child) setReach(side, tree, AABB_STRIDE * child);
    if (values[child & LAST_REACH] > reach) reach = values[child & LAST_REACH];
  }
  values[(at / AABB_STRIDE) & LAST_REACH] = reach;
}

function setBoxReach({ values, way }: Reaches, nodes: Float32Array, at: number): void {
  // biome-ignore format: vectors read in rows
  const lowX = nodes[at], lowY = nodes[at | 1], lowZ = nodes[at | 2],
    highX = nodes[at | 3], highY = nodes[at | 4], highZ = nodes[at | 5],
    x = way[0], y = way[1], z = way[2];
  values[(at / AABB_STRIDE) & LAST_REACH] =
    way[3] + x * (x > 0 ? highX : lowX) + y * (y > 0 ? highY : lowY) + z * (z > 0 ? highZ : lowZ);
}

/** The farthest corner in a leaf; Infinity where one is not finite, so that the triangle test gets to see it. */
function setLeafReach(
  { values, way }: Reaches,
  { links, mesh, corners }: AabbTree | RTree,
  at: number,
): void {
  const { positions } = mesh;
  const x = way[0];
  const y = way[1];
  const z = way[2];
  const begin = 3 * ~links[at | AABB_LINK];
  const end = begin + 3 * links[at | AABB_COUNT];
  let reach = -Infinity;
  let sum = 0;
  for (let c = begin; c < end; c++) {
    const v = 3 * corners[c];
    const along = x * positions[v] + y * positions[v + 1] + z * positions[v + 2];
    sum += along;
    if (along > reach) reach = along;
  }
  values[(at / AABB_STRIDE) & LAST_REACH] = Math.abs(sum) < Infinity ? reach + way[4] : Infinity;
}
