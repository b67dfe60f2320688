import type { TriangleMesh } from "../../mesh/triangle-mesh.ts";
import type { RTree } from "../layout.ts";
import { AABB_COUNT as COUNT, AABB_LINK as LINK, AABB_STRIDE as STRIDE } from "../layout.ts";
import { cutIntoRuns } from "./cut-into-runs.ts";
import { fitToBlock } from "./insert.ts";
import { allocateRTree, nodesInBlocks, putRecord, type RTreeRules } from "./storage.ts";

/** One level of the tree, in order; siblings are consecutive: family k begins at ends[k − 1]. */
interface Level {
  records: Int32Array;
  ends: Uint32Array;
}

/** A tree over triangle records in a good order: level by level, consecutive records become siblings. */
export function packRTree(mesh: TriangleMesh, records: Int32Array, rules: RTreeRules): RTree {
  const { maxChildren } = rules;
  // Half full: shorter runs would take more memory and as much time (docs/decisions/10-r-trees.md). At least two, or a
  // level might have as many nodes as the one below.
  const shortest = Math.max(2, maxChildren >> 1);
  const levels: Level[] = [];
  let blocks = 1;
  let current = records;
  while (current.length > STRIDE * maxChildren) {
    const count = current.length / STRIDE;
    const ends =
      maxChildren === 2
        ? cutIntoPairs(count)
        : cutIntoRuns(new Float32Array(current.buffer), count, shortest, maxChildren);
    levels.push({ records: current, ends });
    blocks += ends.length;
    current = parentsOf(current, ends);
  }
  levels.push({ records: current, ends: Uint32Array.of(current.length / STRIDE) });

  const tree = allocateRTree(mesh, rules, blocks);
  tree.nodeCount = nodesInBlocks(blocks, maxChildren);
  tree.triangleCount = records.length / STRIDE;
  tree.depth = levels.length + 1;
  fitToBlock(tree.nodes, 0, new Float32Array(current.buffer), 0, current.length / STRIDE);
  tree.links[COUNT] = current.length / STRIDE;

  // From the top: a record's children lie in the block after all blocks of the levels above and of earlier siblings.
  let block = 0;
  for (let l = levels.length - 1; l >= 0; l--) {
    const { records: siblings, ends } = levels[l];
    const below = block + ends.length;
    let i = 0;
    for (const end of ends) {
      let node = 1 + block * maxChildren;
      for (; i < end; i++, node++) {
        if (l > 0) siblings[STRIDE * i + LINK] = 1 + (below + i) * maxChildren;
        putRecord(tree, node, siblings, STRIDE * i);
      }
      block++;
    }
  }
  return tree;
}

/** Pairs, and a single one at the end of an odd sequence. */
function cutIntoPairs(count: number): Uint32Array {
  return Uint32Array.from({ length: Math.ceil(count / 2) }, (_, k) => Math.min(2 * k + 2, count));
}

function parentsOf(records: Int32Array, ends: Uint32Array): Int32Array {
  const parents = new Int32Array(STRIDE * ends.length);
  const boxes = new Float32Array(records.buffer);
  const parentBoxes = new Float32Array(parents.buffer);
  let begin = 0;
  for (let k = 0; k < ends.length; k++) {
    fitToBlock(parentBoxes, STRIDE * k, boxes, begin, ends[k] - begin);
    parents[STRIDE * k + COUNT] = ends[k] - begin;
    begin = ends[k];
  }
  return parents;
}
