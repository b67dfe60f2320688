import { childOf, EMPTY, type FatTree, NONE, setChild, setParent, uniteInto } from "./fat-tree.ts";
import { copyBox } from "./lane-boxes.ts";
import type { Lanes, TreeMemory } from "./tree-memory.ts";
import { BOX, MAX } from "./tree-memory.ts";

// Builds a tree from all boxes at once: halves by the median of the centres, along the axis where they spread most. So the
// depth is ⌈log2 n⌉ whatever the boxes, and the stack below has a bound.

/** At most one part waits per level, and there are at most 2^26 boxes. */
const DEPTH = 64;

/** Replaces the tree by one over the fat boxes at items[0 … count). Reorders `items`. */
export function buildFatTree(tree: FatTree, items: Uint32Array, count: number): void {
  const { memory } = tree;
  tree.freeNodes.length = 0;
  tree.nodeEnd = 0;
  tree.size = count;
  tree.root = count === 0 ? EMPTY : count === 1 ? ~items[0] : 0;
  if (count === 1) memory.leafSlots[items[0]] = NONE;
  if (count < 2) return;
  const centres = readCentres(memory.fat, items, count);
  // Waiting parts: first item, one past the last, slot of the parent.
  const stack = new Int32Array(3 * DEPTH);
  let waiting = 0;
  const push = (start: number, end: number, slot: number) => {
    stack[3 * waiting] = start;
    stack[3 * waiting + 1] = end;
    stack[3 * waiting + 2] = slot;
    waiting++;
  };
  push(0, count, NONE);
  while (waiting > 0) {
    waiting--;
    const start = stack[3 * waiting];
    const end = stack[3 * waiting + 1];
    const slot = stack[3 * waiting + 2];
    if (end - start === 1) {
      setChild(memory, slot, ~items[start]);
      continue;
    }
    const node = tree.nodeEnd++;
    if (slot !== NONE) setChild(memory, slot, node);
    else setParent(memory, node, NONE);
    const middle = (start + end) >> 1;
    select(items, centres, start, end, middle, longestAxis(centres, start, end));
    push(middle, end, 2 * node + 1);
    push(start, middle, 2 * node);
  }
  fitBoxes(memory, tree.nodeEnd);
}

/**
 * Twice the centres of the items, three numbers each, in order; 0 on an axis on which a box is unbounded in both
 * directions.
 */
function readCentres(fat: Lanes, items: Uint32Array, count: number): Float64Array {
  const centres = new Float64Array(3 * count);
  for (let i = 0; i < count; i++) {
    const place = items[i];
    for (let axis = 0; axis < 3; axis++) {
      const sum = fat[BOX * place + axis] + fat[BOX * place + MAX + axis];
      centres[3 * i + axis] = sum - sum === 0 ? sum : sum > 0 ? 1e300 : sum < 0 ? -1e300 : 0;
    }
  }
  return centres;
}

/** The axis on which the centres spread most. */
function longestAxis(centres: Float64Array, start: number, end: number): number {
  let minX = Infinity;
  let minY = Infinity;
  let minZ = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  let maxZ = -Infinity;
  for (let at = 3 * start; at < 3 * end; at += 3) {
    const x = centres[at];
    const y = centres[at + 1];
    const z = centres[at + 2];
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
    if (z < minZ) minZ = z;
    if (z > maxZ) maxZ = z;
  }
  const y = maxY - minY;
  const z = maxZ - minZ;
  if (maxX - minX >= Math.max(y, z)) return 0;
  return y >= z ? 1 : 2;
}

/** Quickselect: afterwards no centre before `middle` is above one from `middle` on. */
function select(
  items: Uint32Array,
  centres: Float64Array,
  start: number,
  end: number,
  middle: number,
  axis: number,
): void {
  let low = start;
  let high = end - 1;
  while (low < high) {
    const pivot = medianOfThree(centres, low, (low + high) >> 1, high, axis);
    let i = low - 1;
    let j = high + 1;
    for (;;) {
      do i++;
      while (centres[3 * i + axis] < pivot);
      do j--;
      while (centres[3 * j + axis] > pivot);
      if (i >= j) break;
      const item = items[i];
      items[i] = items[j];
      items[j] = item;
      for (let k = 0; k < 3; k++) {
        const centre = centres[3 * i + k];
        centres[3 * i + k] = centres[3 * j + k];
        centres[3 * j + k] = centre;
      }
    }
    if (middle <= j) high = j;
    else low = j + 1;
  }
}

function medianOfThree(centres: Float64Array, p: number, q: number, r: number, axis: number): number {
  const a = centres[3 * p + axis];
  const b = centres[3 * q + axis];
  const c = centres[3 * r + axis];
  return Math.max(Math.min(a, b), Math.min(Math.max(a, b), c));
}

/** Children come after their parents, so one backward pass fits all boxes. */
function fitBoxes(memory: TreeMemory, nodeEnd: number): void {
  const { nodes, fat } = memory;
  for (let slot = 2 * nodeEnd - 1; slot >= 0; slot--) {
    const child = childOf(memory, slot);
    if (child < 0) copyBox(fat, BOX * ~child, nodes, BOX * slot);
    else uniteInto(nodes, child, slot);
  }
}
