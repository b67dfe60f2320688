// The step of `descendAabb` (queries/pairs/descend-aabb.ts) for four pairs of boxes at once, in f32: the children of a's node against those
// of b's. A node that is not split stands in for both its children, and the lanes that this duplicates do not count.
//
// What branches in TypeScript is computed for all lanes here, since which of four boxes overlap cannot be predicted: every lane is written
// to the queue, and only live lanes move its end.
import { ABS_M, ABS_N, C, M, MARGIN_A, MARGIN_B, N, SCALE } from "../../geometry/relative-pose-layout";
import { DEPTH_WEIGHT, LEVEL_BONUS, OVERLAP } from "../descent-constants";
import { NODE_LINK, NODE_SECOND, NODE_SHIFT, NODE_SIZE } from "../memory-map";
import {
  BOTH_RATIO, BUCKET_BYTES, BUCKET_CAPACITY, BUCKETS, COUNTING, COUNTS, ENTRY_BYTES, EXITS, INTERLEAVED_ROOM, LEAF_PAIR_ROOM, LEAF_PAIRS,
  PACKED_POSE, PAIR_BYTES, POSE, QUEUE, ROOTS, TOP_BUCKET, TRIANGLE_TESTS, WAITING,
} from "../pair-memory-map";
import {
  add, bitOf, choose, dot, firstOfA, firstOfB, firstOfBoth, gt, lastOfA, lastOfB, lastOfBoth, maskOfSigns, middleOf, mixHigh, mixLow, mul,
  pose, poseRow, product, signs, splat, sub,
} from "./vectors";

const TOP_OF_BUCKETS: i32 = BUCKETS + TOP_BUCKET * BUCKET_BYTES;
// The bits of the f32 numbers 1 and −1.
const ONE: i32 = 0x3f800000;
const MINUS_ONE: i32 = 0xbf800000;
const TWO_TO_18: f32 = 262144;
const FULL: i32 = PAIR_BYTES * (LEAF_PAIR_ROOM - 4);

/**
 * Takes pairs from the queue, best first, until a pair of leaves comes; returns its bytes in LEAF_PAIRS, or 0 at the end.
 *
 * Each step waits for what the one before has put into the queue. So whatever it needs of a pair is worked out when the pair is put, beside
 * its bucket: which nodes are split, and where their children are. Read from the nodes when a pair is taken, a query takes 1.1 times as long.
 */
export function nextLeafPair(nodesA: i32, nodesB: i32): i32 {
  if (load<i32>(ROOTS)) {
    begin();
    clear64(COUNTS);
    clear64(COUNTS + 64);
    store<i32>(COUNTS + 4 * TOP_BUCKET, 1);
    store<i32>(WAITING, 1 << TOP_BUCKET);
    writePair(0, TOP_OF_BUCKETS, nodesA, nodesB);
    store<i64>(TOP_OF_BUCKETS + 8, 0); // neither is split, level 0
  }
  let waiting = load<i32>(WAITING); // the buckets in use
  while (waiting != 0) {
    const bucket = (31 - clz(waiting)) << 2; // times 4
    const left = load<i32>(bucket, COUNTS) - 1;
    store<i32>(bucket, left, COUNTS);
    waiting ^= i32(left == 0) << (bucket >>> 2);
    const entry = entryOf(bucket, left);
    const a1 = load<i32>(entry, BUCKETS), b1 = load<i32>(entry, BUCKETS + 4), splits = load<i32>(entry, BUCKETS + 8);
    if (splits < 0) {
      writePair(0, LEAF_PAIRS, a1, b1);
      store<i32>(WAITING, waiting);
      return PAIR_BYTES;
    }
    const splitA = splits & 1, splitB = splits >>> 1;
    const level = load<i32>(entry, BUCKETS + 12);
    waiting |= testBoxes(a1, a1 + (splitA << NODE_SHIFT), b1, b1 + (splitB << NODE_SHIFT), splitA, splitB, nodesA, nodesB, level, false);
  }
  store<i32>(WAITING, 0);
  return 0;
}

