import { obbOverlapDepth, separatingObbAxis, setObbOfB, setObbPose } from "../../geometry/overlap/obb-obb.ts";
import { volumeScale } from "../../geometry/relative-pose.ts";
import { SCALE } from "../../geometry/relative-pose-layout.ts";
import {
  boxSize,
  OBB_COUNT,
  OBB_HALF,
  OBB_LINK,
  OBB_LINK_STRIDE,
  OBB_STRIDE,
  type ObbTree,
} from "../../trees/layout.ts";
import { OVERLAP } from "../stats.ts";
import { leavesMeet } from "./leaf-pairs.ts";
import type { PairContext } from "./pair-context.ts";
import { ENTRY, openQueue, putPair, QUEUE_DEPTH, TOP } from "./pair-queue.ts";

// The simultaneous descent of two OBB trees, by the rules of `descendAabb`. Best first takes 76 box tests and 1.2 triangle tests, depth
// first 151 and 3.1 (two tori of 5,000 triangles, random poses, SAT lite).

/** An overlap depth of 0 to 1 is worth up to this many buckets of the queue; a level of tree depth is worth LEVEL_BONUS. */
const DEPTH_WEIGHT = 20;
const LEVEL_BONUS = 0.4;

/** Whether a triangle pair was found that ends the query; in a query for all pairs, pairs go to the list instead. */
export function descendObb(context: PairContext, a: ObbTree, b: ObbTree): boolean {
  const { pose, exits, queue, all, edges, bothRatio, byVolume, bestFirst } = context;
  const nodesA = a.nodes;
  const linksA = a.links;
  const nodesB = b.nodes;
  const linksB = b.links;
  const scale = byVolume ? volumeScale(pose) : pose[SCALE];
  const ordered = bestFirst && !all;
  setObbPose(pose);

  // A step takes one pair and adds at most four, one or two levels deeper: three more per level.
  openQueue(queue, 3 * (a.depth + b.depth) + 4);
  const { counts, entries } = queue;
  let waiting = 0; // bit k: bucket k of the queue is not empty

  let nodeA = 0;
  let nodeB = 0;
  let level = -1; // the step that tests the two roots
  for (;;) {
    const linkA = linksA[OBB_LINK_STRIDE * nodeA + OBB_LINK];
    const linkB = linksB[OBB_LINK_STRIDE * nodeB + OBB_LINK];
    if (level >= 0 && linkA < 0 && linkB < 0) {
      const countA = linksA[OBB_LINK_STRIDE * nodeA + OBB_COUNT];
      const countB = linksB[OBB_LINK_STRIDE * nodeB + OBB_COUNT];
      if (leavesMeet(context, a, ~linkA, countA, b, ~linkB, countB)) return true;
    } else {
      // The children of the nodes to split; a node that is not split represents itself.
      let a1 = nodeA;
      let a2 = nodeA;
      let b1 = nodeB;
      let b2 = nodeB;
      let depth = level;
      if (level < 0) depth = 0;
      else {
        const sizeA = linkA < 0 ? 0 : sizeOf(nodesA, OBB_STRIDE * nodeA, byVolume);
        const sizeB = linkB < 0 ? 0 : scale * sizeOf(nodesB, OBB_STRIDE * nodeB, byVolume);
        if (linkA >= 0 && (bothRatio * sizeA >= sizeB || linkB < 0)) {
          a1 = linkA;
          a2 = linkA + 1;
          depth++;
        }
        if (linkB >= 0 && (bothRatio * sizeB > sizeA || a1 === nodeA)) {
          b1 = linkB;
          b2 = linkB + 1;
          depth++;
        }
      }
      const bonus = LEVEL_BONUS * depth;
      for (let childB = b1; childB <= b2; childB++) {
        setObbOfB(nodesB, OBB_STRIDE * childB);
        for (let childA = a1; childA <= a2; childA++) {
          const axis = separatingObbAxis(nodesA, OBB_STRIDE * childA, edges);
          exits[axis]++;
          if (axis !== OVERLAP) continue;
          const bucket = ordered ? (bonus + DEPTH_WEIGHT * Math.sqrt(obbOverlapDepth())) | 0 : TOP;
          waiting |= putPair(counts, entries, bucket, childA, childB, depth);
        }
      }
    }
    if (waiting === 0) return false;
    const best = 31 - Math.clz32(waiting);
    const left = counts[best] - 1;
    counts[best] = left;
    if (left === 0) waiting ^= 1 << best;
    const entry = QUEUE_DEPTH * best + ENTRY * left;
    nodeA = entries[entry];
    nodeB = entries[entry + 1];
    level = entries[entry + 2];
  }
}

function sizeOf(nodes: Float64Array, at: number, byVolume: boolean): number {
  const x = nodes[at + OBB_HALF];
  const y = nodes[at + OBB_HALF + 1];
  const z = nodes[at + OBB_HALF + 2];
  return byVolume ? x * y * z : boxSize(x, y, z);
}
