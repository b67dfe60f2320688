// The triangles of leaf pairs against each other, four pairs at once: the test of geometry/overlap/triangle-triangle.ts in
// f32 and in a's space, with an error bound on every sign. Pairs that are certainly apart are dropped, those that certainly
// meet are found, and the others are left to `trianglesMeet`.
//
// The bounds. Let η be a sixth of CORNER_SLACK: the corners as computed here are at most η away, on every axis, from
// where those of the world triangles are in a's space (queries/pairs/f32-pose.ts); u = 2^-24 is the rounding of an f32. A
// sign is that of a determinant of three differences of corners. Let U, V, W be their lengths in the L1 norm, each plus 6η,
// and S no less than the distance of any two corners.
// - A corner's distance from a plane with edges V and W is wrong by at most S·(12η·(V + W) + 32u·V·W), because it is such
//   a determinant, U ≤ S, and S is more than any length.
// - In the comparison of intervals differences are taken by way of a corner 0, which loses at most 4u·S. So a determinant is wrong
//   by at most (6η + 4u·S)·(V·W + U·W + U·V) + 16u·U·V·W.
import { M } from "../../geometry/relative-pose-layout";
import { NODE_COUNT, NODE_LINK } from "../memory-map";
import {
  CORNER_SLACK, CORNERS_BYTES, LEAF_PAIRS, OFFSET, PAIR_BYTES, SURVIVORS, TRIANGLE_TESTS, UNDERFLOW, VERTEX_BYTES,
} from "../pair-memory-map";
import {
  abs, add, bitOf, choose, cross, dot, dropWhere, firstOfA, firstOfB, greatest, gt, lastOfA, lastOfB, least, lt, mixHigh,
  mixLow, mul, neg, pose, poseRow, product, signs, splat, sub, sum,
} from "./vectors";

const ROUNDING: f32 = 1.0 / 524288.0; // 32u

