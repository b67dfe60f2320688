// Twin: listLeavers in broadphase/dynamic-tree/fat-boxes.ts.
import { F32_BOX_BYTES, F32_BOX_MAX } from "../broadphase-memory-map";
import { isWithin } from "./f32-boxes";

/** Lists the places from 1 to `end` − 1 whose boxes have left their fat boxes in `out`; returns the end of the list. */
export function listLeavers(end: i32, images: usize, fat: usize, out: usize): usize {
  for (let place = 1; place < end; place++) {
    images += F32_BOX_BYTES;
    fat += F32_BOX_BYTES;
    store<i32>(out, place); // counts if the box has left
    out += 4 * i32(!isWithin(v128.load(images), v128.load(images, F32_BOX_MAX), fat));
  }
  return out;
}
