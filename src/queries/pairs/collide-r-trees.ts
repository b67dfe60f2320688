import { commonBox, coverBoxInA, coverBoxInB, optimalBoxInA } from "../../geometry/moved-boxes.ts";
import type { RTree } from "../../trees/layout.ts";
import { AABB_STRIDE as STRIDE } from "../../trees/layout.ts";
import { OVERLAP } from "../stats.ts";
import {
  bottomNodesMeet,
  createOptimalBoxes,
  type OptimalBoxes,
  openOptimalBoxes,
  optimalBoxesOf,
} from "./bottom-nodes.ts";
import { createFoundSlots, descendBox, type FoundSlots } from "./descend-box.ts";
import { descendRTrees } from "./descend-r-trees.ts";
import { descendTwoBoxes } from "./descend-two-boxes.ts";
import { leavesMeet } from "./leaf-pairs.ts";
import type { PairContext } from "./pair-context.ts";

// Figueiredo 2009: the paper's two algorithms, on the overlapping AABB (OAABB) of two models. Both return whether a pair was found that
// ends the query; in a query for all pairs, pairs go to the context's list instead.

/** Memory of one query between R-trees, kept for the next. */
export interface RTreeScratch {
  readonly coverOfA: Float64Array;
  readonly oaabbInB: Float64Array;
  readonly oaabbInA: Float64Array;
  /** The box of a triangle of b, or of the triangles of a bottom node. */
  readonly box: Float64Array;
  readonly survivorsA: FoundSlots;
  readonly survivorsB: FoundSlots;
  readonly kept: OptimalBoxes;
  /** The children of a node of a (descend-r-trees.ts). */
  children: Float64Array;
}

function createRTreeScratch(): RTreeScratch {
  return {
    coverOfA: new Float64Array(6),
    oaabbInB: new Float64Array(6),
    oaabbInA: new Float64Array(6),
    box: new Float64Array(6),
    survivorsA: createFoundSlots(),
    survivorsB: createFoundSlots(),
    kept: createOptimalBoxes(),
    children: new Float64Array(640),
  };
}

export function collideRTrees(context: PairContext, a: RTree, b: RTree): boolean {
  context.rTrees ??= createRTreeScratch();
  const { algorithm, rTrees } = context;
  if (a.triangleCount === 0 || b.triangleCount === 0) return false;
  if (algorithm === "together") return descendRTrees(context, rTrees, a, b);
  if (!findOverlappingBoxes(context, rTrees, a, b)) return false;
  if (algorithm === "version-1") return collideVersion1(context, rTrees, a, b);
  if (algorithm === "version-2") return collideVersion2(context, rTrees, a, b);
  if (algorithm === "version-2-merged") return collideVersion2Merged(context, rTrees, a, b);
  return collideBlocks(context, rTrees, a, b);
}

/**
 * Figure 1, `Collide version 1`: the OAABB filters the triangles of both trees, then all pairs of survivors are tested,
 * boxes first.
 */
function collideVersion1(context: PairContext, scratch: RTreeScratch, a: RTree, b: RTree): boolean {
  const { pose, exits } = context;
  const { oaabbInA, oaabbInB, survivorsA, survivorsB, box } = scratch;
  descendBox(b, oaabbInB, exits, 3, false, survivorsB);
  descendBox(a, oaabbInA, exits, 0, false, survivorsA);
  // Figure 3, `IntersectTriangles`
  for (let j = 0; j < survivorsB.count; j++) {
    const slotB = survivorsB.slots[j];
    optimalBoxInA(b.mesh.positions, b.corners, 3 * slotB, b.origin, pose, box);
    if (testSurvivors(context, scratch, a, b, slotB)) return true;
  }
  return false;
}

/** A triangle of b, whose box is `scratch.box`, against all survivors of a. */
function testSurvivors(
  context: PairContext,
  { survivorsA, box }: RTreeScratch,
  a: RTree,
  b: RTree,
  slotB: number,
): boolean {
  const { exits } = context;
  const { nodes } = a;
  const { slots, count } = survivorsA;
  const minX = box[0];
  const minY = box[1];
  const minZ = box[2];
  const maxX = box[3];
  const maxY = box[4];
  const maxZ = box[5];
  for (let i = 0; i < count; i++) {
    const slotA = slots[i];
    const at = STRIDE * slotA;
    let axis = OVERLAP;
    if (nodes[at] > maxX || nodes[at + 3] < minX) axis = 0;
    else if (nodes[at + 1] > maxY || nodes[at + 4] < minY) axis = 1;
    else if (nodes[at + 2] > maxZ || nodes[at + 5] < minZ) axis = 2;
    exits[axis]++;
    if (axis === OVERLAP && leavesMeet(context, a, slotA, 1, b, slotB, 1)) return true;
  }
  return false;
}

