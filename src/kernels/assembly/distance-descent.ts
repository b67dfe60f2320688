// Twin: `descendBoxesForDistance` in queries/distance/distance-boxes.ts, in f32: the children of a's node against those of b's, four pairs
// of boxes at once. A node that is not split stands in for both its children, and the lanes that this duplicates do not count.
import { ABS_M, C, M, MARGIN_A, SCALE } from "../../geometry/relative-pose-layout";
import {
  BOX_TESTS, CENTRE_SHARE, ENTRY_BYTES, ENTRY_SQUARE, FULL, KEPT, LIMIT, ROOT, SIDE_A, SIDE_B, SLACK, STACK, SUPPORTS_A,
  SUPPORTS_B, TOP,
} from "../distance-memory-map";
import { NODE_LINK, NODE_SECOND, NODE_SHIFT, NODE_SIZE } from "../memory-map";
import { BOTH_RATIO, POSE } from "../pair-memory-map";
import { testNearTriangles } from "./distance-triangles";
import { supportOf } from "./node-supports";
import { writePair } from "./pair-descent";
import {
  abs, add, choose, dot, dropWhere, firstOfA, firstOfB, gt, lane0, lane1, lane2, lane3, lastOfA, lastOfB, mixHigh, mixLow, mul, neg, numberAt, pose,
  poseRow, splat, sub,
} from "./vectors";

const TINY: f32 = 2.0 ** -100.0;

/** Descends until BEST is lowered or PAIRS may be full, and returns 1; or to the end, and returns 0. */
export function descendForDistance(nodesA: i32, nodesB: i32): i32 {
  let top = load<i32>(TOP);
  while (top != 0) {
    top -= ENTRY_BYTES;
    if (load<f32>(top, STACK + ENTRY_SQUARE) > load<f32>(LIMIT)) continue;
    const atA = load<i32>(top, STACK), atB = load<i32>(top, STACK + 4);
    const linkA = load<i32>(atA, NODE_LINK), linkB = load<i32>(atB, NODE_LINK);
    const hasDirection = load<f32>(ROOT) < Infinity;
    if (hasDirection) {
      // The direction may have changed since the pair was pushed.
      const gap = -(supportOf(SIDE_A, SUPPORTS_A, atA) + supportOf(SIDE_B, SUPPORTS_B, atB));
      if (gap > load<f32>(ROOT)) continue;
    }
    if ((linkA & linkB) < 0) {
      const isLowered = testNearTriangles(atA, atB);
      if (isLowered | i32(load<i32>(KEPT) >= FULL)) {
        store<i32>(TOP, top);
        return 1;
      }
      continue;
    }

    // Which of the two nodes are split; their children, or the nodes themselves.
    const ratio = load<f32>(POSE + 4 * BOTH_RATIO);
    const sizeA = select<f32>(load<f32>(atA, NODE_SIZE), 0, linkA >= 0);
    const sizeB = load<f32>(POSE + 4 * SCALE) * select<f32>(load<f32>(atB, NODE_SIZE), 0, linkB >= 0);
    const splitA = i32(linkA >= 0) & (i32(linkB < 0) | i32(ratio * sizeA >= sizeB));
    const splitB = i32(linkB >= 0) & (i32(splitA == 0) | i32(ratio * sizeB > sizeA));
    const a1 = select(nodesA + (linkA << NODE_SHIFT), atA, splitA);
    const a2 = a1 + (splitA << NODE_SHIFT);
    const b1 = select(nodesB + (linkB << NODE_SHIFT), atB, splitB);
    const b2 = b1 + (splitB << NODE_SHIFT);
    // Count only the lanes of different pairs.
    let alive = (0b0101 | (splitA * 0b1010)) & (0b0011 | (splitB * 0b1100));
    store<i32>(BOX_TESTS, load<i32>(BOX_TESTS) + popcnt(alive));
    if (hasDirection) {
      const supportA1 = splat(supportOf(SIDE_A, SUPPORTS_A, a1)), supportA2 = splat(supportOf(SIDE_A, SUPPORTS_A, a2));
      const supportB1 = splat(supportOf(SIDE_B, SUPPORTS_B, b1)), supportB2 = splat(supportOf(SIDE_B, SUPPORTS_B, b2));
      const ofA = v128.shuffle<f32>(supportA1, supportA2, 0, 4, 0, 4);
      const ofB = v128.shuffle<f32>(supportB1, supportB2, 0, 0, 4, 4);
      alive = dropWhere(gt(neg(add(ofA, ofB)), numberAt(ROOT)), alive);
      if (alive == 0) continue;
    }

    // a's boxes. Everything about boxes is doubled: centres and half extents, each in its own space.
    let low = mixLow(v128.load(a1), v128.load(a2)); // min x and y of both boxes
    let high = mixHigh(v128.load(a1), v128.load(a2)); // min z and max x
    const minXA = firstOfA(low), minYA = lastOfA(low), minZA = firstOfA(high), maxXA = lastOfA(high);
    low = mixLow(v128.load(a1, NODE_SECOND), v128.load(a2, NODE_SECOND)); // max y and z
    const maxYA = firstOfA(low), maxZA = lastOfA(low);
    const halfXA = sub(maxXA, minXA), halfYA = sub(maxYA, minYA), halfZA = sub(maxZA, minZA);

    // b's boxes.
    low = mixLow(v128.load(b1), v128.load(b2));
    high = mixHigh(v128.load(b1), v128.load(b2));
    const minXB = firstOfB(low), minYB = lastOfB(low), minZB = firstOfB(high), maxXB = lastOfB(high);
    low = mixLow(v128.load(b1, NODE_SECOND), v128.load(b2, NODE_SECOND));
    const maxYB = firstOfB(low), maxZB = lastOfB(low);
    const centreXB = add(minXB, maxXB), centreYB = add(minYB, maxYB), centreZB = add(minZB, maxZB);
    const halfXB = sub(maxXB, minXB), halfYB = sub(maxYB, minYB), halfZB = sub(maxZB, minZB);

    // The gaps along a's axes.
    const x = offsetOf(0, centreXB, centreYB, centreZB, add(minXA, maxXA));
    const y = offsetOf(1, centreXB, centreYB, centreZB, add(minYA, maxYA));
    const z = offsetOf(2, centreXB, centreYB, centreZB, add(minZA, maxZA));
    const gapX = positive(sub(abs(x), reachOf(0, halfXB, halfYB, halfZB, halfXA)));
    const gapY = positive(sub(abs(y), reachOf(1, halfXB, halfYB, halfZB, halfYA)));
    const gapZ = positive(sub(abs(z), reachOf(2, halfXB, halfYB, halfZB, halfZA)));
    const axes = dot(gapX, gapY, gapZ, gapX, gapY, gapZ);
    // The gap along the line between the centres, times its length.
    const length = dot(x, y, z, x, y, z);
    const slack = add(numberAt(SLACK), numberAt(SLACK));
    const ofA = dot(abs(x), abs(y), abs(z), add(halfXA, slack), add(halfYA, slack), add(halfZA, slack));
    const ofB = dot(alongB(0, x, y, z), alongB(1, x, y, z), alongB(2, x, y, z), halfXB, halfYB, halfZB);
    const between = positive(sub(length, add(ofA, ofB)));
    // The square of a lower bound of the distance, of doubled boxes.
    const square = f32x4.pmax(axes, mul(between, f32x4.div(between, f32x4.pmax(length, splat(TINY)))));
    alive = dropWhere(gt(square, numberAt(LIMIT)), alive);
    if (alive == 0) continue;

    // A lane's place on the stack is the number of lanes that are farther away, so that the nearest comes next. Dead lanes count as nearer
    // than all, so that they end up beyond the new end.
    const isDead = i32x4.eq(v128.and(i32x4.splat(alive), i32x4(1, 2, 4, 8)), i32x4.splat(0));
    const keys = choose(isDead, splat(-1), add(square, mul(splat(<f32>CENTRE_SHARE), length)));
    let ranks = i32x4.splat(0);
    ranks = addRanks(ranks, keys, v128.shuffle<f32>(keys, keys, 1, 2, 3, 0), i32x4(0, 0, 0, -1));
    ranks = addRanks(ranks, keys, v128.shuffle<f32>(keys, keys, 2, 3, 0, 1), i32x4(0, 0, -1, -1));
    ranks = addRanks(ranks, keys, v128.shuffle<f32>(keys, keys, 3, 0, 1, 2), i32x4(0, -1, -1, -1));
    put(top, i32x4.extract_lane(ranks, 0), lane0(square), a1, b1);
    put(top, i32x4.extract_lane(ranks, 1), lane1(square), a2, b1);
    put(top, i32x4.extract_lane(ranks, 2), lane2(square), a1, b2);
    put(top, i32x4.extract_lane(ranks, 3), lane3(square), a2, b2);
    top += popcnt(alive) * ENTRY_BYTES;
  }
  store<i32>(TOP, 0);
  return 0;
}

