import { plainPose } from "../../geometry/affine.ts";
import {
  type AabbTree,
  AABB_COUNT as COUNT,
  AABB_LINK as LINK,
  AABB_MAX as MAX,
  AABB_MIN as MIN,
  AABB_STRIDE as STRIDE,
} from "../../trees/layout.ts";
import { type QueryStats, writeCounts } from "../stats.ts";
import { enlarge, isTinyQuery, scaleTree } from "../tiny-worlds.ts";
import type { SolidShape } from "./find-overlaps.ts";
import { CENTRE, HALF, toTreeFrame } from "./tree-frame.ts";
import { beginTreeQuery, createTreeQuery, type TreeQuery, writeWorldCorners } from "./tree-query.ts";

// Whether a solid shape at rest meets any triangle: the common part of meetsBox and meetsSphere. The child whose centre is nearer to the
// shape's centre comes first, and the first triangle met ends the descent; meetsLeafBox has a descent of its own.

/** A yes-or-no query for one kind of shape. */
export interface MeetsQuery {
  readonly kind: SolidShape;
  readonly search: TreeQuery;
  readonly shape: Float64Array;
  /** Waiting nodes: at most one sibling per level. */
  waiting: Int32Array;
  /** The shape's box and centre in the tree's space, and the square of a ball's radius: see below. */
  readonly target: Float64Array;
  /** Whether a leaf holds an answer; sets the search's counters. */
  readonly descend: (query: MeetsQuery, tree: AabbTree) => boolean;
}

// target, f64: low (3) high (3) centre (3) reach: the square of the distance from the centre at which a node is out of reach
const LOW = 0;
const HIGH = 3;
const MIDDLE = 6;
const REACH = 9;
const TARGET = 10;

const MISSED = -1;

export function createMeetsQuery(kind: SolidShape, descend = descendNearerFirst): MeetsQuery {
  return {
    kind,
    search: createTreeQuery(),
    shape: new Float64Array(kind.length),
    waiting: new Int32Array(128),
    target: new Float64Array(TARGET),
    descend,
  };
}

interface PlainOptions {
  readonly toWorld: readonly number[] | null;
  readonly stats: QueryStats | undefined;
}

/** Whether the shape, whose numbers have been checked, shares a point with any triangle of the tree. */
export function meetsAny(
  query: MeetsQuery,
  tree: AabbTree,
  numbers: readonly number[],
  { toWorld, stats }: PlainOptions,
): boolean {
  if (isTinyQuery(tree, { toWorld })) {
    const scaled = scaleTree(tree, { toWorld }, numbers);
    if (scaled !== null) {
      const options = { toWorld: plainPose(scaled.toWorld, "toWorld"), stats };
      return meetsAny(query, scaled.tree, enlarge(numbers, scaled.factor), options);
    }
  }
  const { kind, search, shape } = query;
  beginTreeQuery(search, tree, toWorld, kind.caller);
  for (let i = 0; i < numbers.length; i++) shape[i] = numbers[i];
  kind.setMovingBox(shape, search.world);
  toTreeFrame(search.placement, tree, search.world, search.moving);
  const exactBefore = kind.exactTestCount();
  const isMet = query.descend(query, tree);
  // Last, because a setter may run a query.
  if (stats !== undefined)
    writeCounts(stats, search.boxTests, search.triangleTests, kind.exactTestCount() - exactBefore);
  return isMet;
}

function setTarget({ kind, search, target }: MeetsQuery): void {
  const { moving, placement } = search;
  for (let axis = 0; axis < 3; axis++) {
    target[LOW + axis] = moving[CENTRE + axis] - moving[HALF + axis];
    target[HIGH + axis] = moving[CENTRE + axis] + moving[HALF + axis];
    target[MIDDLE + axis] = moving[CENTRE + axis];
  }
  // A pose may turn a ball into an ellipsoid. The half extents include the margin for rounding; the factor covers rounding of the squares.
  target[REACH] = kind.isBall && !placement.moves ? moving[HALF] * moving[HALF] * (1 + 2 ** -40) : Infinity;
}

function descendNearerFirst(query: MeetsQuery, tree: AabbTree): boolean {
  const { nodes, links } = tree;
  const { search, target } = query;
  setTarget(query);
  if (query.waiting.length < tree.depth + 1) query.waiting = new Int32Array(2 * tree.depth);
  const { waiting } = query;
  search.boxTests = 1;
  if (offsetOf(nodes, 0, target) === MISSED) return false;
  let top = 0;
  let node = 0;
  for (;;) {
    const link = links[node + LINK];
    if (link >= 0) {
      const left = STRIDE * link;
      const right = left + STRIDE;
      const toLeft = offsetOf(nodes, left, target);
      const toRight = offsetOf(nodes, right, target);
      search.boxTests += 2;
      if (toLeft !== MISSED && toRight !== MISSED) {
        const isLeftFirst = toLeft <= toRight;
        waiting[top++] = isLeftFirst ? right : left;
        node = isLeftFirst ? left : right;
        continue;
      }
      if (toLeft !== MISSED) {
        node = left;
        continue;
      }
      if (toRight !== MISSED) {
        node = right;
        continue;
      }
    } else if (meetsLeaf(query, tree, ~link, links[node + COUNT])) return true;
    if (top === 0) return false;
    node = waiting[--top];
  }
}

/**
 * Twice the L1 distance between the centres of node and shape: only an order of nodes, not a proof. MISSED if the shape cannot meet the
 * node.
 */
function offsetOf(nodes: Float32Array, node: number, target: Float64Array): number {
  const minX = nodes[node + MIN];
  const maxX = nodes[node + MAX];
  if (minX > target[HIGH] || maxX < target[LOW]) return MISSED;
  const minY = nodes[node + MIN + 1];
  const maxY = nodes[node + MAX + 1];
  if (minY > target[HIGH + 1] || maxY < target[LOW + 1]) return MISSED;
  const minZ = nodes[node + MIN + 2];
  const maxZ = nodes[node + MAX + 2];
  if (minZ > target[HIGH + 2] || maxZ < target[LOW + 2]) return MISSED;
  const x = target[MIDDLE];
  const y = target[MIDDLE + 1];
  const z = target[MIDDLE + 2];
  if (target[REACH] !== Infinity) {
    const gapX = x < minX ? minX - x : x > maxX ? x - maxX : 0;
    const gapY = y < minY ? minY - y : y > maxY ? y - maxY : 0;
    const gapZ = z < minZ ? minZ - z : z > maxZ ? z - maxZ : 0;
    if (gapX * gapX + gapY * gapY + gapZ * gapZ > target[REACH]) return MISSED;
  }
  return Math.abs(x - minX + (x - maxX)) + Math.abs(y - minY + (y - maxY)) + Math.abs(z - minZ + (z - maxZ));
}

function meetsLeaf(
  { kind, search, shape }: MeetsQuery,
  tree: AabbTree,
  slot: number,
  count: number,
): boolean {
  const { placement, corners } = search;
  for (let s = slot; s < slot + count; s++) {
    search.triangleTests++;
    writeWorldCorners(placement, tree, s, corners);
    if (kind.meets(shape, corners)) return true;
  }
  return false;
}
