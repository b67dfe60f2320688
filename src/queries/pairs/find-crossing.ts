import type { AabbTree, BinaryTree } from "../../trees/layout.ts";
import type { QueryStats } from "../stats.ts";
import { descendPairByKernel } from "./descend-pair-by-kernel.ts";
import { returnPairContext, takePairContext } from "./pair-context.ts";
import { beginPairQuery, recordStats } from "./pair-query.ts";

/** A tree at its pose. */
interface Placed {
  readonly tree: BinaryTree;
  readonly toWorld: Float64Array;
}

/**
 * Two triangles that cross, one of a and one of b, found by a kernel; null if the kernel is certain of no such pair. Where f32 with error
 * bounds is certain, no sign is zero, so the triangles cross properly. Null proves nothing.
 */
export function findCrossing(a: Placed, b: Placed, stats: QueryStats): { a: number; b: number } | null {
  const [treeA, treeB] = [a.tree, b.tree];
  if (treeA.kind !== "aabb" || treeB.kind !== "aabb") return null;
  const context = takePairContext();
  try {
    beginPairQuery(context, treeA, treeB, { aToWorld: a.toWorld, bToWorld: b.toWorld }, false);
    context.bestFirst = true;
    context.onlyCertain = true;
    const isFound = descendPairByKernel(context, treeA, treeB) === true;
    recordStats(context, stats);
    return isFound ? pairAt(treeA, context.hitA, treeB, context.hitB) : null;
  } finally {
    context.onlyCertain = false;
    returnPairContext(context);
  }
}

function pairAt(a: AabbTree, slotA: number, b: AabbTree, slotB: number): { a: number; b: number } {
  return { a: a.triangles[slotA], b: b.triangles[slotB] };
}