@inline function positive(value: v128): v128 { return f32x4.pmax(value, splat(0)); }

/** The component of a vector of a's space along an axis of b's. */
@inline function alongB(axis: i32, x: v128, y: v128, z: v128): v128 {
  return abs(dot(pose(M + axis), pose(M + 3 + axis), pose(M + 6 + axis), x, y, z));
}

/** Adds 1 where the other lane is farther away, or equally far and `isFirst`. */
@inline function addRanks(ranks: v128, keys: v128, others: v128, isFirst: v128): v128 {
  return i32x4.sub(ranks, v128.or(gt(others, keys), v128.and(f32x4.eq(others, keys), isFirst)));
}

@inline function put(top: i32, rank: i32, square: f32, a: i32, b: i32): void {
  const entry = top + rank * ENTRY_BYTES;
  writePair(entry, STACK, a, b);
  store<f32>(entry, square, STACK + ENTRY_SQUARE);
}

/** From a's centres to b's on an axis of a. */
@inline function offsetOf(axis: i32, x: v128, y: v128, z: v128, centreA: v128): v128 {
  return sub(add(poseRow(M, axis, x, y, z), pose(C + axis)), centreA);
}

/** The sum of the half extents on that axis, with the margin. */
@inline function reachOf(axis: i32, x: v128, y: v128, z: v128, halfA: v128): v128 {
  return add(add(poseRow(ABS_M, axis, x, y, z), pose(MARGIN_A)), halfA);
}
