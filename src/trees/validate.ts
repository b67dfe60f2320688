import { roundDown, roundUp } from "../numerics/outward.ts";
import { isFrame } from "./frame/frame-option.ts";
import { framedBoxes } from "./frame/framed-boxes.ts";
import {
  AABB_COUNT,
  AABB_LINK,
  AABB_MAX,
  AABB_MIN,
  AABB_SIZE,
  AABB_STRIDE,
  type AabbTree,
  boxSize,
  checkTree,
  OBB_AXES,
  OBB_CENTRE,
  OBB_COUNT,
  OBB_HALF,
  OBB_LINK,
  OBB_LINK_STRIDE,
  OBB_STRIDE,
  type ObbTree,
  type RTree,
} from "./layout.ts";
import { validateRTreeStructure } from "./r-tree/validate-r-tree.ts";
import { twinOfNow } from "./twin.ts";
import { report, validateStructure } from "./validate-structure.ts";

/** How far a vertex may lie outside an oriented box, relative to the box's size and distance from the origin. */
const OBB_SLACK = 1e-12;
/** How far an oriented box's axes may deviate from orthonormal. */
const AXES_SLACK = 1e-9;

/**
 * What is wrong with a tree, in sentences that name the node or slot; empty if nothing is. At most the first 20.
 *
 * (1) Every node is reached once, children after parents; every triangle is in one slot with its own corners.
 * (2) AABB: a leaf's box is the box of its triangles, rounded outward to f32; an inner box is the union of its
 *     children's; its size is `boxSize`.
 *     So are the boxes along the frame of a tree that has one, and the frame is a rotation.
 * (3) OBB: axes orthonormal, and each box encloses its triangles, up to a relative 1e-12.
 * (4) R-tree: every node but the root has minChildren to maxChildren children; every triangle that is in the tree is
 *     there once, at the depth of all others; boxes as in (2), a triangle's around it alone.
 */
export function validateTree(tree: AabbTree | ObbTree | RTree): string[] {
  checkTree(tree, "validateTree");
  const problems = tree.kind === "r-tree" ? validateRTreeStructure(tree) : validateStructure(tree);
  if (problems.length > 0) return problems;
  // The boxes of a tiny mesh are those of the scaled mesh.
  const boxed = twinOfNow(tree);
  if (boxed.kind === "r-tree") checkRTreeBoxes(boxed, problems);
  else if (boxed.kind === "aabb") {
    checkAabbs(boxed, problems);
    if (problems.length === 0 && boxed.frame) checkFramed(boxed, boxed.frame, problems);
  } else checkObbs(boxed, problems);
  return problems;
}

/** Framed boxes belong to the vertices of the last fit, which the checks before have proven to be the current ones. */
function checkFramed(tree: AabbTree, frame: Float64Array, problems: string[]): void {
  if (!isFrame(frame)) {
    report(problems, `the frame ${frame.join(" ")} is not a rotation`);
    return;
  }
  const boxes = framedBoxes(tree);
  if (boxes !== null) checkAabbs(boxes, problems);
}

function checkAabbs(tree: AabbTree, problems: string[]): void {
  const { nodes, links, nodeCount } = tree;
  const expected = new Float64Array(6);
  for (let node = 0; node < nodeCount; node++) {
    const at = AABB_STRIDE * node;
    const link = links[at + AABB_LINK];
    if (link < 0) boxOfSlots(tree, ~link, links[at + AABB_COUNT], expected);
    else boxOfNodes(nodes, link, 2, expected);
    if (!checkBounds(nodes, node, expected, problems)) return;
    if (link < 0) continue;
    const size = Math.fround(
      boxSize(
        nodes[at + AABB_MAX] - nodes[at + AABB_MIN],
        nodes[at + AABB_MAX + 1] - nodes[at + AABB_MIN + 1],
        nodes[at + AABB_MAX + 2] - nodes[at + AABB_MIN + 2],
      ),
    );
    if (nodes[at + AABB_SIZE] === size) continue;
    if (!report(problems, `node ${node}: size is ${nodes[at + AABB_SIZE]}, expected ${size}`)) return;
  }
}

function checkRTreeBoxes(tree: RTree, problems: string[]): void {
  const { nodes, links } = tree;
  const expected = new Float64Array(6);
  const pending = [0];
  while (pending.length > 0) {
    const node = pending.pop()!;
    const link = links[AABB_STRIDE * node + AABB_LINK];
    const count = links[AABB_STRIDE * node + AABB_COUNT];
    if (link < 0) boxOfSlots(tree, node, 1, expected);
    else if (count === 0) expected.fill(0);
    else boxOfNodes(nodes, link, count, expected);
    if (!checkBounds(nodes, node, expected, problems)) return;
    if (link >= 0) for (let child = link; child < link + count; child++) pending.push(child);
  }
}