/**
 * Descends until LEAF_PAIRS may be full or the stack is empty, with WAITING zero; returns the bytes of pairs found. Depth first, with one
 * exception: the next pair is taken from the stack before the children of the current one are pushed. So a step need not wait for the
 * outcome of the one before, and the processor overlaps them: 10 % of a query on the torus. A stack beyond INTERLEAVED_ROOM is descended
 * plainly, so above that it holds no more than one path down leaves behind.
 *
 * First children come first, in leaf pairs as well: nodes and triangles are then read in the order of memory, which processors fetch ahead.
 * The other way round, a query on the grid takes 1.07 to 1.12 times as long.
 */
export function allLeafPairs(nodesA: i32, nodesB: i32): i32 {
  let isRoot = 0; // −1: neither node is split
  if (load<i32>(ROOTS)) {
    isRoot = -1;
    begin();
    store<i32>(WAITING, PAIR_BYTES);
    writePair(0, QUEUE, nodesA, nodesB);
  }
  let top = load<i32>(WAITING); // the end of the stack
  let found = 0;
  let nextA = 0; // 0 for none
  let nextB = 0;
  while (true) {
    if (found >= FULL) {
      writePair(top, QUEUE, nextA, nextB);
      store<i32>(WAITING, select(top + PAIR_BYTES, top, nextA));
      return found;
    }
    if (nextA == 0) {
      if (top == 0) {
        store<i32>(WAITING, 0);
        return found;
      }
      top -= PAIR_BYTES;
      nextA = load<i32>(top, QUEUE);
      nextB = load<i32>(top, QUEUE + 4);
    }
    const atA = nextA, atB = nextB;
    const linkA = load<i32>(atA, NODE_LINK), linkB = load<i32>(atB, NODE_LINK);
    nextA = 0;
    const isShort = <u32>(top - 1) < <u32>(PAIR_BYTES * INTERLEAVED_ROOM); // nor empty
    if (isShort) {
      top -= PAIR_BYTES;
      nextA = load<i32>(top, QUEUE);
      nextB = load<i32>(top, QUEUE + 4);
    }

    // Which of the two nodes are split; their children, or the nodes themselves.
    const ratio = load<f32>(POSE + 4 * BOTH_RATIO);
    const sizeA = sizeOf(atA, linkA), sizeB = load<f32>(POSE + 4 * SCALE) * sizeOf(atB, linkB);
    const splitA = i32(ratio * sizeA >= sizeB) & ~isRoot; // never a leaf: its size is negative
    const splitB = (i32(splitA == 0) | i32(ratio * sizeB > sizeA)) & ~isRoot;
    const a1 = select(nodesA + (linkA << NODE_SHIFT), atA, splitA);
    const a2 = a1 + (splitA << NODE_SHIFT);
    const b1 = select(nodesB + (linkB << NODE_SHIFT), atB, splitB);
    const b2 = b1 + (splitB << NODE_SHIFT);
    isRoot = 0;
    let alive = testBoxes(a1, a2, b1, b2, splitA, splitB, nodesA, nodesB, 0, true);
    const linksA = firstOfA(mixHigh(v128.load(a1, NODE_SECOND), v128.load(a2, NODE_SECOND)));
    const linksB = firstOfB(mixHigh(v128.load(b1, NODE_SECOND), v128.load(b2, NODE_SECOND)));
    const leaves = alive & signs(v128.and(linksA, linksB));
    alive ^= leaves;
    const pair11 = pairOf(a1, b1), pair21 = pairOf(a2, b1), pair12 = pairOf(a1, b2), pair22 = pairOf(a2, b2);
    store<i64>(top, pair22, QUEUE);
    store<i64>(found, pair11, LEAF_PAIRS);
    top += bitOf(alive, 3) * PAIR_BYTES;
    found += bitOf(leaves, 0) * PAIR_BYTES;
    store<i64>(top, pair12, QUEUE);
    store<i64>(found, pair21, LEAF_PAIRS);
    top += bitOf(alive, 2) * PAIR_BYTES;
    found += bitOf(leaves, 1) * PAIR_BYTES;
    store<i64>(top, pair21, QUEUE);
    store<i64>(found, pair12, LEAF_PAIRS);
    top += bitOf(alive, 1) * PAIR_BYTES;
    found += bitOf(leaves, 2) * PAIR_BYTES;
    store<i64>(top, pair11, QUEUE);
    store<i64>(found, pair22, LEAF_PAIRS);
    top += bitOf(alive, 0) * PAIR_BYTES;
    found += bitOf(leaves, 3) * PAIR_BYTES;
  }
  return 0;
}

