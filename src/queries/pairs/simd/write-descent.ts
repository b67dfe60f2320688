import {
  again,
  type Code,
  type FunctionCode,
  f32,
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
import { OVERLAP } from "../../stats.ts";
import type { DepthWeight, LevelBonus } from "../descend-aabb.ts";
import { writeFourBoxes } from "./four-boxes.ts";
import * as Memory from "./memory-layout.ts";
import { AXES, advanceIf, FOUR_LANES, poseRow, poseValue, productOf, values, ZERO } from "./vectors.ts";

// The step of `descendAabb` for four pairs of boxes at once, in f32: the children of a's node against those of b's.
//
// What branches in TypeScript is computed for all lanes here, since which of four boxes overlap cannot be predicted:
// every lane is written to the queue, and only those alive move its end.

const DEPTH_WEIGHT = 30 satisfies DepthWeight;
const LEVEL_BONUS = 0.4 satisfies LevelBonus;

/** Takes pairs from the queue, best first, until one of leaves comes; its bytes in LEAF_PAIRS, or 0 at the end. */
export function writeNextLeafPair(): FunctionCode {
  return writeFunction("nextLeafPair", 2, ([nodesA, nodesB], local) => {
    const step = writeStep(nodesA!, nodesB!, local);
    const { atA, atB, linkA, linkB, level, alive } = step;
    const waiting = local("i32");
    const bucket = local("i32"); // times 4
    const entry = local("i32");
    const left = local("i32");
    const bit = local("i32");
    const buckets = local("v128");
    const entryOf = (count: Local) =>
      i32.add(
        i32.mul(bucket.get, i32.const(Memory.BUCKET_BYTES / 4)),
        i32.mul(count.get, i32.const(Memory.ENTRY_BYTES)),
      );
    const bitOfBucket = (value: Code) => i32.shl(value, i32.shr(bucket.get, i32.const(2)));

    const put = (lane: number): Code => [
      bit.set(i32.and(i32.shr(alive.get, i32.const(lane)), i32.const(1))),
      bucket.set(i32x4.lane(buckets.get, lane)),
      left.set(i32.load(bucket.get, Memory.COUNTS)),
      when(
        i32.eq(left.get, i32.const(Memory.BUCKET_CAPACITY)),
        bucket.set(i32.const(4 * Memory.TOP_BUCKET)),
        left.set(i32.load(bucket.get, Memory.COUNTS)),
      ),
      entry.set(entryOf(left)),
      i32.store(bucket.get, i32.add(left.get, bit.get), Memory.COUNTS),
      waiting.set(i32.or(waiting.get, bitOfBucket(bit.get))),
      step.writePair(lane, entry.get, Memory.QUEUE),
      i32.store(entry.get, level.get, Memory.QUEUE + 8),
    ];

    const topOfQueue = Memory.QUEUE + Memory.TOP_BUCKET * Memory.BUCKET_BYTES;
    return [
      when(
        i32.load(ZERO, Memory.ROOTS),
        clear(Memory.COUNTS, 128),
        i32.store(ZERO, i32.const(1), Memory.COUNTS + 4 * Memory.TOP_BUCKET),
        i32.store(ZERO, i32.const(1 << Memory.TOP_BUCKET), Memory.WAITING),
        i32.store(ZERO, i32.const(-1), topOfQueue + 8),
        begin(nodesA!, nodesB!, topOfQueue),
      ),
      waiting.set(i32.load(ZERO, Memory.WAITING)),
      loop(
        when(i32.eqz(waiting.get), leave(ZERO)),
        bucket.set(i32.shl(i32.sub(i32.const(31), i32.clz(waiting.get)), i32.const(2))),
        left.set(i32.sub(i32.load(bucket.get, Memory.COUNTS), i32.const(1))),
        i32.store(bucket.get, left.get, Memory.COUNTS),
        waiting.set(i32.xor(waiting.get, bitOfBucket(i32.eqz(left.get)))),
        entry.set(entryOf(left)),
        step.setPair(i32.load(entry.get, Memory.QUEUE), i32.load(entry.get, Memory.QUEUE + 4)),
        level.set(i32.load(entry.get, Memory.QUEUE + 8)),
        when(
          i32.and(i32.ge(level.get, ZERO), i32.lt(i32.and(linkA.get, linkB.get), ZERO)),
          i32.store(ZERO, atA.get, Memory.LEAF_PAIRS),
          i32.store(ZERO, atB.get, Memory.LEAF_PAIRS + 4),
          i32.store(ZERO, waiting.get, Memory.WAITING),
          leave(i32.const(Memory.PAIR_BYTES)),
        ),
        step.test,
        when(i32.eqz(alive.get), again(1)),
        buckets.set(
          i32x4.shl(
            i32x4.min(
              i32x4.splat(i32.const(Memory.TOP_BUCKET)),
              f32x4.toI32(
                f32x4.add(
                  f32x4.splat(f32.mul(f32.const(LEVEL_BONUS), f32.fromI32(level.get))),
                  f32x4.mul(f32x4.splat(f32.const(DEPTH_WEIGHT)), f32x4.sqrt(step.overlap)),
                ),
              ),
            ),
            i32.const(2),
          ),
        ),
        FOUR_LANES.map(put),
        again(0),
      ),
      UNREACHABLE,
    ];
  });
}

/**
 * Descends until LEAF_PAIRS may be full or the stack is empty, WAITING zero; returns the bytes of pairs found. Depth first,
 * but for one thing: the next pair leaves the stack before the children of this one come there. So a step need not wait for
 * what the one before decides, and the processor overlaps them: 10 % of a query on the torus. A stack of INTERLEAVED_ROOM is
 * descended plainly, so beyond that it holds no more than what one way down leaves behind.
 */
export function writeAllLeafPairs(): FunctionCode {
  return writeFunction("allLeafPairs", 2, ([nodesA, nodesB], local) => {
    const step = writeStep(nodesA!, nodesB!, local);
    const { level, alive } = step;
    const top = local("i32");
    const found = local("i32");
    const leaves = local("i32");
    const nextA = local("i32"); // 0 for none
    const nextB = local("i32");
    const full = Memory.PAIR_BYTES * (Memory.LEAF_PAIR_ROOM - FOUR_LANES.length);
    const isShort = i32.ltUnsigned(
      i32.sub(top.get, i32.const(1)),
      i32.const(Memory.PAIR_BYTES * Memory.INTERLEAVED_ROOM),
    ); // nor empty
    const takeNext: Code = [
      top.set(i32.sub(top.get, i32.const(Memory.PAIR_BYTES))),
      nextA.set(i32.load(top.get, Memory.QUEUE)),
      nextB.set(i32.load(top.get, Memory.QUEUE + 4)),
    ];
    const putNextBack: Code = [
      i32.store(top.get, nextA.get, Memory.QUEUE),
      i32.store(top.get, nextB.get, Memory.QUEUE + 4),
      top.set(select(nextA.get, i32.add(top.get, i32.const(Memory.PAIR_BYTES)), top.get)),
    ];
    const leaveWithFound: Code = [i32.store(ZERO, top.get, Memory.WAITING), leave(found.get)];

    return [
      when(
        i32.load(ZERO, Memory.ROOTS),
        level.set(i32.const(-1)),
        i32.store(ZERO, i32.const(Memory.PAIR_BYTES), Memory.WAITING),
        begin(nodesA!, nodesB!, Memory.QUEUE),
      ),
      top.set(i32.load(ZERO, Memory.WAITING)),
      loop(
        when(i32.ge(found.get, i32.const(full)), putNextBack, leaveWithFound),
        when(i32.eqz(nextA.get), when(i32.eqz(top.get), leaveWithFound), takeNext),
        step.setPair(nextA.get, nextB.get),
        nextA.set(ZERO),
        when(isShort, takeNext),
        step.test,
        when(i32.eqz(alive.get), again(1)),
        leaves.set(i32.and(alive.get, step.areLeaves)),
        alive.set(i32.xor(alive.get, leaves.get)),
        FOUR_LANES.map((lane) => [
          step.writePair(lane, top.get, Memory.QUEUE),
          step.writePair(lane, found.get, Memory.LEAF_PAIRS),
          advanceIf(lane, alive, top),
          advanceIf(lane, leaves, found),
        ]),
        again(0),
      ),
      UNREACHABLE,
    ];
  });
}

/** The code of one step and its variables. */
function writeStep(nodesA: Local, nodesB: Local, local: (type: ValueType) => Local) {
  const level = local("i32");
  const separated = local("i32");
  const boxes = writeFourBoxes(nodesA, nodesB, local, level);
  const { alive, halfA, halfB, way, reach } = boxes;
  const exit = (axis: number, mask: Code): Code => [
    separated.set(i32.and(alive.get, mask)),
    countExits(axis, separated),
    alive.set(i32.xor(alive.get, separated.get)),
  ];

  return {
    ...boxes,
    level,
    /** Afterwards bit k of `alive`: the boxes of lane k may overlap. */
    test: [
      boxes.split,
      boxes.readBoxes,
      // axes a0, a1, a2
      AXES.map((axis) => [
        boxes.setWay(axis),
        exit(axis, i32x4.signs(f32x4.gt(f32x4.abs(way[axis]!.get), reach[axis]!.get))),
      ]),
      // axes b0, b1, b2
      AXES.map((axis) =>
        exit(
          3 + axis,
          i32x4.signs(
            f32x4.gt(
              f32x4.abs(poseRow(Memory.N, axis, values(way))),
              f32x4.add(
                f32x4.add(poseRow(Memory.ABS_N, axis, values(halfA)), poseValue(Memory.MARGIN_B)),
                halfB[axis]!.get,
              ),
            ),
          ),
        ),
      ),
      countExits(OVERLAP, alive),
    ] as Code,
    /** How deep the boxes of each lane lie in each other on a's axes, 0 to 1. */
    overlap: f32x4.div(
      productOf(AXES.map((axis) => f32x4.sub(reach[axis]!.get, f32x4.abs(way[axis]!.get)))),
      productOf(values(reach)),
    ),
  };
}

/** The counters at zero, and the roots at `queue` as the first pair. */
function begin(nodesA: Local, nodesB: Local, queue: number): Code {
  return [
    i32.store(ZERO, ZERO, Memory.ROOTS),
    i32.store(ZERO, ZERO, Memory.TRIANGLE_TESTS),
    clear(Memory.EXITS, 64),
    i32.store(ZERO, nodesA.get, queue),
    i32.store(ZERO, nodesB.get, queue + 4),
  ];
}

function clear(at: number, bytes: number): Code {
  return Array.from({ length: bytes / 16 }, (_, k) => v128.store(ZERO, i32x4.splat(ZERO), at + 16 * k));
}

function countExits(axis: number, lanes: Local): Code {
  const at = Memory.EXITS + 4 * axis;
  return i32.store(ZERO, i32.add(i32.load(ZERO, at), i32.popcnt(lanes.get)), at);
}
