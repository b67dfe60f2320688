import { AABB_MAX, AABB_MIN, AABB_STRIDE } from "../layout.ts";

/** The axis on which a node's box is longest; ties go to the lower axis. */
export function longestAxis(nodes: Float32Array, node: number): number {
  const at = AABB_STRIDE * node;
  const x = nodes[at + AABB_MAX] - nodes[at + AABB_MIN];
  const y = nodes[at + AABB_MAX + 1] - nodes[at + AABB_MIN + 1];
  const z = nodes[at + AABB_MAX + 2] - nodes[at + AABB_MIN + 2];
  if (x >= y) return x >= z ? 0 : 2;
  return y >= z ? 1 : 2;
}