/**
 * Tests the boxes a1 and a2 against b1 and b2, of which the second ones count only where a node was split. For all pairs, returns the lanes
 * that may overlap. For a first contact, puts these pairs into their buckets and returns the bits of the buckets.
 */
@inline function testBoxes(
  a1: i32, a2: i32, b1: i32, b2: i32, splitA: i32, splitB: i32, nodesA: i32, nodesB: i32, level: i32, all: bool,
): i32 {
  // Count only the lanes of different pairs.
  let alive = (0b0101 | (splitA * 0b1010)) & (0b0011 | (splitB * 0b1100));

  // a's boxes, a1 a2 a1 a2. Everything about boxes is doubled: centres and half extents, each in its own space.
  let lower = mixLow(v128.load(a1), v128.load(a2)); // min x and y of both boxes
  let middle = mixHigh(v128.load(a1), v128.load(a2)); // min z and max x
  let last = mixLow(v128.load(a1, NODE_SECOND), v128.load(a2, NODE_SECOND)); // max y and z
  let maxXY = middleOf(middle, last), maxZ = lastOfA(last);
  let centreXY = add(lower, maxXY), halfXY = sub(maxXY, lower), centreZ = add(middle, maxZ), halfZ = sub(maxZ, middle);
  const centreXA = firstOfA(centreXY), centreYA = lastOfA(centreXY), centreZA = firstOfA(centreZ);
  const halfXA = firstOfA(halfXY), halfYA = lastOfA(halfXY), halfZA = firstOfA(halfZ);

  // b's boxes: on each axis two centres, then two half extents.
  lower = mixLow(v128.load(b1), v128.load(b2));
  middle = mixHigh(v128.load(b1), v128.load(b2));
  last = mixLow(v128.load(b1, NODE_SECOND), v128.load(b2, NODE_SECOND));
  maxXY = middleOf(middle, last), maxZ = lastOfA(last);
  centreXY = add(lower, maxXY), halfXY = sub(maxXY, lower), centreZ = add(middle, maxZ), halfZ = sub(maxZ, middle);
  const boxX = firstOfBoth(centreXY, halfXY), boxY = lastOfBoth(centreXY, halfXY), boxZ = firstOfBoth(centreZ, halfZ);

  const mask = maskOfSigns(boxX);
  // axis a0
  let moved = movedBox(0, boxX, boxY, boxZ);
  const offsetX = sub(firstOfB(moved), centreXA);
  const reachX = add(lastOfB(moved), halfXA);
  alive = exit(0, alive, gt(v128.and(offsetX, mask), reachX));
  // axis a1
  moved = movedBox(1, boxX, boxY, boxZ);
  const offsetY = sub(firstOfB(moved), centreYA);
  const reachY = add(lastOfB(moved), halfYA);
  alive = exit(1, alive, gt(v128.and(offsetY, mask), reachY));
  // axis a2
  moved = movedBox(2, boxX, boxY, boxZ);
  const offsetZ = sub(firstOfB(moved), centreZA);
  const reachZ = add(lastOfB(moved), halfZA);
  alive = exit(2, alive, gt(v128.and(offsetZ, mask), reachZ));
  // axes b0, b1, b2
  const reachXY = add(dot(packed(3, 0), packed(3, 1), packed(3, 2), halfXA, halfYA, halfZA), pose(MARGIN_B)); // b0 b0 b1 b1
  alive = exit(3, alive, gt(v128.and(poseRow(N, 0, offsetX, offsetY, offsetZ), mask), add(firstOfA(reachXY), lastOfB(boxX))));
  alive = exit(4, alive, gt(v128.and(poseRow(N, 1, offsetX, offsetY, offsetZ), mask), add(lastOfA(reachXY), lastOfB(boxY))));
  const reachZB = add(poseRow(ABS_N, 2, halfXA, halfYA, halfZA), pose(MARGIN_B));
  alive = exit(5, alive, gt(v128.and(poseRow(N, 2, offsetX, offsetY, offsetZ), mask), add(reachZB, lastOfB(boxZ))));
  countExits(OVERLAP, alive);
  if (all) return alive;
  if (alive == 0) return 0; // for all pairs, this branch would be mispredicted too often: 5 % of a query on the grid

  // How deeply the boxes of each lane overlap on a's axes, 0 to 1. 2^18 leaves a sum 5 bits of fraction, below those of the bucket.
  const depth = product(sub(reachX, v128.and(offsetX, mask)), sub(reachY, v128.and(offsetY, mask)), sub(reachZ, v128.and(offsetZ, mask)));
  const share = rootOfShare(depth, product(reachX, reachY, reachZ));
  const score = add(splat(<f32>LEVEL_BONUS * <f32>level + TWO_TO_18), mul(splat(<f32>DEPTH_WEIGHT), share));
  const buckets = i32x4.min_s(i32x4.splat(4 * TOP_BUCKET), v128.and(i32x4.shr_u(score, 3), i32x4.splat(0xffc))); // times 4

  // Which nodes of each pair will be split when its turn comes; their first children, or the nodes themselves.
  const lastA = mixHigh(v128.load(a1, NODE_SECOND), v128.load(a2, NODE_SECOND)); // links and sizes
  const lastB = mixHigh(v128.load(b1, NODE_SECOND), v128.load(b2, NODE_SECOND));
  const linksA = firstOfA(lastA), linksB = firstOfB(lastB), ratio = pose(BOTH_RATIO);
  const sizesA = sizesOf(lastOfA(lastA), linksA), sizesB = mul(pose(SCALE), sizesOf(lastOfB(lastB), linksB));
  const areLeaves = i32x4.shr_s(v128.and(linksA, linksB), 31), isLargeA = f32x4.ge(mul(ratio, sizesA), sizesB);
  const splitsA = v128.andnot(isLargeA, areLeaves);
  const splitsB = v128.andnot(v128.or(v128.not(isLargeA), gt(mul(ratio, sizesB), sizesA)), areLeaves);
  const firstA = choose(splitsA, childrenOf(nodesA, linksA), firstOfA(i32x4.replace_lane(i32x4.splat(a1), 1, a2)));
  const firstB = choose(splitsB, childrenOf(nodesB, linksB), firstOfB(i32x4.replace_lane(i32x4.splat(b1), 1, b2)));
  const splits = v128.or(areLeaves, i32x4.add(i32x4.shr_u(splitsA, 31), i32x4.shl(i32x4.shr_u(splitsB, 31), 1)));
  const levels = i32x4.sub(i32x4.sub(i32x4.splat(level), splitsA), splitsB);
  // The vectors' lanes as entries of the queue, one for each pair.
  const lowNodes = mixLow(firstA, firstB), highNodes = mixHigh(firstA, firstB);
  const lowSplits = mixLow(splits, levels), highSplits = mixHigh(splits, levels);
  return put(i32x4.extract_lane(buckets, 0), bitOf(alive, 0), firstOfBoth(lowNodes, lowSplits)) |
    put(i32x4.extract_lane(buckets, 1), bitOf(alive, 1), lastOfBoth(lowNodes, lowSplits)) |
    put(i32x4.extract_lane(buckets, 2), bitOf(alive, 2), firstOfBoth(highNodes, highSplits)) |
    put(i32x4.extract_lane(buckets, 3), bitOf(alive, 3), lastOfBoth(highNodes, highSplits));
}

