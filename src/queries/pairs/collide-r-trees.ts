import { commonBox, coverBoxInA, coverBoxInB, optimalBoxInA } from "../../geometry/moved-boxes.ts";
import type * as Layout from "../../trees/layout.ts";
import type { RTree } from "../../trees/layout.ts";
import type * as Stats from "../stats.ts";
import { beginBottomNodes, bottomNodesMeet, optimalBoxes, optimalBoxesOf } from "./bottom-nodes.ts";
import type { Descent } from "./descend-aabb.ts";
import { createFoundSlots, descendBox } from "./descend-box.ts";
import { descendRTrees } from "./descend-r-trees.ts";
import { leavesMeet } from "./leaf-pairs.ts";

// Figueiredo 2009: the two algorithms of the paper, on the overlapping AABB (OAABB) of two models. Both return whether
// a pair was found that ends the query; with `all`, found pairs go to the pair list instead.

export const R_TREE_ALGORITHMS = ["together", "version-1", "version-2", "blocks"] as const;
export type RTreeAlgorithm = (typeof R_TREE_ALGORITHMS)[number];

const STRIDE = 8 satisfies typeof Layout.AABB_STRIDE;
const OVERLAP = 15 satisfies typeof Stats.OVERLAP;

const coverOfA = new Float64Array(6);
const oaabbInB = new Float64Array(6);
const oaabbInA = new Float64Array(6);
const triangleBox = new Float64Array(6);
const blockBox = new Float64Array(6);
const survivorsA = createFoundSlots();
const survivorsB = createFoundSlots();

export function collideRTrees(
  a: RTree,
  b: RTree,
  algorithm: RTreeAlgorithm,
  pose: Float64Array,
  descent: Descent,
  exits: Uint32Array,
): boolean {
  if (algorithm === "together") return descendRTrees(a, b, pose, descent, exits);
  if (algorithm === "version-1") return collideVersion1(a, b, pose, descent.all, exits);
  if (algorithm === "version-2") return collideVersion2(a, b, pose, descent.all, exits);
  return collideBlocks(a, b, pose, descent.all, exits);
}

/**
 * Figure 1, `Collide version 1`: the OAABB filters the triangles of both trees, then all pairs of survivors are tested,
 * boxes first.
 */
function collideVersion1(a: RTree, b: RTree, pose: Float64Array, all: boolean, exits: Uint32Array): boolean {
  if (!findOverlappingBoxes(a, b, pose, exits)) return false;
  descendBox(b, oaabbInB, exits, 3, false, survivorsB);
  descendBox(a, oaabbInA, exits, 0, false, survivorsA);
  // Figure 3, `IntersectTriangles`
  for (let j = 0; j < survivorsB.count; j++) {
    const slotB = survivorsB.slots[j];
    optimalBoxInA(b.mesh.positions, b.corners, 3 * slotB, b.origin, pose, triangleBox);
    if (testSurvivors(a, b, slotB, all, exits)) return true;
  }
  return false;
}

/** A triangle of b, whose box is `triangleBox`, against all survivors of a. */
function testSurvivors(a: RTree, b: RTree, slotB: number, all: boolean, exits: Uint32Array): boolean {
  const { nodes } = a;
  const { slots, count } = survivorsA;
  const minX = triangleBox[0];
  const minY = triangleBox[1];
  const minZ = triangleBox[2];
  const maxX = triangleBox[3];
  const maxY = triangleBox[4];
  const maxZ = triangleBox[5];
  for (let i = 0; i < count; i++) {
    const slotA = slots[i];
    const at = STRIDE * slotA;
    let axis = OVERLAP;
    if (nodes[at] > maxX || nodes[at + 3] < minX) axis = 0;
    else if (nodes[at + 1] > maxY || nodes[at + 4] < minY) axis = 1;
    else if (nodes[at + 2] > maxZ || nodes[at + 5] < minZ) axis = 2;
    exits[axis]++;
    if (axis === OVERLAP && leavesMeet(a, slotA, 1, b, slotB, 1, all)) return true;
  }
  return false;
}

/**
 * Figure 4, `Collide Version 2`: the OAABB filters the triangles of b; each survivor's box descends a, where nodes must
 * meet both that box and the OAABB. Boxes that meet pairwise have a point in common, so what the two have in common is
 * one box to test.
 */
function collideVersion2(a: RTree, b: RTree, pose: Float64Array, all: boolean, exits: Uint32Array): boolean {
  if (!findOverlappingBoxes(a, b, pose, exits)) return false;
  descendBox(b, oaabbInB, exits, 3, false, survivorsB);
  for (let j = 0; j < survivorsB.count; j++) {
    const slotB = survivorsB.slots[j];
    optimalBoxInA(b.mesh.positions, b.corners, 3 * slotB, b.origin, pose, triangleBox);
    commonBox(triangleBox, oaabbInA, triangleBox);
    descendBox(a, triangleBox, exits, 0, false, survivorsA);
    for (let i = 0; i < survivorsA.count; i++)
      if (leavesMeet(a, survivorsA.slots[i], 1, b, slotB, 1, all)) return true;
  }
  return false;
}

/**
 * Version 2 with blocks of triangles, one step beyond the paper: the OAABB filters the bottom nodes of b; the box
 * around one's moved triangles descends a to its bottom nodes.
 */
function collideBlocks(a: RTree, b: RTree, pose: Float64Array, all: boolean, exits: Uint32Array): boolean {
  if (!findOverlappingBoxes(a, b, pose, exits)) return false;
  beginBottomNodes(a, b);
  descendBox(b, oaabbInB, exits, 3, true, survivorsB);
  for (let j = 0; j < survivorsB.count; j++) {
    const atB = STRIDE * survivorsB.slots[j];
    const at = optimalBoxesOf(b, atB, pose);
    const boxes = optimalBoxes();
    for (let k = 0; k < 6; k++) blockBox[k] = boxes[at + k];
    commonBox(blockBox, oaabbInA, blockBox);
    descendBox(a, blockBox, exits, 0, true, survivorsA);
    for (let i = 0; i < survivorsA.count; i++)
      if (bottomNodesMeet(a, STRIDE * survivorsA.slots[i], b, atB, pose, all, exits)) return true;
  }
  return false;
}

/** Sets the OAABB in both spaces; false if there is none. */
function findOverlappingBoxes(a: RTree, b: RTree, pose: Float64Array, exits: Uint32Array): boolean {
  if (a.triangleCount === 0 || b.triangleCount === 0) return false;
  coverBoxInB(a.nodes, pose, coverOfA);
  commonBox(b.nodes, coverOfA, oaabbInB);
  const axis = emptyAxis(oaabbInB);
  exits[axis === OVERLAP ? OVERLAP : 3 + axis]++;
  if (axis !== OVERLAP) return false;
  coverBoxInA(oaabbInB, pose, oaabbInA);
  return true;
}

/** An axis on which a box ends before it begins, or OVERLAP. */
function emptyAxis(box: Float64Array): number {
  for (let k = 0; k < 3; k++) if (box[k] > box[3 + k]) return k;
  return OVERLAP;
}
