import { movePoint } from "../geometry/affine.ts";
import { eigenvectorsOfSymmetric } from "../geometry/eigen-symmetric.ts";
import { type TriangleMesh, vertexOf } from "../mesh/triangle-mesh.ts";
import type { WholePart } from "./clash.ts";

/** The size of a part independent of its orientation: its longest extent and the middle one of three. */
export interface PartExtents {
  length: number;
  width: number;
}

/** Grouping needs only a rough idea of a part's size. */
const MOST_TRIANGLES = 96;

/** The extents of parts; each mesh is measured once for all its undistorted instances. */
export function createExtents(): (part: Pick<WholePart, "mesh" | "toWorld">) => PartExtents {
  const known = new Map<TriangleMesh, PartExtents>();
  return ({ mesh, toWorld }) => {
    const scale = toWorld === null ? 1 : scaleOf(toWorld);
    if (scale === null) return partExtents({ mesh, toWorld });
    let own = known.get(mesh);
    if (own === undefined) {
      own = partExtents({ mesh, toWorld: null });
      known.set(mesh, own);
    }
    return { length: scale * own.length, width: scale * own.width };
  };
}

/** The factor by which a pose scales all lengths, to within a thousandth; null if it distorts. */
function scaleOf(m: Float64Array): number | null {
  const dot = (p: number, q: number) => m[p] * m[q] + m[p + 1] * m[q + 1] + m[p + 2] * m[q + 2];
  const square = dot(0, 0);
  const isNear = (product: number, wanted: number) => Math.abs(product - wanted) <= 1e-3 * square;
  const keepsShape =
    isNear(dot(4, 4), square) &&
    isNear(dot(8, 8), square) &&
    isNear(dot(0, 4), 0) &&
    isNear(dot(0, 8), 0) &&
    isNear(dot(4, 8), 0);
  return keepsShape ? Math.sqrt(square) : null;
}

/** The extents along the principal axes of up to 96 triangles, evenly sampled from the mesh. */
function partExtents({ mesh, toWorld }: Pick<WholePart, "mesh" | "toWorld">): PartExtents {
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
