import {
  again,
  type Code,
  type FunctionCode,
  f32x4,
  i32,
  i32x4,
  type Local,
  leave,
  loop,
  select,
  UNREACHABLE,
  type ValueType,
  v128,
  when,
  writeFunction,
} from "../../../numerics/wasm/assembler.ts";
import { ZERO } from "../../pairs/simd/vectors.ts";
import * as Memory from "./memory-layout.ts";
import { addTo, advance, advanceIf, writePair } from "./words.ts";

// The stages of descend-self.ts. A box test is two comparisons of four lanes, the lower bounds of one box with the upper
// bounds of the other. In the fourth lane of the upper bounds is the link, so that one mask tells all about a pair:
// INNER, LEAVES, or else apart.

const BOX_SHIFT = 5;
const INNER = 0;
const LEAVES = 8;
const AXES_BITS = i32.const(0b111);
const AXES_AND_LINK = [0, 1, 2, 7];

/** A box in memory, and its bounds for tests against several others. */
interface Box {
  readonly at: Local;
  readonly low: Local;
  readonly high: Local;
}

const makeBox = (local: (type: ValueType) => Local): Box => ({
  at: local("i32"),
  low: local("v128"),
  high: local("v128"),
});

const readBox = ({ at, low, high }: Box): Code => [
  low.set(v128.load(at.get)),
  high.set(v128.load(at.get, Memory.HIGH)),
];

const apart = (p: Box, q: Box): Code =>
  v128.or(i32x4.gt(p.low.get, q.high.get), i32x4.gt(q.low.get, p.high.get));

/**
 * Descends until LEAF_PAIRS may be full or nothing is left; returns the bytes of pairs found, 0 at the end. Node pairs wait
 * on a stack, as addresses; when it is empty, the next nodes follow: of an inner one the pair of its children, a leaf as a
 * pair with itself.
 *
 * Both come in blocks, so that a step need not wait for what the one before decides. Of the pairs that a block leaves
 * on the stack all are at least one level deeper on one side: at most 2 · depth blocks of 4 · BLOCK_SIZE wait.
 */
export function writeSelfLeafPairs(): FunctionCode {
  return writeFunction("findLeafPairs", 3, ([nodes, endOfNodes, stack], local) => {
    const integer = () => local("i32");
    const [top, found, tests, mask] = [integer(), integer(), integer(), integer()];
    const [node, at, end] = [integer(), integer(), integer()];
    const [linkP, linkQ, splitP, splitQ] = [integer(), integer(), integer(), integer()];
    const [p1, p2, q1, q2] = [makeBox(local), makeBox(local), makeBox(local), makeBox(local)];
    const blockBytes = Memory.PAIR_BYTES * Memory.BLOCK_SIZE;
    const full = Memory.PAIR_BYTES * (Memory.LEAF_PAIR_ROOM - 4 * Memory.BLOCK_SIZE);

    const childOf = (link: Local) => i32.add(nodes.get, i32.shl(link.get, i32.const(BOX_SHIFT)));
    /** Puts a pair where it belongs, if it overlaps, and `counts` is 1. */
    const put = (p: Box, q: Box, counts?: Code): Code => {
      const isIf = (kind: Code) => (counts === undefined ? kind : i32.and(kind, counts));
      return [
        mask.set(i32x4.signs(f32x4.shuffle(apart(p, q), v128.and(p.high.get, q.high.get), AXES_AND_LINK))),
        writePair(top, p.at.get, q.at.get, 0),
        writePair(found, p.at.get, q.at.get, Memory.LEAF_PAIRS),
        advanceIf(isIf(i32.eq(mask.get, i32.const(INNER))), top),
        advanceIf(isIf(i32.eq(mask.get, i32.const(LEAVES))), found),
      ];
    };

    const takeNodes: Code = [
      end.set(i32.add(node.get, i32.const(Memory.BOX_BYTES * Memory.BLOCK_SIZE))),
      end.set(select(i32.lt(end.get, endOfNodes.get), end.get, endOfNodes.get)),
      loop(
        linkP.set(i32.load(node.get, Memory.LINK)),
        splitP.set(i32.ge(linkP.get, ZERO)),
        p1.at.set(select(splitP.get, childOf(linkP), node.get)),
        q1.at.set(i32.add(p1.at.get, i32.shl(splitP.get, i32.const(BOX_SHIFT)))),
        tests.set(i32.add(tests.get, splitP.get)),
        [p1, q1].map(readBox),
        put(p1, q1), // a leaf overlaps itself
        advance(node, Memory.BOX_BYTES),
        when(i32.lt(node.get, end.get), again(1)),
      ),
    ];

    const takePairs: Code = [
      at.set(i32.sub(top.get, i32.const(blockBytes))),
      at.set(select(i32.lt(at.get, stack.get), stack.get, at.get)),
      end.set(i32.sub(top.get, at.get)),
      top.set(at.get),
      // Copied first: the children of these pairs go where they are.
      Array.from({ length: blockBytes / 16 }, (_, k) =>
        v128.store(ZERO, v128.load(at.get, 16 * k), Memory.BLOCK + 16 * k),
      ),
      at.set(ZERO),
      loop(
        p1.at.set(i32.load(at.get, Memory.BLOCK)),
        q1.at.set(i32.load(at.get, Memory.BLOCK + 4)),
        linkP.set(i32.load(p1.at.get, Memory.LINK)),
        linkQ.set(i32.load(q1.at.get, Memory.LINK)),
        splitP.set(i32.ge(linkP.get, ZERO)),
        splitQ.set(i32.ge(linkQ.get, ZERO)),
        // Both are split. A leaf stands for both its children, and what this repeats does not count.
        p1.at.set(select(splitP.get, childOf(linkP), p1.at.get)),
        q1.at.set(select(splitQ.get, childOf(linkQ), q1.at.get)),
        p2.at.set(i32.add(p1.at.get, i32.shl(splitP.get, i32.const(BOX_SHIFT)))),
        q2.at.set(i32.add(q1.at.get, i32.shl(splitQ.get, i32.const(BOX_SHIFT)))),
        tests.set(i32.add(tests.get, i32.shl(i32.const(1), i32.add(splitP.get, splitQ.get)))),
        [p1, p2, q1, q2].map(readBox),
        put(p1, q1),
        put(p2, q1, splitP.get),
        put(p1, q2, splitQ.get),
        put(p2, q2, i32.and(splitP.get, splitQ.get)),
        advance(at, Memory.PAIR_BYTES),
        when(i32.lt(at.get, end.get), again(1)),
      ),
    ];

    const leaveWithFound: Code = [
      i32.store(ZERO, i32.sub(top.get, stack.get), Memory.WAITING),
      i32.store(ZERO, node.get, Memory.NEXT_NODE),
      addTo(Memory.BOX_TESTS, tests),
      leave(found.get),
    ];
    return [
      top.set(i32.add(stack.get, i32.load(ZERO, Memory.WAITING))),
      node.set(i32.load(ZERO, Memory.NEXT_NODE)),
      loop(
        when(i32.ge(found.get, i32.const(full)), leaveWithFound),
        when(
          i32.eq(top.get, stack.get),
          when(i32.eq(node.get, endOfNodes.get), leaveWithFound),
          takeNodes,
          again(1),
        ),
        takePairs,
        again(0),
      ),
      UNREACHABLE,
    ];
  });
}

