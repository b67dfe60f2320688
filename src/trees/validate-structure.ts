import { vertexOf } from "../mesh/triangle-mesh.ts";
import {
  AABB_COUNT,
  AABB_LINK,
  AABB_STRIDE,
  type AabbTree,
  OBB_COUNT,
  OBB_LINK,
  OBB_LINK_STRIDE,
  type ObbTree,
} from "./layout.ts";

/** The largest number of problems listed: a damaged tree can have as many as it has nodes. */
const MAX_PROBLEMS = 20;

/** Adds a problem; false if the list is full. */
export function report(problems: string[], problem: string): boolean {
  if (problems.length < MAX_PROBLEMS) problems.push(problem);
  return problems.length < MAX_PROBLEMS;
}

/** Where a tree's links and counts are in `links`. */
function linkLayout(tree: AabbTree | ObbTree): { stride: number; link: number; count: number } {
  return tree.kind === "aabb"
    ? { stride: AABB_STRIDE, link: AABB_LINK, count: AABB_COUNT }
    : { stride: OBB_LINK_STRIDE, link: OBB_LINK, count: OBB_COUNT };
}

/**
 * What is wrong with the links, slots and corners, whatever the boxes: empty if every node is reached once, every slot lies
 * in one leaf, in the order of the leaves, and holds a different triangle of the mesh. Safe for any bytes.
 */
export function validateStructure(tree: AabbTree | ObbTree): string[] {
  const problems: string[] = [];
  if (checkLengths(tree, problems) && checkLinks(tree, problems)) checkSlots(tree, problems);
  return problems;
}

function checkLengths(tree: AabbTree | ObbTree, problems: string[]): boolean {
  const { mesh, nodeCount, links, corners, triangles } = tree;
  const expect = (name: string, found: number, expected: number) => {
    if (found !== expected) report(problems, `${name} has length ${found}, expected ${expected}`);
  };
  expect("links", links.length, linkLayout(tree).stride * nodeCount);
  expect("nodes", tree.nodes.length, links.length / (tree.kind === "aabb" ? 1 : 2));
  expect("triangles", triangles.length, mesh.triangleCount);
  expect("corners", corners.length, 3 * mesh.triangleCount);
  if (nodeCount < 1) report(problems, "the tree has no node");
  return problems.length === 0;
}

/** Depth first, left before right. Terminates because a child's number exceeds its parent's and no node is entered twice. */
function checkLinks(tree: AabbTree | ObbTree, problems: string[]): boolean {
  const { links, nodeCount } = tree;
  const slots = tree.triangles.length;
  const layout = linkLayout(tree);
  const isReached = new Uint8Array(nodeCount);
  const pending = [0];
  const depths = [1];
  let reached = 0;
  let deepest = 0;
  let nextSlot = 0;
  while (pending.length > 0) {
    const node = pending.pop()!;
    const depth = depths.pop()!;
    if (isReached[node] === 1) {
      if (!report(problems, `node ${node} is reached twice`)) return false;
      continue;
    }
    isReached[node] = 1;
    reached++;
    if (depth > deepest) deepest = depth;
    const link = links[layout.stride * node + layout.link];
    if (link >= 0) {
      if (link > node && link + 1 < nodeCount) {
        pending.push(link + 1, link);
        depths.push(depth + 1, depth + 1);
      } else if (
        !report(problems, `node ${node}: children at ${link}, expected after it and below ${nodeCount}`)
      )
        return false;
      continue;
    }
    const slot = ~link;
    const count = links[layout.stride * node + layout.count];
    if (slot !== nextSlot && !report(problems, `node ${node}: first slot ${slot}, expected ${nextSlot}`))
      return false;
    if (count < 1 || slot + count > slots) {
      if (
        !report(problems, `node ${node}: ${count} triangles from slot ${slot}, the tree has ${slots} slots`)
      )
        return false;
    }
    nextSlot = slot + count;
  }
  if (problems.length > 0) return false;
  if (nextSlot !== slots) report(problems, `the leaves end at slot ${nextSlot}, expected ${slots}`);
  if (reached !== nodeCount) report(problems, `${reached} nodes are reached, expected all ${nodeCount}`);
  if (deepest !== tree.depth) report(problems, `depth is ${tree.depth}, the deepest leaf is at ${deepest}`);
  return problems.length === 0;
}

function checkSlots(tree: AabbTree | ObbTree, problems: string[]): void {
  const { mesh, triangles, corners } = tree;
  const isUsed = new Uint8Array(mesh.triangleCount);
  for (let slot = 0; slot < triangles.length; slot++) {
    const triangle = triangles[slot];
    if (triangle >= mesh.triangleCount || isUsed[triangle] === 1) {
      const what = triangle >= mesh.triangleCount ? "is not in the mesh" : "is also in an earlier slot";
      if (!report(problems, `slot ${slot}: triangle ${triangle} ${what}`)) return;
      continue;
    }
    isUsed[triangle] = 1;
    const found = [0, 1, 2].map((corner) => corners[3 * slot + corner]);
    const expected = [0, 1, 2].map((corner) => vertexOf(mesh, triangle, corner));
    if (isRotation(found, expected)) continue;
    const sentence = `slot ${slot}: corners ${found.join(" ")}, expected a rotation of ${expected.join(" ")}`;
    if (!report(problems, sentence)) return;
  }
}

/** A triangle may begin at any of its corners (`alignSharedEdges`). */
function isRotation(found: number[], expected: number[]): boolean {
  return [0, 1, 2].some((by) => found.every((vertex, k) => vertex === expected[(k + by) % 3]));
}
