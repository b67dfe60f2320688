import type { AabbTree } from "abut";

// Nodes of an AABB tree by level. A node has 8 words: minima, maxima, link, count. A link ≥ 0 names the first of two children.
const STRIDE = 8;
const LINK = 6;

/** The nodes of every level, the root's first. Leaves stand on their own level only. */
export function levelsOf({ links, nodeCount }: AabbTree): Int32Array[] {
  if (nodeCount === 0) return [];
  const levels: number[][] = [[0]];
  for (;;) {
    const next: number[] = [];
    for (const node of levels[levels.length - 1]) {
      const link = links[STRIDE * node + LINK];
      if (link >= 0) next.push(link, link + 1);
    }
    if (next.length === 0) return levels.map((level) => Int32Array.from(level));
    levels.push(next);
  }
}

/** Minima and maxima of a node, in the space of the mesh. */
export function boundsOfNode(tree: AabbTree, node: number): number[] {
  const scale = 2 ** -tree.exponent[0];
  return [0, 1, 2, 3, 4, 5].map((k) => (tree.nodes[STRIDE * node + k] + tree.origin[k % 3]) * scale);
}
