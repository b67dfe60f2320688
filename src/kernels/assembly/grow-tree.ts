// Twin: growTree in trees/build-aabb.ts, with the surface area rule.
import {
  DEPTH, EVEN, LEAF_SIZE, MAX_DEPTH, NODE_COUNT, NODE_LINK, NODE_SHIFT, NODES, ODD, PRUNE, RECORD_SHIFT,
  RECORD_TRIANGLE, STACK, STACK_ENTRY_BYTES, TRIANGLE_COUNT, TRIANGLES,
} from "../memory-map";
import { FREE_DEPTH } from "../split-constants";
import { splitSah } from "./sah";

/** Writes the links and counts of all nodes and the triangle of each slot; returns the number of nodes. */
export function growTree(): i32 {
  const even = load<usize>(EVEN), odd = load<usize>(ODD);
  const nodes = load<usize>(NODES), triangles = load<usize>(TRIANGLES);
  const leafSize = load<i32>(LEAF_SIZE), maxDepth = load<i32>(MAX_DEPTH), prune = load<i32>(PRUNE);
  const count = load<i32>(TRIANGLE_COUNT);
  const freeDepth = FREE_DEPTH + 32 - clz(count - 1);
  let top: usize = STACK;
  let nodeCount = 1;
  let treeDepth = 1;

  let node = 0;
  let begin = 0;
  let end = count;
  let depth = 1;
  let isOdd = false;
  while (true) {
    const from = select(odd, even, isOdd);
    let middle = begin;
    if (end - begin > leafSize && depth < maxDepth) {
      const first = from + (begin << RECORD_SHIFT);
      const to = select(even, odd, isOdd) + (begin << RECORD_SHIFT);
      if (depth <= freeDepth) middle += <i32>splitSah(first, to, end - begin);
      if (middle == begin && (prune || depth > freeDepth)) middle += splitHalves(first, to, end - begin);
    }
    const at = nodes + (node << NODE_SHIFT);
    if (middle != begin) {
      store<i32>(at, nodeCount, NODE_LINK);
      node = nodeCount;
      nodeCount += 2;
      depth++;
      isOdd = !isOdd;
      store<i32>(top, node + 1);
      store<i32>(top, middle, 4);
      store<i32>(top, end, 8);
      store<i32>(top, isOdd ? ~depth : depth, 12);
      top += STACK_ENTRY_BYTES;
      end = middle;
      continue;
    }
    store<i32>(at, ~begin, NODE_LINK);
    store<i32>(at, end - begin, NODE_COUNT);
    for (let slot = begin; slot < end; slot++)
      store<i32>(triangles + (slot << 2), load<i32>(from + (slot << RECORD_SHIFT), RECORD_TRIANGLE));
    treeDepth = max(treeDepth, depth);
    if (top == STACK) break;
    top -= STACK_ENTRY_BYTES;
    node = load<i32>(top);
    begin = load<i32>(top, 4);
    end = load<i32>(top, 8);
    depth = load<i32>(top, 12);
    isOdd = depth < 0;
    if (isOdd) depth = ~depth;
  }
  store<i32>(DEPTH, treeDepth);
  return nodeCount;
}

/** Splits into equal halves in the present order of the records. */
@inline function splitHalves(from: usize, to: usize, count: i32): i32 {
  memory.copy(to, from, <usize>count << RECORD_SHIFT);
  return count >>> 1;
}
