import { completeFrame } from "../../geometry/orthonormal-frame.ts";
import { tightenFrame } from "../../geometry/tight-box.ts";
import { convexHull } from "../../mesh/convex-hull.ts";
import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import { fitObb, writeBoxAlong } from "../fit-obb.ts";
import { OBB_AXES, OBB_STRIDE } from "../layout.ts";
import { surfaceOf } from "../surface-moments.ts";

/**
 * Writes the oriented box of a link to boxes[at …]: along the covariance of the convex hull's surface (the inside of a mesh, and
 * how finely it is meshed, do not count), then tightened.
 */
export function fitRestBox(mesh: TriangleMesh, boxes: Float64Array, at: number): void {
  const hull = convexHull(mesh);
  const surface = surfaceOf(hull);
  const order = Uint32Array.from({ length: hull.triangleCount }, (_, t) => t);
  const mean = new Float64Array(3);
  const box = new Float64Array(OBB_STRIDE);
  fitObb(surface, order, 0, order.length, box, 0, mean);
  const frame = box.slice(OBB_AXES, OBB_AXES + 9);
  tightenFrame(surface.coordinates, frame);
  completeFrame(frame);
  writeBoxAlong(surface, order, frame, mean, box);
  boxes.set(box, at);
}
