import { findPairs } from "abut";
import {
  AABB_COUNT as COUNT,
  coverBoxInA,
  coverBoxInB,
  optimalBoxInA,
  AABB_STRIDE as STRIDE,
} from "../../dist/internals.js";
import { commonBox, relativePose } from "./figueiredo-boxes.mjs";

// How often version 2 visits a node (Figure 4 of the paper, with recursion): the paper says that it visits the nodes of object A once. A
// visit is a test of the node's box. The box tests must add up to those of abut's own version 2.

const LINK = 6;

/**
 * Means over the poses, except `most`: descents of a; visits of its nodes, how many different nodes those are, and most visits of one; the
 * same for b.
 */
export function countVisits(a, b, poses) {
  const sums = { descents: 0, visitsA: 0, nodesA: 0, visitsB: 0, nodesB: 0 };
  let most = 0;
  let mostB = 0;
  for (const bToWorld of poses) {
    const { boxTests, descents, ofA, ofB } = collideVersion2(a, b, relativePose(a, b, bToWorld));
    const { stats } = findPairs(a, b, { bToWorld, algorithm: "version-2" });
    if (boxTests !== stats.boxTests)
      throw new Error(`version 2 makes ${stats.boxTests} box tests, its recursion ${boxTests}`);
    sums.descents += descents;
    sums.visitsA += sumOf(ofA);
    sums.nodesA += ofA.filter((visits) => visits > 0).length;
    sums.visitsB += sumOf(ofB);
    sums.nodesB += ofB.filter((visits) => visits > 0).length;
    most = ofA.reduce((more, visits) => Math.max(more, visits), most);
    mostB = ofB.reduce((more, visits) => Math.max(more, visits), mostB);
  }
  const means = Object.fromEntries(Object.entries(sums).map(([key, sum]) => [key, sum / poses.length]));
  return { ...means, most, mostB };
}

function collideVersion2(a, b, pose) {
  const count = { boxTests: 1, descents: 0, ofA: visitsOf(a), ofB: visitsOf(b) };
  const coverOfA = new Float64Array(6);
  coverBoxInB(a.nodes, pose, coverOfA);
  const oaabbInB = commonBox(b.nodes.subarray(0, 6), coverOfA);
  if ([0, 1, 2].some((k) => oaabbInB[k] > oaabbInB[3 + k])) return count;
  const oaabbInA = new Float64Array(6);
  coverBoxInA(oaabbInB, pose, oaabbInA);
  const box = new Float64Array(6);
  descend(b, 0, [oaabbInB], count.ofB, count, (slot) => {
    optimalBoxInA(b.mesh.positions, b.corners, 3 * slot, b.origin, pose, box);
    count.descents++;
    descend(a, 0, [oaabbInA, box], count.ofA, count, () => {});
  });
  return count;
}

/** `DescendRtree`: a node is tested against one box after the other. */
function descend(tree, node, boxes, visits, count, found) {
  const at = STRIDE * node;
  visits[node]++;
  for (const box of boxes) {
    count.boxTests++;
    for (let k = 0; k < 3; k++)
      if (tree.nodes[at + k] > box[3 + k] || tree.nodes[at + 3 + k] < box[k]) return;
  }
  const link = tree.links[at + LINK];
  if (link < 0) found(node);
  else
    for (let child = link; child < link + tree.links[at + COUNT]; child++)
      descend(tree, child, boxes, visits, count, found);
}

function visitsOf(tree) {
  return new Uint32Array(tree.nodeCount);
}

function sumOf(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0);
}
