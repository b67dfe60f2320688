import { commonVolume, halfArea, relative } from "./box-measures.ts";
import { framedBoxes } from "./frame/framed-boxes.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, type AabbTree, checkBoxTree, type RTree } from "./layout.ts";
import { twinOf } from "./twin.ts";

/**
 * The quality of a tree, by the properties that Xing, Liu and Xu list (section II). Areas and volumes are relative to the
 * root's, and 0 if the root's is 0.
 */
export interface TreeQuality {
  nodes: number;
  leaves: number;
  /** Nodes on the longest path from the root to a leaf. */
  depth: number;
  /** Nodes on the path from the root to a leaf, averaged over the leaves. */
  meanLeafDepth: number;
  largestLeaf: number;
  /**
   * The surface area heuristic: the sum of areas, weighted by 1 for an inner node and by the number of triangles for a
   * leaf.
   */
  sahCost: number;
  /** The summed volume of all boxes. */
  volume: number;
  /** The summed volume that siblings share. */
  siblingOverlap: number;
  /**
   * The mean over the inner nodes of smallest child / largest child, in triangles: 1 for a perfectly balanced tree and for
   * a single leaf.
   */
  balance: number;
}

/**
 * The quality of a tree of axis-aligned boxes. If the tree has a frame, the boxes along the frame are measured. An R-tree's leaves are the nodes whose children
 * are triangles.
 */
export function treeQuality(tree: AabbTree | RTree): TreeQuality {
  checkBoxTree(tree, "treeQuality");
  if (tree.kind === "r-tree") return rTreeQuality(tree);
  const { nodes, links, nodeCount } = framedBoxes(twinOf(tree)) ?? tree;
  const depths = new Uint32Array(nodeCount);
  const triangles = new Uint32Array(nodeCount);
  let leaves = 0;
  let leafDepths = 0;
  let largestLeaf = 0;
  let costedArea = 0;
  let volume = 0;
  let overlap = 0;
  let balance = 0;

  depths[0] = 1;
  for (let node = 0; node < nodeCount; node++) {
    const link = links[AABB_STRIDE * node + AABB_LINK];
    if (link >= 0) depths[link] = depths[link + 1] = depths[node] + 1;
  }
  for (let node = nodeCount - 1; node >= 0; node--) {
    const at = AABB_STRIDE * node;
    const link = links[at + AABB_LINK];
    volume += commonVolume(nodes, at, at);
    if (link < 0) {
      const count = links[at + AABB_COUNT];
      triangles[node] = count;
      leaves++;
      leafDepths += depths[node];
      largestLeaf = Math.max(largestLeaf, count);
      costedArea += count * halfArea(nodes, at);
      continue;
    }
    const left = triangles[link];
    const right = triangles[link + 1];
    triangles[node] = left + right;
    balance += Math.min(left, right) / Math.max(left, right);
    overlap += commonVolume(nodes, AABB_STRIDE * link, AABB_STRIDE * (link + 1));
    costedArea += halfArea(nodes, at);
  }
  const rootVolume = commonVolume(nodes, 0, 0);
  return {
    nodes: nodeCount,
    leaves,
    depth: tree.depth,
    meanLeafDepth: leafDepths / leaves,
    largestLeaf,
    sahCost: relative(costedArea, halfArea(nodes, 0)),
    volume: relative(volume, rootVolume),
    siblingOverlap: relative(overlap, rootVolume),
    balance: leaves === 1 ? 1 : balance / (nodeCount - leaves),
  };
}

/** `treeQuality` of an R-tree. Its leaves are the nodes whose children are triangles; the triangles do not count as nodes. */
function rTreeQuality(tree: RTree): TreeQuality {
  const { nodes, links } = tree;
  const total = { nodes: 0, leaves: 0, largestLeaf: 0, area: 0, volume: 0, overlap: 0, balance: 0 };

  /** Adds a subtree to the totals; returns its number of triangles. Recursion is as deep as the balanced tree. */
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
