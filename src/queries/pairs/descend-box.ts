import type { RTree } from "../../trees/layout.ts";
import { AABB_COUNT as COUNT, AABB_LINK as LINK, AABB_STRIDE as STRIDE } from "../../trees/layout.ts";
import { OVERLAP } from "../stats.ts";

// One box against an R-tree: Figueiredo's FilterTrianglesOAABB, with a stack instead of recursion.

/** Triangles, or bottom nodes, that a box meets, as node numbers; the memory is kept and grown. */
export interface FoundSlots {
  slots: Int32Array;
  count: number;
  /** Nodes still to visit. */
  stack: Int32Array;
}

export function createFoundSlots(): FoundSlots {
  return { slots: new Int32Array(1024), count: 0, stack: new Int32Array(256) };
}

/**
 * Finds the triangles, or with `wantBottoms` the nodes whose children are triangles, whose boxes meet `box`, which is in
 * the tree's space, relative to its origin. Exits count from axis `firstAxis`: 0 in a's space, 3 in b's.
 */
export function descendBox(
  tree: RTree,
  box: Float64Array,
  exits: Uint32Array,
  firstAxis: number,
  wantBottoms: boolean,
  found: FoundSlots,
): void {
  const { nodes, links } = tree;
  const minX = box[0];
  const minY = box[1];
  const minZ = box[2];
  const maxX = box[3];
  const maxY = box[4];
  const maxZ = box[5];
  // A step takes one node and adds at most maxChildren, one level deeper.
  const room = tree.depth * tree.maxChildren;
  if (found.stack.length < room) found.stack = new Int32Array(room);
  const { stack } = found;
  found.count = 0;
  let slots = found.slots;
  let count = 0;
  let top = 0;
  let first = 0; // the nodes to test next: the root, then the children of one node at a time
  let end = 1;
  for (;;) {
    if (slots.length < count + (end - first)) {
      found.slots = new Int32Array(2 * slots.length + (end - first));
      found.slots.set(slots);
      slots = found.slots;
    }
    for (let node = first; node < end; node++) {
      const at = STRIDE * node;
      let axis = OVERLAP;
      if (nodes[at] > maxX || nodes[at + 3] < minX) axis = firstAxis;
      else if (nodes[at + 1] > maxY || nodes[at + 4] < minY) axis = firstAxis + 1;
      else if (nodes[at + 2] > maxZ || nodes[at + 5] < minZ) axis = firstAxis + 2;
      else if (ends(links, links[at + LINK], wantBottoms)) slots[count++] = node;
      else stack[top++] = at;
      exits[axis]++;
    }
    if (top === 0) break;
    const at = stack[--top];
    first = links[at + LINK];
    end = first + links[at + COUNT];
  }
  found.count = count;
}

function ends(links: Int32Array, link: number, wantBottoms: boolean): boolean {
  return wantBottoms ? links[STRIDE * link + LINK] < 0 : link < 0;
}
