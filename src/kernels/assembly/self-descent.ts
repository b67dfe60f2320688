// Twin: queries/self/descend-self.ts. A box test is two comparisons of four lanes, the lower bounds of one box with the upper bounds of the
// other. The fourth lane of the upper bounds is the link, so one mask says everything about a pair: INNER, LEAVES, or otherwise apart.
import {
  BATCH, BLOCK, BLOCK_SIZE, BOX_BYTES, BOX_SHIFT, BOX_TESTS, CANDIDATES, COUNT, HIGH, LARGEST_LEAF, LEAF_PAIR_ROOM, LEAF_PAIRS,
  LEAF_PAIRS_DONE, LINK, NEXT_NODE, PAIR_BYTES, WAITING,
} from "../self-memory-map";
import { addTo, advanceIf, writePair } from "./self-lists";
import { signs } from "./vectors";

const INNER: i32 = 0;
const LEAVES: i32 = 8;
const AXES: i32 = 0b111;
const BLOCK_BYTES: i32 = PAIR_BYTES * BLOCK_SIZE;
const FULL_OF_LEAF_PAIRS: i32 = PAIR_BYTES * (LEAF_PAIR_ROOM - 4 * BLOCK_SIZE);
const FULL_OF_CANDIDATES: i32 = PAIR_BYTES * (BATCH - LARGEST_LEAF * LARGEST_LEAF);

/**
 * Descends until LEAF_PAIRS may be full or nothing is left; returns the bytes of pairs found, 0 at the end. Pending node pairs are on a
 * stack, as addresses. When it is empty, the next nodes follow: an inner node as the pair of its children, a leaf as a pair with itself.
 *
 * Pairs and nodes are taken in blocks, so that a step need not wait for the outcome of the one before. All pairs that a block leaves on the
 * stack are at least one level deeper on one side: at most 2 · depth blocks of 4 · BLOCK_SIZE are pending.
 */
export function collectLeafPairs(nodes: i32, endOfNodes: i32, stack: i32): i32 {
  let top = stack + load<i32>(WAITING);
  let node = load<i32>(NEXT_NODE);
  let found = 0;
  let tests = 0;
  while (found < FULL_OF_LEAF_PAIRS) {
    if (top == stack) {
      if (node == endOfNodes) break;
      const end = min(node + BOX_BYTES * BLOCK_SIZE, endOfNodes);
      do {
        const link = load<i32>(node, LINK);
        const isSplit = i32(link >= 0);
        const p = select(nodes + (link << BOX_SHIFT), node, isSplit);
        const q = p + (isSplit << BOX_SHIFT);
        tests += isSplit;
        const kind = kindOf(v128.load(p), v128.load(p, HIGH), v128.load(q), v128.load(q, HIGH)); // a leaf overlaps itself
        writeBoth(top, found, p, q);
        top = advanceIf(i32(kind == INNER), top);
        found = advanceIf(i32(kind == LEAVES), found);
        node += BOX_BYTES;
      } while (node < end);
      continue;
    }
    const begin = max(top - BLOCK_BYTES, stack);
    const bytes = top - begin;
    // Copied first, because the children of these pairs overwrite them.
    copy64(begin, BLOCK);
    copy64(begin + 64, BLOCK + 64);
    copy64(begin + 128, BLOCK + 128);
    copy64(begin + 192, BLOCK + 192);
    top = begin;
    let at = 0;
    do {
      const p = load<i32>(at, BLOCK), q = load<i32>(at, BLOCK + 4);
      const linkP = load<i32>(p, LINK), linkQ = load<i32>(q, LINK);
      // Both are split. A leaf stands in for both its children, and pairs that this duplicates do not count.
      const splitP = i32(linkP >= 0), splitQ = i32(linkQ >= 0);
      const p1 = select(nodes + (linkP << BOX_SHIFT), p, splitP), p2 = p1 + (splitP << BOX_SHIFT);
      const q1 = select(nodes + (linkQ << BOX_SHIFT), q, splitQ), q2 = q1 + (splitQ << BOX_SHIFT);
      tests += 1 << (splitP + splitQ);
      const low1P = v128.load(p1), high1P = v128.load(p1, HIGH), low2P = v128.load(p2), high2P = v128.load(p2, HIGH);
      const low1Q = v128.load(q1), high1Q = v128.load(q1, HIGH), low2Q = v128.load(q2), high2Q = v128.load(q2, HIGH);
      let kind = kindOf(low1P, high1P, low1Q, high1Q);
      writeBoth(top, found, p1, q1);
      top = advanceIf(i32(kind == INNER), top);
      found = advanceIf(i32(kind == LEAVES), found);
      kind = kindOf(low2P, high2P, low1Q, high1Q);
      writeBoth(top, found, p2, q1);
      top = advanceIf(i32(kind == INNER) & splitP, top);
      found = advanceIf(i32(kind == LEAVES) & splitP, found);
      kind = kindOf(low1P, high1P, low2Q, high2Q);
      writeBoth(top, found, p1, q2);
      top = advanceIf(i32(kind == INNER) & splitQ, top);
      found = advanceIf(i32(kind == LEAVES) & splitQ, found);
      kind = kindOf(low2P, high2P, low2Q, high2Q);
      writeBoth(top, found, p2, q2);
      top = advanceIf(i32(kind == INNER) & splitP & splitQ, top);
      found = advanceIf(i32(kind == LEAVES) & splitP & splitQ, found);
      at += PAIR_BYTES;
    } while (at < bytes);
  }
  store<i32>(WAITING, top - stack);
  store<i32>(NEXT_NODE, node);
  addTo(BOX_TESTS, tests);
  return found;
}

