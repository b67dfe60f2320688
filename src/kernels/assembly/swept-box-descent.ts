// Twins: `sweepNodes` (queries/shapes/sweep-nodes.ts) and `sweptBoxTriangle` (geometry/sweep/box-triangle.ts), in f32. Nodes have four
// children, which are tested at once, a lane each, as for rays (ray-descent.ts). Triangles are seen from the box: its centre is the origin,
// and it moves up on every axis. queries/shapes/descend-swept-box.ts proves that no hit is lost.
import {
  CHILDREN, ENTRY_BYTES, ENTRY_ENTER, FIRST, FIRST_ROW, FOUND, FOUND_BYTES, FOUND_LOWER, FROM_BOX, HAND_OUT, HALF_EXTENTS, INVERSE,
  INVERSE_PACE, LAST, LAST_ROW, LEAF_MASK, LEAF_SHIFT, LOWEST, PACE, RAY_END, ROW_BYTES, STACK, TOP, TIE_NUMBER, TIE_PLACE, TIE_ROW, TIE_SIGN,
} from "../ray-memory-map";
import { abs, add, cross, greatest, lane0, least, mixHigh, mixLow, mul, neg, signs, splat, sub } from "./vectors";
import { axisRow, axisValue, childCount, corner, nearestChild, next, nextButOne, passAt, saveState, slack } from "./wide-nodes";

/** More than the effect of underflow on a projection, or of a pace below LEAST_PACE. */
const UNDERFLOW: f32 = 1.2621774483536189e-29; // 2^-96
const LEAST_PACE: f32 = 7.888609052210118e-31; // 2^-100

/**
 * Descends until the stack is empty, or enough triangles are found to be passed on. Returns the bytes of triangles in FOUND, or their
 * complement if the stack is not empty.
 */
