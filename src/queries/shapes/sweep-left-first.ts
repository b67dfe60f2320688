import {
  type AabbTree,
  AABB_COUNT as COUNT,
  AABB_LINK as LINK,
  AABB_STRIDE as STRIDE,
} from "../../trees/layout.ts";
import { enterNode, reserveLevels, setBox } from "./sweep-nodes.ts";
import type { TreeQuery } from "./tree-query.ts";

// The descent of the best-axis tutorial of 2004, "AABB Overlap tests and AABB Sweeps": a node is tested when it is visited, the left
// subtree comes before the right one, and the first leaf that holds an answer ends it. A stack replaces the tutorial's recursion.

/** Examines a leaf; true ends the descent. */
export type IsAnswer<Context> = (context: Context, tree: AabbTree, slot: number, count: number) => boolean;

/** A box meets a node at a time up to this one; a box at rest, at 0. */
const END = 1;

/** Whether any leaf whose box the query's moving box meets holds an answer. Sets the query's `boxTests`. */
export function sweepLeftFirst<Context>(
  query: TreeQuery,
  tree: AabbTree,
  isAnswer: IsAnswer<Context>,
  context: Context,
): boolean {
  const { nodes, links } = tree;
  const { box, bounds } = query.nodeSweep;
  setBox(query.moving, box, bounds);
  reserveLevels(query.nodeSweep, tree.depth);
  const { waiting } = query.nodeSweep;
  query.boxTests = 0;
  // At most one right child waits per level, and one node is about to be visited.
  let top = 0;
  waiting[top++] = 0;
  while (top > 0) {
    const node = waiting[--top];
    query.boxTests++;
    if (!(enterNode(nodes, node, box, bounds) <= END)) continue;
    const link = links[node + LINK];
    if (link >= 0) {
      const left = STRIDE * link;
      waiting[top++] = left + STRIDE;
      waiting[top++] = left;
    } else if (isAnswer(context, tree, ~link, links[node + COUNT])) return true;
  }
  return false;
}
