import type { Vector } from "../vector.ts";
/**
 * The centre of the part of a triangle that lies in a box it meets, in plain f64: the six faces cut the triangle one after
 * the other. The faces are moved out slightly, so that rounding does not cut away a part that only touches; each cut keeps
 * at least the point nearest to the face.
 */
export function clipToBox(corners: Float64Array, box: Float64Array): Vector {
  let polygon: number[][] = [0, 3, 6].map((i) => [corners[i], corners[i + 1], corners[i + 2]]);
  for (let axis = 0; axis < 3; axis++) {
    const trace = TRACE * (Math.abs(box[axis]) + Math.abs(box[3 + axis]));
    polygon = cut(polygon, axis, box[axis] - trace, 1);
    polygon = cut(polygon, axis, box[3 + axis] + trace, -1);
  }
  const middle = [0, 1, 2].map((k) => polygon.reduce((sum, p) => sum + p[k] / polygon.length, 0));
  return middle as Vector;
}

const TRACE = 2 ** -44;

/** The part of a convex polygon with side · (coordinate − bound) ≥ 0. */
function cut(polygon: number[][], axis: number, bound: number, side: number): number[][] {
  const depths = polygon.map((p) => side * (p[axis] - bound));
  const kept: number[][] = [];
  for (let i = 0; i < polygon.length; i++) {
    const next = (i + 1) % polygon.length;
    const [p, q] = [polygon[i], polygon[next]];
    const [from, to] = [depths[i], depths[next]];
    if (from >= 0) kept.push(p);
    if (from < 0 !== to < 0) {
      const share = from / (from - to);
      kept.push(p.map((x, k) => (k === axis ? bound : x + share * (q[k] - x))));
    }
  }
  if (kept.length > 0) return kept;
  const deepest = depths.indexOf(Math.max(...depths));
  return [polygon[deepest]];
}