export function descendSweptBox(wideNodes: i32, corners: i32, positions: i32): i32 {
  const firstX = axisValue(0, FIRST), lastX = axisValue(0, LAST), inverseX = axisValue(0, INVERSE);
  const firstY = axisValue(1, FIRST), lastY = axisValue(1, LAST), inverseY = axisValue(1, INVERSE);
  const firstZ = axisValue(2, FIRST), lastZ = axisValue(2, LAST), inverseZ = axisValue(2, INVERSE);
  const firstRowX = axisRow(0, FIRST_ROW), lastRowX = axisRow(0, LAST_ROW);
  const firstRowY = axisRow(1, FIRST_ROW), lastRowY = axisRow(1, LAST_ROW);
  const firstRowZ = axisRow(2, FIRST_ROW), lastRowZ = axisRow(2, LAST_ROW);
  const begin = neg(slack());
  const tieRow = load<i32>(TIE_ROW);
  const tieSign = v128.load_splat<f32>(TIE_SIGN), tiePlace = v128.load_splat<f32>(TIE_PLACE);
  const tieNumber = v128.load_splat<i32>(TIE_NUMBER);
  const handOut = load<i32>(HAND_OUT);
  let end = v128.load_splat<f32>(RAY_END);
  let top = load<i32>(TOP);
  let found = 0;
  let boxTests = 0;
  let triangleTests = 0;
  while (top != 0) {
    top -= ENTRY_BYTES;
    if (load<f32>(top, STACK + ENTRY_ENTER) > lane0(end)) continue;
    let link = load<i32>(top, STACK);
    while (link >= 0) {
      // The children of a node: when the box enters and leaves each.
      const node = wideNodes + link;
      let enters = f32x4.pmax(begin, passAt(node + firstRowX, firstX, inverseX));
      enters = f32x4.pmax(enters, passAt(node + firstRowY, firstY, inverseY));
      enters = f32x4.pmax(enters, passAt(node + firstRowZ, firstZ, inverseZ));
      let leaves = f32x4.pmin(end, passAt(node + lastRowX, lastX, inverseX));
      leaves = f32x4.pmin(leaves, passAt(node + lastRowY, lastY, inverseY));
      leaves = f32x4.pmin(leaves, passAt(node + lastRowZ, lastZ, inverseZ));
      // Children without a triangle that comes before the nearest so far.
      const isAfter = v128.and(
        f32x4.ge(mul(v128.load(node + tieRow), tieSign), tiePlace),
        i32x4.gt_s(v128.load(node, LOWEST), tieNumber),
      );
      const met = signs(v128.andnot(f32x4.le(enters, leaves), isAfter)); // bit k: child k
      boxTests += childCount(node);
      if (met == 0) break;

      const nearest = nearestChild(node, met, enters, top);
      top += ENTRY_BYTES * (popcnt(met) - 1);
      link = load<i32>(node + nearest, CHILDREN);
    }
    if (link >= 0) continue;

    // The triangles of a leaf.
    const count = (~link & LEAF_MASK) + 1;
    const first = ~link >> LEAF_SHIFT;
    triangleTests += count;
    for (let slot = first; slot < first + count; slot++) {
      // Relative to the box; x, y and z have a lane each, and the last lane is zero.
      const one = seen(corner(slot, 0, corners, positions)), two = seen(corner(slot, 1, corners, positions));
      const three = seen(corner(slot, 2, corners, positions));

      // The axes of the box. In the last lane the half extent is so large that nothing is excluded.
      const half = v128.load(HALF_EXTENTS), pace = v128.load(PACE);
      const low = sub(least(one, two, three), half), high = add(greatest(one, two, three), half);
      const inverse = v128.load(INVERSE_PACE);
      let lower = greatestLane(f32x4.pmax(begin, mul(sub(low, slack()), inverse)));
      let latest = leastLane(f32x4.pmin(end, mul(add(high, slack()), inverse)));
      if (lane0(lower) > lane0(latest)) continue;
      let upper = f32x4.pmax(splat(0), mul(add(low, slack()), inverse));
      let certain = mul(sub(high, slack()), inverse);

      // The cross products of the edges, a lane each, with the axes of the box.
      const lowMix = mixLow(one, two), highMix = mixHigh(one, two); // x, x, y, y, and z, z
      const x = v128.shuffle<f32>(lowMix, three, 0, 1, 4, 4);
      const y = v128.shuffle<f32>(lowMix, three, 2, 3, 5, 5);
      const z = v128.shuffle<f32>(highMix, three, 0, 1, 6, 6);
      const edgeX = sub(next(x), x), edgeY = sub(next(y), y), edgeZ = sub(next(z), z);
      // Both ends of an edge have equal projections, so only the third corner's differs. Take the middle of the two, and half the
      // difference.
      const middleX = middle(x), middleY = middle(y), middleZ = middle(z);
      const spreadX = spread(x), spreadY = spread(y), spreadZ = spread(z);
      // x × edge: 0, −edgeZ, edgeY
      let speed = across(edgeY, edgeZ, paceOf(2), paceOf(1)), inverseSpeed = inverseOf(speed);
      let centre = mul(across(edgeY, edgeZ, middleZ, middleY), withSign(inverseSpeed, speed));
      let radius = mul(radiusOf(edgeY, edgeZ, spreadZ, spreadY, extentOf(2), extentOf(1)), inverseSpeed);
      let error = mul(errorOf(edgeY, edgeZ), inverseSpeed);
      lower = f32x4.pmax(lower, sub(centre, add(radius, error)));
      latest = f32x4.pmin(latest, add(centre, add(radius, error)));
      upper = f32x4.pmax(upper, sub(centre, sub(radius, error)));
      certain = f32x4.pmin(certain, add(centre, sub(radius, error)));
      // y × edge: edgeZ, 0, −edgeX
      speed = across(edgeZ, edgeX, paceOf(0), paceOf(2)), inverseSpeed = inverseOf(speed);
      centre = mul(across(edgeZ, edgeX, middleX, middleZ), withSign(inverseSpeed, speed));
      radius = mul(radiusOf(edgeZ, edgeX, spreadX, spreadZ, extentOf(0), extentOf(2)), inverseSpeed);
      error = mul(errorOf(edgeZ, edgeX), inverseSpeed);
      lower = f32x4.pmax(lower, sub(centre, add(radius, error)));
      latest = f32x4.pmin(latest, add(centre, add(radius, error)));
      upper = f32x4.pmax(upper, sub(centre, sub(radius, error)));
      certain = f32x4.pmin(certain, add(centre, sub(radius, error)));
      // z × edge: −edgeY, edgeX, 0
      speed = across(edgeX, edgeY, paceOf(1), paceOf(0)), inverseSpeed = inverseOf(speed);
      centre = mul(across(edgeX, edgeY, middleY, middleX), withSign(inverseSpeed, speed));
      radius = mul(radiusOf(edgeX, edgeY, spreadY, spreadX, extentOf(1), extentOf(0)), inverseSpeed);
      error = mul(errorOf(edgeX, edgeY), inverseSpeed);
      lower = f32x4.pmax(lower, sub(centre, add(radius, error)));
      latest = f32x4.pmin(latest, add(centre, add(radius, error)));
      upper = f32x4.pmax(upper, sub(centre, sub(radius, error)));
      certain = f32x4.pmin(certain, add(centre, sub(radius, error)));
      lower = greatestLane(lower);
      latest = leastLane(latest);
      if (lane0(lower) > lane0(latest)) continue;

      // The normal, on which all corners have equal projections.
      const edge = sub(two, one), other = sub(three, two);
      const plus = mul(yzx(edge), zxy(other)), minus = mul(zxy(edge), yzx(other));
      const normal = sub(plus, minus);
      // Sums of three lanes: the projections of the motion, of a corner and of the box, and the magnitude of their terms.
      const paceAt = mul(normal, pace), cornerAt = mul(normal, one), boxAt = mul(abs(normal), half), sizeAt = add(abs(plus), abs(minus));
      const firsts = mixLow(paceAt, boxAt), seconds = mixLow(cornerAt, sizeAt);
      const thirds = mixLow(mixHigh(paceAt, boxAt), mixHigh(cornerAt, sizeAt));
      const sums = add(add(mixLow(firsts, seconds), mixHigh(firsts, seconds)), thirds);
      speed = all(sums, 0), inverseSpeed = inverseOf(speed);
      centre = mul(all(sums, 1), withSign(inverseSpeed, speed));
      radius = mul(add(all(sums, 2), whereZero(all(sums, 3))), inverseSpeed);
      error = mul(add(mul(slack(), all(sums, 3)), splat(UNDERFLOW)), inverseSpeed);
      lower = f32x4.pmax(lower, sub(centre, add(radius, error)));
      latest = f32x4.pmin(latest, add(centre, add(radius, error)));
      if (lane0(lower) > lane0(latest)) continue;
      store<i32>(found, slot, FOUND);
      store<f32>(found, lane0(lower), FOUND + FOUND_LOWER);
      found += FOUND_BYTES;
      // Certainly met by the time `upper`: anything later does not count.
      upper = greatestLane(f32x4.pmax(upper, sub(centre, sub(radius, error))));
      certain = leastLane(f32x4.pmin(certain, add(centre, sub(radius, error))));
      if (lane0(upper) <= lane0(certain)) end = f32x4.pmin(end, upper);
    }
    if (found >= handOut) {
      saveState(top, boxTests, triangleTests, end);
      return ~found;
    }
  }
  saveState(top, boxTests, triangleTests, end);
  return found;
}

