import { vertexOf } from "../../mesh/triangle-mesh.ts";
import { AABB_COUNT, AABB_LINK, AABB_STRIDE, NO_TRIANGLE, type RTree } from "../layout.ts";
import { report } from "../validate-structure.ts";
import { MAX_MAX_CHILDREN } from "./storage.ts";

/**
 * What is wrong with an R-tree's links, places and corners, whatever the boxes: empty if every block has one parent, every
 * node except the root has minChildren to maxChildren children, and every triangle occurs once, at the depth of all others.
 * Safe for any bytes.
 */
export function validateRTreeStructure(tree: RTree): string[] {
  const problems: string[] = [];
  if (checkNumbers(tree, problems) && checkBlocks(tree, problems)) checkTriangles(tree, problems);
  return problems;
}

function checkNumbers(tree: RTree, problems: string[]): boolean {
  const { mesh, nodeCount, minChildren: least, maxChildren: most } = tree;
  if (most > MAX_MAX_CHILDREN) report(problems, `maxChildren ${most}, expected at most ${MAX_MAX_CHILDREN}`);
  else if (
    !(Number.isInteger(most) && most >= 2 && Number.isInteger(least) && least >= 1 && 2 * least <= most)
  )
    report(
      problems,
      `minChildren ${least} and maxChildren ${most}, expected 1 ≤ minChildren ≤ maxChildren / 2`,
    );
  else if (!(Number.isInteger((nodeCount - 1) / most) && nodeCount > 1))
    report(problems, `${nodeCount} nodes, expected one and some blocks of ${most}`);
  const room = tree.triangles.length;
  const blocks = (room - 1) / most;
  const expect = (name: string, found: number, expected: number) => {
    if (found !== expected) report(problems, `${name} has length ${found}, expected ${expected}`);
  };
  if (room < nodeCount) report(problems, `triangles has length ${room}, expected at least ${nodeCount}`);
  expect("nodes", tree.nodes.length, AABB_STRIDE * room);
  expect("links", tree.links.length, AABB_STRIDE * room);
  expect("corners", tree.corners.length, 3 * room);
  expect("parents", tree.parents.length, blocks);
  expect("places", tree.places.length, mesh.triangleCount);
  if (tree.depth < 2) report(problems, `depth is ${tree.depth}, expected at least 2`);
  return problems.length === 0;
}

/** Breadth first from the root. Terminates because no block is entered twice. */
function checkBlocks(tree: RTree, problems: string[]): boolean {
  const { links, parents, nodeCount, minChildren: least, maxChildren: most } = tree;
  const isReached = new Uint8Array((nodeCount - 1) / most);
  let reached = 0;
  let level = [0];
  for (let depth = 1; depth < tree.depth && level.length > 0; depth++) {
    const next: number[] = [];
    for (const node of level) {
      const link = links[AABB_STRIDE * node + AABB_LINK];
      const count = links[AABB_STRIDE * node + AABB_COUNT];
      const block = (link - 1) / most;
      if (!Number.isInteger(block) || link < 1 || link >= nodeCount) {
        if (!report(problems, `node ${node}: children at ${link}, expected the first node of a block`))
          return false;
        continue;
      }
      if (isReached[block] === 1) {
        if (!report(problems, `block ${block} is reached twice, again from node ${node}`)) return false;
        continue;
      }
      isReached[block] = 1;
      reached++;
      if (parents[block] !== node) {
        const sentence = `block ${block}: its parent is given as ${parents[block]}, expected ${node}`;
        if (!report(problems, sentence)) return false;
      }
      const fewest = node > 0 ? least : tree.depth > 2 ? 2 : 0;
      if (!(count >= fewest && count <= most)) {
        const sentence = `node ${node}: ${count} children, expected ${fewest} to ${most}`;
        if (!report(problems, sentence)) return false;
        continue;
      }
      for (let child = link; child < link + count; child++) next.push(child);
    }
    level = next;
  }
  if (problems.length > 0) return false;
  if (reached !== isReached.length)
    report(problems, `${reached} blocks are reached, expected all ${isReached.length}`);
  checkDeepest(tree, level, problems);
  return problems.length === 0;
}

/** The nodes on the last level, and no others, must be triangles. */
function checkDeepest(tree: RTree, deepest: number[], problems: string[]): void {
  const { links, triangles, places, mesh } = tree;
  let used = 0;
  for (let node = 0; node < tree.nodeCount; node++) if (triangles[node] !== NO_TRIANGLE) used++;
  if (used !== deepest.length || used !== tree.triangleCount) {
    report(
      problems,
      `${used} nodes have a triangle, ${deepest.length} are at depth ${tree.depth}, expected ${tree.triangleCount}`,
    );
    return;
  }
  for (const node of deepest) {
    const link = links[AABB_STRIDE * node + AABB_LINK];
    const triangle = triangles[node];
    let problem = "";
    if (link !== ~node) problem = `its link is ${link}, expected ${~node}`;
    else if (triangle >= mesh.triangleCount) problem = `triangle ${triangle} is not in the mesh`;
    else if (places[triangle] !== node)
      problem = `triangle ${triangle}, whose place is given as node ${places[triangle]}`;
    if (problem !== "" && !report(problems, `node ${node}: ${problem}`)) return;
  }
  let placed = 0;
  for (const place of places) if (place !== -1) placed++;
  if (placed !== used) report(problems, `${placed} triangles have a place, expected ${used}`);
}

function checkTriangles({ mesh, triangles, corners, nodeCount }: RTree, problems: string[]): void {
  for (let node = 0; node < nodeCount; node++) {
    const triangle = triangles[node];
    if (triangle === NO_TRIANGLE) continue;
    const found = [0, 1, 2].map((corner) => corners[3 * node + corner]);
    const expected = [0, 1, 2].map((corner) => vertexOf(mesh, triangle, corner));
    if (found.every((vertex, k) => vertex === expected[k])) continue;
    if (!report(problems, `node ${node}: corners ${found.join(" ")}, expected ${expected.join(" ")}`)) return;
  }
}
