import { AABB_MAX, AABB_MIN } from "./layout.ts";

// Box measures that `treeQuality` sums and descents compare. Boxes are nodes of an AABB tree or an R-tree.

/** Half the surface area of the box at nodes[at]. */
export function halfArea(nodes: Float32Array, at: number): number {
  const x = nodes[at + AABB_MAX] - nodes[at + AABB_MIN];
  const y = nodes[at + AABB_MAX + 1] - nodes[at + AABB_MIN + 1];
  const z = nodes[at + AABB_MAX + 2] - nodes[at + AABB_MIN + 2];
  return x * y + y * z + z * x;
}

/** What insertion into an R-tree compares boxes by (`RTree.measure`): the volume of a box with these sides, or half its area. */
export function insertionMeasure(x: number, y: number, z: number, byVolume: boolean): number {
  return byVolume ? x * y * z : x * y + y * z + z * x;
}

/** The volume of the box at nodes[at]. */
export function boxVolume(nodes: Float32Array, at: number): number {
  const x = nodes[at + AABB_MAX] - nodes[at + AABB_MIN];
  const y = nodes[at + AABB_MAX + 1] - nodes[at + AABB_MIN + 1];
  const z = nodes[at + AABB_MAX + 2] - nodes[at + AABB_MIN + 2];
  return x * y * z;
}

/** The volume that two boxes share; for a box with itself, its own. */
export function commonVolume(nodes: Float32Array, a: number, b: number): number {
  let volume = 1;
  for (let axis = 0; axis < 3; axis++) {
    const low = Math.max(nodes[a + AABB_MIN + axis], nodes[b + AABB_MIN + axis]);
    const high = Math.min(nodes[a + AABB_MAX + axis], nodes[b + AABB_MAX + axis]);
    volume *= Math.max(0, high - low);
  }
  return volume;
}

/** The value as a share of the root's; 0 if the root's is 0. */
export function relative(value: number, root: number): number {
  return root > 0 ? value / root : 0;
}
