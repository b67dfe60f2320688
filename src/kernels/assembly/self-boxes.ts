// Twins: makeNodeBoxes and makeSlotBoxes in queries/self/self-boxes.ts, which explains these boxes of integers.
import { BOX_BYTES, CORNERS_BYTES, COUNT, HIGH, LINK, VERTEX_BYTES } from "../self-memory-map";

/** Turns copied nodes of an AABB tree into boxes, in place; returns the number of triangles in the largest leaf. */
export function makeNodeBoxes(nodes: i32, count: i32): i32 {
  let largest = 0;
  const end = nodes + count * BOX_BYTES;
  for (let at = nodes; at < end; at += BOX_BYTES) {
    v128.store(at, halved(ordered(v128.load(at))));
    v128.store_lane<i64>(at, halved(ordered(v128.load(at, 16))), 0, 16); // link and count stay
    const size = select(load<i32>(at, COUNT), 0, load<i32>(at, LINK) < 0);
    largest = select(size, largest, largest < size);
  }
  return largest;
}

/** Writes the box of the triangle in each slot; `low` and `high` are the addresses of the arrays of `orderedVertices`. */
export function makeSlotBoxes(boxes: i32, count: i32, corners: i32, low: i32, high: i32): void {
  const end = boxes + count * BOX_BYTES;
  for (let at = boxes; at < end; at += BOX_BYTES, corners += CORNERS_BYTES) {
    const u = load<i32>(corners) * VERTEX_BYTES, v = load<i32>(corners, 4) * VERTEX_BYTES, w = load<i32>(corners, 8) * VERTEX_BYTES;
    v128.store(at, halved(i32x4.min_s(i32x4.min_s(v128.load(low + u), v128.load(low + v)), v128.load(low + w))));
    v128.store(at, halved(i32x4.max_s(i32x4.max_s(v128.load(high + u), v128.load(high + v)), v128.load(high + w))), HIGH);
  }
}

/** f32 bits as integers in the order of the floats. */
@inline function ordered(bits: v128): v128 {
  return v128.xor(bits, v128.and(i32x4.shr_s(bits, 31), i32x4.splat(0x7fffffff)));
}

@inline function halved(order: v128): v128 { return i32x4.shr_s(i32x4.add(order, i32x4.splat(1)), 1); }
