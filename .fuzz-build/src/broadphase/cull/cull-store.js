import { readPlanes } from "../../geometry/planes.js";
import { checkCulledBoxes, createCulledBoxes, cullEach } from "./cull-boxes.js";
/** `cull` of a broad phase that tests each of its boxes. */
export function cullStore({ boxes, dimensions, limit, used }, planes, into = createCulledBoxes()) {
	return cullEach(boxes, dimensions, limit, used, readPlanes(planes), checkCulledBoxes(into));
}
