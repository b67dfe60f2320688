import { LEAF_HITS_END } from "../../kernels/broadphase-memory-map.ts";
import type { FatTree } from "./fat-tree.ts";
import type { TreeMemory } from "./tree-memory.ts";
import { BOX, CHILD, doMeet, MARK, MAX, OLD, QUERY } from "./tree-memory.ts";

/** Bytes per query in kernel memory, with f32 lanes. */
const QUERY_BYTES = 4 * QUERY;
const NODE_BYTES = 4 * 2 * BOX;

/** Boxes queried together: enough to fetch many nodes at once, few enough for the cache. */
const BATCH = 1024;

/** Pairs of places found by queries. */
export interface FoundCandidates {
  pairs: Uint32Array;
  count: number;
  /** Comparisons of boxes with nodes' boxes. */
  comparisons: number;
}

/**
 * Adds the pairs of the first `count` re-queried boxes with boxes whose fat boxes they meet now and did not meet before;
 * pairs that met before are already candidates. Two re-queried boxes find each other twice: the pair is added for the lower
 * place only.
 */
export function findCandidates(tree: FatTree, count: number, out: FoundCandidates): void {
  if (tree.root < 0) return;
  if (tree.memory.kernel === null)
    for (let rank = 0; rank < count; rank++) addHits(tree.memory, collectByDescent(tree, rank, out), out);
  else
    for (let rank = 0; rank < count; rank += BATCH)
      findByLevels(tree, rank, Math.min(rank + BATCH, count), out);
}

/** Queries the ranks `from` to `to` − 1 together, or in two halves if a level might not fit. One box always fits. */
function findByLevels(tree: FatTree, from: number, to: number, out: FoundCandidates): void {
  const { kernel, levels, hits, nodes, images, queries, header } = tree.memory;
  const root = nodes.byteOffset + NODE_BYTES * tree.root;
  let [level, next] = levels;
  let count = 0;
  for (let rank = from; rank < to; rank++) {
    level[count++] = root;
    level[count++] = queries.byteOffset + QUERY_BYTES * rank;
  }
  const before = out.count;
  while (count > 0) {
    if (to - from > 1 && 2 * count > level.length - 2) {
      const middle = (from + to) >> 1;
      out.count = before;
      findByLevels(tree, from, middle, out);
      findByLevels(tree, middle, to, out);
      return;
    }
    const end = kernel!.descendLevel(
      level.byteOffset,
      level.byteOffset + 4 * count,
      next.byteOffset,
      hits.byteOffset,
      nodes.byteOffset,
      images.byteOffset,
    );
    addHits(tree.memory, ((header[LEAF_HITS_END / 4] - hits.byteOffset) >>> 0) / 8, out);
    out.comparisons += count; // a visit is two integers and tests two children
    count = ((end - next.byteOffset) >>> 0) / 4;
    [level, next] = [next, level];
  }
}

/** Adds the pairs of the first `hitCount` hits: the address of a query and a place each. */
function addHits(memory: TreeMemory, hitCount: number, out: FoundCandidates): void {
  const { requeried, hits, imageInts, queries, intShift } = memory;
  if (out.pairs.length < 2 * (out.count + hitCount)) {
    const larger = new Uint32Array(4 * (out.count + hitCount));
    larger.set(out.pairs);
    out.pairs = larger;
  }
  const { pairs } = out;
  let at = 2 * out.count;
  for (let k = 0; k < 2 * hitCount; k += 2) {
    const rank = ((hits[k] - queries.byteOffset) >>> 0) / QUERY_BYTES;
    const place = requeried[rank];
    const other = hits[k + 1];
    const mark = imageInts[(BOX * other + MARK) << intShift];
    if (mark > 0) {
      const old = QUERY * rank + OLD;
      if (other <= place || doMeet(queries, old, queries, QUERY * (mark - 1) + OLD)) continue;
    }
    pairs[at] = place < other ? place : other;
    pairs[at + 1] = place < other ? other : place;
    at += 2;
  }
  out.count = at / 2;
}

/**
 * Lists the leaves that meet the new fat box of a rank and are re-queried themselves, or did not meet the old one; returns
 * how many. About every second node meets, so a branch per coordinate would be mispredicted. Gaps d are summed as d + |d|
 * instead, which is 0 if there is no gap. Unbounded boxes may make the sum NaN; then each side is compared.
 */
function collectByDescent(tree: FatTree, rank: number, out: FoundCandidates): number {
  const { nodes, nodeInts, imageInts, queries, levels, hits, intShift } = tree.memory;
  const q = QUERY * rank;
  const minX = queries[q];
  const minY = queries[q + 1];
  const minZ = queries[q + 2];
  const maxX = queries[q + MAX];
  const maxY = queries[q + MAX + 1];
  const maxZ = queries[q + MAX + 2];
  const stack = levels[0];
  let waiting = 1;
  let count = 0;
  stack[0] = tree.root;
  while (waiting > 0) {
    const node = stack[--waiting];
    out.comparisons += 2;
    for (let slot = 2 * node, s = BOX * slot; slot < 2 * node + 2; slot++, s += BOX) {
      const d0 = nodes[s] - maxX;
      const d1 = minX - nodes[s + MAX];
      const d2 = nodes[s + 1] - maxY;
      const d3 = minY - nodes[s + MAX + 1];
      const d4 = nodes[s + 2] - maxZ;
      const d5 = minZ - nodes[s + MAX + 2];
      const gaps =
        d0 +
        Math.abs(d0) +
        (d1 + Math.abs(d1)) +
        (d2 + Math.abs(d2)) +
        (d3 + Math.abs(d3)) +
        (d4 + Math.abs(d4)) +
        (d5 + Math.abs(d5));
      if (gaps > 0 || (Number.isNaN(gaps) && !doMeet(nodes, s, queries, q))) continue;
      const child = nodeInts[(s + CHILD) << intShift];
      if (child >= 0) {
        stack[waiting++] = child;
        continue;
      }
      if (imageInts[(BOX * ~child + MARK) << intShift] === 0 && doMeet(nodes, s, queries, q + OLD)) continue;
      hits[count++] = queries.byteOffset + QUERY_BYTES * rank;
      hits[count++] = ~child;
    }
  }
  return count / 2;
}