/**
 * About √(part / whole), 1 to 1.09 times as much. The bits of a number, read as an integer, are about its logarithm, so half their difference is
 * about that of the root. It only orders the queue. A division and a root take 26 cycles, for which the next step would wait: 1.1 times as
 * long a query.
 */
@inline function rootOfShare(part: v128, whole: v128): v128 {
  return i32x4.add(i32x4.shr_s(i32x4.sub(part, whole), 1), i32x4.splat(ONE));
}

/** `sizeOf` for four nodes. */
@inline function sizesOf(sizes: v128, links: v128): v128 {
  return v128.or(sizes, v128.and(i32x4.shr_s(links, 31), i32x4.splat(MINUS_ONE)));
}

/** The addresses of nodes' first children. */
@inline function childrenOf(nodes: i32, links: v128): v128 {
  return i32x4.add(i32x4.splat(nodes), i32x4.shl(links, NODE_SHIFT));
}

/** The size of an inner node, at least 0; about −1 for a leaf, which has its count in the place of the size. */
@inline function sizeOf(at: i32, link: i32): f32 {
  return reinterpret<f32>(load<i32>(at, NODE_SIZE) | ((link >> 31) & MINUS_ONE));
}

/** On an axis of a: the two centres of b's boxes, and their two half extents with the margin. */
@inline function movedBox(axis: i32, x: v128, y: v128, z: v128): v128 {
  return add(dot(packed(axis, 0), packed(axis, 1), packed(axis, 2), x, y, z), packed(axis, 3));
}

