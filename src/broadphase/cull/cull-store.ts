import { readPlanes } from "../../geometry/planes.ts";
import type { BoxStore } from "../box-store.ts";
import { type CulledBoxes, checkCulledBoxes, createCulledBoxes, cullEach } from "./cull-boxes.ts";

/** `cull` of a broad phase that tests each of its boxes. */
export function cullStore(
  { boxes, dimensions, limit, used }: BoxStore,
  planes: ArrayLike<number>,
  into: CulledBoxes = createCulledBoxes(),
): CulledBoxes {
  return cullEach(boxes, dimensions, limit, used, readPlanes(planes), checkCulledBoxes(into));
}
