// Twin: listLeavers in broadphase/dynamic-tree/fat-boxes.ts.
import { ANCHOR_SHIFT, F32_BOX_BYTES, F32_BOX_MAX, F32_BOX_SHIFT, FETCHED } from "../broadphase-memory-map";
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

/** Reads the f32 boxes, fat boxes and anchors of the places at `from` to `end` into the cache, before they are fattened one after the other. */
export function fetchPlaces(from: usize, end: usize, images: usize, fat: usize, anchors: usize): void {
  let sum = 0;
  for (; from < end; from += 4) {
    const place = <usize>load<u32>(from);
    const box = place << F32_BOX_SHIFT;
    sum += load<i32>(images + box) + load<i32>(fat + box) + load<i32>(anchors + (place << ANCHOR_SHIFT));
  }
  store<i32>(FETCHED, sum); // otherwise the compiler would drop the reads
}
