// Twin: `sweepNodes` (queries/shapes/sweep-nodes.ts) with a ray for the moving box, in f32. Nodes have four children, which are tested at
// once, a lane each; the nearest comes next. queries/shapes/descend-ray.ts proves that no hit is lost.
import {
  AHEAD, ALL_CORNERS, CHILDREN, DROP_NEGATIVE, DROP_POSITIVE, ENTRY_BYTES, ENTRY_ENTER, FIRST, FIRST_ONLY, FIRST_ROW, FOUND,
  FOUND_BYTES, FOUND_LOWER, FULL, INVERSE, LAST, LAST_ROW, LEAF_MASK, LEAF_SHIFT, RAY_END, ROW_BYTES, STACK, TOP, VIEW,
} from "../ray-memory-map";
import { abs, add, cross, greatest, gt, lane0, least, lt, mixHigh, mixLow, mul, neg, signs, sub } from "./vectors";
import { axisRow, axisValue, childCount, corner, nearestChild, next, nextButOne, passAt, saveState, slack } from "./wide-nodes";

/**
 * Descends until the stack is empty, or enough triangles are found to be passed on. Returns the bytes of triangles in FOUND, or their
 * complement if the stack is not empty.
 */
export function descendRay(wideNodes: i32, corners: i32, positions: i32): i32 {
  const firstX = axisValue(0, FIRST), lastX = axisValue(0, LAST), inverseX = axisValue(0, INVERSE);
  const firstY = axisValue(1, FIRST), lastY = axisValue(1, LAST), inverseY = axisValue(1, INVERSE);
  const firstZ = axisValue(2, FIRST), lastZ = axisValue(2, LAST), inverseZ = axisValue(2, INVERSE);
  const firstRowX = axisRow(0, FIRST_ROW), lastRowX = axisRow(0, LAST_ROW);
  const firstRowY = axisRow(1, FIRST_ROW), lastRowY = axisRow(1, LAST_ROW);
  const firstRowZ = axisRow(2, FIRST_ROW), lastRowZ = axisRow(2, LAST_ROW);
  const rayBegin = neg(slack());
  let rayEnd = v128.load_splat<f32>(RAY_END);
  let top = load<i32>(TOP);
  let found = 0;
  let boxTests = 0;
  let triangleTests = 0;
  while (top != 0) {
    top -= ENTRY_BYTES;
    if (load<f32>(top, STACK + ENTRY_ENTER) > lane0(rayEnd)) continue;
    let link = load<i32>(top, STACK);
    while (link >= 0) {
      // The children of a node: where the ray enters and leaves each.
      const node = wideNodes + link;
      let enters = f32x4.pmax(rayBegin, passAt(node + firstRowX, firstX, inverseX));
      enters = f32x4.pmax(enters, passAt(node + firstRowY, firstY, inverseY));
      enters = f32x4.pmax(enters, passAt(node + firstRowZ, firstZ, inverseZ));
      let leaves = f32x4.pmin(rayEnd, passAt(node + lastRowX, lastX, inverseX));
      leaves = f32x4.pmin(leaves, passAt(node + lastRowY, lastY, inverseY));
      leaves = f32x4.pmin(leaves, passAt(node + lastRowZ, lastZ, inverseZ));
      const met = signs(f32x4.le(enters, leaves)); // bit k: child k
      boxTests += childCount(node);
      if (met == 0) break;

      const nearest = nearestChild(node, met, enters, top);
      top += ENTRY_BYTES * (popcnt(met) - 1);
      link = load<i32>(node + nearest, CHILDREN);
    }
    if (link >= 0) continue;

    // The triangles of a leaf, with a lane for each corner.
    const count = (~link & LEAF_MASK) + 1;
    const begin = ~link >> LEAF_SHIFT;
    triangleTests += count;
    for (let slot = begin; slot < begin + count; slot++) {
      const one = corner(slot, 0, corners, positions), two = corner(slot, 1, corners, positions);
      const three = corner(slot, 2, corners, positions);
      const low = mixLow(one, two), high = mixHigh(one, two); // x, x, y, y, and z, z
      const x = v128.shuffle<f32>(low, three, 0, 1, 4, 4);
      const y = v128.shuffle<f32>(low, three, 2, 3, 5, 5);
      const z = v128.shuffle<f32>(high, three, 0, 1, 6, 6);
      const across = view(0, x, y, z), up = view(1, x, y, z);
      // The volume of the ray and the edge from each corner to the next, and its error bound.
      const volumes = cross(across, next(up), next(across), up);
      const size = add(abs(across), abs(up));
      const error = mul(slack(), add(size, next(size)));
      const positive = signs(gt(volumes, error)) & ALL_CORNERS; // bit k: certainly
      const negative = signs(lt(volumes, neg(error))) & ALL_CORNERS;
      // Certainly left of one edge and right of another, or certainly facing a side that does not count.
      if (i32(positive != 0) & i32(negative != 0)) continue;
      if (i32(positive == load<i32>(DROP_POSITIVE)) | i32(negative == load<i32>(DROP_NEGATIVE))) continue;

      // The positions of its corners along the ray.
      const along = view(2, x, y, z);
      const lower = sub(least(along, next(along), nextButOne(along)), slack());
      const upper = add(greatest(along, next(along), nextButOne(along)), slack());
      if (!(i32(lane0(upper) >= lane0(rayBegin)) & i32(lane0(rayEnd) >= lane0(lower)))) continue;
      store<i32>(found, slot, FOUND);
      store<f32>(found, lane0(lower), FOUND + FOUND_LOWER);
      found += FOUND_BYTES;
      const isAround = i32(positive == ALL_CORNERS) | i32(negative == ALL_CORNERS);
      const isCertain = isAround & i32(lane0(lower) >= load<f32>(AHEAD)) & load<i32>(FIRST_ONLY);
      if (isCertain) rayEnd = f32x4.pmin(rayEnd, upper);
    }
    if (found >= FULL) {
      saveState(top, boxTests, triangleTests, rayEnd);
      return ~found;
    }
  }
  saveState(top, boxTests, triangleTests, rayEnd);
  return found;
}

/** A coordinate of the corners as the ray sees them. */
@inline function view(row: i32, x: v128, y: v128, z: v128): v128 {
  return add(
    add(mul(viewValue(row, 0), x), mul(viewValue(row, 1), y)),
    add(mul(viewValue(row, 2), z), viewValue(row, 3)),
  );
}

@inline function viewValue(row: i32, k: i32): v128 { return v128.load_splat<f32>(VIEW + row * ROW_BYTES + 4 * k); }
