import { movePoint } from "../geometry/affine.ts";
import { eigenvectorsOfSymmetric } from "../geometry/eigen-symmetric.ts";
import { vertexOf } from "../mesh/triangle-mesh.ts";
import type { WholePart } from "./clash.ts";

/** How large a part is, whichever way it is turned: its longest extent and the middle one of three. */
export interface PartExtents {
  length: number;
  width: number;
}

/** Grouping needs no more than an impression of a part's size. */
const MOST_TRIANGLES = 96;

/** The extents along the principal axes of up to 96 triangles, evenly taken from the mesh. */
export function partExtents({ mesh, toWorld }: Pick<WholePart, "mesh" | "toWorld">): PartExtents {
  const step = Math.max(1, Math.ceil(mesh.triangleCount / MOST_TRIANGLES));
  const points = new Float64Array(9 * Math.ceil(mesh.triangleCount / step));
  let end = 0;
  for (let t = 0; t < mesh.triangleCount; t += step)
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * vertexOf(mesh, t, corner);
      const [x, y, z] = [mesh.positions[v], mesh.positions[v + 1], mesh.positions[v + 2]];
      if (toWorld === null) points.set([x, y, z], end);
      else movePoint(toWorld, x, y, z, points, end);
      end += 3;
    }
  const axes = principalAxes(points);
  const extents = [0, 3, 6].map((axis) => {
    let [least, most] = [Infinity, -Infinity];
    for (let i = 0; i < points.length; i += 3) {
      const s = points[i] * axes[axis] + points[i + 1] * axes[axis + 1] + points[i + 2] * axes[axis + 2];
      least = Math.min(least, s);
      most = Math.max(most, s);
    }
    return most - least;
  });
  const [, width, length] = extents.sort((p, q) => p - q);
  return { length, width };
}

function principalAxes(points: Float64Array): Float64Array {
  const count = points.length / 3;
  const mean = [0, 0, 0];
  for (let i = 0; i < points.length; i++) mean[i % 3] += points[i] / count;
  const covariance = new Float64Array(6);
  for (let i = 0; i < points.length; i += 3) {
    const [x, y, z] = [points[i] - mean[0], points[i + 1] - mean[1], points[i + 2] - mean[2]];
    covariance[0] += x * x;
    covariance[1] += x * y;
    covariance[2] += x * z;
    covariance[3] += y * y;
    covariance[4] += y * z;
    covariance[5] += z * z;
  }
  const axes = new Float64Array(9);
  eigenvectorsOfSymmetric(covariance, axes);
  return axes;
}
