// The distances of the triangles of two leaves, four pairs at once, in f32 and in a's space: an upper and a lower bound. Twin:
// geometry/distance/triangle-distance-within.ts.
//
// The upper bound is the distance of the nearest two points found. They are points of the triangles, whatever rounding did to the
// parameters that place them on an edge or face. The lower bound is the gap between the triangles along a vector, namely the one between
// the points found: it equals the distance if these are the nearest. Both bounds have an error of at most SLACK. So correctness does not
// depend on how well the points were found: a pair with poor points is merely kept in vain.
import { M } from "../../geometry/relative-pose-layout";
import {
  BEST, CORNER_BYTES, CORNERS_A, CORNERS_B, CORNERS_END, EDGE, EDGE_INVERSE, EDGE_SQUARE, FACE_A, FACE_B, FACE_DET, FACE_U,
  FACE_UV, FACE_V, FACE_VV, FOUND_DIRECTION, GROW, KEPT, PAIR_BYTES, PAIR_LOWER, PAIRS, ROOT, SIDE_A, SIDE_B, SIDE_CORNERS,
  SIDE_POSITIONS, SLACK, TRIANGLE_TESTS, UNIT_DIRECTION, X, Y, Z,
} from "../distance-memory-map";
import { NODE_COUNT, NODE_LINK } from "../memory-map";
import { clamped, isInside, lengthOf, lowerBound, quotient, upperBound } from "./lengths";
import { OFFSET } from "../pair-memory-map";
import { corner } from "./moved-triangles";
import {
  add, bitOf, choose, dot, dropWhere, firstOfA, firstOfB, greatest, gt, lane0, lane1, lane2, lane3, lastOfA, lastOfB, least, lt, mixHigh, mixLow, mul,
  numberAt, pose, poseRow, signs, splat, sub, sum,
} from "./vectors";

/** Bounds that differ by at most this many times SLACK are close enough. */
const FINE: f32 = 4;

