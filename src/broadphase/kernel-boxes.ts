import type { BoxKernels } from "../kernels/broadphase-kernels.ts";
import { ORIGIN } from "../kernels/broadphase-memory-map.ts";
import type { BoxStore } from "./box-store.ts";

// Broad phases with kernels keep the boxes of their store in kernel memory: `moveAll` copies and checks them there, and kernels make
// f32 images of them (f32-origin.ts).

/** Where the boxes are kept: the front and the back buffer of the store. */
export interface KernelBoxes {
  readonly kernels: BoxKernels;
  readonly frontBoxes: Float64Array;
  readonly backBoxes: Float64Array;
}

/** Keeps the store's boxes in kernel memory, or outside it once there are no kernels any more. */
export function shareBoxes(store: BoxStore, memory: KernelBoxes | null): void {
  if (memory === null) {
    if (store.back !== null) store.boxes = store.boxes.slice();
    store.back = null;
    return;
  }
  const { kernels, frontBoxes, backBoxes } = memory;
  if (store.boxes.buffer === frontBoxes.buffer) return;
  frontBoxes.set(store.boxes.subarray(0, store.stride * store.idEnd));
  store.boxes = frontBoxes;
  store.back = {
    boxes: backBoxes,
    check: store.dimensions === 3 ? kernels.checkBoxes3D : kernels.checkBoxes2D,
  };
}

/** Writes the origin of f32 images to where the kernels read it. */
export function writeOrigin({ kernels }: KernelBoxes, [x, y, z]: Float64Array, dimensions: 2 | 3): void {
  const vectors = dimensions === 3 ? [x, y, z, x, y, z] : [x, y];
  new Float64Array(kernels.memory.buffer, ORIGIN, vectors.length).set(vectors);
}
