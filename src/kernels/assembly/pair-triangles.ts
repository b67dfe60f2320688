// The triangles of leaf pairs against each other, four pairs at once: the test of geometry/overlap/triangle-triangle.ts in f32 and in a's
// space, with an error bound on every sign. Pairs that are certainly apart are dropped, pairs that certainly meet are found, and the others
// are left to `trianglesMeet`.
//
// The bounds. Let η be a sixth of TRIANGLE_SLACK, and u = 2^-24 the rounding of an f32. Corner 0 of b is moved in f64, and rounded only as
// the difference d from corner 0 of a; edges are moved as vectors. So what is lost beyond η, mostly the rounding of vertices that are copied,
// is relative to the triangles: in the L1 norm u·|d|, u times the length of an edge of a, and 15u·k ≤ 60u times that of an edge of b, where
// k is the product of the norms of the pose and its inverse. (For poses with k > 4, η is that of corners moved in f32: f32-pose.ts.) A sign
// is that of a determinant of three differences of corners. Let U, V, W be their lengths in the L1 norm, each plus 6η, and S at least the
// distance of any two corners.
// - The error of a corner's distance from a plane with edges V and W is at most S·(12η·(V + W) + (16 + 2 · 60)u·V·W), because the distance
// is such a determinant, U ≤ S, and S is more than any length.
// - intervals.ts has the bounds of the comparison of intervals, in which b's edges lose at most 60u·S.
import { C, M } from "../../geometry/relative-pose-layout";
import { NODE_COUNT, NODE_LINK } from "../memory-map";
import {
  CORNERS_BYTES, EXACT_A, EXACT_B, LEAF_PAIRS, PAIR_BYTES, REACHES, REACHES_B, RELATIVE_POSE, SURVIVORS, TRIANGLE_SLACK,
  TRIANGLE_TESTS, UNDERFLOW, VERTEX_BYTES,
} from "../pair-memory-map";
import { APART, meetInWorld, UNDECIDED } from "./world-triangles";
import { compareIntervals, lengthWithSlack, ROUNDING } from "./intervals";
import {
  abs, add, bitOf, cross, dot, dropWhere, firstOfA, firstOfB, firstOfBoth, greatest, gt, lastOfA, lastOfB, least, lt, mixHigh, mixLow, mul,
  neg, numberAt, pose, poseRow, signs, splat, sub, sum,
} from "./vectors";

