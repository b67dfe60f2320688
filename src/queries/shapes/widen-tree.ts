import { loadKernels } from "../../kernels/pair-kernels.ts";
import { CHILDREN, LEAF_SHIFT, LOWEST, WIDE_BYTES, WIDTH } from "../../kernels/ray-memory-map.ts";
import type { WasmMemory } from "../../kernels/wasm-memory.ts";
import { copyFor } from "../../trees/copy-policy.ts";
import type { AabbTree } from "../../trees/layout.ts";
import {
  AABB_COUNT as COUNT,
  AABB_LINK as LINK,
  AABB_SIZE as SIZE,
  AABB_STRIDE as STRIDE,
} from "../../trees/layout.ts";
import { addWideNodes, placeFor, type TreeCopy } from "../../trees/tree-copies.ts";

// A copy of a tree's nodes in which a node has up to four children: its descendants one, two or three levels below. A ray must wait for the
// test of a node before it knows where to go next, and visits half as many of these wide nodes. The largest child so far is replaced by its
// own two children until there are four.

const WIDE_ELEMENTS = WIDE_BYTES >> 2;
/** The bounds of a box, and so the rows of a wide node. */
const BOUNDS = 6;
const LOWER_BOUNDS = 3;

/**
 * The tree's copy with wide nodes for rays and moving boxes; null if it has none, because memory is full or the tree was queried too
 * rarely.
 */
export function copyWithWideNodes(tree: AabbTree): TreeCopy | null {
  const copy = copyFor(tree, "ray");
  if (copy === null || copy.wide > 0) return copy;
  const memory = loadKernels()?.memory;
  if (memory === undefined) return null;
  const widened = widenTree(tree, copy, memory);
  return widened.wide > 0 ? widened : null;
}

/** Makes the wide nodes beside a copy; sets `wide` to −1 if there is no room. */
export function widenTree(tree: AabbTree, copy: TreeCopy, memory: WasmMemory): TreeCopy {
  const nodes = makeWideNodes(tree);
  const wide = placeFor(tree, "wide", nodes.byteLength, memory);
  if (wide > 0) new Float32Array(memory.buffer, wide).set(nodes);
  return addWideNodes(tree, copy, wide);
}

function makeWideNodes({ nodes, links, nodeCount }: AabbTree): Float32Array {
  const wide = new Float32Array(WIDE_ELEMENTS * Math.max(1, nodeCount >> 1));
  const ints = new Int32Array(wide.buffer);
  const children = new Int32Array(WIDTH);
  // Work list: a node, and the element that will link to it.
  const waiting = [0, -1];
  let end = 0;
  while (waiting.length > 0) {
    const link = waiting.pop()!;
    const node = waiting.pop()!;
    if (link >= 0) ints[link] = end << 2;
    const count = chooseChildren(nodes, links, node, children);
    for (let k = 0; k < WIDTH; k++) {
      if (k >= count) {
        // no ray enters a missing child
        for (let row = 0; row < BOUNDS; row++)
          wide[end + WIDTH * row + k] = row < LOWER_BOUNDS ? Infinity : -Infinity;
        ints[end + (LOWEST >> 2) + k] = -1;
        continue;
      }
      const child = STRIDE * children[k];
      for (let row = 0; row < BOUNDS; row++) wide[end + WIDTH * row + k] = nodes[child + row];
      const at = end + (CHILDREN >> 2) + k;
      const first = links[child + LINK];
      if (first < 0) ints[at] = ~((~first << LEAF_SHIFT) | (links[child + COUNT] - 1));
      else waiting.push(children[k], at);
    }
    end += WIDE_ELEMENTS;
  }
  return wide.subarray(0, end);
}

/** Returns the number of children; a root that is a leaf is its own child. */
function chooseChildren(nodes: Float32Array, links: Int32Array, node: number, children: Int32Array): number {
  const link = links[STRIDE * node + LINK];
  children[0] = link < 0 ? node : link;
  if (link < 0) return 1;
  children[1] = link + 1;
  let count = 2;
  while (count < WIDTH) {
    let largest = -1;
    let size = -1;
    for (let k = 0; k < count; k++) {
      const at = STRIDE * children[k];
      if (links[at + LINK] < 0 || !(nodes[at + SIZE] > size)) continue;
      size = nodes[at + SIZE];
      largest = k;
    }
    if (largest < 0) break;
    const first = links[STRIDE * children[largest] + LINK];
    children[largest] = first;
    children[count++] = first + 1;
  }
  return count;
}
