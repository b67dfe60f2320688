import { movePoint } from "../geometry/affine.ts";
import { vertexOf } from "../mesh/triangle-mesh.ts";
import type { Bounds, ClashPart } from "../world/clash/clash.ts";

/** The box of a part in the world: around the vertices that its triangles use, not around its moved box. */
export function partBounds({ mesh, toWorld }: ClashPart): Bounds {
  const { positions } = mesh;
  const bounds: Bounds = [Infinity, Infinity, Infinity, -Infinity, -Infinity, -Infinity];
  const point = new Float64Array(3);
  for (let t = 0; t < mesh.triangleCount; t++)
    for (let corner = 0; corner < 3; corner++) {
      const v = 3 * vertexOf(mesh, t, corner);
      if (toWorld === null) for (let axis = 0; axis < 3; axis++) point[axis] = positions[v + axis]!;
      else movePoint(toWorld, positions[v]!, positions[v + 1]!, positions[v + 2]!, point, 0);
      for (let axis = 0; axis < 3; axis++) {
        if (point[axis]! < bounds[axis]!) bounds[axis] = point[axis]!;
        if (point[axis]! > bounds[3 + axis]!) bounds[3 + axis] = point[axis]!;
      }
    }
  return bounds;
}
