import type { Asking } from "./asking.ts";
import { doMeet } from "./candidates.ts";
import type * as Layout from "./fat-tree.ts";
import type { FatTree } from "./fat-tree.ts";

const NODE_STRIDE = 16 satisfies typeof Layout.NODE_STRIDE;
const LINK_STRIDE = 32 satisfies typeof Layout.LINK_STRIDE;
const CHILD = 24 satisfies typeof Layout.CHILD;

/** Ids of the boxes found by the last query; grown as needed. */
let hits = new Int32Array(1024);
let hitCount = 0;
/** Inner nodes that wait. A query pushes each of them at most once, so their number is room enough. */
let stack = new Int32Array(64);

/** Pairs that queries have found. */
export interface CandidateList {
  pairs: Uint32Array;
  count: number;
  /** Boxes compared with nodes' boxes. */
  comparisons: number;
}

/**
 * Adds the pairs of the boxes that ask with all boxes that their fat boxes meet and did not meet before: the others are
 * candidates already. A partner that asks itself finds the pair, too: then it is added for the lower id only.
 */
export function findCandidates(tree: FatTree, asking: Asking, fat: Float64Array, out: CandidateList): void {
  if (tree.size < 2) return;
  if (stack.length <= tree.nodeLimit) stack = new Int32Array(2 * tree.nodeLimit);
  for (let rank = 0; rank < asking.count; rank++) {
    out.comparisons += collectHits(tree, fat, 6 * asking.ids[rank]!);
    addHits(asking, rank, fat, out);
  }
}

function addHits(
  { ids, changed, ranks, old }: Asking,
  rank: number,
  fat: Float64Array,
  out: CandidateList,
): void {
  if (out.pairs.length < 2 * (out.count + hitCount)) {
    const larger = new Uint32Array(4 * (out.count + hitCount));
    larger.set(out.pairs);
    out.pairs = larger;
  }
  const { pairs } = out;
  const id = ids[rank]!;
  let at = 2 * out.count;
  for (let k = 0; k < hitCount; k++) {
    const other = hits[k]!;
    if (changed[other] === 1) {
      if (other <= id || doMeet(old, 6 * rank, old, 6 * ranks[other]!)) continue;
    } else if (doMeet(old, 6 * rank, fat, 6 * other)) {
      continue;
    }
    pairs[at] = id;
    pairs[at + 1] = other;
    at += 2;
  }
  out.count = at / 2;
}

/**
 * Fills `hits`; returns how many boxes were compared. About every second box meets, so branches on single coordinates
 * would be mispredicted: the gaps d are summed up as d + |d| instead, which is 0 where there is none, and only the sum
 * is asked. Unbounded boxes may make it NaN: they are asked side by side.
 */
function collectHits(tree: FatTree, fat: Float64Array, q: number): number {
  const { slots, links } = tree;
  const minX = fat[q]!;
  const minY = fat[q + 1]!;
  const minZ = fat[q + 2]!;
  const maxX = fat[q + 3]!;
  const maxY = fat[q + 4]!;
  const maxZ = fat[q + 5]!;
  const waitingNodes = stack;
  let waiting = 1;
  let visits = 0;
  let count = 0;
  waitingNodes[0] = tree.root;
  while (waiting > 0) {
    const node = waitingNodes[--waiting]!;
    visits++;
    for (let side = 0, p = NODE_STRIDE * node; side < 2; side++, p += 6) {
      const d0 = slots[p]! - maxX;
      const d1 = minX - slots[p + 3]!;
      const d2 = slots[p + 1]! - maxY;
      const d3 = minY - slots[p + 4]!;
      const d4 = slots[p + 2]! - maxZ;
      const d5 = minZ - slots[p + 5]!;
      const gaps =
        d0 +
        Math.abs(d0) +
        (d1 + Math.abs(d1)) +
        (d2 + Math.abs(d2)) +
        (d3 + Math.abs(d3)) +
        (d4 + Math.abs(d4)) +
        (d5 + Math.abs(d5));
      if (gaps > 0 || (Number.isNaN(gaps) && !doMeet(slots, p, fat, q))) continue;
      const child = links[LINK_STRIDE * node + CHILD + side]!;
      if (child >= 0) {
        waitingNodes[waiting++] = child;
        continue;
      }
      if (count === hits.length) growHits();
      hits[count++] = ~child;
    }
  }
  hitCount = count;
  return 2 * visits;
}

function growHits(): void {
  const larger = new Int32Array(2 * hits.length);
  larger.set(hits);
  hits = larger;
}
