import { insertionMeasure } from "../box-measures.ts";
import type { RTree } from "../layout.ts";
import { AABB_COUNT as COUNT, AABB_LINK as LINK, AABB_STRIDE as STRIDE } from "../layout.ts";
import { splitQuadratic } from "./split-quadratic.ts";
import { MAX_MAX_CHILDREN, parentOf, putRecord, reserveBlocks, takeBlock, takeRecord } from "./storage.ts";

// Guttman 1984, section 3.2: insertion. Heights are counted from the triangles, which have height 0.

// The children of a node that is split, and the new one.
const pool = new Int32Array(STRIDE * (MAX_MAX_CHILDREN + 1));
const poolBoxes = new Float32Array(pool.buffer);
const groups = new Uint8Array(MAX_MAX_CHILDREN + 1);
const FIRST = 1;

/** Inserts a record of this height: 0 for a triangle, more for a subtree that lost its parent. */
export function insertRecord(tree: RTree, record: Int32Array, at: number, height: number): void {
  // At most one split per level, and a new root.
  reserveBlocks(tree, tree.depth + 1);
  const boxes = new Float32Array(record.buffer, record.byteOffset, record.length);
  addRecord(tree, chooseParent(tree, boxes, at, height), record, at);
}

/** ChooseLeaf: the path on which boxes grow least. Boxes are enlarged on the way, which is half of AdjustTree. */
function chooseParent(tree: RTree, boxes: Float32Array, at: number, height: number): number {
  const { nodes, links } = tree;
  const byVolume = tree.measure === "volume";
  let node = 0;
  if (links[COUNT] === 0) for (let k = 0; k < 6; k++) nodes[k] = boxes[at + k];
  for (let left = tree.depth - 2 - height; ; left--) {
    enlarge(nodes, STRIDE * node, boxes, at);
    if (left === 0) return node;
    node = leastGrowth(nodes, links, node, boxes, at, byVolume);
  }
}

/** The child that grows least to include the box; ties go to the smallest, then to the first. */
function leastGrowth(
  nodes: Float32Array,
  links: Int32Array,
  parent: number,
  boxes: Float32Array,
  at: number,
  byVolume: boolean,
): number {
  const x0 = boxes[at];
  const y0 = boxes[at + 1];
  const z0 = boxes[at + 2];
  const x1 = boxes[at + 3];
  const y1 = boxes[at + 4];
  const z1 = boxes[at + 5];
  const first = links[STRIDE * parent + LINK];
  const end = first + links[STRIDE * parent + COUNT];
  let best = first;
  let bestGrowth = Infinity;
  let bestSize = Infinity;
  for (let child = first; child < end; child++) {
    const c = STRIDE * child;
    const minX = nodes[c];
    const minY = nodes[c + 1];
    const minZ = nodes[c + 2];
    const maxX = nodes[c + 3];
    const maxY = nodes[c + 4];
    const maxZ = nodes[c + 5];
    let x = maxX - minX;
    let y = maxY - minY;
    let z = maxZ - minZ;
    const size = insertionMeasure(x, y, z, byVolume);
    x = Math.max(x1, maxX) - Math.min(x0, minX);
    y = Math.max(y1, maxY) - Math.min(y0, minY);
    z = Math.max(z1, maxZ) - Math.min(z0, minZ);
    const growth = insertionMeasure(x, y, z, byVolume) - size;
    if (growth < bestGrowth || (growth === bestGrowth && size < bestSize)) {
      best = child;
      bestGrowth = growth;
      bestSize = size;
    }
  }
  return best;
}

/** Adds a record to the children of a node whose box already includes it, and splits nodes that get too full. */
function addRecord(tree: RTree, parent: number, record: Int32Array, at: number): void {
  const { links, maxChildren } = tree;
  let node = parent;
  let from = record;
  let fromAt = at;
  for (;;) {
    const n = STRIDE * node;
    const count = links[n + COUNT];
    if (count < maxChildren) {
      putRecord(tree, links[n + LINK] + count, from, fromAt);
      links[n + COUNT] = count + 1;
      return;
    }
    splitNode(tree, node, from, fromAt);
    if (node === 0) {
      growRoot(tree);
      return;
    }
    from = sibling;
    fromAt = 0;
    node = parentOf(tree, node);
  }
}

const sibling = new Int32Array(16);
const siblingBox = new Float32Array(sibling.buffer);

/** Divides a full node's children and one more record: some stay, the others become the children of `sibling`. */
function splitNode(tree: RTree, node: number, record: Int32Array, at: number): void {
  const { nodes, links, maxChildren } = tree;
  const n = STRIDE * node;
  const first = links[n + LINK];
  for (let k = 0; k < STRIDE; k++) pool[STRIDE * maxChildren + k] = record[at + k];
  for (let k = 0; k < maxChildren; k++) takeRecord(tree, first + k, pool, STRIDE * k);
  splitQuadratic(poolBoxes, maxChildren + 1, tree.minChildren, tree.measure === "volume", groups);

  const second = takeBlock(tree);
  let kept = 0;
  let moved = 0;
  for (let k = 0; k <= maxChildren; k++) {
    if (groups[k] === FIRST) putRecord(tree, first + kept++, pool, STRIDE * k);
    else putRecord(tree, second + moved++, pool, STRIDE * k);
  }
  links[n + COUNT] = kept;
  fitToBlock(nodes, n, nodes, first, kept);
  sibling[LINK] = second;
  sibling[COUNT] = moved;
  fitToBlock(siblingBox, 0, nodes, second, moved);
}

/** After the root was split: its two halves become children of a new root. */
function growRoot(tree: RTree): void {
  const { nodes, links } = tree;
  const first = takeBlock(tree);
  for (let k = 0; k < STRIDE; k++) pool[k] = links[k];
  putRecord(tree, first, pool, 0);
  putRecord(tree, first + 1, sibling, 0);
  links[LINK] = first;
  links[COUNT] = 2;
  tree.parents[(first - 1) / tree.maxChildren] = 0;
  fitToBlock(nodes, 0, nodes, first, 2);
  tree.depth++;
}

/** Writes the box around the nodes first … first + count − 1 to out[at]; all zero if there are none. */
export function fitToBlock(
  out: Float32Array,
  at: number,
  nodes: Float32Array,
  first: number,
  count: number,
): void {
  for (let k = 0; k < 6; k++) out[at + k] = count === 0 ? 0 : nodes[STRIDE * first + k];
  for (let node = first + 1; node < first + count; node++) enlarge(out, at, nodes, STRIDE * node);
}

function enlarge(out: Float32Array, at: number, boxes: Float32Array, from: number): void {
  for (let k = 0; k < 3; k++) {
    if (boxes[from + k] < out[at + k]) out[at + k] = boxes[from + k];
    if (boxes[from + 3 + k] > out[at + 3 + k]) out[at + 3 + k] = boxes[from + 3 + k];
  }
}