/**
 * Writes the pairs of slots whose triangles' boxes overlap to CANDIDATES: of so many bytes of LEAF_PAIRS, from
 * LEAF_PAIRS_DONE on, until there may be no more room. Returns their bytes.
 */
export function writeSelfCandidates(): FunctionCode {
  return writeFunction("findCandidates", 2, ([bytes, slots], local) => {
    const integer = () => local("i32");
    const [at, found, tests] = [integer(), integer(), integer()];
    const [p, q, beginI, endI] = [integer(), integer(), integer(), integer()];
    const [slotI, slotJ, endJ] = [integer(), integer(), integer()];
    const [i, j] = [makeBox(local), makeBox(local)];
    const full = Memory.PAIR_BYTES * (Memory.BATCH - Memory.LARGEST_LEAF ** 2);

    const readSlot = (of: Box, slot: Local): Code => [
      of.at.set(i32.add(slots.get, i32.shl(slot.get, i32.const(BOX_SHIFT)))),
      readBox(of),
    ];
    const firstSlot = (node: Local) => i32.xor(i32.load(node.get, Memory.LINK), i32.const(-1));
    const overlap = i32.eqz(i32.and(i32x4.signs(apart(i, j)), AXES_BITS));
    return [
      at.set(i32.load(ZERO, Memory.LEAF_PAIRS_DONE)),
      loop(
        p.set(i32.load(at.get, Memory.LEAF_PAIRS)),
        q.set(i32.load(at.get, Memory.LEAF_PAIRS + 4)),
        beginI.set(firstSlot(p)),
        slotJ.set(firstSlot(q)),
        endI.set(i32.add(beginI.get, i32.load(p.get, Memory.COUNT))),
        endJ.set(i32.add(slotJ.get, i32.load(q.get, Memory.COUNT))),
        loop(
          // Within one leaf each pair comes once.
          endI.set(select(i32.eq(p.get, q.get), slotJ.get, endI.get)),
          readSlot(j, slotJ),
          slotI.set(beginI.get),
          when(
            i32.lt(slotI.get, endI.get),
            tests.set(i32.add(tests.get, i32.sub(endI.get, slotI.get))),
            loop(
              readSlot(i, slotI),
              writePair(found, slotI.get, slotJ.get, Memory.CANDIDATES),
              advanceIf(overlap, found),
              advance(slotI, 1),
              when(i32.lt(slotI.get, endI.get), again(1)),
            ),
          ),
          advance(slotJ, 1),
          when(i32.lt(slotJ.get, endJ.get), again(1)),
        ),
        advance(at, Memory.PAIR_BYTES),
        when(i32.and(i32.lt(at.get, bytes.get), i32.lt(found.get, i32.const(full))), again(1)),
      ),
      i32.store(ZERO, at.get, Memory.LEAF_PAIRS_DONE),
      addTo(Memory.BOX_TESTS, tests),
      found.get,
    ];
  });
}