/** False if the list of problems is full. */
function checkBounds(nodes: Float32Array, node: number, expected: Float64Array, problems: string[]): boolean {
  for (let k = 0; k < 6; k++) {
    const found = nodes[AABB_STRIDE * node + AABB_MIN + k];
    if (found === expected[k]) continue;
    const bound = `${k < 3 ? "min" : "max"} ${"xyz"[k % 3]}`;
    if (!report(problems, `node ${node}: ${bound} is ${found}, expected ${expected[k]}`)) return false;
  }
  return true;
}

/** From the f64 coordinates, rounded to f32 at the end: independent of the builder's method. */
function boxOfSlots(tree: AabbTree | RTree, slot: number, count: number, out: Float64Array): void {
  const { positions } = tree.mesh;
  for (let axis = 0; axis < 3; axis++) {
    let min = Infinity;
    let max = -Infinity;
    for (let c = 3 * slot; c < 3 * (slot + count); c++) {
      const value = positions[3 * tree.corners[c] + axis] - tree.origin[axis];
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    out[axis] = roundDown(min);
    out[3 + axis] = roundUp(max);
  }
}

function boxOfNodes(nodes: Float32Array, first: number, count: number, out: Float64Array): void {
  for (let axis = 0; axis < 3; axis++) {
    out[axis] = Infinity;
    out[3 + axis] = -Infinity;
    for (let at = AABB_STRIDE * first; at < AABB_STRIDE * (first + count); at += AABB_STRIDE) {
      out[axis] = Math.min(out[axis], nodes[at + AABB_MIN + axis]);
      out[3 + axis] = Math.max(out[3 + axis], nodes[at + AABB_MAX + axis]);
    }
  }
}

function checkObbs(tree: ObbTree, problems: string[]): void {
  const { links, nodeCount } = tree;
  const firstSlot = new Uint32Array(nodeCount);
  const endSlot = new Uint32Array(nodeCount);
  for (let node = nodeCount - 1; node >= 0; node--) {
    const link = links[OBB_LINK_STRIDE * node + OBB_LINK];
    firstSlot[node] = link < 0 ? ~link : firstSlot[link];
    endSlot[node] = link < 0 ? ~link + links[OBB_LINK_STRIDE * node + OBB_COUNT] : endSlot[link + 1];
    if (!areAxesOrthonormal(tree.nodes, OBB_STRIDE * node)) {
      if (!report(problems, `node ${node}: the axes are not orthonormal`)) return;
      continue;
    }
    const problem = sticksOut(tree, node, firstSlot[node], endSlot[node]);
    if (problem !== null && !report(problems, problem)) return;
  }
}

function areAxesOrthonormal(nodes: Float64Array, at: number): boolean {
  for (let i = 0; i < 3; i++) {
    for (let j = i; j < 3; j++) {
      let dot = 0;
      for (let k = 0; k < 3; k++) dot += nodes[at + OBB_AXES + 3 * i + k] * nodes[at + OBB_AXES + 3 * j + k];
      // Written so that NaN fails.
      if (!(Math.abs(dot - (i === j ? 1 : 0)) <= AXES_SLACK)) return false;
    }
  }
  return true;
}

/** Reports the first vertex of the slots begin … end − 1 that lies outside the node's box. */
function sticksOut(tree: ObbTree, node: number, begin: number, end: number): string | null {
  const { nodes, corners } = tree;
  const { positions } = tree.mesh;
  const at = OBB_STRIDE * node;
  let scale = 0;
  for (let k = 0; k < 3; k++)
    scale += Math.abs(nodes[at + OBB_CENTRE + k]) + Math.abs(nodes[at + OBB_HALF + k]);
  for (let c = 3 * begin; c < 3 * end; c++) {
    const v = 3 * corners[c];
    for (let axis = 0; axis < 3; axis++) {
      let along = 0;
      for (let k = 0; k < 3; k++)
        along += (positions[v + k] - nodes[at + OBB_CENTRE + k]) * nodes[at + OBB_AXES + 3 * axis + k];
      const half = nodes[at + OBB_HALF + axis];
      if (Math.abs(along) <= half + OBB_SLACK * scale) continue;
      return `node ${node}: vertex ${corners[c]} of slot ${Math.floor(c / 3)} lies at ${along} on axis ${axis}, beyond ${half}`;
    }
  }
  return null;
}
