// Twin: `descendAabbToPoint` in queries/distance/descend-to-point.ts, in f32: both children of a node at once, and up to four triangles.
// The triangles of a node whose children are both leaves, and near enough, are tested together: they lie in one run of slots.
//
// The distance of a triangle lies between two bounds, as in distance-triangles.ts: at most that of the nearest point found on it, at least
// the gap along the vector to that point.
import {
  BEST, BOX_TESTS, GROW, KEPT, NODE_ENTRY_BYTES, NODE_ENTRY_SQUARE, POINT, SLACK, STACK, TOP, TRIANGLE_BYTES, TRIANGLE_LOWER,
  TRIANGLE_TESTS, TRIANGLES, TRIANGLES_FULL,
} from "../distance-memory-map";
import { NODE_BYTES, NODE_COUNT, NODE_LINK, NODE_SHIFT } from "../memory-map";
import { CORNERS_BYTES, VERTEX_BYTES } from "../pair-memory-map";
import { clamped, isInside, lengthOf, lowerBound, quotient, upperBound } from "./lengths";
import { add, bitOf, choose, dot, dropWhere, gt, lane0, lane1, lane2, lane3, least, lt, mixHigh, mixLow, mul, neg, splat, sub, sum } from "./vectors";

const LANES = 4;

/** Descends until the triangles kept may be too many, and returns 1; or to the end, and returns 0. */
export function descendToPoint(nodes: i32, corners: i32, positions: i32): i32 {
  const point = v128.load(POINT);
  let top = load<i32>(TOP);
  let kept = load<i32>(KEPT);
  let boxTests = load<i32>(BOX_TESTS);
  let triangleTests = load<i32>(TRIANGLE_TESTS);
  let best = load<f32>(BEST);
  let limit = limitOf(best);
  while (top != 0) {
    top -= NODE_ENTRY_BYTES;
    if (load<f32>(top, STACK + NODE_ENTRY_SQUARE) > limit) continue;
    let node = load<i32>(top, STACK);

    // Descend to a run of triangles, always into the nearer child.
    let slot = 0;
    let end = 0;
    while (true) {
      const link = load<i32>(node, NODE_LINK);
      if (link < 0) {
        slot = ~link;
        end = slot + load<i32>(node, NODE_COUNT);
        break;
      }
      boxTests += 2;
      const first = nodes + (link << NODE_SHIFT);
      const gaps1 = gapSquares(first, point), gaps2 = gapSquares(first + NODE_BYTES, point);
      const mixed = mixLow(gaps1, gaps2);
      // The square of the distance of each child, in lanes 0 and 1; and in lanes 1 and 0.
      const squares = sum(mixed, v128.shuffle<f32>(mixed, mixed, 2, 3, 2, 3), v128.shuffle<f32>(gaps1, gaps2, 2, 6, 2, 6));
      const exchanged = v128.shuffle<f32>(squares, squares, 1, 0, 1, 0);
      const isSecond = i32(lane1(squares) < lane0(squares)); // the nearer one
      const near = lane0(f32x4.pmin(squares, exchanged));
      const far = lane0(f32x4.pmax(squares, exchanged));
      if (near > limit) break;
      const isFarNeeded = i32(!(far > limit));
      const link1 = load<i32>(first, NODE_LINK), link2 = load<i32>(first, NODE_BYTES + NODE_LINK);
      if (isFarNeeded & i32((link1 & link2) < 0)) {
        slot = ~max(link1, link2); // the greater link is the lesser slot
        end = slot + load<i32>(first, NODE_COUNT) + load<i32>(first, NODE_BYTES + NODE_COUNT);
        break;
      }
      store<i32>(top, first + ((isSecond ^ 1) << NODE_SHIFT), STACK);
      store<f32>(top, far, STACK + NODE_ENTRY_SQUARE);
      top += isFarNeeded * NODE_ENTRY_BYTES;
      node = first + (isSecond << NODE_SHIFT);
    }

    for (; slot < end; slot += LANES) {
      // Four triangles; the last one may have to stand in for several lanes.
      const last = end - 1;
      const t0 = corners + slot * CORNERS_BYTES, t1 = corners + min(slot + 1, last) * CORNERS_BYTES;
      const t2 = corners + min(slot + 2, last) * CORNERS_BYTES, t3 = corners + min(slot + 3, last) * CORNERS_BYTES;
      const count = end - slot;
      let alive = select((1 << count) - 1, 0b1111, count < LANES);
      triangleTests += popcnt(alive);

      // The corners a, b and c, relative to the point.
      let v0 = vertex(t0, 0, positions, point), v1 = vertex(t1, 0, positions, point);
      let v2 = vertex(t2, 0, positions, point), v3 = vertex(t3, 0, positions, point);
      const ax = firsts(mixLow(v0, v1), mixLow(v2, v3)), ay = lasts(mixLow(v0, v1), mixLow(v2, v3)), az = firsts(mixHigh(v0, v1), mixHigh(v2, v3));
      v0 = vertex(t0, 4, positions, point), v1 = vertex(t1, 4, positions, point);
      v2 = vertex(t2, 4, positions, point), v3 = vertex(t3, 4, positions, point);
      const bx = firsts(mixLow(v0, v1), mixLow(v2, v3)), by = lasts(mixLow(v0, v1), mixLow(v2, v3)), bz = firsts(mixHigh(v0, v1), mixHigh(v2, v3));
      v0 = vertex(t0, 8, positions, point), v1 = vertex(t1, 8, positions, point);
      v2 = vertex(t2, 8, positions, point), v3 = vertex(t3, 8, positions, point);
      const cx = firsts(mixLow(v0, v1), mixLow(v2, v3)), cy = lasts(mixLow(v0, v1), mixLow(v2, v3)), cz = firsts(mixHigh(v0, v1), mixHigh(v2, v3));

      // The edge ab.
      const ux = sub(bx, ax), uy = sub(by, ay), uz = sub(bz, az);
      const uu = dot(ux, uy, uz, ux, uy, uz), uw = neg(dot(ux, uy, uz, ax, ay, az));
      let s = clamped(quotient(uw, uu));
      let foundX = add(ax, mul(s, ux)), foundY = add(ay, mul(s, uy)), foundZ = add(az, mul(s, uz));
      let square = dot(foundX, foundY, foundZ, foundX, foundY, foundZ);
      // The edge ac.
      const vx = sub(cx, ax), vy = sub(cy, ay), vz = sub(cz, az);
      const vv = dot(vx, vy, vz, vx, vy, vz), vw = neg(dot(vx, vy, vz, ax, ay, az));
      s = clamped(quotient(vw, vv));
      let qx = add(ax, mul(s, vx)), qy = add(ay, mul(s, vy)), qz = add(az, mul(s, vz));
      let qq = dot(qx, qy, qz, qx, qy, qz);
      let isNearer = lt(qq, square);
      square = choose(isNearer, qq, square);
      foundX = choose(isNearer, qx, foundX), foundY = choose(isNearer, qy, foundY), foundZ = choose(isNearer, qz, foundZ);
      // The edge bc.
      const ex = sub(cx, bx), ey = sub(cy, by), ez = sub(cz, bz);
      s = clamped(quotient(neg(dot(ex, ey, ez, bx, by, bz)), dot(ex, ey, ez, ex, ey, ez)));
      qx = add(bx, mul(s, ex)), qy = add(by, mul(s, ey)), qz = add(bz, mul(s, ez));
      qq = dot(qx, qy, qz, qx, qy, qz);
      isNearer = lt(qq, square);
      square = choose(isNearer, qq, square);
      foundX = choose(isNearer, qx, foundX), foundY = choose(isNearer, qy, foundY), foundZ = choose(isNearer, qz, foundZ);
      // The face.
      const uv = dot(ux, uy, uz, vx, vy, vz);
      s = quotient(sub(mul(vv, uw), mul(uv, vw)), sub(mul(uu, vv), mul(uv, uv)));
      // Compute the second parameter from the first: in a needle both have large errors, which must cancel.
      const t = quotient(sub(vw, mul(s, uv)), vv);
      qx = sum(ax, mul(s, ux), mul(t, vx)), qy = sum(ay, mul(s, uy), mul(t, vy)), qz = sum(az, mul(s, uz), mul(t, vz));
      qq = dot(qx, qy, qz, qx, qy, qz);
      isNearer = v128.and(lt(qq, square), isInside(s, t));
      square = choose(isNearer, qq, square);
      foundX = choose(isNearer, qx, foundX), foundY = choose(isNearer, qy, foundY), foundZ = choose(isNearer, qz, foundZ);

      const length = lengthOf(square);
      const upper = leastLane(upperBound(length));
      const gap = least(
        dot(foundX, foundY, foundZ, ax, ay, az), dot(foundX, foundY, foundZ, bx, by, bz), dot(foundX, foundY, foundZ, cx, cy, cz),
      );
      const lower = lowerBound(gap, length);
      if (upper < best) {
        best = upper;
        limit = limitOf(best);
      }
      alive = dropWhere(gt(lower, splat(best)), alive);
      if (alive) {
        kept = keep(kept, bitOf(alive, 0), lane0(lower), slot);
        kept = keep(kept, bitOf(alive, 1), lane1(lower), slot + 1);
        kept = keep(kept, bitOf(alive, 2), lane2(lower), slot + 2);
        kept = keep(kept, bitOf(alive, 3), lane3(lower), slot + 3);
      }
    }
    if (kept >= TRIANGLES_FULL) {
      writeState(top, kept, boxTests, triangleTests, best);
      return 1;
    }
  }
  writeState(0, kept, boxTests, triangleTests, best);
  return 0;
}

