import { buildAabbTree, findSelfPairs, refit } from "abut";

// At which height of a tree boxes are tested, and at which they overlap: how van den Bergen's section 4 explains that refitted trees remain
// good. A box with t of n triangles is at the height log t / log n: a single triangle at 0, the root at 1, and half of the levels of a
// balanced tree below 0.5. So trees of other shapes can be compared. A pair of boxes is at the mean of their heights.

// trees/layout.ts; the tests, which count the records' samples, have no internals.js.
const STRIDE = 8;
const MAX = 3;
const LINK = 6;
const COUNT = 7;
const HALF = 0.5;

/** The paper's tree, and abut's. */
export const HEIGHT_TREES = {
  "the paper's": { split: "midpoint", leafSize: 1 },
  "abut's": {},
};

/**
 * For each of the trees, over frames at these times: box tests of self-collision queries in the refitted tree and in rebuilt ones; how many
 * of the refitted tree's are below half the height, and their mean height; how many times as much volume siblings share in the refitted
 * tree as in rebuilt ones, in the upper half and in the lower.
 */
export function measureHeights({ mesh, moveTo }, times) {
  moveTo(0);
  const trees = Object.entries(HEIGHT_TREES).map(([title, options]) => ({
    title,
    options,
    tree: buildAabbTree(mesh, options),
  }));
  return trees.map(({ title, options, tree }) => {
    const sums = { refitted: emptySums(), rebuilt: emptySums() };
    for (const time of times) {
      moveTo(time);
      refit(tree);
      addFrame(sums.refitted, tree);
      addFrame(sums.rebuilt, buildAabbTree(mesh, options));
    }
    const { refitted, rebuilt } = sums;
    return {
      title,
      tests: refitted.tests,
      ofRebuilt: refitted.tests / rebuilt.tests,
      lower: refitted.lower / refitted.tests,
      height: refitted.height / refitted.tests,
      upperGrowth: refitted.upperOverlap / rebuilt.upperOverlap,
      lowerGrowth: refitted.lowerOverlap / rebuilt.lowerOverlap,
    };
  });
}

function emptySums() {
  return { tests: 0, lower: 0, height: 0, upperOverlap: 0, lowerOverlap: 0 };
}

function addFrame(sums, tree) {
  const counted = { ...testsByHeight(tree), ...overlapByHeight(tree) };
  for (const key of Object.keys(sums)) sums[key] += counted[key];
}

/**
 * The box tests of a self-collision query, by a recursion as plain as can be: every pair of siblings, and of each pair that overlaps all
 * children. { tests, lower, height }: all, those below half the height, and the sum of their heights. Throws unless the query counts as many.
 */
export function testsByHeight(tree) {
  const { links, nodeCount } = tree;
  const bounds = boundsOf(tree);
  const heights = heightsOf(tree);
  const counted = { tests: 0, lower: 0, height: 0 };
  const stack = [];
  const test = (p, q) => {
    const height = (heights[p] + heights[q]) / 2;
    counted.tests++;
    counted.height += height;
    if (height < HALF) counted.lower++;
    if (overlap(bounds, STRIDE * p, STRIDE * q)) stack.push([p, q]);
  };
  // The triangles of leaves have boxes, too.
  const testTriangles = (count) => {
    counted.tests += count;
    counted.lower += count;
  };
  for (let node = 0; node < nodeCount; node++) {
    const link = links[STRIDE * node + LINK];
    const count = links[STRIDE * node + COUNT];
    if (link < 0) testTriangles((count * (count - 1)) / 2);
    else test(link, link + 1);
    while (stack.length > 0) {
      const [p, q] = stack.pop();
      const linkP = links[STRIDE * p + LINK];
      const linkQ = links[STRIDE * q + LINK];
      if (linkP < 0 && linkQ < 0) testTriangles(links[STRIDE * p + COUNT] * links[STRIDE * q + COUNT]);
      else
        for (const childP of linkP < 0 ? [p] : [linkP, linkP + 1])
          for (const childQ of linkQ < 0 ? [q] : [linkQ, linkQ + 1]) test(childP, childQ);
    }
  }
  const { boxTests } = findSelfPairs(tree, { exclude: "shared-vertex" }).stats;
  if (boxTests !== counted.tests)
    throw new Error(`the query makes ${boxTests} box tests, its recursion ${counted.tests}`);
  return counted;
}

/** `siblingOverlap` of `treeQuality` in two parts, by the height of the siblings. */
function overlapByHeight(tree) {
  const { nodes, links, nodeCount } = tree;
  const heights = heightsOf(tree);
  const rootVolume = commonVolume(nodes, 0, 0);
  const shared = { upperOverlap: 0, lowerOverlap: 0 };
  for (let node = 0; node < nodeCount; node++) {
    const link = links[STRIDE * node + LINK];
    if (link < 0) continue;
    const half = (heights[link] + heights[link + 1]) / 2 < HALF ? "lowerOverlap" : "upperOverlap";
    shared[half] += commonVolume(nodes, STRIDE * link, STRIDE * (link + 1)) / rootVolume;
  }
  return shared;
}

function heightsOf({ links, nodeCount, triangles }) {
  const heights = new Float64Array(nodeCount);
  const counts = new Uint32Array(nodeCount);
  for (let node = nodeCount - 1; node >= 0; node--) {
    const link = links[STRIDE * node + LINK];
    counts[node] = link < 0 ? links[STRIDE * node + COUNT] : counts[link] + counts[link + 1];
    heights[node] = Math.log(counts[node]) / Math.log(triangles.length);
  }
  return heights;
}

/** The bounds as the query compares them: f32 bits in the order of the floats, halved, so that neighbouring floats may be one number. */
function boundsOf({ links }) {
  return links.map((bits) => ((bits ^ ((bits >> 31) & 0x7fffffff)) + 1) >> 1);
}

function overlap(bounds, p, q) {
  for (let k = 0; k < MAX; k++)
    if (bounds[p + k] > bounds[q + MAX + k] || bounds[q + k] > bounds[p + MAX + k]) return false;
  return true;
}

function commonVolume(nodes, p, q) {
  let volume = 1;
  for (let k = 0; k < MAX; k++) {
    const low = Math.max(nodes[p + k], nodes[q + k]);
    const high = Math.min(nodes[p + MAX + k], nodes[q + MAX + k]);
    volume *= Math.max(0, high - low);
  }
  return volume;
}