/** Tests the pairs in the first `bytes` bytes of LEAF_PAIRS; returns the bytes written to SURVIVORS. */
export function testTriangles(bytes: i32, cornersA: i32, positionsA: i32, cornersB: i32, positionsB: i32): i32 {
  let out = 0;
  let tests = 0;
  const areExact = load<i32>(EXACT_A) != 0 && load<i32>(EXACT_B) != 0;
  const reachesB = load<i32>(REACHES_B);
  // Two triangles of b, in a's space: corner 0, f64, and the edges from it. The last one may have to stand in for both.
  let movedB = -1;
  let bx = splat(0), by = bx, bz = bx, b1x = bx, b1y = bx, b1z = bx, b2x = bx, b2y = bx, b2z = bx;
  let normalBx = bx, normalBy = bx, normalBz = bx, lengthB1 = bx, lengthB2 = bx;
  for (let at = 0; at < bytes; at += PAIR_BYTES) {
    const leafA = load<i32>(at, LEAF_PAIRS), leafB = load<i32>(at, LEAF_PAIRS + 4);
    const beginA = ~load<i32>(leafA, NODE_LINK), endA = beginA + load<i32>(leafA, NODE_COUNT);
    const beginB = ~load<i32>(leafB, NODE_LINK), endB = beginB + load<i32>(leafB, NODE_COUNT);
    for (let slotB = beginB; slotB < endB; slotB += 2) {
      const nextB = select(slotB + 1, slotB, slotB + 1 < endB);
      // The pairs of one step of the descent follow each other, and half of them have the previous pair's leaf of b.
      if (slotB != movedB) {
        movedB = slotB;
        let one = corner(slotB, 0, cornersB, positionsB), two = corner(nextB, 0, cornersB, positionsB);
        const low = mixLow(one, two), high = mixHigh(one, two);
        const doubleX = firstDoubles(low), doubleY = lastDoubles(low), doubleZ = firstDoubles(high);
        bx = toA64(0, doubleX, doubleY, doubleZ), by = toA64(1, doubleX, doubleY, doubleZ), bz = toA64(2, doubleX, doubleY, doubleZ);
        one = corner(slotB, 1, cornersB, positionsB), two = corner(nextB, 1, cornersB, positionsB);
        let edgeXY = sub(mixLow(one, two), low), edgeZ = sub(mixHigh(one, two), high);
        let x = firstOfB(edgeXY), y = lastOfB(edgeXY), z = firstOfB(edgeZ);
        b1x = poseRow(M, 0, x, y, z), b1y = poseRow(M, 1, x, y, z), b1z = poseRow(M, 2, x, y, z);
        one = corner(slotB, 2, cornersB, positionsB), two = corner(nextB, 2, cornersB, positionsB);
        edgeXY = sub(mixLow(one, two), low), edgeZ = sub(mixHigh(one, two), high);
        x = firstOfB(edgeXY), y = lastOfB(edgeXY), z = firstOfB(edgeZ);
        b2x = poseRow(M, 0, x, y, z), b2y = poseRow(M, 1, x, y, z), b2z = poseRow(M, 2, x, y, z);
        normalBx = cross(b1y, b2z, b1z, b2y), normalBy = cross(b1z, b2x, b1x, b2z), normalBz = cross(b1x, b2y, b1y, b2x);
        lengthB1 = lengthOf(b1x, b1y, b1z), lengthB2 = lengthOf(b2x, b2y, b2z);
      }

      for (let slotA = beginA; slotA < endA; slotA += 2) {
        // Two triangles of a.
        const nextA = select(slotA + 1, slotA, slotA + 1 < endA);
        // Count only the lanes of different pairs.
        let alive = select(0b0101, 0b1111, slotA == nextA) & select(0b0011, 0b1111, slotB == nextB);
        if (reachesB != 0) {
          alive &= reachCommonSide(slotA, nextA, reachesB + slotB, reachesB + nextB);
          if (alive == 0) continue;
        }
        let one = corner(slotA, 0, cornersA, positionsA), two = corner(nextA, 0, cornersA, positionsA);
        const low = mixLow(one, two), high = mixHigh(one, two);
        one = corner(slotA, 1, cornersA, positionsA), two = corner(nextA, 1, cornersA, positionsA);
        let edgeXY = sub(mixLow(one, two), low), edgeZ = sub(mixHigh(one, two), high);
        const a1x = firstOfA(edgeXY), a1y = lastOfA(edgeXY), a1z = firstOfA(edgeZ);
        one = corner(slotA, 2, cornersA, positionsA), two = corner(nextA, 2, cornersA, positionsA);
        edgeXY = sub(mixLow(one, two), low), edgeZ = sub(mixHigh(one, two), high);
        const a2x = firstOfA(edgeXY), a2y = lastOfA(edgeXY), a2z = firstOfA(edgeZ);
        const normalAx = cross(a1y, a2z, a1z, a2y), normalAy = cross(a1z, a2x, a1x, a2z), normalAz = cross(a1x, a2y, a1y, a2x);
        const lengthA1 = lengthOf(a1x, a1y, a1z), lengthA2 = lengthOf(a2x, a2y, a2z);

        tests += popcnt(alive);
        // From corner 0 of a to corner 0 of b.
        const dx = differences(bx, firstDoubles(low)), dy = differences(by, lastDoubles(low)), dz = differences(bz, firstDoubles(high));
        const span = add(add(sum(lengthOf(dx, dy, dz), lengthA1, lengthA2), lengthB1), lengthB2);

        // On which side of a's plane b's corners are; if all are on one side, the triangles are apart.
        const sideB0 = dot(normalAx, normalAy, normalAz, dx, dy, dz);
        const sideB1 = add(sideB0, dot(normalAx, normalAy, normalAz, b1x, b1y, b1z));
        const sideB2 = add(sideB0, dot(normalAx, normalAy, normalAz, b2x, b2y, b2z));
        const boundB = planeBound(span, lengthA1, lengthA2);
        alive = dropWhere(areOnOneSide(sideB0, sideB1, sideB2, boundB), alive);
        // On which side of b's plane a's corners are.
        const sideA0 = dot(normalBx, normalBy, normalBz, neg(dx), neg(dy), neg(dz));
        const sideA1 = add(sideA0, dot(normalBx, normalBy, normalBz, a1x, a1y, a1z));
        const sideA2 = add(sideA0, dot(normalBx, normalBy, normalBz, a2x, a2y, a2z));
        const boundA = planeBound(span, lengthB1, lengthB2);
        alive = dropWhere(areOnOneSide(sideA0, sideA1, sideA2, boundA), alive);
        if (alive == 0) continue;
        const areSidesCertain = signs(v128.and(
          areBeyond(sideA0, sideA1, sideA2, boundA),
          areBeyond(sideB0, sideB1, sideB2, boundB),
        ));

        const intervals = compareIntervals(
          a1x, a1y, a1z, a2x, a2y, a2z, b1x, b1y, b1z, b2x, b2y, b2z, dx, dy, dz,
          sideA0, sideA1, sideA2, sideB0, sideB1, sideB2,
          add(slack(), mul(splat(4 * ROUNDING), span)), slack(), pose(UNDERFLOW),
        );
        alive &= ~(areSidesCertain & intervals);
        let uncertain = (areSidesCertain & (intervals >>> 4)) ^ 0b1111;
        if ((alive & uncertain) != 0 && areExact) {
          for (let lane = 0; lane < 4; lane++) {
            if (bitOf(alive & uncertain, lane) == 0) continue;
            const answer = meetInWorld(select(nextA, slotA, lane & 1), cornersA, select(nextB, slotB, lane & 2), cornersB);
            if (answer != UNDECIDED) uncertain ^= 1 << lane;
            if (answer == APART) alive ^= 1 << lane;
          }
        }
        out = putSurvivor(out, 0, alive, uncertain, slotA, slotB);
        out = putSurvivor(out, 1, alive, uncertain, nextA, slotB);
        out = putSurvivor(out, 2, alive, uncertain, slotA, nextB);
        out = putSurvivor(out, 3, alive, uncertain, nextA, nextB);
      }
    }
  }
  store<i32>(TRIANGLE_TESTS, load<i32>(TRIANGLE_TESTS) + tests);
  return out;
}

