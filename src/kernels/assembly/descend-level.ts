// Twin: collectByDescent in broadphase/dynamic-tree/fat-tree-query.ts, which takes box by box and depth first.
import {
  FETCHED, FETCHED_BYTES, F32_BOX_BYTES, F32_BOX_MAX, F32_BOX_SHIFT, LEAF_HITS_END, MARK, QUERY_OLD, TREE_NODE_SHIFT, VISIT_BYTES,
} from "../broadphase-memory-map";
import { doMeet } from "./f32-boxes";

/**
 * Visits the nodes at `from` to `end`, a level of the tree for many queries at once: what is read next is known long before, so
 * the processor fetches many nodes at once. Whether a node is met decides no branch: every child is written to the next level, and
 * counts or not. Leaves that are met are few; they go to `hits`. Returns the end of `next`.
 */
export function descendLevel(from: usize, end: usize, next: usize, hits: usize, nodes: usize, images: usize): usize {
  let fetched = from;
  for (; from < end; from += VISIT_BYTES) {
    if (from == fetched) fetched = fetchNodes(from, min(from + FETCHED_BYTES, end));
    const node = load<usize>(from);
    const query = load<usize>(from, 4);
    const min = v128.load(query);
    const max = v128.load(query, F32_BOX_MAX);
    for (let slot = node; slot < node + 2 * F32_BOX_BYTES; slot += F32_BOX_BYTES) {
      const childMin = v128.load(slot);
      const childMax = v128.load(slot, F32_BOX_MAX);
      const link = i32x4.extract_lane(childMin, 3);
      const isLeaf = link < 0;
      const isMet = doMeet(childMin, childMax, min, max);
      store<usize>(next, nodes + (link << TREE_NODE_SHIFT));
      store<usize>(next, query, 4);
      next += VISIT_BYTES * (i32(isMet) & i32(!isLeaf));
      if (i32(isMet) & i32(isLeaf)) {
        const oldMin = v128.load(query, QUERY_OLD);
        const oldMax = v128.load(query, QUERY_OLD + F32_BOX_MAX);
        const mark = load<i32>(images + (~link << F32_BOX_SHIFT), MARK);
        store<usize>(hits, query);
        store<i32>(hits, ~link, 4);
        // The fat box of a leaf that is queried itself does not say whether the two met before.
        hits += VISIT_BYTES * (i32(!doMeet(childMin, childMax, oldMin, oldMax)) | i32(mark > 0));
      }
    }
  }
  store<usize>(LEAF_HITS_END, hits);
  return next;
}

/** Reads the nodes of the visits at `from` to `end`, so that they are in the cache; returns `end`. */
function fetchNodes(from: usize, end: usize): usize {
  let sum = 0;
  for (; from < end; from += VISIT_BYTES) sum += load<i32>(load<usize>(from));
  store<i32>(FETCHED, sum); // otherwise the reads would be left out
  return end;
}