/** Tests the triangles of two leaves; returns whether BEST has been lowered. */
export function testNearTriangles(leafA: i32, leafB: i32): i32 {
  const cornersA = load<i32>(SIDE_A + SIDE_CORNERS), positionsA = load<i32>(SIDE_A + SIDE_POSITIONS);
  const cornersB = load<i32>(SIDE_B + SIDE_CORNERS), positionsB = load<i32>(SIDE_B + SIDE_POSITIONS);
  const beginA = ~load<i32>(leafA, NODE_LINK), endA = beginA + load<i32>(leafA, NODE_COUNT);
  const beginB = ~load<i32>(leafB, NODE_LINK), endB = beginB + load<i32>(leafB, NODE_COUNT);
  let kept = load<i32>(KEPT);
  let isLowered = 0;
  for (let slotB = beginB; slotB < endB; slotB += 2) {
    // Two triangles of b, in a's space. The last one may have to stand in for both.
    const nextB = select(slotB + 1, slotB, slotB + 1 < endB);
    placeB(0, slotB, nextB, cornersB, positionsB);
    placeB(1, slotB, nextB, cornersB, positionsB);
    placeB(2, slotB, nextB, cornersB, positionsB);
    for (let slotA = beginA; slotA < endA; slotA += 2) {
      // Two triangles of a.
      const nextA = select(slotA + 1, slotA, slotA + 1 < endA);
      placeA(0, slotA, nextA, cornersA, positionsA);
      placeA(1, slotA, nextA, cornersA, positionsA);
      placeA(2, slotA, nextA, cornersA, positionsA);

      // Count only the lanes of different pairs.
      let alive = select(0b0101, 0b1111, slotA == nextA) & select(0b0011, 0b1111, slotB == nextB);
      // The gap along the direction between the nearest points so far.
      const known = gapAlong(numberAt(UNIT_DIRECTION), numberAt(UNIT_DIRECTION + 4), numberAt(UNIT_DIRECTION + 8));
      alive = dropWhere(gt(known, numberAt(ROOT)), alive);
      store<i32>(TRIANGLE_TESTS, load<i32>(TRIANGLE_TESTS) + popcnt(alive));
      // The gap along three times the line between the centroids.
      const mx = sub(sumOfCorners(CORNERS_B, X), sumOfCorners(CORNERS_A, X));
      const my = sub(sumOfCorners(CORNERS_B, Y), sumOfCorners(CORNERS_A, Y));
      const mz = sub(sumOfCorners(CORNERS_B, Z), sumOfCorners(CORNERS_A, Z));
      const beyond = mul(add(numberAt(BEST), numberAt(SLACK)), lengthOf(dot(mx, my, mz, mx, my, mz)));
      alive = dropWhere(gt(gapAlong(mx, my, mz), beyond), alive);
      if (alive == 0) continue;

      // The nearest points so far: the vector from a's to b's, and its square.
      let foundX = splat(0), foundY = splat(0), foundZ = splat(0);
      let square = splat(Infinity);
      placeEdges(CORNERS_A);
      placeEdges(CORNERS_B);
      for (let p = CORNERS_A; p < CORNERS_B; p += CORNER_BYTES) {
        for (let q = CORNERS_B; q < CORNERS_END; q += CORNER_BYTES) {
          // The edge at the corner p of a and that at q of b: the points p + s·u and q + t·v.
          const ux = v128.load(p, EDGE + X), uy = v128.load(p, EDGE + Y), uz = v128.load(p, EDGE + Z);
          const vx = v128.load(q, EDGE + X), vy = v128.load(q, EDGE + Y), vz = v128.load(q, EDGE + Z);
          const wx = difference(q, p, X), wy = difference(q, p, Y), wz = difference(q, p, Z);
          const uv = dot(ux, uy, uz, vx, vy, vz), uw = dot(ux, uy, uz, wx, wy, wz), vw = dot(vx, vy, vz, wx, wy, wz);
          const uu = v128.load(p, EDGE_SQUARE), vv = v128.load(q, EDGE_SQUARE);
          let s = clamped(quotient(sub(mul(uw, vv), mul(uv, vw)), sub(mul(uu, vv), mul(uv, uv))));
          const t = clamped(mul(sub(mul(uv, s), vw), v128.load(q, EDGE_INVERSE)));
          s = clamped(mul(add(uw, mul(uv, t)), v128.load(p, EDGE_INVERSE)));
          const dx = sub(add(wx, mul(t, vx)), mul(s, ux));
          const dy = sub(add(wy, mul(t, vy)), mul(s, uy));
          const dz = sub(add(wz, mul(t, vz)), mul(s, uz));
          const dd = dot(dx, dy, dz, dx, dy, dz);
          const isNearer = lt(dd, square);
          square = choose(isNearer, dd, square);
          foundX = choose(isNearer, dx, foundX), foundY = choose(isNearer, dy, foundY), foundZ = choose(isNearer, dz, foundZ);
        }
      }
      let length = lengthOf(square);
      let upper = upperBound(length);
      let lower = lowerBound(gapAlong(foundX, foundY, foundZ), length);
      // Where the gap is already as long as the vector, no face comes nearer.
      const proven = mul(add(lower, mul(splat(FINE), numberAt(SLACK))), splat(<f32>(GROW * GROW)));
      if (alive & signs(gt(upper, proven))) {
        placeFace(CORNERS_A, FACE_A);
        placeFace(CORNERS_B, FACE_B);
        for (let p = CORNERS_A; p < CORNERS_END; p += CORNER_BYTES) {
          // The corner p and the face of the other side, if the corner lies over it: the point s·u + t·v of the face.
          const isOfA = p < CORNERS_B;
          const face = select(FACE_B, FACE_A, isOfA);
          const sign = splat(select<f32>(-1, 1, isOfA)); // from a's point to b's
          const ux = v128.load(face, FACE_U + X), uy = v128.load(face, FACE_U + Y), uz = v128.load(face, FACE_U + Z);
          const vx = v128.load(face, FACE_V + X), vy = v128.load(face, FACE_V + Y), vz = v128.load(face, FACE_V + Z);
          const wx = difference(p, face, X), wy = difference(p, face, Y), wz = difference(p, face, Z);
          const uw = dot(ux, uy, uz, wx, wy, wz), vw = dot(vx, vy, vz, wx, wy, wz);
          const uv = v128.load(face, FACE_UV), vv = v128.load(face, FACE_VV);
          const s = quotient(sub(mul(vv, uw), mul(uv, vw)), v128.load(face, FACE_DET));
          // Compute the second parameter from the first: in a needle both have large errors, which must cancel.
          const t = quotient(sub(vw, mul(s, uv)), vv);
          const dx = mul(sign, sub(wx, add(mul(s, ux), mul(t, vx))));
          const dy = mul(sign, sub(wy, add(mul(s, uy), mul(t, vy))));
          const dz = mul(sign, sub(wz, add(mul(s, uz), mul(t, vz))));
          const dd = dot(dx, dy, dz, dx, dy, dz);
          const isNearer = v128.and(lt(dd, square), isInside(s, t));
          square = choose(isNearer, dd, square);
          foundX = choose(isNearer, dx, foundX), foundY = choose(isNearer, dy, foundY), foundZ = choose(isNearer, dz, foundZ);
        }
        length = lengthOf(square);
        upper = upperBound(length);
        lower = lowerBound(gapAlong(foundX, foundY, foundZ), length);
      }

      alive = dropWhere(gt(lower, numberAt(BEST)), alive);
      kept = keep(kept, bitOf(alive, 0), lane0(lower), slotA, slotB);
      kept = keep(kept, bitOf(alive, 1), lane1(lower), nextA, slotB);
      kept = keep(kept, bitOf(alive, 2), lane2(lower), slotA, nextB);
      kept = keep(kept, bitOf(alive, 3), lane3(lower), nextA, nextB);
      // Any lane may lower BEST: all four are pairs of triangles, even if some are repeated or known to be farther.
      if (signs(lt(upper, numberAt(BEST)))) {
        lowerBest(lane0(upper), lane0(foundX), lane0(foundY), lane0(foundZ));
        lowerBest(lane1(upper), lane1(foundX), lane1(foundY), lane1(foundZ));
        lowerBest(lane2(upper), lane2(foundX), lane2(foundY), lane2(foundZ));
        lowerBest(lane3(upper), lane3(foundX), lane3(foundY), lane3(foundZ));
        isLowered = 1;
      }
    }
  }
  store<i32>(KEPT, kept);
  return isLowered;
}

