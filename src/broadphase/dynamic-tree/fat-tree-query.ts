import type { FatTree } from "./fat-tree.ts";
import { doMeet } from "./lane-boxes.ts";
import type * as Kernel from "./tree-kernel.ts";
import type * as Layout from "./tree-memory.ts";

const BOX = 8 satisfies typeof Layout.BOX;
const MAX = 4 satisfies typeof Layout.MAX;
const MARK = 3 satisfies typeof Layout.MARK;
const CHILD = 3 satisfies typeof Layout.CHILD;
const COMPARISONS = 3 satisfies typeof Kernel.COMPARISONS;

/** Pairs of places that queries have found. */
export interface FoundCandidates {
  pairs: Uint32Array;
  count: number;
  /** Boxes compared with nodes' boxes. */
  comparisons: number;
}

/**
 * Adds the pairs of a box that asks with all boxes that its fat box meets and did not meet before: the others are candidates
 * already. Boxes ask one after the other, each when the tree has its new fat box, so that a pair is found once: of two boxes
 * that ask, when it is the turn of the one that brings them together. Only a pair that met at first and not when the first
 * of them had moved is found though it is a candidate, and has to be left out.
 */
export function findCandidates(tree: FatTree, rank: number, out: FoundCandidates): void {
  if (tree.root < 0) return;
  const { asking, hits, imageInts, old, wide } = tree.memory;
  const place = asking[rank]!;
  const hitCount = collectHits(tree, BOX * place, BOX * rank);
  out.comparisons += tree.memory.header[COMPARISONS]!;
  if (out.pairs.length < 2 * (out.count + hitCount)) {
    const larger = new Uint32Array(4 * (out.count + hitCount));
    larger.set(out.pairs);
    out.pairs = larger;
  }
  const { pairs } = out;
  let at = 2 * out.count;
  for (let k = 0; k < hitCount; k++) {
    const other = hits[k]!;
    const otherRank = imageInts[(BOX * other + MARK) << wide]! - 1;
    if (other === place || (otherRank >= 0 && doMeet(old, BOX * rank, old, BOX * otherRank))) continue;
    pairs[at] = place;
    pairs[at + 1] = other;
    at += 2;
  }
  out.count = at / 2;
}

/** Lists the leaves that meet the fat box at `p`, but not the old one at `q`; returns how many. The root is no leaf. */
function collectHits(tree: FatTree, p: number, q: number): number {
  const { kernel, nodes, fat, old, queue, hits } = tree.memory;
  if (kernel === null) return collectPlainly(tree, p, q);
  const box = fat.byteOffset + 4 * p;
  const before = old.byteOffset + 4 * q;
  const end = kernel.query(box, before, tree.root, nodes.byteOffset, queue.byteOffset, hits.byteOffset);
  return (end - hits.byteOffset) / 4;
}

/**
 * About every second box meets, so branches on single coordinates would be mispredicted: the gaps d are summed up as d + |d|
 * instead, which is 0 where there is none, and only the sum is asked. Unbounded boxes may make it NaN: they are asked side
 * by side.
 */
function collectPlainly(tree: FatTree, p: number, q: number): number {
  const { nodes, nodeInts, fat, old, queue, hits, header, wide } = tree.memory;
  const minX = fat[p]!;
  const minY = fat[p + 1]!;
  const minZ = fat[p + 2]!;
  const maxX = fat[p + MAX]!;
  const maxY = fat[p + MAX + 1]!;
  const maxZ = fat[p + MAX + 2]!;
  let waiting = 1;
  let visits = 0;
  let count = 0;
  queue[0] = tree.root;
  while (waiting > 0) {
    const node = queue[--waiting]!;
    visits++;
    for (let slot = 2 * node, s = BOX * slot; slot < 2 * node + 2; slot++, s += BOX) {
      const d0 = nodes[s]! - maxX;
      const d1 = minX - nodes[s + MAX]!;
      const d2 = nodes[s + 1]! - maxY;
      const d3 = minY - nodes[s + MAX + 1]!;
      const d4 = nodes[s + 2]! - maxZ;
      const d5 = minZ - nodes[s + MAX + 2]!;
      const gaps =
        d0 +
        Math.abs(d0) +
        (d1 + Math.abs(d1)) +
        (d2 + Math.abs(d2)) +
        (d3 + Math.abs(d3)) +
        (d4 + Math.abs(d4)) +
        (d5 + Math.abs(d5));
      if (gaps > 0 || (Number.isNaN(gaps) && !doMeet(nodes, s, fat, p))) continue;
      const child = nodeInts[(s + CHILD) << wide]!;
      if (child >= 0) queue[waiting++] = child;
      else if (!doMeet(nodes, s, old, q)) hits[count++] = ~child;
    }
  }
  header[COMPARISONS] = 2 * visits;
  return count;
}