@inline function paceOf(axis: i32): v128 { return v128.load_splat<f32>(PACE + 4 * axis); }
@inline function extentOf(axis: i32): v128 { return v128.load_splat<f32>(HALF_EXTENTS + 4 * axis); }

/** A corner relative to the box. */
@inline function seen(corner: v128): v128 {
  return add(
    add(mul(fromBox(0), all(corner, 0)), mul(fromBox(1), all(corner, 1))),
    add(mul(fromBox(2), all(corner, 2)), fromBox(3)),
  );
}

@inline function fromBox(column: i32): v128 { return v128.load(FROM_BOX + column * ROW_BYTES); }

/** A component of (box axis × edges), times a vector. */
@inline function across(edgeU: v128, edgeV: v128, atV: v128, atU: v128): v128 { return cross(edgeU, atV, edgeV, atU); }
@inline function radiusOf(edgeU: v128, edgeV: v128, spreadV: v128, spreadU: v128, extentV: v128, extentU: v128): v128 {
  const box = add(mul(abs(edgeU), extentV), mul(abs(edgeV), extentU));
  return add(add(abs(across(edgeU, edgeV, spreadV, spreadU)), box), whereZero(v128.or(edgeU, edgeV)));
}
@inline function errorOf(edgeU: v128, edgeV: v128): v128 {
  return add(mul(slack(), add(abs(edgeU), abs(edgeV))), splat(UNDERFLOW));
}

/** An axis of length zero separates nothing: 1 is added to the radius there, so that the intervals never separate at any speed. */
@inline function whereZero(a: v128): v128 { return v128.and(f32x4.eq(a, splat(0)), splat(1)); }

@inline function inverseOf(speed: v128): v128 { return f32x4.div(splat(1), f32x4.pmax(splat(LEAST_PACE), abs(speed))); }
/** A magnitude with the sign of another number. */
@inline function withSign(magnitude: v128, signed: v128): v128 { return v128.or(magnitude, v128.and(signed, splat(-0.0))); }

/** For each edge, the middle between one of its ends and the third corner, and half the distance. */
@inline function middle(a: v128): v128 { return mul(splat(0.5), add(a, nextButOne(a))); }
@inline function spread(a: v128): v128 { return mul(splat(0.5), sub(nextButOne(a), a)); }

@inline function yzx(a: v128): v128 { return v128.shuffle<f32>(a, a, 1, 2, 0, 3); }
@inline function zxy(a: v128): v128 { return v128.shuffle<f32>(a, a, 2, 0, 1, 3); }
/** One lane, in all lanes. */
@inline function all(a: v128, lane: i32): v128 {
  if (lane == 0) return v128.shuffle<f32>(a, a, 0, 0, 0, 0);
  if (lane == 1) return v128.shuffle<f32>(a, a, 1, 1, 1, 1);
  if (lane == 2) return v128.shuffle<f32>(a, a, 2, 2, 2, 2);
  return v128.shuffle<f32>(a, a, 3, 3, 3, 3);
}

/** The greatest and the least lane, in all lanes. */
@inline function greatestLane(a: v128): v128 {
  const b = f32x4.pmax(a, v128.shuffle<f32>(a, a, 2, 3, 0, 1));
  return f32x4.pmax(b, v128.shuffle<f32>(b, b, 1, 0, 3, 2));
}
@inline function leastLane(a: v128): v128 {
  const b = f32x4.pmin(a, v128.shuffle<f32>(a, a, 2, 3, 0, 1));
  return f32x4.pmin(b, v128.shuffle<f32>(b, b, 1, 0, 3, 2));
}
