import { commonVolume, halfArea, relative } from "../box-measures.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type RTree } from "../layout.ts";
import type { TreeQuality } from "../quality.ts";

/** `treeQuality` of an R-tree. Its leaves are the nodes whose children are triangles; these do not count as nodes. */
export function rTreeQuality(tree: RTree): TreeQuality {
  const { nodes, links } = tree;
  const total = { nodes: 0, leaves: 0, largestLeaf: 0, area: 0, volume: 0, overlap: 0, balance: 0 };

  /** Adds a subtree to the total; returns its triangles. The depth of the recursion is that of a balanced tree. */
  function add(node: number): number {
    const at = AABB_STRIDE * node;
    const first = links[at + AABB_LINK];
    const count = links[at + AABB_COUNT];
    total.nodes++;
    total.volume += commonVolume(nodes, at, at);
    if (count === 0 || links[AABB_STRIDE * first + AABB_LINK] < 0) {
      total.leaves++;
      total.largestLeaf = Math.max(total.largestLeaf, count);
      total.area += count * halfArea(nodes, at);
      return count;
    }
    total.area += halfArea(nodes, at);
    const triangles: number[] = [];
    for (let i = first; i < first + count; i++) {
      triangles.push(add(i));
      for (let j = first; j < i; j++) total.overlap += commonVolume(nodes, AABB_STRIDE * i, AABB_STRIDE * j);
    }
    total.balance += Math.min(...triangles) / Math.max(...triangles);
    return triangles.reduce((sum, part) => sum + part, 0);
  }

  add(0);
  const rootVolume = commonVolume(nodes, 0, 0);
  return {
    nodes: total.nodes,
    leaves: total.leaves,
    depth: tree.depth - 1,
    meanLeafDepth: tree.depth - 1,
    largestLeaf: total.largestLeaf,
    sahCost: relative(total.area, halfArea(nodes, 0)),
    volume: relative(total.volume, rootVolume),
    siblingOverlap: relative(total.overlap, rootVolume),
    balance: total.leaves === 1 ? 1 : total.balance / (total.nodes - total.leaves),
  };
}
