// Twin: `sweepNodes` (queries/shapes/sweep-nodes.ts) with a ray for the moving box, in f32. Nodes have four children, which are tested at
// once, a lane each; the nearest is next. queries/shapes/descend-ray.ts says why no hit is lost.
import { CORNERS_BYTES, VERTEX_BYTES } from "../pair-memory-map";
import {
  AHEAD, ALL_CORNERS, AXIS_BYTES, BOX_AXIS, BOX_TESTS, CHILD_COUNT, CHILDREN, DROP_NEGATIVE, DROP_POSITIVE, ENTRIES, ENTRY_BYTES,
  ENTRY_ENTER, FIRST, FIRST_ONLY, FIRST_ROW, FOUND, FOUND_BYTES, FOUND_LOWER, FULL, INVERSE, LAST, LAST_ROW, LEAF_MASK, LEAF_SHIFT,
  RAY_END, ROW_BYTES, SLACK, STACK, TOP, TRIANGLE_TESTS, VIEW,
} from "../ray-memory-map";
import { abs, add, cross, greatest, gt, least, lt, mixHigh, mixLow, mul, neg, signs, sub } from "./vectors";

/**
 * Descends until the stack is empty, or enough triangles are found to be handed out. Returns the bytes of triangles in FOUND; their
 * complement says that the stack is not empty.
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
    if (load<f32>(top, STACK + ENTRY_ENTER) > firstLane(rayEnd)) continue;
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
      let met = signs(f32x4.le(enters, leaves)); // bit k: child k
      boxTests += load<i32>(node, CHILD_COUNT);
      if (met == 0) break;

      // The first child that is met is next, unless another one is nearer; those that are not next wait on the stack.
      let nearest = ctz(met) << 2;
      met &= met - 1;
      if (met != 0) {
        v128.store(ENTRIES, enters);
        let enter = load<f32>(nearest, ENTRIES);
        do {
          const other = ctz(met) << 2;
          met &= met - 1;
          const otherEnter = load<f32>(other, ENTRIES);
          const isNearer = otherEnter < enter;
          store<i32>(top, load<i32>(node + select(nearest, other, isNearer), CHILDREN), STACK);
          store<f32>(top, select(enter, otherEnter, isNearer), STACK + ENTRY_ENTER);
          top += ENTRY_BYTES;
          nearest = select(other, nearest, isNearer);
          enter = select(otherEnter, enter, isNearer);
        } while (met != 0);
      }
      link = load<i32>(node + nearest, CHILDREN);
    }
    if (link >= 0) continue;

    // The triangles of a leaf. A triangle's corners have a lane each.
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
      // The volume of the ray and the edge from each corner to the next, and how much of it may be rounding.
      const volumes = cross(across, next(up), next(across), up);
      const size = add(abs(across), abs(up));
      const error = mul(slack(), add(size, next(size)));
      const positive = signs(gt(volumes, error)) & ALL_CORNERS; // bit k: certainly
      const negative = signs(lt(volumes, neg(error))) & ALL_CORNERS;
      // Certainly left of one edge and right of another, or certainly from a side that does not count.
      if (i32(positive != 0) & i32(negative != 0)) continue;
      if (i32(positive == load<i32>(DROP_POSITIVE)) | i32(negative == load<i32>(DROP_NEGATIVE))) continue;

      // How far along the ray its corners lie.
      const along = view(2, x, y, z);
      const lower = sub(least(along, next(along), nextButOne(along)), slack());
      const upper = add(greatest(along, next(along), nextButOne(along)), slack());
      if (!(i32(firstLane(upper) >= firstLane(rayBegin)) & i32(firstLane(rayEnd) >= firstLane(lower)))) continue;
      store<i32>(found, slot, FOUND);
      store<f32>(found, firstLane(lower), FOUND + FOUND_LOWER);
      found += FOUND_BYTES;
      const isAround = i32(positive == ALL_CORNERS) | i32(negative == ALL_CORNERS);
      const isCertain = isAround & i32(firstLane(lower) >= load<f32>(AHEAD)) & load<i32>(FIRST_ONLY);
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

@inline function axisValue(axis: i32, value: i32): v128 { return v128.load_splat<f32>(BOX_AXIS + axis * AXIS_BYTES + value); }
@inline function axisRow(axis: i32, row: i32): i32 { return load<i32>(BOX_AXIS + axis * AXIS_BYTES + row); }
@inline function slack(): v128 { return v128.load_splat<f32>(SLACK); }
@inline function firstLane(a: v128): f32 { return f32x4.extract_lane(a, 0); }

/** Where along the ray it passes four bounds. */
@inline function passAt(row: i32, minus: v128, inverse: v128): v128 { return mul(sub(v128.load(row), minus), inverse); }

/** A corner's x, y and z. */
@inline function corner(slot: i32, k: i32, corners: i32, positions: i32): v128 {
  return v128.load(positions + load<i32>(corners + slot * CORNERS_BYTES + 4 * k) * VERTEX_BYTES);
}

/** A coordinate of the corners as the ray sees them. */
@inline function view(row: i32, x: v128, y: v128, z: v128): v128 {
  return add(
    add(mul(viewValue(row, 0), x), mul(viewValue(row, 1), y)),
    add(mul(viewValue(row, 2), z), viewValue(row, 3)),
  );
}

@inline function viewValue(row: i32, k: i32): v128 { return v128.load_splat<f32>(VIEW + row * ROW_BYTES + 4 * k); }

// Each corner's successor, and the one after that.
@inline function next(a: v128): v128 { return v128.shuffle<f32>(a, a, 1, 2, 0, 0); }
@inline function nextButOne(a: v128): v128 { return v128.shuffle<f32>(a, a, 2, 0, 1, 1); }

@inline function saveState(top: i32, boxTests: i32, triangleTests: i32, rayEnd: v128): void {
  store<i32>(TOP, top);
  store<i32>(BOX_TESTS, load<i32>(BOX_TESTS) + boxTests);
  store<i32>(TRIANGLE_TESTS, load<i32>(TRIANGLE_TESTS) + triangleTests);
  store<f32>(RAY_END, firstLane(rayEnd));
}
