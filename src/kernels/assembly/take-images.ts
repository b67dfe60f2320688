// Twins: fetchImages in broadphase/dynamic-tree/images.ts and listLeavers in fat-boxes.ts.
import { F32_BOX_BYTES, F32_BOX_MAX, F32_BOX_SHIFT } from "../broadphase-memory-map";
import { isWithin } from "./f32-boxes";

/**
 * Copies the f32 boxes of the first `count` places from where they lie by id, and lists the places of those that have left their
 * fat boxes in `out`. Returns the end of the list.
 */
export function takeImages(count: i32, ids: usize, imagesById: usize, images: usize, fat: usize, out: usize): usize {
  for (let place = 0; place < count; place++, ids += 4, images += F32_BOX_BYTES, fat += F32_BOX_BYTES) {
    const image = imagesById + (<usize>load<u32>(ids) << F32_BOX_SHIFT);
    const min = v128.load(image);
    const max = v128.load(image, F32_BOX_MAX);
    v128.store(images, min);
    v128.store(images, max, F32_BOX_MAX);
    store<i32>(out, place); // counts if the box has left
    out += 4 * i32(!isWithin(min, max, fat));
  }
  return out;
}
