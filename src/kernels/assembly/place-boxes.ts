// Twins: copyPortion and placePortion in broadphase/segment-sort/place-boxes.ts. Boxes are read in the order of ids, and f32 boxes written
// all over memory: that takes 0.6 of the time of the reverse.
import {
  BOUNDS_BYTES, BOUNDS_UPPER, ENTRY_BYTES, F32_BOX_BYTES, F32_BOX_MAX, F32_BOX_SHIFT, ORIGIN,
} from "../broadphase-memory-map";

const BOX_BYTES_2D: usize = 32;
const BOX_BYTES_3D: usize = 48;

/** Writes the f32 boxes of the first `count` rectangles to their places; their z reaches from 0 to 1. */
export function writeImages2D(count: i32, boxes: usize, places: usize, images: usize): void {
  const origin = v128.load(ORIGIN);
  const flat = f32x4(0, 0, 1, 0);
  for (; count > 0; count--, places += 4, boxes += BOX_BYTES_2D) {
    const image = images + (<usize>load<u32>(places) << F32_BOX_SHIFT);
    v128.store(image, toF32(boxes, 0, origin));
    v128.store(image, v128.or(toF32(boxes, 16, origin), flat), F32_BOX_MAX);
  }
}

/** Writes the f32 boxes of the first `count` boxes to their places. */
export function writeImages3D(count: i32, boxes: usize, places: usize, images: usize): void {
  const xy = v128.load(ORIGIN);
  const zx = v128.load(ORIGIN, 16);
  const yz = v128.load(ORIGIN, 32);
  for (; count > 0; count--, places += 4, boxes += BOX_BYTES_3D) {
    const image = images + (<usize>load<u32>(places) << F32_BOX_SHIFT);
    const minXY = toF32(boxes, 0, xy); // the second half of each is zero
    const minZmaxX = toF32(boxes, 16, zx);
    const maxYZ = toF32(boxes, 32, yz);
    v128.store(image, v128.shuffle<f32>(minXY, minZmaxX, 0, 1, 4, 2));
    v128.store(image, v128.shuffle<f32>(minZmaxX, maxYZ, 1, 4, 5, 2), F32_BOX_MAX);
  }
}

/** Two numbers of a box relative to the origin, rounded to f32. */
@inline function toF32(box: usize, offset: usize, origin: v128): v128 {
  return f32x4.demote_f64x2_zero(f64x2.sub(v128.load(box + offset), origin));
}

/**
 * Lists which of the first `count` places have a box outside the bounds of its cell code; returns the end of the list. `bounds` is the
 * address of the bounds of code 0. NaN fails every bounds check, so removed boxes are listed.
 */
export function listRecoded(count: i32, images: usize, codes: usize, bounds: usize, listed: usize): usize {
  for (let place = 0; place < count; place++, codes += 4, images += F32_BOX_BYTES) {
    const home = bounds + load<i32>(codes) * BOUNDS_BYTES;
    const ends = v128.shuffle<f32>(v128.load(images), v128.load(images, F32_BOX_MAX), 1, 2, 5, 6); // minY minZ maxY maxZ
    const isWithin = v128.andnot(f32x4.ge(ends, v128.load(home)), f32x4.ge(ends, v128.load(home, BOUNDS_UPPER)));
    store<i32>(listed, place); // counts if not all four are within
    listed += ENTRY_BYTES * i32(i32x4.bitmask(isWithin) < 0b1111);
  }
  return listed;
}
