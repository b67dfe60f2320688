import type { BoxStore } from "../box-store.ts";
import { EMPTY, type FatTree } from "../dynamic-tree/fat-tree.ts";
import { type ImageSpace, outerBox } from "../dynamic-tree/images.ts";
import { BOX, CHILD } from "../dynamic-tree/tree-memory.ts";
import { boxSide, cullExactTestCount, isCutOff } from "./box-side.ts";
import { type CulledBoxes, finishIds, reserveIds } from "./cull-boxes.ts";

/** The workspace of `cullFatTree`, one per tree. */
export interface CullWorkspace {
  /** 1 for ids that are kept; all 0 between queries. */
  kept: Uint8Array;
  /**
   * Waiting inner nodes: twice their number, plus 1 if the whole node is in front of all planes. Each is pushed at most
   * once.
   */
  waiting: Int32Array;
  readonly nodeBox: Float64Array;
}

export function createCullWorkspace(): CullWorkspace {
  return { kept: new Uint8Array(0), waiting: new Int32Array(0), nodeBox: new Float64Array(6) };
}

/** The boxes of `store` that no plane cuts off, by descending the tree, which holds images of fat boxes. */
export function cullFatTree(
  tree: FatTree,
  store: BoxStore,
  space: ImageSpace,
  planes: Float64Array,
  into: CulledBoxes,
  workspace: CullWorkspace,
): CulledBoxes {
  const { idEnd } = store;
  const exactBefore = cullExactTestCount();
  if (workspace.kept.length < idEnd) workspace.kept = new Uint8Array(2 * idEnd);
  if (workspace.waiting.length <= tree.nodeEnd) workspace.waiting = new Int32Array(2 * tree.nodeEnd + 1);
  reserveIds(into, tree.size + 1);
  const boxTests = markKept(tree, store, space, planes, workspace);
  const { kept } = workspace;
  const { storage } = into;
  let count = 0;
  for (let id = 0; id < idEnd; id++) {
    storage[count] = id; // overwritten by the next id unless this one is kept
    count += kept[id];
    kept[id] = 0;
  }
  return finishIds(into, count, boxTests, exactBefore);
}

/** Sets `kept` of the boxes that no plane cuts off; returns how many boxes were tested. */
function markKept(
  tree: FatTree,
  store: BoxStore,
  space: ImageSpace,
  planes: Float64Array,
  { kept, waiting, nodeBox }: CullWorkspace,
): number {
  const { root } = tree;
  const { nodes, nodeInts, ids, intShift } = tree.memory;
  const { boxes, stride, dimensions } = store;
  const idOf = (leaf: number) => ids[~leaf];
  if (root === EMPTY) return 0;
  if (root < 0) {
    if (!isCutOff(planes, boxes, stride * idOf(root), dimensions)) kept[idOf(root)] = 1;
    return 1;
  }
  let tests = 0;
  let top = 1;
  waiting[0] = 2 * root;
  while (top > 0) {
    const entry = waiting[--top];
    for (let slot = entry & ~1; slot < (entry & ~1) + 2; slot++) {
      const child = nodeInts[(BOX * slot + CHILD) << intShift];
      let inside = entry & 1;
      if (child < 0) {
        const id = idOf(child);
        tests += 1 - inside;
        if (inside === 1 || !isCutOff(planes, boxes, stride * id, dimensions)) kept[id] = 1;
        continue;
      }
      if (inside === 0) {
        tests++;
        outerBox(space, nodes, BOX * slot, nodeBox);
        const where = boxSide(planes, nodeBox, 0);
        if (where < 0) continue;
        inside = where;
      }
      waiting[top++] = 2 * child + inside;
    }
  }
  return tests;
}