/** Places corner k of two triangles of a, each in its own lanes. */
@inline function placeA(k: i32, slot: i32, next: i32, corners: i32, positions: i32): void {
  const one = corner(slot, k, corners, positions), two = corner(next, k, corners, positions);
  const low = mixLow(one, two);
  placeVector(CORNERS_A + k * CORNER_BYTES, firstOfA(low), lastOfA(low), firstOfA(mixHigh(one, two)));
}

/** A coordinate in a's space of points in b's. */
@inline function toA(axis: i32, x: v128, y: v128, z: v128): v128 {
  return add(poseRow(M, axis, x, y, z), pose(OFFSET + axis));
}

/** Places corner k of two triangles of b, in a's space. */
@inline function placeB(k: i32, slot: i32, next: i32, corners: i32, positions: i32): void {
  const one = corner(slot, k, corners, positions), two = corner(next, k, corners, positions);
  const low = mixLow(one, two);
  const x = firstOfB(low), y = lastOfB(low), z = firstOfB(mixHigh(one, two));
  placeVector(CORNERS_B + k * CORNER_BYTES, toA(0, x, y, z), toA(1, x, y, z), toA(2, x, y, z));
}

@inline function placeVector(at: i32, x: v128, y: v128, z: v128): void {
  v128.store(at, x, X);
  v128.store(at, y, Y);
  v128.store(at, z, Z);
}