/** A vector of PACKED_POSE. */
@inline function packed(row: i32, column: i32): v128 { return v128.load(PACKED_POSE + 64 * row + 16 * column); }

/** Fills PACKED_POSE. */
function packPose(): void {
  for (let row = 0; row < 3; row++) {
    for (let column = 0; column < 3; column++)
      pack(row, column, pose(M + 3 * row + column), pose(ABS_M + 3 * row + column));
    pack(row, 3, pose(C + row), pose(MARGIN_A));
    pack(3, row, pose(ABS_N + row), pose(ABS_N + 3 + row));
  }
}

@inline function pack(row: i32, column: i32, first: v128, last: v128): void {
  v128.store(PACKED_POSE + 64 * row + 16 * column, firstOfBoth(first, last));
}

/** Counts the lanes that an axis separates, and returns the others. */
@inline function exit(axis: i32, alive: i32, apart: v128): i32 {
  const separated = alive & signs(apart);
  countExits(axis, separated);
  return alive ^ separated;
}

@inline function countExits(axis: i32, lanes: i32): void {
  store<i32>(EXITS + 4 * axis, load<i32>(EXITS + 4 * axis) + popcnt(lanes));
}

@inline export function writePair(at: i32, list: i32, a: i32, b: i32): void {
  store<i32>(at + list, a);
  store<i32>(at + list, b, 4);
}

/** Two node addresses as one number, laid out as by `writePair`. */
@inline function pairOf(a: i32, b: i32): i64 { return <i64><u32>a | (<i64>b << 32); }

/** The offset of an entry of a bucket (times 4) in BUCKETS. */
@inline function entryOf(bucket: i32, count: i32): i32 {
  return bucket * (BUCKET_BYTES / 4) + count * ENTRY_BYTES;
}

/** Writes a pair to its bucket, or to the top one if that is full, and moves its end by `bit`; returns the bucket's bit. */
@inline function put(bucket: i32, bit: i32, pair: v128): i32 {
  let count = load<i32>(bucket, COUNTS);
  if (count == BUCKET_CAPACITY) {
    bucket = 4 * TOP_BUCKET;
    count = load<i32>(bucket, COUNTS);
  }
  store<i32>(bucket, count + bit, COUNTS);
  v128.store(entryOf(bucket, count), pair, BUCKETS);
  return bit << (bucket >>> 2);
}

/** Clears the counters, unless they continue, and packs the pose. */
@inline function begin(): void {
  if ((load<i32>(ROOTS) & COUNTING) == 0) {
    store<i32>(TRIANGLE_TESTS, 0);
    clear64(EXITS);
  }
  packPose();
  store<i32>(ROOTS, 0);
}

/** Zeros 64 bytes. `memory.fill` would be a call out of the kernel. */
@inline export function clear64(at: usize): void {
  const zero = i32x4.splat(0);
  v128.store(at, zero);
  v128.store(at, zero, 16);
  v128.store(at, zero, 32);
  v128.store(at, zero, 48);
}
