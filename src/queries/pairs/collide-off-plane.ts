import type { BinaryTree } from "../../trees/layout.ts";
import type { QueryStats } from "../stats.ts";
import { returnPairContext, takePairContext } from "./pair-context.ts";
import { beginPairQuery, descendPair, recordStats } from "./pair-query.ts";

/** A tree at its pose. */
interface Placed {
  readonly tree: BinaryTree;
  readonly toWorld: Float64Array;
}

/**
 * Whether any two triangles that reach a common side of a plane meet. `reachA` and `reachB` have a bit for each side that a triangle
 * reaches; triangles without a common bit can meet only in the plane, and are skipped.
 */
export function collideOffPlane(
  a: Placed,
  reachA: Uint8Array,
  b: Placed,
  reachB: Uint8Array,
  stats: QueryStats,
): boolean {
  const context = takePairContext();
  try {
    beginPairQuery(context, a.tree, b.tree, { aToWorld: a.toWorld, bToWorld: b.toWorld }, false);
    context.bestFirst = true;
    context.reaches = { a: reachA, b: reachB };
    const meet = descendPair(context, a.tree, b.tree);
    recordStats(context, stats);
    return meet;
  } finally {
    context.reaches = null;
    returnPairContext(context);
  }
}
