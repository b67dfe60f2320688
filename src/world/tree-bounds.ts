import type { AabbTree } from "../trees/layout.ts";

/** More than the sums of products of a moved box can lose, as in geometry/relative-pose.ts. */
const ROUNDING = 2 ** -46;
const SMALLEST = 2 ** -1020;

const own = new Float64Array(6);

/** Writes the box of a posed tree to six numbers of `out`: around its moved root box. Contains every world vertex. */
export function boundsOfTree(tree: AabbTree, pose: Float64Array | null, out: Float64Array, at: number): void {
  const { nodes, origin, exponent } = tree;
  const scale = 2 ** -exponent[0];
  for (let i = 0; i < 6; i++) own[i] = scale * (nodes[i] + origin[i % 3]);
  moveBounds(own, pose, out, at);
}

/** Writes the box around a moved box. */
export function moveBounds(
  box: Float64Array,
  pose: Float64Array | null,
  out: Float64Array,
  at: number,
): void {
  for (let row = 0; row < 3; row++) {
    let low = box[row];
    let high = box[3 + row];
    let size = Math.abs(low) + Math.abs(high);
    if (pose !== null) {
      low = high = pose[12 + row];
      size = Math.abs(low);
      for (let axis = 0; axis < 3; axis++) {
        const p = pose[4 * axis + row] * box[axis];
        const q = pose[4 * axis + row] * box[3 + axis];
        low += p < q ? p : q;
        high += p < q ? q : p;
        size += Math.abs(p) + Math.abs(q);
      }
    }
    const margin = ROUNDING * size + SMALLEST;
    out[at + row] = low - margin;
    out[at + 3 + row] = high + margin;
  }
}
