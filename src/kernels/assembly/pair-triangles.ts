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
import { NODE_COUNT, NODE_LINK } from "../memory-map";
import {
  EXACT_A, EXACT_B, LEAF_PAIRS, PAIR_BYTES, REACHES, REACHES_B, SURVIVORS, TRIANGLE_TESTS, UNDERFLOW,
} from "../pair-memory-map";
import { APART, meetInWorld, UNDECIDED } from "./world-triangles";
import { compareIntervals, ROUNDING } from "./intervals";
import {
  corner, EDGE1, EDGE2, firstDoubles, forgetMoved, lastDoubles, lengthOf, LENGTHS, movedTriangles, NORMAL, PLANE_BOUND, planeBound, slack,
  Y, Z,
} from "./moved-triangles";
import {
  add, bitOf, cross, dot, dropWhere, firstOfA, firstOfBoth, greatest, gt, lastOfA, lastOfBoth, least, maskOfSigns, mixHigh, mixLow,
  mul, pose, signs, splat, sub, sum,
} from "./vectors";

/** Tests the pairs in the first `bytes` bytes of LEAF_PAIRS; returns the bytes written to SURVIVORS. */
export function testTriangles(bytes: i32, cornersA: i32, positionsA: i32, cornersB: i32, positionsB: i32): i32 {
  let out = 0;
  let tests = 0;
  const areExact = load<i32>(EXACT_A) != 0 && load<i32>(EXACT_B) != 0;
  const reachesB = load<i32>(REACHES_B);
  forgetMoved();
  for (let at = 0; at < bytes; at += PAIR_BYTES) {
    const leafA = load<i32>(at, LEAF_PAIRS), leafB = load<i32>(at, LEAF_PAIRS + 4);
    const beginA = ~load<i32>(leafA, NODE_LINK), endA = beginA + load<i32>(leafA, NODE_COUNT);
    const beginB = ~load<i32>(leafB, NODE_LINK), endB = beginB + load<i32>(leafB, NODE_COUNT);
    for (let slotB = beginB; slotB < endB; slotB += 2) {
      const nextB = select(slotB + 1, slotB, slotB + 1 < endB);
      const b = movedTriangles(slotB, nextB, cornersB, positionsB);
      for (let slotA = beginA; slotA < endA; slotA += 2) {
        // Two triangles of a: corner 0, the edges from it, and the normal.
        const nextA = select(slotA + 1, slotA, slotA + 1 < endA);
        // Count only the lanes of different pairs.
        let alive = select(0b0101, 0b1111, slotA == nextA) & select(0b0011, 0b1111, slotB == nextB);
        if (reachesB != 0) {
          alive &= reachCommonSide(slotA, nextA, reachesB + slotB, reachesB + nextB);
          if (alive == 0) continue;
        }
        let one = corner(slotA, 0, cornersA, positionsA), two = corner(nextA, 0, cornersA, positionsA);
        const low = mixLow(one, two), high = mixHigh(one, two), mask = maskOfSigns(low);
        one = corner(slotA, 1, cornersA, positionsA), two = corner(nextA, 1, cornersA, positionsA);
        const edge1XY = sub(mixLow(one, two), low), edge1Z = sub(mixHigh(one, two), high);
        one = corner(slotA, 2, cornersA, positionsA), two = corner(nextA, 2, cornersA, positionsA);
        const edge2XY = sub(mixLow(one, two), low), edge2Z = sub(mixHigh(one, two), high);
        const a1x = firstOfA(edge1XY), a1y = lastOfA(edge1XY), a1z = firstOfA(edge1Z);
        const a2x = firstOfA(edge2XY), a2y = lastOfA(edge2XY), a2z = firstOfA(edge2Z);
        const normalAx = cross(a1y, a2z, a1z, a2y), normalAy = cross(a1z, a2x, a1x, a2z), normalAz = cross(a1x, a2y, a1y, a2x);
        const lengths = lengthOf(firstOfBoth(edge1XY, edge2XY), lastOfBoth(edge1XY, edge2XY), firstOfBoth(edge1Z, edge2Z), mask);
        const lengthA1 = firstOfA(lengths), lengthA2 = lastOfA(lengths);
        const b1x = v128.load(b, EDGE1), b1y = v128.load(b, EDGE1 + Y), b1z = v128.load(b, EDGE1 + Z);
        const b2x = v128.load(b, EDGE2), b2y = v128.load(b, EDGE2 + Y), b2z = v128.load(b, EDGE2 + Z);
        const normalBx = v128.load(b, NORMAL), normalBy = v128.load(b, NORMAL + Y), normalBz = v128.load(b, NORMAL + Z); // reversed

        tests += popcnt(alive);
        // From corner 0 of a to corner 0 of b.
        const dx = differences(v128.load(b), firstDoubles(low));
        const dy = differences(v128.load(b, Y), lastDoubles(low)), dz = differences(v128.load(b, Z), firstDoubles(high));
        const span = sum(lengthOf(dx, dy, dz, mask), add(lengthA1, lengthA2), v128.load(b, LENGTHS));

        // On which side of a's plane b's corners are; if all are on one side, the triangles are apart.
        const sideB0 = dot(normalAx, normalAy, normalAz, dx, dy, dz);
        const sideB1 = add(sideB0, dot(normalAx, normalAy, normalAz, b1x, b1y, b1z));
        const sideB2 = add(sideB0, dot(normalAx, normalAy, normalAz, b2x, b2y, b2z));
        const boundB = add(mul(span, planeBound(lengthA1, lengthA2)), pose(UNDERFLOW));
        alive = dropWhere(areOnOneSide(sideB0, sideB1, sideB2, boundB), alive);
        // On which side of b's plane a's corners are.
        const sideA0 = dot(normalBx, normalBy, normalBz, dx, dy, dz);
        const sideA1 = sub(sideA0, dot(normalBx, normalBy, normalBz, a1x, a1y, a1z));
        const sideA2 = sub(sideA0, dot(normalBx, normalBy, normalBz, a2x, a2y, a2z));
        const boundA = add(mul(span, v128.load(b, PLANE_BOUND)), pose(UNDERFLOW));
        alive = dropWhere(areOnOneSide(sideA0, sideA1, sideA2, boundA), alive);
        if (alive == 0) continue;
        const areSidesCertain = signs(v128.and(
          areBeyond(sideA0, sideA1, sideA2, boundA, mask),
          areBeyond(sideB0, sideB1, sideB2, boundB, mask),
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

/** Two numbers of b minus two of a, f64, as four f32. */
@inline function differences(b: v128, a: v128): v128 {
  const first = f64x2.sub(v128.shuffle<f64>(b, b, 0, 0), a), last = f64x2.sub(v128.shuffle<f64>(b, b, 1, 1), a);
  return firstOfBoth(f32x4.demote_f64x2_zero(first), f32x4.demote_f64x2_zero(last));
}

/** By the signs of lanes. That of a sum is exact, so the latter says that even the greatest side is below −bound. */
@inline function areOnOneSide(side0: v128, side1: v128, side2: v128, bound: v128): v128 {
  return v128.or(gt(least(side0, side1, side2), bound), add(greatest(side0, side1, side2), bound));
}

@inline function areBeyond(side0: v128, side1: v128, side2: v128, bound: v128, mask: v128): v128 {
  return gt(least(v128.and(side0, mask), v128.and(side1, mask), v128.and(side2, mask)), bound);
}

/** Writes a pair of slots, and moves the end of the list if its lane is alive. */
@inline function putSurvivor(out: i32, lane: i32, alive: i32, uncertain: i32, slotA: i32, slotB: i32): i32 {
  store<i32>(out, slotA | ((uncertain >>> lane) << 31), SURVIVORS);
  store<i32>(out, slotB, SURVIVORS + 4);
  return out + bitOf(alive, lane) * PAIR_BYTES;
}
