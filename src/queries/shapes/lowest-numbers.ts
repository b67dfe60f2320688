import { CHILDREN, LEAF_MASK, LEAF_SHIFT, LOWEST, WIDTH } from "../../kernels/ray-memory-map.ts";

// The lowest triangle number in each child of the nodes for rays, which moving boxes need. Rays do not, so the first sweep of a tree writes
// them. Until then all are 0: no number is lower, so no node would be left out.

/** Writes the numbers to the wide nodes at the byte `wide`, unless they are there. */
export function setLowestNumbers(ints: Int32Array, triangles: Uint32Array, wide: number): void {
  const first = (wide + LOWEST) >> 2;
  // Only one child has the triangle 0. A missing child has −1; if the root has one child, no number can make a difference.
  if (ints[first] === 0 && ints[first + 1] === 0) setLowest(ints, triangles, wide, wide);
}

/** Writes the numbers to a node and all below it; returns the lowest. */
function setLowest(ints: Int32Array, triangles: Uint32Array, wide: number, node: number): number {
  let lowest = Infinity;
  for (let k = 0; k < WIDTH; k++) {
    const at = ((node + LOWEST) >> 2) + k;
    if (ints[at] < 0) continue;
    const link = ints[((node + CHILDREN) >> 2) + k];
    ints[at] = link < 0 ? lowestInLeaf(triangles, link) : setLowest(ints, triangles, wide, wide + link);
    if (ints[at] < lowest) lowest = ints[at];
  }
  return lowest;
}

function lowestInLeaf(triangles: Uint32Array, link: number): number {
  const first = ~link >> LEAF_SHIFT;
  let lowest = triangles[first];
  for (let slot = first + 1; slot <= first + (~link & LEAF_MASK); slot++)
    if (triangles[slot] < lowest) lowest = triangles[slot];
  return lowest;
}
