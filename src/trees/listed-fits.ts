import { fitListBytes, makeFitLists } from "../kernels/fit-lists.ts";
import { isArrayOf } from "../typed-arrays.ts";
import type { AabbTree } from "./layout.ts";
import { placeFor, recordOf, type TreeCopy } from "./tree-copies.ts";

/**
 * The address of the lists by which a tree's copy is fitted; 0 where there are none. They are made for the second fit of a copy: making them
 * takes as long as three fits save, and a copy that is dropped before its second fit would not pay for them.
 */
export function fitListsOf(tree: AabbTree, copy: TreeCopy): number {
  const record = recordOf(tree);
  if (record.fitLists !== 0) return Math.max(record.fitLists, 0);
  if (record.fitsOfCopy++ === 0) return 0;
  const bounded = isArrayOf(tree.mesh.positions, "Float32Array") ? 0 : tree.mesh.vertexCount;
  const bytes = fitListBytes(tree, copy, bounded);
  const at = bytes === 0 ? -1 : placeFor(tree, "lists", bytes);
  if (at >= 0) makeFitLists(tree, copy, bounded, at);
  record.fitLists = at;
  return Math.max(at, 0);
}
