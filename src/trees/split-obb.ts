import { OBB_AXES } from "./layout.ts";
import { CENTROID, MOMENTS_STRIDE, type Surface } from "./surface-moments.ts";

/**
 * Reorders order[begin … end − 1] into two parts, and returns where the second begins: the triangles whose centroid
 * lies beyond the mean on the box's longest axis. If that leaves a side empty, on the next axis; then `begin`.
 */
export function splitAtMean(
  { moments }: Surface,
  order: Uint32Array,
  begin: number,
  end: number,
  nodes: Float64Array,
  at: number,
  mean: Float64Array,
): number {
  const mx = mean[0];
  const my = mean[1];
  const mz = mean[2];
  for (let axis = at + OBB_AXES; axis < at + OBB_AXES + 9; axis += 3) {
    const ax = nodes[axis];
    const ay = nodes[axis + 1];
    const az = nodes[axis + 2];
    let low = begin;
    let high = end;
    while (low < high) {
      const triangle = order[low];
      const c = MOMENTS_STRIDE * triangle + CENTROID;
      const beyond = ax * (moments[c] - mx) + ay * (moments[c + 1] - my) + az * (moments[c + 2] - mz);
      if (beyond > 0) {
        high--;
        order[low] = order[high];
        order[high] = triangle;
      } else low++;
    }
    if (low > begin && low < end) return low;
  }
  return begin;
}
