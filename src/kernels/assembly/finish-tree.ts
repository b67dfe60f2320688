// Twin: finishPlain in broadphase/dynamic-tree/build-fat-tree.ts.
import { F32_BOX_MAX, F32_BOX_SHIFT, PARENT, TREE_NODE_SHIFT } from "../broadphase-memory-map";
import { unionMax, unionMin } from "./f32-boxes";

/**
 * Writes the nodes of a new tree, from the last to the first: children come after their parents, so one pass fits all boxes. `children` has
 * for each slot a node, or ~ the index of an item; `items` are places.
 */
export function finishTree(
  slotEnd: i32, children: usize, items: usize, nodes: usize, fat: usize, leafSlots: usize,
): void {
  for (let slot = slotEnd - 1; slot >= 0; slot--) {
    const child = load<i32>(children + (slot << 2));
    const at = nodes + (slot << F32_BOX_SHIFT);
    if (child < 0) {
      const place = load<i32>(items + (~child << 2));
      const box = fat + (place << F32_BOX_SHIFT);
      v128.store(at, i32x4.replace_lane(v128.load(box), 3, ~place));
      v128.store(at, v128.load(box, F32_BOX_MAX), F32_BOX_MAX);
      store<i32>(leafSlots + (place << 2), slot);
    } else {
      const node = nodes + (child << TREE_NODE_SHIFT);
      v128.store(at, i32x4.replace_lane(unionMin(node), 3, child));
      v128.store(at, unionMax(node), F32_BOX_MAX);
      store<i32>(node, slot, PARENT);
    }
  }
}