/**
 * Figure 4, `Collide Version 2`: the OAABB filters the triangles of b; each survivor's box descends a, where nodes must
 * meet both the OAABB and that box.
 */
function collideVersion2(context: PairContext, scratch: RTreeScratch, a: RTree, b: RTree): boolean {
  const { pose, exits } = context;
  const { oaabbInA, oaabbInB, survivorsA, survivorsB, box } = scratch;
  descendBox(b, oaabbInB, exits, 3, false, survivorsB);
  for (let j = 0; j < survivorsB.count; j++) {
    const slotB = survivorsB.slots[j];
    optimalBoxInA(b.mesh.positions, b.corners, 3 * slotB, b.origin, pose, box);
    descendTwoBoxes(a, oaabbInA, box, exits, survivorsA);
    for (let i = 0; i < survivorsA.count; i++)
      if (leavesMeet(context, a, survivorsA.slots[i], 1, b, slotB, 1)) return true;
  }
  return false;
}

/**
 * Version 2 with one test per node of a, a step beyond the paper. Boxes that meet pairwise have a common point, so a node
 * meets the OAABB and the triangle's box exactly if it meets their intersection.
 */
function collideVersion2Merged(context: PairContext, scratch: RTreeScratch, a: RTree, b: RTree): boolean {
  const { pose, exits } = context;
  const { oaabbInA, oaabbInB, survivorsA, survivorsB, box } = scratch;
  descendBox(b, oaabbInB, exits, 3, false, survivorsB);
  for (let j = 0; j < survivorsB.count; j++) {
    const slotB = survivorsB.slots[j];
    optimalBoxInA(b.mesh.positions, b.corners, 3 * slotB, b.origin, pose, box);
    commonBox(box, oaabbInA, box);
    descendBox(a, box, exits, 0, false, survivorsA);
    for (let i = 0; i < survivorsA.count; i++)
      if (leavesMeet(context, a, survivorsA.slots[i], 1, b, slotB, 1)) return true;
  }
  return false;
}

/**
 * The merged version 2 with blocks of triangles, one step further beyond the paper: the OAABB filters the bottom nodes of b, and for each
 * of them the box around its moved triangles descends a to its bottom nodes.
 */
function collideBlocks(context: PairContext, scratch: RTreeScratch, a: RTree, b: RTree): boolean {
  const { pose, exits } = context;
  const { oaabbInA, oaabbInB, survivorsA, survivorsB, box, kept } = scratch;
  openOptimalBoxes(kept, a, b);
  descendBox(b, oaabbInB, exits, 3, true, survivorsB);
  for (let j = 0; j < survivorsB.count; j++) {
    const atB = STRIDE * survivorsB.slots[j];
    const at = optimalBoxesOf(kept, b, atB, pose);
    for (let k = 0; k < 6; k++) box[k] = kept.boxes[at + k];
    commonBox(box, oaabbInA, box);
    descendBox(a, box, exits, 0, true, survivorsA);
    for (let i = 0; i < survivorsA.count; i++)
      if (bottomNodesMeet(context, kept, a, STRIDE * survivorsA.slots[i], b, atB)) return true;
  }
  return false;
}

/** Sets the OAABB in both spaces; false if the boxes do not overlap. */
function findOverlappingBoxes(
  { pose, exits }: PairContext,
  { coverOfA, oaabbInB, oaabbInA }: RTreeScratch,
  a: RTree,
  b: RTree,
): boolean {
  coverBoxInB(a.nodes, pose, coverOfA);
  commonBox(b.nodes, coverOfA, oaabbInB);
  const axis = emptyAxis(oaabbInB);
  exits[axis === OVERLAP ? OVERLAP : 3 + axis]++;
  if (axis !== OVERLAP) return false;
  coverBoxInA(oaabbInB, pose, oaabbInA);
  return true;
}

/** An axis on which a box is empty, or OVERLAP. */
function emptyAxis(box: Float64Array): number {
  for (let k = 0; k < 3; k++) if (box[k] > box[3 + k]) return k;
  return OVERLAP;
}