/**
 * Writes the pairs of slots whose triangles' boxes overlap to CANDIDATES. Takes the leaf pairs from LEAF_PAIRS_DONE to `leafPairBytes`, and
 * stops early if the next one might not fit. Returns the bytes of the candidates.
 */
export function collectCandidates(leafPairBytes: i32, slots: i32): i32 {
  let at = load<i32>(LEAF_PAIRS_DONE);
  let found = 0;
  let tests = 0;
  // Loops test at their end: most leaves hold two triangles, and a test at the start takes up to a fifth of this kernel's time.
  do {
    const p = load<i32>(at, LEAF_PAIRS), q = load<i32>(at, LEAF_PAIRS + 4);
    const beginI = ~load<i32>(p, LINK), endP = beginI + load<i32>(p, COUNT);
    const beginJ = ~load<i32>(q, LINK), endJ = beginJ + load<i32>(q, COUNT);
    let slotJ = beginJ;
    do {
      // Within one leaf, take each pair once.
      const endI = select(slotJ, endP, p == q);
      const j = slots + (slotJ << BOX_SHIFT);
      const lowJ = v128.load(j), highJ = v128.load(j, HIGH);
      let slotI = beginI;
      if (slotI < endI) {
        tests += endI - slotI;
        do {
          const i = slots + (slotI << BOX_SHIFT);
          writePair(found, CANDIDATES, slotI, slotJ);
          const apart = signs(areApart(v128.load(i), v128.load(i, HIGH), lowJ, highJ));
          found = advanceIf(i32((apart & AXES) == 0), found);
        } while (++slotI < endI);
      }
    } while (++slotJ < endJ);
    at += PAIR_BYTES;
  } while (i32(at < leafPairBytes) & i32(found < FULL_OF_CANDIDATES));
  store<i32>(LEAF_PAIRS_DONE, at);
  addTo(BOX_TESTS, tests);
  return found;
}

@inline function areApart(lowP: v128, highP: v128, lowQ: v128, highQ: v128): v128 {
  return v128.or(i32x4.gt_s(lowP, highQ), i32x4.gt_s(lowQ, highP));
}

/** INNER or LEAVES for two boxes that overlap. */
@inline function kindOf(lowP: v128, highP: v128, lowQ: v128, highQ: v128): i32 {
  return signs(v128.shuffle<i32>(areApart(lowP, highP, lowQ, highQ), v128.and(highP, highQ), 0, 1, 2, 7));
}

@inline function copy64(from: i32, to: i32): void {
  v128.store(to, v128.load(from));
  v128.store(to, v128.load(from, 16), 16);
  v128.store(to, v128.load(from, 32), 32);
  v128.store(to, v128.load(from, 48), 48);
}

/** Writes a node pair to the stack and to LEAF_PAIRS. The end of at most one of them moves on. */
@inline function writeBoth(top: i32, found: i32, p: i32, q: i32): void {
  writePair(top, 0, p, q);
  writePair(found, LEAF_PAIRS, p, q);
}