/** Tests the pairs in so many bytes of LEAF_PAIRS; returns the bytes written to SURVIVORS. */
export function testTriangles(bytes: i32, cornersA: i32, positionsA: i32, cornersB: i32, positionsB: i32): i32 {
  let out = 0;
  let tests = 0;
  for (let at = 0; at < bytes; at += PAIR_BYTES) {
    const leafA = load<i32>(at, LEAF_PAIRS), leafB = load<i32>(at, LEAF_PAIRS + 4);
    const beginA = ~load<i32>(leafA, NODE_LINK), endA = beginA + load<i32>(leafA, NODE_COUNT);
    const beginB = ~load<i32>(leafB, NODE_LINK), endB = beginB + load<i32>(leafB, NODE_COUNT);
    for (let slotB = beginB; slotB < endB; slotB += 2) {
      // Two triangles of b, in a's space: corner 0 and the edges from it. The last one may have to do for both.
      const nextB = select(slotB + 1, slotB, slotB + 1 < endB);
      let one = corner(slotB, 0, cornersB, positionsB), two = corner(nextB, 0, cornersB, positionsB);
      let x = firstOfB(mixLow(one, two)), y = lastOfB(mixLow(one, two)), z = firstOfB(mixHigh(one, two));
      const bx = toA(0, x, y, z), by = toA(1, x, y, z), bz = toA(2, x, y, z);
      one = corner(slotB, 1, cornersB, positionsB), two = corner(nextB, 1, cornersB, positionsB);
      x = firstOfB(mixLow(one, two)), y = lastOfB(mixLow(one, two)), z = firstOfB(mixHigh(one, two));
      const b1x = sub(toA(0, x, y, z), bx), b1y = sub(toA(1, x, y, z), by), b1z = sub(toA(2, x, y, z), bz);
      one = corner(slotB, 2, cornersB, positionsB), two = corner(nextB, 2, cornersB, positionsB);
      x = firstOfB(mixLow(one, two)), y = lastOfB(mixLow(one, two)), z = firstOfB(mixHigh(one, two));
      const b2x = sub(toA(0, x, y, z), bx), b2y = sub(toA(1, x, y, z), by), b2z = sub(toA(2, x, y, z), bz);
      const normalBx = cross(b1y, b2z, b1z, b2y), normalBy = cross(b1z, b2x, b1x, b2z), normalBz = cross(b1x, b2y, b1y, b2x);
      const lengthB1 = lengthOf(b1x, b1y, b1z), lengthB2 = lengthOf(b2x, b2y, b2z);

      for (let slotA = beginA; slotA < endA; slotA += 2) {
        // Two triangles of a.
        const nextA = select(slotA + 1, slotA, slotA + 1 < endA);
        one = corner(slotA, 0, cornersA, positionsA), two = corner(nextA, 0, cornersA, positionsA);
        const ax = firstOfA(mixLow(one, two)), ay = lastOfA(mixLow(one, two)), az = firstOfA(mixHigh(one, two));
        one = corner(slotA, 1, cornersA, positionsA), two = corner(nextA, 1, cornersA, positionsA);
        x = firstOfA(mixLow(one, two)), y = lastOfA(mixLow(one, two)), z = firstOfA(mixHigh(one, two));
        const a1x = sub(x, ax), a1y = sub(y, ay), a1z = sub(z, az);
        one = corner(slotA, 2, cornersA, positionsA), two = corner(nextA, 2, cornersA, positionsA);
        x = firstOfA(mixLow(one, two)), y = lastOfA(mixLow(one, two)), z = firstOfA(mixHigh(one, two));
        const a2x = sub(x, ax), a2y = sub(y, ay), a2z = sub(z, az);
        const normalAx = cross(a1y, a2z, a1z, a2y), normalAy = cross(a1z, a2x, a1x, a2z), normalAz = cross(a1x, a2y, a1y, a2x);
        const lengthA1 = lengthOf(a1x, a1y, a1z), lengthA2 = lengthOf(a2x, a2y, a2z);

        // Only the lanes of different pairs count.
        let alive = select(0b0101, 0b1111, slotA == nextA) & select(0b0011, 0b1111, slotB == nextB);
        tests += popcnt(alive);
        // From corner 0 of a to corner 0 of b.
        const dx = sub(bx, ax), dy = sub(by, ay), dz = sub(bz, az);
        const span = add(add(sum(lengthOf(dx, dy, dz), lengthA1, lengthA2), lengthB1), lengthB2);

        // Which side of a's plane b's corners are on; all on one side are apart.
        const sideB0 = dot(normalAx, normalAy, normalAz, dx, dy, dz);
        const sideB1 = add(sideB0, dot(normalAx, normalAy, normalAz, b1x, b1y, b1z));
        const sideB2 = add(sideB0, dot(normalAx, normalAy, normalAz, b2x, b2y, b2z));
        const boundB = planeBound(span, lengthA1, lengthA2);
        alive = dropWhere(areOnOneSide(sideB0, sideB1, sideB2, boundB), alive);
        // Which side of b's plane a's corners are on.
        const sideA0 = dot(normalBx, normalBy, normalBz, neg(dx), neg(dy), neg(dz));
        const sideA1 = add(sideA0, dot(normalBx, normalBy, normalBz, a1x, a1y, a1z));
        const sideA2 = add(sideA0, dot(normalBx, normalBy, normalBz, a2x, a2y, a2z));
        const boundA = planeBound(span, lengthB1, lengthB2);
        alive = dropWhere(areOnOneSide(sideA0, sideA1, sideA2, boundA), alive);
        if (alive == 0) continue;
        const areSidesCertain = v128.and(
          areBeyond(sideA0, sideA1, sideA2, boundA),
          areBeyond(sideB0, sideB1, sideB2, boundB),
        );

        // Each triangle crosses the other's plane; do the two intervals on the line in which the planes meet overlap? Of use only for
        // lanes in which all sides are certain. Each triangle is turned so that its corner 0 is alone on its side of
        // the other's plane: corner 2 where 0 and 1 are on one side, corner 1 where 0 and 2 are. Corners are relative to corner 0 of a.
        const zero = splat(0);
        const isTwoA = areBothOrNone(sideA0, sideA1), isOneA = areBothOrNone(sideA0, sideA2);
        const isPositiveA = v128.xor(gt(sideA0, zero), v128.or(isOneA, isTwoA));
        const isTwoB = areBothOrNone(sideB0, sideB1), isOneB = areBothOrNone(sideB0, sideB2);
        const isPositiveB = v128.xor(gt(sideB0, zero), v128.or(isOneB, isTwoB));
        const p0x = turned(isTwoA, isOneA, a2x, a1x, zero), p0y = turned(isTwoA, isOneA, a2y, a1y, zero), p0z = turned(isTwoA, isOneA, a2z, a1z, zero);
        const p1x = turned(isTwoA, isOneA, zero, a2x, a1x), p1y = turned(isTwoA, isOneA, zero, a2y, a1y), p1z = turned(isTwoA, isOneA, zero, a2z, a1z);
        const p2x = turned(isTwoA, isOneA, a1x, zero, a2x), p2y = turned(isTwoA, isOneA, a1y, zero, a2y), p2z = turned(isTwoA, isOneA, a1z, zero, a2z);
        const c1x = add(dx, b1x), c1y = add(dy, b1y), c1z = add(dz, b1z);
        const c2x = add(dx, b2x), c2y = add(dy, b2y), c2z = add(dz, b2z);
        const q0x = turned(isTwoB, isOneB, c2x, c1x, dx), q0y = turned(isTwoB, isOneB, c2y, c1y, dy), q0z = turned(isTwoB, isOneB, c2z, c1z, dz);
        const q1x = turned(isTwoB, isOneB, dx, c2x, c1x), q1y = turned(isTwoB, isOneB, dy, c2y, c1y), q1z = turned(isTwoB, isOneB, dz, c2z, c1z);
        const q2x = turned(isTwoB, isOneB, c1x, dx, c2x), q2y = turned(isTwoB, isOneB, c1y, dy, c2y), q2z = turned(isTwoB, isOneB, c1z, dz, c2z);

        // The interval of a must not end before that of b begins: orient3d(p0, p1, q0, q1). A triangle is turned over, its corners 1
        // and 2 exchanged, where the other's corner 0 is on the negative side.
        const shift = add(pose(CORNER_SLACK), mul(splat(ROUNDING / 4), span));
        let ux = sub(choose(isPositiveB, p1x, p2x), p0x), uy = sub(choose(isPositiveB, p1y, p2y), p0y), uz = sub(choose(isPositiveB, p1z, p2z), p0z);
        const qx = sub(q0x, p0x), qy = sub(q0y, p0y), qz = sub(q0z, p0z);
        let wx = sub(choose(isPositiveA, q1x, q2x), p0x), wy = sub(choose(isPositiveA, q1y, q2y), p0y), wz = sub(choose(isPositiveA, q1z, q2z), p0z);
        const first = determinant(ux, uy, uz, qx, qy, qz, wx, wy, wz);
        const boundFirst = determinantBound(shift, lengthOf(ux, uy, uz), lengthOf(qx, qy, qz), lengthOf(wx, wy, wz));
        // Nor begin after it ends: orient3d(p0, p2, q2, q0).
        ux = sub(choose(isPositiveB, p2x, p1x), p0x), uy = sub(choose(isPositiveB, p2y, p1y), p0y), uz = sub(choose(isPositiveB, p2z, p1z), p0z);
        wx = sub(choose(isPositiveA, q2x, q1x), p0x), wy = sub(choose(isPositiveA, q2y, q1y), p0y), wz = sub(choose(isPositiveA, q2z, q1z), p0z);
        const last = determinant(ux, uy, uz, wx, wy, wz, qx, qy, qz);
        const boundLast = determinantBound(shift, lengthOf(ux, uy, uz), lengthOf(wx, wy, wz), lengthOf(qx, qy, qz));

        const areApart = v128.or(gt(first, boundFirst), gt(last, boundLast));
        const doMeet = v128.and(lt(first, neg(boundFirst)), lt(last, neg(boundLast)));
        alive = dropWhere(v128.and(areSidesCertain, areApart), alive);
        const uncertain = signs(v128.and(areSidesCertain, doMeet)) ^ 0b1111;
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

/** Corner k of the triangle in a slot: x y z and one number more. */
@inline function corner(slot: i32, k: i32, corners: i32, positions: i32): v128 {
  return v128.load(positions + load<i32>(corners + slot * CORNERS_BYTES + 4 * k) * VERTEX_BYTES);
}

/** A coordinate in a's space of points in b's. */
@inline function toA(axis: i32, x: v128, y: v128, z: v128): v128 {
  return add(poseRow(M, axis, x, y, z), pose(OFFSET + axis));
}

/** In the L1 norm, with 6η. */
@inline function lengthOf(x: v128, y: v128, z: v128): v128 {
  return add(sum(abs(x), abs(y), abs(z)), pose(CORNER_SLACK));
}

/** How wrong a distance from a plane with edges of these lengths can be. */
@inline function planeBound(span: v128, length1: v128, length2: v128): v128 {
  const turned = mul(add(pose(CORNER_SLACK), pose(CORNER_SLACK)), add(length1, length2));
  const rounded = mul(splat(ROUNDING), mul(length1, length2));
  return add(mul(span, add(turned, rounded)), pose(UNDERFLOW));
}

@inline function areOnOneSide(side0: v128, side1: v128, side2: v128, bound: v128): v128 {
  return v128.or(gt(least(side0, side1, side2), bound), lt(greatest(side0, side1, side2), neg(bound)));
}

@inline function areBeyond(side0: v128, side1: v128, side2: v128, bound: v128): v128 {
  return gt(least(abs(side0), abs(side1), abs(side2)), bound);
}

/** Whether both are positive, or none is. */
@inline function areBothOrNone(side: v128, other: v128): v128 {
  return v128.not(v128.xor(gt(side, splat(0)), gt(other, splat(0))));
}

@inline function turned(isTwo: v128, isOne: v128, ifTwo: v128, ifOne: v128, otherwise: v128): v128 {
  return choose(isTwo, ifTwo, choose(isOne, ifOne, otherwise));
}

/** w · (u × v). */
@inline function determinant(ux: v128, uy: v128, uz: v128, vx: v128, vy: v128, vz: v128, wx: v128, wy: v128, wz: v128): v128 {
  return dot(wx, wy, wz, cross(uy, vz, uz, vy), cross(uz, vx, ux, vz), cross(ux, vy, uy, vx));
}

/** How wrong a determinant of differences of these lengths can be. */
@inline function determinantBound(shift: v128, u: v128, v: v128, w: v128): v128 {
  const products = add(mul(v, w), mul(u, add(v, w)));
  return sum(mul(shift, products), mul(product(splat(ROUNDING), u, v), w), pose(UNDERFLOW));
}

/** Writes a pair of slots, and moves the end of the list if its lane is alive. */
@inline function putSurvivor(out: i32, lane: i32, alive: i32, uncertain: i32, slotA: i32, slotB: i32): i32 {
  store<i32>(out, slotA | ((uncertain >>> lane) << 31), SURVIVORS);
  store<i32>(out, slotB, SURVIVORS + 4);
  return out + bitOf(alive, lane) * PAIR_BYTES;
}