/** The square beyond which a box is dropped. */
@inline function limitOf(best: f32): f32 {
  const root = (best + load<f32>(SLACK)) * <f32>GROW;
  return root * root;
}

/** The squares of the gaps between a box and the point along the axes, in lanes 0 to 2. */
@inline function gapSquares(box: i32, point: v128): v128 {
  const upper = v128.load(box, 8); // minZ maxX maxY maxZ
  const above = sub(point, v128.shuffle<f32>(upper, upper, 1, 2, 3, 3));
  const gaps = f32x4.pmax(f32x4.pmax(sub(v128.load(box), point), above), splat(0));
  return mul(gaps, gaps);
}

/** The corner whose number is at `offset` in the triangle at `at`, relative to the point. */
@inline function vertex(at: i32, offset: i32, positions: i32, point: v128): v128 {
  return sub(v128.load(positions + load<i32>(at + offset) * VERTEX_BYTES), point);
}

// From mixes of the triangles 0 and 1 and of 2 and 3: the first number of all four, or the second.
@inline function firsts(mix: v128, other: v128): v128 { return v128.shuffle<f32>(mix, other, 0, 1, 4, 5); }
@inline function lasts(mix: v128, other: v128): v128 { return v128.shuffle<f32>(mix, other, 2, 3, 6, 7); }

@inline function leastLane(a: v128): f32 {
  const two = f32x4.pmin(a, v128.shuffle<f32>(a, a, 2, 3, 0, 1));
  return lane0(f32x4.pmin(two, v128.shuffle<f32>(two, two, 1, 0, 3, 2)));
}

/** Writes a slot with its lower bound, and moves the end of the list if `bit` is 1. */
@inline function keep(kept: i32, bit: i32, lower: f32, slot: i32): i32 {
  store<i32>(kept, slot, TRIANGLES);
  store<f32>(kept, lower, TRIANGLES + TRIANGLE_LOWER);
  return kept + bit * TRIANGLE_BYTES;
}

@inline function writeState(top: i32, kept: i32, boxTests: i32, triangleTests: i32, best: f32): void {
  store<i32>(TOP, top);
  store<i32>(KEPT, kept);
  store<i32>(BOX_TESTS, boxTests);
  store<i32>(TRIANGLE_TESTS, triangleTests);
  store<f32>(BEST, best);
}
