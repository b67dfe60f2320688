// Twin: growTree in trees/build-aabb.ts, with the surface area rule.
import {
  DEPTH, EVEN, LEAF_SIZE, MAX_DEPTH, NODE_COUNT, NODE_LINK, NODE_SHIFT, NODES, ODD, PRUNE, RECORD_SHIFT,
  RECORD_TRIANGLE, STACK, STACK_ENTRY_BYTES, STACK_TOP, TREE_NODES, TRIANGLE_COUNT, TRIANGLES,
} from "../memory-map";
import { FREE_DEPTH } from "../split-constants";
import { splitSah } from "./sah";

/** Begins with one set of all triangles. The caller has made its node and begin 0. */
export function plantTree(): void {
  store<i32>(TREE_NODES, 1);
  store<i32>(STACK + 8, load<i32>(TRIANGLE_COUNT));
  store<i32>(STACK + 12, 1);
  store<usize>(STACK_TOP, STACK + STACK_ENTRY_BYTES);
}

/**
 * Writes links and counts of nodes, and the triangles of slots, until a budget is spent or nothing is pending; returns what is left of it.
 */
export function growTree(budget: i32): i32 {
  const even = load<usize>(EVEN), odd = load<usize>(ODD);
  const nodes = load<usize>(NODES), triangles = load<usize>(TRIANGLES);
  const leafSize = load<i32>(LEAF_SIZE), maxDepth = load<i32>(MAX_DEPTH), prune = load<i32>(PRUNE);
  const freeDepth = FREE_DEPTH + 32 - clz(load<i32>(TRIANGLE_COUNT) - 1);
  let top = load<usize>(STACK_TOP);
  let nodeCount = load<i32>(TREE_NODES);
  while (top != STACK && budget > 0) {
    top -= STACK_ENTRY_BYTES;
    const node = load<i32>(top), begin = load<i32>(top, 4), end = load<i32>(top, 8);
    let depth = load<i32>(top, 12);
    const isOdd = depth < 0;
    if (isOdd) depth = ~depth;
    budget -= end - begin;
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
      depth++;
      if (!isOdd) depth = ~depth;
      // The right part takes the place of the set, with its end; the left one is next.
      store<i32>(top, nodeCount + 1);
      store<i32>(top, middle, 4);
      store<i32>(top, depth, 12);
      top += STACK_ENTRY_BYTES;
      store<i32>(top, nodeCount);
      store<i32>(top, begin, 4);
      store<i32>(top, middle, 8);
      store<i32>(top, depth, 12);
      top += STACK_ENTRY_BYTES;
      nodeCount += 2;
      continue;
    }
    store<i32>(at, ~begin, NODE_LINK);
    store<i32>(at, end - begin, NODE_COUNT);
    for (let slot = begin; slot < end; slot++)
      store<i32>(triangles + (slot << 2), load<i32>(from + (slot << RECORD_SHIFT), RECORD_TRIANGLE));
    store<i32>(DEPTH, max(load<i32>(DEPTH), depth));
  }
  store<usize>(STACK_TOP, top);
  store<i32>(TREE_NODES, nodeCount);
  return budget;
}

/** Splits into equal halves in the present order of the records. */
@inline function splitHalves(from: usize, to: usize, count: i32): i32 {
  memory.copy(to, from, <usize>count << RECORD_SHIFT);
  return count >>> 1;
}
