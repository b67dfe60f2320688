import type * as Layout from "../dynamic-tree/fat-tree.ts";
import { EMPTY, type FatTree } from "../dynamic-tree/fat-tree.ts";
import { boxSide, cullExactTestCount, isCutOff } from "./box-side.ts";
import { type CulledBoxes, finishIds, reserveIds } from "./cull-boxes.ts";

const NODE_STRIDE = 16 satisfies typeof Layout.NODE_STRIDE;
const LINK_STRIDE = 32 satisfies typeof Layout.LINK_STRIDE;
const CHILD = 24 satisfies typeof Layout.CHILD;

/** 1 for the ids that are kept; all 0 between queries. */
let kept = new Uint8Array(0);
/** Inner nodes that wait: twice their number, plus 1 if all planes keep all of it. Each is pushed at most once. */
let waiting = new Int32Array(64);

/**
 * The boxes in the tree that no plane cuts off. The tree holds fat boxes; `tight` has the boxes themselves, six numbers at
 * 6 · id. All ids are below `limit`.
 */
export function cullFatTree(
  tree: FatTree,
  tight: Float64Array,
  limit: number,
  planes: Float64Array,
  into: CulledBoxes,
): CulledBoxes {
  const exactBefore = cullExactTestCount();
  if (kept.length < limit) kept = new Uint8Array(2 * limit);
  if (waiting.length <= tree.nodeLimit) waiting = new Int32Array(2 * tree.nodeLimit);
  reserveIds(into, tree.size + 1);
  const boxTests = markKept(tree, tight, planes);
  const { storage } = into;
  let count = 0;
  for (let id = 0; id < limit; id++) {
    storage[count] = id; // stays if it is kept
    count += kept[id]!;
    kept[id] = 0;
  }
  return finishIds(into, count, boxTests, exactBefore);
}

function markKept(tree: FatTree, tight: Float64Array, planes: Float64Array): number {
  const { slots, links, root } = tree;
  if (root === EMPTY) return 0;
  if (root < 0) {
    if (!isCutOff(planes, tight, 6 * ~root, 3)) kept[~root] = 1;
    return 1;
  }
  let tests = 0;
  let top = 1;
  waiting[0] = 2 * root;
  while (top > 0) {
    const entry = waiting[--top]!;
    const node = entry >> 1;
    for (let side = 0; side < 2; side++) {
      const child = links[LINK_STRIDE * node + CHILD + side]!;
      let inside = entry & 1;
      if (child < 0) {
        tests += 1 - inside;
        if (inside === 1 || !isCutOff(planes, tight, 6 * ~child, 3)) kept[~child] = 1;
        continue;
      }
      if (inside === 0) {
        tests++;
        const where = boxSide(planes, slots, NODE_STRIDE * node + 6 * side);
        if (where < 0) continue;
        inside = where;
      }
      waiting[top++] = 2 * child + inside;
    }
  }
  return tests;
}
