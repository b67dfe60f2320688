import type { Relation } from "../../queries/classify/classify.ts";
import {
  type Penetration,
  penetrationOfHulls,
  penetrationOfRelated,
} from "../../queries/penetration/penetration.ts";
import { addStats, createStats, type QueryStats } from "../../queries/stats.ts";
import { solidOfTree } from "../../trees/solid-of-tree.ts";
import type { ClashBody } from "./clash-body.ts";

/** How deep two parts are in each other that share more than a touch; null where nothing is known. */
export function clashDepth(
  a: ClashBody,
  b: ClashBody,
  relation: Relation,
  pairs: Uint32Array,
  sum: QueryStats,
): Penetration | null {
  const haveVolume = [a, b].every(({ tree }) => solidOfTree(tree).hull.dimension === 3);
  if (!haveVolume) return null;
  const stats = createStats();
  const options = { aToWorld: a.toWorld, bToWorld: b.toWorld, stats };
  if (!relation.aClosed || !relation.bClosed) return penetrationOfHulls(a.tree, b.tree, options);
  const depth = penetrationOfRelated(a.tree, b.tree, options, relation, pairs);
  addStats(sum, stats);
  return depth;
}

/** Whether it is proven that the depth is at most so much. */
export function isProvenWithin(depth: Penetration | null, tolerance: number): boolean {
  if (tolerance === 0 || depth === null) return false;
  return (depth.kind === "exact" || depth.kind === "upper-bound") && depth.depth <= tolerance;
}