/** Places the edges of a side's triangles beside their corners. */
@inline function placeEdges(corners: i32): void {
  placeEdge(corners, corners + CORNER_BYTES);
  placeEdge(corners + CORNER_BYTES, corners + 2 * CORNER_BYTES);
  placeEdge(corners + 2 * CORNER_BYTES, corners);
}

@inline function placeEdge(from: i32, to: i32): void {
  const x = difference(to, from, X), y = difference(to, from, Y), z = difference(to, from, Z);
  const square = dot(x, y, z, x, y, z);
  placeVector(from + EDGE, x, y, z);
  v128.store(from, square, EDGE_SQUARE);
  v128.store(from, quotient(splat(1), square), EDGE_INVERSE);
}

@inline function placeFace(corners: i32, face: i32): void {
  const second = corners + CORNER_BYTES, third = corners + 2 * CORNER_BYTES;
  const ux = difference(second, corners, X), uy = difference(second, corners, Y), uz = difference(second, corners, Z);
  const vx = difference(third, corners, X), vy = difference(third, corners, Y), vz = difference(third, corners, Z);
  const uu = dot(ux, uy, uz, ux, uy, uz), vv = dot(vx, vy, vz, vx, vy, vz), uv = dot(ux, uy, uz, vx, vy, vz);
  placeVector(face, v128.load(corners, X), v128.load(corners, Y), v128.load(corners, Z));
  placeVector(face + FACE_U, ux, uy, uz);
  placeVector(face + FACE_V, vx, vy, vz);
  v128.store(face, uv, FACE_UV);
  v128.store(face, vv, FACE_VV);
  v128.store(face, sub(mul(uu, vv), mul(uv, uv)), FACE_DET);
}

/** A coordinate of one point minus that of another. */
@inline function difference(to: i32, from: i32, axis: i32): v128 { return sub(v128.load(to + axis), v128.load(from + axis)); }

@inline function sumOfCorners(corners: i32, axis: i32): v128 {
  return sum(v128.load(corners + axis), v128.load(corners + CORNER_BYTES + axis), v128.load(corners + 2 * CORNER_BYTES + axis));
}

/** The gap from a's farthest corner along a vector to b's first, times the vector's length. */
@inline function gapAlong(x: v128, y: v128, z: v128): v128 {
  return sub(
    least(along(CORNERS_B, x, y, z), along(CORNERS_B + CORNER_BYTES, x, y, z), along(CORNERS_B + 2 * CORNER_BYTES, x, y, z)),
    greatest(along(CORNERS_A, x, y, z), along(CORNERS_A + CORNER_BYTES, x, y, z), along(CORNERS_A + 2 * CORNER_BYTES, x, y, z)),
  );
}

@inline function along(at: i32, x: v128, y: v128, z: v128): v128 {
  return dot(x, y, z, v128.load(at, X), v128.load(at, Y), v128.load(at, Z));
}

/** Writes a pair of slots with its lower bound, and moves the end of the list if `bit` is 1. */
@inline function keep(kept: i32, bit: i32, lower: f32, slotA: i32, slotB: i32): i32 {
  store<i32>(kept, slotA, PAIRS);
  store<i32>(kept, slotB, PAIRS + 4);
  store<f32>(kept, lower, PAIRS + PAIR_LOWER);
  return kept + bit * PAIR_BYTES;
}

@inline function lowerBest(upper: f32, x: f32, y: f32, z: f32): void {
  if (upper < load<f32>(BEST)) {
    store<f32>(BEST, upper);
    store<f32>(FOUND_DIRECTION, x);
    store<f32>(FOUND_DIRECTION + 4, y);
    store<f32>(FOUND_DIRECTION + 8, z);
  }
}
