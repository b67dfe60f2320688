// Twin: collectByDescent in broadphase/dynamic-tree/fat-tree-query.ts, which goes box by box and depth first.
import {
  FETCHED, FETCHED_BYTES, F32_BOX_BYTES, F32_BOX_MAX, F32_BOX_SHIFT, LEAF_HITS_END, MARK, MET_BEFORE, QUERY_OLD, TREE_NODE_SHIFT, VISIT_BYTES,
} from "../broadphase-memory-map";
import { doMeet } from "./f32-boxes";

/**
 * Visits the nodes at `from` to `end`, one level of the tree for many queries at once: what is read next is known well ahead, so the
 * processor fetches many nodes at once. There is no branch on whether a child is met: each is written to the next level and to `hits`, and only
 * the end of the list that it belongs to moves. Returns the end of `next`.
 */
export function descendLevel(from: usize, end: usize, next: usize, hits: usize, nodes: usize, images: usize): usize {
  let fetched = from;
  let leavesEnd = hits;
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
      store<usize>(leavesEnd, query);
      store<usize>(leavesEnd, slot, 4);
      leavesEnd += VISIT_BYTES * (i32(isMet) & i32(isLeaf));
    }
  }
  store<usize>(LEAF_HITS_END, dropKnown(hits, leavesEnd, images));
  return next;
}

/**
 * Removes the leaves that met the query's old box, too, from the list of queries and slots at `from` to `end`, unless they are queried
 * themselves: then their boxes do not tell whether the two met before. Lists queries and places instead, and returns the end.
 */
function dropKnown(from: usize, end: usize, images: usize): usize {
  compareOld(from, end, images);
  let to = from;
  for (; from < end; from += VISIT_BYTES) {
    const leaf = load<u32>(from, 4);
    const mark = load<i32>(markOf(leaf, images));
    store<usize>(to, load<usize>(from));
    store<u32>(to, leaf & ~MET_BEFORE, 4);
    to += VISIT_BYTES * (i32(leaf < u32(MET_BEFORE)) | i32(mark > 0));
  }
  return to;
}

/** Replaces each slot by the place of its leaf, with MET_BEFORE where the query's old box met it, and reads the marks of all into the cache. */
function compareOld(from: usize, end: usize, images: usize): void {
  let sum = 0;
  for (; from < end; from += VISIT_BYTES) {
    const query = load<usize>(from);
    const slot = load<usize>(from, 4);
    const min = v128.load(slot);
    const metBefore = doMeet(min, v128.load(slot, F32_BOX_MAX), v128.load(query, QUERY_OLD), v128.load(query, QUERY_OLD + F32_BOX_MAX));
    const leaf = ~i32x4.extract_lane(min, 3);
    store<i32>(from, leaf | select<i32>(MET_BEFORE, 0, metBefore), 4);
    sum += load<i32>(markOf(leaf, images));
  }
  store<i32>(FETCHED, sum); // otherwise the compiler would drop the reads
}

/** The address of a place's mark; the sign bit of the place is shifted out. */
@inline function markOf(place: u32, images: usize): usize {
  return images + (<usize>place << F32_BOX_SHIFT) + MARK;
}

/** Reads the nodes of the visits at `from` to `end` ahead, into the cache; returns `end`. */
function fetchNodes(from: usize, end: usize): usize {
  let sum = 0;
  for (; from < end; from += VISIT_BYTES) sum += load<i32>(load<usize>(from));
  store<i32>(FETCHED, sum); // otherwise the compiler would drop the reads
  return end;
}