/** The lanes of the pairs whose triangles reach a common side of the plane. Twin: leavesMeet in queries/pairs/leaf-pairs.ts. */
@inline function reachCommonSide(slotA: i32, nextA: i32, reachB: i32, nextReachB: i32): i32 {
  const a = load<u8>(REACHES + slotA), next = load<u8>(REACHES + nextA);
  const b = load<u8>(reachB), nextB = load<u8>(nextReachB);
  return i32((a & b) != 0) | (i32((next & b) != 0) << 1) | (i32((a & nextB) != 0) << 2) | (i32((next & nextB) != 0) << 3);
}

/** Corner k of the triangle in a slot: x y z and one more number. */
@inline export function corner(slot: i32, k: i32, corners: i32, positions: i32): v128 {
  return v128.load(positions + load<i32>(corners + slot * CORNERS_BYTES + 4 * k) * VERTEX_BYTES);
}

// The first or the last two numbers, in f64.
@inline function firstDoubles(mix: v128): v128 { return f64x2.promote_low_f32x4(mix); }
@inline function lastDoubles(mix: v128): v128 { return f64x2.promote_low_f32x4(lastOfA(mix)); }

/** A coordinate in a's space of two points in b's, f64. */
@inline function toA64(axis: i32, x: v128, y: v128, z: v128): v128 {
  const moved = f64x2.add(f64x2.mul(pose64(M + 3 * axis), x), f64x2.mul(pose64(M + 3 * axis + 1), y));
  return f64x2.add(f64x2.add(moved, f64x2.mul(pose64(M + 3 * axis + 2), z)), pose64(C + axis));
}

/** A number of the relative pose in f64. */
@inline function pose64(index: i32): v128 { return v128.load_splat<f64>(RELATIVE_POSE + (index << 3)); }

/** Two numbers of b minus two of a, f64, as four f32. */
@inline function differences(b: v128, a: v128): v128 {
  const first = f64x2.sub(v128.shuffle<f64>(b, b, 0, 0), a), last = f64x2.sub(v128.shuffle<f64>(b, b, 1, 1), a);
  return firstOfBoth(f32x4.demote_f64x2_zero(first), f32x4.demote_f64x2_zero(last));
}

@inline function slack(): v128 { return numberAt(TRIANGLE_SLACK); }
@inline function lengthOf(x: v128, y: v128, z: v128): v128 { return lengthWithSlack(x, y, z, slack()); }

/** The error bound of a distance from a plane with edges of these lengths. */
@inline function planeBound(span: v128, length1: v128, length2: v128): v128 {
  const turned = mul(add(slack(), slack()), add(length1, length2));
  const rounded = mul(splat(8 * ROUNDING), mul(length1, length2));
  return add(mul(span, add(turned, rounded)), pose(UNDERFLOW));
}

@inline function areOnOneSide(side0: v128, side1: v128, side2: v128, bound: v128): v128 {
  return v128.or(gt(least(side0, side1, side2), bound), lt(greatest(side0, side1, side2), neg(bound)));
}

@inline function areBeyond(side0: v128, side1: v128, side2: v128, bound: v128): v128 {
  return gt(least(abs(side0), abs(side1), abs(side2)), bound);
}

/** Writes a pair of slots, and moves the end of the list if its lane is alive. */
@inline function putSurvivor(out: i32, lane: i32, alive: i32, uncertain: i32, slotA: i32, slotB: i32): i32 {
  store<i32>(out, slotA | ((uncertain >>> lane) << 31), SURVIVORS);
  store<i32>(out, slotB, SURVIVORS + 4);
  return out + bitOf(alive, lane) * PAIR_BYTES;
}
